/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Step limits, callbacks, statistics and errors of searches. */
#include "support/result-figures.h"
#include "support/search-problem.h"

#include <math.h>

static void
assert_same_outcome (DeidResult *a, DeidResult *b)
{
  ck_assert_int_eq (deid_policy_compare (deid_result_get_policy (a), deid_result_get_policy (b)),
                    0);
  ck_assert (deid_result_get_loss (a) == deid_result_get_loss (b));
  ck_assert (deid_result_get_lower_bound (a) == deid_result_get_lower_bound (b));
  ck_assert_uint_eq (deid_result_get_n_suppressed (a), deid_result_get_n_suppressed (b));
  ck_assert_int_eq (deid_result_get_termination (a), deid_result_get_termination (b));
}

static void
assert_same (DeidResult *a, DeidResult *b)
{
  assert_same_outcome (a, b);
  ck_assert_uint_eq (deid_result_get_n_evaluated (a), deid_result_get_n_evaluated (b));
  ck_assert_uint_eq (count_pruned (a), count_pruned (b));
}

/* A class number takes two bytes at least; 200 bytes for each row are far more than all that the
 * search holds on this small lattice. */
START_TEST (test_memory)
{
  const guint n_rows[] = { 500, 5000 };

  for (guint i = 0; i < G_N_ELEMENTS (n_rows); i++)
    {
      g_autoptr (DeidProblem) problem = make_problem (n_rows[i], 3, 0.05);
      g_autoptr (DeidSearch) optimal = make_search (0);
      g_autoptr (DeidResult) best = run_search (optimal, problem, NULL);

      ck_assert_uint_ge ((guint64) get_figure (best, "bytes"), 2 * n_rows[i]);
      ck_assert_uint_le ((guint64) get_figure (best, "bytes"), 200 * n_rows[i] + 1000000);
    }
}
END_TEST

START_TEST (test_statistics)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) best = run_search (optimal, problem, NULL);
  g_autoptr (DeidResult) yardstick = run_search (exhaustive, problem, NULL);

  check_result (best, problem);
  check_result (yardstick, problem);
  ck_assert (deid_result_is_proven_optimal (best));
  ck_assert (deid_result_is_proven_optimal (yardstick));
  ck_assert (deid_result_get_loss (best) == deid_result_get_loss (yardstick));
  ck_assert (deid_result_get_lower_bound (best) == deid_result_get_loss (best));
  ck_assert (deid_result_get_gap (best) == 0);
  ck_assert_int_eq (
      deid_policy_compare (deid_result_get_policy (best), deid_result_get_policy (yardstick)), 0);
  ck_assert_uint_eq (deid_result_get_n_evaluated (best) + count_pruned (best), N_POLICIES);
  ck_assert_uint_gt (count_pruned (best), 0);
  ck_assert_uint_eq (deid_result_get_n_evaluated (yardstick), N_POLICIES);
  ck_assert_uint_ge ((guint64) get_figure (yardstick, "bytes"), 4 * 300);
  ck_assert_uint_eq (count_pruned (yardstick), 0);
  ck_assert_int_eq (deid_result_get_termination (best), DEID_TERMINATION_COMPLETE);
}
END_TEST

START_TEST (test_step_limit)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  g_autoptr (DeidSearch) unlimited = make_search (_i);
  g_autoptr (DeidResult) best = run_search (unlimited, problem, NULL);
  const guint64 n_needed = deid_result_get_n_evaluated (best);
  const guint64 limits[] = { 1, 2, 17, n_needed / 2, n_needed - 1, n_needed };
  double last_loss = INFINITY;

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (DeidResult) first = NULL;

      for (guint repeat = 0; repeat < 2; repeat++)
        {
          g_autoptr (DeidSearch) search = make_search (_i);
          g_autoptr (DeidResult) result = NULL;
          GError *error = NULL;

          ck_assert (deid_search_set_step_limit (search, limits[i], NULL));
          result = deid_search_run (search, problem, NULL, &error);
          if (result == NULL)
            {
              assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
              ck_assert_ptr_null (first);
              ck_assert (isinf (last_loss));
              continue;
            }
          check_result (result, problem);
          ck_assert_uint_eq (deid_result_get_n_evaluated (result), limits[i]);
          ck_assert_int_eq (deid_result_get_termination (result), limits[i] < n_needed
                                                                      ? DEID_TERMINATION_STEP_LIMIT
                                                                      : DEID_TERMINATION_COMPLETE);
          ck_assert_double_le (deid_result_get_lower_bound (result), deid_result_get_loss (best));
          ck_assert (deid_result_is_proven_optimal (result) == (limits[i] == n_needed));
          if (first == NULL)
            first = deid_result_ref (result);
          assert_same (result, first);
        }
      if (first != NULL)
        {
          ck_assert_double_le (deid_result_get_loss (first), last_loss);
          last_loss = deid_result_get_loss (first);
        }
    }
  ck_assert (last_loss == deid_result_get_loss (best));
}
END_TEST

