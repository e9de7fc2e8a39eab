/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A limit of groups keeps a policy from suppressing nearly all records of those who are rare. */
#include "support/lesson.h"

static const char table[] = "town sex:insensitive illness:sensitive\n"
                            "x f flu\n x f flu\n x m flu\n x m cancer\n x m flu\n x m flu\n"
                            "y m flu\n"
                            "z f flu\n";

static DeidProblem *
make_problem (double limit)
{
  DeidProblem *problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  ck_assert (deid_problem_set_group_limit (problem, "sex", limit, NULL));
  return problem;
}

/* For k = 2 the policy suppresses y, 1 of the 5 men, and z, 1 of the 3 women. A third of each is
 * allowed: 1 man and 1 woman. */
START_TEST (test_within)
{
  g_autoptr (DeidProblem) problem = make_problem (1.0 / 3);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "town:0");

  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2);
}

/* Of 3 women a fifth is none; of 5 men it is 1. */
START_TEST (test_beyond)
{
  g_autoptr (DeidProblem) problem = make_problem (0.2);

  ck_assert_ptr_null (lesson_evaluate (problem, "town:0"));
}

/* Both limits hold: 1 record of 8 is less than the two that are suppressed. */
START_TEST (test_both_limits)
{
  g_autoptr (DeidProblem) problem = make_problem (1);

  ck_assert (deid_problem_set_suppression_limit (problem, 0.2, NULL));
  ck_assert_ptr_null (lesson_evaluate (problem, "town:0"));
}

/* The limit of a column that has one already is replaced. */
START_TEST (test_replaced)
{
  g_autoptr (DeidProblem) problem = make_problem (0);
  const char *column;
  double limit;

  ck_assert (deid_problem_set_group_limit (problem, "sex", 0.5, NULL));
  ck_assert (deid_problem_get_group_limit (problem, 0, &column, &limit) && limit == 0.5);
  ck_assert_str_eq (column, "sex");
  ck_assert (!deid_problem_get_group_limit (problem, 1, NULL, NULL));
}

/* Groups are made of values that describe people, not of what tells them apart. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "town name:identifying\nx Ann\n", NULL, deid_privacy_model_new_k_anonymity (1, NULL));
  GError *error = NULL;

  ck_assert (!deid_problem_set_group_limit (problem, "name", 0.2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "column 'name'", NULL);
}

LESSON (group_limit, test_within, test_beyond, test_both_limits, test_replaced, test_error)
