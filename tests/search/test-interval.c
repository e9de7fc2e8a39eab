/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the interval search rests on: refined policies are judged as grouped ones are, the bound of
 * a box holds for every policy in it, and a run cut short never claims too much. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "support/refined-problem.h"

#define N_TRIALS count_trials (10000)

static const DeidStop never = { .deadline = G_MAXINT64 };

static void
check_verdict (RefinedProblem *fixture, const DeidRefined *refined, gboolean feasible)
{
  DeidVerdict plain;
  GError *error = NULL;

  ck_assert (
      deid_evaluator_evaluate (&fixture->evaluator.base, refined->levels, &never, &plain, &error));
  ck_assert (feasible == deid_verdict_is_feasible (&plain, &fixture->prepared));
  if (!feasible)
    return;
  ck_assert_uint_eq (refined->verdict.n_necessary, plain.n_necessary);
  ck_assert_uint_eq (refined->verdict.n_suppressed, plain.n_suppressed);
  ck_assert (refined->verdict.is_solution == plain.is_solution);
  if (plain.is_solution)
    ck_assert (refined->verdict.objective == plain.objective);
}

/* Lowers random dimensions, several at once as a rule, checking each policy on the way.
 * Returns: whether the last one is feasible. */
static gboolean
descend (RefinedProblem *fixture, GRand *rand, DeidRefined *refined, guint n_steps)
{
  const DeidLattice *lattice = fixture->prepared.lattice;
  g_autofree DeidLevel *below = g_new (DeidLevel, lattice->n_dimensions);
  gboolean feasible;
  GError *error = NULL;

  ck_assert (deid_refining_evaluator_start (&fixture->refiner, refined, &never, &feasible, &error));
  check_verdict (fixture, refined, feasible);
  for (guint i = 0; feasible && i < n_steps; i++)
    {
      lower_at_random (rand, refined->levels, below, lattice->n_dimensions);
      ck_assert (deid_refining_evaluator_lower (&fixture->refiner, refined, below, refined, &never,
                                                &feasible, &error));
      check_verdict (fixture, refined, feasible);
    }
  return feasible;
}

static gboolean
is_in_box (const DeidLevel *levels, const DeidLevel *lo, const DeidLevel *hi, guint n)
{
  for (guint d = 0; d < n; d++)
    if (levels[d] < lo[d] || levels[d] > hi[d])
      return FALSE;
  return TRUE;
}

/* Returns: how many solutions lie in the box. */
static guint
check_bound (RefinedProblem *fixture, const DeidRefined *refined, const DeidLevel *lo)
{
  const guint n_dimensions = fixture->prepared.lattice->n_dimensions;
  guint n_solutions = 0;
  double bound;

  ck_assert (
      deid_refining_evaluator_get_bound (&fixture->refiner, refined, lo, &never, &bound, NULL));
  for (guint rank = 0; rank < random_problem_get_n_policies (fixture->random); rank++)
    {
      guint levels[MAX_ATTRIBUTES];
      DeidLevel own[MAX_ATTRIBUTES];
      DeidVerdict verdict;
      GError *error = NULL;

      random_problem_get_levels (fixture->random, rank, levels);
      for (guint d = 0; d < n_dimensions; d++)
        own[d] = (DeidLevel) levels[d];
      if (!is_in_box (own, lo, refined->levels, n_dimensions))
        continue;
      ck_assert (deid_evaluator_evaluate (&fixture->evaluator.base, own, &never, &verdict, &error));
      if (!verdict.is_solution)
        continue;
      n_solutions++;
      ck_assert_msg (bound <= verdict.objective, "bound %.17g of a box with a policy of %.17g",
                     bound, verdict.objective);
    }
  return n_solutions;
}

START_TEST (boxes)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20);
  guint n_solutions = 0;

  for (guint trial = 0; trial < N_TRIALS; trial++)
    {
      RefinedProblem fixture;
      DeidRefined refined;
      DeidLevel lo[MAX_ATTRIBUTES];

      refined_problem_init (&fixture, rand);
      ck_assert (deid_refined_init (&refined, &fixture.refiner, NULL));
      if (descend (&fixture, rand, &refined, (guint) g_rand_int_range (rand, 0, 5)))
        {
          for (guint d = 0; d < fixture.prepared.lattice->n_dimensions; d++)
            lo[d] = (DeidLevel) g_rand_int_range (rand, 0, refined.levels[d] + 1);
          n_solutions += check_bound (&fixture, &refined, lo);
        }
      deid_refined_clear (&refined);
      refined_problem_clear (&fixture);
    }
  ck_assert_uint_gt (n_solutions, N_TRIALS);
}
END_TEST

