/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "golden.h"

#include <string.h>

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

/* Returns: (nullable): where the line of a key is. */
static char **
find_line (const Golden *golden, const char *key)
{
  const gsize length = strlen (key);

  for (guint i = 0; i < golden->lines->len; i++)
    {
      char **line = (char **) &g_ptr_array_index (golden->lines, i);

      if (strncmp (*line, key, length) == 0 && (*line)[length] == ' ')
        return line;
    }
  return NULL;
}

gboolean
golden_compare (const Golden *golden, const char *key, const char *line)
{
  char **expected = find_line (golden, key);

  if (expected != NULL && strcmp (*expected, line) == 0)
    return TRUE;
  g_printerr ("%s: expected and found\n", golden->path);
  if (expected != NULL)
    g_printerr ("-%s\n", *expected);
  g_printerr ("+%s\n", line);
  return FALSE;
}

void
golden_set (Golden *golden, const char *key, const char *line)
{
  char **old = find_line (golden, key);

  if (old == NULL)
    {
      g_ptr_array_add (golden->lines, g_strdup (line));
      return;
    }
  g_free (*old);
  *old = g_strdup (line);
}

gboolean
golden_write (const Golden *golden, const char *header, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "# %s\n", header);
  for (guint i = 0; i < golden->lines->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) g_ptr_array_index (golden->lines, i));
  return g_file_set_contents (golden->path, text->str, (gssize) text->len, error);
}

static gboolean
compare_line (Golden *golden, const char *key, const char *line)
{
  return golden_compare (golden, key, line);
}

static gboolean
compare_run (const char *path, GoldenRunFunc for_each_line, gconstpointer run, GError **error)
{
  Golden golden = { 0 };
  gboolean success = golden_read (&golden, path, FALSE, error);

  if (success && !for_each_line (&golden, run, compare_line))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "counts differ from %s", path);
      success = FALSE;
    }
  golden_clear (&golden);
  return success;
}

static gboolean
set_line (Golden *golden, const char *key, const char *line)
{
  golden_set (golden, key, line);
  return TRUE;
}

static gboolean
write_run (const char *path, const char *header, GoldenRunFunc for_each_line, gconstpointer run,
           GError **error)
{
  Golden golden = { 0 };
  const gboolean success = golden_read (&golden, path, TRUE, error)
                           && for_each_line (&golden, run, set_line)
                           && golden_write (&golden, header, error);

  golden_clear (&golden);
  return success;
}

gboolean
golden_check_run (const char *path, const char *new_path, const char *header,
                  GoldenRunFunc for_each_line, gconstpointer run, GError **error)
{
  return (path == NULL || compare_run (path, for_each_line, run, error))
         && (new_path == NULL || write_run (new_path, header, for_each_line, run, error));
}

gboolean
golden_check_text (const char *path, const GString *counts, gboolean is_part, gboolean writes,
                   GError **error)
{
  g_autofree char *expected = NULL;

  if (path == NULL)
    return TRUE;
  if (writes)
    return g_file_set_contents (path, counts->str, (gssize) counts->len, error);
  if (!g_file_get_contents (path, &expected, NULL, error))
    return FALSE;
  if (is_part ? g_str_has_prefix (expected, counts->str) : g_str_equal (expected, counts->str))
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_VERIFICATION, "counts differ from %s, they are\n%s",
               path, counts->str);
  return FALSE;
}
