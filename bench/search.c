/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long the optimal search takes on known tables, and whether it still evaluates as many
 * policies as before. */
#include <stdlib.h>

#include "search-golden.h"
#include "search-report.h"

#define EXIT_SKIPPED 77

/* How long a table takes. */
typedef enum
{
  QUICK,
  USUAL,
  LONG /* minutes */
} Pace;

static const struct
{
  const char *name;
  guint n_attributes;
  Pace pace;
} known[] = {
  { "adult", 9, QUICK },       { "mach2019", 9, QUICK },    { "mach2019", 12, USUAL },
  { "mach2019", 16, USUAL },   { "creditcard", 11, QUICK }, { "creditcard", 14, USUAL },
  { "creditcard", 17, USUAL }, { "creditcard", 19, USUAL }, { "creditcard", 24, LONG },
};

static int n_runs = 3;
static int n_threads = 1;
static double seconds = 120;
static gboolean json;
static gboolean quick;
static gboolean with_long;
static gboolean with_curves;
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
        { "long", 'l', 0, G_OPTION_ARG_NONE, &with_long, "those that take minutes, too", NULL },
        { "curves", 'c', 0, G_OPTION_ARG_NONE, &with_curves,
          "what was known on the way, by one more run", NULL },
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
    if (known[i].pace <= (quick ? QUICK : with_long ? LONG : USUAL))
      {
        table = find_table (known[i].name, known[i].n_attributes, NULL);
        g_array_append_val (tables, table);
      }
  return tables;
}

/* Returns: an exit status. */
static int
run_table (const Table *table, Report *report, GArray *runs)
{
  const Effort effort
      = { .n_runs = (guint) n_runs, .seconds = seconds, .n_threads = (guint) n_threads };
  SearchRun run = { .table = *table };

  if (!g_file_test (table->csv, G_FILE_TEST_EXISTS))
    {
      g_printerr ("skipped: %s is not there\n", table->csv);
      return EXIT_SKIPPED;
    }
  if (!measure_table (table, &effort, &run.outcome)
      || (with_curves && !measure_curve (table, &run.curve)))
    return EXIT_FAILURE;
  report_add (report, &run);
  g_array_append_val (runs, run);
  return EXIT_SUCCESS;
}

/* Returns: an exit status; of several the worst. */
static int
run_tables (GError **error)
{
  GArray *tables = choose_tables (), *runs = g_array_new (FALSE, FALSE, sizeof (SearchRun));
  int status = EXIT_SUCCESS;
  Report report;

  report_begin (&report, json, (guint) n_threads);
  for (guint i = 0; i < tables->len; i++)
    {
      const int outcome = run_table (&g_array_index (tables, Table, i), &report, runs);

      if (outcome != EXIT_SUCCESS && status != EXIT_FAILURE)
        status = outcome;
    }
  report_end (&report);
  if (!search_golden_check (runs, golden_path, new_golden_path, error))
    status = EXIT_FAILURE;
  for (guint i = 0; i < tables->len; i++)
    table_clear (&g_array_index (tables, Table, i));
  g_array_unref (tables);
  g_array_unref (runs);
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
      && (n_threads == 1 || (golden_path == NULL && new_golden_path == NULL && !with_curves)))
    return TRUE;
  g_set_error (
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--table and --attributes go together, --runs and --threads are positive, counts are "
      "compared and curves made with one thread only; see --help");
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status = EXIT_FAILURE;

  if (parse_options (&argc, &argv, &error))
    {
      if (quick)
        n_runs = 1;
      status = run_tables (&error);
    }
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  g_free (golden_path);
  g_free (new_golden_path);
  g_free (table_name);
  g_free (hierarchies);
  return status;
}
