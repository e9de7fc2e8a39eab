/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Merged rows are the table that they were made of, and no evaluation tells them from it. */
#include "support/suite.h"

#include <string.h>

#include "base/memory.h"
#include "classes/grouping.h"
#include "support/plain-check.h"
#include "evaluation/grouping-evaluator.h"
#include "problem/preparation.h"
#include "evaluation/refining-evaluator.h"

#define MAX_COLUMNS 16

static const DeidStop never = { .deadline = G_MAXINT64 };

static guint n_allocations_left = G_MAXUINT;

/* These take the place of the library's, to fail where a test wants it. */
gboolean
deid_realloc (gpointer *memory, guint64 n, gsize size, GError **error)
{
  if (n_allocations_left == 0)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it");
      return FALSE;
    }
  if (n_allocations_left != G_MAXUINT)
    n_allocations_left--;
  *memory = g_realloc_n (*memory, n + 1, size);
  return TRUE;
}

gpointer
deid_alloc (guint64 n, gsize size, GError **error)
{
  gpointer memory = NULL;

  if (deid_realloc (&memory, n, size, error))
    memset (memory, 0, n * size);
  return memory;
}

gboolean
deid_grow (gpointer *memory, guint64 *capacity, guint64 needed, gsize size, GError **error)
{
  if (needed <= *capacity)
    return TRUE;
  if (!deid_realloc (memory, 2 * needed, size, error))
    return FALSE;
  *capacity = 2 * needed;
  return TRUE;
}

/* A random table of codes. */
typedef struct
{
  DeidRows rows;
  DeidCodes columns[MAX_COLUMNS];
  const DeidCodes *codes[MAX_COLUMNS];
  guint32 n_codes[MAX_COLUMNS];
} Table;

/* Columns have codes of all widths; @n_values of them occur. */
static void
table_init (Table *table, GRand *rand, guint64 n_rows, guint n_columns, guint n_values,
            gboolean weighted)
{
  static const guint32 sizes[] = { 1, 8, 300, 70000 };

  *table = (Table){ .rows = { .n = n_rows, .n_attributes = n_columns, .codes = table->codes } };
  for (guint c = 0; c < n_columns; c++)
    {
      const guint32 n_codes = table->n_codes[c] = sizes[g_rand_int (rand) % G_N_ELEMENTS (sizes)];
      const guint32 step = MAX (n_codes / n_values, 1);

      table->codes[c] = &table->columns[c];
      deid_codes_alloc (&table->columns[c], n_rows, n_codes - 1, NULL);
      for (guint64 row = 0; row < n_rows; row++)
        deid_codes_set (&table->columns[c], row,
                        n_codes - 1 - g_rand_int (rand) % MIN (n_values, n_codes) * step);
    }
  if (weighted)
    table->rows.weights = g_new (guint64, n_rows);
  for (guint64 row = 0; weighted && row < n_rows; row++)
    table->rows.weights[row] = (guint64) g_rand_int_range (rand, 1, 1000) << row % 40;
}

static void
table_clear (Table *table)
{
  for (guint c = 0; c < table->rows.n_attributes; c++)
    deid_codes_clear (&table->columns[c]);
  g_free (table->rows.weights);
}

static char *
format_row (const DeidCodes *const *codes, guint n_columns, guint64 row)
{
  GString *text = g_string_new (NULL);

  for (guint c = 0; c < n_columns; c++)
    g_string_append_printf (text, "%u ", deid_codes_get (codes[c], row));
  return g_string_free (text, FALSE);
}

/* A distinct row as text, with the weight of all that are like it. */
typedef struct
{
  char *text;
  guint64 weight;
} PlainRow;

static void
plain_row_clear (gpointer data)
{
  g_free (((PlainRow *) data)->text);
}

/* Returns: the distinct rows in the order of their first appearance. */
static GArray *
merge_plainly (const Table *table)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  GArray *distinct = g_array_new (FALSE, FALSE, sizeof (PlainRow));

  g_array_set_clear_func (distinct, plain_row_clear);
  for (guint64 row = 0; row < table->rows.n; row++)
    {
      PlainRow new_row = { .text = format_row (table->codes, table->rows.n_attributes, row) };
      gpointer place;

      if (g_hash_table_lookup_extended (places, new_row.text, NULL, &place))
        g_free (new_row.text);
      else
        {
          place = GUINT_TO_POINTER (distinct->len);
          g_hash_table_insert (places, new_row.text, place);
          g_array_append_val (distinct, new_row);
        }
      g_array_index (distinct, PlainRow, GPOINTER_TO_UINT (place)).weight
          += table->rows.weights != NULL ? table->rows.weights[row] : 1;
    }
  return distinct;
}

