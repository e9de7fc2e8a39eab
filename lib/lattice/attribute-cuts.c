/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Attributes of cuts: what policies make of them. */
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "hierarchy/hierarchy-private.h"
#include "lattice/attribute.h"

static gboolean
bind_runs (DeidAttribute *attribute, GError **error)
{
  const DeidDictionary *values = &attribute->cuts->values;
  const DeidDictionary *dictionary = &deid_attribute_get_column (attribute)->dictionary;

  attribute->positions = deid_alloc (dictionary->n, sizeof *attribute->positions, error);
  if (attribute->positions == NULL)
    return FALSE;
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);

      attribute->positions[code] = deid_dictionary_find (values, text != NULL ? text : "",
                                                         text != NULL ? strlen (text) : 0);
      attribute->missing_apart |= text == NULL && attribute->positions[code] == DEID_NO_CODE;
    }
  attribute->n_levels = MAX (values->n, 1);
  attribute->n_leaves = (guint64) values->n + (attribute->missing_apart ? 1 : 0);
  return deid_check_unknown_values (attribute->table, deid_attribute_get_column (attribute),
                                    attribute->positions, "in the order of its values", "", error);
}

gboolean
deid_attribute_init_cuts (DeidAttribute *attribute, const DeidTableSource *table, guint column,
                          DeidCuts *cuts, guint first_dimension, const DeidStop *stop,
                          GError **error)
{
  gboolean success;

  if (!deid_cuts_have_runs (cuts))
    {
      success = deid_attribute_init (attribute, table, column, cuts->hierarchy, first_dimension,
                                     stop, error);
      if (success)
        attribute->cuts = deid_cuts_ref (cuts);
    }
  else
    {
      *attribute = (DeidAttribute){ .table = table,
                                    .column = column,
                                    .cuts = deid_cuts_ref (cuts),
                                    .first_dimension = first_dimension,
                                    .n_codes = table->columns[column].dictionary.n };
      success = bind_runs (attribute, error);
      if (!success)
        deid_attribute_clear (attribute);
    }
  attribute->n_dimensions = cuts->n_dimensions;
  return success;
}

gboolean
deid_attribute_init_like (DeidAttribute *attribute, const DeidTableSource *table, guint column,
                          const DeidAttribute *other, const DeidStop *stop, GError **error)
{
  return other->cuts != NULL ? deid_attribute_init_cuts (attribute, table, column, other->cuts,
                                                         other->first_dimension, stop, error)
                             : deid_attribute_init (attribute, table, column, other->hierarchy,
                                                    other->first_dimension, stop, error);
}

guint32
deid_attribute_find_end (const DeidAttribute *attribute, const DeidLevel *levels, guint32 first)
{
  const DeidLevel *cuts = levels + attribute->first_dimension;
  guint32 end = first + 1;

  while (end < attribute->cuts->values.n && cuts[end - 1] > 0)
    end++;
  return end;
}

/* Tells whether a policy merges the leaves of a node of a level. One that only a population has
 * makes no dimension. */
static gboolean
attribute_cuts_merges_node (const DeidAttribute *attribute, const DeidLevel *levels, guint level,
                            guint32 node)
{
  const guint32 dimension = deid_cuts_get_dimension (attribute->cuts, level, node);

  return dimension != DEID_NO_CODE && levels[attribute->first_dimension + dimension] > 0;
}

/* The same for the node that a code has on a level. */
static gboolean
merges (const DeidAttribute *attribute, const DeidLevel *levels, guint level, guint32 code)
{
  const DeidRecoding *recoding = &attribute->levels[level];

  return attribute_cuts_merges_node (attribute, levels, level,
                                     recoding->text_codes[recoding->labels[code]]);
}

guint
deid_attribute_find_subtree (const DeidAttribute *attribute, const DeidLevel *levels, guint32 code)
{
  guint level = attribute->n_levels - 1;

  while (level > 0 && !merges (attribute, levels, level, code))
    level--;
  return level;
}

gboolean
deid_attribute_merges_all (const DeidAttribute *attribute, const DeidLevel *levels)
{
  const DeidCuts *cuts = attribute->cuts;
  const guint top = attribute->n_levels - 1;

  if (deid_cuts_have_runs (cuts))
    return cuts->values.n > 1 && deid_attribute_find_end (attribute, levels, 0) == cuts->values.n;
  return top > 0 && deid_hierarchy_get_n_labels (cuts->hierarchy, top) == 1
         && attribute_cuts_merges_node (attribute, levels, top, 0);
}

/* Returns: (nullable): the label of a leaf: that of the highest node above it that is merged. */
static const char *
get_subtree_text (const DeidAttribute *attribute, const DeidLevel *levels, guint32 leaf)
{
  guint32 node = leaf, merged = leaf;
  guint merged_level = 0;

  for (guint level = 1; level < attribute->n_levels; level++)
    {
      node = attribute->hierarchy->levels[level - 1].parents[node];
      if (!attribute_cuts_merges_node (attribute, levels, level, node))
        continue;
      merged = node;
      merged_level = level;
    }
  return deid_attribute_get_level_text (attribute, merged_level, merged);
}

const char *
deid_attribute_get_cut_text (const DeidAttribute *attribute, const DeidLevel *levels, guint32 leaf)
{
  const DeidLevel *cuts = levels + attribute->first_dimension;
  guint32 first = leaf;

  if (!deid_attribute_has_runs (attribute))
    return get_subtree_text (attribute, levels, leaf);
  while (first > 0 && cuts[first - 1] > 0)
    first--;
  return deid_cuts_get_text (attribute->cuts, first,
                             deid_attribute_find_end (attribute, levels, first) - first);
}

