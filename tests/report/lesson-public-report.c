/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A report for the public tells nothing from which a small count can be worked out. With a minimum
 * cell of c, r = 2 (c + 2) records must stand behind a figure; a count that is withheld is
 * G_MAXUINT64, a risk NaN. */
#include "support/lesson.h"

/* Of n records in town x, as one class. */
static DeidRiskReport *
make_report (guint n, guint minimum_cell)
{
  g_autoptr (GString) table = g_string_new ("town\n");
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidRiskReport) report = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (table, " %s\n", i % 2 == 0 ? "x" : "y");
  problem = lesson_make_problem (table->str, NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  result = lesson_evaluate (problem, "town:0");
  ck_assert (deid_risk_options_set_minimum_cell (options, minimum_cell, NULL));
  report = deid_risk_report_new_after (result, options, NULL, NULL);
  return deid_risk_report_new_public (report, NULL);
}

/* c = 1, r = 6: with two classes of 2 there are 4 records, fewer than r, and nothing is told. */
START_TEST (test_too_few_records)
{
  g_autoptr (DeidRiskReport) report = make_report (4, 1);

  ck_assert (deid_risk_report_is_publishable (report));
  ck_assert_uint_eq (deid_risk_report_get_n_records (report), G_MAXUINT64);
}

/* Two classes of 4: 8 records are told, but not that the smallest class has 4, which takes 4 r
 * = 24. */
START_TEST (test_number_of_records)
{
  g_autoptr (DeidRiskReport) report = make_report (8, 1);

  ck_assert_uint_eq (deid_risk_report_get_n_records (report), 8);
  ck_assert_uint_eq (deid_risk_report_get_smallest_class (report), G_MAXUINT64);
  ck_assert_uint_eq (deid_risk_report_get_n_classes (report), G_MAXUINT64);
}

/* The custodian's own report has all of it. */
START_TEST (test_audience)
{
  g_autoptr (DeidRiskReport) report = make_report (8, 1);

  ck_assert_int_eq (deid_risk_report_get_audience (report), DEID_AUDIENCE_PUBLIC);
}

START_TEST (test_error)
{
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  GError *error = NULL;

  ck_assert (!deid_risk_options_set_minimum_cell (options, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (public_report, test_too_few_records, test_number_of_records, test_audience, test_error)
