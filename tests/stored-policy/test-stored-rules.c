/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stored policies whose hierarchies have rules: they keep the rule, and label the values of later
 * tables as a hierarchy would that has rows for them. */
#include "support/figures.h"
#include "support/letter-column.h"
#include "support/suite.h"

#include <string.h>

typedef struct
{
  LetterColumn zips;
  const char *illnesses[N_LETTER_ROWS];
} Table;

static void
table_init (Table *table, GRand *rand, gint n_letters)
{
  static const char *const illnesses[] = { "flu", "gout", "angina", "asthma" };

  letter_column_init (&table->zips, rand, n_letters);
  for (guint i = 0; i < N_LETTER_ROWS; i++)
    table->illnesses[i] = illnesses[g_rand_int_range (rand, 0, 4)];
}

static DeidDataset *
table_build (const Table *table)
{
  DeidDataset *dataset = deid_dataset_new ("table");

  ck_assert (deid_dataset_add_string_column (dataset, "zip", table->zips.values, N_LETTER_ROWS,
                                             NULL, NULL));
  ck_assert (deid_dataset_add_string_column (dataset, "illness", table->illnesses, N_LETTER_ROWS,
                                             NULL, NULL));
  ck_assert (deid_dataset_set_role (dataset, "illness", DEID_ROLE_SENSITIVE, NULL));
  return dataset;
}

/* Evaluates a level on a table; the hierarchy of the illnesses is a rule. Takes @zip. */
static DeidResult *
evaluate (const Table *table, DeidHierarchy *zip, guint level)
{
  g_autoptr (DeidDataset) dataset = table_build (table);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidHierarchy) own_zip = zip;
  g_autoptr (DeidHierarchy) illness = deid_hierarchy_new_from_specification (
      "groups:flu=lungs,asthma=lungs,gout=other,angina=other", NULL);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (2, NULL);
  g_autoptr (DeidPrivacyModel) t
      = deid_privacy_model_new_hierarchical_t_closeness ("illness", 0.8, NULL);
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) policy = NULL;
  DeidResult *result;
  GError *error = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", own_zip, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL)
             && deid_problem_add_privacy_model (problem, t, NULL)
             && deid_problem_set_sensitive_hierarchy (problem, "illness", illness, NULL, &error)
             && deid_problem_set_suppression_limit (problem, 1, NULL));
  policy = deid_policy_new (lattice, &level, 1, NULL);
  result = deid_problem_evaluate (problem, policy, NULL, &error);
  if (result == NULL)
    assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  return result;
}

static DeidStoredPolicy *
store (DeidResult *result, char **text)
{
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new (result, NULL, NULL);
  DeidStoredPolicy *read;
  GError *error = NULL;

  *text = deid_stored_policy_to_json (policy, NULL, NULL);
  read = deid_stored_policy_new_from_json_text (*text, NULL, NULL, &error);
  assert_no_error (error);
  return read;
}

/* A policy of one month, stored and read, on the next one: as if it were evaluated there with a
 * hierarchy that has all values of both. */
START_TEST (test_next_month)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (171717);

  for (guint trial = 0; trial < MAX (count_trials (200), 5); trial++)
    {
      const guint level = (guint) g_rand_int_range (rand, 0, 4);
      Table table, next;
      const LetterColumn *const both[] = { &table.zips, &next.zips };
      g_autoptr (DeidResult) first = NULL, stored = NULL, expected = NULL;
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidStoredPolicy) policy = NULL;
      g_autofree char *text = NULL;
      GError *error = NULL;

      table_init (&table, rand, 3);
      table_init (&next, rand, 4);
      first = evaluate (&table, deid_hierarchy_new_from_specification ("prefix:2,1", NULL), level);
      if (first == NULL)
        continue;
      policy = store (first, &text);
      dataset = table_build (&next);
      stored = deid_stored_policy_evaluate (policy, dataset, NULL, NULL, &error);
      expected = evaluate (&next, letter_columns_make_rows (both, 2), level);
      ck_assert ((stored == NULL) == (expected == NULL));
      if (stored != NULL)
        assert_same_release (stored, expected);
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
    }
}

