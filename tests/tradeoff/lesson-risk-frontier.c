/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A frontier of risk shows what less risk costs, and which choices no other one betters. */
#include "support/figures.h"
#include "support/lesson.h"

/* Classes by zip: four records, two and one. With zip withheld all seven are one class. */
static const char table[] = "zip\n a\n a\n a\n a\n b\n b\n c\n";

static DeidProblem *
make_problem (void)
{
  return lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (1, NULL));
}

static void
assert_point (const DeidReport *frontier, guint64 point, double risk, double loss,
              gboolean is_non_dominated)
{
  ck_assert (flag_of (frontier, "points[%u].solved", (guint) point));
  assert_near (number_of (frontier, "points[%u].risk", (guint) point), risk);
  assert_near (number_of (frontier, "points[%u].loss", (guint) point), loss);
  ck_assert (flag_of (frontier, "points[%u].non_dominated", (guint) point) == is_non_dominated);
}

/* A risk of 0.3 at most asks for classes of four: c and b go, three values of seven. With 0.1 there
 * would have to be ten records. At 1 nothing is lost. */
START_TEST (test_highest)
{
  static const double thresholds[] = { 0.1, 0.3, 1 };
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidReport) frontier = deid_report_new_risk_frontier (
      problem, DEID_RISK_MEASURE_HIGHEST, NULL, thresholds, 3, NULL, NULL);

  ck_assert (!flag_of (frontier, "points[0].solved"));
  assert_point (frontier, 1, 0.25, 3.0 / 7, TRUE);
  assert_point (frontier, 2, 1, 0, TRUE);
}
END_TEST

/* Three classes of seven records have an average risk of 3/7. Without c it is 2/6. */
START_TEST (test_average)
{
  static const double thresholds[] = { 0.4, 0.5 };
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidReport) frontier = deid_report_new_risk_frontier (
      problem, DEID_RISK_MEASURE_AVERAGE, NULL, thresholds, 2, NULL, NULL);

  assert_point (frontier, 0, 2.0 / 6, 1.0 / 7, TRUE);
  assert_point (frontier, 1, 3.0 / 7, 0, TRUE);
}
END_TEST

/* The optimum at 1 is the bottom, which loses nothing, for a risk of 1. The top withholds every
 * zip, for a risk of 1/7. The bottom comes twice, and only the first time counts. */
START_TEST (test_results)
{
  static const double thresholds[] = { 1 };
  g_autoptr (DeidProblem) problem = make_problem ();
  g_autoptr (DeidReport) optima = deid_report_new_risk_frontier (problem, DEID_RISK_MEASURE_HIGHEST,
                                                                 NULL, thresholds, 1, NULL, NULL);
  g_autoptr (DeidResult) bottom = lesson_evaluate (problem, "zip:0");
  g_autoptr (DeidResult) top = lesson_evaluate (problem, "zip:1");
  g_autoptr (DeidReport) with_top
      = deid_report_new_risk_frontier_with (optima, top, NULL, NULL, NULL, NULL);
  g_autoptr (DeidReport) frontier
      = deid_report_new_risk_frontier_with (with_top, bottom, NULL, NULL, NULL, NULL);
  g_autofree char *csv = csv_of (frontier, "points");

  assert_point (frontier, 0, 1, 0, TRUE);
  assert_point (frontier, 1, 1.0 / 7, 1, TRUE);
  assert_point (frontier, 2, 1, 0, FALSE);
  ck_assert_ptr_nonnull (strstr (csv, "\nresult,,,1,1,1,0,0,0,zip:0,\n"));
}
END_TEST

/* No risk is above 1. */
START_TEST (test_error)
{
  static const double thresholds[] = { 0.5, 1.5 };
  g_autoptr (DeidProblem) problem = make_problem ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_report_new_risk_frontier (problem, DEID_RISK_MEASURE_HIGHEST, NULL,
                                                     thresholds, 2, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "at most 1", NULL);
}
END_TEST

LESSON (risk_frontier, test_highest, test_average, test_results, test_error)
