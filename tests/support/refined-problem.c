/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/refined-problem.h"

#include "support/suite.h"

static const DeidStop never = { .deadline = G_MAXINT64 };

static void
choose_models (RandomProblem *random, GRand *rand)
{
  random->n_models = (guint) g_rand_int_range (rand, 1, MAX_MODELS + 1);
  for (guint i = 0; i < random->n_models; i++)
    {
      const gboolean is_entropy = g_rand_boolean (rand);

      random->models[i]
          = (RandomModel){ .kind = i == 0       ? MODEL_K
                                   : is_entropy ? MODEL_ENTROPY_L
                                                : MODEL_DISTINCT_L,
                           .sensitive = (guint) g_rand_int_range (rand, 0, N_SENSITIVE),
                           .numerator = (guint64) g_rand_int_range (rand, 1, 4),
                           .denominator = 1 };
    }
}

void
refined_problem_prepare (RefinedProblem *fixture)
{
  GError *error = NULL;

  fixture->preparation = deid_problem_prepare (fixture->problem, &never, &error);
  assert_no_error (error);
  fixture->prepared = fixture->merges_rows
                          ? *deid_preparation_get_distinct (fixture->preparation, &never, &error)
                          : fixture->preparation->all;
  ck_assert (deid_steps_init (&fixture->steps, &fixture->prepared.rows,
                              fixture->prepared.lattice->attributes, &never, &error));
  ck_assert (deid_refining_evaluator_init (&fixture->refiner, &fixture->prepared, &fixture->steps,
                                           &error));
  ck_assert (deid_grouping_evaluator_init (&fixture->evaluator, &fixture->prepared, &error));
  assert_no_error (error);
}

void
refined_problem_init (RefinedProblem *fixture, GRand *rand)
{
  static const guint factors[] = { 0, 2, 5, 8, 10 };
  static const guint limits[] = { 0, 5, 50, 100 };
  RandomProblem *random = random_problem_new (rand, g_rand_boolean (rand));

  choose_models (random, rand);
  random->factor_tenths = factors[g_rand_int (rand) % G_N_ELEMENTS (factors)];
  random_problem_set_quality (random, (RandomQuality) (g_rand_int (rand) % N_QUALITIES));
  random->limit_is_count = FALSE;
  random->limit_percent = limits[g_rand_int (rand) % G_N_ELEMENTS (limits)];
  fixture->random = random;
  fixture->merges_rows = FALSE;
  fixture->problem = random_problem_build (random);
  refined_problem_prepare (fixture);
}

void
refined_problem_clear (RefinedProblem *fixture)
{
  deid_evaluator_clear (&fixture->evaluator.base);
  deid_evaluator_clear (&fixture->refiner.base);
  deid_steps_clear (&fixture->steps);
  deid_preparation_release (fixture->preparation);
  deid_problem_unref (fixture->problem);
  g_clear_pointer (&fixture->random, random_problem_free);
}

void
lower_at_random (GRand *rand, const DeidLevel *levels, DeidLevel *below, guint n_dimensions)
{
  for (guint d = 0; d < n_dimensions; d++)
    below[d] = g_rand_int_range (rand, 0, (gint32) n_dimensions) < 2
                   ? (DeidLevel) g_rand_int_range (rand, 0, levels[d] + 1)
                   : levels[d];
}
