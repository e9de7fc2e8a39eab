/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules meet columns: what the tables of labels have, and that nothing asks whether a table came of
 * a rule or of rows. */
#include "support/letter-column.h"
#include "support/suite.h"

#define RULE "prefix:2,1;missing=NA"

static DeidHierarchy *
make_rule (const char *text)
{
  GError *error = NULL;
  DeidHierarchy *hierarchy = deid_hierarchy_new_from_specification (text, &error);

  assert_no_error (error);
  return hierarchy;
}

static void
assert_labels (const DeidHierarchy *hierarchy, guint level, const char *expected)
{
  gsize n;
  g_autofree const char **labels = deid_hierarchy_list_labels (hierarchy, level, &n, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", labels[i]);
  ck_assert_str_eq (text->str, expected);
}

/* By hand: leaves in the order of the column, those of a second column behind them; each label with
 * the one above. */
START_TEST (test_table)
{
  static const char *const first[] = { "AB1", "CD2", NULL, "AB2", "NA", "AB1" }, *const second[]
                                                                                 = { "CE1", "AB2",
                                                                                     "AB3" };
  static const guint parents[] = { 0, 1, 0, 2, 3, 0 };
  g_autoptr (DeidDataset) one = make_text_column ("zip", first, 6),
                          two = make_text_column ("zip", second, 3);
  g_autoptr (DeidHierarchy) rule = make_rule (RULE), bound = NULL, more = NULL, same = NULL;
  g_autofree char *text = NULL;

  bound = deid_hierarchy_bind (rule, one, "zip", NULL, NULL);
  ck_assert_uint_eq (deid_hierarchy_get_n_leaves (rule), 0);
  assert_labels (rule, 3, "*");
  assert_labels (bound, 0, "AB1 CD2 AB2 NA");
  assert_labels (bound, 1, "AB* CD* NA");
  assert_labels (bound, 2, "A** C** NA");
  assert_labels (bound, 3, "*");

  more = deid_hierarchy_bind (bound, two, "zip", NULL, NULL);
  assert_labels (more, 0, "AB1 CD2 AB2 NA CE1 AB3");
  assert_labels (more, 1, "AB* CD* NA CE*");
  for (guint leaf = 0; leaf < G_N_ELEMENTS (parents); leaf++)
    ck_assert_uint_eq (deid_hierarchy_get_parent (more, 0, leaf), parents[leaf]);
  ck_assert_uint_eq (deid_hierarchy_get_parent (more, 1, 3), 1);
  text = specify (more);
  ck_assert_str_eq (text, RULE);
  same = deid_hierarchy_bind (more, one, "zip", NULL, NULL);
  ck_assert_ptr_eq (same, more);
}

/* A rule labels what its table lacks, bound or not; rows do not. */
START_TEST (test_unseen)
{
  static const char *const values[] = { "AB1" };
  g_autoptr (DeidDataset) dataset = make_text_column ("zip", values, 1);
  g_autoptr (DeidHierarchy) rule = make_rule (RULE);
  g_autoptr (DeidHierarchy) bound = deid_hierarchy_bind (rule, dataset, "zip", NULL, NULL);
  DeidHierarchy *const both[] = { rule, bound };

  for (guint i = 0; i < 2; i++)
    {
      assert_generalizes (both[i], "AB1", 1, "AB*");
      assert_generalizes (both[i], "XYZ", 0, "XYZ");
      assert_generalizes (both[i], "XYZ", 2, "X**");
      assert_generalizes (both[i], "NA", 2, "NA");
      assert_generalizes (both[i], "NA", 3, "*");
      assert_generalizes (both[i], "", 2, "");
      assert_generalizes (both[i], "", 3, "*");
    }
}

/* What is rare is found out once: later values are not counted. */
START_TEST (test_frozen)
{
  static const char *const values[] = { "a", "a", "b", "a", "c", "b" }, *const next[]
                                                                        = { "c", "c", "d" };
  g_autoptr (DeidDataset) dataset = make_text_column ("zip", values, 6),
                          later = make_text_column ("zip", next, 3);
  g_autoptr (DeidHierarchy) rule = make_rule ("rare:2;special=x"), bound = NULL, again = NULL;

  assert_generalizes (rule, "a", 1, NULL);
  bound = deid_hierarchy_bind (rule, dataset, "zip", NULL, NULL);
  assert_generalizes (bound, "a", 1, "a");
  assert_generalizes (bound, "b", 1, "b");
  assert_generalizes (bound, "c", 1, "other");
  again = deid_hierarchy_bind (bound, later, "zip", NULL, NULL);
  assert_generalizes (again, "c", 1, "other");
  assert_generalizes (again, "d", 1, "other");
  assert_generalizes (again, "x", 1, "x");
}

START_TEST (test_errors)
{
  static const char *const values[] = { "12:30", "noon", "25:00", "night" }, *const labels[]
                                                                             = { "ABC", "AB*" };
  g_autoptr (DeidDataset) times = make_text_column ("zip", values, 4),
                          nested = make_text_column ("zip", labels, 2);
  g_autoptr (DeidHierarchy) rule = make_rule ("time:hour"),
                            special = make_rule ("prefix:2,1;special=AB*");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  ck_assert_ptr_null (deid_hierarchy_bind (rule, times, "zip", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_VALUE, "table: column 'zip'", "3 values",
                "time:hour", "row 2", "missing=", "special=", NULL);
  ck_assert_ptr_null (deid_hierarchy_bind (rule, times, "age", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN, "age", NULL);
  ck_assert_ptr_null (deid_hierarchy_bind (special, nested, "zip", NULL, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_HIERARCHY, "'AB*' on level 1", NULL);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (deid_hierarchy_bind (special, nested, "zip", cancellable, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
}

/* A column without values, or with missing ones only, is bound like any other: missing values join
 * on the top. */
START_TEST (test_few_values)
{
  static const char *const rules[] = { "suppress", RULE, "rare:2" };
  static const char *const missing[] = { NULL, NULL };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rules); i++)
    {
      const gsize n = i % 2 * 2;
      g_autoptr (DeidDataset) dataset = make_text_column ("zip", missing, n);
      g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
      g_autoptr (DeidHierarchy) rule = make_rule (rules[i / 2]);
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (2, NULL);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autoptr (DeidPolicy) top = NULL;
      g_autoptr (DeidDataset) release = NULL;
      GError *error = NULL;
      guint height;

      ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", rule, NULL, &error));
      assert_no_error (error);
      if (n == 0)
        continue;
      height = deid_lattice_get_height (lattice, 0);
      top = deid_policy_new (lattice, &height, 1, NULL);
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, model, NULL));
      result = deid_problem_evaluate (problem, top, NULL, &error);
      assert_no_error (error);
      release = deid_result_apply (result, NULL, NULL, NULL);
      ck_assert_str_eq (deid_dataset_get_value (release, 0, 0), "*");
      ck_assert (deid_result_verify (result, release, NULL, NULL));
    }
}

/* A random table. */
typedef struct
{
  LetterColumn zips;
  char numbers[N_LETTER_ROWS][4];
  const char *others[N_LETTER_ROWS];
} Table;

static void
table_init (Table *table, GRand *rand, gint n_letters)
{
  letter_column_init (&table->zips, rand, n_letters);
  for (guint i = 0; i < N_LETTER_ROWS; i++)
    {
      g_snprintf (table->numbers[i], sizeof table->numbers[i], "%d", g_rand_int_range (rand, 0, 4));
      table->others[i] = table->numbers[i];
    }
}

static DeidDataset *
table_build (const Table *table)
{
  DeidDataset *dataset = make_text_column ("zip", table->zips.values, N_LETTER_ROWS);

  ck_assert (
      deid_dataset_add_string_column (dataset, "n", table->others, N_LETTER_ROWS, NULL, NULL));
  return dataset;
}

static DeidHierarchy *
make_number_rows (const Table *table)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("numbers");
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < N_LETTER_ROWS; i++)
    if (g_hash_table_add (seen, (gpointer) table->others[i]))
      ck_assert (deid_hierarchy_builder_add_row (
          builder, (const char *[]){ table->others[i], "*", NULL }, NULL));
  return deid_hierarchy_builder_build (builder, NULL);
}

