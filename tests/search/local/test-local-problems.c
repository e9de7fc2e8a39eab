/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole random problems with weights, persons, missing values, all models, limits and all quality
 * models: each search for a local recoding refuses it with a reason, or its release is verified,
 * and it loses what the definition of the loss says, no more than the best policy and no less than
 * its bound. */
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

#include "support/plain-check.h"
#include "support/random-problem.h"

/* With 300 steps, and 2 rises of prices. */
static const char *const searches[] = { "local:300:1:2", "mondrian", "mondrian:relaxed", "rounds" };

typedef struct
{
  guint n_recoded;
  guint n_better;
  guint n_bounded;
  guint n_refused;
  guint n_unsolved;
} Outcomes;

static void
check_loss (const RandomProblem *random, DeidResult *result)
{
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  gboolean suppressed[MAX_ROWS];
  PlainLevels levels[MAX_ROWS];
  long double loss;

  for (guint row = 0; row < random->n_rows; row++)
    {
      const guint32 eq_class = deid_partition_get_class (partition, row);

      suppressed[row] = deid_partition_is_suppressed (partition, eq_class);
      for (guint a = 0; a < random->n_attributes; a++)
        levels[row][a] = deid_partition_get_level (partition, eq_class, a);
    }
  loss = plain_local_loss (random, (const PlainLevels *) levels, suppressed);
  assert_quietly (fabsl (loss - deid_result_get_loss (result))
                  <= plain_loss_tolerance (random) * fmaxl (1, loss));
}

static const char *
get_label (const RandomAttribute *attribute, guint row, guint level)
{
  return attribute->leaves[attribute->leaf_of_row[row]].labels[level];
}

/* Returns: how many leaves have the label of a row on a level. */
static guint
count_covered (const RandomAttribute *attribute, guint row, guint level)
{
  guint n = 0;

  for (guint leaf = 0; leaf < attribute->n_leaves; leaf++)
    n += g_strcmp0 (attribute->leaves[leaf].labels[level], get_label (attribute, row, level)) == 0;
  return n;
}

/* Tells whether all rows have labels of one level, those of suppressed ones included: a policy. */
static gboolean
is_of_one_level (const RandomProblem *random, DeidPartition *partition, guint a)
{
  const RandomAttribute *attribute = &random->attributes[a];

  for (guint level = 0; level < attribute->n_levels; level++)
    {
      gboolean is_one = TRUE;

      for (guint row = 0; row < random->n_rows; row++)
        is_one &= g_strcmp0 (deid_partition_get_label (
                                 partition, deid_partition_get_class (partition, row), a),
                             get_label (attribute, row, level))
                  == 0;
      if (is_one)
        return TRUE;
    }
  return FALSE;
}

/* A label that reads the same on several levels, where as many leaves have it, is on the lowest of
 * these; a suppressed record has the highest one that there may be. Where the best policy is what
 * is found it has the label of that. */
static void
check_levels (const RandomProblem *random, DeidResult *result)
{
  DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
  gboolean is_policy = TRUE;

  for (guint a = 0; a < random->n_attributes; a++)
    is_policy &= is_of_one_level (random, partition, a);
  for (guint a = 0; a < random->n_attributes; a++)
    for (guint row = 0; row < random->n_rows; row++)
      {
        const RandomAttribute *attribute = &random->attributes[a];
        const guint32 eq_class = deid_partition_get_class (partition, row);
        const guint level = deid_partition_get_level (partition, eq_class, a);

        if (deid_partition_is_suppressed (partition, eq_class))
          {
            assert_quietly (is_policy || level + 1 == attribute->n_levels - attribute->n_cut);
            continue;
          }
        for (guint lower = attribute->lowest; lower < level; lower++)
          assert_quietly (
              g_strcmp0 (get_label (attribute, row, lower), get_label (attribute, row, level)) != 0
              || count_covered (attribute, row, lower) != count_covered (attribute, row, level));
      }
}

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
try_search (const RandomProblem *random, DeidProblem *problem, const char *specification,
            DeidResult *optimum, Outcomes *outcomes)
{
  g_autoptr (DeidSearch) local = deid_search_new_from_specification (specification, NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) error = NULL;

  result = deid_search_run (local, problem, NULL, &error);
  if (result != NULL)
    {
      check_result (result, optimum);
      check_loss (random, result);
      check_levels (random, result);
      assert_quietly (deid_result_get_lower_bound (result) <= deid_result_get_loss (result));
      outcomes->n_recoded++;
      outcomes->n_bounded += deid_result_get_lower_bound (result) > 0 ? 1 : 0;
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

static void
try_problem (const RandomProblem *random, Outcomes *outcomes)
{
  g_autoptr (DeidProblem) problem = random_problem_build (random);
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidResult) optimum = deid_search_run (optimal, problem, NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    try_search (random, problem, searches[i], optimum, &outcomes[i]);
}

/* Two of five have a solution that is not refused. */
START_TEST (random_problems)
{
  static const guint limits[] = { 0, 5, 50 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2061);
  const guint n_trials = count_trials (5200);
  Outcomes outcomes[G_N_ELEMENTS (searches)] = { { 0 } };

  for (guint trial = 0; trial < n_trials; trial++)
    {
      RandomProblem *random = random_problem_new (rand, trial % 5 == 0);

      random_problem_set_limit (random, limits[trial % G_N_ELEMENTS (limits)]);
      if (g_rand_boolean (rand))
        random_problem_restrict (random);
      random_problem_draw_models (random, rand);
      if (trial % 2 == 0)
        random_problem_set_quality (random, (RandomQuality) (trial / 2 % N_QUALITIES));
      if (trial % 4 > 0 && random->aggregate != DEID_AGGREGATE_SUM)
        random->aggregate = DEID_AGGREGATE_ARITHMETIC_MEAN;
      if (trial % 8 > 0)
        random_problem_tell_levels_apart (random);
      try_problem (random, outcomes);
      random_problem_free (random);
    }
  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      printf ("%s: %u recoded, %u of them better than the best policy, %u with a bound above 0, "
              "%u refused, %u without solution\n",
              searches[i], outcomes[i].n_recoded, outcomes[i].n_better, outcomes[i].n_bounded,
              outcomes[i].n_refused, outcomes[i].n_unsolved);
      ck_assert_uint_gt (10 * (outcomes[i].n_recoded + 1), n_trials);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("problems of local recodings");
  TCase *cases = tcase_create ("problems");

  tcase_set_timeout (cases, 60);
  tcase_add_test (cases, random_problems);
  suite_add_tcase (suite, cases);
  return suite;
}
