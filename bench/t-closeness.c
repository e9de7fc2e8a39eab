/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* In how many checks of classes for ordered t-closeness the published optimizations spare work, and
 * how long the check takes, relative to the plain one, with each of them switched on in turn, after
 *
 *   R. Bild, J. Eicher, F. Prasser, Efficient Protection of Health Data from Sensitive Attribute
 *   Disclosure, Studies in Health Technology and Informatics 270, 2020.
 *
 * Their tables are other ones. Their times are of whole runs, grouping and search included; here
 * the check alone is timed, so that ratios do not compare. What is checked are all classes of
 * policies drawn at random, which hold as many rows together on each table. */
#include <stdlib.h>
#include <string.h>

#include "closeness-report.h"

#define EXIT_SKIPPED 77

#define ADULT        "sex race marital-status native-country workclass salary-class"
#define CREDIT       "SEX EDUCATION MARRIAGE PAY_0 PAY_2"

static const ClosenessTable tables[] = {
  { "adult", "age", DEID_VALUE_ORDER_INTEGER, ADULT " education occupation" },
  { "adult", "occupation", DEID_VALUE_ORDER_TEXT, ADULT " education age" },
  { "adult", "education", DEID_VALUE_ORDER_TEXT, ADULT " occupation age" },
  { "mach2019", "Q1A", DEID_VALUE_ORDER_INTEGER, "Q2A Q3A Q4A age gender race religion married" },
  { "creditcard", "AGE", DEID_VALUE_ORDER_INTEGER, CREDIT " LIMIT_BAL" },
  { "creditcard", "LIMIT_BAL", DEID_VALUE_ORDER_INTEGER, CREDIT " AGE" },
  { "health", "AGE", DEID_VALUE_ORDER_INTEGER,
    "YEAR QUARTER REGION PERNUM MARSTAT SEX RACEA EDUC" },
  { DISCHARGES, "charge", DEID_VALUE_ORDER_INTEGER, NULL },
};

static int n_samples = 7;
static double seconds = 0.05;
static int n_rows = 1000000;
static int n_discharges = 200000;
static int min_size = 1;
static gboolean quick;
static gboolean json;
static char *data_path;
static char *health_path;
static char *chart_path;
static char *golden_path;
static char *new_golden_path;

