/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/attribute.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "lattice/lattice-private.h"

#include <stdlib.h>
#include <string.h>

void
deid_recoding_clear (DeidRecoding *recoding)
{
  deid_free_arrays (recoding->labels, recoding->text_codes, recoding->n_leaves,
                    recoding->label_levels, recoding->level_labels);
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

/* An order of the values of an attribute in which each block of each policy is an interval. */

typedef struct
{
  const DeidAttribute *attribute;
  guint32 code;
} AttributeOrderPlace;

static int
attribute_order_compare (guint32 x, guint32 y)
{
  return x < y ? -1 : x > y;
}

/* By places in the order of runs, in which none is the last; or by labels, those of the highest
 * level first. */
static int
attribute_order_compare_places (gconstpointer a, gconstpointer b)
{
  const AttributeOrderPlace *first = a, *second = b;
  const DeidAttribute *attribute = first->attribute;
  int order = 0;

  if (attribute->levels == NULL)
    return attribute_order_compare (attribute->positions[first->code],
                                    attribute->positions[second->code]);
  for (guint level = attribute->n_levels; order == 0 && level-- > 0;)
    {
      const guint32 *labels = attribute->levels[level].labels;

      order = attribute_order_compare (labels[first->code], labels[second->code]);
    }
  return order;
}

guint32 *
deid_attribute_sort_codes (const DeidAttribute *attribute, GError **error)
{
  g_autofree AttributeOrderPlace *places = deid_alloc (attribute->n_codes, sizeof *places, error);
  guint32 *codes = places != NULL ? deid_alloc (attribute->n_codes, sizeof *codes, error) : NULL;

  if (codes == NULL)
    return NULL;
  for (guint32 code = 0; code < attribute->n_codes; code++)
    places[code] = (AttributeOrderPlace){ attribute, code };
  qsort (places, attribute->n_codes, sizeof *places, attribute_order_compare_places);
  for (guint32 i = 0; i < attribute->n_codes; i++)
    codes[i] = places[i].code;
  return codes;
}

static void
attribute_join_add_label (DeidRecoding *recoding, guint32 text_code, guint64 n_leaves)
{
  recoding->text_codes[recoding->n_labels] = text_code;
  recoding->n_leaves[recoding->n_labels++] = n_leaves;
}

/* Gives each label of the other column its number; labels that the own column lacks are new. */
static void
join_labels (DeidAttribute *joint, const DeidAttribute *other, guint level,
             guint32 *label_of_text_code, guint32 n_text_codes, guint32 *numbers)
{
  DeidRecoding *recoding = &joint->levels[level];
  const DeidRecoding *added = &other->levels[level];

  memset (label_of_text_code, 0xFF, ((gsize) n_text_codes + 1) * sizeof *label_of_text_code);
  for (guint32 label = 0; label < recoding->n_labels; label++)
    label_of_text_code[MIN (recoding->text_codes[label], n_text_codes)] = label;
  for (guint32 label = 0; label < added->n_labels; label++)
    {
      const guint32 text_code = added->text_codes[label];
      guint32 *number = &label_of_text_code[MIN (text_code, n_text_codes)];

      if (*number == DEID_NO_CODE)
        {
          *number = recoding->n_labels;
          attribute_join_add_label (recoding, text_code, added->n_leaves[label]);
        }
      numbers[label] = *number;
    }
}

static gboolean
join_level (DeidAttribute *joint, const DeidAttribute *own, const DeidAttribute *other, guint level,
            const DeidStop *stop, GError **error)
{
  DeidRecoding *recoding = &joint->levels[level];
  const DeidRecoding *first = &own->levels[level], *added = &other->levels[level];
  const guint32 n_text_codes = joint->hierarchy->levels[level].labels.n;
  g_autofree guint32 *label_of_text_code = NULL, *numbers = NULL;

  if (!deid_stop_check (stop, error)
      || (label_of_text_code
          = deid_alloc ((guint64) n_text_codes + 1, sizeof *label_of_text_code, error))
             == NULL
      || (numbers = deid_alloc (added->n_labels, sizeof *numbers, error)) == NULL
      || !deid_recoding_init (recoding, joint->n_codes, error))
    return FALSE;
  recoding->level = level;
  for (guint32 label = 0; label < first->n_labels; label++)
    attribute_join_add_label (recoding, first->text_codes[label], first->n_leaves[label]);
  join_labels (joint, other, level, label_of_text_code, n_text_codes, numbers);
  for (guint32 code = 0; code < own->n_codes; code++)
    recoding->labels[code] = first->labels[code];
  for (guint32 code = 0; code < other->n_codes; code++)
    recoding->labels[own->n_codes + code] = numbers[added->labels[code]];
  return TRUE;
}

static gboolean
attribute_join_check_codes (const DeidAttribute *own, const DeidAttribute *other, GError **error)
{
  if ((guint64) own->n_codes + other->n_codes < DEID_NO_CODE)
    return TRUE;
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "column '%s' of %s and of its population %s: %u and %u values, expected fewer "
                    "than 2^32 - 1 together",
                    deid_column_show (deid_attribute_get_column (own)), own->table->name,
                    other->table->name, own->n_codes, other->n_codes);
}

