/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Attribute risks tell which quasi-identifiers identify most: the share of distinct combinations,
 * and the share of the pairs of records that a subset of attributes tells apart. */
#include "support/figures.h"
#include "support/lesson.h"

/* 4 records make 6 pairs. */
static DeidResult *
solve (void)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("town sex\n x f\n y m\n z m\n z m\n", NULL, NULL);

  return lesson_evaluate (problem, "town:1 sex:0");
}

/* In the order town, sex, both. town: 3 of 4, all pairs but that of z. sex: 2 of 4, the 3 pairs
 * with the woman. Both: as town. */
START_TEST (test_before)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidReport) risks = deid_report_new_attribute_risks (result, FALSE, 2, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (risks, "subsets"), 3);
  assert_near (number_of (risks, "subsets[0].distinction"), 3.0 / 4);
  assert_near (number_of (risks, "subsets[0].separation"), 5.0 / 6);
  assert_near (number_of (risks, "subsets[1].distinction"), 2.0 / 4);
  assert_near (number_of (risks, "subsets[1].separation"), 3.0 / 6);
  assert_near (number_of (risks, "subsets[2].separation"), 5.0 / 6);
}

/* town is `*` in the release and tells nothing apart. */
START_TEST (test_after)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidReport) risks = deid_report_new_attribute_risks (result, TRUE, 1, NULL, NULL);

  assert_near (number_of (risks, "subsets[0].distinction"), 1.0 / 4);
  assert_near (number_of (risks, "subsets[0].separation"), 0);
}

/* Of two attributes one is chosen, or up to two. */
START_TEST (test_number_of_subsets)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidReport) single = deid_report_new_attribute_risks (result, FALSE, 1, NULL, NULL);
  g_autoptr (DeidReport) all = deid_report_new_attribute_risks (result, FALSE, 9, NULL, NULL);

  ck_assert_uint_eq (n_rows_of (single, "subsets"), 2);
  ck_assert_uint_eq (n_rows_of (all, "subsets"), 3);
}

START_TEST (test_error)
{
  g_autoptr (DeidResult) result = solve ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_attribute_risks (result, FALSE, 0, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (attribute_risks, test_before, test_after, test_number_of_subsets, test_error)
