/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules against the same labels given as rows, and against values that come later. */
#include "support/sample.h"
#include "support/suite.h"

#define N_COLUMNS 4
#define N_ROWS    80

static void
draw_zip (GRand *rand, gint n, char value[32])
{
  g_snprintf (value, 32, "%05d", 917 * g_rand_int_range (rand, 0, n));
}

static void
draw_date (GRand *rand, gint n, char value[32])
{
  const gint i = g_rand_int_range (rand, 0, n);

  g_snprintf (value, 32, "%04d-%02d-%02d", 1925 + i * 7 % 90, 1 + i % 12, 1 + i * 5 % 28);
}

static void
draw_word (GRand *rand, gint n, char value[32])
{
  const gint i = g_rand_int_range (rand, 0, n);

  g_snprintf (value, 32, "w%d", i * i / n);
}

static void
draw_number (GRand *rand, gint n, char value[32])
{
  g_snprintf (value, 32, "%d", g_rand_int_range (rand, 0, n) * 3 - 10);
}

/* The columns that a table is made of; each trial takes four. */
static const struct
{
  const char *rule;
  void (*draw) (GRand *rand, gint n, char value[32]); /* one of about n values */
} kinds[] = {
  { "prefix:4,3,2", draw_zip },
  { "mask:1,3;from=left", draw_zip },
  { "date:month,year,10years;bottom=1930;top=2010", draw_date },
  { "age:1,5,20;at=2024-07-01;top=90", draw_date },
  { "groups:w0=a,w1=a,w2=b,w3=c/a=x,b=x,c=y,z=y;other=z", draw_word },
  { "rare:3,9", draw_word },
  { "intervals:5,10,40;top=60", draw_number },
  { "capacity:8,24", draw_number },
};

typedef struct
{
  guint kinds[N_COLUMNS];
  char names[N_COLUMNS][8];
} Table;

static void
choose_columns (Table *table, GRand *rand)
{
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      table->kinds[c] = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (kinds));
      g_snprintf (table->names[c], sizeof table->names[c], "c%u", c);
    }
}

/* Some values are missing. */
static DeidDataset *
draw_table (const Table *table, GRand *rand, gint n_values)
{
  DeidDataset *dataset = deid_dataset_new ("table");
  GError *error = NULL;

  for (guint c = 0; c < N_COLUMNS; c++)
    {
      char values[N_ROWS][32];
      const char *texts[N_ROWS];

      for (guint row = 0; row < N_ROWS; row++)
        {
          kinds[table->kinds[c]].draw (rand, n_values, values[row]);
          texts[row] = g_rand_int_range (rand, 0, 20) > 0 ? values[row] : NULL;
        }
      deid_dataset_add_string_column (dataset, table->names[c], texts, N_ROWS, NULL, &error);
      assert_no_error (error);
    }
  return dataset;
}

/* The rule as it is, or once it met its column. */
static DeidHierarchy *
make_rule (const Table *table, guint column, const DeidDataset *dataset)
{
  GError *error = NULL;
  g_autoptr (DeidHierarchy) rule
      = deid_hierarchy_new_from_specification (kinds[table->kinds[column]].rule, &error);
  DeidHierarchy *bound;

  assert_no_error (error);
  if (dataset == NULL)
    return g_steal_pointer (&rule);
  bound = deid_hierarchy_bind (rule, dataset, table->names[column], NULL, &error);
  assert_no_error (error);
  return bound;
}

/* Gives a builder each value of a column once, with the labels of a hierarchy. */
static DeidHierarchy *
make_rows (const DeidHierarchy *hierarchy, const DeidDataset *dataset, guint column)
{
  const guint n_levels = deid_hierarchy_get_n_levels (hierarchy);
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new ("rows");
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  DeidHierarchy *built;
  GError *error = NULL;

  for (guint64 row = 0; row < N_ROWS; row++)
    {
      const char *value = deid_dataset_get_value (dataset, row, column);
      g_auto (GStrv) labels = NULL;

      if (value == NULL || !g_hash_table_add (known, (gpointer) value))
        continue;
      labels = g_new0 (char *, n_levels + 1);
      for (guint level = 0; level < n_levels; level++)
        labels[level] = generalize (hierarchy, value, level);
      deid_hierarchy_builder_add_row (builder, (const char *const *) labels, &error);
      assert_no_error (error);
    }
  built = deid_hierarchy_builder_build (builder, &error);
  assert_no_error (error);
  return built;
}

static DeidResult *
solve (const Table *table, DeidDataset *dataset, gboolean by_rows)
{
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  DeidResult *result;
  GError *error = NULL;

  for (guint c = 0; c < N_COLUMNS; c++)
    {
      g_autoptr (DeidHierarchy) bound = make_rule (table, c, dataset);
      g_autoptr (DeidHierarchy) hierarchy
          = by_rows ? make_rows (bound, dataset, c) : make_rule (table, c, NULL);

      deid_lattice_add_quasi_identifier (lattice, table->names[c], hierarchy, NULL, &error);
      assert_no_error (error);
    }
  problem = sample_state_problem (lattice, "k:3", NULL, 0.2);
  result = deid_search_run (search, problem, NULL, &error);
  assert_no_error (error);
  return result;
}

