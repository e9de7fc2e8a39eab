/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A risk report says how likely somebody who knows a person's quasi-identifiers finds the person's
 * record: in the input, and in what is released. */
#include "support/figures.h"
#include "support/lesson.h"

/* Classes of 4, 2 and 1. For k = 2, z is suppressed. */
static DeidResult *
solve (void)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "town\n x\n x\n x\n x\n y\n y\n z\n", NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  lesson_set_population (problem, "town n:weight\n x 8\n y 10\n z 5\n");
  return lesson_evaluate (problem, "town:0");
}

/* The greatest risk is that of z, 1; the average 3 classes over 7 records; above 0.3 are y and z.
 */
START_TEST (test_before)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidReport) report = NULL;

  ck_assert (deid_risk_options_set_threshold (options, 0.3, NULL));
  report = deid_report_new_risks (result, NULL, FALSE, options, NULL, NULL);
  ck_assert_uint_eq (count_of (report, "classes.number"), 3);
  ck_assert_uint_eq (count_of (report, "unique"), 1);
  assert_near (number_of (report, "prosecutor.highest"), 1);
  assert_near (number_of (report, "prosecutor.mean"), 3.0 / 7);
  ck_assert_uint_eq (count_of (report, "prosecutor.records_above_threshold"), 3);
}

/* Without z: 1/2, and 2 classes over 6 records. */
START_TEST (test_after)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidReport) report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);

  assert_near (number_of (report, "prosecutor.highest"), 1.0 / 2);
  assert_near (number_of (report, "prosecutor.mean"), 2.0 / 6);
}

/* The journalist looks in the population: 1/8 for x and 1/10 for y, (4/8 + 2/10) / 6 on average. */
START_TEST (test_journalist)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidReport) report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);

  assert_near (number_of (report, "journalist.highest"), 1.0 / 8);
  assert_near (number_of (report, "journalist.mean"), 0.7 / 6);
}

/* A report of the input tells of suppressed records: there is none for the public. */
START_TEST (test_error)
{
  g_autoptr (DeidResult) result = solve ();
  g_autoptr (DeidReport) report = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, NULL);
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_public (report, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (risk_report, test_before, test_after, test_journalist, test_error)
