/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long the phases of a whole job take, as deid run runs them, and how much memory, by the
 * number of rows and of threads: k = 5, at most 5 % suppressed, loss:arith. Beside them stand the
 * tool itself, and what must be done at least: to copy the file in memory, to find the ends of its
 * lines, and what DuckDB takes to read it and to group it. What is counted does not depend on the
 * machine or on threads. */
#include <stdlib.h>
#include <string.h>

#include "whole-job-report.h"

#define EXIT_SKIPPED 77

static char *table_name;
static char *hierarchies;
static int n_attributes = 9;
static char *rows;
static char *threads;
static int n_repeats = 3;
static char *tool;
static char *json_path;
static char *plots;
static char *golden_path;
static char *new_golden_path;

static const GOptionEntry entries[] = {
  { "table", 't', 0, G_OPTION_ARG_FILENAME, &table_name,
    "a name, or a file with ; between fields (health, which its make.py writes)", "NAME" },
  { "hierarchies", 0, 0, G_OPTION_ARG_FILENAME, &hierarchies,
    "where its hierarchy_COLUMN.csv are (beside it)", "FOLDER" },
  { "attributes", 'a', 0, G_OPTION_ARG_INT, &n_attributes, "the first N columns of it (9)", "N" },
  { "rows", 0, 0, G_OPTION_ARG_STRING, &rows,
    "numbers of rows, of which it is made (100000,300000,1200000)", "LIST" },
  { "threads", 'n', 0, G_OPTION_ARG_STRING, &threads, "numbers of threads, the first 1 (1,2)",
    "LIST" },
  { "repeat", 'r', 0, G_OPTION_ARG_INT, &n_repeats, "runs, of which there are medians (3)", "R" },
  { "tool", 0, 0, G_OPTION_ARG_FILENAME, &tool, "deid run (that of the build)", "FILE" },
  { "json", 'j', 0, G_OPTION_ARG_FILENAME, &json_path, "write JSON there", "FILE" },
  { "plots", 0, 0, G_OPTION_ARG_FILENAME, &plots, "draw figures there, by gnuplot", "FOLDER" },
  { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare counts", "FILE" },
  { "write-golden", 0, 0, G_OPTION_ARG_FILENAME, &new_golden_path,
    "put counts there, other lines stay", "FILE" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

/* Returns: (transfer full) (element-type guint64): the numbers of a list. */
static GArray *
parse_list (const char *text, guint64 max, GError **error)
{
  g_auto (GStrv) words = g_strsplit (text, ",", -1);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 number;

  for (guint i = 0; words[i] != NULL; i++)
    {
      if (!g_ascii_string_to_unsigned (words[i], 10, 1, max, &number, error))
        return NULL;
      g_array_append_val (numbers, number);
    }
  return g_steal_pointer (&numbers);
}

static gboolean
parse_options (int argc, char **argv, WholeScope *scope, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time the phases of a whole job");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, error)
      || (scope->rows
          = parse_list (rows != NULL ? rows : "100000,300000,1200000", G_MAXUINT32, error))
             == NULL
      || (scope->threads = parse_list (threads != NULL ? threads : "1,2", G_MAXINT, error)) == NULL)
    return FALSE;
  if (argc == 1 && n_repeats > 0 && n_attributes > 0 && scope->rows->len > 0
      && scope->threads->len > 0 && g_array_index (scope->threads, guint64, 0) == 1)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--attributes and --repeat are positive, --threads begins with 1; see --help");
  return FALSE;
}

/* Returns: (transfer full): the tool beside this program in the build. */
static char *
find_tool (const char *program)
{
  g_autofree char *folder = g_path_get_dirname (program);

  return g_build_filename (folder, "..", "..", "tools", "deid", NULL);
}

static gboolean
run_study (const WholeScope *scope, GError **error)
{
  const Machine machine = describe_machine ();
  WholeStudy study;
  gboolean success;

  print_machine (&machine);
  success = whole_study_run (&study, scope, error);
  if (success)
    whole_print_exponents (&study);
  success = success && (json_path == NULL || whole_write_json (&study, &machine, json_path, error))
            && (plots == NULL || whole_draw_plots (&study, plots, error))
            && whole_golden_check (&study, golden_path, new_golden_path, error);
  whole_study_clear (&study);
  return success;
}

/* Returns: an exit status. */
static int
run (WholeScope *scope, GError **error)
{
  if (!g_file_test (scope->table.csv, G_FILE_TEST_EXISTS))
    {
      g_printerr ("skipped: %s is not there\n", scope->table.csv);
      return EXIT_SKIPPED;
    }
  if (!g_file_test (scope->tool, G_FILE_TEST_IS_EXECUTABLE))
    {
      g_printerr ("left out: there is no %s\n", scope->tool);
      scope->tool = NULL;
    }
  return run_study (scope, error) ? EXIT_SUCCESS : EXIT_FAILURE;
}

static void
scope_init (WholeScope *scope)
{
  scope->table
      = find_table (table_name != NULL ? table_name : "health", (guint) n_attributes, hierarchies);
  scope->name = g_path_get_basename (scope->table.csv);
  if (g_str_has_suffix (scope->name, ".csv"))
    scope->name[strlen (scope->name) - strlen (".csv")] = '\0';
  scope->n_repeats = (guint) n_repeats;
  scope->tool = tool;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  WholeScope scope = { 0 };
  int status = EXIT_FAILURE;

  if (parse_options (argc, argv, &scope, &error))
    {
      if (tool == NULL)
        tool = find_tool (argv[0]);
      scope_init (&scope);
      status = run (&scope, &error);
    }
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  g_clear_pointer (&scope.rows, g_array_unref);
  g_clear_pointer (&scope.threads, g_array_unref);
  table_clear (&scope.table);
  g_free (scope.name);
  g_free (table_name);
  g_free (hierarchies);
  g_free (rows);
  g_free (threads);
  g_free (tool);
  g_free (json_path);
  g_free (plots);
  g_free (golden_path);
  g_free (new_golden_path);
  return status;
}