static gboolean
join_positions (DeidAttribute *joint, const DeidAttribute *own, const DeidAttribute *other,
                GError **error)
{
  joint->positions = deid_alloc (joint->n_codes, sizeof *joint->positions, error);
  if (joint->positions == NULL)
    {
      deid_attribute_clear (joint);
      return FALSE;
    }
  memcpy (joint->positions, own->positions, own->n_codes * sizeof *own->positions);
  memcpy (joint->positions + own->n_codes, other->positions,
          other->n_codes * sizeof *other->positions);
  return TRUE;
}

gboolean
deid_attribute_join (DeidAttribute *joint, const DeidAttribute *own, const DeidAttribute *other,
                     const DeidStop *stop, GError **error)
{
  *joint = *own;
  joint->levels = NULL;
  joint->hierarchy = NULL;
  joint->cuts = NULL;
  joint->blocks = NULL;
  joint->positions = NULL;
  if (!attribute_join_check_codes (own, other, error))
    return FALSE;
  if (own->cuts != NULL)
    joint->cuts = deid_cuts_ref (own->cuts);
  joint->n_codes = own->n_codes + other->n_codes;
  if (deid_attribute_has_runs (own))
    return join_positions (joint, own, other, error);
  joint->hierarchy = deid_hierarchy_ref (other->hierarchy);
  if (!deid_new_arrays (error, DEID_NEW (joint->levels, joint->n_levels)))
    {
      deid_attribute_clear (joint);
      return FALSE;
    }
  for (guint level = 0; level < joint->n_levels; level++)
    if (!join_level (joint, own, other, level, stop, error))
      {
        deid_attribute_clear (joint);
        return FALSE;
      }
  return TRUE;
}

static gboolean
have_cuts (const DeidRecoder *recoder)
{
  for (guint a = 0; a < recoder->n_attributes; a++)
    if (recoder->attributes[a].cuts != NULL)
      return TRUE;
  return FALSE;
}

gboolean
deid_recoder_init (DeidRecoder *recoder, const DeidAttribute *attributes, guint n_attributes,
                   GError **error)
{
  *recoder = (DeidRecoder){ .attributes = attributes, .n_attributes = n_attributes };
  if (!deid_new_arrays (error, DEID_NEW (recoder->recodings, n_attributes)))
    return FALSE;
  if (!have_cuts (recoder))
    return TRUE;
  if (!deid_new_arrays (
          error,
          DEID_NEW (recoder->levels, deid_attributes_count_dimensions (attributes, n_attributes)),
          DEID_NEW (recoder->cuts, n_attributes)))
    return FALSE;
  for (guint a = 0; a < n_attributes; a++)
    if (attributes[a].cuts != NULL
        && !deid_cut_recoding_init (&recoder->cuts[a], &attributes[a], error))
      return FALSE;
  return TRUE;
}

void
deid_recoder_clear (DeidRecoder *recoder)
{
  for (guint a = 0; recoder->cuts != NULL && a < recoder->n_attributes; a++)
    deid_cut_recoding_clear (&recoder->cuts[a]);
  deid_free_arrays (recoder->cuts, recoder->levels, recoder->recodings);
  *recoder = (DeidRecoder){ 0 };
}

/* Computes the recoding of an attribute of cuts unless it is there. */
static const DeidRecoding *
recode (DeidRecoder *recoder, guint a, const DeidLevel *levels)
{
  const DeidAttribute *attribute = &recoder->attributes[a];
  const guint first = attribute->first_dimension;
  const gsize size = attribute->n_dimensions * sizeof *levels;

  if (recoder->recodings[a] == NULL || memcmp (recoder->levels + first, levels + first, size) != 0)
    {
      memcpy (recoder->levels + first, levels + first, size);
      deid_cut_recoding_set (&recoder->cuts[a], attribute, levels);
    }
  return &recoder->cuts[a].recoding;
}

const DeidRecoding *const *
deid_recoder_set (DeidRecoder *recoder, const DeidLevel *levels)
{
  for (guint a = 0; a < recoder->n_attributes; a++)
    recoder->recodings[a] = recoder->attributes[a].cuts != NULL
                                ? recode (recoder, a, levels)
                                : deid_attribute_get_recoding (&recoder->attributes[a], levels);
  return recoder->recodings;
}
