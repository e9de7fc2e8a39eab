/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/csv-write.h"

#include "base/memory.h"
#include "base/rational.h"
#include "table/csv-options.h"

#include <string.h>

/* Unquoted fields lose the blanks around them, and the first one of a file a byte order mark; it
 * may be taken for the line that names the delimiter. */
static gboolean
csv_write_needs_quotes (char delimiter, char quote, const char *text)
{
  const char special[] = { delimiter, quote, '\r', '\n', '\0' };
  const gsize length = strlen (text);

  return strpbrk (text, special) != NULL || g_str_has_prefix (text, "\xEF\xBB\xBF")
         || g_ascii_strncasecmp (text, "sep=", 4) == 0
         || (length > 0 && (g_ascii_isspace (text[0]) || g_ascii_isspace (text[length - 1])));
}

/* Tells whether a spreadsheet would take a text for a formula, or an apostrophe of it for one that
 * was put before it. */
static gboolean
is_formula (const char *text)
{
  static const char *const full_width[] = { "＝", "＋", "－", "＠" };
  const char *first = text + strspn (text, " ");

  if (text[0] == '\'')
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (full_width); i++)
    if (g_str_has_prefix (first, full_width[i]))
      return TRUE;
  return first[0] != '\0' && strchr ("=+-@\t\r\n", first[0]) != NULL
         && !deid_decimal_is_valid (text);
}

/* Quotes in the text are doubled. */
void
deid_csv_add_quoted (DeidLongText *line, char quote, const char *text)
{
  const char *next;

  deid_csv_add_char (line, quote);
  while ((next = strchr (text, quote)) != NULL)
    {
      deid_long_text_add_bytes (line, text, (gsize) (next - text) + 1);
      deid_csv_add_char (line, quote);
      text = next + 1;
    }
  deid_long_text_add_bytes (line, text, strlen (text));
  deid_csv_add_char (line, quote);
}

/* Adds a text, in quotes if it would read back as another one without them. */
static void
csv_add_text (DeidLongText *line, char delimiter, char quote, const char *text)
{
  if (csv_write_needs_quotes (delimiter, quote, text))
    deid_csv_add_quoted (line, quote, text);
  else
    deid_long_text_add_bytes (line, text, strlen (text));
}

void
deid_csv_add_field (DeidLongText *line, const DeidCsvOptions *options, char delimiter,
                    const char *text)
{
  g_autofree char *safe = NULL;

  if (options->spreadsheet_safe && is_formula (text))
    text = safe = g_strconcat ("'", text, NULL);
  csv_add_text (line, delimiter, deid_csv_options_get_written_quote (options), text);
}

void
deid_csv_add_char (DeidLongText *line, char c)
{
  deid_long_text_add_bytes (line, &c, 1);
}

/* Of the texts whose fields are kept, in all columns together. */
#define MAX_BYTES (8 * 1024 * 1024)

/* Most fields are shorter. A copy of so many bytes takes one instruction or two. */
#define CSV_ROWS_SHORT 16

static void
csv_rows_add_missing (const DeidCsvRows *rows, gboolean is_suppressed, DeidLongText *line)
{
  const char *text = is_suppressed ? "" : rows->options->missing_values[0];

  if (text != NULL && text[0] != '\0')
    csv_add_text (line, deid_csv_options_get_table_delimiter (rows->options),
                  deid_csv_options_get_written_quote (rows->options), text);
  else if (rows->n_columns == 1) /* a blank line would be no row */
    deid_csv_add_quoted (line, deid_csv_options_get_written_quote (rows->options), "");
}

static void
csv_rows_add_field (const DeidCsvRows *rows, const DeidCsvColumn *column, guint32 code,
                    DeidLongText *line)
{
  const char *text = deid_dictionary_get (&column->column->dictionary, code);

  g_autofree char *form = text != NULL ? deid_column_write_text (column->column, text) : NULL;

  if (text != NULL && (form == NULL || form[0] != '\0'))
    deid_csv_add_field (line, rows->options, deid_csv_options_get_table_delimiter (rows->options),
                        form != NULL ? form : text);
  else
    csv_rows_add_missing (rows, text != NULL, line);
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
