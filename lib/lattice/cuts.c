/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/cuts.h"

#include "base/arrays.h"
#include "base/long-text.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "hierarchy/hierarchy-private.h"
#include "hierarchy/numbers/range.h"
#include "hierarchy/rules/value-set.h"
#include "lattice/attribute.h"

#include <stdlib.h>
#include <string.h>

/* Splits the lines of a text in place. */
static void
edges_split (const char **lines, char *text, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      lines[i] = text;
      text = strchr (text, '\n');
      *text++ = '\0';
    }
}

static gsize
find_max_length (const DeidDictionary *numbers)
{
  gsize max_length = 0;

  for (guint32 i = 0; i < numbers->n; i++)
    max_length = MAX (max_length, strlen (deid_dictionary_get (numbers, i)));
  return max_length;
}

static gboolean
write_edges (DeidCutEdges *edges, DeidEdgeWriter *writer, const DeidDictionary *numbers,
             GError **error)
{
  edges->are_integers = TRUE;
  for (guint32 i = 0; i < numbers->n; i++)
    {
      const char *number = deid_dictionary_get (numbers, i);

      edges->are_integers &= deid_decimal_is_integer (number);
      if (i > 0)
        deid_edge_writer_add (writer, deid_dictionary_get (numbers, i - 1), number);
      deid_long_text_add (&writer->text, "\n");
    }
  edges->lines = deid_long_text_end (&writer->text, error);
  return edges->lines != NULL;
}

static gboolean
cut_edges_init (DeidCutEdges *edges, const DeidDictionary *numbers, GError **error)
{
  DeidEdgeWriter writer;
  const gboolean success = deid_edge_writer_init (&writer, find_max_length (numbers), error)
                           && deid_new_arrays (error, DEID_NEW (edges->texts, numbers->n))
                           && write_edges (edges, &writer, numbers, error);

  deid_edge_writer_clear (&writer);
  if (success)
    edges_split (edges->texts, edges->lines, numbers->n);
  return success;
}

static void
cut_edges_clear (DeidCutEdges *edges)
{
  deid_free_arrays (edges->lines, edges->texts);
}

/* Returns: (transfer full) (nullable): the label of a run of several of @n numbers, if there is
 * memory for it, as hierarchy/numbers/range.h has labels. */
static char *
cut_edges_label (const DeidCutEdges *edges, guint32 first, guint32 end, guint32 n)
{
  const char *low = first > 0 ? edges->texts[first] : NULL;
  const char *high = end < n ? edges->texts[end] : NULL;
  char *label = deid_alloc (deid_range_get_label_size (low, high), 1, NULL);

  if (label != NULL)
    deid_range_write_label_of (low, high, edges->are_integers, label);
  return label;
}

static void
cuts_clear (gpointer data)
{
  DeidCuts *cuts = data;

  for (guint level = 1; cuts->dimensions != NULL && level < cuts->hierarchy->n_levels; level++)
    g_free (cuts->dimensions[level]);
  deid_free_arrays (cuts->dimensions, cuts->kept);
  g_clear_pointer (&cuts->hierarchy, deid_hierarchy_unref);
  for (guint32 first = 0; cuts->texts != NULL && first < cuts->values.n; first++)
    {
      for (guint32 n = 0; cuts->texts[first] != NULL && n < cuts->values.n - first; n++)
        g_free (cuts->texts[first][n]);
      g_free (cuts->texts[first]);
    }
  g_free (cuts->texts);
  cut_edges_clear (&cuts->edges);
  deid_dictionary_clear (&cuts->values);
}

DeidCuts *
deid_cuts_ref (DeidCuts *cuts)
{
  return g_atomic_rc_box_acquire (cuts);
}

void
deid_cuts_unref (DeidCuts *cuts)
{
  g_atomic_rc_box_release_full (cuts, cuts_clear);
}

static DeidCuts *
new_empty (void)
{
  DeidCuts *cuts = g_atomic_rc_box_new0 (DeidCuts);

  deid_dictionary_init (&cuts->values);
  return cuts;
}

/* @what ends in what was expected. */
static gboolean
fail_value (GError **error, const DeidCutOptions *options, const char *value, const char *what)
{
  deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "a value %s", what);
  deid_text_prefix_value (error, options->show_values, value, -1);
  return FALSE;
}

static gboolean
cuts_check_size (guint64 n, GError **error)
{
  if (n <= DEID_MAX_CUT_VALUES)
    return TRUE;
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "%" G_GUINT64_FORMAT " values to be cut, expected at most %u; the subtrees of "
                    "a hierarchy may be merged however many there are",
                    n, DEID_MAX_CUT_VALUES);
}

