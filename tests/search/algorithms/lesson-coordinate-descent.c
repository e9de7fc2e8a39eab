/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Coordinate descent gives one quasi-identifier after the other the levels that are best while the
 * others stay as they are. It begins at the top, and begins anew as often as it is asked to. */
#include "support/lesson-search.h"

/* From zip:1 sex:1 zip goes first: zip:0 is a solution by sex:1, and sex:0 none by zip:0. That is
 * the best policy, but nothing tells it so. */
START_TEST (test_way)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);

  assert_finds (problem, deid_search_new_from_specification ("coordinate-descent:1:0", NULL),
                "zip:0 sex:1", ANY_NUMBER, FALSE);
}

/* With one record suppressed sex:0 is a solution by zip:1, of the loss 7/12; the other way round it
 * is 1/2. Rounds find both. */
START_TEST (test_rounds)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (1);

  assert_finds (problem, deid_search_new_from_specification ("coordinate-descent:20:1", NULL),
                "zip:0 sex:1", ANY_NUMBER, FALSE);
}

/* With two records suppressed the bottom is a solution, of the loss 1/3. */
START_TEST (test_bottom)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);

  assert_finds (problem, deid_search_new_from_specification ("coordinate-descent:5:0", NULL),
                "zip:0 sex:0", ANY_NUMBER, FALSE);
}

START_TEST (test_specification)
{
  g_autoptr (DeidSearch) search
      = deid_search_new_from_specification ("coordinate-descent:20:1", NULL);
  g_autofree char *specification = deid_search_to_specification (search);

  ck_assert_str_eq (specification, "coordinate-descent:20:1");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert (deid_search_new_from_specification ("coordinate-descent:x", &error) == NULL);
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "coordinate-descent:x", NULL);
}

LESSON (coordinate_descent, test_way, test_rounds, test_bottom, test_specification, test_error)
