/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The partition of a local recoding: its classes are what their labels say, no two have the same,
 * and its loss is the definition's to the last digits, not that of rounded costs. */
#include "support/suite.h"

#include "problem/preparation.h"
#include "search/local/local-search.h"
#include "search/local/ruin.h"
#include "support/lesson.h"
#include "support/local-check.h"

/* Returns: the label of the smallest group that has the values of some rows. */
static char *
find_label (const LocalTable *table, guint c, const guint *rows, guint n)
{
  const LocalColumn *column = &table->columns[c];
  guint level = 0, n_same = 0;

  for (; n_same < n; level++)
    for (n_same = 0; n_same < n; n_same++)
      if (column->groups[level][table->values[rows[n_same]][c]]
          != column->groups[level][table->values[rows[0]][c]])
        break;
  level--;
  return level == 0
             ? g_strdup_printf ("v%u", table->values[rows[0]][c])
             : g_strdup_printf ("g%u.%u", level, column->groups[level][table->values[rows[0]][c]]);
}

static guint
list_class (const DeidPartition *partition, guint32 number, guint *rows)
{
  guint n = 0;

  for (guint row = 0; row < deid_partition_get_n_rows (partition); row++)
    if (deid_partition_get_class (partition, row) == number)
      rows[n++] = row;
  return n;
}

static gboolean
have_same_labels (const LocalTable *table, const DeidPartition *partition, guint32 i, guint32 j)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (!g_str_equal (deid_partition_get_label (partition, i, c),
                      deid_partition_get_label (partition, j, c)))
      return FALSE;
  return TRUE;
}

/* Returns: what the class costs by the definition. */
static double
check_class (const LocalTable *table, const DeidPartition *partition, guint32 number)
{
  guint rows[LOCAL_MAX_ROWS];
  const guint n = list_class (partition, number, rows);

  assert_quietly (n >= table->k && n == deid_partition_get_n_records (partition, number));
  assert_quietly (!deid_partition_is_suppressed (partition, number));
  for (guint c = 0; c < table->n_columns; c++)
    {
      g_autofree char *label = find_label (table, c, rows, n);

      assert_quietly (g_str_equal (deid_partition_get_label (partition, number, c), label));
    }
  for (guint32 before = 0; before < number; before++)
    assert_quietly (!have_same_labels (table, partition, before, number));
  return local_table_cost_class (table, rows, n);
}

static void
check_partition (const LocalTable *table, const DeidPartition *partition)
{
  double cost = 0, losses = 0;

  assert_quietly (deid_partition_get_n_rows (partition) == table->n_rows);
  for (guint32 number = 0; number < deid_partition_get_n_classes (partition); number++)
    cost += check_class (table, partition, number);
  for (guint c = 0; c < table->n_columns; c++)
    {
      double loss;

      assert_quietly (deid_partition_get_attribute_loss (partition, c, &loss));
      losses += loss;
    }
  assert_near (losses, cost / table->n_rows);
  assert_near (partition->loss, cost / table->n_rows / table->n_columns);
}

START_TEST (classes_and_labels)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2031);
  const guint n_trials = count_trials (300);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidPartition) partition = NULL;
      LocalTable table;
      DeidProblem *problem;
      DeidPreparation *preparation;
      DeidLocalRuin ruin;

      local_table_make (&table, rand, LOCAL_MAX_ROWS);
      problem = local_table_build (&table);
      preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
      assert_quietly (preparation != NULL);
      assert_quietly (
          deid_local_ruin_init (&ruin, &preparation->all, table.k, trial, DEID_STOP_NEVER, NULL));
      if (trial % 2 == 0)
        assert_quietly (deid_local_ruin_run (&ruin, 100, DEID_STOP_NEVER, NULL));
      partition = deid_local_partition_new (&ruin.clusters, DEID_STOP_NEVER, NULL);
      assert_quietly (partition != NULL);
      check_partition (&table, partition);
      deid_local_ruin_clear (&ruin);
      deid_preparation_release (preparation);
      deid_problem_unref (problem);
    }
}
END_TEST

/* What no engine can know while it works is refused: what a model says of all classes together. */
START_TEST (refused_problems)
{
  g_autoptr (DeidProblem) problem
      = lesson_make_problem ("a\nx\ny\n", NULL, deid_privacy_model_new_average_risk (0.5, NULL));
  DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
  DeidLocalTuples tuples;
  GError *error = NULL;

  ck_assert_ptr_nonnull (preparation);
  ck_assert (!deid_local_tuples_init (&tuples, &preparation->all, DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "all classes together", NULL);
  deid_local_tuples_clear (&tuples);
  deid_preparation_release (preparation);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("partitions of local recodings");
  TCase *cases = tcase_create ("partitions");

  tcase_add_test (cases, classes_and_labels);
  tcase_add_test (cases, refused_problems);
  suite_add_tcase (suite, cases);
  return suite;
}
