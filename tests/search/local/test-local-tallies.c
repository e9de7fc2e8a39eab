/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is remembered of large clusters is what a count of their records gives, whatever happened to
 * them. */
#include "support/suite.h"

#include "problem/preparation.h"
#include "search/local/ruin.h"
#include "support/lesson.h"

#define N_ROWS   500
#define N_VALUES 60
#define N_PARTS  20

static DeidProblem *
make_problem (GRand *rand)
{
  g_autoptr (GString) rows = g_string_new ("a b p:entity s:sensitive\n");
  DeidProblem *problem;

  for (guint row = 0; row < N_ROWS; row++)
    {
      const gint32 value = g_rand_int_range (rand, 0, N_VALUES);

      g_string_append_printf (rows, "v%d w%d p%d s%d\n", g_rand_int_range (rand, 0, 6), value % 4,
                              g_rand_int_range (rand, 0, N_ROWS / 2),
                              g_rand_int_range (rand, 0, value + 1));
    }
  problem
      = lesson_make_problem (rows->str,
                             "a v0 g0 *\na v1 g0 *\na v2 g0 *\na v3 g1 *\na v4 g1 *\na v5 g1 *\n"
                             "b w0 h0 *\nb w1 h0 *\nb w2 h1 *\nb w3 h1 *\n",
                             deid_privacy_model_new_equal_t_closeness ("s", 0.3, NULL));
  deid_problem_set_suppression_limit (problem, 0.02, NULL);
  return problem;
}

/* Returns: whether there is a tally of the cluster, which is then compared. */
static gboolean
check_cluster (DeidLocalRuin *ruin, guint32 number)
{
  DeidLocalJudge *judge = &ruin->judge;
  g_autofree guint64 *counts = NULL;
  guint64 n_records = 0;

  if (!deid_local_tallies_know (&ruin->pool.tallies, number))
    return FALSE;
  for (guint c = 0; c < judge->n_columns; c++)
    {
      const DeidLocalValues *column = &judge->columns[c];
      guint32 r = deid_local_clusters_get (&ruin->clusters, number)->first, n_values = 0;

      g_free (counts);
      counts = g_new0 (guint64, column->n_values);
      for (n_records = 0; r != DEID_LOCAL_NONE; r = ruin->clusters.records[r].next, n_records++)
        n_values += counts[column->values[r]]++ == 0;
      deid_local_tallies_show (&ruin->pool.tallies, number);
      assert_quietly (judge->n_records == n_records && column->n_seen == n_values);
      for (guint32 v = 0; v < column->n_values; v++)
        assert_quietly (column->counts[v] == counts[v]);
    }
  return TRUE;
}

START_TEST (tallies_are_counts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2092);
  guint n_known = 0;

  for (guint trial = 0; trial < count_trials (4); trial++)
    {
      DeidProblem *problem = make_problem (rand);
      DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
      DeidLocalRuin ruin;

      assert_quietly (
          deid_local_ruin_init (&ruin, &preparation->all, 0, trial, DEID_STOP_NEVER, NULL));
      assert_quietly (ruin.judge.n_columns == 2);
      for (guint part = 0; part < N_PARTS; part++)
        {
          assert_quietly (deid_local_ruin_run (&ruin, 40, DEID_STOP_NEVER, NULL));
          for (guint32 number = 0; number < ruin.clusters.n_places; number++)
            n_known += check_cluster (&ruin, number) ? 1 : 0;
        }
      deid_local_ruin_clear (&ruin);
      deid_preparation_release (preparation);
      deid_problem_unref (problem);
    }
  ck_assert_uint_gt (n_known, 20);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("tallies of clusters");
  TCase *cases = tcase_create ("tallies");

  tcase_add_test (cases, tallies_are_counts);
  suite_add_tcase (suite, cases);
  return suite;
}