static const GOptionEntry entries[] = {
  { "samples", 'n', 0, G_OPTION_ARG_INT, &n_samples, "samples of each check (7)", "N" },
  { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds, "about how long a sample takes (0.05)", "S" },
  { "rows", 'r', 0, G_OPTION_ARG_INT, &n_rows, "rows of all policies of a table together (1000000)",
    "N" },
  { "min-size", 'm', 0, G_OPTION_ARG_INT, &min_size, "leave out classes of fewer records (1)",
    "N" },
  { "data", 'd', 0, G_OPTION_ARG_FILENAME, &data_path,
    "the folder of the tables (../shared/data beside the source tree)", "FOLDER" },
  { "health", 0, 0, G_OPTION_ARG_FILENAME, &health_path, "the health table, which a script makes",
    "FILE" },
  { "chart", 'c', 0, G_OPTION_ARG_FILENAME, &chart_path, "draw bars there, by gnuplot",
    "FILE.svg" },
  { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare the counts of --quick", "FILE" },
  { "write-golden", 0, 0, G_OPTION_ARG_FILENAME, &new_golden_path,
    "put the counts of --quick there, other lines stay", "FILE" },
  { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "everything once on few rows", NULL },
  { "json", 'j', 0, G_OPTION_ARG_NONE, &json, "print JSON", NULL },
  { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL }
};

static void
time_groupings (Checks *checks, Outcome *outcome)
{
  g_autofree double *samples = g_new (double, n_samples);
  const double ns = 1e9 / (double) MAX (1, outcome->n_rows);

  for (guint i = 0; i < N_GROUPINGS; i++)
    {
      guint64 n;

      checks->grouping = (GroupingKind) i;
      n = count_repetitions (run_grouping, checks, seconds);
      for (int s = 0; s < n_samples; s++)
        samples[s] = ns * time_pass (run_grouping, checks, n);
      outcome->grouping[i] = spread_of (samples, (guint) n_samples);
    }
}

/* Returns: whether all stages found the same classes to pass. */
static gboolean
time_stages (Checks *checks, double t, Row *row)
{
  g_autofree double *memory = g_new (double, N_STAGES *(gsize) n_samples);
  guint64 n[N_STAGES];

  checks_set_t (checks, t);
  for (guint stage = 0; stage < N_STAGES; stage++)
    {
      checks->stage = (Stage) stage;
      n[stage] = count_repetitions (run_stage, checks, seconds);
      row->n_pruned[stage] = checks->n_pruned;
      if (stage == STAGE_PRUNED)
        row->n_spared = checks->n_spared;
      if (stage == 0)
        row->n_passed = checks->n_passed;
      if (checks->n_passed == row->n_passed)
        continue;
      g_printerr ("t = %g: %" G_GUINT64_FORMAT " classes pass, not %" G_GUINT64_FORMAT
                  " as by the plain check\n",
                  t, checks->n_passed, row->n_passed);
      return FALSE;
    }
  for (int s = 0; s < n_samples; s++)
    for (guint stage = 0; stage < N_STAGES; stage++)
      {
        checks->stage = (Stage) stage;
        memory[stage * (guint) n_samples + (guint) s] = time_pass (run_stage, checks, n[stage]);
        if (stage > 0)
          memory[stage * (guint) n_samples + (guint) s] /= memory[s];
      }
  row->plain = spread_of (memory, (guint) n_samples);
  for (guint stage = STAGE_HASHED; stage < N_STAGES; stage++)
    row->ratio[stage] = spread_of (memory + stage * (guint) n_samples, (guint) n_samples);
  return TRUE;
}

static gboolean
measure (const Classes *classes, Outcome *outcome)
{
  gboolean success = TRUE;
  Checks checks;

  outcome->n_values = classes->n_values;
  outcome->n_classes = classes->n_classes;
  outcome->n_rows = classes->starts[classes->n_classes];
  checks_init (&checks, classes);
  time_groupings (&checks, outcome);
  for (guint i = 0; i < N_THRESHOLDS; i++)
    success = time_stages (&checks, thresholds[i], &outcome->rows[i]) && success;
  checks_clear (&checks);
  return success;
}

static char *
find_folder (void)
{
  const char *shared = g_getenv ("DEID_SHARED");

  if (data_path != NULL)
    return g_strdup (data_path);
  return shared != NULL ? g_build_filename (shared, "data", NULL)
                        : g_build_filename (SOURCE_ROOT, "..", "shared", "data", NULL);
}

static void
clear_outcome (gpointer outcome)
{
  g_free (((Outcome *) outcome)->name);
}

/* Returns: an exit status. */
static int
run_table (const ClosenessTable *table, Outcome *outcome)
{
  g_autofree char *folder = find_folder ();
  g_autofree char *hierarchies = g_build_filename (folder, table->name, NULL);
  g_autofree char *file = g_strconcat (table->name, ".csv", NULL);
  g_autofree char *path = health_path != NULL && g_str_equal (table->name, "health")
                              ? g_strdup (health_path)
                              : g_build_filename (hierarchies, file, NULL);
  g_autoptr (GError) error = NULL;
  gboolean success;
  Classes classes;

  if (!g_str_equal (table->name, DISCHARGES) && !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_printerr ("skipped: %s is not there\n", path);
      return EXIT_SKIPPED;
    }
  if (!classes_init (&classes, table, path, hierarchies, (guint64) n_discharges, (guint64) n_rows,
                     (guint64) min_size, &error))
    {
      g_printerr ("%s: %s\n", table->name, error->message);
      return EXIT_FAILURE;
    }
  outcome->name = g_strconcat (table->name, " ", table->sensitive, NULL);
  success = measure (&classes, outcome);
  classes_clear (&classes);
  return success ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int
run (void)
{
  const Machine machine = describe_machine ();
  g_autoptr (GArray) outcomes = g_array_new (FALSE, FALSE, sizeof (Outcome));
  g_autoptr (GError) error = NULL;
  int status = EXIT_SUCCESS;

  g_array_set_clear_func (outcomes, clear_outcome);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      Outcome outcome = { 0 };
      const int ended = run_table (&tables[i], &outcome);

      if (ended == EXIT_FAILURE)
        status = EXIT_FAILURE;
      if (ended == EXIT_SUCCESS)
        g_array_append_val (outcomes, outcome);
      else
        clear_outcome (&outcome);
    }
  if (json)
    report_json (&machine, outcomes);
  else
    report_text (&machine, outcomes);
  if (!closeness_golden_check (outcomes, golden_path, new_golden_path, &error)
      || (chart_path != NULL && !report_chart (chart_path, outcomes, &error)))
    {
      g_printerr ("%s\n", error->message);
      status = EXIT_FAILURE;
    }
  return status;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time ordered t-closeness");
  g_autoptr (GError) error = NULL;
  int status;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || argc > 1 || n_samples < 1
      || n_rows < 1 || min_size < 1 || (!quick && (golden_path != NULL || new_golden_path != NULL)))
    {
      g_printerr ("%s\n", error != NULL ? error->message : "see --help");
      return EXIT_FAILURE;
    }
  if (quick)
    {
      n_samples = 1;
      seconds = 0;
      n_rows = 1;
      n_discharges = 5000;
    }
  status = run ();
  g_free (data_path);
  g_free (health_path);
  g_free (chart_path);
  g_free (golden_path);
  g_free (new_golden_path);
  return status;
}
