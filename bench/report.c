/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long risk reports take: of the input and of the optimum for k = 5 with at most 5 %
 * suppressed, by record and by attribute, for all subsets up to several sizes. */
#include <stdlib.h>

#include "golden.h"
#include "machine.h"
#include "search-problem.h"

#define EXIT_SKIPPED 77
#define N_ATTRIBUTES 9
#define HEADER       "table-when-size classes distinct separated (sums modulo 2^64 over all subsets)"

static int n_runs = 5;
static int max_size = 3;
static gboolean quick;
static char *health_path;
static char *golden_path;
static gboolean write_golden;

static const GOptionEntry entries[]
    = { { "runs", 'r', 0, G_OPTION_ARG_INT, &n_runs, "runs of each report (5)", "R" },
        { "size", 's', 0, G_OPTION_ARG_INT, &max_size, "of the largest subsets (3)", "N" },
        { "health", 0, 0, G_OPTION_ARG_FILENAME, &health_path,
          "the health table, which a script makes", "FILE" },
        { "quick", 'q', 0, G_OPTION_ARG_NONE, &quick, "Adult only, once", NULL },
        { "golden", 0, 0, G_OPTION_ARG_FILENAME, &golden_path, "compare counts", "FILE" },
        { "write", 0, 0, G_OPTION_ARG_NONE, &write_golden, "write that file instead", NULL },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

typedef struct
{
  const char *table;
  gboolean is_after;
  DeidResult *result;
  Golden *golden; /* or NULL */
  gboolean has_failed;
} Case;

static void
print_times (const Case *test, const char *what, double *seconds, double yardstick)
{
  const Spread spread = spread_of (seconds, (guint) n_runs);

  g_print ("%-8s %-7s %-18s %8.3f %8.3f %8.3f %8.1f\n", test->table,
           test->is_after ? "release" : "input", what, spread.min, spread.median, spread.max,
           spread.median / yardstick);
}

/* Returns: the number of classes, or 0 with an error. */
static guint64
time_records (const Case *test, double yardstick, GError **error)
{
  g_autofree double *seconds = g_new (double, n_runs);
  guint64 n_classes = 0;

  for (int i = 0; i < n_runs; i++)
    {
      const double start = get_cpu_seconds ();
      g_autoptr (DeidReport) report
          = test->is_after ? deid_report_new_risks (test->result, NULL, TRUE, NULL, NULL, error)
                           : deid_report_new_risks (test->result, NULL, FALSE, NULL, NULL, error);

      if (report == NULL)
        return 0;
      seconds[i] = get_cpu_seconds () - start;
      deid_report_get_count (report, "classes.number", &n_classes);
    }
  print_times (test, "records", seconds, yardstick);
  return n_classes;
}

/* Returns: a count of a subset. */
static guint64
get_count (const DeidReport *risks, guint64 subset, const char *name)
{
  g_autofree char *path = g_strdup_printf ("subsets[%" G_GUINT64_FORMAT "].%s", subset, name);
  guint64 n;

  deid_report_get_count (risks, path, &n);
  return n;
}

static void
compare_counts (Case *test, guint size, guint64 n_classes, const DeidReport *risks)
{
  g_autofree char *key
      = g_strdup_printf ("%s-%s-%u", test->table, test->is_after ? "release" : "input", size);
  g_autofree char *line = NULL;
  guint64 n_subsets, n_distinct = 0, n_separated = 0;

  deid_report_get_n_rows (risks, "subsets", &n_subsets);
  for (guint64 i = 0; i < n_subsets; i++)
    {
      n_distinct += get_count (risks, i, "distinct");
      n_separated += get_count (risks, i, "separated");
    }
  line = g_strdup_printf ("%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, key,
                          n_classes, n_distinct, n_separated);
  if (test->golden == NULL)
    return;
  if (write_golden)
    golden_set (test->golden, key, line);
  else if (!golden_compare (test->golden, key, line))
    test->has_failed = TRUE;
}

static gboolean
time_attributes (Case *test, guint size, guint64 n_classes, double yardstick, GError **error)
{
  g_autofree double *seconds = g_new (double, n_runs);
  g_autofree char *what = g_strdup_printf ("subsets up to %u", size);

  for (int i = 0; i < n_runs; i++)
    {
      const double start = get_cpu_seconds ();
      g_autoptr (DeidReport) risks
          = test->is_after
                ? deid_report_new_attribute_risks (test->result, TRUE, size, NULL, error)
                : deid_report_new_attribute_risks (test->result, FALSE, size, NULL, error);

      if (risks == NULL)
        return FALSE;
      seconds[i] = get_cpu_seconds () - start;
      if (i == 0)
        compare_counts (test, size, n_classes, risks);
    }
  print_times (test, what, seconds, yardstick);
  return TRUE;
}

/* Returns: the seconds that one evaluation of the optimum takes, or -1 with an error. */
static double
time_evaluation (DeidResult *result, GError **error)
{
  g_autofree double *seconds = g_new (double, n_runs);

  for (int i = 0; i < n_runs; i++)
    {
      const double start = get_cpu_seconds ();
      g_autoptr (DeidResult) again = deid_problem_evaluate (
          deid_result_get_problem (result), deid_result_get_policy (result), NULL, error);

      if (again == NULL)
        return -1;
      seconds[i] = get_cpu_seconds () - start;
    }
  return spread_of (seconds, (guint) n_runs).median;
}

static gboolean
run_table (const Table *table, Case *test, GError **error)
{
  g_autoptr (DeidProblem) problem = load_problem (table, error);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  double yardstick;

  if (problem == NULL || (result = deid_search_run (search, problem, NULL, error)) == NULL
      || (yardstick = time_evaluation (result, error)) < 0)
    return FALSE;
  test->result = result;
  for (guint i = 0; i < 2; i++)
    {
      guint64 n_classes;

      test->is_after = i == 1;
      n_classes = time_records (test, yardstick, error);
      if (n_classes == 0)
        return FALSE;
      for (guint size = 1; size <= (guint) max_size; size++)
        if (!time_attributes (test, size, n_classes, yardstick, error))
          return FALSE;
    }
  return TRUE;
}

/* Returns: whether all went well, or the table is not there. */
static gboolean
run_named (const char *name, const char *csv, Golden *golden, gboolean *is_there, GError **error)
{
  Table table = find_table (name, N_ATTRIBUTES, NULL);
  Case test = { .table = name, .golden = golden };
  gboolean success = TRUE;

  if (csv != NULL)
    {
      g_free (table.csv);
      table.csv = g_strdup (csv);
    }
  *is_there = g_file_test (table.csv, G_FILE_TEST_EXISTS);
  if (*is_there)
    success = run_table (&table, &test, error);
  else
    g_printerr ("skipped: %s is not there\n", table.csv);
  table_clear (&table);
  return success && !test.has_failed;
}

static int
run (GError **error)
{
  const Machine machine = describe_machine ();
  Golden golden = { 0 };
  Golden *compared = golden_path != NULL ? &golden : NULL;
  gboolean is_adult_there = FALSE, is_health_there = FALSE, success;

  if (compared != NULL && !golden_read (compared, golden_path, write_golden, error))
    return EXIT_FAILURE;
  print_machine (&machine);
  g_print ("\nprocessor seconds; the last column is the median over that of one evaluation of the "
           "optimum\n\n%-8s %-7s %-18s %8s %8s %8s %8s\n",
           "table", "of the", "report", "min", "median", "max", "ratio");
  success = run_named ("adult", NULL, compared, &is_adult_there, error)
            && (quick || run_named ("health", health_path, compared, &is_health_there, error))
            && (compared == NULL || !write_golden || golden_write (compared, HEADER, error));
  if (compared != NULL)
    golden_clear (compared);
  if (!success)
    return EXIT_FAILURE;
  return is_adult_there || is_health_there ? EXIT_SUCCESS : EXIT_SKIPPED;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- time risk reports");
  g_autoptr (GError) error = NULL;
  int status = EXIT_FAILURE;

  g_option_context_add_main_entries (context, entries, NULL);
  if (g_option_context_parse (context, &argc, &argv, &error) && argc == 1 && n_runs > 0
      && max_size > 0)
    {
      if (quick)
        n_runs = 1;
      status = run (&error);
      if (error != NULL)
        g_printerr ("%s\n", error->message);
    }
  else
    g_printerr ("%s\n", error != NULL ? error->message : "see --help");
  g_free (health_path);
  g_free (golden_path);
  return status;
}
