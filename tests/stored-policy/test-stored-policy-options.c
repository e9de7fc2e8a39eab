/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a stored policy cannot hold is handed over: models that a host made, and a population. */
#include <deid/deid-extend.h>
#include <math.h>
#include <string.h>

#include "support/figures.h"
#include "support/lesson.h"
#include "support/suite.h"

#define N_ROWS 4

/* A value costs as much as the level it is on, a suppressed one 1: the whole model of a host. */
static gboolean
cost_levels (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute,
             gpointer state G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED,
             GError **error G_GNUC_UNUSED)
{
  for (guint level = 0; level < deid_quality_input_get_n_levels (input, attribute); level++)
    for (guint32 label = 0; label < deid_quality_input_get_n_labels (input, attribute, level);
         label++)
      deid_attribute_costs_set_extent (costs, level, label, level);
  deid_attribute_costs_set_rates (costs, 1, 1, 0, 1);
  return TRUE;
}

static char *
describe (gpointer user_data)
{
  return g_strdup (user_data);
}

static DeidQualityModel *
make_quality (const char *name)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, describe, g_strdup (name), g_free);
  deid_quality_model_funcs_set_attribute_costs (funcs, cost_levels, NULL, NULL);
  deid_quality_model_funcs_set_aggregate (funcs, DEID_AGGREGATE_SUM);
  return deid_quality_model_new (funcs, NULL);
}

/* Two quasi-identifiers: a and b are all alike, 1, 2, 3 and 4 are not. */
static DeidDataset *
make_table (void)
{
  static const char *const letters[N_ROWS] = { "a", "a", "b", "b" };
  static const char *const digits[N_ROWS] = { "1", "2", "3", "4" };
  DeidDataset *dataset = deid_dataset_new ("table");

  ck_assert (deid_dataset_add_string_column (dataset, "letter", letters, N_ROWS, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "digit", digits, N_ROWS, NULL, NULL));
  return dataset;
}

static DeidProblem *
make_problem (DeidQualityModel *quality)
{
  g_autoptr (DeidDataset) dataset = make_table ();
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  DeidProblem *problem;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "letter", hierarchy, NULL, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "digit", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  return problem;
}

/* Digits are suppressed, at a level of 1 and a weight of 3: the loss is 3. */
static char *
store (void)
{
  g_autoptr (DeidQualityModel) quality = make_quality ("levels");
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  GError *error = NULL;
  char *text;

  ck_assert (deid_quality_model_set_attribute_weight (quality, "digit", 3, NULL));
  problem = make_problem (quality);
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (result) == 3);
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  text = deid_stored_policy_to_json (policy, NULL, &error);
  assert_no_error (error);
  return text;
}

START_TEST (quality_model_of_a_host)
{
  g_autofree char *text = store (), *again = NULL;
  g_autoptr (DeidQualityModel) quality = make_quality ("levels");
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autoptr (DeidStoredPolicy) policy = NULL, from_file = NULL;
  g_autoptr (DeidDataset) dataset = make_table ();
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  /* The weights of what is handed over do not matter, and stay. */
  ck_assert (deid_quality_model_set_attribute_weight (quality, "letter", 7, NULL));
  ck_assert (deid_stored_policy_options_set_quality_model (options, quality, &error));
  policy = deid_stored_policy_new_from_json_text (text, options, NULL, &error);
  assert_no_error (error);
  again = deid_stored_policy_to_json (policy, NULL, NULL);
  ck_assert_str_eq (again, text);
  ck_assert_uint_eq (n_rows_of (stored_report (policy), "attribute_weights"), 1);
  ck_assert_str_eq (text_of (stored_report (policy), "attribute_weights[0].attribute"), "digit");
  ck_assert (number_of (stored_report (policy), "attribute_weights[0].weight") == 3);
  ck_assert (deid_quality_model_get_attribute_weight (quality, "letter") == 7);
  ck_assert (deid_quality_model_set_attribute_weight (quality, "letter", 8, NULL));
  from_file = deid_stored_policy_new_from_json_file (write_file ("policy.json", text, -1), options,
                                                     NULL, &error);
  assert_no_error (error);
  result = deid_stored_policy_evaluate (from_file, dataset, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (result) == 3);
}
END_TEST

