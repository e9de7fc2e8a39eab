/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Quotes names of columns and tables, and splits names of tables. */
#include <string.h>

#include "base/text.h"
#include "engine/dialect.h"

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
    deid_fail (error, DEID_ERROR_ENCODING, "the name of %s, '%s', is not valid UTF-8", what, shown);
  else if (has_control)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "the name of %s, '%s', has a control character, expected none", what, shown);
  else if (facts->refused_in_names != NULL && strpbrk (name, facts->refused_in_names) != NULL)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "the name of %s, '%s', has one of '%s', expected none", what, shown,
               facts->refused_in_names);
  else if (length == 0)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "the name of %s is empty, expected a name",
               what);
  else if (length > facts->max_name)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "the name of %s, '%s', has %" G_GSIZE_FORMAT
               " bytes, expected at most %" G_GSIZE_FORMAT " in the dialect %s",
               what, shown, length, facts->max_name, facts->name);
  else
    return TRUE;
  return FALSE;
}

/* Doubles quotes, and backslashes if they start an escape. */
static void
append_quoted_name (const DeidDialectFacts *facts, GString *sql, const char *name)
{
  g_string_append (sql, facts->name_quote);
  for (const char *c = name; *c != '\0'; c++)
    {
      if (*c == *facts->name_quote || (*c == '\\' && facts->has_escapes))
        g_string_append_c (sql, *c);
      g_string_append_c (sql, *c);
    }
  g_string_append (sql, facts->name_quote);
}

void
deid_dialect_add_name (const DeidDialectFacts *facts, DeidLongText *sql, const char *name)
{
  g_autoptr (GString) quoted = g_string_new (NULL);

  append_quoted_name (facts, quoted, name);
  deid_long_text_add (sql, "%s", quoted->str);
}

/* Names of tables, which have parts. */

/* Sets @rest to what follows the dot after the first part, or to %NULL at the end of the name.
 * Returns: (transfer full) (nullable): the first part of a name, or %NULL if its quotes are not
 * closed or something other than a dot follows them. */
static char *
read_part (const char *name, const char **rest)
{
  g_autoptr (GString) part = g_string_new (NULL);
  const char *end = name + strcspn (name, ".");

  if (*name != '"')
    g_string_append_len (part, name, end - name);
  else
    for (end = name + 1; *end != '"' || *++end == '"'; end++)
      {
        if (*end == '\0')
          return NULL;
        g_string_append_c (part, *end);
      }
  if (*end != '\0' && *end != '.')
    return NULL;
  *rest = *end == '.' ? end + 1 : NULL;
  return g_string_free (g_steal_pointer (&part), FALSE);
}

/* Returns: (transfer full) (nullable): the parts of a name, or %NULL if read_part() refuses one. */
static char **
split_name (const char *table)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);

  while (table != NULL)
    {
      char *part = read_part (table, &table);

      if (part == NULL)
        return NULL;
      g_ptr_array_add (parts, part);
    }
  g_ptr_array_add (parts, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&parts), FALSE);
}

gboolean
deid_dialect_check_table (const DeidDialectFacts *facts, const char *table, GError **error)
{
  g_auto (GStrv) parts = split_name (table);
  const guint n = parts != NULL ? g_strv_length (parts) : 0;

  if (n == 0)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the name of a table, '%s', has a quote that is not closed, or text behind "
                      "one that is, expected parts with dots between them",
                      DEID_SHOW (table));
  if (n > facts->max_parts)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the name of a table, '%s', has %u parts, expected at most %" G_GSIZE_FORMAT
                      "; a part that has a dot stands in double quotes",
                      DEID_SHOW (table), n, facts->max_parts);
  for (guint i = 0; i < n; i++)
    if (!deid_dialect_check_name (facts, i + 1 == n ? "a table" : "a schema or database", parts[i],
                                  error))
      return FALSE;
  return TRUE;
}

