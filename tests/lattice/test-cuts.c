/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Quasi-identifiers with cuts: what they take, their dimensions and labels, policies as text, and
 * lattices of hundreds of dimensions. */
#include "support/figures.h"
#include "support/suite.h"

#include <deid/deid-extend.h>
#include <math.h>
#include <string.h>

#define N_ROWS 4

static const char *const ages[N_ROWS] = { "53", "9", NULL, "1e2" };
static const char *const sizes[N_ROWS] = { "small", "large", "large", "medium" };

static DeidDataset *
make_dataset (void)
{
  DeidDataset *dataset = deid_dataset_new ("visits");

  ck_assert (deid_dataset_add_string_column (dataset, "age", ages, N_ROWS, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "size", sizes, N_ROWS, NULL, NULL));
  return dataset;
}

static DeidDataset *
make_shown_dataset (void)
{
  DeidDataset *dataset = make_dataset ();

  ck_assert (deid_dataset_set_show_values (dataset, TRUE, NULL));
  return dataset;
}

static DeidHierarchy *
make_hierarchy (const char *content)
{
  GError *error = NULL;
  DeidHierarchy *hierarchy = deid_hierarchy_new_from_csv_file (
      write_file ("hierarchy.csv", content, -1), NULL, NULL, &error);

  assert_no_error (error);
  return hierarchy;
}

START_TEST (dimensions)
{
  g_autoptr (DeidDataset) dataset = make_dataset ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) hierarchy = make_hierarchy ("small;s;*\nmedium;m;*\nlarge;m;*\n");
  GError *error = NULL;
  guint64 size;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, &error));
  ck_assert (deid_lattice_add_subtree_cuts (lattice, "size", hierarchy, NULL, &error));
  ck_assert_uint_eq (deid_lattice_get_n_attributes (lattice), 2);
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 4);
  ck_assert (deid_lattice_has_cuts (lattice, 0) && deid_lattice_has_cuts (lattice, 1));
  ck_assert_uint_eq (deid_lattice_get_first_dimension (lattice, 0), 0);
  ck_assert_uint_eq (deid_lattice_get_first_dimension (lattice, 1), 2);
  for (guint d = 0; d < 4; d++)
    {
      ck_assert_uint_eq (deid_lattice_get_height (lattice, d), 1);
      ck_assert_uint_eq (deid_lattice_get_attribute (lattice, d), d / 2);
    }
  ck_assert (deid_lattice_get_size (lattice, &size));
  ck_assert_uint_eq (size, 16);
}
END_TEST

/* Both ends are written as published: ones keep apart. */
START_TEST (texts)
{
  g_autoptr (DeidDataset) dataset = make_dataset ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidPolicy) bottom = NULL, top = NULL, policy = NULL;
  g_autofree char *bottom_text = NULL, *top_text = NULL;
  GError *error = NULL;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "size", hierarchy, NULL, NULL));
  bottom = deid_policy_new_bottom (lattice, NULL);
  top = deid_policy_new_top (lattice, NULL);
  bottom_text = deid_policy_to_text (bottom, NULL);
  top_text = deid_policy_to_text (top, NULL);
  ck_assert_str_eq (bottom_text, "age:11 size:0");
  ck_assert_str_eq (top_text, "age:00 size:1");
  policy = deid_policy_new_from_text (lattice, " size:0  age:10 ", NULL);
  ck_assert_uint_eq (deid_policy_get_level (policy, 0), 0);
  ck_assert_uint_eq (deid_policy_get_level (policy, 1), 1);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "age:1 size:0", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE,
                "length 1 for the cuts of 'age', expected length 2: for each pair", NULL);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "age:12 size:0", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "neither 1", "'age'", NULL);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "age:11 age:11 size:0", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "second", NULL);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "age:11", &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "'size'", NULL);
}
END_TEST