static gboolean
cuts_add_value (DeidCuts *cuts, const char *value, const DeidCutOptions *options, GError **error)
{
  const guint32 n = cuts->values.n;
  guint32 code;

  if (!deid_dictionary_add (&cuts->values, value, strlen (value), &code, error))
    {
      deid_text_prefix_value (error, options->show_values, value, -1);
      return FALSE;
    }
  return (code == n
          || fail_value (error, options, value, "that is there twice, expected each value once"));
}

static gboolean
has_leading_zero (const char *number)
{
  number += number[0] == '-' || number[0] == '+';
  return number[0] == '0' && g_ascii_isdigit (number[1]);
}

/* Tells whether the values are codes that consist of digits, such as 02138. Rounded ends would be
 * numbers of another length, which are no such codes. */
static gboolean
are_codes (const DeidCuts *cuts, const DeidCutOptions *options)
{
  for (guint32 i = 0; options->are_texts && i < cuts->values.n; i++)
    if (has_leading_zero (deid_dictionary_get (&cuts->values, i)))
      return TRUE;
  return FALSE;
}

/* Tells whether the values are dates of a column, which rise. */
static gboolean
are_rising_dates (const DeidDictionary *values, const DeidColumn *column)
{
  DeidTypeReader reader;
  gboolean are
      = column != NULL && deid_type_reader_init (&reader, column->type, column->format, NULL);

  for (guint32 i = 0; are && i < values->n; i++)
    are = deid_type_reader_accepts (&reader, deid_dictionary_get (values, i))
          && (i == 0
              || deid_type_reader_compare (&reader, deid_dictionary_get (values, i - 1),
                                           deid_dictionary_get (values, i))
                     < 0);
  return are;
}

/* Finds out whether the values are rising numbers or dates. Sets of others start with a brace,
 * which no value may then. */
static gboolean
cuts_finish_runs (DeidCuts *cuts, const DeidCutOptions *options, GError **error)
{
  const DeidDictionary *values = &cuts->values;

  cuts->are_dates = are_rising_dates (values, options->dates);
  cuts->are_numbers = !cuts->are_dates;
  for (guint32 i = 0; i < values->n; i++)
    {
      const char *value = deid_dictionary_get (values, i);

      cuts->are_numbers
          &= deid_decimal_is_valid (value)
             && (i == 0 || deid_decimal_compare (deid_dictionary_get (values, i - 1), value) < 0);
    }
  for (guint32 i = 0; !cuts->are_numbers && !cuts->are_dates && i < values->n; i++)
    if (deid_dictionary_get (values, i)[0] == '{')
      return fail_value (error, options, deid_dictionary_get (values, i),
                         "that starts with a brace, expected none since sets of values do");
  cuts->n_dimensions = values->n > 0 ? values->n - 1 : 0;
  return deid_new_arrays (error, DEID_NEW (cuts->texts, values->n))
         && (!cuts->are_numbers || options->exact_ends || are_codes (cuts, options)
             || cut_edges_init (&cuts->edges, values, error));
}

DeidCuts *
deid_cuts_new_ordered (const char *const *values, gsize n, const DeidCutOptions *options,
                       GError **error)
{
  DeidCuts *cuts = new_empty ();
  gboolean success = cuts_check_size (n, error);

  for (gsize i = 0; success && i < n; i++)
    success = cuts_add_value (cuts, values[i], options, error);
  if (success && cuts_finish_runs (cuts, options, error))
    return cuts;
  deid_cuts_unref (cuts);
  return NULL;
}

