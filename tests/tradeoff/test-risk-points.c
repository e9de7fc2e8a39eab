/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Risks of the cells of a trade-off, and frontiers of risk that have them as points, against the
 * policies of the cells, evaluated anew by jobs that have the settings of a cell from the start. */
#include <string.h>

#include "support/failing-allocations.h"
#include "support/figures.h"
#include "support/lesson.h"
#include "support/suite.h"
#include "support/text-job.h"

#define N_ROWS     90
#define N_MEASURES 4

/* The job calls records in groups of up to 4 at risk: 1 / 4 is above 0.2, and 1 / 5 is not.
 * Frontiers have a threshold of their own, 0.1. */
#define LARGEST_OF_JOB      4
#define LARGEST_OF_FRONTIER 9

static const char settings[] = "[models]\nmodel=k:3\n"
                               "[column age]\nrole=quasi-identifying\ntype=integer\n"
                               "rule=capacity:30\n"
                               "[column zip]\nrole=quasi-identifying\nrule=prefix:1\n"
                               "[column sex]\nrole=quasi-identifying\nrule=suppress\n";

typedef struct
{
  const char *axes[2]; /* names; the second one may be NULL */
  const char *values[2];
  const char *sections[2]; /* where a job has what an axis sets */
  const char *keys[2];
  const char *forms[2]; /* of the values there, with a $ for the value */
  const char *extra;    /* of all cells */
  gboolean has_population;
} Grid;

static const Grid grids[] = {
  { .axes = { "k", "suppression-limit" },
    .values = { "2,5,9,500", "0,2%,0.2" },
    .sections = { "models", "limits" },
    .keys = { "model", "suppression-limit" },
    .forms = { "k:$", "$" } },
  { .axes = { "k", "suppression-count" },
    .values = { "2,4,8", "0,3,20" },
    .sections = { "models", "limits" },
    .keys = { "model", "suppression-count" },
    .forms = { "k:$", "$" },
    .has_population = TRUE },
  /* Lattices differ, and each cell is searched for. */
  { .axes = { "capacity:age", "column zip.levels" },
    .values = { "10,20,60", "0..1;1.." },
    .sections = { "column age", "column zip" },
    .keys = { "rule", "levels" },
    .forms = { "capacity:$", "$" },
    .extra = "[limits]\nsuppression-limit=10%\n" },
  { .axes = { "avg" },
    .values = { "0.05,0.1,0.3" },
    .sections = { "models" },
    .keys = { "model" },
    .forms = { "k:2;avg:$" },
    .extra = "[models]\nmodel=k:2;avg:0.2\n[search]\nalgorithm=igreedy\n[limits]\n"
             "suppression-limit=0.3\n" },
};

static char *
make_rows (GRand *rand, guint n)
{
  GString *csv = g_string_new ("age,zip,sex\n");

  for (guint row = 0; row < n; row++)
    g_string_append_printf (csv, "%d,%d%d,%s\n",
                            (int) (60 * g_rand_double (rand) * g_rand_double (rand)),
                            g_rand_int_range (rand, 1, 3), g_rand_int_range (rand, 0, 2),
                            g_rand_int (rand) % 12 == 0 ? "o"
                            : row % 2 == 0              ? "m"
                                                        : "f");
  return g_string_free (csv, FALSE);
}

/* The table is one part of the population. */
static DeidJob *
make_job (const Grid *grid)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1910);
  g_autofree char *csv = make_rows (rand, N_ROWS);
  g_autofree char *others = make_rows (rand, 2 * N_ROWS);
  DeidJob *job = make_text_job (csv, settings, grid->extra);

  if (grid->has_population)
    {
      g_autofree char *people = g_strconcat (csv, strchr (others, '\n') + 1, NULL);

      ck_assert (deid_job_set (job, "population", "population",
                               write_file ("people.csv", people, -1), NULL, NULL));
    }
  return job;
}

/* A job, and a report on a trade-off of it. */
typedef struct
{
  DeidJob *job;
  DeidReport *report;
} Run;

static Run
run_axes (DeidJob *job, const char *axes)
{
  g_autoptr (GError) error = NULL;
  Run run = { .job = job, .report = deid_report_new_tradeoff (job, axes, NULL, &error) };

  assert_no_error (error);
  return run;
}