/* Sums up the labels of the levels below each; those of all come last. */
static guint *
find_first_labels (const DeidAttribute *attribute, GError **error)
{
  guint *first = deid_alloc ((guint64) attribute->n_levels + 1, sizeof *first, error);

  for (guint level = 0; first != NULL && level < attribute->n_levels; level++)
    first[level + 1] = first[level] + attribute->levels[level].n_labels;
  return first;
}

gboolean
deid_cut_recoding_init (DeidCutRecoding *cut, const DeidAttribute *attribute, GError **error)
{
  const guint32 n_values = attribute->cuts->values.n;
  guint64 n_numbers = (guint64) n_values + 1;

  *cut = (DeidCutRecoding){ .first_labels = NULL };
  if (!deid_cuts_have_runs (attribute->cuts))
    {
      cut->first_labels = find_first_labels (attribute, error);
      if (cut->first_labels == NULL)
        return FALSE;
      n_numbers = cut->first_labels[attribute->n_levels];
    }
  return deid_recoding_init (&cut->recoding, attribute->n_codes, error)
         && (cut->recoding.label_levels
             = deid_alloc (attribute->n_codes, sizeof *cut->recoding.label_levels, error))
                != NULL
         && (cut->recoding.level_labels
             = deid_alloc (attribute->n_codes, sizeof *cut->recoding.level_labels, error))
                != NULL
         && (cut->labels_by_number = deid_alloc (n_numbers, sizeof *cut->labels_by_number, error))
                != NULL
         && (cut->starts = deid_alloc (n_values, sizeof *cut->starts, error)) != NULL;
}

void
deid_cut_recoding_clear (DeidCutRecoding *cut)
{
  deid_recoding_clear (&cut->recoding);
  deid_free_arrays (cut->labels_by_number, cut->first_labels, cut->starts);
}

/* Gives a code the label of this number, which is new if no code before it has it.
 * Returns: whether it is new. */
static gboolean
attribute_cuts_set_label (DeidCutRecoding *cut, guint32 code, guint32 number)
{
  guint32 *label = &cut->labels_by_number[number];
  const gboolean is_new = *label == DEID_NO_CODE;

  if (is_new)
    *label = cut->recoding.n_labels++;
  cut->recoding.labels[code] = *label;
  return is_new;
}

/* Describes the label that was numbered last. */
static void
describe_label (DeidRecoding *recoding, guint level, guint32 level_label, guint32 text_code,
                guint64 n_leaves)
{
  const guint32 label = recoding->n_labels - 1;

  recoding->label_levels[label] = (DeidLevel) level;
  recoding->level_labels[label] = level_label;
  recoding->text_codes[label] = text_code;
  recoding->n_leaves[label] = n_leaves;
}

static void
set_starts (DeidCutRecoding *cut, const DeidAttribute *attribute, const DeidLevel *levels)
{
  const DeidLevel *cuts = levels + attribute->first_dimension;

  for (guint32 i = 0; i < attribute->cuts->values.n; i++)
    cut->starts[i] = i > 0 && cuts[i - 1] > 0 ? cut->starts[i - 1] : i;
}

/* A missing value that the order does not mention is merged with the others if all of them are. */
static void
attribute_cuts_set_runs (DeidCutRecoding *cut, const DeidAttribute *attribute,
                         const DeidLevel *levels)
{
  const guint32 n_values = attribute->cuts->values.n;
  gboolean is_top;

  set_starts (cut, attribute, levels);
  is_top = n_values > 1 && cut->starts[n_values - 1] == 0;
  for (guint32 code = 0; code < attribute->n_codes; code++)
    {
      const guint32 position = attribute->positions[code];
      const guint32 start = position != DEID_NO_CODE ? cut->starts[position]
                            : is_top                 ? 0
                                                     : n_values;
      guint level;

      if (!attribute_cuts_set_label (cut, code, start))
        continue;
      level = start < n_values ? deid_attribute_find_end (attribute, levels, start) - start - 1 : 0;
      describe_label (&cut->recoding, level, start, start,
                      deid_attribute_get_n_covered (attribute, level, start));
    }
}

static void
set_subtrees (DeidCutRecoding *cut, const DeidAttribute *attribute, const DeidLevel *levels)
{
  for (guint32 code = 0; code < attribute->n_codes; code++)
    {
      const guint level = deid_attribute_find_subtree (attribute, levels, code);
      const DeidRecoding *own = &attribute->levels[level];
      const guint32 label = own->labels[code];

      if (attribute_cuts_set_label (cut, code, cut->first_labels[level] + label))
        describe_label (&cut->recoding, level, label, own->text_codes[label], own->n_leaves[label]);
    }
}

void
deid_cut_recoding_set (DeidCutRecoding *cut, const DeidAttribute *attribute,
                       const DeidLevel *levels)
{
  const gboolean has_runs = deid_cuts_have_runs (attribute->cuts);
  const gsize n_numbers
      = has_runs ? (gsize) attribute->cuts->values.n + 1 : cut->first_labels[attribute->n_levels];

  memset (cut->labels_by_number, 0xFF, n_numbers * sizeof *cut->labels_by_number);
  cut->recoding.n_labels = 0;
  if (has_runs)
    attribute_cuts_set_runs (cut, attribute, levels);
  else
    set_subtrees (cut, attribute, levels);
}
