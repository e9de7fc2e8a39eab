/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Columns that combine others, and the role of what is judged and never released. */
#include <string.h>

#include "support/sample.h"
#include "support/suite.h"

#define MAX_ROWS 12

static const char *const pair[] = { "illness", "drug", NULL };

/* One row of a table worked by hand. */
typedef struct
{
  const char *ward, *illness, *drug, *weight;
} Row;

/* The columns ward, illness, drug, weight, and illness+drug. */
static DeidDataset *
make_table (const Row *rows, guint n_rows)
{
  DeidDataset *dataset = deid_dataset_new ("stays");
  const char *texts[4][MAX_ROWS];
  GError *error = NULL;

  for (guint i = 0; i < n_rows; i++)
    {
      texts[0][i] = rows[i].ward;
      texts[1][i] = rows[i].illness;
      texts[2][i] = rows[i].drug;
      texts[3][i] = rows[i].weight != NULL ? rows[i].weight : "1";
    }
  deid_dataset_add_string_column (dataset, "ward", texts[0], n_rows, NULL, NULL);
  deid_dataset_add_string_column (dataset, "illness", texts[1], n_rows, NULL, NULL);
  deid_dataset_add_string_column (dataset, "drug", texts[2], n_rows, NULL, NULL);
  deid_dataset_add_string_column (dataset, "weight", texts[3], n_rows, NULL, NULL);
  ck_assert (deid_dataset_set_role (dataset, "illness", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "drug", DEID_ROLE_SENSITIVE, NULL));
  ck_assert (deid_dataset_set_role (dataset, "weight", DEID_ROLE_WEIGHT, NULL));
  deid_dataset_add_joint_column (dataset, "illness+drug", pair, NULL, &error);
  assert_no_error (error);
  return dataset;
}

/* Evaluates the policy that keeps wards as they are. */
static DeidResult *
evaluate (DeidDataset *dataset, const char *model, const char *attribute)
{
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidProblem) problem = NULL;
  DeidResult *result;
  const guint bottom = 0;
  GError *error = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "ward", hierarchy, NULL, NULL));
  problem = sample_state_problem (lattice, model, attribute, 0.9);
  result = sample_evaluate (problem, &bottom, &error);
  if (g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    g_clear_error (&error);
  assert_no_error (error);
  return result;
}

/* Checks how many records are suppressed; all if no policy is left. */
static void
assert_suppressed (const Row *rows, guint n_rows, const char *model, const char *attribute,
                   guint64 expected)
{
  g_autoptr (DeidDataset) dataset = make_table (rows, n_rows);
  g_autoptr (DeidResult) result = evaluate (dataset, model, attribute);
  const guint64 n_records = deid_dataset_get_n_records (dataset);

  ck_assert_uint_eq (result != NULL ? deid_result_get_n_suppressed (result) : n_records, expected);
}

/* Ward a has the pairs flu+x, flu+y and cold+x, ward b flu+x and cold+y: two illnesses and two
 * drugs each. */
START_TEST (diverse_pairs)
{
  static const Row rows[]
      = { { "a", "flu", "x", NULL },  { "a", "flu", "y", NULL }, { "a", "cold", "x", NULL },
          { "a", "cold", "x", NULL }, { "b", "flu", "x", NULL }, { "b", "cold", "y", NULL },
          { "b", "flu", "x", NULL } };

  assert_suppressed (rows, 7, "dl:2", "illness", 0);
  assert_suppressed (rows, 7, "dl:2", "drug", 0);
  assert_suppressed (rows, 7, "dl:2", "illness+drug", 0);
  assert_suppressed (rows, 7, "dl:3", "illness+drug", 3);
  assert_suppressed (rows, 7, "dl:4", "illness+drug", 7);
}
END_TEST

/* Half of each ward has flu and half has x, as in the whole table; but of its four pairs, a quarter
 * of the records each, a ward has two: the distance is 1/4 + 1/4. */
