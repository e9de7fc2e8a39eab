/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Calls that may take long end when they are cancelled, and leave nothing behind. Those that search
 * are cancelled on their way in the tests of searches and certificates. */
#include "support/figures.h"
#include "support/handle-job.h"
#include "support/suite.h"

#define assert_cancelled(call)                                                                     \
  do                                                                                               \
    {                                                                                              \
      ck_assert (!(call));                                                                         \
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);                               \
    }                                                                                              \
  while (0)

START_TEST (missing_codes)
{
  static const char *const values[] = { "NA", "1" }, *const codes[] = { "NA", NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "x", values, 2, NULL, NULL));
  g_cancellable_cancel (cancellable);
  assert_cancelled (deid_dataset_add_missing_codes (dataset, "x", codes, cancellable, &error));
  assert_cancelled (deid_dataset_set_separator (dataset, "x", '|', cancellable, &error));
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 0), "NA");
  ck_assert_ptr_null (deid_dataset_get_missing_codes (dataset, 0)[0]);
}
END_TEST

START_TEST (problems)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  GError *error = NULL;
  Job job;

  job_init (&job);
  g_cancellable_cancel (cancellable);
  lattice = deid_lattice_new (job.dataset);
  /* One hierarchy is made for the values, the other one has them. */
  for (guint i = 0; i < 2; i++)
    {
      static const char *const rows[][3] = { { "0", "*", NULL }, { "1", "*", NULL } };
      g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
      g_autoptr (DeidHierarchy) hierarchy = NULL;

      for (guint r = 0; r < 2; r++)
        ck_assert (deid_hierarchy_builder_add_row (builder, rows[r], NULL));
      hierarchy = i == 0 ? deid_hierarchy_new_suppression ()
                         : deid_hierarchy_builder_build (builder, NULL);
      assert_cancelled (
          deid_lattice_add_quasi_identifier (lattice, "q0", hierarchy, cancellable, &error));
      assert_cancelled (
          deid_lattice_add_subtree_cuts (lattice, "q0", hierarchy, cancellable, &error));
      ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 0);
      ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 0);
    }
  problem = deid_problem_new (job.lattice);
  assert_cancelled (deid_problem_set_population (problem, job.dataset, cancellable, &error));
  ck_assert_ptr_null (deid_problem_get_population (problem));
  job_clear (&job);
}
END_TEST

START_TEST (what_follows_a_result)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const char *path = get_temporary_file ("cancelled");
  const double threshold = 0.5;
  GError *error = NULL;
  double risk = 77;
  Job job;

  job_init (&job);
  g_cancellable_cancel (cancellable);
  assert_cancelled (deid_result_apply (job.result, NULL, cancellable, &error));
  assert_cancelled (deid_report_to_text (job.attribute_risks, cancellable, &error));
  assert_cancelled (deid_report_new_public (job.attribute_risks, cancellable, &error));
  assert_cancelled (deid_report_get_population_risk (job.report, 1, DEID_RISK_SCALE_SUM, &risk,
                                                     cancellable, &error));
  ck_assert (risk == 77);
  assert_cancelled (deid_report_to_text (job.report, cancellable, &error));
  assert_cancelled (deid_report_new_public (job.report, cancellable, &error));
  assert_cancelled (deid_report_new_alternatives (job.listed, NULL, 0, FALSE, cancellable, &error));
  assert_cancelled (deid_report_new_alternatives (job.listed, NULL, DEID_ALTERNATIVES_AUTO_GROUPS,
                                                  TRUE, cancellable, &error));
  assert_cancelled (deid_report_to_text (job.alternatives, cancellable, &error));
  assert_cancelled (deid_report_new_risk_frontier (job.problem, DEID_RISK_MEASURE_HIGHEST, NULL,
                                                   NULL, 0, cancellable, &error));
  assert_cancelled (deid_report_new_risk_frontier (job.problem, DEID_RISK_MEASURE_HIGHEST, NULL,
                                                   &threshold, 1, cancellable, &error));
  assert_cancelled (deid_report_new_risk_frontier_with (job.risk_frontier, job.result, NULL, NULL,
                                                        cancellable, &error));
  assert_cancelled (deid_report_new_risk_frontier_with (job.risk_frontier, NULL, NULL, job.listed,
                                                        cancellable, &error));
  ck_assert_uint_eq (n_rows_of (job.risk_frontier, "points"), 1);
  assert_cancelled (deid_report_to_text (job.risk_frontier, cancellable, &error));
  assert_cancelled (deid_report_new_dataset (job.risk_frontier, "points", cancellable, &error));
  assert_cancelled (deid_stored_policy_write_json (job.stored, path, cancellable, &error));
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  job_clear (&job);
}
END_TEST

/* A stored policy with a domain of two values. */
START_TEST (stored_policies)
{
  static const char text[]
      = "{\"format\":\"libdeid stored policy\",\"version\":1,\"attributes\":[{\"name\":\"q0\","
        "\"level\":0,\"levels\":2,\"labels\":{\"0\":\"0\",\"1\":\"1\"}}],\"roles\":{},"
        "\"missing_refused\":[],\"sensitive_hierarchies\":{},\"privacy_models\":[\"k:1\"],"
        "\"quality_model\":\"loss:arith\",\"attribute_weights\":{},"
        "\"suppression_limit\":{\"records\":0}}";
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  const char *path = write_file ("policy.json", text, -1);
  GError *error = NULL;
  Job job;

  job_init (&job);
  policy = deid_stored_policy_new_from_json_text (text, NULL, cancellable, &error);
  assert_no_error (error);
  result = deid_stored_policy_evaluate (policy, job.dataset, NULL, cancellable, &error);
  assert_no_error (error);
  g_cancellable_cancel (cancellable);
  assert_cancelled (deid_stored_policy_new_from_json_text (text, NULL, cancellable, &error));
  assert_cancelled (deid_stored_policy_new_from_json_file (path, NULL, cancellable, &error));
  assert_cancelled (deid_stored_policy_to_json (policy, cancellable, &error));
  assert_cancelled (deid_stored_policy_evaluate (policy, job.dataset, NULL, cancellable, &error));
  assert_cancelled (deid_stored_policy_new (result, cancellable, &error));
  job_clear (&job);
}
END_TEST

/* What is cancelled before a file is published is not published at all. */
START_TEST (output_sets)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (DeidOutputSet) set = deid_output_set_new ();
  const char *path = get_temporary_file ("published");
  GError *error = NULL;
  Job job;

  job_init (&job);
  ck_assert (deid_output_set_add_stored_policy (set, job.stored, path, cancellable, &error));
  g_cancellable_cancel (cancellable);
  assert_cancelled (deid_output_set_commit (set, cancellable, &error));
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  ck_assert (!deid_output_set_commit (set, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  job_clear (&job);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cancelled");
  TCase *calls = tcase_create ("calls");

  tcase_add_test (calls, missing_codes);
  tcase_add_test (calls, problems);
  tcase_add_test (calls, what_follows_a_result);
  tcase_add_test (calls, stored_policies);
  tcase_add_test (calls, output_sets);
  tcase_set_timeout (calls, 60);
  suite_add_tcase (suite, calls);
  return suite;
}
