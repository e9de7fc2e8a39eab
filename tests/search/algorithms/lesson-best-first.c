/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The best-first search generalizes, again and again, the policy with the least loss so far. It
 * proves the optimum, and tends to find good solutions early. */
#include "support/lesson-search.h"

/* From the bottom, loss 0, it comes to zip:1 and sex:1, both 1/2. sex:1 is a solution; the top,
 * loss 1, is no better and is left out. */
START_TEST (test_optimum)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);

  assert_finds (problem, deid_search_new_best_first (), "zip:0 sex:1", 3, TRUE);
}

/* With two records suppressed the bottom is a solution with a loss of 1/3, and all others have
 * more. */
START_TEST (test_bottom)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);

  assert_finds (problem, deid_search_new_best_first (), "zip:0 sex:0", 1, TRUE);
}

START_TEST (test_specification)
{
  g_autoptr (DeidSearch) search = deid_search_new_best_first ();
  g_autofree char *specification = deid_search_to_specification (search);

  ck_assert_str_eq (specification, "best-first");
}

START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) search = deid_search_new_best_first ();
  GError *error = NULL;

  ck_assert (deid_search_set_step_limit (search, 1, NULL));
  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
}

LESSON (best_first, test_optimum, test_bottom, test_specification, test_error)
