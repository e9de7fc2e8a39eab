/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What messages and reports make of names: whatever stands in them, nothing forges a line. */
#include "support/suite.h"

#include <string.h>

/* Within the quotes of a CSV file. */
#define NAME     "na\nme: forged"
#define CSV_NAME "\"" NAME "\""
#define SHOWN    "na\\nme: forged"

static DeidDataset *
read_table (const char *content, gboolean show, GError **error)
{
  g_autoptr (DeidCsvOptions) csv = deid_csv_options_new ();

  ck_assert (deid_csv_options_set_show_values (csv, show, NULL));
  return deid_dataset_new_from_csv_file (write_file ("names.csv", content, -1), csv, NULL, error);
}

static void
assert_shown (GError **error)
{
  ck_assert (*error != NULL);
  assert_one_line ((*error)->message);
  ck_assert_msg (strstr ((*error)->message, SHOWN) != NULL, "%s", (*error)->message);
  g_clear_error (error);
}

/* The name of a column holds a line end. */
START_TEST (names)
{
  const char *const ones[] = { "1", "1" };
  g_autoptr (DeidDataset) dataset = read_table (CSV_NAME ",b\n1,1\n1,1\n", FALSE, NULL);
  g_autoptr (DeidDataset) showing = read_table (CSV_NAME ",b\n1,1\n1,1\n", TRUE, NULL);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidQualityModel) quality = deid_quality_model_new_from_specification ("dm", NULL);
  GError *error = NULL;

  ck_assert_ptr_null (read_table (CSV_NAME "," CSV_NAME "\n1,1\n", TRUE, &error));
  assert_shown (&error);
  ck_assert_ptr_null (read_table (CSV_NAME "\n\xff\n", TRUE, &error));
  assert_shown (&error);
  ck_assert (!deid_dataset_find_column (showing, "other", NULL, &error));
  assert_shown (&error);
  ck_assert (!deid_dataset_find_column (dataset, "other", NULL, &error));
  ck_assert_ptr_null (strstr (error->message, SHOWN));
  g_clear_error (&error);
  ck_assert (!deid_dataset_find_column (dataset, NAME "!", NULL, &error));
  assert_shown (&error);
  ck_assert (!deid_dataset_add_string_column (dataset, NAME, ones, 2, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (
      !deid_lattice_add_ordered_cuts (lattice, NAME, ones, 2, DEID_CUT_ENDS_ROUNDED, &error));
  assert_shown (&error);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, NAME, suppression, NULL, &error));
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, NAME, suppression, NULL, &error));
  assert_shown (&error);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, "", &error));
  assert_shown (&error);
  ck_assert_ptr_null (deid_policy_new_from_text (lattice, NAME, &error));
  assert_one_line (error->message);
  g_clear_error (&error);
  ck_assert (!deid_quality_model_set_attribute_weight (quality, NAME, 1, &error));
  assert_shown (&error);
  ck_assert_ptr_null (deid_privacy_model_new_from_specification (NAME, NULL, &error));
  assert_shown (&error);
  ck_assert_ptr_null (deid_search_new_from_specification (NAME, &error));
  assert_shown (&error);
  ck_assert_ptr_null (deid_dataset_new_from_csv_file ("/absent/" NAME, NULL, NULL, &error));
  assert_shown (&error);
  ck_assert_ptr_null (deid_hierarchy_new_from_csv_file ("/absent/" NAME, NULL, NULL, &error));
  assert_shown (&error);
}
END_TEST

static guint
count_lines (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

/* Reports of a table whose column has this name. Returns: the number of their lines. */
static guint
count_report_lines (const char *name)
{
  const char *const numbers[] = { "1", "1", "2", "3" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new (name);
  g_autoptr (DeidHierarchy) suppression = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidReport) explanation = NULL;
  g_autoptr (DeidReport) risks = NULL;
  g_autofree char *explained = NULL, *policy = NULL, *told = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, name, numbers, 4, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "b", numbers, 4, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "b", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, name, suppression, NULL, NULL));
  problem = deid_problem_new (lattice);
  model = deid_privacy_model_new_from_specification ("k:2", NULL, NULL);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  explanation = deid_report_new_explanation (result, 5, NULL, &error);
  assert_no_error (error);
  explained = deid_report_to_text (explanation, NULL, NULL);
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  risks = deid_report_new_attribute_risks (result, FALSE, 1, NULL, NULL);
  told = deid_report_to_text (risks, NULL, &error);
  assert_no_error (error);
  return count_lines (explained) + count_lines (policy) + count_lines (told);
}

START_TEST (reports) { ck_assert_uint_eq (count_report_lines ("name"), count_report_lines (NAME)); }
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("names");
  TCase *named = tcase_create ("names");

  tcase_add_test (named, names);
  tcase_add_test (named, reports);
  suite_add_tcase (suite, named);
  return suite;
}
