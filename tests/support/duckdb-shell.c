/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stands in for the program `duckdb`, of which packages have only the library: reads its commands
 * and statements, and writes what the last of these answers with.
 *
 *     duckdb-shell [-bail] [-noheader] [-list] FILE */
#include <stdio.h>
#include <string.h>

#include "support/duckdb.h"

typedef struct
{
  gboolean is_csv, has_header, stops;
} Shell;

static void
write_value (const Shell *shell, const char *value)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *doubled = NULL;

  if (!shell->is_csv || value == NULL || strpbrk (value, "\",\r\n") == NULL)
    {
      fputs (value != NULL ? value : "", stdout);
      return;
    }
  parts = g_strsplit (value, "\"", -1);
  doubled = g_strjoinv ("\"\"", parts);
  printf ("\"%s\"", doubled);
}

static gboolean
write_row (const char *const *values, guint n_values, gpointer user_data,
           GError **error G_GNUC_UNUSED)
{
  const Shell *shell = user_data;

  for (guint i = 0; i < n_values; i++)
    {
      if (i > 0)
        putchar (shell->is_csv ? ',' : '|');
      write_value (shell, values[i]);
    }
  puts (shell->is_csv ? "\r" : "");
  return TRUE;
}

/* Returns: (transfer full): all that there is to read, where a line ends without a carriage return
 * as it does in that program. */
static char *
read_all (void)
{
  GString *text = g_string_new (NULL);

  for (int c = getchar (); c != EOF; c = getchar ())
    {
      if (c == '\n' && text->len > 0 && text->str[text->len - 1] == '\r')
        g_string_truncate (text, text->len - 1);
      g_string_append_c (text, (char) c);
    }
  return g_string_free (text, FALSE);
}

/* Takes comments and the shell's own commands, which stand before all statements. Returns: what is
 * behind them, or NULL if there is another command. */
static const char *
skip_commands (Shell *shell, const char *script)
{
  while (*script == '.' || g_str_has_prefix (script, "--"))
    {
      const gsize length = strcspn (script, "\n");
      g_autofree char *line = g_strndup (script, length);

      if (g_str_equal (line, ".mode csv"))
        shell->is_csv = TRUE;
      else if (g_str_equal (line, ".headers off"))
        shell->has_header = FALSE;
      else if (g_str_equal (line, ".bail on"))
        shell->stops = TRUE;
      else if (*line == '.')
        return NULL;
      script += length + (script[length] == '\n');
    }
  return script;
}

static gboolean
run (Shell *shell, const char *file, GError **error)
{
  g_autofree char *script = read_all ();
  const char *statements = skip_commands (shell, script);
  Duck *duck;
  gboolean success;

  if (statements == NULL || shell->has_header || !shell->stops)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENGINE, "unknown command");
      return FALSE;
    }
  duck = duck_open (file, error);
  success = duck != NULL && duck_run (duck, statements, write_row, shell, error);
  if (duck != NULL)
    duck_close (duck);
  return success;
}

int
main (int argc, char **argv)
{
  Shell shell = { .has_header = TRUE };
  g_autoptr (GError) error = NULL;

  for (int i = 1; i < argc - 1; i++)
    {
      shell.has_header = shell.has_header && !g_str_equal (argv[i], "-noheader");
      shell.stops = shell.stops || g_str_equal (argv[i], "-bail");
    }
  if (argc > 1 && run (&shell, argv[argc - 1], &error))
    return 0;
  fprintf (stderr, "%s\n", error != NULL ? error->message : "expected a file");
  return 1;
}