static void
run_clear (Run *run)
{
  deid_report_unref (run->report);
  deid_job_unref (run->job);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static Run
run_grid (const Grid *grid)
{
  g_autoptr (GString) axes = g_string_new (NULL);

  for (guint a = 0; a < G_N_ELEMENTS (grid->axes) && grid->axes[a] != NULL; a++)
    g_string_append_printf (axes, "%s=%s\n", grid->axes[a], grid->values[a]);
  return run_axes (make_job (grid), axes->str);
}

/* Returns: the policy of a cell, as the job of that cell evaluates it. */
static DeidResult *
evaluate_anew (const Grid *grid, const DeidReport *report, guint64 cell)
{
  g_autoptr (DeidJob) job = make_job (grid);
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (GError) error = NULL;
  DeidProblem *problem;
  DeidResult *result;

  for (guint a = 0; a < n_rows_of (report, "axes"); a++)
    {
      const char *value = text_of (report, "cells[%u].values[%u]", (guint) cell, a);
      g_auto (GStrv) parts = g_strsplit (grid->forms[a], "$", -1);
      g_autofree char *text = g_strjoinv (value, parts);

      deid_job_set (job, grid->sections[a], grid->keys[a], text, NULL, &error);
      assert_no_error (error);
    }
  problem = deid_job_get_problem (job, NULL, &error);
  assert_no_error (error);
  policy = deid_policy_new_from_text (deid_problem_get_lattice (problem),
                                      text_of (report, "cells[%u].policy", (guint) cell), &error);
  assert_no_error (error);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  return result;
}

/* A risk by its definition: a fraction, or a sum that is not. */
typedef struct
{
  guint64 numerator;
  guint64 denominator;
  double value;
} Risk;

static Risk
measure (DeidResult *result, DeidRiskMeasure measure, guint64 largest_at_risk)
{
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  guint64 n_classes = 0, n = 0, n_at_risk = 0, least = G_MAXUINT64;
  double sum = 0;

  for (guint32 c = 0; c < deid_partition_get_n_classes (partition); c++)
    {
      const guint64 size = deid_partition_get_n_persons (partition, c);

      if (deid_partition_is_suppressed (partition, c))
        continue;
      n_classes++;
      n += size;
      least = MIN (least, size);
      n_at_risk += size <= largest_at_risk ? size : 0;
      sum += deid_partition_has_population (partition)
                 ? (double) size / (double) deid_partition_get_n_population (partition, c)
                 : 1;
    }
  switch (measure)
    {
    case DEID_RISK_MEASURE_HIGHEST:
      return (Risk){ 1, least, 1.0 / (double) least };
    case DEID_RISK_MEASURE_AVERAGE:
      return (Risk){ n_classes, n, (double) n_classes / (double) n };
    case DEID_RISK_MEASURE_AT_RISK:
      return (Risk){ n_at_risk, n, (double) n_at_risk / (double) n };
    case DEID_RISK_MEASURE_POPULATION:
    default:
      return (Risk){ 0, 0, sum / (double) n };
    }
}

static void
check_cell_risk (const DeidReport *report, guint64 cell, DeidRiskMeasure what, DeidResult *result)
{
  const gboolean is_expected
      = result != NULL
        && (what != DEID_RISK_MEASURE_POPULATION
            || deid_partition_has_population (deid_result_get_partition (result, NULL, NULL)));
  static const char *const names[]
      = { "highest_risk", "average_risk", "at_risk", "population_risk_mean" };
  double risk = 77;

  ck_assert (get_number (report, &risk, "cells[%u].%s", (guint) cell, names[what]) == is_expected);
  if (is_expected)
    assert_near (risk, measure (result, what, LARGEST_OF_JOB).value);
  else
    ck_assert (risk == 0);
}

static void
check_point (const DeidReport *frontier, DeidRiskMeasure what, guint64 point,
             const DeidReport *report, guint64 cell, DeidResult *result)
{
  ck_assert_str_eq (text_of (frontier, "points[%u].source", (guint) point), "cell");
  ck_assert_uint_eq (count_of (frontier, "points[%u].cell", (guint) point), cell);
  ck_assert (flag_of (frontier, "points[%u].solved", (guint) point) == (result != NULL));
  ck_assert (flag_of (frontier, "points[%u].proven", (guint) point)
             == flag_of (report, "cells[%u].proven", (guint) cell));
  ck_assert_ptr_null (policy_of (frontier, "points[%u].policy", (guint) point));
  ck_assert_int_eq (state_of (frontier, "points[%u].threshold", (guint) point),
                    DEID_FIGURE_STATE_UNDEFINED);
  if (result == NULL)
    return;
  assert_near (number_of (frontier, "points[%u].risk", (guint) point),
               measure (result, what, LARGEST_OF_FRONTIER).value);
  ck_assert (number_of (frontier, "points[%u].loss", (guint) point)
             == deid_result_get_loss (result));
  ck_assert_uint_eq (count_of (frontier, "points[%u].suppressed", (guint) point),
                     deid_result_get_n_suppressed (result));
}

/* Population risks that differ do so in more than what rounding hides, here. */
static int
compare_risks (const Risk *a, const Risk *b)
{
  const guint64 left = a->numerator * b->denominator, right = b->numerator * a->denominator;

  if (a->denominator > 0)
    return left < right ? -1 : left > right;
  return a->value < b->value - 1e-12 ? -1 : a->value > b->value + 1e-12;
}

/* By the definition, all points against all. */
static gboolean
is_dominated (DeidResult *const *results, const Risk *risks, guint64 n, guint64 point)
{
  for (guint64 i = 0; i < n; i++)
    if (i != point && results[i] != NULL)
      {
        const double loss = deid_result_get_loss (results[i]);
        const double own_loss = deid_result_get_loss (results[point]);
        const int risk = compare_risks (&risks[i], &risks[point]);

        if (risk <= 0 && loss <= own_loss && (risk < 0 || loss < own_loss || i < point))
          return TRUE;
      }
  return FALSE;
}

/* A frontier of the job's problem by a measure, with a threshold of its own. */
static DeidReport *
make_frontier (DeidJob *job, DeidRiskMeasure what)
{
  static const double none[] = { 1 };
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (GError) error = NULL;
  DeidProblem *problem = deid_job_get_problem (job, NULL, &error);

  assert_no_error (error);
  ck_assert (deid_risk_options_set_threshold (options, 0.1, NULL));
  return deid_report_new_risk_frontier (problem, what, options, none, 0, NULL, NULL);
}

/* The top, which comes before the cells, and they are compared with each other, too. */
static void
check_frontier (const Run *run, DeidResult **results, guint64 n, DeidRiskMeasure what)
{
  g_autoptr (DeidReport) empty = make_frontier (run->job, what);
  g_autoptr (DeidReport) frontier = NULL;
  g_autofree Risk *risks = g_new0 (Risk, n + 1);
  g_autoptr (GError) error = NULL;

  frontier
      = deid_report_new_risk_frontier_with (empty, results[0], run->report, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (n_rows_of (frontier, "points"), n + 1);
  for (guint64 i = 0; i < n + 1; i++)
    if (results[i] != NULL)
      risks[i] = measure (results[i], what, LARGEST_OF_FRONTIER);
  for (guint64 i = 0; i < n + 1; i++)
    {
      if (i > 0)
        check_point (frontier, what, i, run->report, i - 1, results[i]);
      if (results[i] != NULL)
        ck_assert (flag_of (frontier, "points[%u].non_dominated", (guint) i)
                   == !is_dominated (results, risks, n + 1, i));
      else
        ck_assert_int_eq (state_of (frontier, "points[%u].non_dominated", (guint) i),
                          DEID_FIGURE_STATE_ABSENT);
    }
}

/* Of a cell without a solution there is none. */
static void
unref (gpointer result)
{
  if (result != NULL)
    deid_result_unref (result);
}

static DeidResult *
evaluate_top (DeidJob *job)
{
  DeidProblem *problem = deid_job_get_problem (job, NULL, NULL);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);

  return deid_problem_evaluate (problem, top, NULL, NULL);
}

START_TEST (test_points)
{
  const Grid *grid = &grids[_i];
  g_auto (Run) run = run_grid (grid);
  const guint64 n = n_rows_of (run.report, "cells");
  g_autoptr (GPtrArray) results = g_ptr_array_new_with_free_func (unref);

  ck_assert (number_of (run.report, "above") == 0.2);
  g_ptr_array_add (results, evaluate_top (run.job));
  for (guint64 cell = 0; cell < n; cell++)
    g_ptr_array_add (results, flag_of (run.report, "cells[%u].solved", (guint) cell)
                                  ? evaluate_anew (grid, run.report, cell)
                                  : NULL);
  for (guint m = 0; m < N_MEASURES; m++)
    {
      for (guint64 cell = 0; cell < n; cell++)
        check_cell_risk (run.report, cell, (DeidRiskMeasure) m, results->pdata[cell + 1]);
      check_frontier (&run, (DeidResult **) results->pdata, n, (DeidRiskMeasure) m);
    }
}
END_TEST

/* Four records: with k = 2 two classes of two, with k = 3 one of four, with k = 5 none. */
static Run
run_small (const char *axes)
{
  return run_axes (make_text_job ("x\na\na\nb\nb\n",
                                  "[models]\nmodel=k:2\n[column x]\nrole=quasi-identifying\n"
                                  "rule=suppress\n",
                                  NULL),
                   axes);
}

START_TEST (test_texts)
{
  g_auto (Run) run = run_small ("k=2,3,5");
  g_autoptr (DeidReport) empty = make_frontier (run.job, DEID_RISK_MEASURE_HIGHEST);
  g_autoptr (DeidReport) frontier
      = deid_report_new_risk_frontier_with (empty, NULL, run.report, NULL, NULL, NULL);
  g_autofree char *text = NULL, *csv = NULL, *json = NULL, *cells = NULL, *all = NULL,
                  *table = NULL;

  text = plain_text_of (frontier);
  csv = csv_of (frontier, "points");
  json = deid_report_to_json (frontier, NULL);
  ck_assert_ptr_nonnull (strstr (text, "cell    k=2          yes     yes   0.5     0     0 (0 %)  "
                                       "      yes  x:0        0\n"));
  ck_assert_ptr_nonnull (strstr (text, "cell    k=5           no     yes     -     -           -  "
                                       "        -  -          2\n"));
  ck_assert_str_eq (csv, "source,threshold,settings,solved,proven,risk,loss,suppressed,"
                         "non_dominated,policy,cell\n"
                         "cell,,k=2,1,1,0.5,0,0,1,x:0,0\n"
                         "cell,,k=3,1,1,0.25,1,0,1,x:1,1\n"
                         "cell,,k=5,0,1,,,,,,2\n");
  ck_assert_ptr_nonnull (strstr (
      json, "{\"source\":\"cell\",\"threshold\":null,\"settings\":[{\"axis\":\"k\","
            "\"value\":\"3\"}],\"solved\":true,"
            "\"proven\":true,\"risk\":0.25,\"loss\":1,\"suppressed\":0,\"non_dominated\":true,"
            "\"policy\":\"x:1\",\"cell\":1}"));
  cells = csv_of (run.report, "cells");
  all = deid_report_to_json (run.report, NULL);
  table = plain_text_of (run.report);
  ck_assert_str_eq (cells,
                    "values[0],solved,proven,loss,suppressed,classes,mean_shift,"
                    "correlation_shift,highest_risk,average_risk,at_risk,population_risk_mean,"
                    "groups_gone,non_dominated,knee,policy\n"
                    "2,1,1,0,0,2,,,0.5,0.5,1,,0,1,0,x:0\n"
                    "3,1,1,1,0,1,,,0.25,0.25,1,,0,1,0,x:1\n"
                    "5,0,1,,,,,,,,,,,,,\n");
  ck_assert_ptr_nonnull (strstr (all, "\"above\":0.2,"));
  ck_assert_ptr_nonnull (strstr (all, "\"highest_risk\":0.25,\"average_risk\":0.25,\"at_risk\":1,"
                                      "\"population_risk_mean\":null,"));
  ck_assert_ptr_nonnull (strstr (table, "\nat risk above: 0.2\naxes: k\ncells:\n"));
  ck_assert_ptr_nonnull (strstr (table, "     0.25     0.25  100 %  "));
}
END_TEST

/* The policy of 160 letters makes blocks of rows. It is the last figure of the optimum, behind
 * which the row of a cell begins. */
START_TEST (test_wide)
{
  const double threshold = 0.5;
  g_autofree char *name = g_strnfill (160, 'x');
  g_autofree char *table = g_strconcat (name, "\na\na\nb\nb\n", NULL);
  g_autofree char *extra
      = g_strconcat ("[column ", name, "]\nrole=quasi-identifying\nrule=suppress\n", NULL);
  g_auto (Run) run = run_axes (make_text_job (table, "[models]\nmodel=k:2\n", extra), "k=2,3");
  g_autoptr (DeidReport) optimum
      = deid_report_new_risk_frontier (deid_job_get_problem (run.job, NULL, NULL),
                                       DEID_RISK_MEASURE_HIGHEST, NULL, &threshold, 1, NULL, NULL);
  g_autoptr (DeidReport) frontier
      = deid_report_new_risk_frontier_with (optimum, NULL, run.report, NULL, NULL, NULL);
  g_autofree char *text = plain_text_of (frontier);
  g_autofree char *policy = g_strconcat ("    policy: ", name, ":0\n  cell:\n", NULL);

  ck_assert_ptr_nonnull (strstr (text, "\n  optimum:\n    threshold: 0.5\n"));
  ck_assert_ptr_nonnull (strstr (text, policy));
}
END_TEST

static void
assert_refused (DeidReport *frontier, DeidReport *tradeoff, const char *part)
{
  GError *error = NULL;

  ck_assert_ptr_null (
      deid_report_new_risk_frontier_with (frontier, NULL, tradeoff, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, part, NULL);
  ck_assert_uint_eq (n_rows_of (frontier, "points"), 0);
}

START_TEST (test_refused)
{
  g_auto (Run) tradeoff = run_small ("k=2,3");
  g_auto (Run) other = run_small ("k=2,3");
  g_auto (Run) losses = run_small ("models.quality=loss:geo,dm");
  g_auto (Run) weights = run_small ("column x.loss-weight=0.5,1");
  g_auto (Run) changed = run_small ("k=2,3");
  g_autoptr (DeidReport) frontier = make_frontier (tradeoff.job, DEID_RISK_MEASURE_HIGHEST);
  g_autoptr (DeidReport) of_losses = make_frontier (losses.job, DEID_RISK_MEASURE_HIGHEST);
  g_autoptr (DeidReport) of_weights = make_frontier (weights.job, DEID_RISK_MEASURE_HIGHEST);
  g_autoptr (DeidReport) of_changed = NULL;
  g_autoptr (DeidReport) optima = NULL;
  g_autofree char *json = NULL;

  assert_refused (frontier, frontier, "expected tradeoff");
  assert_refused (frontier, other.report, "another job");
  assert_refused (of_losses, losses.report, "axis 'models.quality'");
  assert_refused (of_weights, weights.report, "axis 'column x.loss-weight'");
  ck_assert (deid_job_set (changed.job, "models", "quality", "dm", NULL, NULL));
  of_changed = make_frontier (changed.job, DEID_RISK_MEASURE_HIGHEST);
  assert_refused (of_changed, changed.report, "the same settings");
  json = deid_report_to_json (changed.report, NULL);
  ck_assert_ptr_null (strstr (json, "model=dm"));
  optima = deid_report_new_risk_frontier (deid_job_get_problem (tradeoff.job, NULL, NULL),
                                          DEID_RISK_MEASURE_HIGHEST, NULL, NULL, 0, NULL, NULL);
  ck_assert_int_eq (state_of (optima, "points[0].cell"), DEID_FIGURE_STATE_ABSENT);
}
END_TEST

/* Each allocation fails in turn, and nothing is there until all of it is. */
START_TEST (test_no_memory)
{
  g_auto (Run) run = run_small ("k=2,3,5");
  gboolean success = FALSE;
  int n = 0;

  for (; !success; n = get_next_failure (n))
    {
      g_autoptr (DeidReport) own = NULL;
      g_autoptr (DeidReport) empty = make_frontier (run.job, (DeidRiskMeasure) _i);
      g_autoptr (DeidReport) frontier = NULL;
      GError *error = NULL;

      g_atomic_int_set (&n_allocations_left, n);
      own = deid_report_new_tradeoff (run.job, "k=2,2147,3", NULL, &error);
      if (own != NULL)
        frontier = deid_report_new_risk_frontier_with (empty, NULL, own, NULL, NULL, &error);
      success = frontier != NULL;
      g_atomic_int_set (&n_allocations_left, G_MAXINT);
      ck_assert (frontier == NULL || n_rows_of (frontier, "points") == 3);
      if (error != NULL)
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it", NULL);
    }
  ck_assert_int_gt (n, 10);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("risk-points");
  TCase *tcase = tcase_create ("risk-points");

  tcase_add_loop_test (tcase, test_points, 0, G_N_ELEMENTS (grids));
  tcase_add_test (tcase, test_texts);
  tcase_add_test (tcase, test_wide);
  tcase_add_test (tcase, test_refused);
  tcase_add_loop_test (tcase, test_no_memory, 0, N_MEASURES);
  suite_add_tcase (suite, tcase);
  return suite;
}
