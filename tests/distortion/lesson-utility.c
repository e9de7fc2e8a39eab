/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Utility is what models can still tell from a release. The host fits them, here by liblinear. */
#include "../tools/liblinear-fit.h"
#include "support/figures.h"
#include "support/lesson.h"

/* Who is alone with a zip is suppressed. */
static const char table[] = "zip ill:sensitive\n a yes\n a yes\n a yes\n a yes\n a yes\n a yes\n"
                            "b no\n b no\n b no\n b no\n c no\n";
static const char *const targets[] = { "ill", NULL };

static DeidResult *
make_result (const char *policy)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem (table, NULL, deid_privacy_model_new_k_anonymity (2, NULL));

  return lesson_evaluate (problem, policy);
}

/* Of the 11 + 10 records, 12 have zip a, half of them in the release, and 8 zip b, likewise. The
 * one with zip c is in the input, so that the model says 0 where c is 10/21:
 * (20 (1/2 - 10/21)^2 + (10/21)^2) / 21. With the parameters of two zips, one illness and the
 * intercept, 3 (11/21)^2 (10/21) / 21 is expected. */
START_TEST (test_propensity)
{
  g_autoptr (DeidResult) result = make_result ("zip:0");
  const DeidRegressionFunc fit = get_liblinear_fit ();
  g_autoptr (DeidReport) utility = NULL;
  const double pmse = (20. / 42 / 42 + 100. / 21 / 21) / 21;
  const double expected = 3 * 121. * 10 / 21 / 21 / 21 / 21;

  if (fit == NULL)
    return;
  utility = deid_report_new_utility (result, NULL, 2, 100, 0, fit, NULL, NULL, NULL);
  ck_assert_uint_eq (count_of (utility, "drawn"), 11);
  ck_assert_uint_eq (count_of (utility, "released"), 10);
  ck_assert_uint_eq (count_of (utility, "parameters"), 4);
  ck_assert_double_eq_tol (number_of (utility, "pmse"), pmse, 1e-7);
  ck_assert_double_eq_tol (number_of (utility, "expected_pmse"), expected, 1e-12);
  ck_assert_double_eq_tol (number_of (utility, "pmse_ratio"), pmse / expected, 1e-5);
}
END_TEST

/* Where nobody is suppressed, the input with the labels of the release is the release. */
START_TEST (test_nothing)
{
  g_autoptr (DeidResult) result = make_result ("zip:1");
  const DeidRegressionFunc fit = get_liblinear_fit ();
  g_autoptr (DeidReport) utility = NULL;

  if (fit == NULL)
    return;
  utility = deid_report_new_utility (result, NULL, 2, 100, 0, fit, NULL, NULL, NULL);
  assert_near (number_of (utility, "pmse"), 0);
  assert_near (number_of (utility, "pmse_ratio"), 0);
}
END_TEST

/* The zip tells the illness; without it, 6 of 11 records are as most are. */
START_TEST (test_prediction)
{
  g_autoptr (DeidResult) result = make_result ("zip:1");
  const DeidRegressionFunc fit = get_liblinear_fit ();
  g_autoptr (DeidReport) utility = NULL;

  if (fit == NULL)
    return;
  utility = deid_report_new_utility (result, targets, 11, 100, 0, fit, NULL, NULL, NULL);
  assert_near (number_of (utility, "targets[0].baseline"), 6 / 11.);
  ck_assert_double_ge (number_of (utility, "targets[0].before"), 10 / 11.);
  ck_assert_double_le (number_of (utility, "targets[0].after"), 6 / 11.);
}
END_TEST

/* Records cannot be dealt out to more folds than there are records. */
START_TEST (test_error)
{
  g_autoptr (DeidResult) result = make_result ("zip:1");
  GError *error = NULL;

  if (get_liblinear_fit () == NULL)
    return;
  ck_assert_ptr_null (deid_report_new_utility (result, targets, 12, 100, 0, get_liblinear_fit (),
                                               NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "12 folds of 11", NULL);
}
END_TEST

LESSON (utility, test_propensity, test_nothing, test_prediction, test_error)
