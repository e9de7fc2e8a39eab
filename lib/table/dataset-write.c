/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datasets to CSV files. */
#include "table/dataset-write.h"

#include "base/memory.h"
#include "table/csv-options-private.h"
#include "table/csv-write.h"
#include "table/dataset-private.h"

#define CELLS_PER_CHECK 262144

static gboolean
is_written (const DeidColumn *column)
{
  return column->role != DEID_ROLE_IDENTIFYING && column->role != DEID_ROLE_ENTITY
         && column->role != DEID_ROLE_SURVEY_WEIGHT && column->role != DEID_ROLE_JUDGED;
}

static void
write_missing (DeidOutputFile *file, const DeidCsvOptions *options, gboolean only_column)
{
  const char *text = options->missing_values[0];

  if (text != NULL && text[0] != '\0')
    deid_csv_write_text (file, deid_csv_options_get_table_delimiter (options), options->quote,
                         text);
  else if (only_column) /* a blank line would be no row */
    deid_csv_write_quoted (file, options->quote, "");
}

/* Values that would be read back as missing are refused before anything is written. */
static gboolean
check_values (const DeidDataset *dataset, const DeidCsvOptions *options, const guint *columns,
              guint n_columns, const DeidStop *stop, GError **error)
{
  for (guint i = 0; i < n_columns; i++)
    {
      const DeidColumn *column = &dataset->columns[columns[i]];
      const DeidDictionary *dictionary = &column->dictionary;

      for (guint32 code = 0; code < dictionary->n; code++)
        {
          const char *text = deid_dictionary_get (dictionary, code);

          if (!deid_stop_check_row (stop, code, error))
            return FALSE;
          if (text != NULL && deid_csv_options_is_missing (options, text))
            {
              g_autofree char *value = deid_dataset_quote (dataset, text);

              g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "%s: row %" G_GUINT64_FORMAT
                           ", column '%s': the value%s%s would be read back as missing",
                           dataset->name, deid_column_find_code (column, code) + 1,
                           deid_column_show (column), value != NULL ? " " : "",
                           value != NULL ? value : "");
              return FALSE;
            }
        }
    }
  return TRUE;
}

static void
write_header (const DeidDataset *dataset, const DeidCsvOptions *options, const guint *columns,
              guint n_columns, DeidOutputFile *file)
{
  for (guint i = 0; i < n_columns; i++)
    {
      if (i > 0)
        deid_output_file_put (file, deid_csv_options_get_table_delimiter (options));
      deid_csv_write_field (file, options, deid_csv_options_get_table_delimiter (options),
                            dataset->columns[columns[i]].name);
    }
  deid_output_file_put (file, '\n');
}

static gboolean
write_rows (const DeidDataset *dataset, const DeidCsvOptions *options, const guint *columns,
            guint n_columns, DeidOutputFile *file, const DeidStop *stop, GError **error)
{
  const guint64 rows_per_check = 1 + CELLS_PER_CHECK / n_columns;

  for (guint64 row = 0; row < dataset->n_rows && file->code == 0; row++)
    {
      if (row % rows_per_check == 0 && !deid_stop_check (stop, error))
        return FALSE;
      for (guint i = 0; i < n_columns; i++)
        {
          const char *text = deid_column_get (&dataset->columns[columns[i]], row);

          if (i > 0)
            deid_output_file_put (file, deid_csv_options_get_table_delimiter (options));
          if (text != NULL)
            deid_csv_write_field (file, options, deid_csv_options_get_table_delimiter (options),
                                  text);
          else
            write_missing (file, options, n_columns == 1);
        }
      deid_output_file_put (file, '\n');
    }
  return TRUE;
}

guint *
deid_dataset_list_written (const DeidDataset *dataset, guint *n_columns, GError **error)
{
  guint *columns = deid_alloc (dataset->n_columns, sizeof *columns, error);

  *n_columns = 0;
  if (columns == NULL)
    return NULL;
  for (guint c = 0; c < dataset->n_columns; c++)
    if (is_written (&dataset->columns[c]))
      columns[(*n_columns)++] = c;
  if (*n_columns > 0)
    return columns;
  g_free (columns);
  g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE,
               "%s: no column may be written: each has the role identifying, entity, survey-weight "
               "or judged",
               dataset->name);
  return NULL;
}

gboolean
deid_dataset_check_csv (const DeidDataset *dataset, const DeidCsvOptions *options,
                        const DeidStop *stop, GError **error)
{
  guint n_columns;
  g_autofree guint *columns = deid_dataset_list_written (dataset, &n_columns, error);

  return columns != NULL && check_values (dataset, options, columns, n_columns, stop, error);
}

gboolean
deid_dataset_write_rows (const DeidDataset *dataset, const DeidCsvOptions *options,
                         DeidOutputFile *file, const DeidStop *stop, GError **error)
{
  guint n_columns;
  g_autofree guint *columns = deid_dataset_list_written (dataset, &n_columns, error);

  if (columns == NULL)
    return FALSE;
  if (options->header)
    write_header (dataset, options, columns, n_columns, file);
  return write_rows (dataset, options, columns, n_columns, file, stop, error);
}

/* Writes a dataset that was checked to what was opened for it. */
static gboolean
write_and_commit (const DeidDataset *dataset, const DeidCsvOptions *options, DeidOutputFile *file,
                  const DeidStop *stop, GError **error)
{
  if (deid_dataset_write_rows (dataset, options, file, stop, error))
    return deid_output_file_commit (file, error);
  deid_output_file_clear (file);
  return FALSE;
}

gboolean
deid_dataset_write_csv (DeidDataset *dataset, const char *path, DeidCsvOptions *options,
                        GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidCsvOptions) used = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (dataset != NULL && path != NULL, FALSE);

  used = deid_csv_options_use (options);
  return deid_dataset_check_csv (dataset, used, stop, error)
         && deid_output_file_open (&file, path, FALSE, cancellable, error)
         && write_and_commit (dataset, used, &file, stop, error);
}

gboolean
deid_dataset_write_csv_stream (DeidDataset *dataset, GOutputStream *stream, DeidCsvOptions *options,
                               GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidCsvOptions) used = NULL;
  DeidOutputFile file;

  g_return_val_if_fail (dataset != NULL && G_IS_OUTPUT_STREAM (stream), FALSE);

  used = deid_csv_options_use (options);
  return deid_dataset_check_csv (dataset, used, stop, error)
         && deid_output_file_open_stream (&file, stream, cancellable, error)
         && write_and_commit (dataset, used, &file, stop, error);
}