/* The file has the rules, and no value of the table. */
START_TEST (test_file)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autofree char *text = NULL, *again = NULL, *rule = NULL;
  Table table;

  table_init (&table, rand, 3);
  result
      = evaluate (&table, deid_hierarchy_new_from_specification ("prefix:2,1;missing=NA", NULL), 2);
  ck_assert_ptr_nonnull (result);
  policy = store (result, &text);
  ck_assert_ptr_nonnull (strstr (text, "prefix:2,1;missing=NA"));
  ck_assert_ptr_nonnull (strstr (text, "groups:flu=lungs"));
  ck_assert_ptr_null (strstr (text, "labels"));
  for (guint i = 0; i < N_LETTER_ROWS; i++)
    ck_assert (table.zips.values[i] == NULL || strstr (text, table.zips.values[i]) == NULL);
  again = deid_stored_policy_to_json (policy, NULL, NULL);
  ck_assert_str_eq (again, text);
  rule = specify (deid_stored_policy_get_hierarchy (policy, 0));
  ck_assert_str_eq (rule, "prefix:2,1;missing=NA");
  ck_assert_uint_eq (count_of (stored_report (policy), "attributes[0].level"), 2);
  ck_assert_uint_eq (count_of (stored_report (policy), "attributes[0].hierarchy_level"), 2);
  assert_generalizes (deid_stored_policy_get_hierarchy (policy, 0), "XYZ", 2, "X**");
}

/* What depends on data is stored as they made it: what was not rare stays so, and all else is. */
START_TEST (test_frozen)
{
  static const char *const values[] = { "a", "a", "b", "a", "c", "a" }, *const next[]
                                                                        = { "c", "c", "c",
                                                                            "a", "d", "c" };
  static const char *const expected[] = { "other", "other", "other", "a", "other", "other" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"), later = deid_dataset_new ("later");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification ("rare:2", NULL);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) applied = NULL;
  g_autoptr (DeidResult) result = NULL, on_later = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidDataset) release = NULL;
  g_autofree char *text = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "v", values, 6, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (later, "v", next, 6, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "v", rule, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  applied = deid_policy_new (lattice, (guint[]){ 1 }, 1, NULL);
  result = deid_problem_evaluate (problem, applied, NULL, NULL);
  policy = store (result, &text);
  on_later = deid_stored_policy_evaluate (policy, later, NULL, NULL, NULL);
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  release = deid_result_apply (on_later, options, NULL, NULL);
  for (guint row = 0; row < 6; row++)
    ck_assert_str_eq (deid_dataset_get_value (release, row, 0), expected[row]);
}

/* Three records that a rule does not know are suppressed; the population has hours that they have
 * not, which the rule knows: ten records of one, one of the other. */
START_TEST (test_unknown)
{
  static const char *const times[] = { "10:15", "10:40", "11:15", "noon", "?", "noon" };
  static const char *const hours[] = { "10:15", "12:20", "11:40" }, *const counts[]
                                                                    = { "10", "7", "1" };
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"), later = deid_dataset_new ("later"),
                          population = deid_dataset_new ("population");
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification ("time:hour", NULL);
  g_autoptr (DeidPrivacyModel) map = deid_privacy_model_new_k_map (5, NULL);
  g_autoptr (DeidStoredPolicyOptions) options = deid_stored_policy_options_new ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) applied = NULL;
  g_autoptr (DeidResult) result = NULL, on_later = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidDataset) release = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "t", times, 3, NULL, NULL)
             && deid_dataset_add_string_column (later, "t", times, 6, NULL, NULL)
             && deid_dataset_add_string_column (population, "t", hours, 3, NULL, NULL)
             && deid_dataset_add_string_column (population, "n", counts, 3, NULL, NULL)
             && deid_dataset_set_role (population, "n", DEID_ROLE_WEIGHT, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_quasi_identifier (lattice, "t", rule, NULL, NULL));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, map, NULL)
             && deid_problem_set_population (problem, population, NULL, NULL)
             && deid_problem_set_suppression_limit (problem, 0.7, NULL));
  applied = deid_policy_new (lattice, (guint[]){ 1 }, 1, NULL);
  result = deid_problem_evaluate (problem, applied, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (result), 1);
  policy = store (result, &text);
  ck_assert (deid_stored_policy_options_set_population (options, population, NULL)
             && deid_stored_policy_options_set_unknown_values (options,
                                                               DEID_UNKNOWN_VALUES_SUPPRESS, NULL));
  on_later = deid_stored_policy_evaluate (policy, later, options, NULL, &error);
  assert_no_error (error);
  ck_assert_uint_eq (deid_result_get_n_suppressed (on_later), 4);
  release = deid_result_apply (on_later, NULL, NULL, NULL);
  ck_assert (deid_result_verify (on_later, release, NULL, &error));
  assert_no_error (error);
}