/* The optimal search evaluates the top first, which is a solution here; the exhaustive one starts
 * from the bottom, which is none. */
START_TEST (test_step_limit_without_solution)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0);
  g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
  GError *error = NULL;

  ck_assert (!deid_search_set_step_limit (search, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
  ck_assert (deid_search_set_step_limit (search, 5, NULL));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, "step", "5", NULL);
}
END_TEST

static void
count_destroy (gpointer data)
{
  ++*(guint *) data;
}

static void
ignore_progress (DeidProgress *progress, gpointer data)
{
  (void) progress;
  (void) data;
}

START_TEST (test_progress_destroy)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  DeidSearch *search = make_search (_i);
  DeidResult *result;
  GError *error = NULL;
  guint n[5] = { 0 };

  ck_assert (deid_search_set_progress_func (search, ignore_progress, &n[0], count_destroy, &error));
  ck_assert (deid_search_set_progress_func (search, ignore_progress, &n[1], count_destroy, &error));
  ck_assert_uint_eq (n[0], 1);
  ck_assert (deid_search_set_progress_func (search, NULL, NULL, NULL, &error));
  ck_assert_uint_eq (n[1], 1);
  ck_assert (deid_search_set_progress_func (search, NULL, &n[2], count_destroy, &error));
  ck_assert (deid_search_set_progress_func (search, ignore_progress, &n[3], count_destroy, &error));
  ck_assert_uint_eq (n[2], 1);
  result = run_search (search, problem, NULL);
  ck_assert (
      !deid_search_set_progress_func (search, ignore_progress, &n[4], count_destroy, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert_uint_eq (n[4], 1);
  ck_assert_uint_eq (n[3], 0);
  deid_result_unref (result);
  ck_assert_uint_eq (n[3], 0);
  deid_search_unref (search);
  for (guint i = 0; i < G_N_ELEMENTS (n); i++)
    ck_assert_uint_eq (n[i], 1);
}
END_TEST

START_TEST (test_no_solution)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 301, 1);
  g_autoptr (DeidProblem) limited = make_problem (300, 301, 0.1);
  g_autoptr (DeidSearch) search = make_search (_i);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "300 fail k:301", "leaves none", NULL);
  ck_assert_ptr_null (deid_search_run (search, limited, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "limit allows 30", NULL);
  ck_assert_ptr_null (deid_problem_evaluate (problem, top, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "a:3 b:3", NULL);
}
END_TEST

START_TEST (test_empty)
{
  g_autoptr (DeidSearch) search = make_search (_i);
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidLattice) no_dimensions = deid_lattice_new (dataset);
  g_autoptr (DeidLattice) no_rows = make_lattice (0, 1);
  g_autoptr (DeidLattice) lattice = make_lattice (10, 1);
  DeidProblem *problems[] = { deid_problem_new (no_dimensions), deid_problem_new (no_rows),
                              deid_problem_new (lattice) };
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  GError *error = NULL;

  ck_assert (deid_problem_add_privacy_model (problems[0], model, NULL));
  ck_assert (deid_problem_add_privacy_model (problems[1], model, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      ck_assert_ptr_null (deid_search_run (search, problems[i], NULL, &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_EMPTY, NULL);
      deid_problem_unref (problems[i]);
    }
}
END_TEST

typedef struct
{
  DeidSearch *search;
  DeidProblem *problem;
} Shared;

static gpointer
run_shared (gpointer data)
{
  const Shared *shared = data;

  return deid_search_run (shared->search, shared->problem, NULL, NULL);
}

START_TEST (test_concurrent_runs)
{
  g_autoptr (DeidProblem) problem = make_problem (2000, 3, 0.05);
  g_autoptr (DeidSearch) search = make_search (_i);
  g_autoptr (DeidResult) alone = run_search (search, problem, NULL);
  Shared shared = { search, problem };
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("run", run_shared, &shared);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autoptr (DeidResult) result = g_thread_join (threads[i]);

      ck_assert_ptr_nonnull (result);
      assert_same (result, alone);
    }
}
END_TEST

START_TEST (test_n_threads)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  g_autoptr (DeidResult) expected = NULL;
  const guint accepted[] = { 1, 2, 8 }, refused[] = { 0, 1025 };
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (accepted); i++)
    {
      g_autoptr (DeidSearch) search = make_search (_i);
      g_autoptr (DeidResult) result = NULL;

      ck_assert (deid_search_set_n_threads (search, accepted[i], NULL));
      result = run_search (search, problem, NULL);
      if (expected == NULL)
        expected = deid_result_ref (result);
      assert_same_outcome (result, expected);
    }
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (DeidSearch) search = make_search (_i);

      ck_assert (deid_search_set_n_threads (search, 1024, NULL));
      ck_assert (!deid_search_set_n_threads (search, refused[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
    }
}
END_TEST

START_TEST (test_immutable)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 0.05);
  g_autoptr (DeidSearch) search = make_search (_i);
  g_autoptr (DeidResult) result = run_search (search, problem, NULL);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_from_specification ("loss:max", NULL);
  const guint64 limit = deid_problem_get_n_suppressible (problem);
  GError *error = NULL;

  ck_assert (deid_result_is_proven_optimal (result));
  ck_assert (!deid_search_set_time_limit (search, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_search_set_step_limit (search, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_search_set_n_threads (search, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_problem_add_privacy_model (problem, model, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_problem_set_quality_model (problem, quality, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_problem_set_suppression_limit (problem, 1, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_problem_set_suppression_limit_count (problem, 300, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), limit);
}
END_TEST

START_TEST (test_evaluate)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 3, 1);
  g_autoptr (DeidLattice) other = make_lattice (300, 1);
  g_autoptr (DeidPolicy) foreign = deid_policy_new_top (other, NULL);
  g_autoptr (DeidPolicy) top = deid_policy_new_top (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert_ptr_null (deid_problem_evaluate (problem, foreign, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "lattice", NULL);
  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  result = deid_problem_evaluate (problem, top, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (result) == 1);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), 1);
  ck_assert (deid_result_get_lower_bound (result) == 0);
  ck_assert (!deid_result_is_proven_optimal (result));
  ck_assert_ptr_null (deid_problem_evaluate (problem, bottom, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "limit allows 0", NULL);
}
END_TEST

/* The original data, where they meet the models, are as good as the bound of the lattice. */
START_TEST (test_evaluate_bottom)
{
  g_autoptr (DeidProblem) problem = make_problem (300, 1, 0);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidResult) result = deid_problem_evaluate (problem, bottom, NULL, NULL);

  ck_assert_ptr_nonnull (result);
  ck_assert (deid_result_get_loss (result) == 0);
  ck_assert (deid_result_get_lower_bound (result) == 0);
  ck_assert (deid_result_is_proven_optimal (result));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("search");
  TCase *limits = tcase_create ("step limit");
  TCase *rest = tcase_create ("results and handles");

  tcase_set_timeout (limits, 120);
  tcase_add_loop_test (limits, test_step_limit, 0, 2);
  tcase_add_test (limits, test_step_limit_without_solution);
  suite_add_tcase (suite, limits);
  tcase_set_timeout (rest, 120);
  tcase_add_test (rest, test_statistics);
  tcase_add_test (rest, test_memory);
  tcase_add_loop_test (rest, test_progress_destroy, 0, 2);
  tcase_add_loop_test (rest, test_no_solution, 0, 2);
  tcase_add_loop_test (rest, test_empty, 0, 2);
  tcase_add_loop_test (rest, test_concurrent_runs, 0, 2);
  tcase_add_loop_test (rest, test_n_threads, 0, 2);
  tcase_add_loop_test (rest, test_immutable, 0, 2);
  tcase_add_test (rest, test_evaluate);
  tcase_add_test (rest, test_evaluate_bottom);
  suite_add_tcase (suite, rest);
  return suite;
}
