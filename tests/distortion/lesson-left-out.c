/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Suppression takes small groups away first: who was left out says which. */
#include "support/lesson.h"

/* Of six records one is alone with its zip, and the only one of sex o. */
static const char table[] = "zip sex\n a f\n a f\n a m\n b m\n b m\n c o\n";

static DeidResult *
make_result (void)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  return lesson_evaluate (problem, "zip:0 sex:1");
}

/* All of sex o are gone, six times the sixth of the table that is. */
START_TEST (test_values)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidLeftOut) left_out = deid_left_out_new (result, 1, 1, NULL, NULL);

  ck_assert_uint_eq (deid_left_out_get_n_records (left_out), 6);
  ck_assert_uint_eq (deid_left_out_get_n_suppressed (left_out), 1);
  ck_assert_uint_eq (deid_left_out_get_n_groups (left_out), 6);
  ck_assert_str_eq (deid_left_out_get_column (left_out, 0, 0), "zip");
  ck_assert_str_eq (deid_left_out_get_value (left_out, 0, 0), "c");
  ck_assert_str_eq (deid_left_out_get_column (left_out, 1, 0), "sex");
  ck_assert_str_eq (deid_left_out_get_value (left_out, 1, 0), "o");
  assert_near (deid_left_out_get_share (left_out, 1), 1);
  assert_near (deid_left_out_get_ratio (left_out, 1), 6);
}
END_TEST

/* There are four pairs of values: a f, a m, b m and c o. Of two records or more, there are a, b, f
 * and m, and two of the pairs. */
START_TEST (test_pairs)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidLeftOut) all = deid_left_out_new (result, 2, 1, NULL, NULL);
  g_autoptr (DeidLeftOut) greater = deid_left_out_new (result, 2, 2, NULL, NULL);

  ck_assert_uint_eq (deid_left_out_get_n_groups (all), 10);
  ck_assert_uint_eq (deid_left_out_get_n_columns (all, 2), 2);
  ck_assert_str_eq (deid_left_out_get_value (all, 2, 0), "c");
  ck_assert_str_eq (deid_left_out_get_value (all, 2, 1), "o");
  ck_assert_uint_eq (deid_left_out_get_n_groups (greater), 6);
}
END_TEST

/* Where nothing is suppressed nobody lost more than others. */
START_TEST (test_nobody)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (1, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:0 sex:0");
  g_autoptr (DeidLeftOut) left_out = deid_left_out_new (result, 1, 1, NULL, NULL);

  ck_assert_uint_eq (deid_left_out_get_n_suppressed (left_out), 0);
  assert_near (deid_left_out_get_ratio (left_out, 0), 1);
}
END_TEST

/* Groups are of one column or two. */
START_TEST (test_error)
{
  g_autoptr (DeidResult) result = make_result ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_left_out_new (result, 3, 1, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "1 or 2", NULL);
}

LESSON (left_out, test_values, test_pairs, test_nobody, test_error)