/* Without it, or with another one, the specification means nothing. */
START_TEST (quality_model_that_is_not_there)
{
  g_autofree char *text = store ();
  g_autoptr (DeidQualityModel) other = make_quality ("others");
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_stored_policy_new_from_json_text (text, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "levels:sum", NULL);
  ck_assert (deid_stored_policy_options_set_quality_model (options, other, NULL));
  ck_assert_ptr_null (deid_stored_policy_new_from_json_text (text, options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "levels:sum", NULL);
}
END_TEST

/* What is handed over for another specification is left alone. */
START_TEST (quality_model_of_the_library)
{
  g_autoptr (DeidQualityModel) loss
      = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_SUM, 0.5, NULL);
  g_autoptr (DeidQualityModel) own = make_quality ("levels");
  g_autoptr (DeidProblem) problem = make_problem (loss);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = deid_search_run (search, problem, NULL, NULL);
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, NULL), read = NULL;
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autofree char *text = deid_stored_policy_to_json (policy, NULL, NULL);
  GError *error = NULL;

  ck_assert (deid_stored_policy_options_set_quality_model (options, own, NULL));
  read = deid_stored_policy_new_from_json_text (text, options, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (text_of (stored_report (read), "quality_model"), "loss:sum");
}
END_TEST

START_TEST (what_a_policy_says)
{
  g_autofree char *text = store (), *changed = NULL;
  g_autoptr (DeidQualityModel) quality = make_quality ("levels");
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autoptr (DeidStoredPolicy) by_count = NULL, by_fraction = NULL;
  char *limit = strstr (text, "\"records\" : 0");
  guint64 n_records = 77;
  double fraction = 77;

  ck_assert_ptr_nonnull (limit);
  ck_assert (deid_stored_policy_options_set_quality_model (options, quality, NULL));
  by_count = deid_stored_policy_new_from_json_text (text, options, NULL, NULL);
  changed = g_strdup_printf ("%.*s\"fraction\" : 0.25%s", (int) (limit - text), text,
                             limit + strlen ("\"records\" : 0"));
  by_fraction = deid_stored_policy_new_from_json_text (changed, options, NULL, NULL);
  ck_assert_uint_eq (n_rows_of (stored_report (by_count), "privacy_models"), 1);
  ck_assert_str_eq (text_of (stored_report (by_count), "privacy_models[0]"), "k:2");
  ck_assert (!get_number (stored_report (by_count), &fraction, "suppression_limit.fraction"));
  ck_assert (!get_count (stored_report (by_fraction), &n_records, "suppression_limit.records"));
  ck_assert (fraction == 0 && n_records == 0);
  ck_assert (get_count (stored_report (by_count), &n_records, "suppression_limit.records"));
  ck_assert (get_number (stored_report (by_fraction), &fraction, "suppression_limit.fraction"));
  ck_assert (fraction == 0.25 && n_records == 0);
}
END_TEST

