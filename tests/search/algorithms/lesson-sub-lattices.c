/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search of sub-lattices proves the optimum in little memory: it keeps what it knows of
 * policies for one part of the lattice at a time. */
#include "support/lesson-search.h"

START_TEST (test_optimum)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);

  assert_finds (problem, deid_search_new_from_specification ("sub-lattices", NULL), "zip:0 sex:1",
                ANY_NUMBER, TRUE);
}

START_TEST (test_suppression)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (2);

  assert_finds (problem, deid_search_new_from_specification ("sub-lattices", NULL), "zip:0 sex:0",
                ANY_NUMBER, TRUE);
}

START_TEST (test_specification)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("sub-lattices", NULL);
  g_autofree char *specification = deid_search_to_specification (search);

  ck_assert_str_eq (specification, "sub-lattices");
}

START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("zip\n a\n b\n", NULL, deid_privacy_model_new_k_anonymity (3, NULL));
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("sub-lattices", NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (search, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
}

LESSON (sub_lattices, test_optimum, test_suppression, test_specification, test_error)