/* A lattice that refused an attribute still takes it with an order that it can use. */
START_TEST (bad_input)
{
  g_autoptr (DeidDataset) dataset = make_shown_dataset ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidHierarchy) short_one = make_hierarchy ("small;*\nlarge;*\n");
  g_autoptr (DeidHierarchy) ambiguous
      = make_hierarchy ("small;x;y\nmedium;x;y\ntiny;t;y\nlarge;z;x\nhuge;z;x\n");
  const char *const order[] = { "small", "medium", "large", "small" };
  const char *const braces[] = { "small", "medium", "large", "{small, medium}" };
  const char *const bytes[] = { "small", "medium", "large", "\xff" };
  GError *error = NULL;

  ck_assert (!deid_lattice_add_numeric_cuts (lattice, "sex", DEID_CUT_ENDS_ROUNDED, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "sex", NULL);
  ck_assert (!deid_lattice_add_numeric_cuts (lattice, "size", DEID_CUT_ENDS_ROUNDED, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "visits", "'size'", "is no number",
                NULL);
  ck_assert (
      !deid_lattice_add_ordered_cuts (lattice, "size", order, 2, DEID_CUT_ENDS_ROUNDED, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "'size'", "1 value", "'large'",
                "order of its values", NULL);
  ck_assert (
      !deid_lattice_add_ordered_cuts (lattice, "size", order, 4, DEID_CUT_ENDS_ROUNDED, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'size'", "'small'", "twice",
                NULL);
  ck_assert (
      !deid_lattice_add_ordered_cuts (lattice, "size", braces, 4, DEID_CUT_ENDS_ROUNDED, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "brace", NULL);
  ck_assert (
      !deid_lattice_add_ordered_cuts (lattice, "size", bytes, 4, DEID_CUT_ENDS_ROUNDED, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, "'size'", NULL);
  ck_assert (!deid_lattice_add_ordered_cuts (lattice, "size", order, 3, (DeidCutEnds) 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'size'", "no ends 2", NULL);
  ck_assert (!deid_lattice_add_numeric_cuts (lattice, "age", (DeidCutEnds) 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'age'", "no ends 2", NULL);
  ck_assert (!deid_lattice_add_leaf_cuts (lattice, "size", suppression, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "without leaves",
                "cuts take no rules, subtrees do", NULL);
  ck_assert (!deid_lattice_add_leaf_cuts (lattice, "size", short_one, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "'medium'", NULL);
  ck_assert (!deid_lattice_add_subtree_cuts (lattice, "size", short_one, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "'medium'", NULL);
  ck_assert (!deid_lattice_add_subtree_cuts (lattice, "size", ambiguous, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "level 2", "another subtree",
                NULL);
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 0);
  ck_assert (
      deid_lattice_add_ordered_cuts (lattice, "size", order, 3, DEID_CUT_ENDS_ROUNDED, NULL));
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 2);
  ck_assert (!deid_lattice_add_subtree_cuts (lattice, "size", suppression, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN, "'size'", NULL);
}
END_TEST

START_TEST (numbers)
{
  const char *const same[] = { "1", "10", "1e1", "2" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("numbers");
  g_autoptr (DeidLattice) lattice = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "same", same, 4, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (!deid_lattice_add_numeric_cuts (lattice, "same", DEID_CUT_ENDS_ROUNDED, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "the same number", NULL);
}
END_TEST

/* A problem of @n_values ages, of which each row has one, and two races. */
static DeidProblem *
make_problem (guint n_values, guint n_rows, const char *quality)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("cohort");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidQualityModel) measure = deid_quality_model_new_from_specification (quality, NULL);
  g_autofree gint64 *values = g_new (gint64, n_rows);
  g_autofree const char **races = g_new (const char *, n_rows);
  const char *const order[] = { "black", "white" };
  DeidProblem *problem;
  GError *error = NULL;

  for (guint row = 0; row < n_rows; row++)
    {
      values[row] = row * 7 % n_values;
      races[row] = order[row % 3 > 0];
    }
  ck_assert (deid_dataset_add_integer_column (dataset, "age", values, n_rows, NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "race", races, n_rows, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_ROUNDED, &error);
  assert_no_error (error);
  deid_lattice_add_ordered_cuts (lattice, "race", order, 2, DEID_CUT_ENDS_ROUNDED, &error);
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_quality_model (problem, measure, NULL));
  return problem;
}

/* Pairs of ages are merged, 0 with 1 and so on, and races. */
START_TEST (many_dimensions)
{
  const guint n_values = 400;
  g_autoptr (DeidProblem) problem = make_problem (n_values, 2 * n_values, "loss:arith");
  DeidLattice *lattice = deid_problem_get_lattice (problem);
  g_autofree guint *levels = g_new0 (guint, n_values);
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL, found = NULL;
  g_autoptr (DeidDataset) release = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_best_first ();
  g_autoptr (DeidStoredPolicy) stored = NULL;
  GError *error = NULL;
  guint64 number;

  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), n_values);
  ck_assert (!deid_lattice_get_size (lattice, &number));
  ck_assert (deid_lattice_get_size_as_double (lattice) == ldexp (1, (int) n_values));
  for (guint i = 0; i + 1 < n_values; i += 2)
    levels[i] = 1;
  levels[n_values - 1] = 1;
  policy = deid_policy_new (lattice, levels, n_values, NULL);
  ck_assert (!deid_policy_get_rank (policy, &number));
  ck_assert_uint_eq (deid_policy_get_level_sum (policy), n_values / 2 + 1);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  ck_assert (fabs (deid_result_get_loss (result) - (1 / (n_values - 1.0) + 1) / 2) < 1e-12);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, NULL));
  ck_assert_uint_eq (deid_dataset_get_n_rows (release), 2 * n_values);
  stored = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (count_of (stored_report (stored), "attributes[0].level"), 1);
  ck_assert_uint_eq (count_of (stored_report (stored), "attributes[1].level"), 2);
  ck_assert (deid_search_set_step_limit (search, 20, NULL));
  found = deid_search_run (search, problem, NULL, &error);
  ck_assert ((found == NULL) == (error != NULL));
  g_clear_error (&error);
}
END_TEST

/* Sets and exact ends are labels of some values: a missing one is none of them. */
START_TEST (all_merged)
{
  static const char *const order[] = { "small", "medium", "large" };
  g_autoptr (DeidDataset) dataset = make_dataset (), release = NULL;
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (N_ROWS, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) top = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (deid_lattice_add_numeric_cuts (lattice, "age", DEID_CUT_ENDS_EXACT, NULL));
  ck_assert (
      deid_lattice_add_ordered_cuts (lattice, "size", order, 3, DEID_CUT_ENDS_ROUNDED, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  top = deid_policy_new_top (lattice, NULL);
  result = deid_problem_evaluate (problem, top, NULL, &error);
  assert_no_error (error);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
  for (guint row = 0; row < N_ROWS; row++)
    for (guint c = 0; c < 2; c++)
      ck_assert_str_eq (deid_dataset_get_value (release, row, c), "*");
}
END_TEST

/* A product of losses is no sum over attributes. */
START_TEST (refusals)
{
  g_autoptr (DeidProblem) problem = make_problem (4, 40, "loss:geo");
  g_autoptr (DeidSearch) optimal = deid_search_new_optimal ();
  g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) result = NULL;
  const char *path = get_temporary_file ("proof");
  GError *error = NULL;

  ck_assert_ptr_null (deid_search_run (optimal, problem, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "mean or sum", NULL);
  result = deid_search_run (exhaustive, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (!deid_result_write_certificate (result, path, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "mean or sum", "certificates",
                NULL);
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  g_file_set_contents (path, "{}\n", -1, NULL);
  ck_assert_ptr_null (deid_problem_verify_certificate (problem, path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "mean or sum", NULL);
}
END_TEST

/* Whichever search proved it. */
START_TEST (certificate)
{
  g_autoptr (DeidProblem) problem = make_problem (4, 40, "loss:arith");
  g_autoptr (DeidSearch) exhaustive = deid_search_new_exhaustive ();
  g_autoptr (DeidResult) result = NULL, verified = NULL;
  const char *path = get_temporary_file ("proof");
  GError *error = NULL;

  result = deid_search_run (exhaustive, problem, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_write_certificate (result, path, NULL, &error));
  verified = deid_problem_verify_certificate (problem, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_int_eq (
      deid_policy_compare (deid_result_get_policy (result), deid_result_get_policy (verified)), 0);
}
END_TEST

START_TEST (too_many)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("many");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autofree gint64 *values = g_new (gint64, 4097);
  GError *error = NULL;

  for (guint row = 0; row < 4097; row++)
    values[row] = row;
  ck_assert (
      deid_dataset_add_integer_column (dataset, "number", values, 4097, NULL, 0, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (!deid_lattice_add_numeric_cuts (lattice, "number", DEID_CUT_ENDS_ROUNDED, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "4097", "4096", NULL);
}
END_TEST

/* What a host's quality model is told of an attribute of runs. */
static gboolean
look (const DeidQualityInput *input, gpointer data, gpointer *state, GError **error G_GNUC_UNUSED)
{
  const guint64 records[3][3] = { { 14, 13, 13 }, { 27, 26, 0 }, { 40, 0, 0 } };
  const char *const labels[3][3] = { { "0", "1", "2" }, { "< 2", ">= 1", NULL }, { "*", NULL } };

  ck_assert_uint_eq (deid_quality_input_get_n_levels (input, 0), 3);
  ck_assert_uint_eq (deid_quality_input_get_n_leaves (input, 0), 3);
  for (guint level = 0; level < 3; level++)
    {
      ck_assert_uint_eq (deid_quality_input_get_n_labels (input, 0, level), 3 - level);
      for (guint32 label = 0; label < 3 - level; label++)
        {
          ck_assert_str_eq (deid_quality_input_get_label (input, 0, level, label),
                            labels[level][label]);
          ck_assert_uint_eq (deid_quality_input_get_n_covered (input, 0, level, label), level + 1);
          ck_assert_uint_eq (deid_quality_input_get_n_label_records (input, 0, level, label),
                             records[level][label]);
        }
    }
  *(gboolean *) data = TRUE;
  *state = NULL;
  return TRUE;
}

static char *
describe (gpointer data G_GNUC_UNUSED)
{
  return g_strdup ("spy");
}

/* The digits of what a class costs are the level of its age, the number of its label and the level
 * of its race. */
static gboolean
cost (const DeidClass *eq_class, gpointer state G_GNUC_UNUSED, gpointer data G_GNUC_UNUSED,
      guint64 *result, GError **error G_GNUC_UNUSED)
{
  guint n;
  const guint *levels = deid_class_get_levels (eq_class, &n);
  const guint32 *on_level = deid_class_get_label_numbers (eq_class, &n);

  ck_assert_uint_eq (n, 2);
  *result
      = deid_class_is_suppressed (eq_class) ? 0 : 100 * levels[0] + 10 * on_level[0] + levels[1];
  return TRUE;
}

START_TEST (what_models_see)
{
  g_autoptr (DeidProblem) problem = make_problem (3, 40, "loss:arith");
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();
  g_autoptr (DeidQualityModel) model = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidDataset) release = NULL;
  gboolean has_looked = FALSE;
  GError *error = NULL;

  deid_quality_model_funcs_set_describe (funcs, describe, NULL, NULL);
  deid_quality_model_funcs_set_prepare (funcs, look, &has_looked, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, cost, NULL, NULL);
  model = deid_quality_model_new (funcs, &error);
  assert_no_error (error);
  ck_assert (deid_problem_set_quality_model (problem, model, NULL));
  policy = deid_policy_new_from_text (deid_problem_get_lattice (problem), "age:10 race:0", NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  ck_assert (has_looked);
  /* Two classes: age 0 on level 0, ages 1 and 2 on level 1; races are merged in both. */
  ck_assert (fabs (deid_result_get_loss (result) - (1 + (100 + 10 + 1)) / 40.0) < 1e-12);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  deid_result_verify (result, release, NULL, &error);
  assert_no_error (error);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("cuts");
  TCase *cases = tcase_create ("cuts");

  tcase_set_timeout (cases, 60);
  tcase_add_test (cases, dimensions);
  tcase_add_test (cases, texts);
  tcase_add_test (cases, bad_input);
  tcase_add_test (cases, numbers);
  tcase_add_test (cases, many_dimensions);
  tcase_add_test (cases, all_merged);
  tcase_add_test (cases, refusals);
  tcase_add_test (cases, certificate);
  tcase_add_test (cases, too_many);
  tcase_add_test (cases, what_models_see);
  suite_add_tcase (suite, cases);
  return suite;
}
