/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The optimal search is the one to use: it proves the optimum without evaluating most policies, and
 * whenever it is stopped it knows how far from the optimum the best policy so far can be. */
#include "support/lesson-search.h"
#include "support/result-figures.h"

/* `auto` is the same where no column has cuts. */
START_TEST (test_optimum)
{
  g_autoptr (DeidProblem) strict = lesson_make_small_problem (0);
  g_autoptr (DeidProblem) lenient = lesson_make_small_problem (2);

  assert_finds (strict, deid_search_new_optimal (), "zip:0 sex:1", ANY_NUMBER, TRUE);
  assert_finds (strict, deid_search_new_from_specification ("auto", NULL), "zip:0 sex:1",
                ANY_NUMBER, TRUE);
  assert_finds (lenient, deid_search_new_optimal (), "zip:0 sex:0", ANY_NUMBER, TRUE);
}

/* A proven optimum has no gap, and every policy was evaluated or ruled out. */
START_TEST (test_proof)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);

  assert_near (deid_result_get_loss (result), 0.5);
  assert_near (deid_result_get_lower_bound (result), 0.5);
  assert_near (deid_result_get_gap (result), 0);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result) + count_pruned (result), 4);
}

/* It begins at the top, which is a solution with a loss of 1. Stopped there it knows nothing better
 * than that no loss is below 0, or a bound that it has found by then. */
START_TEST (test_gap)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;

  ck_assert (deid_search_set_step_limit (search, 1, NULL));
  result = deid_search_run (search, problem, NULL, NULL);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_STEP_LIMIT);
  assert_near (deid_result_get_loss (result), 1);
  ck_assert (deid_result_get_lower_bound (result) <= 0.5);
}

START_TEST (test_error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;

  ck_assert (!deid_search_set_n_threads (search, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (optimal, test_optimum, test_proof, test_gap, test_error)
