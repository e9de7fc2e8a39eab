/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A weight of a group has its records count more in the loss, so that a search spares them. */
#include "support/lesson.h"

static const char table[] = "town sex:insensitive\n"
                            "x m\n x m\n x m\n y f\n";
static const char hierarchy[] = "town x *\n town y *\n";

static DeidProblem *
make_problem (const char *value, double weight)
{
  DeidProblem *problem
      = lesson_make_problem (table, hierarchy, deid_privacy_model_new_k_anonymity (2, NULL));

  ck_assert (deid_problem_set_group_weight (problem, "sex", value, weight, NULL));
  return problem;
}

/* For k = 2 the town suppresses the one woman, who costs 1, and keeps three men, who cost 0. She
 * counts 3: the loss is 3 / 6. */
START_TEST (test_suppressed)
{
  g_autoptr (DeidProblem) problem = make_problem ("f", 3);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "town:0");

  ck_assert (deid_result_get_loss (result) == 0.5);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
}

/* Men count a half: the loss is 1 / (1 + 3 / 2). */
START_TEST (test_less)
{
  g_autoptr (DeidProblem) problem = make_problem ("m", 0.5);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "town:0");

  ck_assert (deid_result_get_loss (result) == 0.4);
}

/* The second weight of a value replaces the first one. */
START_TEST (test_replaced)
{
  g_autoptr (DeidProblem) problem = make_problem ("f", 3);
  const char *column, *value;
  double weight;

  ck_assert (deid_problem_set_group_weight (problem, "sex", "f", 0.2, NULL));
  ck_assert (deid_problem_get_group_weight (problem, 0, &column, &value, &weight));
  ck_assert (!deid_problem_get_group_weight (problem, 1, NULL, NULL, NULL));
  ck_assert_str_eq (column, "sex");
  ck_assert_str_eq (value, "f");
  ck_assert (weight == 0.2);
}

/* Records that count nothing would not be spared by anything. */
START_TEST (test_error)
{
  g_autoptr (DeidProblem) problem = make_problem ("f", 3);
  GError *error = NULL;

  ck_assert (!deid_problem_set_group_weight (problem, "sex", "m", 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "group weight 0", NULL);
}

LESSON (group_weight, test_suppressed, test_less, test_replaced, test_error)
