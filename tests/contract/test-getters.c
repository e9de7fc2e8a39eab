/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a getter tells was set, or is the default. */
#include "support/figures.h"
#include "support/lesson-search.h"
#include "support/suite.h"

START_TEST (release_options)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();

  ck_assert (deid_release_options_set_n_threads (options, 1024, NULL));
  ck_assert (!deid_release_options_set_n_threads (options, 0, NULL));
  ck_assert (!deid_release_options_set_n_threads (options, 1025, NULL));
  ck_assert (deid_release_options_get_bin_mean (options, "x") == DEID_BIN_MEAN_NONE);
  ck_assert (deid_release_options_set_bin_mean (options, "x", DEID_BIN_MEAN_TABLE, NULL));
  ck_assert (deid_release_options_get_bin_mean (options, "x") == DEID_BIN_MEAN_TABLE);
  ck_assert (deid_release_options_get_microaggregation (options, "x")
             == DEID_MICROAGGREGATION_NONE);
  ck_assert (
      deid_release_options_set_microaggregation (options, "y", DEID_MICROAGGREGATION_MEDIAN, NULL));
  ck_assert (deid_release_options_get_microaggregation (options, "y")
             == DEID_MICROAGGREGATION_MEDIAN);
}
END_TEST

/* The report tells the options that it was made by, and the defaults. */
START_TEST (risk_options)
{
  g_autoptr (DeidRiskOptions) options = deid_risk_options_new ();
  g_autoptr (DeidProblem) problem = lesson_make_small_problem (6);
  g_autoptr (DeidResult) result = lesson_evaluate (problem, "zip:1 sex:1");
  g_autoptr (DeidReport) standard = NULL, report = NULL;

  ck_assert (deid_risk_options_set_threshold (options, 0.1, NULL));
  ck_assert (!deid_risk_options_set_threshold (options, 2, NULL));
  ck_assert (deid_risk_options_set_minimum_cell (options, 3, NULL));
  ck_assert (deid_risk_options_set_population_size (options, 1000, NULL));
  standard = deid_report_new_risks (result, NULL, TRUE, NULL, NULL, NULL);
  report = deid_report_new_risks (result, NULL, TRUE, options, NULL, NULL);
  assert_near (number_of (standard, "threshold"), 0.2);
  assert_near (number_of (report, "threshold"), 0.1);
}
END_TEST

static DeidLattice *
make_lattice (DeidHierarchy *hierarchy)
{
  const gint64 values[] = { 1, 2, 3, 4 };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table");
  DeidLattice *lattice;

  for (guint c = 0; c < 3; c++)
    {
      const char name[] = { (char) ('x' + c), '\0' };

      ck_assert (deid_dataset_add_integer_column (dataset, name, values, 4, NULL, 0, NULL, NULL));
    }
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "x", hierarchy, NULL, NULL));
  ck_assert (deid_lattice_add_subtree_cuts (lattice, "y", hierarchy, NULL, NULL));
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "z", DEID_CUT_ENDS_ROUNDED, NULL));
  return lattice;
}

START_TEST (hierarchies_of_a_lattice)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = make_lattice (hierarchy);

  for (guint a = 0; a < 2; a++)
    {
      g_autofree char *rule = specify (deid_lattice_get_hierarchy (lattice, a));

      ck_assert_str_eq (rule, "suppress");
    }
  ck_assert_ptr_null (deid_lattice_get_hierarchy (lattice, 2));
}
END_TEST

START_TEST (problem_options)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = make_lattice (hierarchy);
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidPrivacyModel) u
      = deid_privacy_model_new_from_specification ("uniq:0.5", NULL, NULL);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_precision (DEID_AGGREGATE_SUM, NULL);
  g_autofree char *text
      = deid_quality_model_to_specification (deid_problem_get_quality_model (problem));

  ck_assert_str_eq (text, "loss:arith");
  ck_assert_uint_eq (deid_problem_get_n_privacy_models (problem), 0);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  ck_assert (deid_problem_add_privacy_model (problem, u, NULL));
  ck_assert_uint_eq (deid_problem_get_n_privacy_models (problem), 2);
  ck_assert_ptr_eq (deid_problem_get_privacy_model (problem, 0), k);
  ck_assert_ptr_eq (deid_problem_get_privacy_model (problem, 1), u);
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  ck_assert_ptr_eq (deid_problem_get_quality_model (problem), quality);
  g_clear_pointer (&quality, deid_quality_model_unref);
  ck_assert (
      deid_problem_set_quality_model (problem, deid_problem_get_quality_model (problem), NULL));
  g_free (text);
  text = deid_quality_model_to_specification (deid_problem_get_quality_model (problem));
  ck_assert_str_eq (text, "precision:sum");
  ck_assert (deid_problem_set_suppression_limit (problem, 0.3, NULL));
  ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), 1);
  ck_assert (deid_problem_set_suppression_limit_count (problem, 200, NULL));
  ck_assert_uint_eq (deid_problem_get_n_suppressible (problem), 4);
  ck_assert (deid_problem_set_no_forced_labels (problem, TRUE, NULL));
}
END_TEST

START_TEST (quality_model)
{
  g_autoptr (DeidQualityModel) model = deid_quality_model_new_precision (DEID_AGGREGATE_SUM, NULL);

  ck_assert (deid_quality_model_get_attribute_weight (model, "x") == 1);
  ck_assert (deid_quality_model_set_attribute_weight (model, "x", 0.1, NULL));
  ck_assert (deid_quality_model_set_attribute_weight (model, "y", 3, NULL));
  ck_assert (deid_quality_model_set_attribute_weight (model, "x", 0.2, NULL));
  ck_assert (deid_quality_model_get_attribute_weight (model, "x") == 0.2);
  ck_assert (deid_quality_model_get_attribute_weight (model, "y") == 3);
  ck_assert (deid_quality_model_get_attribute_weight (model, "") == 1);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("getters");
  TCase *getters = tcase_create ("getters");

  tcase_add_test (getters, release_options);
  tcase_add_test (getters, risk_options);
  tcase_add_test (getters, hierarchies_of_a_lattice);
  tcase_add_test (getters, problem_options);
  tcase_add_test (getters, quality_model);
  suite_add_tcase (suite, getters);
  return suite;
}
