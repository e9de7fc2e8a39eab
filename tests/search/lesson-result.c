/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A result is a solution, with how good it is, how much better one could be at most, and how it was
 * found. */
#include "support/lesson-search.h"

/* A policy of one's own choice: the top, with a loss of 1. No loss is below 0, that of the bottom
 * if nothing were suppressed. */
START_TEST (test_evaluated)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:1 sex:1");

  assert_near (deid_result_get_loss (result), 1);
  assert_near (deid_result_get_lower_bound (result), 0);
  assert_near (deid_result_get_gap (result), 1);
  ck_assert (!deid_result_is_proven_optimal (result));
}

/* The exhaustive search knows that 1/2 is best, since it evaluated all four policies. */
START_TEST (test_proven)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);

  assert_near (deid_result_get_gap (result), 0);
  ck_assert_uint_eq (deid_result_get_n_evaluated (result), 4);
  ck_assert_int_eq (deid_result_get_termination (result), DEID_TERMINATION_COMPLETE);
}

/* If two records may be suppressed, those of c are: 2 of 6 records cost 1, the others nothing. */
START_TEST (test_suppressed)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:0 sex:0");

  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2);
  assert_near (deid_result_get_loss (result), 2.0 / 6);
}

/* The bottom is no solution unless records are suppressed, so that it has no result. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_problem_evaluate (problem, bottom, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
}

LESSON (result, test_evaluated, test_proven, test_suppressed, test_error)
