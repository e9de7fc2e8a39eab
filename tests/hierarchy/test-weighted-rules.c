/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that depend on the data: a table with weights is the table in which each row is written so
 * many times. */
#include "support/sample.h"
#include "support/suite.h"

#define N_RULES   3
#define N_COLUMNS (N_RULES + 1) /* the persons are the last */
#define N_ROWS    40

static const char *const rules[] = { "rare:9",
                                     "rare:6,20",
                                     "rare:3,5;of=persons",
                                     "capacity:10,30",
                                     "capacity:12;top=90%",
                                     "capacity:4,9;of=persons",
                                     "quantiles:6,2",
                                     "quantiles:4;bottom=10%",
                                     "quantiles:6,3;of=persons" };

static const char *const names[N_COLUMNS] = { "a", "b", "c", "person" };

typedef struct
{
  char values[N_COLUMNS][N_ROWS][8];
  char weights[N_ROWS][8];
  const char *rules[N_RULES];
} Table;

static void
draw_table (Table *table, GRand *rand)
{
  for (guint c = 0; c < N_RULES; c++)
    table->rules[c] = rules[g_rand_int_range (rand, 0, G_N_ELEMENTS (rules))];
  for (guint row = 0; row < N_ROWS; row++)
    {
      for (guint c = 0; c < N_COLUMNS; c++)
        g_snprintf (table->values[c][row], 8, "%d",
                    g_rand_int_range (rand, 0, c < N_RULES ? 9 : 30));
      g_snprintf (table->weights[row], 8, "%d",
                  g_rand_boolean (rand) ? 1 : g_rand_int_range (rand, 1, 12));
    }
}

static guint
get_weight (const Table *table, guint row)
{
  return (guint) g_ascii_strtoull (table->weights[row], NULL, 10);
}

/* With a column of weights, or with each row so many times. */
static DeidDataset *
build (const Table *table, gboolean is_expanded)
{
  DeidDataset *dataset = deid_dataset_new ("table");
  g_autoptr (GPtrArray) weights = g_ptr_array_new ();
  GError *error = NULL;

  for (guint row = 0; row < N_ROWS; row++)
    g_ptr_array_add (weights, (gpointer) table->weights[row]);
  for (guint c = 0; c < N_COLUMNS; c++)
    {
      g_autoptr (GPtrArray) texts = g_ptr_array_new ();

      for (guint row = 0; row < N_ROWS; row++)
        for (guint i = is_expanded ? get_weight (table, row) : 1; i > 0; i--)
          g_ptr_array_add (texts, (gpointer) table->values[c][row]);
      deid_dataset_add_string_column (dataset, names[c], (const char *const *) texts->pdata,
                                      texts->len, NULL, &error);
      assert_no_error (error);
    }
  deid_dataset_set_role (dataset, "person", DEID_ROLE_ENTITY, &error);
  assert_no_error (error);
  if (is_expanded)
    return dataset;
  deid_dataset_add_string_column (dataset, "weight", (const char *const *) weights->pdata, N_ROWS,
                                  NULL, &error);
  assert_no_error (error);
  deid_dataset_set_role (dataset, "weight", DEID_ROLE_WEIGHT, &error);
  assert_no_error (error);
  return dataset;
}

