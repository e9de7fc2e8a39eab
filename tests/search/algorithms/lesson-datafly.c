/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* DataFly generalizes the attribute that has most distinct values until the policy is a solution.
 * It is the oldest heuristic, and may walk past the optimum. */
#include "support/lesson-search.h"

/* zip has 3 values and sex 2, so zip comes first; then only sex is left. The top has a loss of 1,
 * where sex:1 alone has 1/2. */
START_TEST (test_way)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);

  assert_finds (problem, deid_search_new_from_specification ("datafly", NULL), "zip:1 sex:1", 3,
                FALSE);
}

START_TEST (test_bottom)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);

  assert_finds (problem, deid_search_new_from_specification ("datafly", NULL), "zip:0 sex:0", 1,
                FALSE);
}

/* With a loss of 0 the lower bound of the lattice tells that nothing is better. */
START_TEST (test_proven_by_the_bound)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "zip\n a\n a\n b\n b\n", NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  assert_finds (problem, deid_search_new_from_specification ("datafly", NULL), "zip:0", 1, TRUE);
}

START_TEST (test_error)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("datafly", NULL);
  GError *error = NULL;

  ck_assert (!deid_search_set_time_limit (search, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (datafly, test_way, test_bottom, test_proven_by_the_bound, test_error)
