/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables of as many columns as there may be, and hierarchies of as many levels: what is done for
 * each of them does not go through all others, which would take minutes. */
#include "support/suite.h"

#define MAX_COLUMNS  131072
#define N_ATTRIBUTES 40000
#define N_LEVELS     65535

/* Returns: the path of a file with a header and a row of so many columns. */
static const char *
write_wide_file (const char *name, guint n_columns)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint c = 0; c < n_columns; c++)
    g_string_append_printf (text, "%sc%u", c > 0 ? "," : "", c);
  g_string_append_c (text, '\n');
  for (guint c = 0; c < n_columns; c++)
    g_string_append (text, c > 0 ? ",x" : "x");
  g_string_append_c (text, '\n');
  return write_file (name, text->str, (gssize) text->len);
}

START_TEST (as_many_columns_as_there_may_be)
{
  const char *path = write_wide_file ("widest.csv", MAX_COLUMNS);
  g_autoptr (DeidDataset) dataset = NULL;
  GError *error = NULL;
  const char *value = "x";

  dataset = deid_dataset_new_from_csv_file (path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), MAX_COLUMNS);
  for (guint c = 0; c < MAX_COLUMNS; c++)
    {
      char name[16];
      guint column;

      g_snprintf (name, sizeof name, "c%u", c);
      assert_quietly (deid_dataset_set_role (dataset, name, DEID_ROLE_INSENSITIVE, NULL)
                      && deid_dataset_find_column (dataset, name, &column, NULL) && column == c);
    }
  ck_assert (!deid_dataset_add_string_column (dataset, "more", &value, 1, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "'more'", "131072", NULL);
}
END_TEST

START_TEST (more_columns_are_refused)
{
  const char *path = write_wide_file ("too-wide.csv", MAX_COLUMNS + 1);
  GError *error = NULL;

  ck_assert_ptr_null (deid_dataset_new_from_csv_file (path, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_TOO_LARGE, "too-wide.csv: line 1: ", "131072",
                "expected", NULL);
}
END_TEST

/* Returns: columns c0, c1 and so on of one value, every other one sensitive. */
static DeidDataset *
make_wide_table (guint n_columns)
{
  static const char *const values[] = { "x", "x" };
  DeidDataset *dataset = deid_dataset_new ("wide");

  for (guint c = 0; c < n_columns; c++)
    {
      char name[16];

      g_snprintf (name, sizeof name, "c%u", c);
      assert_quietly (deid_dataset_add_string_column (dataset, name, values, 2, NULL, NULL));
      assert_quietly (c % 2 == 0
                      || deid_dataset_set_role (dataset, name, DEID_ROLE_SENSITIVE, NULL));
    }
  return dataset;
}

/* A model for each sensitive column, and a hierarchy of it; a quasi-identifier and its weight for
 * each of the others. */
static DeidProblem *
make_wide_problem (DeidDataset *dataset)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidQualityModel) quality
      = deid_quality_model_new_iyengar_loss (DEID_AGGREGATE_ARITHMETIC_MEAN, 0.5, NULL);
  g_autoptr (GPtrArray) models
      = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_privacy_model_unref);
  DeidProblem *problem;

  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const char *name = deid_dataset_get_column_name (dataset, c);

      if (c % 2 == 0)
        assert_quietly (deid_lattice_add_quasi_identifier (lattice, name, hierarchy, NULL, NULL)
                        && deid_quality_model_set_attribute_weight (quality, name, 2, NULL));
      else
        g_ptr_array_add (models, deid_privacy_model_new_distinct_l_diversity (name, 1, NULL));
    }
  problem = deid_problem_new (lattice);
  for (guint i = 0; i < models->len; i++)
    assert_quietly (
        deid_problem_add_privacy_model (problem, models->pdata[i], NULL)
        && deid_problem_set_sensitive_hierarchy (
            problem, deid_dataset_get_column_name (dataset, 2 * i + 1), hierarchy, NULL, NULL));
  ck_assert (deid_problem_set_quality_model (problem, quality, NULL));
  return problem;
}

START_TEST (many_attributes_and_models)
{
  g_autoptr (DeidDataset) dataset = make_wide_table (N_ATTRIBUTES);
  g_autoptr (DeidProblem) problem = make_wide_problem (dataset);
  g_autoptr (DeidPolicy) bottom = deid_policy_new_bottom (deid_problem_get_lattice (problem), NULL);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
  g_autofree char *text = NULL, *text_read = NULL;
  GError *error = NULL;

  result = deid_problem_evaluate (problem, bottom, NULL, &error);
  assert_no_error (error);
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  text = deid_stored_policy_to_json (policy, NULL, NULL);
  read = deid_stored_policy_new_from_json_text (text, NULL, NULL, &error);
  assert_no_error (error);
  text_read = deid_stored_policy_to_json (read, NULL, NULL);
  ck_assert (g_str_equal (text, text_read));
}
END_TEST

/* Returns: two leaves below one label on each of the other levels. */
static DeidHierarchy *
make_high_hierarchy (void)
{
  DeidHierarchyBuilder *builder = deid_hierarchy_builder_new ("high");
  const char **labels = g_new0 (const char *, N_LEVELS + 1);
  DeidHierarchy *hierarchy;

  for (guint level = 1; level < N_LEVELS; level++)
    labels[level] = "x";
  for (guint leaf = 0; leaf < 2; leaf++)
    {
      labels[0] = leaf == 0 ? "a" : "b";
      ck_assert (deid_hierarchy_builder_add_row (builder, labels, NULL));
    }
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert_ptr_nonnull (hierarchy);
  deid_hierarchy_builder_unref (builder);
  g_free (labels);
  return hierarchy;
}

/* The hierarchy is stored whole, since the other column is sensitive. */
START_TEST (as_many_levels_as_there_may_be)
{
  static const char *const values[] = { "a", "b" };
  g_autoptr (DeidHierarchy) hierarchy = make_high_hierarchy ();
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) top = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "q", values, 2, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "s", values, 2, NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_sensitive_hierarchy (problem, "s", hierarchy, NULL, NULL));
  top = deid_policy_new_top (lattice, NULL);
  result = deid_problem_evaluate (problem, top, NULL, &error);
  assert_no_error (error);
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  text = deid_stored_policy_to_json (policy, NULL, NULL);
  read = deid_stored_policy_new_from_json_text (text, NULL, NULL, &error);
  assert_no_error (error);
}
END_TEST

/* Sorting nothing is undefined where there is no array: sanitizers report it. */
START_TEST (cuts_of_a_table_without_values)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (NULL);
  g_autoptr (DeidLattice) lattice = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "a", NULL, 0, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "b", NULL, 0, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_numeric_cuts (lattice, "a", DEID_CUT_ENDS_ROUNDED, &error));
  assert_no_error (error);
  ck_assert (deid_lattice_add_ordered_cuts (lattice, "b", NULL, 0, DEID_CUT_ENDS_ROUNDED, &error));
  assert_no_error (error);
  ck_assert_uint_eq (deid_lattice_get_n_dimensions (lattice), 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("wide-tables");
  TCase *tcase = tcase_create ("wide-tables");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, as_many_columns_as_there_may_be);
  tcase_add_test (tcase, more_columns_are_refused);
  tcase_add_test (tcase, many_attributes_and_models);
  tcase_add_test (tcase, as_many_levels_as_there_may_be);
  tcase_add_test (tcase, cuts_of_a_table_without_values);
  suite_add_tcase (suite, tcase);
  return suite;
}
