/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Mondrian's clusters are valid, and none of them could be cut once more. */
#include "support/suite.h"

#include "evaluation/preparation.h"
#include "search/local/mondrian.h"
#include "support/local-check.h"

/* Tells whether some rows, which differ in a column, can be cut where they first do so from above.
 */
static gboolean
can_cut (const LocalTable *table, guint c, const guint *rows, guint n)
{
  const LocalColumn *column = &table->columns[c];

  for (guint level = column->n_levels; level-- > 0;)
    {
      guint counts[LOCAL_MAX_LEAVES] = { 0 }, n_groups = 0, n_small = 0;

      for (guint i = 0; i < n; i++)
        counts[column->groups[level][table->values[rows[i]][c]]]++;
      for (guint group = 0; group < LOCAL_MAX_LEAVES; group++)
        {
          n_groups += counts[group] > 0;
          n_small += counts[group] > 0 && counts[group] < table->k;
        }
      if (n_groups > 1)
        return n_small == 0;
    }
  return FALSE;
}

static guint
check_no_cuts (const LocalTable *table, const DeidLocalClusters *clusters)
{
  guint n_clusters = 0;

  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      guint rows[LOCAL_MAX_ROWS];
      const guint n = local_check_list_rows (clusters, number, rows);

      for (guint c = 0; n > 0 && c < table->n_columns; c++)
        assert_quietly (!can_cut (table, c, rows, n));
      n_clusters += n > 0;
    }
  return n_clusters;
}

START_TEST (finished_cuts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2021);
  const guint n_trials = count_trials (500);
  guint n_cut = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalTable table;
      DeidProblem *problem;
      DeidPreparation *preparation;
      DeidLocalTuples tuples;
      DeidLocalClusters clusters;

      local_table_make (&table, rand, LOCAL_MAX_ROWS);
      problem = local_table_build (&table);
      preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
      assert_quietly (preparation != NULL);
      assert_quietly (deid_local_tuples_init (&tuples, &preparation->all, DEID_STOP_NEVER, NULL));
      assert_quietly (deid_local_clusters_init (&clusters, &tuples, table.k, 0, NULL));
      assert_quietly (deid_local_mondrian (&clusters, table.k, DEID_STOP_NEVER, NULL));
      local_check_clusters (&table, &clusters);
      n_cut += check_no_cuts (&table, &clusters) > 1;
      deid_local_clusters_clear (&clusters);
      deid_local_tuples_clear (&tuples);
      deid_preparation_release (preparation);
      deid_problem_unref (problem);
    }
  ck_assert_uint_gt (n_cut, n_trials / 4);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("Mondrian");
  TCase *cases = tcase_create ("cuts");

  tcase_add_test (cases, finished_cuts);
  suite_add_tcase (suite, cases);
  return suite;
}
