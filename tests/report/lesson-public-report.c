/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A report for the public tells nothing from which a small count can be worked out. With a minimum
 * cell of c, r = 2 (c + 2) records must stand behind a figure; a count that is withheld is
 * G_MAXUINT64, a risk NaN. */
#include "support/figures.h"
#include "support/lesson.h"

/* Of a table with so many towns of as many records each; c = 1, r = 6. */
static DeidReport *
make_report (guint n_towns, guint n_records)
{
  g_autoptr (GString) table = g_string_new ("town\n");
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;

  for (guint i = 0; i < n_towns * n_records; i++)
    g_string_append_printf (table, " %u\n", i % n_towns);
  problem = lesson_make_problem (table->str, NULL, NULL);
  result = lesson_evaluate (problem, "town:0");
  ck_assert (deid_risk_options_set_minimum_cell (options, 1, NULL));
  return deid_report_new_risks (result, NULL, TRUE, options, NULL, NULL);
}

/* 4 records are fewer than r: nothing is told. */
START_TEST (test_too_few_records)
{
  g_autoptr (DeidReport) report = make_report (2, 2);
  g_autoptr (DeidReport) public = deid_report_new_public (report, NULL, NULL);

  ck_assert_uint_eq (count_of (report, "records"), 4);
  ck_assert_int_eq (state_of (public, "records"), DEID_FIGURE_STATE_WITHHELD);
}

/* 8 records are told, but not that the smallest class has 4: that takes 4 r = 24. */
START_TEST (test_number_of_records)
{
  g_autoptr (DeidReport) report = make_report (2, 4);
  g_autoptr (DeidReport) public = deid_report_new_public (report, NULL, NULL);

  ck_assert_uint_eq (count_of (public, "records"), 8);
  ck_assert_uint_eq (count_of (report, "classes.smallest"), 4);
  ck_assert_int_eq (state_of (public, "classes.smallest"), DEID_FIGURE_STATE_WITHHELD);
}

/* 12 records in classes of 2: it is told that the smallest has 2, which takes 2 r = 12, and so that
 * the greatest risk is 1/2. */
START_TEST (test_smallest_class)
{
  g_autoptr (DeidReport) report = make_report (6, 2);
  g_autoptr (DeidReport) public = deid_report_new_public (report, NULL, NULL);

  ck_assert_uint_eq (count_of (public, "classes.smallest"), 2);
  assert_near (number_of (public, "prosecutor.highest"), 0.5);
}

START_TEST (test_error)
{
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  GError *error = NULL;

  ck_assert (!deid_risk_options_set_minimum_cell (options, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, NULL);
}

LESSON (public_report, test_too_few_records, test_number_of_records, test_smallest_class,
        test_error)