static int
cuts_compare_numbers (const void *a, const void *b)
{
  return deid_decimal_compare (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
cuts_check_numbers (const char *const *values, gsize n, const DeidCutOptions *options,
                    GError **error)
{
  for (gsize i = 0; i < n; i++)
    {
      if (!deid_decimal_is_valid (values[i]))
        return fail_value (error, options, values[i],
                           "that is no number, expected numbers or an order of the values");
      if (i > 0 && deid_decimal_compare (values[i - 1], values[i]) == 0)
        return fail_value (error, options, values[i],
                           "that is the same number as another, expected that values "
                           "differ");
    }
  return TRUE;
}

DeidCuts *
deid_cuts_new_numeric (const DeidDictionary *values, const DeidCutOptions *options, GError **error)
{
  g_autofree const char **sorted = NULL;
  gsize n = 0;

  if (!cuts_check_size (values->n, error))
    return NULL;
  sorted = deid_alloc (values->n, sizeof *sorted, error);
  if (sorted == NULL)
    return NULL;
  for (guint32 code = 0; code < values->n; code++)
    if (code != values->missing)
      sorted[n++] = deid_dictionary_get (values, code);
  qsort (sorted, n, sizeof *sorted, cuts_compare_numbers);
  return cuts_check_numbers (sorted, n, options, error)
             ? deid_cuts_new_ordered (sorted, n, options, error)
             : NULL;
}

DeidCuts *
deid_cuts_new_leaves (const DeidHierarchy *hierarchy, const DeidCutOptions *options, GError **error)
{
  g_autofree const char **leaves = NULL;
  const DeidDictionary *labels;

  if (hierarchy->levels[0].labels.n == 0)
    return deid_fail_null (
        error, DEID_ERROR_INVALID_ARGUMENT,
        "%s: a hierarchy without leaves, expected one that lists them in order%s", hierarchy->name,
        hierarchy->rule != NULL ? "; cuts take no rules, subtrees do" : "");
  labels = &hierarchy->levels[0].labels;
  if (!cuts_check_size (labels->n, error))
    return NULL;
  leaves = deid_alloc (labels->n, sizeof *leaves, error);
  if (leaves == NULL)
    return NULL;
  for (guint32 leaf = 0; leaf < labels->n; leaf++)
    leaves[leaf] = deid_dictionary_get (labels, leaf);
  return deid_cuts_new_ordered (leaves, labels->n, options, error);
}

/* Returns: (nullable): the text, if there is memory for it. */
static char *
make_text (const DeidCuts *cuts, guint32 first, guint32 n_values)
{
  DeidLongText text = { 0 };

  if (n_values == cuts->values.n)
    return g_strdup (DEID_SUPPRESSED_LABEL);
  if (cuts->edges.texts != NULL)
    return cut_edges_label (&cuts->edges, first, first + n_values, cuts->values.n);
  if (cuts->are_numbers || cuts->are_dates)
    {
      const char *low = deid_dictionary_get (&cuts->values, first);

      deid_long_text_add (&text, low[0] == '-' || cuts->are_dates ? "%s" DEID_CUT_TO "%s" : "%s-%s",
                          low, deid_dictionary_get (&cuts->values, first + n_values - 1));
    }
  else
    {
      deid_long_text_add (&text, "{");
      for (guint32 i = 0; i < n_values; i++)
        {
          if (i > 0)
            deid_long_text_add (&text, ", ");
          deid_value_set_append_value (&text, deid_dictionary_get (&cuts->values, first + i));
        }
      deid_long_text_add (&text, "}");
    }
  return deid_long_text_end (&text, NULL);
}

/* Sets a place to what was made unless another thread came first.
 * Returns: what is there. */
static gpointer
cuts_settle (gpointer *place, gpointer made)
{
  if (!g_atomic_pointer_compare_and_exchange (place, NULL, made))
    g_free (made);
  return g_atomic_pointer_get (place);
}

const char deid_text_without_memory[] = "";

gboolean
deid_check_text (const char *text, GError **error)
{
  if (text != deid_text_without_memory)
    return TRUE;
  return deid_fail (error, DEID_ERROR_NO_MEMORY, "out of memory for a label");
}

const char *
deid_cuts_get_text (const DeidCuts *cuts, guint32 first, guint32 n_values)
{
  char **texts, *text;

  if (n_values == 1)
    {
      const char *value = deid_dictionary_get (&cuts->values, first);

      return value[0] != '\0' ? value : NULL;
    }
  texts = g_atomic_pointer_get (&cuts->texts[first]);
  if (texts == NULL)
    texts = cuts_settle ((gpointer *) &cuts->texts[first],
                         deid_alloc (cuts->values.n - first, sizeof *texts, NULL));
  if (texts == NULL)
    return deid_text_without_memory;
  text = g_atomic_pointer_get (&texts[n_values - 1]);
  if (text == NULL)
    text = cuts_settle ((gpointer *) &texts[n_values - 1], make_text (cuts, first, n_values));
  return text != NULL ? text : deid_text_without_memory;
}

/* Attributes of cuts: what policies make of them. */

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

gboolean
deid_attribute_merges_node (const DeidAttribute *attribute, const DeidLevel *levels, guint level,
                            guint32 node)
{
  const guint32 dimension = deid_cuts_get_dimension (attribute->cuts, level, node);

  return dimension != DEID_NO_CODE && levels[attribute->first_dimension + dimension] > 0;
}

/* Tells whether a policy merges the node that a code has on a level. */
static gboolean
merges (const DeidAttribute *attribute, const DeidLevel *levels, guint level, guint32 code)
{
  const DeidRecoding *recoding = &attribute->levels[level];

  return deid_attribute_merges_node (attribute, levels, level,
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
         && deid_attribute_merges_node (attribute, levels, top, 0);
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
      if (!deid_attribute_merges_node (attribute, levels, level, node))
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
