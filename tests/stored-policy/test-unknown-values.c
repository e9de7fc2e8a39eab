/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies on tables with values that they do not know. */
#include "support/figures.h"
#include "support/suite.h"

#define N_ROWS 8

/* Four records of each of two groups of cities, of two ages each. */
static const char *const cities[N_ROWS]
    = { "Kiel", "Kiel", "Bonn", "Bonn", "Ulm", "Ulm", "Hof", "Hof" };
static const char *const ages[N_ROWS] = { "31", "35", "31", "35", "31", "35", "31", "35" };

static DeidDataset *
make_table (const char *const *city, const char *const *age)
{
  g_autoptr (DeidCsvOptions) options = deid_csv_options_new ();
  g_autoptr (GString) text = g_string_new ("city,age,name\n");
  g_autoptr (GInputStream) stream = NULL;
  DeidDataset *dataset;

  for (guint i = 0; i < N_ROWS; i++)
    g_string_append_printf (text, "%s,%s,n%u\n", city[i], age[i], i);
  ck_assert (deid_csv_options_set_show_values (options, TRUE, NULL));
  stream = g_memory_input_stream_new_from_data (text->str, (gssize) text->len, NULL);
  dataset = deid_dataset_new_from_csv_stream (stream, "table", options, NULL, NULL);
  ck_assert (deid_dataset_set_role (dataset, "name", DEID_ROLE_INSENSITIVE, NULL));
  return dataset;
}

static DeidHierarchy *
make_cities (void)
{
  static const char *const rows[][4] = { { "Kiel", "north", "*", NULL },
                                         { "Bonn", "north", "*", NULL },
                                         { "Ulm", "south", "*", NULL },
                                         { "Hof", "south", "*", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("cities");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  return deid_hierarchy_builder_build (builder, NULL);
}

static DeidHierarchy *
make_ages (void)
{
  static const char *const rows[][3] = { { "31", "30s", NULL }, { "35", "30s", NULL } };
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("ages");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  return deid_hierarchy_builder_build (builder, NULL);
}

/* Stores a policy for 2-anonymity, through JSON. */
static DeidStoredPolicy *
store (guint city_level, guint age_level)
{
  g_autoptr (DeidDataset) dataset = make_table (cities, ages);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) city = make_cities (), age = make_ages ();
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) stored = NULL;
  g_autofree char *text = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "city", city, NULL, NULL));
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "age", age, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.5, NULL));
  policy = deid_policy_new (lattice, (guint[]){ city_level, age_level }, 2, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, NULL);
  stored = deid_stored_policy_new (result, NULL, NULL);
  text = deid_stored_policy_to_json (stored, NULL, NULL);
  return deid_stored_policy_new_from_json_text (text, NULL, NULL, NULL);
}

static DeidResult *
evaluate (DeidStoredPolicy *policy, DeidDataset *dataset, DeidUnknownValues unknown, GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();

  ck_assert (deid_stored_policy_options_set_unknown_values (options, unknown, NULL));
  return deid_stored_policy_evaluate (policy, dataset, options, NULL, error);
}

/* Releases and verifies a result, and checks a column of the release; NULL is a suppressed row. */
static void
assert_released (DeidResult *result, const char *name, const char *const *expected)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidDataset) release = NULL;
  GError *error = NULL;
  guint column;

  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  release = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  assert_no_error (error);
  ck_assert (deid_dataset_find_column (release, name, &column, NULL));
  for (guint row = 0, released = 0; row < N_ROWS; row++)
    if (expected[row] != NULL)
      ck_assert_str_eq (deid_dataset_get_value (release, released++, column), expected[row]);
}