/* Rules as subtrees, of which a policy merges those with the label @merged: values of the table, of
 * a later one that the rule sees only then, and what these become. */
static const struct
{
  const char *rule;
  const char *merged;
  const char *values[6], *later[6], *expected[6];
} subtrees[] = {
  { "rare:2",
    "other",
    { "a", "a", "b", "a", "c", "a" },
    { "c", "d", "a", "b", "e", "a" },
    { "other", "other", "a", "other", "other", "a" } },
  { "groups:a=x,b=x,c=y,d=y,e=y",
    "x",
    { "a", "b", "c", "c", "a", "b" },
    { "d", "a", "e", "b", "c", "d" },
    { "d", "x", "e", "x", "c", "d" } },
  { "groups:a=x,b=x,c=y,d=y;other=z",
    "z",
    { "a", "q", "c", "r", "a", "q" },
    { "d", "s", "e", "q", "c", "t" },
    { "d", "z", "z", "z", "c", "z" } },
  { "prefix:2,1",
    "1**",
    { "111", "112", "121", "211", "222", "211" },
    { "131", "199", "211", "212", "222", "111" },
    { "1**", "1**", "211", "212", "222", "1**" } },
  { "mask:1",
    "11*",
    { "111", "112", "113", "211", "222", "211" },
    { "117", "121", "211", "212", "222", "111" },
    { "11*", "121", "211", "212", "222", "11*" } },
  { "zip:3",
    "021",
    { "02139", "02138", "03601", "10001", "03601", "02139" },
    { "02199", "021391234", "03602", "10001", "03601", "02139" },
    { "021", "021", "03602", "10001", "03601", "021" } },
  { "intervals:10",
    "10-19",
    { "11", "12", "25", "37", "25", "11" },
    { "13", "19", "26", "37", "45", "12" },
    { "10-19", "10-19", "26", "37", "45", "10-19" } },
};

/* Merges the one subtree that has a label. */
static DeidPolicy *
merge_one (DeidLattice *lattice, const char *label)
{
  const guint n = deid_lattice_get_n_dimensions (lattice);
  g_autofree guint *levels = g_new0 (guint, n);

  for (guint d = 0; d < n; d++)
    {
      g_autoptr (DeidPolicy) policy = NULL;
      g_autofree char *words = NULL;

      memset (levels, 0, n * sizeof *levels);
      levels[d] = 1;
      policy = deid_policy_new (lattice, levels, n, NULL);
      words = deid_policy_describe (policy, NULL, NULL);
      if (strstr (words, label) != NULL)
        return g_steal_pointer (&policy);
    }
  ck_abort_msg ("no subtree %s", label);
  return NULL;
}

/* The later table is that of a population, too, which the search accepts. */
START_TEST (test_subtrees)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"), later = deid_dataset_new ("later");
  g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_from_specification (subtrees[_i].rule, NULL);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (1, NULL);
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  g_autoptr (DeidStoredPolicyOptions) with_population = deid_stored_policy_options_new ();
  g_autoptr (DeidLattice) lattice = NULL;
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidPolicy) merged = NULL;
  g_autoptr (DeidResult) result = NULL, on_later = NULL, on_same = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL;
  g_autoptr (DeidDataset) release = NULL;
  g_autofree char *text = NULL, *again = NULL;
  GError *error = NULL;

  ck_assert (deid_dataset_add_string_column (dataset, "v", subtrees[_i].values, 6, NULL, NULL));
  ck_assert (deid_dataset_add_string_column (later, "v", subtrees[_i].later, 6, NULL, NULL));
  lattice = deid_lattice_new (dataset);
  ck_assert (deid_lattice_add_subtree_cuts (lattice, "v", rule, NULL, &error));
  assert_no_error (error);
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, k, NULL));
  merged = merge_one (lattice, subtrees[_i].merged);
  result = deid_problem_evaluate (problem, merged, NULL, &error);
  assert_no_error (error);
  policy = store (result, &text);
  again = deid_stored_policy_to_json (policy, NULL, NULL);
  ck_assert_str_eq (again, text);
  on_later = deid_stored_policy_evaluate (policy, later, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_release_options_set_keep_order (options, TRUE, NULL));
  release = deid_result_apply (on_later, options, NULL, &error);
  assert_no_error (error);
  for (guint row = 0; row < 6; row++)
    ck_assert_str_eq (deid_dataset_get_value (release, row, 0), subtrees[_i].expected[row]);
  ck_assert (deid_result_verify (on_later, release, NULL, &error));
  assert_no_error (error);
  ck_assert (deid_stored_policy_options_set_population (with_population, later, NULL));
  on_same = deid_stored_policy_evaluate (policy, dataset, with_population, NULL, &error);
  assert_no_error (error);
}

