/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What adds up from step to step is what grouping the table finds. */
#include "support/suite.h"

#include <math.h>

#include "support/alternative-problem.h"
#include "evaluation/grouping-evaluator.h"
#include "problem/preparation.h"
#include "evaluation/walking-evaluator.h"

#define N_STEPS 30

static const DeidStop never = { .deadline = G_MAXINT64 };

/* A walking and a grouping evaluator of the same problem, and what they came across. */
typedef struct
{
  DeidPreparation *preparation;
  DeidPreparedProblem prepared; /* of it */
  DeidWalkingEvaluator walking;
  DeidGroupingEvaluator evaluator;
  DeidLevel *levels;
} Pair;

typedef struct
{
  guint n_tallied; /* problems */
  guint n_refused;
  guint n_solutions;
  guint n_failing; /* policies that fail a class */
  guint n_tables;  /* policies that fail a condition on the table alone */
} Seen;

static void
pair_init (Pair *pair, DeidProblem *problem, gboolean merges)
{
  GError *error = NULL;

  pair->preparation = deid_problem_prepare (problem, &never, &error);
  assert_no_error (error);
  pair->prepared = merges ? *deid_preparation_get_distinct (pair->preparation, &never, NULL)
                          : pair->preparation->all;
  ck_assert (deid_walking_evaluator_init (&pair->walking, &pair->prepared, NULL));
  ck_assert (deid_grouping_evaluator_init (&pair->evaluator, &pair->prepared, NULL));
  pair->levels = g_new0 (DeidLevel, pair->prepared.lattice->n_dimensions);
}

static void
pair_clear (Pair *pair)
{
  deid_evaluator_clear (&pair->walking.base);
  deid_evaluator_clear (&pair->evaluator.base);
  deid_preparation_release (pair->preparation);
  g_free (pair->levels);
}

static void
take_step (const Pair *pair, GRand *rand, guint n)
{
  const DeidLattice *lattice = pair->prepared.lattice;

  for (guint i = 0; i < n; i++)
    {
      const guint d = (guint) g_rand_int_range (rand, 0, (gint32) lattice->n_dimensions);

      pair->levels[d] = (DeidLevel) g_rand_int_range (rand, 0, lattice->heights[d] + 1);
    }
}

static void
compare_risks (Pair *pair)
{
  DeidRiskSum tallied, checked;
  double a, b;

  deid_risk_sum_init (&tallied, 2);
  deid_risk_sum_init (&checked, 2);
  ck_assert (deid_evaluator_add_risk (&pair->walking.base, &never, &tallied, NULL));
  ck_assert (deid_evaluator_add_risk (&pair->evaluator.base, &never, &checked, NULL));
  ck_assert (deid_risk_sum_round_up (&tallied, 1, &a, NULL));
  ck_assert (deid_risk_sum_round_up (&checked, 1, &b, NULL));
  assert_quietly (a == b);
  deid_risk_sum_clear (&tallied);
  deid_risk_sum_clear (&checked);
}

/* Where a condition on the table fails the walking evaluator does not count what is suppressed for
 * it. */
static void
check_step (Pair *pair, Seen *seen)
{
  DeidVerdict expected, got;

  ck_assert (deid_evaluator_evaluate (&pair->walking.base, pair->levels, &never, &got, NULL));
  ck_assert (
      deid_evaluator_evaluate (&pair->evaluator.base, pair->levels, &never, &expected, NULL));
  assert_quietly (got.is_solution == expected.is_solution);
  assert_quietly (got.smallest_class == 0);
  if (got.is_solution)
    {
      assert_quietly (got.objective == expected.objective);
      compare_risks (pair);
    }
  if (got.is_solution || got.n_suppressed > 0)
    {
      assert_quietly (got.n_suppressed == expected.n_suppressed);
      assert_quietly (got.n_necessary == expected.n_necessary);
    }
  seen->n_solutions += got.is_solution ? 1 : 0;
  seen->n_failing += got.n_suppressed > 0 ? 1 : 0;
  seen->n_tables += !got.is_solution && got.n_suppressed == 0 ? 1 : 0;
}

static void
walk (DeidProblem *problem, GRand *rand, gboolean merges, Seen *seen)
{
  Pair pair;

  pair_init (&pair, problem, merges);
  for (guint i = 0; i < N_STEPS; i++)
    {
      take_step (&pair, rand, i % 10 == 9 ? 50 : i % 3);
      check_step (&pair, seen);
    }
  ck_assert_uint_gt (deid_evaluator_get_n_bytes (&pair.walking.base), 0);
  pair_clear (&pair);
}

/* Models ask for numbers alone, nothing may be suppressed, and attributes are costed. */
static gboolean
may_judge (const AlternativeProblem *problem)
{
  gboolean may = problem->cut.limit == 0 && alternative_problem_costs_attributes (problem);

  for (guint m = 0; m < problem->n_models; m++)
    may &= problem->models[m].kind != ALTERNATIVE_DISTINCT
           && problem->models[m].kind != ALTERNATIVE_K_MAP
           && problem->models[m].kind != ALTERNATIVE_RECURSIVE;
  return may;
}

