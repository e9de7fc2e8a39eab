/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A programmer's errors give a critical warning and nothing else. */
#include "support/criticals.h"
#include "support/handle-job.h"
#include "support/suite.h"

START_TEST (null_handles)
{
  DeidPolicy *neighbour = NULL;
  GLogFunc handler = criticals_start ();
  const char *const texts[] = { "x", NULL };
  Job job;
  guint width;
  gsize size;
  guint64 n;
  gsize length;
  double x;

  assert_critical (deid_csv_options_set_delimiter (NULL, ';', NULL));
  assert_critical (deid_csv_options_set_quote (NULL, '\'', NULL));
  assert_critical (deid_csv_options_set_header (NULL, TRUE, NULL));
  assert_critical (deid_csv_options_set_missing_values (NULL, texts, NULL));
  assert_critical (deid_csv_options_set_n_threads (NULL, 1, NULL));
  assert_critical (deid_dataset_get_missing_policy (NULL, 0));
  assert_critical (deid_dataset_get_codes (NULL, 0, &width, &size));
  assert_critical (deid_dataset_list_distinct (NULL, 0, &size, NULL));
  assert_critical (deid_dataset_add_joint_column (NULL, "x", texts, NULL, NULL));
  assert_critical (deid_dataset_add_coded_column (NULL, "x", texts, 1, "", 1, 1, NULL, NULL));
  assert_critical (deid_dataset_new_from_csv_file (NULL, NULL, NULL, NULL));
  assert_critical (deid_dataset_add_string_column (NULL, "x", texts, 1, NULL, NULL));
  assert_critical (deid_dataset_add_integer_column (NULL, "x", NULL, 0, NULL, 0, NULL, NULL));
  assert_critical (deid_dataset_add_double_column (NULL, "x", NULL, 0, NULL, 0, NULL, NULL));
  assert_critical (deid_dataset_set_role (NULL, "x", DEID_ROLE_SENSITIVE, NULL));
  assert_critical (deid_dataset_set_missing_policy (NULL, "x", DEID_MISSING_POLICY_ERROR, NULL));
  assert_critical (deid_dataset_set_column_type (NULL, "x", DEID_COLUMN_TYPE_TEXT, NULL, NULL));
  assert_critical (deid_dataset_get_column_type (NULL, 0));
  assert_critical (deid_dataset_get_column_format (NULL, 0));
  assert_critical (deid_dataset_add_missing_codes (NULL, "x", NULL, NULL, NULL));
  assert_critical (deid_dataset_set_separator (NULL, "x", '|', NULL, NULL));
  assert_critical (deid_dataset_get_missing_codes (NULL, 0));
  assert_critical (deid_report_new_identifiers (NULL, NULL, NULL));
  assert_critical (deid_baseline_new_from_text (NULL, NULL, NULL, NULL));
  assert_critical (deid_baseline_to_text (NULL, NULL));
  assert_critical (deid_report_new_baseline (NULL, NULL, NULL, NULL, NULL, NULL));
  assert_critical (deid_report_new_suggestions (NULL, NULL, NULL, NULL, NULL));
  assert_critical (deid_dataset_get_name (NULL));
  assert_critical (deid_dataset_get_n_rows (NULL));
  assert_critical (deid_dataset_get_n_records (NULL));
  assert_critical (deid_dataset_get_n_columns (NULL));
  assert_critical (deid_dataset_get_column_name (NULL, 0));
  assert_critical (deid_dataset_find_column (NULL, "x", NULL, NULL));
  assert_critical (deid_dataset_get_role (NULL, 0));
  assert_critical (deid_dataset_get_n_distinct (NULL, 0));
  assert_critical (deid_dataset_get_value (NULL, 0, 0));
  assert_critical (deid_dataset_is_suppressed (NULL, 0));
  assert_critical (deid_dataset_write_csv (NULL, "x", NULL, NULL, NULL));
  assert_critical (deid_hierarchy_new_from_csv_file (NULL, NULL, NULL, NULL));
  assert_critical (deid_dataset_new_from_csv_stream (NULL, "x", NULL, NULL, NULL));
  assert_critical (deid_dataset_write_csv_stream (NULL, NULL, NULL, NULL, NULL));
  assert_critical (deid_hierarchy_write_csv_stream (NULL, NULL, NULL, NULL, NULL));
  assert_critical (deid_hierarchy_new_from_csv_stream (NULL, "x", NULL, NULL, NULL));
  assert_critical (deid_hierarchy_get_n_levels (NULL));
  assert_critical (deid_hierarchy_get_n_leaves (NULL));
  assert_critical (deid_hierarchy_get_n_labels (NULL, 0));
  assert_critical (deid_hierarchy_get_name (NULL));
  assert_critical (deid_hierarchy_list_labels (NULL, 0, &size, NULL));
  assert_critical (deid_hierarchy_generalize (NULL, "x", 0, NULL, NULL));
  assert_critical (deid_hierarchy_builder_add_row (NULL, texts, NULL));
  assert_critical (deid_hierarchy_builder_build (NULL, NULL));
  assert_critical (deid_lattice_new (NULL));
  assert_critical (deid_lattice_get_dataset (NULL));
  assert_critical (deid_lattice_get_n_attributes (NULL));
  assert_critical (deid_lattice_get_attribute_name (NULL, 0));
  assert_critical (deid_lattice_get_hierarchy (NULL, 0));
  assert_critical (deid_lattice_get_n_dimensions (NULL));
  assert_critical (deid_lattice_get_first_dimension (NULL, 0));
  assert_critical (deid_lattice_get_attribute (NULL, 0));
  assert_critical (deid_lattice_get_height (NULL, 0));
  assert_critical (deid_lattice_get_size (NULL, &n));
  assert_critical (deid_lattice_get_size_as_double (NULL));
  assert_critical (deid_policy_new (NULL, NULL, 0, NULL));
  assert_critical (deid_policy_new_bottom (NULL, NULL));
  assert_critical (deid_policy_new_top (NULL, NULL));
  assert_critical (deid_policy_new_from_rank (NULL, 0, NULL));
  assert_critical (deid_policy_new_from_text (NULL, "x", NULL));
  assert_critical (deid_policy_to_text (NULL, NULL));
  assert_critical (deid_policy_get_lattice (NULL));
  assert_critical (deid_policy_get_level (NULL, 0));
  assert_critical (deid_policy_list_levels (NULL, &length, NULL));
  assert_critical (deid_partition_get_suppressed (NULL, &length));
  assert_critical (deid_policy_get_level_sum (NULL));
  assert_critical (deid_policy_get_rank (NULL, &n));
  assert_critical (deid_policy_get_successor (NULL, 0, &neighbour, NULL));
  assert_critical (deid_policy_get_predecessor (NULL, 0, &neighbour, NULL));
  assert_critical (deid_privacy_model_new_distinct_l_diversity (NULL, 2, NULL));
  assert_critical (deid_privacy_model_new_entropy_l_diversity (NULL, 2, NULL));
  assert_critical (deid_privacy_model_new_from_specification (NULL, NULL, NULL));
  assert_critical (deid_privacy_model_to_specification (NULL));
  assert_critical (deid_privacy_model_get_sensitive (NULL));
  assert_critical (deid_privacy_model_get_closure (NULL));
  assert_critical (deid_quality_model_set_attribute_weight (NULL, "x", 1, NULL));
  assert_critical (deid_quality_model_get_attribute_weight (NULL, "x"));
  assert_critical (deid_quality_model_new_from_specification (NULL, NULL));
  assert_critical (deid_quality_model_to_specification (NULL));
  assert_critical (deid_problem_new (NULL));
  assert_critical (deid_problem_get_lattice (NULL));
  assert_critical (deid_problem_get_n_privacy_models (NULL));
  assert_critical (deid_problem_get_privacy_model (NULL, 0));
  assert_critical (deid_problem_get_quality_model (NULL));
  assert_critical (deid_problem_set_suppression_limit (NULL, 0, NULL));
  assert_critical (deid_problem_set_suppression_limit_count (NULL, 0, NULL));
  assert_critical (deid_problem_get_n_suppressible (NULL));
  assert_critical (deid_problem_set_no_forced_labels (NULL, TRUE, NULL));
  assert_critical (deid_problem_set_group_limit (NULL, "x", 0, NULL));
  assert_critical (deid_problem_get_group_limit (NULL, 0, NULL, NULL));
  assert_critical (deid_problem_set_group_weight (NULL, "x", "y", 1, NULL));
  assert_critical (deid_problem_get_group_weight (NULL, 0, NULL, NULL, NULL));
  assert_critical (deid_stored_policy_options_set_group_limit (NULL, "x", 0, NULL));
  assert_critical (deid_problem_get_statement (NULL));
  assert_critical (deid_progress_get_n_evaluated (NULL));
  assert_critical (deid_progress_get_seconds (NULL));
  assert_critical (deid_progress_get_loss (NULL, &x));
  assert_critical (deid_progress_get_lower_bound (NULL));
  assert_critical (deid_property_store_new (NULL, DEID_INHERITANCE_GENERALIZATIONS, NULL));
  assert_critical (deid_property_store_get_lattice (NULL));
  assert_critical (deid_property_store_get_n_policies (NULL));
  assert_critical (deid_property_store_get_n_bytes (NULL));
  assert_critical (deid_search_set_time_limit (NULL, 1, NULL));
  assert_critical (deid_search_set_step_limit (NULL, 1, NULL));
  assert_critical (deid_search_set_n_threads (NULL, 1, NULL));
  assert_critical (deid_search_get_time_limit (NULL));
  assert_critical (deid_search_get_n_threads (NULL));
  assert_critical (deid_search_set_progress_func (NULL, NULL, NULL, NULL, NULL));
  assert_critical (deid_result_get_problem (NULL));
  assert_critical (deid_result_get_policy (NULL));
  assert_critical (deid_result_get_loss (NULL));
  assert_critical (deid_result_get_lower_bound (NULL));
  assert_critical (deid_result_get_gap (NULL));
  assert_critical (deid_result_is_proven_optimal (NULL));
  assert_critical (deid_result_get_termination (NULL));
  assert_critical (deid_result_get_n_suppressed (NULL));
  assert_critical (deid_result_get_n_evaluated (NULL));
  assert_critical (deid_report_new_statistics (NULL, NULL, NULL));
  assert_critical (deid_result_apply (NULL, NULL, NULL, NULL));
  assert_critical (deid_release_options_set_keep_suppressed (NULL, TRUE, NULL));
  assert_critical (deid_release_options_set_keep_order (NULL, TRUE, NULL));
  assert_critical (deid_release_options_set_seed (NULL, 1, NULL));
  assert_critical (deid_release_options_set_n_threads (NULL, 1, NULL));
  assert_critical (deid_release_options_set_minimum_bin (NULL, 3, NULL));
  assert_critical (deid_release_options_get_bin_mean (NULL, "x"));
  assert_critical (deid_release_options_get_microaggregation (NULL, "x"));
  assert_critical (deid_report_new_risks (NULL, NULL, FALSE, NULL, NULL, NULL));
  assert_critical (deid_report_new_risks (NULL, NULL, TRUE, NULL, NULL, NULL));
  assert_critical (
      deid_report_get_population_risk (NULL, 1, DEID_RISK_SCALE_SUM, NULL, NULL, NULL));
  assert_critical (deid_report_get_audience (NULL));
  assert_critical (deid_report_new_attribute_risks (NULL, FALSE, 1, NULL, NULL));
  assert_critical (deid_report_new_attribute_risks (NULL, TRUE, 1, NULL, NULL));
  assert_critical (deid_report_new_public (NULL, NULL, NULL));
  assert_critical (deid_report_get_state (NULL, "records"));
  assert_critical (deid_report_to_text (NULL, NULL, NULL));
  assert_critical (deid_report_to_json (NULL, NULL));
  assert_critical (deid_report_new_dataset (NULL, "steps", NULL, NULL));
  assert_critical (deid_risk_options_set_threshold (NULL, 0.2, NULL));
  assert_critical (deid_risk_options_set_minimum_cell (NULL, 1, NULL));
  assert_critical (deid_risk_options_set_population_size (NULL, 1, NULL));
  assert_critical (deid_certificate_options_add_release (NULL, "x", NULL));
  assert_critical (deid_certificate_options_set_release_sha256 (NULL, NULL, NULL));
  assert_critical (deid_certificate_options_set_progress_func (NULL, NULL, NULL, NULL, NULL));
  assert_critical (deid_stored_policy_options_add_privacy_model (NULL, NULL, NULL));
  assert_critical (deid_stored_policy_options_set_quality_model (NULL, NULL, NULL));
  assert_critical (deid_stored_policy_options_set_population (NULL, NULL, NULL));
  assert_critical (deid_stored_policy_options_set_suppression_limit (NULL, 0, NULL));
  assert_critical (deid_lattice_set_level_range (NULL, "q0", 0, 1, NULL));
  assert_critical (deid_lattice_keep_apart (NULL, "q0", "1", NULL));
  assert_critical (deid_lattice_keep_together (NULL, "q0", "1", "2", NULL));
  assert_critical (deid_lattice_set_max_blocks (NULL, "q0", 1, NULL));
  assert_critical (deid_lattice_get_max_blocks (NULL, 0));
  assert_critical (deid_lattice_get_level_range (NULL, 0, NULL, NULL));
  assert_critical (deid_report_new_warnings (NULL, NULL, NULL));
  assert_critical (deid_report_new_bias (NULL, NULL, 0, NULL, NULL));
  assert_critical (deid_report_new_evaluation (NULL, NULL, NULL, NULL));
  assert_critical (deid_report_new_explanation (NULL, 1, NULL, NULL));
  assert_critical (deid_report_to_text (NULL, NULL, NULL));
  assert_critical (deid_stored_policy_new (NULL, NULL, NULL));
  assert_critical (deid_stored_policy_new_from_json_file (NULL, NULL, NULL, NULL));
  assert_critical (deid_stored_policy_write_json (NULL, "x", NULL, NULL));
  assert_critical (deid_stored_policy_new_from_json_stream (NULL, NULL, NULL, NULL, NULL));
  assert_critical (deid_stored_policy_write_json_stream (NULL, NULL, NULL, NULL));

  job_init (&job);
  assert_critical (deid_lattice_add_quasi_identifier (NULL, "x", job.hierarchy, NULL, NULL));
  assert_critical (
      deid_lattice_add_quasi_identifier (job.lattice, NULL, job.hierarchy, NULL, NULL));
  assert_critical (deid_lattice_add_quasi_identifier (job.lattice, "x", NULL, NULL, NULL));
  assert_critical (deid_policy_is_generalization_of (NULL, job.policy));
  assert_critical (deid_policy_is_generalization_of (job.policy, NULL));
  assert_critical (deid_policy_compare (NULL, job.policy));
  assert_critical (deid_policy_compare (job.policy, NULL));
  assert_critical (deid_problem_add_privacy_model (NULL, job.model, NULL));
  assert_critical (deid_problem_add_privacy_model (job.problem, NULL, NULL));
  assert_critical (deid_problem_set_quality_model (NULL, job.quality, NULL));
  assert_critical (deid_problem_set_quality_model (job.problem, NULL, NULL));
  assert_critical (deid_problem_evaluate (NULL, job.policy, NULL, NULL));
  assert_critical (deid_problem_evaluate (job.problem, NULL, NULL, NULL));
  assert_critical (deid_property_store_add (NULL, job.policy, NULL));
  assert_critical (deid_property_store_add (job.store, NULL, NULL));
  assert_critical (deid_property_store_contains (NULL, job.policy));
  assert_critical (deid_property_store_contains (job.store, NULL));
  assert_critical (deid_search_run (NULL, job.problem, NULL, NULL));
  assert_critical (deid_search_run (job.search, NULL, NULL, NULL));
  assert_critical (deid_result_verify (NULL, job.dataset, NULL, NULL));
  assert_critical (deid_result_verify (job.result, NULL, NULL, NULL));
  assert_critical (deid_stored_policy_evaluate (NULL, job.dataset, NULL, NULL, NULL));
  assert_critical (deid_stored_policy_evaluate (job.stored, NULL, NULL, NULL, NULL));
  job_clear (&job);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

START_TEST (indices_out_of_range)
{
  char *label = NULL;
  DeidPolicy *neighbour = NULL;
  GLogFunc handler = criticals_start ();
  g_autoptr (DeidPolicy) foreign = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  Job job;

  job_init (&job);
  assert_critical (deid_dataset_get_column_name (job.dataset, N_COLUMNS));
  assert_critical (deid_dataset_get_role (job.dataset, N_COLUMNS));
  assert_critical (deid_dataset_get_n_distinct (job.dataset, N_COLUMNS));
  assert_critical (deid_dataset_get_value (job.dataset, 0, N_COLUMNS));
  assert_critical (deid_dataset_get_value (job.dataset, N_ROWS, 0));
  assert_critical (deid_dataset_is_suppressed (job.dataset, N_ROWS));
  assert_critical (deid_hierarchy_get_n_labels (job.hierarchy, 2));
  assert_critical (deid_hierarchy_generalize (job.hierarchy, "x", 2, &label, NULL));
  assert_critical (deid_lattice_get_attribute_name (job.lattice, N_COLUMNS));
  assert_critical (deid_lattice_get_hierarchy (job.lattice, N_COLUMNS));
  assert_critical (deid_problem_get_privacy_model (job.problem, 1));
  assert_critical (deid_lattice_get_attribute (job.lattice, N_COLUMNS));
  assert_critical (deid_lattice_get_height (job.lattice, N_COLUMNS));
  assert_critical (deid_policy_get_level (job.policy, N_COLUMNS));
  assert_critical (deid_policy_get_successor (job.policy, N_COLUMNS, &neighbour, NULL));
  assert_critical (deid_policy_get_predecessor (job.policy, N_COLUMNS, &neighbour, NULL));
  assert_critical (deid_report_get_state (job.attribute_risks, NULL));
  assert_critical (deid_report_new_risks (job.result, job.evaluation, TRUE, NULL, NULL, NULL));
  assert_critical (deid_report_new_risks (NULL, job.evaluation, FALSE, NULL, NULL, NULL));
  assert_critical (deid_lattice_set_level_range (job.lattice, NULL, 0, 1, NULL));
  assert_critical (deid_lattice_keep_apart (job.lattice, NULL, "1", NULL));
  assert_critical (deid_lattice_keep_apart (job.lattice, "q0", NULL, NULL));
  assert_critical (deid_lattice_keep_together (job.lattice, NULL, "1", "2", NULL));
  assert_critical (deid_lattice_keep_together (job.lattice, "q0", NULL, "2", NULL));
  assert_critical (deid_lattice_keep_together (job.lattice, "q0", "1", NULL, NULL));
  assert_critical (deid_lattice_set_max_blocks (job.lattice, NULL, 1, NULL));
  assert_critical (deid_lattice_get_max_blocks (job.lattice, N_COLUMNS));
  assert_critical (deid_lattice_get_level_range (job.lattice, N_COLUMNS, NULL, NULL));
  lattice = deid_lattice_new (job.dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q0", job.hierarchy, NULL, NULL));
  foreign = deid_policy_new_top (lattice, NULL);
  assert_critical (deid_policy_compare (foreign, job.policy));
  assert_critical (deid_policy_is_generalization_of (foreign, job.policy));
  assert_critical (deid_property_store_add (job.store, foreign, NULL));
  assert_critical (deid_property_store_contains (job.store, foreign));
  job_clear (&job);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

START_TEST (alternatives)
{
  GLogFunc handler = criticals_start ();
  guint64 high, low;
  Job job;

  job_init (&job);
  assert_critical (deid_policy_describe (NULL, NULL, NULL));
  assert_critical (deid_report_new_alternatives (NULL, NULL, 0, FALSE, NULL, NULL));
  assert_critical (deid_table_view_get_sum (NULL, &high, &low));
  ck_assert (high == 0 && low == 0);
  job_clear (&job);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

START_TEST (frontiers_of_risk)
{
  GLogFunc handler = criticals_start ();
  Job job;

  job_init (&job);
  assert_critical (
      deid_report_new_risk_frontier (NULL, DEID_RISK_MEASURE_HIGHEST, NULL, NULL, 0, NULL, NULL));
  assert_critical (deid_report_new_risk_frontier (job.problem, DEID_RISK_MEASURE_HIGHEST, NULL,
                                                  NULL, 1, NULL, NULL));
  assert_critical (deid_report_new_risk_frontier_with (NULL, job.result, NULL, NULL, NULL, NULL));
  job_clear (&job);
  g_log_set_default_handler (handler, NULL);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("misuse");
  TCase *tcase = tcase_create ("critical warnings");

  tcase_add_test (tcase, null_handles);
  tcase_add_test (tcase, indices_out_of_range);
  tcase_add_test (tcase, alternatives);
  tcase_add_test (tcase, frontiers_of_risk);
  tcase_set_timeout (tcase, 60);
  suite_add_tcase (suite, tcase);
  return suite;
}