static void
check_merged (const DeidMergedRows *merged, const GArray *distinct)
{
  const DeidCodes *codes[MAX_COLUMNS];

  ck_assert_uint_eq (merged->n, distinct->len);
  for (guint c = 0; c < merged->n_columns; c++)
    {
      codes[c] = &merged->columns[c];
      ck_assert_uint_eq (codes[c]->n, distinct->len);
    }
  for (guint64 row = 0; row < merged->n; row++)
    {
      const PlainRow *plain = &g_array_index (distinct, PlainRow, row);
      g_autofree char *text = format_row (codes, merged->n_columns, row);

      if (strcmp (text, plain->text) != 0 || merged->weights[row] != plain->weight)
        ck_abort_msg ("row %s of weight %" G_GUINT64_FORMAT ", expected %s of %" G_GUINT64_FORMAT,
                      text, merged->weights[row], plain->text, plain->weight);
    }
}

/* Returns: whether the rows were merged, which they must be where most of them fall away, and must
 * not be where less than a tenth does. */
static gboolean
merge_and_check (const Table *table)
{
  g_autoptr (GArray) distinct = merge_plainly (table);
  const guint64 n_rows = table->rows.n, n_repeated = n_rows - distinct->len;
  DeidMergedRows merged;
  gboolean is_merged;
  GError *error = NULL;

  ck_assert (deid_merged_rows_init (&merged, &table->rows, table->n_codes, &never, &error));
  assert_no_error (error);
  is_merged = merged.n > 0;
  if (is_merged)
    check_merged (&merged, distinct);
  ck_assert (is_merged ? 10 * n_repeated >= n_rows : 10 * n_repeated < 6 * n_rows);
  deid_merged_rows_clear (&merged);
  return is_merged;
}

START_TEST (random_tables)
{
  static const guint n_values[] = { 1, 2, 5, 70000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint n_trials = count_trials (2000);
  guint n_merged = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint64 n_rows = (guint64) g_rand_int_range (rand, 1, 400);
      const guint n_columns = (guint) g_rand_int_range (rand, 1, trial % 10 == 0 ? MAX_COLUMNS : 5);
      Table table;

      table_init (&table, rand, n_rows, n_columns, n_values[trial % G_N_ELEMENTS (n_values)],
                  trial / 4 % 2 == 0);
      n_merged += merge_and_check (&table) ? 1 : 0;
      table_clear (&table);
    }
  ck_assert_uint_gt (n_merged, n_trials / 3);
  ck_assert_uint_lt (n_merged, n_trials - n_trials / 10);
}
END_TEST

/* Tables of which a sample is looked at before. With n rows and as many different ones to draw
 * from, some 63 % of the rows are distinct; with a fifth of that, 20 %, also where these come
 * first. */
START_TEST (large_tables)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  const guint64 n_rows = 150000;

  for (guint i = 0; i < 4; i++)
    {
      const guint32 n_different[] = { 30000, 150000, 3000000, 30000 };
      Table table = { .rows = { .n = n_rows, .n_attributes = 2, .codes = table.codes },
                      .n_codes = { 300, n_different[i] / 300 } };

      for (guint c = 0; c < 2; c++)
        {
          table.codes[c] = &table.columns[c];
          deid_codes_alloc (&table.columns[c], n_rows, table.n_codes[c] - 1, NULL);
          for (guint64 row = 0; row < n_rows; row++)
            deid_codes_set (&table.columns[c], row, g_rand_int (rand) % table.n_codes[c]);
        }
      for (guint32 row = 0; i == 3 && row < n_different[i]; row++)
        {
          deid_codes_set (&table.columns[0], row, row % 300);
          deid_codes_set (&table.columns[1], row, row / 300);
        }
      ck_assert (merge_and_check (&table) == (i == 0 || i == 3));
      table_clear (&table);
    }
}
END_TEST

