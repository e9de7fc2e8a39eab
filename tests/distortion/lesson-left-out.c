/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Suppression takes small groups away first: who was left out says which. */
#include "support/figures.h"
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
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (result, 1, 1, NULL, NULL);

  ck_assert_uint_eq (count_of (left_out, "records"), 6);
  ck_assert_uint_eq (count_of (left_out, "suppressed"), 1);
  ck_assert_uint_eq (n_rows_of (left_out, "groups"), 6);
  ck_assert_str_eq (text_of (left_out, "groups[0].columns[0]"), "zip");
  ck_assert_str_eq (text_of (left_out, "groups[0].values[0]"), "c");
  ck_assert_str_eq (text_of (left_out, "groups[1].columns[0]"), "sex");
  ck_assert_str_eq (text_of (left_out, "groups[1].values[0]"), "o");
  assert_near (number_of (left_out, "groups[1].share"), 1);
  assert_near (number_of (left_out, "groups[1].ratio"), 6);
}
END_TEST

/* There are four pairs of values: a f, a m, b m and c o. Of two records or more, there are a, b, f
 * and m, and two of the pairs. */
START_TEST (test_pairs)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidReport) all = deid_report_new_left_out (result, 2, 1, NULL, NULL);
  g_autoptr (DeidReport) greater = deid_report_new_left_out (result, 2, 2, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (all, "groups"), 10);
  ck_assert_uint_eq (n_rows_of (all, "groups[2].columns"), 2);
  ck_assert_str_eq (text_of (all, "groups[2].values[0]"), "c");
  ck_assert_str_eq (text_of (all, "groups[2].values[1]"), "o");
  ck_assert_uint_eq (n_rows_of (greater, "groups"), 6);
}
END_TEST

/* Where nothing is suppressed nobody lost more than others. */
START_TEST (test_nobody)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (1, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:0 sex:0");
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (result, 1, 1, NULL, NULL);

  ck_assert_uint_eq (count_of (left_out, "suppressed"), 0);
  assert_near (number_of (left_out, "groups[0].ratio"), 1);
}
END_TEST

/* A table of a report is a dataset for hosts: six groups, and a column for each of their figures.
 */
START_TEST (test_dataset)
{
  g_autoptr (DeidResult) result = make_result ();
  g_autoptr (DeidReport) left_out = deid_report_new_left_out (result, 1, 1, NULL, NULL);
  g_autoptr (DeidDataset) groups = deid_report_new_dataset (left_out, "groups", NULL, NULL);

  ck_assert_uint_eq (deid_dataset_get_n_rows (groups), 6);
  ck_assert_str_eq (deid_dataset_get_column_name (groups, 0), "columns[0]");
}
END_TEST

/* Groups are of one column or two. */
START_TEST (test_error)
{
  g_autoptr (DeidResult) result = make_result ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_left_out (result, 3, 1, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "1 or 2", NULL);
}

LESSON (left_out, test_values, test_pairs, test_nobody, test_dataset, test_error)