/* Takes the hierarchies. */
static DeidProblem *
make_problem (const Table *table, DeidHierarchy *zip, DeidHierarchy *n, DeidDataset *population)
{
  g_autoptr (DeidDataset) dataset = table_build (table);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidPrivacyModel) k = deid_privacy_model_new_k_anonymity (3, NULL),
                               map = deid_privacy_model_new_k_map (5, NULL);
  g_autoptr (DeidQualityModel) height
      = deid_quality_model_new_from_specification ("height:sum", NULL);
  g_autoptr (DeidHierarchy) own_zip = zip, own_n = n;
  DeidProblem *problem;
  GError *error = NULL;

  ck_assert (deid_lattice_add_quasi_identifier (lattice, "zip", own_zip, NULL, &error)
             && deid_lattice_add_quasi_identifier (lattice, "n", own_n, NULL, &error));
  problem = deid_problem_new (lattice);
  ck_assert (deid_problem_add_privacy_model (problem, population != NULL ? map : k, &error));
  ck_assert (deid_problem_set_suppression_limit (problem, 0.2, NULL));
  if (population != NULL)
    {
      /* The domain of rows is greater, so a loss of levels is compared. */
      ck_assert (deid_problem_set_population (problem, population, NULL, &error));
      ck_assert (deid_problem_set_quality_model (problem, height, NULL));
    }
  return problem;
}

