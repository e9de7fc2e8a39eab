/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stands in for the program `duckdb`, of which packages have only the library: reads its commands
 * and statements line by line, and writes what these answer with.
 *
 *     duckdb-shell [-bail] [-noheader] [-list] [-readonly] [-cmd STATEMENT] FILE */
#include <stdio.h>
#include <string.h>

#include "support/duckdb.h"

typedef struct
{
  gboolean is_csv, has_header, stops, only_reads;
  const char *first; /* statement, or NULL */
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

/* Appends a line to what was read, where a line ends without a carriage return as it does in that
 * program, and keeps track of the quotes that are open. Returns: whether there was one. */
static gboolean
read_line (GString *text, char *quote)
{
  int c;

  while ((c = getchar ()) != EOF)
    {
      if (c == '\n' && text->len > 0 && text->str[text->len - 1] == '\r')
        g_string_truncate (text, text->len - 1);
      g_string_append_c (text, (char) c);
      if (c == *quote)
        *quote = '\0';
      else if (*quote == '\0' && (c == '"' || c == '\''))
        *quote = (char) c;
      if (c == '\n')
        return TRUE;
    }
  return FALSE;
}

/* Takes one of the shell's own commands. Returns: whether it is known. */
static gboolean
take_command (Shell *shell, const char *line)
{
  if (g_str_equal (line, ".mode csv\n"))
    return shell->is_csv = TRUE;
  if (g_str_equal (line, ".bail on\n"))
    return shell->stops = TRUE;
  if (!g_str_equal (line, ".headers off\n"))
    return FALSE;
  shell->has_header = FALSE;
  return TRUE;
}

/* Takes what is complete. */
static gboolean
take (Shell *shell, Duck *duck, const char *text, GError **error)
{
  if (*text == '\0' || g_str_has_prefix (text, "--"))
    return TRUE;
  if (*text == '.' ? take_command (shell, text) : !shell->has_header && shell->stops)
    return *text == '.' || duck_run (duck, text, write_row, shell, error);
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENGINE, "unknown command");
  return FALSE;
}

/* Runs commands and statements as soon as they are complete. */
static gboolean
run_lines (Shell *shell, Duck *duck, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_more = TRUE;
  char quote = '\0';

  while (is_more)
    {
      is_more = read_line (text, &quote);
      /* Statements end with a semicolon outside quotes. Comments stand before all statements. */
      if (is_more && *text->str != '.' && !g_str_has_prefix (text->str, "--")
          && (quote != '\0' || !g_str_has_suffix (text->str, ";\n")))
        continue;
      quote = '\0';
      if (!take (shell, duck, text->str, error))
        return FALSE;
      fflush (stdout);
      g_string_truncate (text, 0);
    }
  return TRUE;
}

static gboolean
run (Shell *shell, const char *file, GError **error)
{
  g_autofree char *attach = g_strdup_printf ("ATTACH '%s' AS db (READ_ONLY); USE db;", file);
  Duck *duck = duck_open (shell->only_reads ? NULL : file, error);
  const gboolean success
      = duck != NULL && (!shell->only_reads || duck_run (duck, attach, NULL, NULL, error))
        && (shell->first == NULL || duck_run (duck, shell->first, NULL, NULL, error))
        && run_lines (shell, duck, error);

  if (duck != NULL)
    duck_close (duck);
  return success;
}

int
main (int argc, char **argv)
{
  Shell shell = { .has_header = TRUE };
  g_autoptr (GError) error = NULL;
  const char *file = NULL;

  for (int i = 1; i < argc; i++)
    {
      shell.has_header = shell.has_header && !g_str_equal (argv[i], "-noheader");
      shell.stops = shell.stops || g_str_equal (argv[i], "-bail");
      shell.only_reads = shell.only_reads || g_str_equal (argv[i], "-readonly");
      if (g_str_equal (argv[i], "-cmd") && i + 1 < argc)
        shell.first = argv[++i];
      else if (*argv[i] != '-')
        file = argv[i];
    }
  if (file != NULL && run (&shell, file, &error))
    return 0;
  fprintf (stderr, "%s\n", error != NULL ? error->message : "expected a file");
  return 1;
}
