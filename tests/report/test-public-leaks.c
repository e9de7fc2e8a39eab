/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Public risk reports on tables from which more could once be worked out than they may tell. */
#include <string.h>

#include "support/figures.h"
#include "support/sample.h"
#include "support/suite.h"

/* A table of one class for each of the sizes, in an attribute, and another that tells the first
 * records of every class from the rest. */
static DeidResult *
evaluate_classes (const guint *sizes, guint n_sizes, gboolean is_split)
{
  static const guint bottom[SAMPLE_MAX_ATTRIBUTES] = { 0 };
  g_autofree Sample *sample = g_new0 (Sample, 1);
  g_autoptr (DeidProblem) problem = NULL;
  DeidResult *result;
  GError *error = NULL;

  sample->n_attributes = 2;
  sample->heights[0] = sample->heights[1] = 1;
  sample->n_leaves[0] = n_sizes;
  sample->n_leaves[1] = 2;
  for (guint leaf = 0; leaf < n_sizes; leaf++)
    for (guint i = 0; i < sizes[leaf]; i++)
      {
        sample->leaves[0][sample->n_rows] = (int) leaf;
        sample->leaves[1][sample->n_rows++] = is_split && i < 2;
      }
  problem = sample_build_problem (sample, SAMPLE_PLAIN, "k:1", 0);
  result = sample_evaluate (problem, bottom, &error);
  assert_no_error (error);
  return result;
}

/* All that the public may read of a table. */
static char *
publish (const guint *sizes, guint n_sizes, gboolean is_split)
{
  g_autoptr (DeidResult) result = evaluate_classes (sizes, n_sizes, is_split);
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidReport) report = NULL;
  g_autoptr (DeidReport) risks = deid_report_new_attribute_risks (result, TRUE, 2, NULL, NULL);
  g_autofree char *json = NULL, *text = NULL, *risks_json = NULL, *risks_text = NULL;
  GError *error = NULL;

  deid_risk_options_set_minimum_cell (options, 5, NULL);
  deid_risk_options_set_population_size (options, 1000, NULL);
  report = deid_report_new_risks (result, NULL, TRUE, options, NULL, &error);
  assert_no_error (error);
  json = public_json_of (report, &error);
  text = public_text_of (report, &error);
  risks_json = public_json_of (risks, &error);
  risks_text = public_text_of (risks, &error);
  assert_no_error (error);
  return g_strconcat (json, "\n", text, "\n", risks_json, "\n", risks_text, NULL);
}

static void
check_same (const guint *sizes, guint n_sizes, const guint *others, guint n_others)
{
  g_autofree char *a = publish (sizes, n_sizes, FALSE), *b = publish (others, n_others, FALSE);

  ck_assert (strcmp (a, b) == 0);
}

/* Counts that are multiples of their class size: of 30 records, 4 and 6 withheld beside a class of
 * 20 left no other way to make 10 of sizes between. */
START_TEST (multiples_of_the_size)
{
  static const guint sizes[] = { 4, 6, 20 }, others[] = { 3, 3, 3, 3, 9, 9 }, single[] = { 30 };
  g_autofree char *text = publish (sizes, G_N_ELEMENTS (sizes), FALSE);

  check_same (sizes, G_N_ELEMENTS (sizes), others, G_N_ELEMENTS (others));
  check_same (sizes, G_N_ELEMENTS (sizes), single, G_N_ELEMENTS (single));
  ck_assert_ptr_nonnull (strstr (text, "\"intervals\":[{\"smallest_size\":3,\"records\":30,"
                                       "\"cumulative\":30}]"));
  ck_assert_ptr_nonnull (strstr (text, "\nclasses: number withheld, smallest withheld, "));
}
END_TEST

/* 300 records in classes of 2, 3 or 4, and 280 in others: whether any is of 3, or of 7, or of 40.
 */
START_TEST (none_and_withheld)
{
  guint sizes[3][300], n_sizes[3] = { 0 };
  g_autofree char *text = NULL;

  for (guint i = 0; i < 100; i++)
    sizes[0][n_sizes[0]++] = i == 0 ? 2 : i == 1 ? 4 : 3;
  for (guint i = 0; i < 110; i++)
    sizes[1][n_sizes[1]++] = i < 70 ? 2 : 4;
  for (guint i = 0; i < 140; i++)
    sizes[2][n_sizes[2]++] = i < 130 ? 2 : 4;
  for (guint i = 0; i < 4; i++)
    {
      sizes[0][n_sizes[0]++] = i < 3 ? 40 : 20;
      sizes[2][n_sizes[2]++] = 35;
    }
  for (guint i = 0; i < 20; i++)
    sizes[1][n_sizes[1]++] = 7;
  text = publish (sizes[0], n_sizes[0], FALSE);
  check_same (sizes[0], n_sizes[0], sizes[1], n_sizes[1]);
  check_same (sizes[0], n_sizes[0], sizes[2], n_sizes[2]);
  ck_assert_ptr_nonnull (
      strstr (text, "\"intervals\":[{\"smallest_size\":2,\"records\":300,\"cumulative\":300},"
                    "{\"smallest_size\":5,\"records\":140,\"cumulative\":440}]"));
  ck_assert_ptr_nonnull (strstr (text, "\n  records above threshold: 300 (68.2 %)\n"));
  ck_assert_ptr_nonnull (strstr (text, "\nclasses: number withheld, smallest 2, largest "));
}
END_TEST