/* What a policy did not know is no part of it: stored, it would know less than before. */
static void
assert_not_stored (DeidResult *result)
{
  GError *error = NULL;

  ck_assert_ptr_null (deid_stored_policy_new (result, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "unknown values", NULL);
}

static const char *const new_cities[N_ROWS]
    = { "Kiel", "Kiel", "Bonn", "Bonn", "Ulm", "Ulm", "Trier", "Trier" };
static const char *const new_ages[N_ROWS] = { "31", "35", "31", "35", "31", "35", "42", "43" };

/* All values of all columns in one message, before anything is done. */
START_TEST (test_error)
{
  g_autoptr (DeidStoredPolicy) policy = store (1, 1);
  g_autoptr (DeidDataset) dataset = make_table (new_cities, new_ages);
  GError *error = NULL;
  guint column;

  ck_assert (deid_dataset_find_column (dataset, "name", &column, NULL));
  ck_assert_ptr_null (deid_stored_policy_evaluate (policy, dataset, NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "'city': 1 value is not in",
                "'Trier' (2 records, the first in line 8)", "'age': 2 values", "'42' (line 8)",
                "'43' (line 9)", NULL);
  ck_assert (deid_dataset_set_role (dataset, "name", DEID_ROLE_SENSITIVE, NULL));
}

/* Worked by hand: 30s of the north, four; of the south, two; and Trier, of other ages. */
START_TEST (test_suppress)
{
  static const char *const expected[N_ROWS]
      = { "north", "north", "north", "north", "south", "south", NULL, NULL };
  g_autoptr (DeidStoredPolicy) policy = store (1, 1);
  g_autoptr (DeidDataset) dataset = make_table (new_cities, ages);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  result = evaluate (policy, dataset, DEID_UNKNOWN_VALUES_SUPPRESS, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 2);
  assert_released (result, "city", expected);
  assert_not_stored (result);
}

/* They count against the limit: five of eight are more than a half. */
START_TEST (test_limit)
{
  static const char *const many[N_ROWS]
      = { "Kiel", "Kiel", "Bonn", "Trier", "Trier", "Trier", "Trier", "Trier" };
  g_autoptr (DeidStoredPolicy) policy = store (1, 1);
  g_autoptr (DeidDataset) dataset = make_table (many, ages);
  GError *error = NULL;

  ck_assert_ptr_null (evaluate (policy, dataset, DEID_UNKNOWN_VALUES_SUPPRESS, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "policy 'city:1 age:1'", NULL);
}
END_TEST

/* The level is named as stored, also where what is stored of the hierarchy has fewer. */
START_TEST (test_stored_level)
{
  static const char *const many[N_ROWS] = { "31", "35", "31", "41", "42", "43", "44", "45" };
  g_autoptr (DeidStoredPolicy) policy = store (2, 0);
  g_autoptr (DeidDataset) dataset = make_table (cities, many);
  GError *error = NULL;

  ck_assert_ptr_null (evaluate (policy, dataset, DEID_UNKNOWN_VALUES_SUPPRESS, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "policy 'city:2 age:0'", NULL);
}

/* A label of the last level, whichever level the policy has. */
START_TEST (test_top)
{
  static const char *const expected[][N_ROWS]
      = { { "Kiel", "Kiel", "Bonn", "Bonn", "Ulm", "Ulm", "*", "*" },
          { "north", "north", "north", "north", "south", "south", "*", "*" },
          { "*", "*", "*", "*", "*", "*", "*", "*" } };

  for (guint level = 0; level < 3; level++)
    {
      g_autoptr (DeidStoredPolicy) policy = store (level, 1);
      g_autoptr (DeidDataset) dataset = make_table (new_cities, ages);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      result = evaluate (policy, dataset, DEID_UNKNOWN_VALUES_TOP, &error);
      assert_no_error (error);
      ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
      assert_released (result, "city", expected[level]);
      assert_not_stored (result);
    }
}

/* Where all have one label, unknown values have it too. */
START_TEST (test_one_label)
{
  static const char *const expected[N_ROWS]
      = { "30s", "30s", "30s", "30s", "30s", "30s", "30s", "30s" };

  for (DeidUnknownValues unknown = DEID_UNKNOWN_VALUES_SUPPRESS; unknown <= DEID_UNKNOWN_VALUES_TOP;
       unknown++)
    {
      g_autoptr (DeidStoredPolicy) policy = store (1, 1);
      g_autoptr (DeidDataset) dataset = make_table (cities, new_ages);
      g_autoptr (DeidResult) result = NULL;
      GError *error = NULL;

      result = evaluate (policy, dataset, unknown, &error);
      assert_no_error (error);
      ck_assert_uint_eq (deid_result_get_n_suppressed (result), 0);
      assert_released (result, "age", expected);
      assert_not_stored (result);
    }
}

/* A label that looks like the mark of unknown values is not taken for it. */
START_TEST (test_marks)
{
  static const char *const rows[][4] = { { "Kiel", "?", "*", NULL }, { "Bonn", "??", "*", NULL } };
  static const char *const known[N_ROWS]
      = { "Kiel", "Kiel", "Kiel", "Kiel", "Bonn", "Bonn", "Bonn", "Bonn" };
  g_autoptr (DeidDataset) dataset = make_table (known, ages), next = make_table (new_cities, ages);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (NULL);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidHierarchy) hierarchy = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) applied = NULL;
  g_autoptr (DeidResult) result = NULL, again = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  GError *error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    ck_assert (deid_hierarchy_builder_add_row (builder, rows[i], NULL));
  hierarchy = deid_hierarchy_builder_build (builder, NULL);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "city", hierarchy, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.9, NULL));
  applied = deid_policy_new (lattice, (guint[]){ 1 }, 1, NULL);
  result = deid_problem_evaluate (problem, applied, NULL, NULL);
  policy = deid_stored_policy_new (result, NULL, NULL);
  again = evaluate (policy, next, DEID_UNKNOWN_VALUES_SUPPRESS, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (again), 4);
}

