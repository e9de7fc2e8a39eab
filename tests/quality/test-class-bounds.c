/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bounds of what classes cost, in random boxes; and costs and bounds that are summed up by the form
 * that models have are those of classes that are asked about one by one. */
#include <math.h>
#include <string.h>

#include "support/plain-class-quality.h"
#include "support/refined-problem.h"
#include "support/suite.h"

#define N_PROBLEMS 700
#define N_BOXES    2 /* of a problem */
#define N_SEARCHED 250

static const guint limits[] = { 0, 5, 50 };
static const DeidStop never = { .deadline = G_MAXINT64 };

static RandomProblem *
make_random (GRand *rand)
{
  RandomProblem *random = random_problem_new (rand, TRUE);

  random->n_group_weights = 0;
  random_problem_add_models (random, rand, 4);
  random->limit_is_count = FALSE;
  random->limit_percent = limits[(guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (limits))];
  return random;
}

static gboolean
has_form (PlainClassQuality quality)
{
  return quality != PLAIN_CE_SENSITIVE && quality != PLAIN_CE_QUASI_IDENTIFIER;
}

/* A problem of random models, with a model that costs classes. */
static void
refined_init (RefinedProblem *fixture, GRand *rand, PlainClassQuality quality)
{
  RandomProblem *random = make_random (rand);

  *fixture = (RefinedProblem){ .random = random,
                               .merges_rows = g_rand_boolean (rand),
                               .problem = random_problem_build (random) };
  plain_class_quality_use (quality, fixture->problem);
  refined_problem_prepare (fixture);
  fixture->evaluator.measures_all = TRUE;
}

/* Lowers the top at random, as long as that is feasible.
 * Returns: whether the last policy is feasible. */
static gboolean
descend (RefinedProblem *fixture, GRand *rand, DeidRefined *refined)
{
  const guint n_dimensions = fixture->prepared.lattice->n_dimensions;
  const guint n_steps = (guint) g_rand_int_range (rand, 0, 5);
  DeidLevel below[MAX_ATTRIBUTES];
  gboolean feasible;

  ck_assert (deid_refining_evaluator_start (&fixture->refiner, refined, &never, &feasible, NULL));
  for (guint i = 0; feasible && i < n_steps; i++)
    {
      lower_at_random (rand, refined->levels, below, n_dimensions);
      ck_assert (deid_refining_evaluator_lower (&fixture->refiner, refined, below, refined, &never,
                                                &feasible, NULL));
    }
  return feasible;
}

/* Has classes asked about one by one. */
static void
forget_form (const DeidProblem *problem)
{
  problem->quality->funcs->get_form = NULL;
  problem->quality->funcs->size_only = FALSE;
}

/* Makes a refiner for the same problem that asks about classes one by one, at the same policy.
 * Others that were made before go on as they did. */
static void
refine_without_form (const RefinedProblem *fixture, const DeidRefined *refined,
                     DeidRefiningEvaluator *refiner, DeidRefined *same)
{
  const guint n_dimensions = fixture->prepared.lattice->n_dimensions;
  const gboolean size_only = fixture->prepared.problem->quality->funcs->size_only;
  gboolean feasible;

  forget_form (fixture->prepared.problem);
  ck_assert (deid_refining_evaluator_init (refiner, &fixture->prepared, &fixture->steps, NULL));
  ck_assert (!refiner->sums.form.is_used);
  fixture->prepared.problem->quality->funcs->size_only = size_only;
  ck_assert (deid_refined_init (same, refiner, NULL));
  ck_assert (deid_refining_evaluator_start (refiner, same, &never, &feasible, NULL));
  ck_assert (feasible);
  if (memcmp (same->levels, refined->levels, n_dimensions * sizeof *same->levels) != 0)
    ck_assert (deid_refining_evaluator_lower (refiner, same, refined->levels, same, &never,
                                              &feasible, NULL));
  ck_assert (feasible);
  ck_assert (same->verdict.is_solution == refined->verdict.is_solution);
  if (same->verdict.is_solution)
    ck_assert (same->verdict.objective == refined->verdict.objective);
}

static void
check_form (RefinedProblem *fixture, const DeidRefined *refined, DeidRefiningEvaluator *refiner,
            const DeidRefined *same, const DeidLevel *lo)
{
  double bound, expected;

  ck_assert (
      deid_refining_evaluator_get_bound (&fixture->refiner, refined, lo, &never, &bound, NULL));
  ck_assert (deid_refining_evaluator_get_bound (refiner, same, lo, &never, &expected, NULL));
  ck_assert (bound == expected);
}

/* Every policy of the box, solution or not, costs at least the bound; its upper corner costs what
 * refining says it does.
 * Returns: how many policies lie in the box. */
