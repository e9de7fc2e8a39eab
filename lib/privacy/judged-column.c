/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/judged-column.h"

#include <string.h>

#include "base/memory.h"
#include "base/stopped-sort.h"

gboolean
deid_compare_by_type (const char *a, const char *b, gpointer data, int *order, GError **error)
{
  (void) error;
  *order = deid_type_reader_compare (data, a, b);
  return TRUE;
}

void
deid_judged_column_clear (DeidJudgedColumn *judged)
{
  g_free (judged->code_of_value);
  g_free (judged->totals);
  deid_codes_clear (&judged->own_codes);
}

/* What compares values for a model, until it fails. */
typedef struct
{
  DeidCompareFunc compare;
  gpointer data;
  gboolean has_failed;
  GError *error; /* or NULL */
} JudgedColumnComparison;

/* A value that is being sorted. */
typedef struct
{
  JudgedColumnComparison *comparison;
  const char *text;
  guint32 code;
} Sorted;

/* A missing value comes first; equal ones are told apart as text, and so are all others once the
 * model has failed. */
static int
compare_sorted (const void *a, const void *b)
{
  const Sorted *x = a, *y = b;
  JudgedColumnComparison *comparison = x->comparison;
  int order = 0;

  if (x->text == NULL || y->text == NULL)
    return (x->text != NULL) - (y->text != NULL);
  if (!comparison->has_failed)
    comparison->has_failed
        = !comparison->compare (x->text, y->text, comparison->data, &order, &comparison->error)
          || comparison->error != NULL;
  return order != 0 ? order : strcmp (x->text, y->text);
}

static gboolean
judged_column_sort_values (DeidJudgedColumn *judged, const DeidPrivacyModel *model,
                           const DeidStop *stop, GError **error)
{
  g_autofree Sorted *sorted = deid_alloc (judged->n_values, sizeof *sorted, error);
  JudgedColumnComparison comparison = { .compare = judged->compare, .data = judged->compare_data };
  const DeidColumn *column = judged->column;
  DeidTypeReader reader;
  gboolean is_sorted;

  if (sorted == NULL)
    return FALSE;
  if (judged->compare == deid_compare_by_type)
    {
      if (!deid_type_reader_init (&reader, column->type, column->format, error))
        return FALSE;
      comparison.data = &reader;
    }
  for (guint32 value = 0; value < judged->n_values; value++)
    {
      const guint32 code = judged->code_of_value[value];

      sorted[value]
          = (Sorted){ &comparison, deid_dictionary_get (&column->dictionary, code), code };
    }
  is_sorted
      = deid_stopped_sort (sorted, judged->n_values, sizeof *sorted, compare_sorted, stop, error);
  if (!is_sorted)
    g_clear_error (&comparison.error);
  if (!is_sorted
      || !deid_privacy_model_slot_succeeded (model, !comparison.has_failed, comparison.error,
                                             error))
    return FALSE;
  for (guint32 value = 0; value < judged->n_values; value++)
    judged->code_of_value[value] = sorted[value].code;
  return TRUE;
}

/* Numbers the codes that rows have. */
static gboolean
judged_column_number_values (DeidJudgedColumn *judged, const DeidPrivacyModel *model,
                             const guint64 *counts, const DeidStop *stop, GError **error)
{
  const guint32 n_codes = judged->column->dictionary.n;

  if ((judged->code_of_value = deid_alloc (n_codes, sizeof *judged->code_of_value, error)) == NULL
      || (judged->totals = deid_alloc (n_codes, sizeof *judged->totals, error)) == NULL)
    return FALSE;
  for (guint32 code = 0; code < n_codes; code++)
    if (counts[code] > 0)
      judged->code_of_value[judged->n_values++] = code;
  if (judged->compare != NULL && !judged_column_sort_values (judged, model, stop, error))
    return FALSE;
  for (guint32 value = 0; value < judged->n_values; value++)
    judged->totals[value] = counts[judged->code_of_value[value]];
  return TRUE;
}

static gboolean
translate_rows (DeidJudgedColumn *judged, const DeidStop *stop, GError **error)
{
  const DeidCodes *codes = &judged->column->codes;
  g_autofree guint32 *value_of_code
      = deid_alloc (judged->column->dictionary.n, sizeof *value_of_code, error);

  if (value_of_code == NULL
      || !deid_codes_alloc (&judged->own_codes, codes->n, judged->n_values - 1, error))
    return FALSE;
  for (guint32 value = 0; value < judged->n_values; value++)
    value_of_code[judged->code_of_value[value]] = value;
  for (guint64 row = 0; row < codes->n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      deid_codes_set (&judged->own_codes, row, value_of_code[deid_codes_get (codes, row)]);
    }
  judged->codes = &judged->own_codes;
  return TRUE;
}

static gboolean
values_are_codes (const DeidJudgedColumn *judged)
{
  for (guint32 value = 0; value < judged->n_values; value++)
    if (judged->code_of_value[value] != value)
      return FALSE;
  return TRUE;
}

gboolean
deid_judged_column_init (DeidJudgedColumn *judged, const DeidTableSource *table,
                         const DeidColumn *column, const DeidPrivacyModel *model,
                         const DeidStop *stop, GError **error)
{
  g_autofree guint64 *counts = deid_table_source_count_codes (table, column, stop, error);

  *judged = (DeidJudgedColumn){ .column = column,
                                .compare = model->funcs->compare.func,
                                .compare_data = model->funcs->compare.data,
                                .codes = &column->codes };
  return counts != NULL && judged_column_number_values (judged, model, counts, stop, error)
         && (values_are_codes (judged) || translate_rows (judged, stop, error));
}
