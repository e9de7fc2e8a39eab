/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a job makes keeps the problem file that states it: results have it, and the custodian's
 * reports. */
#include "support/figures.h"
#include "support/suite.h"

#include <string.h>

#include "support/lesson.h"

/* Classes of 2, 3 and 1: at one label suppressed the optimum is that of the values. */
static const char table[] = "age;ward;illness\n31;a;x\n31;a;y\n47;a;x\n47;b;y\n47;b;x\n52;b;y\n";

static DeidJob *
make_job (void)
{
  g_autofree char *text = g_strdup_printf (
      "[input]\ninput=%s\ndelimiter=;\n[column age]\nrole=quasi-identifying\nrule=suppress\n"
      "[column illness]\nrole=sensitive\n[models]\nmodel=k:2;dl:2\n[limits]\nsuppression-count=1\n",
      write_file ("secret-place.csv", table, -1));
  DeidJob *job = deid_job_new ();
  GError *error = NULL;

  deid_job_load_text (job, text, NULL, NULL, &error);
  assert_no_error (error);
  return job;
}

static char *
show_optimum (const DeidResult *result)
{
  g_autofree char *policy = deid_policy_to_text (deid_result_get_policy (result), NULL);

  return g_strdup_printf ("%s %.17g %" G_GUINT64_FORMAT, policy, deid_result_get_loss (result),
                          deid_result_get_n_suppressed (result));
}

/* Returns: the member `problem` of a report, which is taken, as text; empty if it has none. */
static char *
take_problem (char *json)
{
  g_autofree char *report = json, *found = NULL;
  const char *member = strstr (report, "\"problem\":\"");
  const char *text = member != NULL ? member + strlen ("\"problem\":\"") : "";
  const gsize length = strcspn (text, "\"");

  ck_assert_ptr_nonnull (report);
  if (member != NULL)
    ck_assert_str_eq (text + length, "\"}");
  found = g_strndup (text, length);
  return g_strcompress (found);
}

/* A quotation mark stands in the file as well. */
static void
assert_problem (char *json, const char *statement)
{
  g_autofree char *found = take_problem (json);

  ck_assert_str_eq (found, statement);
}

static const char *
statement_of (const DeidResult *result)
{
  return deid_problem_get_statement (deid_result_get_problem (result));
}

/* Read again, the text that a result keeps states the same problem, which has the same optimum. */
START_TEST (results)
{
  g_autoptr (DeidJob) job = make_job (), again = deid_job_new ();
  g_autofree char *text = deid_job_to_text (job, NULL, NULL), *second = NULL;
  g_autofree char *optimum = NULL, *other = NULL;
  g_autoptr (DeidResult) result = NULL, repeated = NULL;
  GError *error = NULL;

  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (statement_of (result), text);
  ck_assert_str_eq (deid_problem_get_statement (deid_job_get_problem (job, NULL, NULL)), text);
  ck_assert (deid_job_load_text (again, statement_of (result), NULL, "/nowhere", &error));
  second = deid_job_to_text (again, NULL, NULL);
  ck_assert_str_eq (second, text);
  repeated = deid_job_run (again, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (statement_of (repeated), text);
  optimum = show_optimum (result);
  other = show_optimum (repeated);
  ck_assert_str_eq (other, optimum);
  ck_assert (g_str_has_prefix (optimum, "age:0 "));
}
END_TEST

/* A policy that is stated, here no optimum, is released by, and repeated from what is kept of it.
 * Nothing is suppressed at the last level. */
START_TEST (stated_policies)
{
  g_autoptr (DeidJob) job = make_job (), again = deid_job_new ();
  g_autoptr (DeidResult) result = NULL, repeated = NULL;
  g_autofree char *found = NULL, *other = NULL;
  GError *error = NULL;

  ck_assert (deid_job_set (job, "search", "evaluate", "age:*", NULL, NULL));
  result = deid_job_run (job, NULL, &error);
  assert_no_error (error);
  found = show_optimum (result);
  ck_assert (g_str_has_prefix (found, "age:1 ") && g_str_has_suffix (found, " 0"));
  ck_assert_ptr_nonnull (strstr (statement_of (result), "\nevaluate=age:*\n"));
  ck_assert (!deid_result_is_proven_optimal (result));
  ck_assert (deid_job_load_text (again, statement_of (result), NULL, NULL, NULL));
  repeated = deid_job_run (again, NULL, &error);
  assert_no_error (error);
  other = show_optimum (repeated);
  ck_assert_str_eq (other, found);
  ck_assert_str_eq (statement_of (repeated), statement_of (result));
}
END_TEST

/* All reports for the custodian have it, those of the public never: neither the path nor the name
 * of a column that is not released. */
START_TEST (reports)
{
  g_autoptr (DeidJob) job = make_job ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) before = NULL, after = NULL, of_evaluation = NULL;
  g_autoptr (DeidReport) published = NULL;
  g_autoptr (DeidReport) risks = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  g_autoptr (DeidReport) evaluation = NULL;
  const char *statement;

  ck_assert (deid_job_set (job, "input", "quote", "'", NULL, NULL));
  ck_assert (deid_job_set (job, "column ward", "role", "identifying", NULL, NULL));
  result = deid_job_run (job, NULL, NULL);
  statement = statement_of (result);
  ck_assert_ptr_nonnull (strstr (statement, "[column ward]"));
  before = deid_report_new_risks (result, NULL, FALSE, NULL, NULL, NULL);
  after = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);
  evaluation = deid_report_new_evaluation (deid_result_get_problem (result),
                                           deid_result_get_policy (result), NULL, NULL);
  of_evaluation = deid_report_new_risks (NULL, evaluation, TRUE, NULL, NULL, NULL);
  risks = deid_report_new_attribute_risks (result, TRUE, 1, NULL, NULL);
  explanation = deid_report_new_explanation (result, 1, NULL, NULL);
  assert_problem (deid_report_to_json (before, NULL), statement);
  assert_problem (deid_report_to_json (after, NULL), statement);
  assert_problem (deid_report_to_json (of_evaluation, NULL), statement);
  assert_problem (deid_report_to_json (risks, NULL), statement);
  assert_problem (deid_report_to_json (evaluation, NULL), statement);
  assert_problem (deid_report_to_json (explanation, NULL), statement);
  published = deid_report_new_public (after, NULL, NULL);
  assert_problem (public_json_of (after, NULL), "");
  assert_problem (public_json_of (published, NULL), "");
  assert_problem (public_json_of (risks, NULL), "");
}
END_TEST

/* The same problem stated call by call has none, and reports without the member. */
START_TEST (by_hand)
{
  g_autoptr (DeidProblem) problem = lesson_make_problem (
      "age\n 31\n 31\n 47\n 47\n", NULL, deid_privacy_model_new_k_anonymity (2, NULL));
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "age:0");
  g_autoptr (DeidReport) report = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);
  g_autofree char *json = deid_report_to_json (report, NULL);

  ck_assert_ptr_null (statement_of (result));
  ck_assert_ptr_null (strstr (json, "problem"));
  ck_assert (g_str_has_suffix (json, "]}"));
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("job-statement");
  TCase *statements = tcase_create ("statements");

  tcase_add_test (statements, results);
  tcase_add_test (statements, stated_policies);
  tcase_add_test (statements, reports);
  tcase_add_test (statements, by_hand);
  suite_add_tcase (suite, statements);
  return suite;
}