START_TEST (stops)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const DeidStop cancelled = { cancellable, G_MAXINT64 };
  const DeidStop late = { NULL, g_get_monotonic_time () - 1 };
  DeidMergedRows merged;
  GError *error = NULL;
  Table table;

  g_cancellable_cancel (cancellable);
  table_init (&table, rand, 1000, 3, 2, FALSE);
  ck_assert (!deid_merged_rows_init (&merged, &table.rows, table.n_codes, &cancelled, &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  deid_merged_rows_clear (&merged);
  ck_assert (!deid_merged_rows_init (&merged, &table.rows, table.n_codes, &late, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED, NULL);
  deid_merged_rows_clear (&merged);
  table_clear (&table);
}
END_TEST

/* Lets each allocation fail in turn. */
START_TEST (memory)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  gboolean success = FALSE;
  guint n_failures = 0;
  Table table;

  table_init (&table, rand, 1000, 3, 2, TRUE);
  while (!success)
    {
      DeidMergedRows merged;
      GError *error = NULL;

      n_allocations_left = n_failures;
      success = deid_merged_rows_init (&merged, &table.rows, table.n_codes, &never, &error);
      n_allocations_left = G_MAXUINT;
      if (!success)
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, NULL);
          n_failures++;
        }
      deid_merged_rows_clear (&merged);
    }
  ck_assert_uint_ge (n_failures, 6); /* codes, classes, sizes and three columns */
  table_clear (&table);
}
END_TEST

/* A problem whose rows are merged, beside the problem as it is. */
typedef struct
{
  RandomProblem *random;
  DeidProblem *problem;
  DeidPreparation *preparation;
  DeidPreparedProblem plain, merged; /* of it */
  DeidGroupingEvaluator plain_evaluator, merged_evaluator;
  DeidSteps steps;
  DeidRefiningEvaluator refiner; /* of the merged rows */
} Fixture;

/* Makes most rows like earlier ones but for their weights, and for the person now and then. */
static void
repeat_rows (RandomProblem *random, GRand *rand)
{
  for (guint row = 1; row < random->n_rows; row++)
    {
      const guint from = g_rand_int (rand) % row;

      if (g_rand_int (rand) % 3 == 0)
        continue;
      for (guint a = 0; a < random->n_attributes; a++)
        random->attributes[a].leaf_of_row[row] = random->attributes[a].leaf_of_row[from];
      for (guint s = 0; s < N_SENSITIVE; s++)
        random->sensitive[s][row] = random->sensitive[s][from];
      if (g_rand_int (rand) % 4 > 0)
        random->entities[row] = random->entities[from];
    }
}

static void
fixture_init (Fixture *fixture, GRand *rand)
{
  GError *error = NULL;

  fixture->random = random_problem_new (rand, g_rand_boolean (rand));
  repeat_rows (fixture->random, rand);
  random_problem_add_models (fixture->random, rand, 4);
  fixture->problem = random_problem_build (fixture->random);
  fixture->preparation = deid_problem_prepare (fixture->problem, &never, &error);
  assert_no_error (error);
  fixture->plain = fixture->preparation->all;
  fixture->merged = *deid_preparation_get_distinct (fixture->preparation, &never, &error);
  ck_assert (deid_grouping_evaluator_init (&fixture->plain_evaluator, &fixture->plain, &error));
  ck_assert (deid_grouping_evaluator_init (&fixture->merged_evaluator, &fixture->merged, &error));
  ck_assert (deid_steps_init (&fixture->steps, &fixture->merged.rows,
                              fixture->merged.lattice->attributes, &never, &error));
  ck_assert (
      deid_refining_evaluator_init (&fixture->refiner, &fixture->merged, &fixture->steps, &error));
  assert_no_error (error);
}

static void
fixture_clear (Fixture *fixture)
{
  deid_evaluator_clear (&fixture->refiner.base);
  deid_steps_clear (&fixture->steps);
  deid_evaluator_clear (&fixture->plain_evaluator.base);
  deid_evaluator_clear (&fixture->merged_evaluator.base);
  deid_preparation_release (fixture->preparation);
  deid_problem_unref (fixture->problem);
  random_problem_free (fixture->random);
}

