/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The experiment of K. Benitez, G. Loukides, B. Malin, "Beyond Safe Harbor: Automatic Discovery of
 * Health Information De-identification Policy Alternatives", 1st ACM International Health
 * Informatics Symposium, 2010: what the bisecting and the directed search find in how many
 * iterations, what they evaluate, and how long it takes. */
#include <stdlib.h>
#include <string.h>

#include "alternatives-report.h"

#define EXIT_SKIPPED 77

static int n_seeds = 10;
static int n_runs = 3;
static double seconds = 5;
static gboolean json;
static gboolean quick;
static char *table_name;
static char *plots;
static char *golden_path;
static char *new_golden_path;

static const GOptionEntry entries[] = {
  { "seeds", 'S', 0, G_OPTION_ARG_INT, &n_seeds, "seeds of each search (10)", "N" },
  { "runs", 'r', 0, G_OPTION_ARG_INT, &n_runs, "runs with each seed, the fastest counts (3)", "R" },
  { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds,
    "begin no further seed of a search after so many (5)", "S" },
  { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick,
    "one seed, one run, no scaled table, and polish 10 policies only", NULL },
  { "table", 't', 0, G_OPTION_ARG_STRING, &table_name, "cohort, adult or scaled only", "NAME" },
  { "json", 'j', 0, G_OPTION_ARG_NONE, &json, "print JSON", NULL },
  { "plots", 0, 0, G_OPTION_ARG_FILENAME, &plots, "draw figures there, by gnuplot", "FOLDER" },
  { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare counts", "FILE" },
  { "write-golden", 0, 0, G_OPTION_ARG_FILENAME, &new_golden_path,
    "put counts there, other lines stay", "FILE" },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

static void
print_text (const Study *study, const Machine *machine)
{
  print_machine (machine);
  g_print ("One thread, seconds of the clock, of the fastest of %u runs with a seed. The published "
           "figures are of 2009, on a\nlaptop.\n\n",
           study->effort.n_runs);
  print_cases (study);
  print_costs (study);
  print_found (study);
  print_evaluated (study);
  print_seconds (study);
  print_lines (study);
  print_tests (study);
  print_targets (study);
}

/* Takes the cases over. */
static gboolean
run_study (GPtrArray *cases, GError **error)
{
  const Machine machine = describe_machine ();
  const Effort effort = { .n_seeds = quick ? 1 : (guint) n_seeds,
                          .n_runs = quick ? 1 : (guint) n_runs,
                          .patience = seconds,
                          .is_quick = quick };
  Study study;
  gboolean success = study_run (&study, cases, &effort, error);

  if (success && json)
    print_study_json (&study, &machine);
  else if (success)
    print_text (&study, &machine);
  success = success && alternatives_golden_check (&study, golden_path, new_golden_path, error)
            && (plots == NULL || draw_plots (&study, plots, error));
  study_clear (&study);
  return success;
}

static gboolean
is_table (const char *name)
{
  return name == NULL || strcmp (name, "cohort") == 0 || strcmp (name, "adult") == 0
         || strcmp (name, "scaled") == 0;
}

static gboolean
parse_options (int *argc, char ***argv, GError **error)
{
  g_autoptr (GOptionContext) context
      = g_option_context_new ("- search for policies to choose from");

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (*argc == 1 && n_seeds > 0 && n_runs > 0 && seconds > 0 && is_table (table_name))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--seeds, --runs and --seconds are positive, and --table is one of three; see "
               "--help");
  return FALSE;
}

static int
run (int argc, char **argv, GError **error)
{
  CaseOptions options;
  GPtrArray *cases;

  if (!parse_options (&argc, &argv, error))
    return EXIT_FAILURE;
  options = (CaseOptions){ .table = table_name, .is_quick = quick };
  cases = load_cases (&options, error);
  if (cases == NULL)
    return EXIT_FAILURE;
  if (cases->len > 0)
    return run_study (cases, error) ? EXIT_SUCCESS : EXIT_FAILURE;
  g_ptr_array_unref (cases);
  g_printerr ("skipped: there is no such table\n");
  return EXIT_SKIPPED;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  const int status = run (argc, argv, &error);

  if (error != NULL)
    g_printerr ("%s\n", error->message);
  g_free (table_name);
  g_free (plots);
  g_free (golden_path);
  g_free (new_golden_path);
  return status;
}
