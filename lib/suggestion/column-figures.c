/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "suggestion/suggestions-private.h"

#include <string.h>

#include "base/calendar.h"
#include "base/rational.h"
#include "base/memory.h"
#include "table/dataset-view.h"

static gboolean
column_figures_is_missing (const DeidColumnFigures *figures, const char *text)
{
  const char *const *codes = (const char *const *) figures->inference->missing_codes;

  return text == NULL || (codes[0] != NULL && g_strv_contains (codes, text));
}

/* Motwani and Xu's figures of one column, a missing value being one of its own. */
static void
column_figures_count (DeidColumnFigures *figures, const guint64 *counts)
{
  const DeidDictionary *dictionary = &figures->column->dictionary;
  const guint64 n = figures->n_records;
  DeidWide n_alike = 0;

  for (guint32 code = 0; code < dictionary->n; code++)
    if (column_figures_is_missing (figures, deid_dictionary_get (dictionary, code)))
      figures->n_missing += counts[code];
    else
      {
        figures->n_distinct++;
        figures->n_single += counts[code] == 1 ? 1 : 0;
        figures->n_most = MAX (figures->n_most, counts[code]);
        n_alike += (DeidWide) counts[code] * (counts[code] - 1) / 2;
      }
  if (figures->n_missing > 0)
    n_alike += (DeidWide) figures->n_missing * (figures->n_missing - 1) / 2;
  if (n > 0)
    figures->distinction = (double) (figures->n_distinct + (figures->n_missing > 0)) / (double) n;
  if (n > 1)
    figures->separation = 1 - (double) n_alike / ((double) n * (double) (n - 1) / 2);
}

/* Reads a value as the number that an order of values goes by. */
static gboolean
column_figures_read_number (const DeidColumnInference *inference, const DeidDateFormat *format,
                            const char *text, double *number)
{
  DeidDateTime read;

  if (inference->type == DEID_COLUMN_TYPE_DATE)
    {
      if (!deid_date_format_read (format, text, &read))
        return FALSE;
      *number = read.date.year;
      return TRUE;
    }
  return deid_column_inference_read_number (inference, text, number);
}

/* Codes are in the order of first appearance. */
static void
add_exception (DeidColumnFigures *figures, guint32 code, guint64 n_records)
{
  if (figures->n_exceptions < DEID_MAX_EXCEPTIONS)
    figures->exceptions[figures->n_exceptions] = code;
  figures->n_exceptions++;
  figures->n_exceptional += n_records;
}

/* The extent of the values that are of the type, and those that are not. */
static gboolean
find_extent (DeidColumnFigures *figures, const guint64 *counts, const DeidStop *stop,
             GError **error)
{
  const DeidColumnInference *inference = figures->inference;
  const DeidColumnType type = inference->type;
  const DeidDictionary *dictionary = &figures->column->dictionary;
  const char *text = inference->n_formats > 0 ? inference->formats[0] : NULL;
  DeidDateFormat format;
  gboolean is_first = TRUE;

  deid_date_format_init (&format, text != NULL ? text : DEID_DATE_FORMAT_ISO, NULL);
  for (guint32 code = 0; type != DEID_COLUMN_TYPE_TEXT && code < dictionary->n; code++)
    {
      double number;

      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      text = deid_dictionary_get (dictionary, code);
      if (column_figures_is_missing (figures, text))
        continue;
      if (!column_figures_read_number (inference, &format, text, &number))
        {
          add_exception (figures, code, counts[code]);
          continue;
        }
      figures->least = is_first ? number : MIN (figures->least, number);
      figures->greatest = is_first ? number : MAX (figures->greatest, number);
      is_first = FALSE;
    }
  return TRUE;
}

/* Weights are hardly all above 1,000: where each has a comma, it is the decimal mark. */
static void
take_commas_of_weights (DeidColumnInference *inference, const char *name)
{
  if (!inference->has_commas || !deid_kind_is_named (DEID_KIND_SURVEY_WEIGHT, name))
    return;
  inference->type = DEID_COLUMN_TYPE_DECIMAL;
  inference->number = (DeidNumberFormat){ .decimal = ',' };
  inference->may_have_comma = FALSE;
}

gboolean
deid_column_figures_init (DeidColumnFigures *figures, const DeidDataset *dataset, guint column,
                          const DeidStop *stop, GError **error)
{
  DeidTableSource table;
  g_autofree guint64 *counts = NULL;
  gboolean success;

  *figures = (DeidColumnFigures){ .column = deid_dataset_get_column (dataset, column),
                                  .n_records = deid_dataset_get_n_records (dataset) };
  success
      = deid_table_source_init (&table, dataset, error)
        && (counts = deid_table_source_count_codes (&table, figures->column, stop, error)) != NULL;
  success = success
            && (figures->inference
                = deid_column_inference_new (dataset, figures->column->name, stop, error))
                   != NULL;
  if (success)
    take_commas_of_weights (figures->inference, figures->column->name);
  success = success
            && deid_patterns_count (&figures->patterns, &figures->column->dictionary,
                                    (const char *const *) figures->inference->missing_codes, stop,
                                    error)
            && find_extent (figures, counts, stop, error);
  deid_table_source_clear (&table);
  if (success)
    column_figures_count (figures, counts);
  return success;
}

void
deid_column_figures_clear (DeidColumnFigures *figures)
{
  g_clear_pointer (&figures->inference, deid_column_inference_free);
}
