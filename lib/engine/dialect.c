/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/dialect.h"

#include <string.h>

#include "base/rational.h"
#include "base/text.h"

static const DeidDialectFacts *const dialects[] = {
  [DEID_DIALECT_SQLITE] = &deid_dialect_sqlite,
  [DEID_DIALECT_POSTGRESQL] = &deid_dialect_postgresql,
  [DEID_DIALECT_DUCKDB] = &deid_dialect_duckdb,
};

const DeidDialectFacts *
deid_dialect_get_facts (DeidDialect dialect)
{
  return (guint) dialect < G_N_ELEMENTS (dialects) ? dialects[dialect] : NULL;
}

const char *
deid_dialect_get_name (DeidDialect dialect)
{
  const DeidDialectFacts *facts = deid_dialect_get_facts (dialect);

  return facts != NULL ? facts->name : NULL;
}

gboolean
deid_dialect_check_name (const DeidDialectFacts *facts, const char *what, const char *name,
                         GError **error)
{
  const gsize length = strlen (name);
  g_autofree char *shown = deid_text_show (name, -1);
  gboolean has_control = FALSE;

  for (const char *c = name; *c != '\0'; c++)
    has_control |= g_ascii_iscntrl (*c);
  if (!g_utf8_validate_len (name, length, NULL))
    g_set_error (error, DEID_ERROR, DEID_ERROR_ENCODING, "the name of %s, '%s', is not valid UTF-8",
                 what, shown);
  else if (has_control)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "the name of %s, '%s', has a control character, expected none", what, shown);
  else if (length == 0 || length > facts->max_name)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "the name of %s, '%s', has %" G_GSIZE_FORMAT " bytes, expected %s", what, shown,
                 length, length == 0 ? "a name" : "at most 63 in PostgreSQL");
  else
    return TRUE;
  return FALSE;
}

/* Adds a text in quotes, with the bytes of @doubled doubled; @mark stands for a carriage return
 * unless it is NULL. */
static void
add_quoted (DeidLongText *sql, char quote, const char *doubled, const char *mark, const char *text)
{
  deid_long_text_add (sql, "%c", quote);
  while (*text != '\0')
    {
      const gsize n_plain = MIN (strcspn (text, doubled), strcspn (text, "\r"));

      deid_long_text_add (sql, "%.*s", (int) n_plain, text);
      text += n_plain;
      if (*text == '\0')
        break;
      if (*text != '\r')
        deid_long_text_add (sql, "%c%c", *text, *text);
      else
        deid_long_text_add (sql, "%s", mark != NULL ? mark : "\r");
      text++;
    }
  deid_long_text_add (sql, "%c", quote);
}

void
deid_dialect_add_name (const DeidDialectFacts *facts, DeidLongText *sql, const char *name)
{
  (void) facts;
  add_quoted (sql, '"', "\"", NULL, name);
}

/* Adds a text whose carriage returns are put in by the engine: one function for all of them, since
 * engines limit how deep an expression is. */
static void
add_marked (const DeidDialectFacts *facts, DeidLongText *sql, const char *text)
{
  g_autofree char *mark = g_strdup ("{0}");

  for (guint i = 1; strstr (text, mark) != NULL; i++)
    {
      g_free (mark);
      mark = g_strdup_printf ("{%u}", i);
    }
  deid_long_text_add (sql, "replace(");
  add_quoted (sql, '\'', "'", mark, text);
  deid_long_text_add (sql, ", '%s', %s)", mark, facts->carriage_return);
}

void
deid_dialect_add_literal (const DeidDialectFacts *facts, DeidLongText *sql, const char *text)
{
  const gboolean is_escaped = facts->has_escapes && strchr (text, '\\') != NULL;

  if (facts->carriage_return != NULL && strchr (text, '\r') != NULL)
    {
      add_marked (facts, sql, text);
      return;
    }
  deid_long_text_add (sql, "%s", is_escaped ? "E" : "");
  add_quoted (sql, '\'', is_escaped ? "'\\" : "'", NULL, text);
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
  if (value == NULL)
    {
      deid_long_text_add (sql, "'" DEID_KEY_MISSING "'");
      return;
    }
  deid_long_text_add (sql, "'%c' || ", DEID_KEY_MARK);
  deid_dialect_add_literal (facts, sql, value);
  deid_long_text_add (sql, " || '%c'", DEID_KEY_MARK);
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
