/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The optimal search finds, with one thread and with several, what the exhaustive one finds; cut
 * short, it claims no more than that. */
#include "support/suite.h"

#include <math.h>
#include <string.h>

#include "problem/preparation.h"
#include "support/skewed-problem.h"
#include "support/result-figures.h"

#define N_PROBLEMS   4000
#define MAX_POLICIES 300

/* How many of the problems are worth something. */
typedef struct
{
  guint n_solved;
  guint n_between;  /* the optimum is neither the top nor the bottom */
  guint n_withheld; /* it suppresses something */
  guint n_pruned;   /* the search left out most policies */
  guint n_merged;   /* rows are merged */
  guint n_large;    /* more than 200 rows and 3 attributes */
  guint n_other;    /* some model is not superset-closed */
} Sample;

static DeidResult *
solve_by_threads (DeidProblem *problem, guint n_threads)
{
  DeidSearch *search = deid_search_new_optimal ();

  ck_assert (deid_search_set_n_threads (search, n_threads, NULL));
  return solve_problem (problem, search);
}

static gboolean
merges_rows (DeidProblem *problem)
{
  const DeidStop never = { .deadline = G_MAXINT64 };
  DeidPreparation *preparation = deid_problem_prepare (problem, &never, NULL);
  const DeidPreparedProblem *distinct;
  gboolean merged;

  ck_assert_ptr_nonnull (preparation);
  distinct = deid_preparation_get_distinct (preparation, &never, NULL);
  ck_assert_ptr_nonnull (distinct);
  merged = distinct->tables.merged.n > 0;
  deid_preparation_release (preparation);
  return merged;
}

static gboolean
is_between (DeidResult *result, DeidLattice *lattice)
{
  g_autoptr (DeidPolicy) top = deid_policy_new_top (lattice, NULL);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (lattice, NULL);

  return deid_policy_compare (deid_result_get_policy (result), top) != 0
         && deid_policy_compare (deid_result_get_policy (result), bottom) != 0;
}

static void
sample_count (Sample *sample, DeidProblem *problem, DeidResult *result)
{
  DeidLattice *lattice = deid_problem_get_lattice (problem);

  sample->n_solved++;
  sample->n_between += is_between (result, lattice) ? 1 : 0;
  sample->n_withheld += deid_result_get_n_suppressed (result) > 0 ? 1 : 0;
  sample->n_pruned += count_pruned (result) > deid_result_get_n_evaluated (result) ? 1 : 0;
  sample->n_merged += merges_rows (problem) ? 1 : 0;
  sample->n_large
      += deid_dataset_get_n_rows (lattice->dataset) > 200 && lattice->n_attributes > 3 ? 1 : 0;
  sample->n_other += skewed_problem_is_superset_closed (problem) ? 0 : 1;
}

static void
check_problem (DeidProblem *problem, Sample *sample)
{
  g_autoptr (DeidResult) expected = solve_problem (problem, deid_search_new_exhaustive ());
  g_autoptr (DeidResult) alone = solve_by_threads (problem, 1);
  g_autoptr (DeidResult) together = solve_by_threads (problem, 4);

  ck_assert ((alone != NULL) == (expected != NULL));
  ck_assert ((together != NULL) == (expected != NULL));
  if (expected == NULL)
    return;
  assert_proven_alike (alone, expected);
  assert_proven_alike (together, expected);
  sample_count (sample, problem, alone);
}

START_TEST (exhaustive_search)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (70);
  const guint n_problems = count_trials (N_PROBLEMS);
  Sample sample = { 0 };

  for (guint trial = 0; trial < n_problems; trial++)
    {
      g_autoptr (DeidProblem) problem = skewed_problem_new (rand, MAX_POLICIES);

      check_problem (problem, &sample);
    }
  ck_assert_uint_gt (sample.n_solved, n_problems * 6 / 10);
  ck_assert_uint_lt (sample.n_solved, n_problems);
  ck_assert_uint_gt (sample.n_between, n_problems / 5);
  ck_assert_uint_gt (sample.n_withheld, n_problems / 5);
  ck_assert_uint_gt (sample.n_pruned, n_problems / 3);
  ck_assert_uint_gt (sample.n_merged, n_problems / 3);
  ck_assert_uint_gt (sample.n_large, n_problems / 8);
  ck_assert_uint_gt (sample.n_other, n_problems / 8);
}
END_TEST

/* Ends a run of several threads after some of the evaluations that one thread needs.
 * Returns: whether it had a solution, but not yet the best one. */
static gboolean
check_cut_short (DeidProblem *problem, DeidResult *best, GRand *rand)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  const guint64 n_needed = deid_result_get_n_evaluated (best);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_search_set_n_threads (search, 2 + g_rand_int (rand) % 3, NULL));
  ck_assert (deid_search_set_step_limit (search, 1 + g_rand_int (rand) % n_needed, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  if (result == NULL)
    {
      assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
      return FALSE;
    }
  ck_assert (deid_result_get_lower_bound (result) <= deid_result_get_loss (best));
  ck_assert (deid_result_get_loss (result) >= deid_result_get_loss (best));
  return deid_result_get_loss (result) > deid_result_get_loss (best);
}

START_TEST (cut_short)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (71);
  const guint n_problems = count_trials (1000);
  guint n_worse = 0;

  for (guint trial = 0; trial < n_problems; trial++)
    {
      g_autoptr (DeidProblem) problem = skewed_problem_new (rand, 20000);
      g_autoptr (DeidResult) best = solve_by_threads (problem, 1);

      for (guint i = 0; best != NULL && i < 3; i++)
        n_worse += check_cut_short (problem, best, rand) ? 1 : 0;
    }
  ck_assert_uint_gt (n_worse, n_problems / 5);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("equality");
  TCase *tcase = tcase_create ("optimal and exhaustive search");

  tcase_set_timeout (tcase, 300);
  tcase_add_test (tcase, exhaustive_search);
  tcase_add_test (tcase, cut_short);
  suite_add_tcase (suite, tcase);
  return suite;
}
