/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search-golden.h"

#include <string.h>

#define HEADER "# table attributes policies evaluated suppressed loss optimum"

gboolean
golden_read (Golden *golden, const char *path, gboolean may_be_absent, GError **error)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  golden->path = g_strdup (path);
  golden->lines = g_ptr_array_new_with_free_func (g_free);
  if (may_be_absent && !g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!g_file_get_contents (path, &text, NULL, error))
    return FALSE;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (lines[i][0] != '\0' && lines[i][0] != '#')
      g_ptr_array_add (golden->lines, g_strdup (lines[i]));
  return TRUE;
}

void
golden_clear (Golden *golden)
{
  g_clear_pointer (&golden->path, g_free);
  g_clear_pointer (&golden->lines, g_ptr_array_unref);
}

static char *
make_line (const Table *table, const Outcome *outcome)
{
  char loss[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (loss, sizeof loss, "%.17g", outcome->loss);
  return g_strdup_printf ("%s %u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                          " %s %s",
                          table->name, table->n_attributes, outcome->n_policies,
                          outcome->n_evaluated, outcome->n_suppressed, loss, outcome->optimum);
}

/* Returns: (nullable): where the line of a table is. */
static char **
find_line (const Golden *golden, const Table *table)
{
  g_autofree char *start = g_strdup_printf ("%s %u ", table->name, table->n_attributes);

  for (guint i = 0; i < golden->lines->len; i++)
    if (g_str_has_prefix (g_ptr_array_index (golden->lines, i), start))
      return (char **) &g_ptr_array_index (golden->lines, i);
  return NULL;
}

gboolean
golden_compare (const Golden *golden, const Table *table, const Outcome *outcome)
{
  g_autofree char *line = make_line (table, outcome);
  char **expected = find_line (golden, table);

  if (expected != NULL && strcmp (*expected, line) == 0)
    return TRUE;
  g_printerr ("%s: expected and found\n", golden->path);
  if (expected != NULL)
    g_printerr ("-%s\n", *expected);
  g_printerr ("+%s\n", line);
  return FALSE;
}

void
golden_set (Golden *golden, const Table *table, const Outcome *outcome)
{
  char **line = find_line (golden, table);

  if (line == NULL)
    {
      g_ptr_array_add (golden->lines, make_line (table, outcome));
      return;
    }
  g_free (*line);
  *line = make_line (table, outcome);
}

gboolean
golden_write (const Golden *golden, GError **error)
{
  g_autoptr (GString) text = g_string_new (HEADER "\n");

  for (guint i = 0; i < golden->lines->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) g_ptr_array_index (golden->lines, i));
  return g_file_set_contents (golden->path, text->str, (gssize) text->len, error);
}
