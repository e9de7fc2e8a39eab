/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/dialect.h"

#include <string.h>

#include "base/rational.h"

static gpointer
read_built_in (gpointer text)
{
  return deid_dialect_read (text, NULL);
}

const DeidDialectFacts *
deid_dialect_get_facts (DeidDialect dialect)
{
  static GOnce read[DEID_DIALECT_ANSI + 1];

  return (guint) dialect < G_N_ELEMENTS (read)
             ? g_once (&read[dialect], read_built_in, (gpointer) deid_dialect_texts[dialect])
             : NULL;
}

/* Names of columns were checked to have no control character. */
void
deid_dialect_add_alias (const DeidDialectFacts *facts, DeidLongText *sql, char letter, guint number)
{
  const char *quote = facts->has_loud_aliases ? facts->name_quote : "";

  deid_long_text_add (sql, "%s%s%c%u%s", quote, facts->has_loud_aliases ? "\\t" : "", letter,
                      number, quote);
}

/* Returns: what stands for a character of a literal. */
static const char *
get_stand_in (const DeidDialectFacts *facts, char character, gboolean has_escapes)
{
  switch (character)
    {
    case '\'':
      return facts->quote != NULL ? facts->quote : "''";
    case '\\':
      return facts->backslash != NULL ? facts->backslash : has_escapes ? "\\\\" : "\\";
    case '\r':
      return facts->carriage_return;
    default:
      return facts->line_feed;
    }
}

/* Adds a literal; @mark stands for a carriage return unless it is NULL. */
static void
add_literal (const DeidDialectFacts *facts, DeidLongText *sql, const char *text, const char *mark)
{
  const gboolean is_marked = facts->escape_mark != NULL && strchr (text, '\\') != NULL;

  deid_long_text_add (sql, "%s'", is_marked ? facts->escape_mark : "");
  while (*text != '\0')
    {
      const gsize n_plain = strcspn (text, "'\\\r\n");

      deid_long_text_add (sql, "%.*s", (int) n_plain, text);
      text += n_plain;
      if (*text == '\0')
        break;
      deid_long_text_add (sql, "%s",
                          *text == '\r' && mark != NULL
                              ? mark
                              : get_stand_in (facts, *text, facts->has_escapes || is_marked));
      text++;
    }
  deid_long_text_add (sql, "'");
}

/* Returns: (transfer full): zeros between braces, more than any that the text has. */
static char *
make_mark (const char *text)
{
  gsize most = 0;
  g_autofree char *zeros = NULL;

  for (const char *c = text; (c = strchr (c, '{')) != NULL; c++)
    most = MAX (most, strspn (c + 1, "0"));
  zeros = g_strnfill (most + 1, '0');
  return g_strdup_printf ("{%s}", zeros);
}

/* Adds a text whose carriage returns are put in by the engine: one function for all of them, since
 * engines limit how deep an expression is. */
static void
add_lost_returns (const DeidDialectFacts *facts, DeidLongText *sql, const char *text)
{
  g_autofree char *mark = make_mark (text);

  deid_long_text_add (sql, "replace(");
  add_literal (facts, sql, text, mark);
  deid_long_text_add (sql, ", '%s', %s)", mark, facts->lost_return);
}

void
deid_dialect_add_literal (const DeidDialectFacts *facts, DeidLongText *sql, const char *text)
{
  if (facts->lost_return != NULL && strchr (text, '\r') != NULL)
    add_lost_returns (facts, sql, text);
  else
    add_literal (facts, sql, text, NULL);
}

static void
add_cast (const DeidDialectFacts *facts, DeidLongText *sql, const char *column)
{
  deid_long_text_add (sql, "%st.", facts->text_before);
  deid_dialect_add_name (facts, sql, column);
  deid_long_text_add (sql, "%s", facts->text_behind);
}

void
deid_dialect_add_text (const DeidDialectFacts *facts, DeidLongText *sql, const char *column)
{
  add_cast (facts, sql, column);
  deid_long_text_add (sql, " %s", facts->binary);
}

