/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bounds of what classes cost, in random boxes. */
#include <math.h>
#include <string.h>

#include "support/plain-class-quality.h"
#include "support/refined-problem.h"
#include "support/suite.h"

#define N_PROBLEMS 350
#define N_BOXES    2 /* of a problem */

static const guint limits[] = { 0, 5, 50 };
static const DeidStop never = { .deadline = G_MAXINT64 };

/* A problem of random models, with a model that costs classes. */
static void
refined_init (RefinedProblem *fixture, GRand *rand, PlainClassQuality quality)
{
  RandomProblem *random = random_problem_new (rand, TRUE);

  random->n_group_weights = 0;
  random_problem_add_models (random, rand, 4);
  random->limit_is_count = FALSE;
  random->limit_percent = limits[(guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (limits))];
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
  guint n_policies = 0, n_boxes = 0;
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
      for (guint i = 0, n = descend (&fixture, rand, &refined) ? N_BOXES : 0; i < n; i++)
        {
          for (guint d = 0; d < fixture.prepared.lattice->n_dimensions; d++)
            lo[d] = (DeidLevel) g_rand_int_range (rand, 0, refined.levels[d] + 1);
          n_policies += check_box (&fixture, &refined, lo, &share);
          n_boxes++;
        }
      deid_refined_clear (&refined);
      refined_problem_clear (&fixture);
    }
  ck_assert_uint_gt (n_boxes, N_BOXES * count_trials (N_PROBLEMS) / 5);
  ck_assert_uint_gt (n_policies, n_boxes);
  ck_assert (share > n_boxes / 4.0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("bounds of what classes cost");
  TCase *tcase = tcase_create ("boxes");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, boxes, 0, N_PLAIN_CLASS_QUALITIES);
  suite_add_tcase (suite, tcase);
  return suite;
}
