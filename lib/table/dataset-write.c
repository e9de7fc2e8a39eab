/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datasets to CSV files. */
#include <csv.h>
#include <string.h>

#include "base/memory.h"
#include "base/decimal.h"
#include "base/output-file.h"
#include "table/csv-options-private.h"
#include "table/dataset-private.h"

static gboolean
is_written (const DeidColumn *column)
{
  return column->role != DEID_ROLE_IDENTIFYING && column->role != DEID_ROLE_ENTITY
         && column->role != DEID_ROLE_SURVEY_WEIGHT;
}

/* Unquoted fields lose the blanks around them, and the first one of a file a byte order mark. */
static gboolean
needs_quotes (const DeidCsvOptions *options, const char *text)
{
  const char special[] = { options->delimiter, options->quote, '\r', '\n', '\0' };
  const gsize length = strlen (text);

  return strpbrk (text, special) != NULL || g_str_has_prefix (text, "\xEF\xBB\xBF")
         || (length > 0 && (g_ascii_isspace (text[0]) || g_ascii_isspace (text[length - 1])));
}

/* Tells whether a spreadsheet would take a text for a formula, or an apostrophe of it for one that
 * was put before it. */
static gboolean
is_formula (const char *text)
{
  const char *first = text + strspn (text, " ");

  if (text[0] == '\'')
    return TRUE;
  return first[0] != '\0' && strchr ("=+-@\t\r\n", first[0]) != NULL
         && !deid_decimal_is_valid (text);
}

static void
write_text (FILE *stream, const DeidCsvOptions *options, const char *text)
{
  if (needs_quotes (options, text))
    csv_fwrite2 (stream, text, strlen (text), (guchar) options->quote);
  else
    fputs (text, stream);
}

static void
write_field (FILE *stream, const DeidCsvOptions *options, const char *text)
{
  g_autofree char *safe = NULL;

  if (options->spreadsheet_safe && is_formula (text))
    text = safe = g_strconcat ("'", text, NULL);
  write_text (stream, options, text);
}

static void
write_missing (FILE *stream, const DeidCsvOptions *options, gboolean only_column)
{
  const char *text = options->missing_values[0];

  if (text != NULL && text[0] != '\0')
    write_text (stream, options, text);
  else if (only_column) /* a blank line would be no row */
    fprintf (stream, "%c%c", options->quote, options->quote);
}

/* Values that would be read back as missing are refused before anything is written. */
static gboolean
check_values (const DeidDataset *dataset, const DeidCsvOptions *options, GError **error)
{
  for (guint c = 0; c < dataset->n_columns; c++)
    {
      const DeidDictionary *dictionary = &dataset->columns[c].dictionary;

      for (guint32 code = 0; is_written (&dataset->columns[c]) && code < dictionary->n; code++)
        {
          const char *text = deid_dictionary_get (dictionary, code);

          if (text != NULL && deid_csv_options_is_missing (options, text))
            {
              g_autofree char *value = deid_dataset_quote (dataset, text);

              g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "%s: row %" G_GUINT64_FORMAT
                           ", column '%s': the value%s%s would be read back as missing",
                           dataset->name, deid_dataset_find_code (dataset, c, code) + 1,
                           deid_column_show (&dataset->columns[c]), value != NULL ? " " : "",
                           value != NULL ? value : "");
              return FALSE;
            }
        }
    }
  return TRUE;
}

static void
write_rows (const DeidDataset *dataset, const DeidCsvOptions *options, const guint *columns,
            guint n_columns, FILE *stream)
{
  for (guint i = 0; options->header && i < n_columns; i++)
    {
      if (i > 0)
        fputc (options->delimiter, stream);
      write_field (stream, options, dataset->columns[columns[i]].name);
    }
  if (options->header)
    fputc ('\n', stream);
  for (guint64 row = 0; row < dataset->n_rows && !ferror (stream); row++)
    {
      for (guint i = 0; i < n_columns; i++)
        {
          const char *text = deid_column_get (&dataset->columns[columns[i]], row);

          if (i > 0)
            fputc (options->delimiter, stream);
          if (text != NULL)
            write_field (stream, options, text);
          else
            write_missing (stream, options, n_columns == 1);
        }
      fputc ('\n', stream);
    }
}

gboolean
deid_dataset_write_csv (DeidDataset *dataset, const char *path, DeidCsvOptions *options,
                        GError **error)
{
  g_autoptr (DeidCsvOptions) used = NULL;
  g_autofree guint *columns = NULL;
  guint n_columns = 0;
  DeidOutputFile file;

  g_return_val_if_fail (dataset != NULL && path != NULL, FALSE);

  used = deid_csv_options_use (options);
  columns = deid_alloc (dataset->n_columns, sizeof *columns, error);
  if (columns == NULL)
    return FALSE;
  for (guint c = 0; c < dataset->n_columns; c++)
    if (is_written (&dataset->columns[c]))
      columns[n_columns++] = c;
  if (n_columns == 0)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE,
                   "%s: no column may be written: each is identifying, an entity or "
                   "a survey weight",
                   dataset->name);
      return FALSE;
    }
  if (!check_values (dataset, used, error) || !deid_output_file_open (&file, path, error))
    return FALSE;
  write_rows (dataset, used, columns, n_columns, file.stream);
  return deid_output_file_commit (&file, error);
}
