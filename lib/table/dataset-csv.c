/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datasets from CSV files. */
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "table/csv-options-private.h"
#include "table/column-loader.h"
#include "table/dataset-private.h"
#include "table/delimiters.h"

#define MAX_NUMBERED 20 /* of the name of a column that has none, in bytes */

typedef struct
{
  const DeidCsvOptions *options;
  DeidColumnLoader *columns;
  guint n_columns;
  guint64 n_rows;
  guint64 first_line;
  gboolean line_per_row;
} Loader;

static void
loader_clear (Loader *loader)
{
  for (guint c = 0; c < loader->n_columns; c++)
    deid_column_loader_clear (&loader->columns[c]);
  g_free (loader->columns);
}

/* Makes a column for each field of the first row, so that a name can be checked in its place. */
static gboolean
start_columns (Loader *loader, const DeidField *fields, guint n_fields, GError **error)
{
  loader->columns = deid_alloc (n_fields, sizeof *loader->columns, error);
  if (loader->columns == NULL)
    return FALSE;
  for (; loader->n_columns < n_fields; loader->n_columns++)
    {
      const guint c = loader->n_columns;

      if (!loader->options->header)
        {
          char numbered[MAX_NUMBERED];

          g_snprintf (numbered, sizeof numbered, "column%u", c + 1);
          if (!deid_column_loader_init (&loader->columns[c], numbered, error))
            return FALSE;
          continue;
        }
      if (!g_utf8_validate_len (fields[c].text, fields[c].length, NULL))
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING,
                       "the name of column %u is not valid UTF-8 or holds a NUL byte", c + 1);
          return FALSE;
        }
      if (fields[c].length == 0)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                       "the name of column %u is empty, expected a name", c + 1);
          return FALSE;
        }
      if (!deid_column_loader_init (&loader->columns[c], fields[c].text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_unique_names (const Loader *loader, GError **error)
{
  DeidDictionary seen;
  gboolean success = TRUE;

  deid_dictionary_init (&seen);
  for (guint c = 0; success && c < loader->n_columns; c++)
    {
      const char *name = loader->columns[c].column.name;
      guint32 code;

      success = deid_dictionary_add (&seen, name, strlen (name), &code, error);
      if (success && code < c)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN,
                       "two columns are called '%s', expected different names",
                       deid_column_show (&loader->columns[c].column));
          success = FALSE;
        }
    }
  deid_dictionary_clear (&seen);
  return success;
}

static gboolean
add_row (Loader *loader, guint64 line, const DeidField *fields, guint n_fields, GError **error)
{
  if (n_fields != loader->n_columns)
    {
      const DeidField *last = &fields[n_fields - 1];
      g_autofree char *shown = deid_text_show (last->text, (gssize) last->length);
      const gboolean is_shown = loader->options->show_values;

      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                   "%u fields%s%s%s, expected %u as in the first line", n_fields,
                   is_shown ? " ending with '" : "", is_shown ? shown : "", is_shown ? "'" : "",
                   loader->n_columns);
      return FALSE;
    }
  for (guint c = 0; c < n_fields; c++)
    if (!deid_column_loader_append (&loader->columns[c], &fields[c],
                                    (const char *const *) loader->options->missing_values, error))
      {
        deid_text_prefix_value (error, loader->options->show_values, fields[c].text,
                                (gssize) fields[c].length);
        g_prefix_error (error, "column '%s': ", deid_column_show (&loader->columns[c].column));
        return FALSE;
      }
  if (loader->n_rows == 0)
    loader->first_line = line;
  loader->line_per_row &= line == loader->first_line + loader->n_rows;
  loader->n_rows++;
  return TRUE;
}

static gboolean
load_row (DeidCsvReader *reader, guint64 line, const DeidField *fields, guint n_fields,
          gpointer user_data, GError **error)
{
  Loader *loader = user_data;
  const gboolean first = loader->columns == NULL;

  if ((first
       && !(start_columns (loader, fields, n_fields, error) && check_unique_names (loader, error)))
      || (!(first && loader->options->header) && !add_row (loader, line, fields, n_fields, error)))
    {
      deid_csv_locate_error (reader, line);
      return FALSE;
    }
  return TRUE;
}

/* Returns: another delimiter that the file may have, or NUL. */
static char
guess_delimiter (const DeidCsvOptions *options, const DeidColumn *first, guint n_columns)
{
  if (!options->header || n_columns != 1)
    return '\0';
  return deid_delimiter_guess (first->name, deid_csv_options_get_table_delimiter (options));
}

/* What the wrong delimiter makes of a file has more fields than columns, and quotes within them. */
static void
append_doubt (const Loader *loader, GError **error)
{
  const char other = guess_delimiter (loader->options, &loader->columns->column, loader->n_columns);
  g_autofree char *doubt = deid_delimiter_ask (other);
  char *message;

  if (error == NULL || other == '\0' || !g_error_matches (*error, DEID_ERROR, DEID_ERROR_PARSE))
    return;
  message = g_strconcat ((*error)->message, doubt, NULL);
  g_free ((*error)->message);
  (*error)->message = message;
}

static DeidDataset *
load (DeidInput *input, const DeidCsvOptions *options, GError **error)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (input->name);
  Loader loader = { .options = options, .line_per_row = TRUE };
  gboolean loaded;

  dataset->show_values = options->show_values;
  loaded = deid_csv_read (input, deid_csv_options_get_table_delimiter (options), options->quote,
                          load_row, &loader, error);
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
  dataset->other_delimiter = guess_delimiter (options, dataset->columns, dataset->n_columns);
  loader_clear (&loader);
  return loaded ? g_steal_pointer (&dataset) : NULL;
}

/* Clears the input. */
static DeidDataset *
read_input (DeidInput *input, DeidCsvOptions *options, GError **error)
{
  g_autoptr (DeidCsvOptions) used = deid_csv_options_use (options);
  DeidDataset *dataset = load (input, used, error);

  deid_input_clear (input);
  return dataset;
}

DeidDataset *
deid_dataset_new_from_csv (const char *path, DeidCsvOptions *options, GCancellable *cancellable,
                           GError **error)
{
  DeidInput input;

  g_return_val_if_fail (path != NULL, NULL);

  return deid_input_open (&input, path, cancellable, error) ? read_input (&input, options, error)
                                                            : NULL;
}

DeidDataset *
deid_dataset_new_from_csv_stream (GInputStream *stream, const char *name, DeidCsvOptions *options,
                                  GCancellable *cancellable, GError **error)
{
  DeidInput input;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  deid_input_init_stream (&input, stream, name != NULL ? name : "table", cancellable);
  return read_input (&input, options, error);
}