void
deid_dialect_add_mark (const DeidDialectFacts *facts, DeidLongText *sql, const char *column)
{
  deid_long_text_add (sql, "coalesce(%s(", facts->replace);
  deid_dialect_add_text (facts, sql, column);
  deid_long_text_add (sql, ", ',', ',,') || ',.', ',-') %s", facts->binary);
}

void
deid_dialect_add_key (const DeidDialectFacts *facts, DeidLongText *sql, const char *column)
{
  deid_long_text_add (sql, DEID_KEY_BEFORE);
  add_cast (facts, sql, column);
  deid_long_text_add (sql, DEID_KEY_BEHIND " %s", facts->binary);
}

void
deid_dialect_add_count_key (const DeidDialectFacts *facts, DeidLongText *sql,
                            const char *expression)
{
  deid_long_text_add (sql, "'%c' || %s%s%s || '%c'", DEID_KEY_MARK, facts->text_before, expression,
                      facts->text_behind, DEID_KEY_MARK);
}

void
deid_dialect_add_key_literal (const DeidDialectFacts *facts, DeidLongText *sql, const char *value)
{
  g_autofree char *key = value != NULL
                             ? g_strdup_printf ("%c%s%c", DEID_KEY_MARK, value, DEID_KEY_MARK)
                             : g_strdup (DEID_KEY_MISSING);

  deid_dialect_add_literal (facts, sql, key);
}

/* Adds what a directive of a format stands for. */
static void
add_directive (const DeidDialectFacts *facts, DeidLongText *sql, char directive, va_list *arguments)
{
  static const struct
  {
    char directive;
    void (*add) (const DeidDialectFacts *facts, DeidLongText *sql, const char *text);
  } texts[] = { { 'T', deid_dialect_add_table },   { 'N', deid_dialect_add_name },
                { 'L', deid_dialect_add_literal }, { 'X', deid_dialect_add_text },
                { 'K', deid_dialect_add_key },     { 'C', deid_dialect_add_count_key } };

  if (directive == 'u')
    deid_long_text_add (sql, "%u", va_arg (*arguments, guint));
  else if (directive == 'c')
    deid_long_text_add (sql, "%c", va_arg (*arguments, int));
  else if (directive == 's')
    deid_long_text_add (sql, "%s", va_arg (*arguments, const char *));
  else if (directive == 'A')
    {
      const char letter = (char) va_arg (*arguments, int);

      deid_dialect_add_alias (facts, sql, letter, va_arg (*arguments, guint));
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i].directive == directive)
      texts[i].add (facts, sql, va_arg (*arguments, const char *));
}

void
deid_dialect_add (const DeidDialectFacts *facts, DeidLongText *sql, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  while (*format != '\0')
    {
      const gsize n_plain = strcspn (format, "%");

      deid_long_text_add_bytes (sql, format, n_plain);
      format += n_plain;
      if (*format == '\0')
        break;
      add_directive (facts, sql, format[1], &arguments);
      format += 2;
    }
  va_end (arguments);
}

gboolean
deid_key_read (const char **text, gsize *length)
{
  const char *key = *text;

  if (*length == strlen (DEID_KEY_MISSING) && memcmp (key, DEID_KEY_MISSING, *length) == 0)
    {
      *text = NULL;
      *length = 0;
      return TRUE;
    }
  if (*length < 2 || key[0] != DEID_KEY_MARK || key[*length - 1] != DEID_KEY_MARK)
    return FALSE;
  *text = key + 1;
  *length -= 2;
  return TRUE;
}

gboolean
deid_key_read_count (const char *text, gsize length, guint64 *count)
{
  char digits[DEID_DECIMAL_SIZE] = "";

  if (length >= sizeof digits)
    return FALSE;
  if (length > 0)
    memcpy (digits, text, length);
  return strlen (digits) == length && deid_uint64_from_decimal (digits, count);
}
