/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Flash bisects paths from the bottom of the lattice to the top, and predicts from what it finds
 * what other policies are. It proves the optimum, and is the field's yardstick. */
#include "support/lesson-search.h"

START_TEST (test_optimum)
{
  g_autoptr (DeidProblem) strict = lesson_make_small_problem (0);
  g_autoptr (DeidProblem) lenient = lesson_make_small_problem (2);

  assert_finds (strict, deid_search_new_flash (), "zip:0 sex:1", ANY_NUMBER, TRUE);
  assert_finds (lenient, deid_search_new_flash (), "zip:0 sex:0", ANY_NUMBER, TRUE);
}

/* It keeps what it knows as a few policies that imply the others, or as a flag for each policy;
 * what it evaluates is the same. */
START_TEST (test_representations)
{
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (0);
  g_autoptr (DeidSearch) implicit = deid_search_new_flash ();
  g_autoptr (DeidSearch) explicit = deid_search_new_from_specification ("flash:explicit", NULL);
  g_autoptr (DeidResult) one = deid_search_run (implicit, problem, NULL, NULL);
  g_autoptr (DeidResult) other = deid_search_run (explicit, problem, NULL, NULL);

  ck_assert_uint_eq (deid_result_get_n_evaluated (one), deid_result_get_n_evaluated (other));
  ck_assert_int_eq (
      0, deid_policy_compare (deid_result_get_policy (one), deid_result_get_policy (other)));
}

START_TEST (test_specification)
{
  g_autoptr (DeidSearch) search = deid_search_new_from_specification ("flash:explicit", NULL);
  g_autofree char *specification = deid_search_to_specification (search);

  ck_assert_str_eq (specification, "flash:explicit");
}

START_TEST (test_error)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_new_from_specification ("flash:sparse", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, NULL);
}

LESSON (flash, test_optimum, test_representations, test_specification, test_error)