/* Runs with every step limit up to the one that is not reached. */
static guint
check_anytime (DeidProblem *problem)
{
  g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) best = deid_search_run (exhaustive, problem, NULL, NULL);
  double last_bound = 0, last_loss = INFINITY;
  guint n_results = 0;

  for (guint64 limit = 1;; limit++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      deid_search_set_step_limit (search, limit, NULL);
      result = deid_search_run (search, problem, NULL, &error);
      if (g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED))
        {
          g_clear_error (&error);
          continue;
        }
      ck_assert ((result == NULL) == (best == NULL));
      g_clear_error (&error);
      if (result == NULL)
        return n_results;
      n_results++;
      ck_assert_double_le (deid_result_get_lower_bound (result), deid_result_get_loss (best));
      ck_assert_double_ge (deid_result_get_lower_bound (result), last_bound);
      ck_assert_double_ge (deid_result_get_loss (result), deid_result_get_loss (best));
      ck_assert (deid_result_get_loss (result) <= last_loss);
      last_bound = deid_result_get_lower_bound (result);
      last_loss = deid_result_get_loss (result);
      if (!deid_result_is_proven_optimal (result))
        continue;
      ck_assert (last_loss == deid_result_get_loss (best));
      return n_results;
    }
}

START_TEST (anytime)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  guint n_results = 0;

  for (guint trial = 0; trial < N_TRIALS / 5; trial++)
    {
      RefinedProblem fixture;

      refined_problem_init (&fixture, rand);
      n_results += check_anytime (fixture.problem);
      refined_problem_clear (&fixture);
    }
  ck_assert_uint_gt (n_results, N_TRIALS / 5);
}
END_TEST

/* A table of @n_rows rows whose row i has the values i % sizes[a], for which every class passes. */
static DeidProblem *
make_wide_problem (guint n_rows, const guint *sizes, guint n_attributes)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autofree gint64 *values = g_new (gint64, n_rows);
  g_autoptr (DeidLattice) lattice = NULL;
  DeidProblem *problem;

  for (guint a = 0; a < n_attributes; a++)
    {
      const char name[] = { (char) ('a' + (int) a), '\0' };

      for (guint row = 0; row < n_rows; row++)
        values[row] = row % sizes[a];
      ck_assert (
          deid_dataset_add_integer_column (dataset, name, values, n_rows, NULL, 0, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  for (guint a = 0; a < n_attributes; a++)
    {
      const char name[] = { (char) ('a' + (int) a), '\0' };

      ck_assert (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL));
    }
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  return problem;
}

/* Row i is alone in its class once sizes that are coprime multiply to more than the rows: with
 * 3,000 x 2,999 cells the step is hashed, with 70,000 classes ids have 32 bits. */
START_TEST (wide_maps)
{
  static const struct
  {
    guint n_rows;
    guint sizes[3];
    guint n_classes[3];
    guint width;
  } cases[] = {
    { 6000, { 3000, 2999, 2 }, { 3000, 6000, 6000 }, 2 },
    { 70000, { 300, 299, 7 }, { 300, 70000, 70000 }, 4 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem = make_wide_problem (cases[i].n_rows, cases[i].sizes, 3);
      RefinedProblem fixture = { .problem = deid_problem_ref (problem) };
      DeidRefined refined;
      DeidLevel below[3];
      gboolean feasible;

      refined_problem_prepare (&fixture);
      ck_assert (deid_refined_init (&refined, &fixture.refiner, NULL));
      ck_assert (
          deid_refining_evaluator_start (&fixture.refiner, &refined, &never, &feasible, NULL));
      for (guint d = 0; d < 3; d++)
        {
          memcpy (below, refined.levels, sizeof below);
          below[d] = 0;
          ck_assert (deid_refining_evaluator_lower (&fixture.refiner, &refined, below, &refined,
                                                    &never, &feasible, NULL));
          check_verdict (&fixture, &refined, feasible);
          ck_assert_uint_eq (refined.map.n_classes, cases[i].n_classes[d]);
        }
      ck_assert_uint_eq (refined.map.width, cases[i].width);
      deid_refined_clear (&refined);
      refined_problem_clear (&fixture);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("interval");
  TCase *tcase = tcase_create ("interval");

  tcase_add_test (tcase, boxes);
  tcase_add_test (tcase, wide_maps);
  tcase_add_test (tcase, anytime);
  tcase_set_timeout (tcase, 300);
  suite_add_tcase (suite, tcase);
  return suite;
}
