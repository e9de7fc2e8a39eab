/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/csv-rows.h"

#include <string.h>

#include "base/memory.h"
#include "table/csv-options-private.h"
#include "table/csv-write.h"

/* Of the texts whose fields are kept, in all columns together. */
#define MAX_BYTES (8 * 1024 * 1024)

/* Most fields are shorter. A copy of so many bytes takes one instruction or two. */
#define CSV_ROWS_SHORT 16

static void
csv_rows_add_missing (const DeidCsvRows *rows, DeidLongText *line)
{
  const char *text = rows->options->missing_values[0];

  if (text != NULL && text[0] != '\0')
    deid_csv_add_text (line, deid_csv_options_get_table_delimiter (rows->options),
                       rows->options->quote, text);
  else if (rows->n_columns == 1) /* a blank line would be no row */
    deid_csv_add_quoted (line, rows->options->quote, "");
}

static void
csv_rows_add_field (const DeidCsvRows *rows, const DeidCsvColumn *column, guint32 code,
                    DeidLongText *line)
{
  const char *text = deid_dictionary_get (&column->column->dictionary, code);

  if (text != NULL)
    deid_csv_add_field (line, rows->options, deid_csv_options_get_table_delimiter (rows->options),
                        text);
  else
    csv_rows_add_missing (rows, line);
  deid_csv_add_char (line, column->end);
}

static gboolean
make_fields (const DeidCsvRows *rows, DeidCsvColumn *column, const DeidStop *stop, GError **error)
{
  const guint32 n = column->column->dictionary.n;
  const char slack[CSV_ROWS_SHORT] = { 0 };

  column->starts = deid_alloc ((guint64) n + 1, sizeof *column->starts, error);
  for (guint32 code = 0; column->starts != NULL && code < n; code++)
    {
      if (!deid_stop_check_value (stop, code, error))
        return FALSE;
      csv_rows_add_field (rows, column, code, &column->fields);
      column->starts[code + 1] = (guint32) column->fields.n;
    }
  deid_long_text_add_bytes (&column->fields, slack, CSV_ROWS_SHORT);
  return column->starts != NULL && deid_long_text_check (&column->fields, error);
}

gboolean
deid_csv_rows_init (DeidCsvRows *rows, const DeidColumn *columns, const guint *numbers,
                    guint n_columns, const DeidCsvOptions *options, const DeidStop *stop,
                    GError **error)
{
  guint64 n_bytes = 0;

  *rows = (DeidCsvRows){ .options = options,
                         .columns = deid_alloc (n_columns, sizeof *rows->columns, error),
                         .n_columns = n_columns };
  for (guint i = 0; rows->columns != NULL && i < n_columns; i++)
    {
      const DeidColumn *column = &columns[numbers[i]];
      const guint64 added
          = column->dictionary.n_bytes + column->dictionary.n * sizeof *rows->columns[i].starts;

      rows->columns[i].column = column;
      rows->columns[i].end
          = i + 1 < n_columns ? deid_csv_options_get_table_delimiter (options) : '\n';
      if (column->dictionary.n > column->codes.n || n_bytes + added > MAX_BYTES)
        continue;
      n_bytes += added;
      if (!make_fields (rows, &rows->columns[i], stop, error))
        return FALSE;
    }
  return rows->columns != NULL;
}

void
deid_csv_rows_clear (DeidCsvRows *rows)
{
  for (guint i = 0; rows->columns != NULL && i < rows->n_columns; i++)
    {
      deid_long_text_clear (&rows->columns[i].fields);
      g_free (rows->columns[i].starts);
    }
  g_free (rows->columns);
}

static inline void
copy_field (const DeidCsvColumn *column, guint32 code, DeidLongText *lines)
{
  const guint32 start = column->starts[code];
  const gsize length = column->starts[code + 1] - start;
  const char *field = column->fields.text + start;

  if (length > CSV_ROWS_SHORT || lines->capacity - lines->n < CSV_ROWS_SHORT)
    {
      deid_long_text_add_bytes (lines, field, length);
      return;
    }
  memcpy (lines->text + lines->n, field, CSV_ROWS_SHORT);
  lines->n += length;
}

void
deid_csv_rows_add (const DeidCsvRows *rows, guint64 row, DeidLongText *lines)
{
  for (guint i = 0; i < rows->n_columns; i++)
    {
      const DeidCsvColumn *column = &rows->columns[i];
      const guint32 code = deid_codes_get (&column->column->codes, row);

      if (column->starts != NULL)
        copy_field (column, code, lines);
      else
        csv_rows_add_field (rows, column, code, lines);
    }
}