/* Stores a policy of a rule, by the levels of its dimensions, found on values that have one label
 * on the top. */
static DeidStoredPolicy *
store_rule (const char *specification, gboolean subtrees, const guint *levels, guint n_levels)
{
  static const char *const values[] = { "1", "2", "3", "4", "5", "6", "7", "8" };
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, N_ROWS);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification (specification, NULL);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  ck_assert (subtrees ? deid_lattice_add_subtree_cuts (lattice, "x", rule, NULL, &error)
                      : deid_lattice_add_quasi_identifier (lattice, "x", rule, NULL, &error));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, model, NULL)
             && deid_problem_set_suppression_limit (problem, 0.7, NULL));
  policy = deid_policy_new (lattice, levels, n_levels, &error);
  assert_no_error (error);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  assert_no_error (error);
  return deid_stored_policy_new (result, NULL, NULL);
}

/* What becomes of a batch under a rule without `*`: whether its known values have one label says
 * nothing of the unknown ones, and whether it has known ones nothing of the missing ones. */
static const struct
{
  const char *rule;
  DeidUnknownValues unknown;
  const char *values[N_ROWS];
  const char *released[N_ROWS]; /* by hand; "-" is a suppressed row */
} batches[] = {
  { "bands:0-9,10-19;suppress=no",
    DEID_UNKNOWN_VALUES_SUPPRESS,
    { "1", "2", "1", "2", "77", "77", NULL, NULL },
    { "0-9", "0-9", "0-9", "0-9", "-", "-", NULL, NULL } },
  { "bands:0-9,10-19;suppress=no",
    DEID_UNKNOWN_VALUES_SUPPRESS,
    { "1", "2", "15", "15", "77", "77", NULL, NULL },
    { "0-9", "0-9", "10-19", "10-19", "-", "-", NULL, NULL } },
  { "bands:0-9,10-19;suppress=no",
    DEID_UNKNOWN_VALUES_TOP,
    { "1", "2", "1", "2", "77", "78", NULL, NULL },
    { "0-9", "0-9", "0-9", "0-9", "*", "*", NULL, NULL } },
  { "bands:0-9,10-19;suppress=no",
    DEID_UNKNOWN_VALUES_TOP,
    { "77", "77", "78", "78", "77", "78", NULL, NULL },
    { "*", "*", "*", "*", "*", "*", NULL, NULL } },
  /* With `*` they have it, as the known and the missing ones do. */
  { "bands:0-9,10-19",
    DEID_UNKNOWN_VALUES_SUPPRESS,
    { "1", "2", "1", "2", "77", "78", NULL, NULL },
    { "*", "*", "*", "*", "*", "*", "*", "*" } },
  { "bands:0-9,10-19",
    DEID_UNKNOWN_VALUES_SUPPRESS,
    { "77", "77", "77", "77", "77", "78", NULL, NULL },
    { "*", "*", "*", "*", "*", "*", "*", "*" } },
};

START_TEST (test_rule_on_top)
{
  const gboolean has_star = !g_str_has_suffix (batches[_i].rule, "=no");
  const guint levels[][1] = { { has_star ? 2 : 1 }, { 1 } };

  for (guint subtrees = 0; subtrees < 2; subtrees++)
    {
      g_autoptr (DeidStoredPolicy) policy
          = store_rule (batches[_i].rule, subtrees > 0, levels[subtrees], 1);
      g_autoptr (DeidDataset) dataset = make_text_column ("x", batches[_i].values, N_ROWS);
      g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;

      result = evaluate (policy, dataset, batches[_i].unknown, &error);
      assert_no_error (error);
      ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
      release = deid_result_apply (result, options, NULL, &error);
      assert_no_error (error);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      assert_no_error (error);
      for (guint row = 0, released = 0; row < N_ROWS; row++)
        if (g_strcmp0 (batches[_i].released[row], "-") != 0)
          ck_assert_pstr_eq (deid_dataset_get_value (release, released++, 0),
                             batches[_i].released[row]);
    }
}

/* Of 0-9, 0-4 and 5-9 only 0-4 is merged. The rule labels an unknown value, too: 77 is in none of
 * these, and stays. */
