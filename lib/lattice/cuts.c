/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/cuts.h"

#include "base/arrays.h"
#include "base/long-text.h"
#include "base/memory.h"
#include "base/rational.h"
#include "base/text.h"
#include "hierarchy/numbers/range.h"
#include "hierarchy/rules/value-set.h"

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
