/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The exhaustive search evaluates every policy. It is the yardstick for all others, and for small
 * lattices alone. */
#include "support/lesson-search.h"

/* 2 levels of zip times 2 of sex are 4 policies. */
START_TEST (test_every_policy)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);

  assert_finds (problem, deid_search_new_exhaustive (), "zip:0 sex:1", 4, TRUE);
}

/* If the two records of c may be suppressed, nothing need be generalized. */
START_TEST (test_suppression)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);

  assert_finds (problem, deid_search_new_exhaustive (), "zip:0 sex:0", 4, TRUE);
}

/* After two policies, in the order of their ranks, there is no solution yet. */
START_TEST (test_step_limit)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
  GError *error = NULL;

  ck_assert (deid_search_set_step_limit (search, 1, NULL));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
}

START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("zip\n a\n b\n", NULL, deid_privacy_model_new_k_anonymity (3, NULL));
  g_autoptr (DeidSearch) search = deid_search_new_exhaustive ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
}

LESSON (exhaustive, test_every_policy, test_suppression, test_step_limit, test_error)