START_TEST (close_pairs)
{
  static const Row rows[] = { { "a", "flu", "x", NULL },
                              { "a", "cold", "y", NULL },
                              { "b", "flu", "y", NULL },
                              { "b", "cold", "x", NULL } };

  assert_suppressed (rows, 4, "te:0", "illness", 0);
  assert_suppressed (rows, 4, "te:0", "drug", 0);
  assert_suppressed (rows, 4, "te:0.5", "illness+drug", 0);
  assert_suppressed (rows, 4, "te:0.49", "illness+drug", 4);
}
END_TEST

/* In ward a flu+x has 3 of 4 records; in ward b flu has all of them and no pair has more than half.
 */
START_TEST (weighted_pairs)
{
  static const Row rows[] = { { "a", "flu", "x", "3" },
                              { "a", "cold", "y", "1" },
                              { "b", "flu", "x", "2" },
                              { "b", "flu", "y", "2" } };

  assert_suppressed (rows, 4, "ak:0.5:2", "illness+drug", 4);
  assert_suppressed (rows, 4, "ak:0.75:2", "illness+drug", 0);
  assert_suppressed (rows, 4, "ak:0.75:2", "illness", 4);
}
END_TEST

START_TEST (escaped_texts)
{
  static const Row rows[] = {
    { "a", "flu", "x", NULL }, { "a", "p+", "q", NULL },  { "a", "p", "+q", NULL },
    { "a", "\\", "+", NULL },  { "a", NULL, "x", NULL },  { "a", "flu", NULL, NULL },
    { "a", NULL, NULL, NULL }, { "a", "flu", "x", NULL },
  };
  static const char *const expected[]
      = { "flu+x", "p\\++q", "p+\\+q", "\\\\+\\+", "+x", "flu+", "+", "flu+x" };
  static const char *const more[] = { "illness+drug", "ward", NULL };
  g_autoptr (DeidDataset) dataset = make_table (rows, 8);

  for (guint row = 0; row < 8; row++)
    ck_assert_str_eq (deid_dataset_get_value (dataset, row, 4), expected[row]);
  ck_assert_uint_eq (deid_dataset_get_n_distinct (dataset, 4), 7);
  ck_assert_int_eq (deid_dataset_get_role (dataset, 4), DEID_ROLE_JUDGED);
  ck_assert (deid_dataset_add_joint_column (dataset, "all", more, NULL, NULL));
  ck_assert_str_eq (deid_dataset_get_value (dataset, 0, 5), "flu\\+x+a");
}
END_TEST