/* Returns: (transfer full): the name of a table, each part in quotes. */
static GString *
quote_table (const DeidDialectFacts *facts, const char *table)
{
  g_auto (GStrv) parts = split_name (table);
  GString *quoted = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_string_append (quoted, i > 0 ? "." : "");
      append_quoted_name (facts, quoted, parts[i]);
    }
  return quoted;
}

void
deid_dialect_add_table (const DeidDialectFacts *facts, DeidLongText *sql, const char *table)
{
  g_autoptr (GString) quoted = quote_table (facts, table);

  deid_long_text_add (sql, "%s", quoted->str);
}

void
deid_dialect_add_table_literal (const DeidDialectFacts *facts, DeidLongText *sql, const char *table)
{
  g_autoptr (GString) quoted = quote_table (facts, table);

  deid_dialect_add_literal (facts, sql, quoted->str);
}

/* Returns: where the last part of a name begins. */
static const char *
find_own_name (const char *table)
{
  const char *own = table, *rest = table;

  while (rest != NULL)
    {
      own = rest;
      g_free (read_part (own, &rest));
    }
  return own;
}

char *
deid_dialect_get_own_name (const char *table)
{
  const char *rest;

  return read_part (find_own_name (table), &rest);
}

char *
deid_dialect_make_sibling (const char *table, const char *own_name)
{
  return g_strdup_printf ("%.*s%s", (int) (find_own_name (table) - table), table, own_name);
}

char *
deid_dialect_get_database (const DeidDialectFacts *facts, const char *table)
{
  g_auto (GStrv) parts = split_name (table);

  return g_strv_length (parts) == facts->max_parts ? g_strdup (parts[0]) : NULL;
}

/* The catalog. */

/* Adds a literal of a part or, if the name lacks the part, the expression @standard or NULL. */
static void
add_part (const DeidDialectFacts *facts, DeidLongText *sql, const char *part, const char *standard)
{
  if (part != NULL)
    deid_dialect_add_literal (facts, sql, part);
  else
    deid_long_text_add (sql, "%s", standard != NULL ? standard : "NULL");
}

/* Adds what replaces a placeholder. Returns: whether it is one. */
static gboolean
add_placeholder (const DeidDialectFacts *facts, DeidLongText *sql, const char *form,
                 const char *table, char **parts)
{
  const guint n = g_strv_length (parts);

  if (g_str_has_prefix (form, "{name}"))
    deid_dialect_add_literal (facts, sql, parts[n - 1]);
  else if (g_str_has_prefix (form, "{schema}"))
    add_part (facts, sql, n > 1 ? parts[n - 2] : NULL, facts->schema);
  else if (g_str_has_prefix (form, "{database}"))
    add_part (facts, sql, n > 2 ? parts[0] : NULL, facts->database);
  else if (g_str_has_prefix (form, "{first}"))
    add_part (facts, sql, n == 2 ? parts[0] : NULL, NULL);
  else if (g_str_has_prefix (form, "{table}"))
    deid_dialect_add_table_literal (facts, sql, table);
  else if (!g_str_has_prefix (form, "{in}"))
    return FALSE;
  else if (n == facts->max_parts)
    {
      deid_dialect_add_name (facts, sql, parts[0]);
      deid_long_text_add (sql, ".");
    }
  return TRUE;
}

void
deid_dialect_add_catalog (const DeidDialectFacts *facts, DeidLongText *sql, const char *form,
                          const char *table)
{
  g_auto (GStrv) parts = split_name (table);

  while (*form != '\0')
    {
      const char *brace = form + strcspn (form, "{");

      deid_long_text_add (sql, "%.*s", (int) (brace - form), form);
      if (*brace == '\0')
        break;
      if (add_placeholder (facts, sql, brace, table, parts))
        form = strchr (brace, '}') + 1;
      else
        {
          deid_long_text_add (sql, "{");
          form = brace + 1;
        }
    }
}
