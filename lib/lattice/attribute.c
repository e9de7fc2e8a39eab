/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/blocks.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

void
deid_recoding_clear (DeidRecoding *recoding)
{
  g_free (recoding->labels);
  g_free (recoding->text_codes);
  g_free (recoding->n_leaves);
  g_free (recoding->label_levels);
  g_free (recoding->level_labels);
}

gboolean
deid_recoding_init (DeidRecoding *recoding, guint32 n_codes, GError **error)
{
  return (recoding->labels = deid_alloc (n_codes, sizeof *recoding->labels, error)) != NULL
         && (recoding->text_codes = deid_alloc (n_codes, sizeof *recoding->text_codes, error))
                != NULL
         && (recoding->n_leaves = deid_alloc (n_codes, sizeof *recoding->n_leaves, error)) != NULL;
}

void
deid_attribute_clear (DeidAttribute *attribute)
{
  for (guint level = 0; attribute->levels != NULL && level < attribute->n_levels; level++)
    deid_recoding_clear (&attribute->levels[level]);
  g_clear_pointer (&attribute->levels, g_free);
  g_clear_pointer (&attribute->hierarchy, deid_hierarchy_unref);
  g_clear_pointer (&attribute->cuts, deid_cuts_unref);
  g_clear_pointer (&attribute->blocks, deid_block_limit_free);
  g_clear_pointer (&attribute->positions, g_free);
}

/* Numbers the labels that occur on one level; @codes gives each code of the column its code on
 * that level, and @n_leaves the leaves below each of these. */
static void
attribute_number_labels (DeidRecoding *recoding, guint32 n_codes, const guint32 *codes,
                         const guint64 *n_leaves, guint32 *numbers, guint32 n_level_labels)
{
  guint32 missing_number = DEID_NO_CODE;

  memset (numbers, 0xFF, (gsize) n_level_labels * sizeof *numbers);
  for (guint32 code = 0; code < n_codes; code++)
    {
      guint32 *number = codes[code] == DEID_NO_CODE ? &missing_number : &numbers[codes[code]];

      if (*number == DEID_NO_CODE)
        {
          *number = recoding->n_labels++;
          recoding->text_codes[*number] = codes[code];
          recoding->n_leaves[*number] = codes[code] == DEID_NO_CODE ? 1 : n_leaves[codes[code]];
        }
      recoding->labels[code] = *number;
    }
}

/* Carries the codes of the column and the leaf counts up by one level. */
static void
attribute_climb (const DeidHierarchyLevel *level, guint32 n_above, guint32 n_codes, guint32 *codes,
                 guint64 *n_leaves, guint64 *n_leaves_above)
{
  memset (n_leaves_above, 0, n_above * sizeof *n_leaves_above);
  for (guint32 label = 0; label < level->labels.n; label++)
    n_leaves_above[level->parents[label]] += n_leaves[label];
  memcpy (n_leaves, n_leaves_above, n_above * sizeof *n_leaves);
  for (guint32 code = 0; code < n_codes; code++)
    if (codes[code] != DEID_NO_CODE)
      codes[code] = level->parents[codes[code]];
}

/* Has a label that stands for the whole domain cover it. */
static void
cover_domain (DeidAttribute *attribute, guint level)
{
  const char *label = attribute->hierarchy->domain_label;
  DeidRecoding *recoding = &attribute->levels[level];

  for (guint32 i = 0; label != NULL && level > 0 && i < recoding->n_labels; i++)
    if (g_strcmp0 (deid_attribute_get_label (attribute, level, i), label) == 0)
      recoding->n_leaves[i] = attribute->n_leaves;
}

/* Numbers the labels of all levels; @codes gives each code of the column its leaf. */
static gboolean
attribute_number_levels (DeidAttribute *attribute, guint32 *codes, const DeidStop *stop,
                         GError **error)
{
  const guint32 missing = deid_attribute_get_column (attribute)->dictionary.missing;
  const DeidHierarchyLevel *levels = attribute->hierarchy->levels;
  const guint32 n_leaves = levels[0].labels.n, n_codes = attribute->n_codes;
  const gboolean missing_apart = missing != DEID_NO_CODE && codes[missing] == DEID_NO_CODE;
  const gboolean joins_on_top
      = missing_apart && deid_hierarchy_get_top_label (attribute->hierarchy) != NULL;
  g_autofree guint32 *numbers = NULL;
  g_autofree guint64 *counts = NULL, *counts_above = NULL;

  /* The top may have a label where there are no leaves. */
  if (!deid_new_arrays (error, DEID_NEW (numbers, MAX (n_leaves, 1)),
                        DEID_NEW (counts, MAX (n_leaves, 1)),
                        DEID_NEW (counts_above, MAX (n_leaves, 1))))
    return FALSE;
  for (guint32 leaf = 0; leaf < n_leaves; leaf++)
    counts[leaf] = 1;
  attribute->n_leaves = (guint64) n_leaves + (missing_apart ? 1 : 0);
  for (guint level = 0; level < attribute->n_levels; level++)
    {
      const guint32 n_labels = levels[level].labels.n;

      if (!deid_stop_check (stop, error))
        return FALSE;
      if (level > 0)
        attribute_climb (&levels[level - 1], n_labels, n_codes, codes, counts, counts_above);
      if (joins_on_top && level + 1 == attribute->n_levels)
        {
          codes[missing] = 0;
          counts[0]++;
        }
      if (!deid_recoding_init (&attribute->levels[level], n_codes, error))
        return FALSE;
      attribute_number_labels (&attribute->levels[level], n_codes, codes, counts, numbers,
                               n_labels);
      cover_domain (attribute, level);
    }
  return TRUE;
}