START_TEST (refused)
{
  static const Row rows[] = { { "a", "flu", "x", NULL } };
  static const char *const none[] = { NULL }, *const one[] = { "illness", NULL };
  static const char *const unknown[] = { "illness", "dose", NULL };
  static const char *const twice[] = { "illness", "drug", "illness", NULL };
  g_autoptr (DeidDataset) dataset = make_table (rows, 1);
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) hierarchy = deid_hierarchy_new_suppression ();
  GError *error = NULL;

  ck_assert (!deid_dataset_add_joint_column (dataset, "j", one, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "stays", "at least two", NULL);
  ck_assert (!deid_dataset_add_joint_column (dataset, "j", none, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "stays", "at least two", NULL);
  ck_assert (!deid_dataset_add_joint_column (dataset, "j", unknown, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "'dose'", NULL);
  ck_assert (!deid_dataset_add_joint_column (dataset, "j", twice, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'illness'", "twice", NULL);
  ck_assert (!deid_dataset_add_joint_column (dataset, "illness+drug", pair, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_DUPLICATE_COLUMN, "'illness+drug'", NULL);
  ck_assert (!deid_dataset_add_joint_column (dataset, "", pair, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ENCODING, NULL);
  ck_assert_uint_eq (deid_dataset_get_n_columns (dataset), 5);
  lattice = deid_lattice_new (dataset);
  ck_assert (!deid_dataset_add_joint_column (dataset, "j", pair, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_IMMUTABLE, NULL);
  ck_assert (!deid_lattice_add_quasi_identifier (lattice, "illness+drug", hierarchy, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "'illness+drug'", NULL);
}
END_TEST

/* A missing value is refused where its own column says so, also behind another joint column. */
START_TEST (missing_values)
{
  static const Row rows[] = { { "a", "flu", "x", NULL }, { "a", "cold", NULL, NULL } };
  static const char *const more[] = { "illness+drug", "ward", NULL };

  for (guint is_refused = 0; is_refused < 2; is_refused++)
    for (guint is_nested = 0; is_nested < 2; is_nested++)
      {
        const char *name = is_nested ? "all" : "illness+drug";
        g_autoptr (DeidDataset) dataset = make_table (rows, 2);
        g_autoptr (DeidLattice) lattice = NULL;
        g_autoptr (DeidProblem) problem = NULL;
        g_autoptr (DeidPrivacyModel) model
            = deid_privacy_model_new_distinct_l_diversity (name, 2, NULL);
        GError *error = NULL;

        ck_assert (deid_dataset_add_joint_column (dataset, "all", more, NULL, NULL));
        if (is_refused)
          ck_assert (
              deid_dataset_set_missing_policy (dataset, "drug", DEID_MISSING_POLICY_ERROR, NULL));
        lattice = deid_lattice_new (dataset);
        problem = deid_problem_new (lattice);
        ck_assert_int_eq (deid_problem_add_privacy_model (problem, model, &error), !is_refused);
        if (is_refused)
          assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "row 2", "'drug'", NULL);
      }
}
END_TEST

/* It stands in no release and no file, and a table of nothing else cannot be written. */
START_TEST (never_released)
{
  static const Row rows[] = { { "a", "flu", "x", NULL }, { "a", "cold", "y", NULL } };
  static const char *const values[] = { "1" };
  g_autoptr (DeidDataset) dataset = make_table (rows, 2);
  g_autoptr (DeidDataset) release = NULL, other = deid_dataset_new ("other");
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *input = sample_write_csv (dataset, "input.csv");
  GError *error = NULL;

  ck_assert_str_eq (input, "illness,drug,weight\nflu,x,1\ncold,y,1\n");
  result = evaluate (dataset, "dl:2", "illness+drug");
  release = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  assert_no_error (error);
  ck_assert_uint_eq (deid_dataset_get_n_columns (release), 4);
  ck_assert (!deid_dataset_find_column (release, "illness+drug", NULL, NULL));
  ck_assert (deid_dataset_add_string_column (other, "x", values, 1, NULL, NULL));
  ck_assert (deid_dataset_set_role (other, "x", DEID_ROLE_JUDGED, NULL));
  ck_assert (!deid_dataset_write_csv (other, get_temporary_file ("no.csv"), NULL, NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_ROLE, "judged", NULL);
}
END_TEST

/* A stored policy keeps the role, and adds the column to a table that lacks it. */
START_TEST (stored_policy)
{
  static const Row rows[] = { { "a", "flu", "x", NULL }, { "a", "cold", "y", NULL } };
  static const Row tomorrow[] = { { "a", "flu", "x", NULL }, { "a", "flu", "x", NULL } };
  g_autoptr (DeidDataset) dataset = make_table (rows, 2);
  g_autoptr (DeidDataset) next = make_table (tomorrow, 2), bare = deid_dataset_new ("bare");
  g_autoptr (DeidResult) result = evaluate (dataset, "dl:2", "illness+drug"), applied = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
  const char *path = get_temporary_file ("joint.json");
  GError *error = NULL;

  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_stored_policy_write_json (policy, path, NULL, &error));
  read = deid_stored_policy_new_from_json_file (path, NULL, NULL, &error);
  assert_no_error (error);
  applied = deid_stored_policy_evaluate (read, next, NULL, NULL, &error);
  ck_assert_ptr_null (applied);
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  for (guint c = 0; c < 4; c++)
    {
      const char *const values[]
          = { deid_dataset_get_value (dataset, 0, c), deid_dataset_get_value (dataset, 1, c) };

      ck_assert (deid_dataset_add_string_column (bare, deid_dataset_get_column_name (dataset, c),
                                                 values, 2, NULL, NULL));
    }
  applied = deid_stored_policy_evaluate (read, bare, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert_str_eq (deid_dataset_get_value (bare, 1, 4), "cold+y");
  ck_assert_int_eq (deid_dataset_get_role (bare, 4), DEID_ROLE_JUDGED);
}
END_TEST

/* Returns: what becomes of a table that joins some columns under the name of the others. */
static DeidResult *
evaluate_joined (DeidStoredPolicy *policy, const Row *rows, const char *const *parts, gsize n_parts,
                 GError **error)
{
  g_autoptr (DeidDataset) dataset = make_table (rows, 2);
  g_autoptr (DeidDataset) joined = deid_dataset_new ("joined");
  const char *values[2], *named[4] = { NULL };

  for (guint c = 0; c < 4; c++)
    {
      for (guint64 row = 0; row < 2; row++)
        values[row] = deid_dataset_get_value (dataset, row, c);
      ck_assert (deid_dataset_add_string_column (joined, deid_dataset_get_column_name (dataset, c),
                                                 values, 2, NULL, NULL));
    }
  for (gsize i = 0; i < n_parts; i++)
    named[i] = parts[i];
  if (n_parts > 0)
    ck_assert (deid_dataset_add_joint_column (joined, "illness+drug", named, NULL, NULL));
  else
    ck_assert (deid_dataset_add_string_column (joined, "illness+drug", values, 2, NULL, NULL));
  return deid_stored_policy_evaluate (policy, joined, NULL, NULL, error);
}

/* A part has no role, and its missing values are an error: so they are tomorrow. Tomorrow's column
 * has to join the same ones. */
START_TEST (stored_missing_policy)
{
  static const Row rows[] = { { "a", "flu", "x", NULL }, { "a", "cold", "y", NULL } };
  static const Row lacking[] = { { "a", "flu", "x", NULL }, { "a", "cold", NULL, NULL } };
  static const char *const parts[] = { "illness", "drug", "ward", NULL };
  g_autoptr (DeidDataset) dataset = make_table (rows, 2);
  g_autoptr (DeidResult) result = NULL, applied = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_set_role (dataset, "drug", DEID_ROLE_IDENTIFYING, NULL));
  ck_assert (deid_dataset_set_missing_policy (dataset, "drug", DEID_MISSING_POLICY_ERROR, NULL));
  result = evaluate (dataset, "dl:2", "illness+drug");
  policy = deid_stored_policy_new (result, NULL, &error);
  assert_no_error (error);
  text = deid_stored_policy_to_json (policy, NULL, NULL);
  read = deid_stored_policy_new_from_json_text (text, NULL, NULL, &error);
  assert_no_error (error);
  applied = evaluate_joined (read, rows, parts, 2, &error);
  assert_no_error (error);
  ck_assert_ptr_nonnull (applied);
  ck_assert_ptr_null (evaluate_joined (read, lacking, parts, 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "row 2", "'drug'", NULL);
  ck_assert_ptr_null (evaluate_joined (policy, lacking, parts, 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "row 2", "'drug'", NULL);
  ck_assert_ptr_null (evaluate_joined (read, rows, parts, 0, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'illness+drug'", NULL);
  ck_assert_ptr_null (evaluate_joined (read, rows, parts + 1, 2, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'illness+drug'", NULL);
  ck_assert_ptr_null (evaluate_joined (read, rows, parts, 3, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "'illness+drug'", NULL);
}
END_TEST

/* Adds the column that a host would make itself. */
static void
concatenate (DeidDataset *dataset)
{
  const guint64 n_rows = deid_dataset_get_n_rows (dataset);
  g_auto (GStrv) texts = g_new0 (char *, n_rows + 1);
  guint first, second;

  ck_assert (deid_dataset_find_column (dataset, "diagnosis", &first, NULL));
  ck_assert (deid_dataset_find_column (dataset, "note", &second, NULL));
  for (guint64 row = 0; row < n_rows; row++)
    {
      const char *a = deid_dataset_get_value (dataset, row, first);
      const char *b = deid_dataset_get_value (dataset, row, second);

      texts[row] = g_strdup_printf ("%s|%s", a != NULL ? a : "", b != NULL ? b : "");
    }
  ck_assert (deid_dataset_add_string_column (dataset, "pair", (const char *const *) texts, n_rows,
                                             NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "pair", DEID_ROLE_JUDGED, NULL));
}

/* Returns: the release of the optimum, verified, or NULL if there is none. */
static char *
solve (const Sample *sample, SampleColumns columns, gboolean is_joint, const char *model)
{
  static const char *const parts[] = { "diagnosis", "note", NULL };
  g_autoptr (DeidDataset) dataset = sample_build_dataset (sample, columns), release = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  g_autofree char *policy = NULL, *csv = NULL;
  GError *error = NULL;

  if (is_joint)
    ck_assert (deid_dataset_add_joint_column (dataset, "pair", parts, NULL, NULL));
  else
    concatenate (dataset);
  lattice = sample_build_lattice (sample, dataset);
  problem = sample_state_problem (lattice, model, "pair", 0.3);
  result = deid_search_run (search, problem, NULL, &error);
  if (g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    {
      g_clear_error (&error);
      return NULL;
    }
  assert_no_error (error);
  release = deid_result_apply (result, NULL, NULL, NULL);
  ck_assert (deid_result_verify (result, release, NULL, &error));
  assert_no_error (error);
  policy = deid_policy_to_text (deid_result_get_policy (result), NULL);
  csv = sample_write_csv (release, "released.csv");
  return g_strdup_printf ("%s %" G_GUINT64_FORMAT " %.17g\n%s", policy,
                          deid_result_get_n_suppressed (result), deid_result_get_loss (result),
                          csv);
}

START_TEST (as_concatenated)
{
  static const char *const models[]
      = { "dl:3", "el:2.5", "rcl:2:2", "te:0.4", "bl:3", "ak:0.4:3", "dd:2", "k:2;dl:2" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  guint n_solved = 0;

  for (guint trial = 0; trial < count_trials (100) + 16; trial++)
    {
      const SampleColumns columns = trial % 3 == 0   ? SAMPLE_WITH_WEIGHTS
                                    : trial % 3 == 1 ? SAMPLE_WITH_PERSONS
                                                     : SAMPLE_PLAIN;
      const char *model = models[trial % G_N_ELEMENTS (models)];
      g_autofree char *joint = NULL, *concatenated = NULL;
      Sample sample;

      sample_init_random (&sample, rand, (guint) g_rand_int_range (rand, 5, 60), 2);
      joint = solve (&sample, columns, TRUE, model);
      concatenated = solve (&sample, columns, FALSE, model);
      ck_assert_pstr_eq (joint, concatenated);
      n_solved += joint != NULL;
    }
  ck_assert_uint_gt (n_solved, 3);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("joint columns");
  TCase *tcase = tcase_create ("joint columns");

  tcase_add_test (tcase, diverse_pairs);
  tcase_add_test (tcase, close_pairs);
  tcase_add_test (tcase, weighted_pairs);
  tcase_add_test (tcase, escaped_texts);
  tcase_add_test (tcase, refused);
  tcase_add_test (tcase, missing_values);
  tcase_add_test (tcase, never_released);
  tcase_add_test (tcase, stored_policy);
  tcase_add_test (tcase, stored_missing_policy);
  tcase_add_test (tcase, as_concatenated);
  suite_add_tcase (suite, tcase);
  return suite;
}