/* The next table is ordered as the first one was, without being told. */
START_TEST (test_types)
{
  static const struct
  {
    DeidColumnType type;
    const char *format, *stored;
    const char *values[4];
  } cases[] = { { DEID_COLUMN_TYPE_INTEGER, NULL, "\"integer\"", { "1", "2", "10", "30" } },
                { DEID_COLUMN_TYPE_DATE,
                  "DD.MM.YYYY",
                  "\"date DD.MM.YYYY\"",
                  { "30.11.2023", "31.12.2023", "01.02.2024", "02.03.2024" } } };
  static const char *const quasi[] = { "a", "a", "b", "b" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (DeidDataset) dataset = deid_dataset_new ("table"),
                              later = deid_dataset_new ("next");
      g_autoptr (DeidHierarchy) rule = deid_hierarchy_new_suppression ();
      g_autoptr (DeidPrivacyModel) model
          = deid_privacy_model_new_from_specification ("to:0.334@s", NULL, NULL);
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidPolicy) bottom = NULL;
      g_autoptr (DeidResult) result = NULL, on_later = NULL;
      g_autoptr (DeidStoredPolicy) policy = NULL;
      g_autofree char *text = NULL;
      GError *error = NULL;

      ck_assert (
          deid_dataset_add_string_column (dataset, "q", quasi, 4, NULL, NULL)
          && deid_dataset_add_string_column (dataset, "s", cases[i].values, 4, NULL, NULL)
          && deid_dataset_add_string_column (later, "q", quasi, 4, NULL, NULL)
          && deid_dataset_add_string_column (later, "s", cases[i].values, 4, NULL, NULL)
          && deid_dataset_set_role (dataset, "s", DEID_ROLE_SENSITIVE, NULL)
          && deid_dataset_set_column_type (dataset, "s", cases[i].type, cases[i].format, NULL));
      lattice = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_quasi_identifier (lattice, "q", rule, NULL, NULL));
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
      bottom = deid_policy_new_bottom (lattice, NULL);
      result = deid_problem_evaluate (problem, bottom, NULL, &error);
      assert_no_error (error);
      policy = store (result, &text);
      ck_assert_ptr_nonnull (strstr (text, "\"types\""));
      ck_assert_ptr_nonnull (strstr (text, cases[i].stored));
      on_later = deid_stored_policy_evaluate (policy, later, NULL, NULL, &error);
      assert_no_error (error);
      ck_assert_int_eq (deid_dataset_get_column_type (later, 1), cases[i].type);
    }
}

/* A file by hand with a rule that would look at the data of whoever reads it. */
START_TEST (test_unfrozen)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (DeidStoredPolicy) policy = NULL, spoilt = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) parts = NULL;
  g_autofree char *changed = NULL;
  Table table;
  GError *error = NULL;

  table_init (&table, rand, 3);
  result = evaluate (&table, deid_hierarchy_new_from_specification ("prefix:2,1", NULL), 2);
  policy = store (result, &text);
  parts = g_strsplit (text, "prefix:2,1", 2);
  changed = g_strjoinv ("rare:5,9", parts);
  spoilt = deid_stored_policy_new_from_json_text (changed, NULL, NULL, &error);
  ck_assert_ptr_null (spoilt);
  assert_error (&error, DEID_ERROR, DEID_ERROR_PARSE, "attribute 'zip'", "'rule'", "data", NULL);
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("stored rules");
  TCase *tcase = tcase_create ("stored rules");

  tcase_add_test (tcase, test_next_month);
  tcase_add_test (tcase, test_file);
  tcase_add_test (tcase, test_frozen);
  tcase_add_test (tcase, test_unknown);
  tcase_add_loop_test (tcase, test_subtrees, 0, G_N_ELEMENTS (subtrees));
  tcase_add_test (tcase, test_types);
  tcase_add_test (tcase, test_unfrozen);
  suite_add_tcase (suite, tcase);
  return suite;
}