START_TEST (options_used)
{
  g_autofree char *text = store ();
  g_autoptr (DeidQualityModel) quality = make_quality ("levels");
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidDataset) population = make_table (), dataset = make_table ();
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_stored_policy_options_set_quality_model (options, quality, &error));
  ck_assert (deid_stored_policy_options_set_population (options, population, &error));
  ck_assert (deid_stored_policy_options_add_privacy_model (options, k, &error));
  policy = deid_stored_policy_new_from_json_text (text, options, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (text_of (stored_report (policy), "privacy_models[0]"), "k:2");
  ck_assert (!deid_stored_policy_options_set_quality_model (options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_stored_policy_options_set_population (options, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_stored_policy_options_add_privacy_model (options, k, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  result = deid_stored_policy_evaluate (policy, dataset, options, NULL, &error);
  assert_no_error (error);
  ck_assert_ptr_eq (deid_problem_get_population (deid_result_get_problem (result)), population);
}
END_TEST

/* One record of five is alone, by its letter. The options are taken; %NULL for the defaults. */
static DeidResult *
evaluate_with (DeidStoredPolicy *policy, DeidStoredPolicyOptions *options, GError **error)
{
  static const char *const letters[] = { "a", "a", "b", "b", "c" };
  g_autoptr (DeidStoredPolicyOptions) used = options;
  g_autoptr (DeidDataset) table = deid_dataset_new ("table");

  ck_assert (deid_dataset_add_string_column (table, "letter", letters, 5, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (table, "digit", letters, 5, NULL, NULL));
  return deid_stored_policy_evaluate (policy, table, used, NULL, error);
}

/* The limit that was set last is there. */
static DeidStoredPolicyOptions *
limit_share (double fraction)
{
  DeidStoredPolicyOptions *options = deid_stored_policy_options_new ();

  ck_assert (deid_stored_policy_options_set_suppression_limit (options, 1, NULL));
  ck_assert (deid_stored_policy_options_set_suppression_limit (options, fraction, NULL));
  return options;
}

START_TEST (suppression_limit)
{
  static const double bad[] = { 1.5, -0.1, NAN };
  g_autofree char *text = store ();
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autoptr (DeidQualityModel) quality = make_quality ("levels");
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_stored_policy_options_set_quality_model (options, quality, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      ck_assert (!deid_stored_policy_options_set_suppression_limit (options, bad[i], &error));
      assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "suppression limit", NULL);
    }
  policy = deid_stored_policy_new_from_json_text (text, options, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_stored_policy_options_set_suppression_limit (options, 0.5, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert_ptr_null (evaluate_with (policy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  ck_assert_ptr_null (evaluate_with (policy, limit_share (0.19), &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  result = evaluate_with (policy, limit_share (0.2), &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
}
END_TEST

/* On level 2 of 0 to 3 precision loses 2/3. Of stored labels there are levels 0 to 2, of which
 * theirs is 1: 1/2. The leaves that a label covers are the same: 2 of 4, so that (2 - 1) / (4 - 1)
 * is lost. */
START_TEST (levels_stored)
{
  static const struct
  {
    const char *quality;
    double release, batch;
  } cases[] = { { "precision:arith", 2.0 / 3, 1.0 / 2 },
                { "height:arith", 2.0 / 3, 1.0 / 2 },
                { "loss:arith", 1.0 / 3, 1.0 / 3 } };
  static const char rows[] = "age\n 1\n 1\n 2\n 5\n 6\n";
  static const char hierarchy[] = "age 1 1 1-2 *\n age 2 2 1-2 *\n age 5 5 5-6 *\n age 6 6 5-6 *\n";

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidProblem) problem
          = lesson_make_problem (rows, hierarchy, deid_privacy_model_new_k_anonymity (2, NULL));
      g_autoptr (DeidQualityModel) quality
          = deid_quality_model_new_from_specification (cases[i].quality, NULL);
      g_autoptr (DeidResult) result = NULL, batch = NULL;
      g_autoptr (DeidStoredPolicy) stored = NULL;
      g_autoptr (DeidDataset) again = lesson_make_table (rows);
      GError *error = NULL;

      ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
      result = lesson_evaluate (problem, "age:2");
      stored = deid_stored_policy_new (result, NULL, NULL);
      batch = deid_stored_policy_evaluate (stored, again, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert_double_eq_tol (deid_result_get_loss (result), cases[i].release, 1e-15);
      ck_assert_double_eq_tol (deid_result_get_loss (batch), cases[i].batch, 1e-15);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("stored-policy-options");
  TCase *options = tcase_create ("options");

  tcase_add_test (options, quality_model_of_a_host);
  tcase_add_test (options, quality_model_that_is_not_there);
  tcase_add_test (options, quality_model_of_the_library);
  tcase_add_test (options, what_a_policy_says);
  tcase_add_test (options, options_used);
  tcase_add_test (options, suppression_limit);
  tcase_add_test (options, levels_stored);
  suite_add_tcase (suite, options);
  return suite;
}