START_TEST (test_rule_in_parts)
{
  static const char *const values[N_ROWS] = { "1", "2", "3", "4", "5", "5", "77", "77" };
  static const char *const expected[N_ROWS] = { "0-4", "0-4", "0-4", "0-4", "5", "5", "77", "77" };
  g_autoptr (DeidStoredPolicy) policy
      = store_rule ("intervals:5,10;suppress=no", TRUE, (guint[]){ 0, 1, 0 }, 3);
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, N_ROWS);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  result = evaluate (policy, dataset, DEID_UNKNOWN_VALUES_TOP, &error);
  assert_no_error (error);
  assert_released (result, "x", expected);
}

/* A label that says nothing of a value covers the whole domain, of 1, 2, 12, 13, abc, def, 25 and
 * missing: D = 8. By the definition a value covering n of D costs (n - 1) / (D - 1), and a
 * suppressed one 1. */
START_TEST (test_loss)
{
  static const char *const values[]
      = { "1", "2", "abc", "12", "13", "25", "abc", "def", NULL, NULL };
  g_autoptr (DeidStoredPolicy) policy = store_rule ("intervals:10", FALSE, (guint[]){ 1 }, 1);
  g_autoptr (DeidDataset) dataset = make_text_column ("x", values, G_N_ELEMENTS (values)),
                          release = NULL;
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  result = evaluate (policy, dataset, DEID_UNKNOWN_VALUES_TOP, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
  ck_assert_double_eq_tol (deid_result_get_loss (result), (1 + 4.0 / 7 + 3) / 10, 1e-15);
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  assert_no_error (error);
}

/* The stored table of labels can be read: a value and its label. */
START_TEST (test_labels)
{
  g_autoptr (DeidStoredPolicy) policy = store (1, 0);
  DeidHierarchy *city = deid_stored_policy_get_hierarchy (policy, 0),
                *age = deid_stored_policy_get_hierarchy (policy, 1);

  ck_assert_uint_eq (count_of (stored_report (policy), "attributes[0].hierarchy_level"), 1);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (city), 4);
  assert_generalizes (city, "Ulm", 1, "south");
  ck_assert_uint_eq (deid_hierarchy_get_parent (city, 0, 2), 1);
  ck_assert_uint_eq (count_of (stored_report (policy), "attributes[1].hierarchy_level"), 0);
  assert_generalizes (age, "31", 0, "31");
  assert_generalizes (age, "42", 0, NULL);
}

/* A table that has none can be stored, whatever would become of them. */
START_TEST (test_no_unknown_values)
{
  g_autoptr (DeidStoredPolicy) policy = store (1, 1), again = NULL;
  g_autoptr (DeidDataset) dataset = make_table (cities, ages);
  g_autoptr (DeidResult) result = NULL;
  GError *error = NULL;

  result = evaluate (policy, dataset, DEID_UNKNOWN_VALUES_TOP, &error);
  assert_no_error (error);
  again = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
}
END_TEST

START_TEST (test_names)
{
  ck_assert_str_eq (deid_enum_get_name ("DeidUnknownValues", DEID_UNKNOWN_VALUES_ERROR), "error");
  ck_assert_str_eq (deid_enum_get_name ("DeidUnknownValues", DEID_UNKNOWN_VALUES_SUPPRESS),
                    "suppress");
  ck_assert_str_eq (deid_enum_get_name ("DeidUnknownValues", DEID_UNKNOWN_VALUES_TOP), "top");
  ck_assert_ptr_null (deid_enum_get_name ("DeidUnknownValues", 3));
  ck_assert_ptr_null (deid_enum_get_name ("DeidUnknownValues", -1));
}
END_TEST

START_TEST (test_bad_option)
{
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  GError *error = NULL;

  ck_assert (
      !deid_stored_policy_options_set_unknown_values (options, (DeidUnknownValues) 3, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "3", NULL);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("unknown values");
  TCase *tcase = tcase_create ("unknown values");

  tcase_add_test (tcase, test_error);
  tcase_add_test (tcase, test_suppress);
  tcase_add_test (tcase, test_limit);
  tcase_add_test (tcase, test_stored_level);
  tcase_add_test (tcase, test_top);
  tcase_add_test (tcase, test_one_label);
  tcase_add_test (tcase, test_marks);
  tcase_add_loop_test (tcase, test_rule_on_top, 0, G_N_ELEMENTS (batches));
  tcase_add_test (tcase, test_rule_in_parts);
  tcase_add_test (tcase, test_loss);
  tcase_add_test (tcase, test_labels);
  tcase_add_test (tcase, test_no_unknown_values);
  tcase_add_test (tcase, test_names);
  tcase_add_test (tcase, test_bad_option);
  suite_add_tcase (suite, tcase);
  return suite;
}
