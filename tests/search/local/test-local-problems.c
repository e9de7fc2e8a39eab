/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole random problems with weights, persons, missing values, several models, limits and all
 * quality models: a local recoding is refused with a reason, or its release is verified and it
 * loses no more than the best policy. */
#include "support/suite.h"

#include <stdio.h>

#include "support/random-problem.h"

typedef struct
{
  guint n_recoded;
  guint n_better;
  guint n_refused;
  guint n_unsolved;
} Outcomes;

/* The verifier recomputes classes, models, counts and loss from labels. */
static void
check_result (DeidResult *result, DeidResult *optimum)
{
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  GError *error = NULL;
  guint64 n_suppressed = 0;

  for (guint32 i = 0; i < deid_partition_get_n_classes (partition); i++)
    if (deid_partition_is_suppressed (partition, i))
      n_suppressed += deid_partition_get_n_records (partition, i);
  assert_quietly (n_suppressed == deid_result_get_n_suppressed (result));
  for (guint keep = 0; keep < 2; keep++)
    {
      g_autoptr (DeidReleaseOptions) used = deid_release_options_new ();
      g_autoptr (DeidDataset) released = NULL;

      assert_quietly (deid_release_options_set_keep_suppressed (used, keep == 1, NULL));
      released = deid_result_apply (result, used, NULL, &error);
      g_assert_no_error (error);
      deid_result_verify (result, released, NULL, &error);
      g_assert_no_error (error);
    }
  assert_quietly (optimum == NULL
                  || deid_result_get_loss (result) <= deid_result_get_loss (optimum));
}

static void
try_problem (DeidProblem *problem, guint64 seed, Outcomes *outcomes)
{
  g_autoptr (DeidSearch) local = deid_search_new_local (300, seed, 0, NULL);
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidResult) optimum = deid_search_run (optimal, problem, NULL, NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) error = NULL;

  result = deid_search_run (local, problem, NULL, &error);
  if (result != NULL)
    {
      check_result (result, optimum);
      outcomes->n_recoded++;
      outcomes->n_better
          += optimum != NULL && deid_result_get_loss (result) < deid_result_get_loss (optimum) ? 1
                                                                                               : 0;
      return;
    }
  assert_quietly (error->domain == DEID_ERROR);
  if (error->code == DEID_ERROR_NO_SOLUTION)
    assert_quietly (optimum == NULL);
  else
    assert_quietly (error->code == DEID_ERROR_INVALID_ARGUMENT);
  *(error->code == DEID_ERROR_NO_SOLUTION ? &outcomes->n_unsolved : &outcomes->n_refused) += 1;
}

START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2061);
  const guint n_trials = count_trials (500);
  Outcomes outcomes = { 0 };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      RandomProblem *random = random_problem_new (rand, trial % 5 == 0);
      g_autoptr (DeidProblem) problem = NULL;

      if (trial % 3 == 0)
        random_problem_restrict (random);
      random_problem_add_models (random, rand, 5);
      if (trial % 2 == 0)
        random_problem_set_quality (random, (RandomQuality) (trial / 2 % N_QUALITIES));
      if (trial % 4 > 0 && random->aggregate != DEID_AGGREGATE_SUM)
        random->aggregate = DEID_AGGREGATE_ARITHMETIC_MEAN;
      if (trial % 8 > 0)
        random_problem_tell_levels_apart (random);
      problem = random_problem_build (random);
      try_problem (problem, trial, &outcomes);
      random_problem_free (random);
    }
  printf ("%u recoded, %u of them better than the best policy, %u refused, %u without solution\n",
          outcomes.n_recoded, outcomes.n_better, outcomes.n_refused, outcomes.n_unsolved);
  ck_assert_uint_gt (10 * outcomes.n_recoded, n_trials);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("problems of local recodings");
  TCase *cases = tcase_create ("problems");

  tcase_add_test (cases, random_problems);
  suite_add_tcase (suite, cases);
  return suite;
}