static gboolean
is_judged_by_walking (DeidProblem *problem)
{
  DeidPreparedProblem prepared;
  gboolean may;

  ck_assert (deid_prepared_problem_init (&prepared, problem, DEID_STOP_NEVER, NULL));
  may = deid_walking_evaluator_may_judge (&prepared);
  deid_prepared_problem_clear (&prepared);
  return may;
}

START_TEST (random_walks)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (82);
  const guint n_trials = MAX (count_trials (400), 150);
  Seen seen = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      AlternativeProblem problem;
      gboolean may;

      alternative_problem_init_random (&problem, rand);
      may = may_judge (&problem);
      ck_assert (is_judged_by_walking (problem.built) == may);
      if (may)
        walk (problem.built, rand, trial % 2 == 0, &seen);
      seen.n_tallied += may ? 1 : 0;
      seen.n_refused += may ? 0 : 1;
      alternative_problem_clear (&problem);
    }
  ck_assert_uint_gt (seen.n_tallied, 0);
  ck_assert_uint_gt (seen.n_refused, 0);
  ck_assert_uint_gt (seen.n_solutions, 0);
  ck_assert_uint_gt (seen.n_failing, 0);
  ck_assert_uint_gt (seen.n_tables, 0);
}
END_TEST

static void
check_risk (DeidWalkingEvaluator *walking, const AlternativeVerdict *expected)
{
  DeidRiskSum sum;
  double risk;

  deid_risk_sum_init (&sum, 2);
  ck_assert (deid_evaluator_add_risk (&walking->base, &never, &sum, NULL));
  ck_assert (deid_risk_sum_round_up (&sum, 1, &risk, NULL));
  deid_risk_sum_clear (&sum);
  assert_quietly (plain_risk_compare_double (expected->risks, expected->n_risks, 2, 1, risk) <= 0);
  assert_quietly (
      plain_risk_compare_double (expected->risks, expected->n_risks, 2, 1, nextafter (risk, 0))
      > 0);
}

/* The risk of what is no solution adds up as well: by it the next policy is judged. */
START_TEST (risk_of_all)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (83);
  const guint n_trials = MAX (count_trials (100), 10);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      AlternativeProblem problem;
      Pair pair;

      alternative_problem_init_of_kind (&problem, rand, ALTERNATIVE_RISK);
      pair_init (&pair, problem.built, TRUE);
      for (guint i = 0; i < N_STEPS; i++)
        {
          const guint rank = g_rand_int (rand) % problem.n_policies;
          guint levels[CUT_MAX_DIMENSIONS];
          DeidVerdict verdict;

          alternative_problem_get_levels (&problem, rank, levels);
          for (guint d = 0; d < problem.n_dimensions; d++)
            pair.levels[d] = (DeidLevel) levels[d];
          ck_assert (
              deid_evaluator_evaluate (&pair.walking.base, pair.levels, &never, &verdict, NULL));
          check_risk (&pair.walking, &problem.verdicts[rank]);
          assert_quietly (verdict.is_solution == problem.verdicts[rank].is_solution);
        }
      pair_clear (&pair);
      alternative_problem_clear (&problem);
    }
}
END_TEST

static char *
describe (gpointer data G_GNUC_UNUSED)
{
  return g_strdup ("even");
}

static gboolean
is_even (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED,
         gboolean *passes, GError **error G_GNUC_UNUSED)
{
  *passes = deid_class_get_n_records (eq_class) % 2 == 0;
  return TRUE;
}

static gboolean
is_above_one (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED,
              gboolean *passes, GError **error G_GNUC_UNUSED)
{
  *passes = deid_class_get_n_records (eq_class) > 1;
  return TRUE;
}

/* A class of an odd size fails, and only one of a single record fails for good. */
START_TEST (necessary)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (87);
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  const guint n_trials = MAX (count_trials (100), 10);
  Seen seen = { 0 };

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_accept (funcs, is_even, NULL, NULL);
  deid_privacy_model_funcs_set_necessary (funcs, is_above_one, NULL, NULL);
  deid_privacy_model_funcs_set_size_only (funcs, TRUE);
  model = deid_privacy_model_new (funcs, NULL);
  for (guint trial = 0; trial < n_trials; trial++)
    {
      AlternativeProblem problem;

      alternative_problem_init_of_kind (&problem, rand, ALTERNATIVE_UNIQUE);
      ck_assert (deid_problem_add_privacy_model (problem.built, model, NULL));
      if (is_judged_by_walking (problem.built))
        walk (problem.built, rand, trial % 2 == 0, &seen);
      alternative_problem_clear (&problem);
    }
  ck_assert_uint_gt (seen.n_failing, 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("walking-evaluator");
  TCase *cases = tcase_create ("walks");

  tcase_set_timeout (cases, 300);
  tcase_add_test (cases, random_walks);
  tcase_add_test (cases, risk_of_all);
  tcase_add_test (cases, necessary);
  suite_add_tcase (suite, cases);
  return suite;
}