static gboolean
attribute_bind (DeidAttribute *attribute, DeidHierarchy *hierarchy, const DeidStop *stop,
                GError **error)
{
  const DeidColumn *column = deid_attribute_get_column (attribute);
  g_autofree guint32 *codes = deid_alloc (attribute->n_codes, sizeof *codes, error);

  if (codes == NULL)
    return FALSE;
  attribute->hierarchy
      = deid_hierarchy_bind_column (hierarchy, attribute->table, column, codes, stop, error);
  return attribute->hierarchy != NULL
         && deid_hierarchy_check_values (attribute->hierarchy, attribute->table, column, codes,
                                         deid_hierarchy_advise (attribute->hierarchy), error)
         && attribute_number_levels (attribute, codes, stop, error);
}

gboolean
deid_attribute_init (DeidAttribute *attribute, const DeidTableSource *table, guint column,
                     DeidHierarchy *hierarchy, guint first_dimension, const DeidStop *stop,
                     GError **error)
{
  *attribute = (DeidAttribute){ .table = table,
                                .column = column,
                                .first_dimension = first_dimension,
                                .n_dimensions = 1,
                                .n_levels = deid_hierarchy_get_n_levels (hierarchy),
                                .n_codes = table->columns[column].dictionary.n };
  if (deid_stop_check (stop, error)
      && deid_new_arrays (error, DEID_NEW (attribute->levels, attribute->n_levels)))
    {
      for (guint level = 0; level < attribute->n_levels; level++)
        attribute->levels[level].level = level;
      if (attribute_bind (attribute, hierarchy, stop, error))
        return TRUE;
    }
  deid_attribute_clear (attribute);
  return FALSE;
}

const char *
deid_attribute_get_level_text (const DeidAttribute *attribute, guint level, guint32 code)
{
  const char *text;

  if (code == DEID_NO_CODE)
    return NULL;
  text = deid_dictionary_get (&attribute->hierarchy->levels[level].labels, code);
  return text[0] != '\0' ? text : NULL;
}

guint32
deid_attribute_get_n_labels (const DeidAttribute *attribute, guint level)
{
  if (!deid_attribute_has_runs (attribute))
    return attribute->levels[level].n_labels;
  return attribute->cuts->values.n - level + (level == 0 && attribute->missing_apart ? 1 : 0);
}

guint64
deid_attribute_get_n_covered (const DeidAttribute *attribute, guint level, guint32 label)
{
  if (!deid_attribute_has_runs (attribute))
    return attribute->levels[level].n_leaves[label];
  return level > 0 && level + 1 == attribute->n_levels ? attribute->n_leaves : (guint64) level + 1;
}

/* A missing value that the order does not mention stands behind all on level 0. */
static const char *
get_run_text (const DeidAttribute *attribute, guint level, guint32 first)
{
  return first < attribute->cuts->values.n ? deid_cuts_get_text (attribute->cuts, first, level + 1)
                                           : NULL;
}

const char *
deid_attribute_get_label (const DeidAttribute *attribute, guint level, guint32 label)
{
  if (deid_attribute_has_runs (attribute))
    return get_run_text (attribute, level, label);
  return deid_attribute_get_level_text (attribute, level,
                                        attribute->levels[level].text_codes[label]);
}

const char *
deid_attribute_get_text (const DeidAttribute *attribute, const DeidRecoding *recoding,
                         guint32 label)
{
  if (deid_attribute_has_runs (attribute))
    return get_run_text (attribute, recoding->label_levels[label], recoding->text_codes[label]);
  return deid_attribute_get_level_text (attribute, deid_recoding_get_level (recoding, label),
                                        recoding->text_codes[label]);
}

const char *
deid_attribute_get_leaf_text (const DeidAttribute *attribute, const DeidLevel *levels, guint32 leaf)
{
  guint level;

  if (attribute->cuts != NULL)
    return deid_attribute_get_cut_text (attribute, levels, leaf);
  level = levels[attribute->first_dimension];
  for (guint below = 0; below < level; below++)
    leaf = attribute->hierarchy->levels[below].parents[leaf];
  return deid_attribute_get_level_text (attribute, level, leaf);
}
