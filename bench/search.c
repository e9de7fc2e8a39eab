/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long the optimal search takes on known tables, and whether it still evaluates as many
 * policies as before. */
#include <stdlib.h>

#include "search-golden.h"
#include "search-report.h"

#define EXIT_SKIPPED 77

static const struct
{
  const char *name;
  guint n_attributes;
  gboolean is_quick;
} known[] = {
  { "adult", 9, TRUE },        { "mach2019", 9, TRUE },     { "mach2019", 12, FALSE },
  { "mach2019", 16, FALSE },   { "creditcard", 11, TRUE },  { "creditcard", 14, FALSE },
  { "creditcard", 17, FALSE }, { "creditcard", 19, FALSE },
};

static int n_runs = 3;
static int n_threads = 1;
static double seconds = 120;
static gboolean json;
static gboolean quick;
static char *golden_path;
static char *new_golden_path;
static char *table_name;
static char *hierarchies;
static int n_attributes;

static const GOptionEntry entries[]
    = { { "runs", 'r', 0, G_OPTION_ARG_INT, &n_runs, "runs of each table (3)", "R" },
        { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds,
          "start no further run of a table after so many (120)", "S" },
        { "threads", 'n', 0, G_OPTION_ARG_INT, &n_threads, "threads of the search (1)", "N" },
        { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "the small tables, once", NULL },
        { "table", 't', 0, G_OPTION_ARG_FILENAME, &table_name,
          "this table only: a name, or a file with ; between fields", "NAME" },
        { "attributes", 'a', 0, G_OPTION_ARG_INT, &n_attributes, "the first N columns of it", "N" },
        { "hierarchies", 0, 0, G_OPTION_ARG_FILENAME, &hierarchies,
          "where its hierarchy_COLUMN.csv are (beside it)", "FOLDER" },
        { "json", 'j', 0, G_OPTION_ARG_NONE, &json, "print JSON", NULL },
        { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare counts and losses",
          "FILE" },
        { "write-golden", 0, 0, G_OPTION_ARG_FILENAME, &new_golden_path,
          "put counts and losses there, other tables' lines stay", "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static GArray *
choose_tables (void)
{
  GArray *tables = g_array_new (FALSE, FALSE, sizeof (Table));
  Table table;

  if (table_name != NULL)
    {
      table = find_table (table_name, (guint) n_attributes, hierarchies);
      g_array_append_val (tables, table);
      return tables;
    }
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].is_quick || !quick)
      {
        table = find_table (known[i].name, known[i].n_attributes, NULL);
        g_array_append_val (tables, table);
      }
  return tables;
}

/* Returns: an exit status; of several the worst. */
static int
run_table (const Table *table, Report *report, const Golden *golden, Golden *new_golden)
{
  const Effort effort
      = { .n_runs = (guint) n_runs, .seconds = seconds, .n_threads = (guint) n_threads };
  Outcome outcome;

  if (!g_file_test (table->csv, G_FILE_TEST_EXISTS))
    {
      g_printerr ("skipped: %s is not there\n", table->csv);
      return EXIT_SKIPPED;
    }
  if (!measure_table (table, &effort, &outcome))
    return EXIT_FAILURE;
  report_add (report, table, &outcome);
  if (new_golden_path != NULL)
    search_golden_set (new_golden, table, &outcome);
  return golden_path == NULL || search_golden_compare (golden, table, &outcome) ? EXIT_SUCCESS
                                                                                : EXIT_FAILURE;
}

static int
run_tables (const Golden *golden, Golden *new_golden)
{
  GArray *tables = choose_tables ();
  int status = EXIT_SUCCESS;
  Report report;

  report_begin (&report, json, (guint) n_threads);
  for (guint i = 0; i < tables->len; i++)
    {
      Table *table = &g_array_index (tables, Table, i);
      const int outcome = run_table (table, &report, golden, new_golden);

      if (outcome != EXIT_SUCCESS && status != EXIT_FAILURE)
        status = outcome;
      table_clear (table);
    }
  report_end (&report);
  g_array_unref (tables);
  return status;
}

static gboolean
parse_options (int *argc, char ***argv, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time the optimal search");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (*argc == 1 && n_runs > 0 && (table_name != NULL) == (n_attributes > 0)
      && (hierarchies == NULL || table_name != NULL) && n_threads > 0
      && (n_threads == 1 || (golden_path == NULL && new_golden_path == NULL)))
    return TRUE;
  g_set_error (
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--table and --attributes go together, --runs and --threads are positive, counts are "
      "compared with one thread only; see --help");
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  Golden golden = { 0 }, new_golden = { 0 };
  int status = EXIT_FAILURE;

  if (parse_options (&argc, &argv, &error)
      && (golden_path == NULL || golden_read (&golden, golden_path, FALSE, &error))
      && (new_golden_path == NULL || golden_read (&new_golden, new_golden_path, TRUE, &error)))
    {
      if (quick)
        n_runs = 1;
      status = run_tables (&golden, &new_golden);
      if (new_golden_path != NULL && !golden_write (&new_golden, SEARCH_GOLDEN_HEADER, &error))
        status = EXIT_FAILURE;
    }
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  golden_clear (&golden);
  golden_clear (&new_golden);
  g_free (golden_path);
  g_free (new_golden_path);
  g_free (table_name);
  g_free (hierarchies);
  return status;
}