static DeidLattice *
build_lattice (const Table *table, DeidDataset *dataset)
{
  DeidLattice *lattice = deid_lattice_new (dataset);
  GError *error = NULL;

  for (guint c = 0; c < N_RULES; c++)
    {
      g_autoptr (DeidHierarchy) hierarchy
          = deid_hierarchy_new_from_specification (table->rules[c], &error);

      assert_no_error (error);
      deid_lattice_add_quasi_identifier (lattice, names[c], hierarchy, NULL, &error);
      assert_no_error (error);
    }
  return lattice;
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* The labels of each released record, sorted. */
static char *
list_records (DeidResult *result)
{
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (DeidDataset) released = NULL;
  GError *error = NULL;
  guint weight;

  released = deid_result_apply (result, NULL, NULL, &error);
  assert_no_error (error);
  ck_assert (deid_result_verify (result, released, NULL, &error));
  assert_no_error (error);
  if (!deid_dataset_find_column (released, "weight", &weight, NULL))
    weight = N_COLUMNS;
  for (guint64 row = 0; row < deid_dataset_get_n_rows (released); row++)
    for (guint64 i
         = weight == N_COLUMNS
               ? 1
               : g_ascii_strtoull (deid_dataset_get_value (released, row, weight), NULL, 10);
         i > 0; i--)
      g_ptr_array_add (records, g_strjoin ("|", deid_dataset_get_value (released, row, 0),
                                           deid_dataset_get_value (released, row, 1),
                                           deid_dataset_get_value (released, row, 2), NULL));
  g_ptr_array_sort (records, compare_texts);
  g_ptr_array_add (records, NULL);
  return g_strjoinv ("\n", (char **) records->pdata);
}

static DeidResult *
solve (const Table *table, gboolean is_expanded)
{
  g_autoptr (DeidDataset) dataset = build (table, is_expanded);
  g_autoptr (DeidLattice) lattice = build_lattice (table, dataset);
  g_autoptr (DeidProblem) problem = sample_state_problem (lattice, "k:3", NULL, 0.2);
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  GError *error = NULL;
  DeidResult *result = deid_search_run (search, problem, NULL, &error);

  assert_no_error (error);
  return result;
}

START_TEST (optima_are_those_of_the_expanded_table)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (367);

  for (guint trials = count_trials (100); trials > 0; trials--)
    {
      Table table;
      g_autoptr (DeidResult) result = NULL, expanded = NULL;
      g_autofree char *records = NULL, *records_expanded = NULL;

      draw_table (&table, rand);
      result = solve (&table, FALSE);
      expanded = solve (&table, TRUE);
      records = list_records (result);
      records_expanded = list_records (expanded);
      ck_assert_str_eq (records, records_expanded);
      ck_assert (deid_result_get_loss (result) == deid_result_get_loss (expanded));
      ck_assert_uint_eq (deid_result_get_n_suppressed (result),
                         deid_result_get_n_suppressed (expanded));
    }
}
END_TEST

/* What the first rule has become, as a host and as a lattice are told. */
static char *
list_bound (const Table *table, gboolean is_expanded)
{
  g_autoptr (DeidDataset) dataset = build (table, is_expanded);
  g_autoptr (DeidHierarchy) hierarchy = NULL, bound = NULL;
  g_autoptr (DeidLattice) lattice = NULL;
  g_autofree char *of_host = NULL, *of_lattice = NULL;
  GError *error = NULL;

  hierarchy = deid_hierarchy_new_from_specification (table->rules[0], &error);
  assert_no_error (error);
  bound = deid_hierarchy_bind (hierarchy, dataset, "a", NULL, &error);
  assert_no_error (error);
  lattice = build_lattice (table, dataset);
  of_host = specify (bound);
  of_lattice = specify (deid_lattice_get_hierarchy (lattice, 0));
  ck_assert_str_eq (of_host, of_lattice);
  return g_steal_pointer (&of_host);
}

START_TEST (rules_become_those_of_the_expanded_table)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (368);

  for (guint trials = count_trials (40); trials > 0; trials--)
    for (guint rule = 0; rule < G_N_ELEMENTS (rules); rule++)
      {
        Table table;
        g_autofree char *bound = NULL, *expanded = NULL;

        draw_table (&table, rand);
        table.rules[0] = rules[rule];
        bound = list_bound (&table, FALSE);
        expanded = list_bound (&table, TRUE);
        ck_assert_str_eq (bound, expanded);
      }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("weighted-rules");
  TCase *test_case = tcase_create ("weighted-rules");

  tcase_add_test (test_case, optima_are_those_of_the_expanded_table);
  tcase_add_test (test_case, rules_become_those_of_the_expanded_table);
  suite_add_tcase (suite, test_case);
  return suite;
}
