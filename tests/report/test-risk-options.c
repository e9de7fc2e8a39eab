/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What risk reports are asked for, and what they refuse. */
#include <deid/deid-extend.h>
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/sample.h"
#include "privacy/uniqueness.h"
#include "support/suite.h"

static DeidRiskOptions *
make_options (double threshold)
{
  DeidRiskOptions *options = deid_risk_options_new ();
  GError *error = NULL;

  deid_risk_options_set_threshold (options, threshold, &error);
  assert_no_error (error);
  return options;
}

/* One class for each of the sizes. */
static DeidResult *
evaluate_classes (const guint *sizes, guint n_sizes)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidProblem) problem = NULL;
  DeidResult *result;
  GError *error = NULL;

  sample->n_attributes = 1;
  sample->heights[0] = 1;
  sample->n_leaves[0] = n_sizes;
  for (guint leaf = 0; leaf < n_sizes; leaf++)
    for (guint i = 0; i < sizes[leaf]; i++)
      sample->leaves[0][sample->n_rows++] = (int) leaf;
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:1", 0);
  result = sample_evaluate (problem, bottom, &error);
  assert_no_error (error);
  return result;
}

static void
check_at_risk (DeidResult *result, double threshold, guint64 n_at_risk)
{
  g_autoptr (DeidRiskOptions) options = make_options (threshold);
  g_autoptr (DeidReport) report = NULL, public = NULL;
  GError *error = NULL;

  report = deid_report_new_risks (result, NULL, TRUE, options, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (count_of (report, "prosecutor.records_above_threshold"), n_at_risk);
  ck_assert (number_of (report, "threshold") == threshold);
  public = deid_report_new_public (report, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (count_of (public, "minimum_cell"), 10);
  ck_assert_str_eq (text_of (report, "classes.sizes_count"), "records");
  ck_assert (!deid_risk_options_set_threshold (options, 0.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "risk options", NULL);
  ck_assert (!deid_risk_options_set_minimum_cell (options, 5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, "risk options", NULL);
}

START_TEST (thresholds_are_exact)
{
  static const guint sizes[] = { 1, 2, 3, 4, 5, 10, 20, 49, 100 };
  g_autoptr (DeidResult) result = evaluate_classes (sizes, G_N_ELEMENTS (sizes));

  check_at_risk (result, 0, 194);
  check_at_risk (result, 0.01, 94);
  check_at_risk (result, 0.05, 25);
  check_at_risk (result, 0.1, 15);
  check_at_risk (result, 0.2, 10);
  check_at_risk (result, nextafter (0.2, 0), 15);
  check_at_risk (result, nextafter (0.2, 1), 10);
  check_at_risk (result, 0.25, 6);
  /* 0.3333333333333333 is below a third */
  check_at_risk (result, 1.0 / 3, 6);
  check_at_risk (result, nextafter (1.0 / 3, 1), 3);
  check_at_risk (result, 0.5, 1);
  check_at_risk (result, 1, 0);
}
END_TEST

START_TEST (options_refused)
{
  const double refused[] = { -0.1, 1.1, nextafter (1, 2), NAN, INFINITY, 1e-300 };
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      ck_assert (!deid_risk_options_set_threshold (options, refused[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "risk threshold", NULL);
    }
  ck_assert (!deid_risk_options_set_minimum_cell (options, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0 records", "at least 1", NULL);
}
END_TEST

/* Each estimate is the one of the classes' sizes. */
START_TEST (estimates)
{
  static const guint sizes[] = { 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 5, 8 };
  static const guint64 populations[] = { 31, 100, 300, 3000, 1000000 };
  static const char *const names[] = { "pitman", "zayatz", "snb", "dankar" };
  g_autoptr (DeidResult) result = evaluate_classes (sizes, G_N_ELEMENTS (sizes));
  guint64 wide_sizes[G_N_ELEMENTS (sizes)];
  guint n_known = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    wide_sizes[i] = sizes[i];
  for (guint i = 0; i < G_N_ELEMENTS (populations); i++)
    {
      g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
      g_autoptr (DeidReport) report = NULL;
      GError *error = NULL;

      ck_assert (deid_risk_options_set_population_size (options, populations[i], &error));
      report = deid_report_new_risks (result, NULL, FALSE, options, NULL, &error);
      assert_no_error (error);
      ck_assert_uint_eq (count_of (report, "population_size"), populations[i]);
      for (int e = DEID_UNIQUENESS_ESTIMATOR_PITMAN; e <= DEID_UNIQUENESS_ESTIMATOR_DANKAR; e++)
        {
          const DeidUniquenessEstimator estimator = (DeidUniquenessEstimator) e;
          double expected, n_uniques;
          const gboolean is_known = deid_population_uniqueness_estimate (
              estimator, wide_sizes, G_N_ELEMENTS (sizes), populations[i], &expected, NULL, NULL);

          ck_assert (get_number (report, &n_uniques, "estimated_uniques.%s", names[e]) == is_known);
          ck_assert_int_eq (state_of (report, "estimated_uniques.%s", names[e]),
                            is_known ? DEID_FIGURE_STATE_PRESENT : DEID_FIGURE_STATE_UNDEFINED);
          if (is_known)
            ck_assert_double_eq (n_uniques, expected);
          n_known += is_known ? 1 : 0;
        }
    }
  ck_assert_uint_gt (n_known, 2 * G_N_ELEMENTS (populations));
}
END_TEST

START_TEST (estimates_refused)
{
  static const guint sizes[] = { 1, 2, 4 };
  g_autoptr (DeidResult) result = evaluate_classes (sizes, G_N_ELEMENTS (sizes));
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidReport) report = NULL;
  GError *error = NULL;

  ck_assert (!deid_risk_options_set_population_size (options, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "0 people", NULL);
  ck_assert (deid_risk_options_set_population_size (options, 6, &error));
  ck_assert_ptr_null (deid_report_new_risks (result, NULL, TRUE, options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "6 people", "the 7 in", NULL);
  report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_int_eq (state_of (report, "population_size"), DEID_FIGURE_STATE_UNDEFINED);
  ck_assert_int_eq (state_of (report, "estimated_uniques.zayatz"), DEID_FIGURE_STATE_UNDEFINED);
}
END_TEST

static gboolean
accept_at_first (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                 GError **error)
{
  (void) eq_class;
  (void) state;
  (void) error;
  *passes = *(gboolean *) data;
  return TRUE;
}

static char *
describe (gpointer data)
{
  (void) data;
  return g_strdup ("fickle:1");
}

/* A result releases something: a model that changes its mind, so that nothing is left, is found out
 * before figures are made of that. */
START_TEST (nothing_released)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  gboolean accepts = TRUE;
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidPrivacyModelFuncs) funcs = deid_privacy_model_funcs_new ();
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  deid_privacy_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_privacy_model_funcs_set_accept (funcs, accept_at_first, &accepts, NULL);
  model = deid_privacy_model_new (funcs, &error);
  assert_no_error (error);
  sample->n_rows = sample->n_attributes = sample->heights[0] = sample->n_leaves[0] = 1;
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:1", 1);
  ck_assert (deid_problem_add_privacy_model (problem, model, &error));
  result = sample_evaluate (problem, bottom, &error);
  assert_no_error (error);
  accepts = FALSE;
  ck_assert_ptr_null (deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "now to be no solution", NULL);
  ck_assert_ptr_null (deid_report_new_attribute_risks (result, TRUE, 1, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_VERIFICATION, "now to be no solution", NULL);
}
END_TEST

START_TEST (cancelled)
{
  static const guint sizes[] = { 1, 2 };
  g_autoptr (DeidResult) result = evaluate_classes (sizes, G_N_ELEMENTS (sizes));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_report_new_risks (result, NULL, FALSE, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  ck_assert_ptr_null (deid_report_new_risks (result, NULL, TRUE, NULL, cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}
END_TEST

START_TEST (report_text)
{
  static const guint sizes[] = { 1, 2, 5, 6 };
  g_autoptr (DeidResult) result = evaluate_classes (sizes, G_N_ELEMENTS (sizes));
  g_autoptr (DeidReport) before = NULL, after = NULL;
  g_autofree char *text = NULL, *text_after = NULL;
  const char *const parts[] = {
    "\nrecords: 14\nclasses: number 4, smallest 1, largest 6, mean 3.5, sizes count records\n",
    "\nthreshold: 0.2\n",
    "\n  highest: 1\n  mean: 0.286\n  lowest: 0.167\n",
    "\n  records above threshold: 3 (21.4 %)\n",
    "\n  records at highest: 1 (7.14 %)\n",
    "\n           5  5 (35.7 %)  8 (57.1 %)\n",
    "\njournalist: as prosecutor\n"
  };
  GError *error = NULL;

  before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, &error);
  assert_no_error (error);
  after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, &error);
  assert_no_error (error);
  text = plain_text_of (before);
  assert_no_error (error);
  text_after = plain_text_of (after);
  assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    ck_assert_msg (strstr (text, parts[i]) != NULL, "no '%s' in:\n%s", parts[i], text);
  for (guint i = 0; i < 2; i++)
    {
      const char *own = i == 0 ? text : text_after;
      const char *marked = strstr (own, "custodian-only");

      ck_assert_ptr_nonnull (marked);
      ck_assert_msg (memchr (own, '\n', (gsize) (marked - own)) == NULL,
                     "the first line does not say it");
      ck_assert_int_eq (own[strlen (own) - 1], '\n');
    }
  ck_assert_str_ne (text, text_after);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("risk-options");
  TCase *options = tcase_create ("options");
  TCase *reports = tcase_create ("reports");

  tcase_add_test (options, thresholds_are_exact);
  tcase_add_test (options, options_refused);
  tcase_add_test (options, estimates);
  tcase_add_test (options, estimates_refused);
  suite_add_tcase (suite, options);
  tcase_add_test (reports, nothing_released);
  tcase_add_test (reports, cancelled);
  tcase_add_test (reports, report_text);
  suite_add_tcase (suite, reports);
  return suite;
}