static void
assert_same_verdict (const DeidVerdict *got, const DeidVerdict *expected)
{
  ck_assert_uint_eq (got->n_suppressed, expected->n_suppressed);
  ck_assert_uint_eq (got->n_necessary, expected->n_necessary);
  ck_assert (got->is_solution == expected->is_solution);
  if (expected->is_solution)
    ck_assert (memcmp (&got->objective, &expected->objective, sizeof got->objective) == 0);
}

/* All policies, by the merged rows, the rows as they are, and the definitions.
 * Returns: the number of solutions. */
static guint
check_policies (Fixture *fixture)
{
  guint n_solutions = 0;

  for (guint rank = 0; rank < random_problem_get_n_policies (fixture->random); rank++)
    {
      guint levels[MAX_ATTRIBUTES];
      DeidLevel own[MAX_ATTRIBUTES];
      DeidVerdict plain, merged;
      PlainVerdict defined;

      random_problem_get_levels (fixture->random, rank, levels);
      for (guint a = 0; a < fixture->random->n_attributes; a++)
        own[a] = (DeidLevel) levels[a];
      ck_assert (
          deid_evaluator_evaluate (&fixture->plain_evaluator.base, own, &never, &plain, NULL));
      ck_assert (
          deid_evaluator_evaluate (&fixture->merged_evaluator.base, own, &never, &merged, NULL));
      assert_same_verdict (&merged, &plain);
      plain_check (fixture->random, levels, &defined);
      ck_assert_uint_eq (merged.n_suppressed, defined.n_suppressed);
      ck_assert (merged.is_solution == defined.is_solution);
      n_solutions += merged.is_solution ? 1 : 0;
    }
  return n_solutions;
}

/* One way from the top to the bottom. */
static void
check_refinement (Fixture *fixture)
{
  const DeidLattice *lattice = fixture->merged.lattice;
  g_autofree DeidLevel *below = g_new (DeidLevel, lattice->n_dimensions);
  DeidRefined refined;
  DeidVerdict plain;
  gboolean feasible;

  ck_assert (deid_refined_init (&refined, &fixture->refiner, NULL));
  ck_assert (deid_refining_evaluator_start (&fixture->refiner, &refined, &never, &feasible, NULL));
  for (guint d = 0; d < lattice->n_dimensions; d++)
    while (feasible && refined.levels[d] > 0)
      {
        memcpy (below, refined.levels, lattice->n_dimensions * sizeof *below);
        below[d]--;
        ck_assert (deid_refining_evaluator_lower (&fixture->refiner, &refined, below, &refined,
                                                  &never, &feasible, NULL));
        ck_assert (deid_evaluator_evaluate (&fixture->plain_evaluator.base, refined.levels, &never,
                                            &plain, NULL));
        ck_assert (feasible == deid_verdict_is_feasible (&plain, &fixture->plain));
        if (feasible)
          assert_same_verdict (&refined.verdict, &plain);
      }
  deid_refined_clear (&refined);
}

START_TEST (random_problems)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  const guint n_trials = count_trials (3000);
  guint n_merged = 0, n_persons = 0, n_read = 0, n_solutions = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      Fixture fixture;
      gboolean is_merged;

      fixture_init (&fixture, rand);
      is_merged = fixture.merged.rows.n < fixture.plain.rows.n;
      n_solutions += check_policies (&fixture);
      check_refinement (&fixture);
      n_merged += is_merged ? 1 : 0;
      n_read += is_merged && fixture.merged.asks.needs_reader ? 1 : 0;
      n_persons += is_merged && fixture.random->has_entities ? 1 : 0;
      fixture_clear (&fixture);
    }
  ck_assert_uint_gt (n_merged, n_trials / 2);
  ck_assert_uint_gt (n_read, n_trials / 3);
  ck_assert_uint_gt (n_persons, n_trials / 6);
  ck_assert_uint_gt (n_solutions, n_trials);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("merge");
  TCase *rows = tcase_create ("rows");
  TCase *problems = tcase_create ("problems");

  tcase_set_timeout (rows, 120);
  tcase_add_test (rows, random_tables);
  tcase_add_test (rows, large_tables);
  tcase_add_test (rows, stops);
  tcase_add_test (rows, memory);
  suite_add_tcase (suite, rows);
  tcase_set_timeout (problems, 300);
  tcase_add_test (problems, random_problems);
  suite_add_tcase (suite, problems);
  return suite;
}
