/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The improved greedy heuristic looks at all policies one level above where it stands, and goes on
 * from the one whose smallest class is largest. It is quick and proves nothing. */
#include "support/lesson-search.h"

/* The bottom is no solution, zip:1 neither; sex:1 is, and it ends. */
START_TEST (test_way)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);

  assert_finds (problem, deid_search_new_from_specification ("igreedy", NULL), "zip:0 sex:1", 3,
                FALSE);
}

/* With two records suppressed the bottom is a solution; that is its loss at least, 1/3, but it does
 * not know of the others. */
START_TEST (test_bottom)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);

  assert_finds (problem, deid_search_new_from_specification ("igreedy", NULL), "zip:0 sex:0", 1,
                FALSE);
}

START_TEST (test_specification)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("igreedy", NULL);
  g_autofree char *specification = deid_search_to_specification (search);

  ck_assert_str_eq (specification, "igreedy");
}

START_TEST (test_error)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("igreedy", NULL);
  GError *error = NULL;

  ck_assert (!deid_search_set_step_limit (search, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (igreedy, test_way, test_bottom, test_specification, test_error)