static char *
write_verified (DeidResult *result)
{
  GError *error = NULL;
  g_autoptr (DeidDataset) released = deid_result_apply (result, NULL, NULL, &error);

  assert_no_error (error);
  ck_assert (deid_result_verify (result, released, NULL, &error));
  assert_no_error (error);
  return sample_write_csv (released, "released.csv");
}

START_TEST (optima_are_those_of_rows)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (365);

  for (guint trials = count_trials (100); trials > 0; trials--)
    {
      Table table;
      g_autoptr (DeidDataset) dataset = NULL;
      g_autoptr (DeidResult) by_rules = NULL, by_rows = NULL;
      g_autofree char *text = NULL, *text_of_rows = NULL, *csv = NULL, *csv_of_rows = NULL;

      choose_columns (&table, rand);
      dataset = draw_table (&table, rand, 20);
      by_rules = solve (&table, dataset, FALSE);
      by_rows = solve (&table, dataset, TRUE);
      text = deid_policy_to_text (deid_result_get_policy (by_rules), NULL);
      text_of_rows = deid_policy_to_text (deid_result_get_policy (by_rows), NULL);
      csv = write_verified (by_rules);
      csv_of_rows = write_verified (by_rows);
      ck_assert_str_eq (text, text_of_rows);
      ck_assert (deid_result_get_loss (by_rules) == deid_result_get_loss (by_rows));
      ck_assert_uint_eq (deid_result_get_n_suppressed (by_rules),
                         deid_result_get_n_suppressed (by_rows));
      ck_assert_str_eq (csv, csv_of_rows);
    }
}
END_TEST

/* Keeps the order and what is suppressed, so that rows can be compared. */
static DeidDataset *
apply_in_order (DeidResult *result)
{
  g_autoptr (DeidReleaseOptions) options = deid_release_options_new ();
  DeidDataset *released;
  GError *error = NULL;

  deid_release_options_set_keep_suppressed (options, TRUE, NULL);
  deid_release_options_set_keep_order (options, TRUE, NULL);
  released = deid_result_apply (result, options, NULL, &error);
  assert_no_error (error);
  return released;
}

/* A row that is kept has the labels of the hierarchy that met the first table and then the next. */
static void
check_next (const Table *table, const DeidDataset *first, DeidResult *applied,
            const DeidDataset *next, const DeidPolicy *policy)
{
  g_autoptr (DeidDataset) released = apply_in_order (applied);

  for (guint c = 0; c < N_COLUMNS; c++)
    {
      GError *error = NULL;
      const guint level = deid_policy_get_level (policy, c);
      g_autoptr (DeidHierarchy) bound = make_rule (table, c, first);
      g_autoptr (DeidHierarchy) extended
          = deid_hierarchy_bind (bound, next, table->names[c], NULL, &error);
      g_autoptr (DeidHierarchy) as_rows = NULL;

      assert_no_error (error);
      ck_assert_uint_ge (deid_hierarchy_get_n_leaves (extended),
                         deid_hierarchy_get_n_leaves (bound));
      as_rows = make_rows (extended, next, c);
      for (guint64 row = 0; row < N_ROWS; row++)
        {
          const char *value = deid_dataset_get_value (next, row, c);
          const char *label = deid_dataset_get_value (released, row, c);
          g_autofree char *expected = value != NULL ? generalize (as_rows, value, level) : NULL;
          g_autofree char *by_rule = value != NULL ? generalize (bound, value, level) : NULL;

          assert_quietly (g_strcmp0 (expected, by_rule) == 0);
          if (value != NULL && g_strcmp0 (label, "*") != 0)
            ck_assert_pstr_eq (label, expected);
        }
    }
}

START_TEST (later_values_have_the_labels_of_the_rule)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (366);
  guint n_applied = 0;

  for (guint trials = count_trials (100); trials > 0; trials--)
    {
      Table table;
      g_autoptr (DeidDataset) first = NULL, next = NULL;
      g_autoptr (DeidResult) result = NULL, applied = NULL;
      g_autoptr (DeidStoredPolicy) policy = NULL, read = NULL;
      g_autofree char *json = NULL;
      GError *error = NULL;

      choose_columns (&table, rand);
      first = draw_table (&table, rand, 12);
      next = draw_table (&table, rand, 25);
      result = solve (&table, first, FALSE);
      policy = deid_stored_policy_new (result, NULL, &error);
      assert_no_error (error);
      json = deid_stored_policy_to_json (policy, NULL, &error);
      assert_no_error (error);
      read = deid_stored_policy_new_from_json_text (json, NULL, NULL, &error);
      assert_no_error (error);
      applied = deid_stored_policy_evaluate (read, next, NULL, NULL, &error);
      if (applied == NULL)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          continue;
        }
      check_next (&table, first, applied, next, deid_result_get_policy (result));
      n_applied++;
    }
  ck_assert_uint_gt (n_applied, count_trials (100) / 10);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("rules-as-rows");
  TCase *test_case = tcase_create ("rules-as-rows");

  tcase_add_test (test_case, optima_are_those_of_rows);
  tcase_add_test (test_case, later_values_have_the_labels_of_the_rule);
  suite_add_tcase (suite, test_case);
  return suite;
}