static guint
check_box (RefinedProblem *fixture, const DeidRefined *refined, const DeidLevel *lo, double *share)
{
  const guint n_dimensions = fixture->prepared.lattice->n_dimensions;
  double bound, least = INFINITY;
  guint n = 0;

  ck_assert (
      deid_refining_evaluator_get_bound (&fixture->refiner, refined, lo, &never, &bound, NULL));
  for (guint rank = 0; rank < random_problem_get_n_policies (fixture->random); rank++)
    {
      guint levels[MAX_ATTRIBUTES];
      DeidLevel own[MAX_ATTRIBUTES];
      gboolean is_in_box = TRUE;
      DeidVerdict verdict;

      random_problem_get_levels (fixture->random, rank, levels);
      for (guint d = 0; d < n_dimensions; d++)
        {
          own[d] = (DeidLevel) levels[d];
          is_in_box &= own[d] >= lo[d] && own[d] <= refined->levels[d];
        }
      if (!is_in_box)
        continue;
      ck_assert (deid_evaluator_evaluate (&fixture->evaluator.base, own, &never, &verdict, NULL));
      ck_assert_msg (bound <= verdict.objective, "%s: bound %.17g of a box with a policy of %.17g",
                     fixture->prepared.problem->quality->text, bound, verdict.objective);
      if (verdict.is_solution && memcmp (own, refined->levels, sizeof *own * n_dimensions) == 0)
        ck_assert (refined->verdict.objective == verdict.objective);
      least = fmin (least, verdict.objective);
      n++;
    }
  *share += least > 0 ? bound / least : 1;
  return n;
}

/* Bounds are none that is too great, and no empty ones: on average they are a good part of what the
 * cheapest policy of the box costs. */
START_TEST (boxes)
{
  const PlainClassQuality quality = (PlainClassQuality) _i;
  g_autoptr (GRand) rand = g_rand_new_with_seed (620 + (guint32) _i);
  guint n_policies = 0, n_boxes = 0, n_forms = 0;
  double share = 0;

  for (guint trial = 0; trial < count_trials (N_PROBLEMS); trial++)
    {
      RefinedProblem fixture;
      DeidRefined refined;
      DeidLevel lo[MAX_ATTRIBUTES];

      refined_init (&fixture, rand, quality);
      ck_assert (deid_refined_init (&refined, &fixture.refiner, NULL));
      /* The second bound then makes it forget the first. */
      if (trial % 2 == 0)
        fixture.refiner.sums.max_known = 1;
      n_forms += fixture.refiner.sums.form.is_used ? 1 : 0;
      if (descend (&fixture, rand, &refined))
        {
          DeidRefiningEvaluator refiner;
          DeidRefined same;

          refine_without_form (&fixture, &refined, &refiner, &same);
          for (guint i = 0; i < N_BOXES; i++)
            {
              for (guint d = 0; d < fixture.prepared.lattice->n_dimensions; d++)
                lo[d] = (DeidLevel) g_rand_int_range (rand, 0, refined.levels[d] + 1);
              n_policies += check_box (&fixture, &refined, lo, &share);
              check_form (&fixture, &refined, &refiner, &same, lo);
              n_boxes++;
            }
          deid_refined_clear (&same);
          deid_evaluator_clear (&refiner.base);
        }
      deid_refined_clear (&refined);
      refined_problem_clear (&fixture);
    }
  ck_assert_uint_gt (n_boxes, N_BOXES * count_trials (N_PROBLEMS) / 5);
  ck_assert_uint_gt (n_policies, n_boxes);
  ck_assert (share > n_boxes / 4.0);
  if (has_form (quality))
    ck_assert_uint_gt (n_forms, count_trials (N_PROBLEMS) / 2);
}
END_TEST

static DeidResult *
solve (DeidProblem *problem, DeidSearch *taken)
{
  g_autoptr (DeidSearch) search = taken;

  return deid_search_run (search, problem, NULL, NULL);
}

static void
assert_same (const DeidResult *result, const DeidResult *expected)
{
  ck_assert ((result != NULL) == (expected != NULL));
  if (result == NULL)
    return;
  ck_assert_int_eq (
      deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (expected)), 0);
  ck_assert (deid_result_get_loss (result) == deid_result_get_loss (expected));
  ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                     deid_result_get_n_suppressed (expected));
}

/* Searches find the same with the form and without it. */
START_TEST (searches)
{
  const PlainClassQuality quality = (PlainClassQuality) _i;
  g_autoptr (GRand) rand = g_rand_new_with_seed (660 + (guint32) _i);
  guint n_solved = 0;

  for (guint trial = 0; trial < count_trials (N_SEARCHED); trial++)
    {
      RandomProblem *random = make_random (rand);
      g_autoptr (DeidProblem) problem = random_problem_build (random);
      g_autoptr (DeidResult) expected = NULL, with = NULL, without = NULL, best_first = NULL;

      plain_class_quality_use (quality, problem);
      expected = solve (problem, deid_search_new_exhaustive ());
      with = solve (problem, deid_search_new_optimal ());
      best_first = solve (problem, deid_search_new_best_first ());
      forget_form (problem);
      without = solve (problem, deid_search_new_optimal ());
      assert_same (with, expected);
      assert_same (best_first, expected);
      assert_same (without, expected);
      n_solved += expected != NULL;
      random_problem_free (random);
    }
  ck_assert_uint_gt (n_solved, count_trials (N_SEARCHED) / 3);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("bounds of what classes cost");
  TCase *tcase = tcase_create ("boxes");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, boxes, 0, N_PLAIN_CLASS_QUALITIES);
  tcase_add_loop_test (tcase, searches, 0, N_PLAIN_CLASS_QUALITIES);
  suite_add_tcase (suite, tcase);
  return suite;
}
