/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long trade-offs take: every k from 2 to 60 on the known table with 9 quasi-identifiers,
 * against a run for each that reads the table anew, and a grid of the capacities of two columns. */
#include <stdlib.h>

#include "measure.h"
#include "search-problem.h"

#define EXIT_SKIPPED 77
#define FIRST_K      2
#define LAST_K       60

static int n_rows = 200000;
static int n_values = 10;
static gboolean quick;

static const GOptionEntry entries[]
    = { { "rows", 'r', 0, G_OPTION_ARG_INT, &n_rows, "rows of the table of the grid (200000)",
          "N" },
        { "values", 'v', 0, G_OPTION_ARG_INT, &n_values, "capacities of each column (10)", "N" },
        { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "2,000 rows and a grid of 2 by 2", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

static gboolean
fail (GError *error)
{
  g_printerr ("%s\n", error->message);
  g_error_free (error);
  return FALSE;
}

static DeidJob *
make_known_job (const Table *table, guint64 k, GError **error)
{
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  static const char *const columns[]
      = { "sex",       "age",        "race",        "marital-status", "education", "native-country",
          "workclass", "occupation", "salary-class" };

  g_string_append_printf (
      text,
      "[input]\ninput=%s\ndelimiter=\\;\n[models]\nmodel=k:%" G_GUINT64_FORMAT
      "\n[limits]\nsuppression-limit=5%%\n[lattice]\nhierarchies=%s/hierarchy_\n",
      table->csv, k, table->hierarchies);
  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    g_string_append_printf (text, "[column %s]\nrole=quasi-identifying\n", columns[c]);
  return deid_job_load_text (job, text->str, "known", NULL, error) ? g_steal_pointer (&job) : NULL;
}

/* Returns: the seconds that a trade-off takes, or a negative number if it fails. */
static double
time_tradeoff (DeidJob *job, const char *axes, DeidReport **report)
{
  const double start = get_wall_seconds ();
  GError *error = NULL;

  *report = deid_report_new_tradeoff (job, axes, NULL, &error);
  return *report != NULL ? get_wall_seconds () - start : fail (error) - 1;
}

/* Runs the job of one k, from the file to the optimum, and compares it with the cell of that k. */
static gboolean
check_k (const Table *table, const DeidReport *report, guint64 k)
{
  GError *error = NULL;
  g_autoptr (DeidJob) job = make_known_job (table, k, &error);
  g_autoptr (DeidResult) result = job != NULL ? deid_job_run (job, NULL, &error) : NULL;
  g_autofree char *proven = g_strdup_printf ("cells[%u].proven", (guint) (k - FIRST_K));
  g_autofree char *loss = g_strdup_printf ("cells[%u].loss", (guint) (k - FIRST_K));
  g_autofree char *suppressed = g_strdup_printf ("cells[%u].suppressed", (guint) (k - FIRST_K));
  gboolean is_proven;
  guint64 n_suppressed;
  double number;

  if (result == NULL)
    return fail (error);
  if (deid_report_get_flag (report, proven, &is_proven) && is_proven
      && deid_report_get_number (report, loss, &number) && number == deid_result_get_loss (result)
      && deid_report_get_count (report, suppressed, &n_suppressed)
      && n_suppressed == deid_result_get_n_suppressed (result))
    return TRUE;
  g_printerr ("k = %" G_GUINT64_FORMAT ": the trade-off has another optimum\n", k);
  return FALSE;
}

static int
measure_known (void)
{
  Table table = find_table ("adult", 9, NULL);
  g_autoptr (GString) values = g_string_new (NULL);
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (DeidJob) job = NULL;
  GError *error = NULL;
  double sweep, runs;
  gboolean success = TRUE;

  if (!g_file_test (table.csv, G_FILE_TEST_EXISTS))
    {
      g_printerr ("skipped: %s is not there\n", table.csv);
      table_clear (&table);
      return EXIT_SKIPPED;
    }
  for (guint k = FIRST_K; k <= LAST_K; k++)
    g_string_append_printf (values, "%s%u", k > FIRST_K ? "," : "k=", k);
  job = make_known_job (&table, FIRST_K, &error);
  if (job == NULL)
    return fail (error) + EXIT_FAILURE;
  sweep = time_tradeoff (job, values->str, &report);
  runs = get_wall_seconds ();
  for (guint64 k = FIRST_K; success && sweep >= 0 && k <= LAST_K; k += quick ? 29 : 1)
    success = check_k (&table, report, k);
  runs = get_wall_seconds () - runs;
  g_print ("adult, 9 quasi-identifiers, k = %d to %d, 5 %% suppressed\n", FIRST_K, LAST_K);
  g_print ("  one trade-off, the table read once    %8.3f s\n", sweep);
  g_print ("  %2d runs that read the table each time %8.3f s, ratio %.3f\n", quick ? 3 : 59, runs,
           sweep / runs);
  table_clear (&table);
  return success && sweep >= 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Participants of courses: many write no post, few write hundreds. */
static char *
make_table (guint n)
{
  GRand *rand = g_rand_new_with_seed (18);
  GString *csv = g_string_new ("education,birth,gender,country,posts,grade\n");

  for (guint row = 0; row < n; row++)
    {
      const guint posts
          = (guint) (g_rand_double (rand) < 0.6 ? 0
                                                : 400 * g_rand_double (rand) * g_rand_double (rand)
                                                      * g_rand_double (rand));

      g_string_append_printf (csv, "%d,%d,%s,%d,%u,%d\n", g_rand_int_range (rand, 0, 5),
                              2000 - (int) (60 * g_rand_double (rand) * g_rand_double (rand)),
                              g_rand_double (rand) < 0.7 ? "m" : "f",
                              (int) (30 * g_rand_double (rand) * g_rand_double (rand)), posts,
                              MIN (100, (int) posts / 4 + g_rand_int_range (rand, 0, 40)));
    }
  g_rand_free (rand);
  return g_string_free (csv, FALSE);
}

static const char settings[] = "[models]\nmodel=k:5\n[limits]\nsuppression-limit=5%\n"
                               "[column education]\nrole=quasi-identifying\nrule=suppress\n"
                               "[column birth]\nrole=quasi-identifying\ntype=integer\n"
                               "rule=capacity:1000\n"
                               "[column gender]\nrole=quasi-identifying\nrule=suppress\n"
                               "[column country]\nrole=quasi-identifying\nrule=suppress\n"
                               "[column posts]\nrole=quasi-identifying\ntype=integer\n"
                               "rule=capacity:1000\n"
                               "[column grade]\nrole=insensitive\ntype=integer\n";

static int
measure_grid (void)
{
  g_autofree char *csv = make_table ((guint) n_rows);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (csv, -1, NULL);
  g_autoptr (DeidJob) job = deid_job_new ();
  g_autoptr (DeidDataset) dataset = NULL;
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (GString) values = g_string_new (NULL);
  g_autofree char *axes = NULL;
  GError *error = NULL;
  double seconds;

  for (int i = 1; i <= n_values; i++)
    g_string_append_printf (values, "%s%d", i > 1 ? "," : "", i * n_rows / 200);
  if (!deid_job_load_text (job, settings, "grid", NULL, &error)
      || (dataset = deid_dataset_new_from_csv_stream (stream, "grid.csv", NULL, NULL, &error))
             == NULL
      || !deid_job_set_dataset (job, dataset, &error)
      || deid_job_get_dataset (job, NULL, &error) == NULL)
    return fail (error) + EXIT_FAILURE;
  axes = g_strdup_printf ("capacity:birth=%s\ncapacity:posts=%s", values->str, values->str);
  seconds = time_tradeoff (job, axes, &report);
  if (seconds < 0)
    return EXIT_FAILURE;
  g_print ("grid of %d by %d capacities, %d rows\n", n_values, n_values, n_rows);
  g_print ("  all cells, the table read before      %8.3f s, %.1f ms a cell\n", seconds,
           1000 * seconds / n_values / n_values);
  return EXIT_SUCCESS;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time trade-offs");
  g_autoptr (GError) error = NULL;
  int known, grid;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return EXIT_FAILURE;
    }
  if (quick)
    {
      n_rows = 2000;
      n_values = 2;
    }
  known = measure_known ();
  grid = measure_grid ();
  return grid != EXIT_SUCCESS ? grid : known;
}
