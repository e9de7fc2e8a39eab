/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What quality models cost: how many policies the optimal search evaluates on Adult, 9 attributes,
 * with each of them, k = 5 and 5 % suppressed, and how long it takes. */
#include <stdio.h>
#include <stdlib.h>

#include "golden.h"
#include "machine.h"
#include "search-problem.h"

#define EXIT_SKIPPED 77
#define N_QUICK      3

static const char *const qualities[] = { "loss:arith",
                                         "dm",
                                         "dmstar",
                                         "aecs",
                                         "ambiguity",
                                         "kl",
                                         "ce@age",
                                         "loss:geo",
                                         "loss:max",
                                         "precision:arith",
                                         "height:arith",
                                         "nuentropy:arith",
                                         "normentropy:arith",
                                         "ebil" };

static int n_runs = 5;
static gboolean quick;
static char *golden_path;
static gboolean write_golden;

static const GOptionEntry entries[]
    = { { "runs", 'r', 0, G_OPTION_ARG_INT, &n_runs, "runs of each problem (5)", "R" },
        { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "the first problems, once", NULL },
        { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare counts and losses",
          "FILE" },
        { "write", 0, 0, G_OPTION_ARG_NONE, &write_golden, "write that file instead", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

/* Appends what does not depend on the machine to @counts. */
static gboolean
run_case (DeidProblem *problem, const char *quality, GString *counts, GError **error)
{
  g_autofree double *seconds = g_new (double, n_runs);
  char loss[G_ASCII_DTOSTR_BUF_SIZE];
  guint64 n_evaluated = 0, n_suppressed = 0;
  Spread spread;

  for (int i = 0; i < n_runs; i++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      const double start = get_cpu_seconds ();
      g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, error);

      if (result == NULL)
        return FALSE;
      seconds[i] = get_cpu_seconds () - start;
      n_evaluated = deid_result_get_n_evaluated (result);
      n_suppressed = deid_result_get_n_suppressed (result);
      g_ascii_dtostr (loss, sizeof loss, deid_result_get_loss (result));
    }
  spread = spread_of (seconds, (guint) n_runs);
  printf ("%-20s %10" G_GUINT64_FORMAT " %10" G_GUINT64_FORMAT " %22s %8.4f %8.4f %8.4f\n", quality,
          n_evaluated, n_suppressed, loss, spread.min, spread.median, spread.max);
  fflush (stdout);
  g_string_append_printf (counts, "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %s\n", quality,
                          n_evaluated, n_suppressed, loss);
  return TRUE;
}

static gboolean
run_cases (Table *table, GError **error)
{
  g_autoptr (GString) counts = g_string_new (NULL);
  const Machine machine = describe_machine ();

  print_machine (&machine);
  printf ("\nprocessor seconds of a search on one thread, preparation included\n\n%-20s %10s %10s "
          "%22s %8s %8s %8s\n",
          "quality", "evaluated", "suppressed", "loss", "min", "median", "max");
  for (guint i = 0; i < (quick ? N_QUICK : G_N_ELEMENTS (qualities)); i++)
    {
      g_autoptr (DeidProblem) problem = NULL;

      table->quality = qualities[i];
      problem = load_problem (table, error);
      if (problem == NULL || !run_case (problem, qualities[i], counts, error))
        return FALSE;
    }
  return golden_check_text (golden_path, counts, quick, write_golden, error);
}

static gboolean
parse_options (int *argc, char ***argv, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("[TABLE ATTRIBUTES]");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if ((*argc == 1 || *argc == 3) && n_runs > 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--runs is positive, and there are a table and its attributes or none; see --help");
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status = EXIT_FAILURE;
  Table table;

  if (!parse_options (&argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return status;
    }
  table = find_table (argc == 3 ? argv[1] : "adult", argc == 3 ? (guint) atoi (argv[2]) : 9, NULL);
  if (quick)
    n_runs = 1;
  if (!g_file_test (table.csv, G_FILE_TEST_EXISTS))
    {
      g_printerr ("skipped: %s is not there\n", table.csv);
      status = EXIT_SKIPPED;
    }
  else if (run_cases (&table, &error))
    status = EXIT_SUCCESS;
  else
    g_printerr ("%s\n", error->message);
  table_clear (&table);
  g_free (golden_path);
  return status;
}
