/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Optimal Lattice Anonymization bisects the height of the lattice to find the minimal solutions. It
 * proves the optimum where generalizations of solutions are solutions, as they are without
 * suppression. */
#include "support/lesson-search.h"

/* At half the height zip:1 sex:0 fails, and it goes on above: the top is a solution. zip:0 sex:1 is
 * one, too, and it goes on below: the bottom is known to fail, since zip:1 sex:0 does. */
START_TEST (test_bisection)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);

  assert_finds (problem, deid_search_new_from_specification ("ola", NULL), "zip:0 sex:1", 3, TRUE);
}

/* With suppression it is a heuristic. */
START_TEST (test_suppression)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);

  assert_finds (problem, deid_search_new_from_specification ("ola", NULL), "zip:0 sex:0",
                ANY_NUMBER, FALSE);
}

START_TEST (test_specification)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("ola", NULL);
  g_autofree char *specification = deid_search_to_specification (search);

  ck_assert_str_eq (specification, "ola");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_new_from_specification ("ola:2", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
}

LESSON (ola, test_bisection, test_suppression, test_specification, test_error)