/* What one of them proves holds for the other: their digests are the same. */
static void
assert_same_proof (DeidResult *result, DeidProblem *other)
{
  const char *path = get_temporary_file ("certificate");
  g_autoptr (DeidResult) verified = NULL;
  GError *error = NULL;

  ck_assert (deid_result_write_certificate (result, path, NULL, &error));
  assert_no_error (error);
  verified = deid_problem_verify_certificate (other, path, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_get_loss (verified) == deid_result_get_loss (result));
}

static void
assert_same_result (DeidProblem *a, DeidProblem *b)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) of_a = NULL, of_b = NULL;
  GError *error = NULL, *other_error = NULL;

  of_a = deid_search_run (search, a, NULL, &error);
  of_b = deid_search_run (search, b, NULL, &other_error);
  ck_assert ((of_a == NULL) == (of_b == NULL));
  if (of_a == NULL)
    {
      ck_assert (g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION));
      g_clear_error (&error);
      g_clear_error (&other_error);
      return;
    }
  ck_assert (deid_result_get_loss (of_a) == deid_result_get_loss (of_b));
  ck_assert_uint_eq (deid_result_get_n_suppressed (of_a), deid_result_get_n_suppressed (of_b));
  for (guint d = 0; d < 2; d++)
    ck_assert_uint_eq (deid_policy_get_level (deid_result_get_policy (of_a), d),
                       deid_policy_get_level (deid_result_get_policy (of_b), d));
  assert_same_release (of_a, of_b);
  if (deid_problem_get_population (a) == NULL)
    assert_same_proof (of_a, b);
}

/* Same optimum, loss and release as with the rows, without a population and with one that has
 * values which the table lacks; certificates of the one are those of the other. */
START_TEST (test_rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) (170 + _i));

  for (guint trial = 0; trial < MAX (count_trials (100), 5); trial++)
    {
      Table table, other;
      const LetterColumn *const columns[] = { &table.zips, &other.zips };
      g_autoptr (DeidDataset) population = NULL;
      g_autoptr (DeidProblem) of_rule = NULL, of_rows = NULL;

      table_init (&table, rand, g_rand_int_range (rand, 1, 5));
      table_init (&other, rand, 5);
      for (guint i = 0; i < N_LETTER_ROWS; i++)
        other.others[i] = table.others[i];
      if (_i == 1)
        population = table_build (&other);
      of_rule = make_problem (&table, make_rule (RULE), make_rule ("suppress"), population);
      of_rows = make_problem (&table, letter_columns_make_rows (columns, _i == 1 ? 2 : 1),
                              make_number_rows (&table), population);
      assert_same_result (of_rule, of_rows);
    }
}

/* Nodes that only a population has make no cuts; those that there are merge its values, too. */
START_TEST (test_subtrees)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1717);

  for (guint trial = 0; trial < MAX (count_trials (100), 5); trial++)
    {
      Table table, other;
      g_autoptr (DeidDataset) dataset = NULL, population = NULL, release = NULL;
      g_autoptr (DeidLattice) lattice = NULL;
      g_autoptr (DeidHierarchy) rule = make_rule (RULE);
      g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_map (3, NULL);
      g_autoptr (DeidProblem) problem = NULL;
      g_autoptr (DeidPolicy) policy = NULL;
      g_autoptr (DeidResult) result = NULL;
      g_autofree guint *levels = NULL;
      GError *error = NULL;
      guint n;

      table_init (&table, rand, 3);
      table_init (&other, rand, 5);
      dataset = table_build (&table);
      population = table_build (&other);
      lattice = deid_lattice_new (dataset);
      ck_assert (deid_lattice_add_subtree_cuts (lattice, "zip", rule, NULL, NULL));
      n = deid_lattice_get_n_dimensions (lattice);
      levels = g_new0 (guint, n);
      for (guint d = 0; d < n; d++)
        levels[d] = (guint) g_rand_int_range (rand, 0, 2);
      policy = deid_policy_new (lattice, levels, n, NULL);
      problem = deid_problem_new (lattice);
      ck_assert (deid_problem_add_privacy_model (problem, model, NULL)
                 && deid_problem_set_suppression_limit (problem, 0.9, NULL)
                 && deid_problem_set_population (problem, population, NULL, NULL));
      result = deid_problem_evaluate (problem, policy, NULL, &error);
      if (result == NULL)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      release = deid_result_apply (result, NULL, NULL, NULL);
      ck_assert (deid_result_verify (result, release, NULL, &error));
      assert_no_error (error);
    }
}

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("binding");
  TCase *tcase = tcase_create ("binding");

  tcase_add_test (tcase, test_table);
  tcase_add_test (tcase, test_unseen);
  tcase_add_test (tcase, test_frozen);
  tcase_add_test (tcase, test_errors);
  tcase_add_test (tcase, test_few_values);
  tcase_add_loop_test (tcase, test_rows, 0, 2);
  tcase_add_test (tcase, test_subtrees);
  suite_add_tcase (suite, tcase);
  return suite;
}