/* The number of classes, the means and the estimates are made of all sizes. */
START_TEST (totals)
{
  guint sizes[150], others[150], n_sizes = 0, n_others = 0;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 60; i++)
    sizes[n_sizes++] = i < 58 ? 5 : 55;
  for (guint i = 0; i < 8; i++)
    others[n_others++] = i < 7 ? 5 : 365;
  text = publish (sizes, n_sizes, FALSE);
  check_same (sizes, n_sizes, others, n_others);
  ck_assert_ptr_nonnull (strstr (text, "\nrecords: 400\n"));
  ck_assert_ptr_nonnull (
      strstr (text, "\nclasses: number withheld, smallest 5, largest withheld, mean withheld, "));
  ck_assert_ptr_nonnull (strstr (text, "\n  highest: 0.2\n  mean: withheld\n  lowest: withheld\n"));
  ck_assert_ptr_nonnull (strstr (text, "\n  records above threshold: 0 (0 %)\n"));
  ck_assert_ptr_nonnull (strstr (text, "\nunique: 0 (0 %)\n"));
  ck_assert_ptr_nonnull (strstr (text, "\nestimated uniques: pitman withheld, zayatz withheld, "));
}
END_TEST

/* With the number of records, how many pairs two values tell apart gives how many have either. */
START_TEST (attribute_risks)
{
  static const guint sizes[] = { 20, 20, 20, 20, 20, 20, 20, 20, 20, 20 };
  g_autofree char *whole = publish (sizes, G_N_ELEMENTS (sizes), FALSE);
  g_autofree char *split = publish (sizes, G_N_ELEMENTS (sizes), TRUE);

  ck_assert_str_eq (
      strstr (whole, "{\"audience\":\"publishable\",\"table\":\"release\",\"records\":"
                     "null,"),
      strstr (split, "{\"audience\":\"publishable\",\"table\":\"release\",\"records\":"
                     "null,"));
  ck_assert_ptr_nonnull (strstr (whole, "\npairs: withheld\nsubsets:\n  attributes\n"
                                        "  q0\n  q1\n"));
}
END_TEST

/* Of too few records even the number is withheld, whatever else may follow. */
START_TEST (few_records)
{
  static const guint sizes[] = { 13 }, others[] = { 1, 2 }, enough[] = { 14 };
  g_autofree char *text = publish (sizes, 1, FALSE), *more = publish (enough, 1, FALSE);

  check_same (sizes, 1, others, 2);
  ck_assert_ptr_nonnull (strstr (text, "\"records\":null,"));
  ck_assert_ptr_nonnull (strstr (text, "\nrecords: withheld\n"));
  ck_assert_ptr_nonnull (strstr (more, "\"records\":14,"));
}
END_TEST

START_TEST (public_only)
{
  static const guint sizes[] = { 20, 20 };
  g_autoptr (DeidResult) result = evaluate_classes (sizes, 2, FALSE);
  g_autoptr (DeidReport) before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, NULL);
  g_autoptr (DeidReport) after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);
  g_autoptr (DeidReport) public = deid_report_new_public (after, NULL, NULL);
  g_autoptr (DeidReport) same = deid_report_new_public (public, NULL, NULL);
  GError *error = NULL;
  g_autofree char *json = deid_report_to_json (public, NULL);
  g_autofree char *json_of_same = deid_report_to_json (same, NULL);
  double risk = -1;

  ck_assert_int_eq (deid_report_get_audience (public), DEID_AUDIENCE_PUBLIC);
  ck_assert_uint_eq (n_rows_of (public, "sizes"), 0);
  ck_assert_str_eq (json, json_of_same);
  ck_assert_int_eq (deid_report_get_audience (after), DEID_AUDIENCE_CUSTODIAN);
  ck_assert_ptr_null (deid_report_new_public (before, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "custodian-only", NULL);
  ck_assert (
      !deid_report_get_population_risk (public, 1, DEID_RISK_SCALE_SUM, &risk, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "custodian-only", NULL);
  ck_assert_double_eq (risk, -1);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("public-leaks");
  TCase *leaks = tcase_create ("leaks");

  tcase_add_test (leaks, multiples_of_the_size);
  tcase_add_test (leaks, none_and_withheld);
  tcase_add_test (leaks, totals);
  tcase_add_test (leaks, attribute_risks);
  tcase_add_test (leaks, few_records);
  tcase_add_test (leaks, public_only);
  suite_add_tcase (suite, leaks);
  return suite;
}
