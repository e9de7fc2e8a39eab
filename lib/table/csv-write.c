/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/csv-write.h"

#include <string.h>

#include "base/decimal.h"
#include "table/csv-options-private.h"

/* Unquoted fields lose the blanks around them, and the first one of a file a byte order mark. */
static gboolean
csv_write_needs_quotes (char delimiter, char quote, const char *text)
{
  const char special[] = { delimiter, quote, '\r', '\n', '\0' };
  const gsize length = strlen (text);

  return strpbrk (text, special) != NULL || g_str_has_prefix (text, "\xEF\xBB\xBF")
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

void
deid_csv_add_text (DeidLongText *line, char delimiter, char quote, const char *text)
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
  deid_csv_add_text (line, delimiter, options->quote, text);
}

void
deid_csv_add_char (DeidLongText *line, char c)
{
  deid_long_text_add_bytes (line, &c, 1);
}
