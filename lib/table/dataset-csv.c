/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datasets from CSV files. */
#include "table/csv-parts.h"
#include "table/dataset-private.h"
#include "table/delimiters.h"
#include "table/row-loader.h"

/* Returns: another delimiter that the file may have, or NUL. */
static char
guess_delimiter (const DeidCsvOptions *options, const char *name, guint n_columns)
{
  if (!options->header || n_columns != 1)
    return '\0';
  return deid_delimiter_guess (name, deid_csv_options_get_table_delimiter (options));
}

/* What the wrong delimiter makes of a file has more fields than columns, and quotes within them. */
static void
append_doubt (const DeidRowLoader *loader, GError **error)
{
  const char *name = loader->n_columns > 0 ? loader->columns[0].column.name : NULL;
  const char other = guess_delimiter (loader->options, name, loader->n_columns);
  g_autofree char *doubt = deid_delimiter_ask (other);
  char *message;

  if (error == NULL || other == '\0' || !g_error_matches (*error, DEID_ERROR, DEID_ERROR_PARSE))
    return;
  message = g_strconcat ((*error)->message, doubt, NULL);
  g_free ((*error)->message);
  (*error)->message = message;
}

static DeidDataset *
dataset_csv_load (DeidInput *input, const DeidCsvOptions *options, GError **error)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (input->name);
  DeidRowLoader loader;
  gboolean loaded;

  dataset->show_values = options->show_values;
  deid_row_loader_init (&loader, options);
  loaded = deid_csv_load (input, &loader, DEID_CSV_PART_SIZE, error);
  if (!loaded)
    append_doubt (&loader, error);
  if (loaded && loader.n_columns == 0)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                   "%s: line 1: the file is empty, expected %s", dataset->name,
                   options->header ? "the names of the columns" : "a row");
      loaded = FALSE;
    }
  for (guint c = 0; loaded && c < loader.n_columns; c++)
    {
      if (options->missing_values[0] != NULL)
        loader.columns[c].column.missing_codes
            = deid_missing_codes_join (NULL, (const char *const *) options->missing_values);
      loaded = deid_dataset_take_column (dataset, &loader.columns[c].column, error);
    }
  if (loaded && loader.line_per_row)
    dataset->first_line = loader.first_line;
  if (loaded)
    dataset->other_delimiter
        = guess_delimiter (options, dataset->columns[0].name, dataset->n_columns);
  deid_row_loader_clear (&loader);
  return loaded ? g_steal_pointer (&dataset) : NULL;
}

/* Clears the input. */
static DeidDataset *
dataset_csv_read_input (DeidInput *input, DeidCsvOptions *options, GError **error)
{
  g_autoptr (DeidCsvOptions) used = deid_csv_options_use (options);
  DeidDataset *dataset = dataset_csv_load (input, used, error);

  deid_input_clear (input);
  return dataset;
}

DeidDataset *
deid_dataset_new_from_csv (const char *path, DeidCsvOptions *options, GCancellable *cancellable,
                           GError **error)
{
  DeidInput input;

  g_return_val_if_fail (path != NULL, NULL);

  return deid_input_open (&input, path, cancellable, error)
             ? dataset_csv_read_input (&input, options, error)
             : NULL;
}

DeidDataset *
deid_dataset_new_from_csv_stream (GInputStream *stream, const char *name, DeidCsvOptions *options,
                                  GCancellable *cancellable, GError **error)
{
  DeidInput input;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  deid_input_init_stream (&input, stream, name != NULL ? name : "table", cancellable);
  return dataset_csv_read_input (&input, options, error);
}
