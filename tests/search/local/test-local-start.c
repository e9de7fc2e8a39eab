/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rounds of full-domain generalization as a start: how they end, and that what they leave is valid.
 */
#include "support/suite.h"

#include "search/local/rounds.h"
#include "support/local-check.h"
#include "support/local-trial.h"

/* A table without weights, persons and limits. */
typedef struct
{
  LocalTable table;
  DeidProblem *problem;
  LocalTrial trial;
} Simple;

static void
simple_init (Simple *simple, GRand *rand)
{
  local_table_make (&simple->table, rand, LOCAL_MAX_ROWS);
  simple->problem = local_table_build (&simple->table);
  local_trial_init (&simple->trial, simple->problem);
}

static void
simple_clear (Simple *simple)
{
  local_trial_clear (&simple->trial);
  deid_problem_unref (simple->problem);
}

/* A model that no part of the table meets. */
START_TEST (no_round)
{
  const DeidLocalRoundsOptions options
      = { .n_rounds = 3, .max_policies = G_MAXUINT64, .max_comparisons = G_MAXUINT64 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (1000, NULL);
  g_autoptr (DeidProblem) unsolvable = NULL;
  GError *error = NULL;
  Simple simple;

  simple_init (&simple, rand);
  unsolvable = deid_problem_new (deid_problem_get_lattice (simple.problem));
  ck_assert (deid_problem_add_privacy_model (unsolvable, model, NULL));
  ck_assert (!deid_local_rounds (&simple.trial.clusters, unsolvable, &options, NULL,
                                 DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  simple_clear (&simple);
}
END_TEST

/* Stops the rounds after the first. */
static void
stop_rounds (gpointer data, guint64 n_done)
{
  g_cancellable_cancel (data);
  assert_quietly (n_done > 0);
}

/* What a stop leaves is valid; before the first round it is nothing. */
START_TEST (stopped)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (10);
  const guint n_trials = count_trials (200);

  for (guint i = 0; i < n_trials; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      const DeidLocalRoundsOptions options = { .n_rounds = 6,
                                               .is_free = TRUE,
                                               .max_policies = G_MAXUINT64,
                                               .report = stop_rounds,
                                               .report_data = cancellable };
      GError *error = NULL;
      Simple simple;

      simple_init (&simple, rand);
      assert_quietly (deid_local_rounds (&simple.trial.clusters, simple.problem, &options, NULL,
                                         DEID_STOP_OF (cancellable), NULL));
      local_check_clusters (&simple.table, &simple.trial.clusters);
      simple_clear (&simple);
      simple_init (&simple, rand);
      assert_quietly (!deid_local_rounds (&simple.trial.clusters, simple.problem, &options, NULL,
                                          DEID_STOP_OF (cancellable), &error));
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      simple_clear (&simple);
    }
}
END_TEST

/* Rounds that leave more than may be compared with clusters fail; policies are limited. */
START_TEST (too_much_left)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  const guint n_trials = count_trials (200);
  guint n_refused = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      const DeidLocalRoundsOptions options
          = { .n_rounds = 6, .is_free = TRUE, .max_policies = i % 2 == 0 ? 1 : G_MAXUINT64 };
      GError *error = NULL;
      guint64 n_evaluated;
      Simple simple;

      simple_init (&simple, rand);
      if (deid_local_rounds (&simple.trial.clusters, simple.problem, &options, &n_evaluated,
                             DEID_STOP_NEVER, &error))
        local_check_clusters (&simple.table, &simple.trial.clusters);
      else
        {
          assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
          n_refused++;
        }
      assert_quietly (n_evaluated <= options.max_policies);
      simple_clear (&simple);
    }
  ck_assert (n_trials < 100 || n_refused > 0);
}
END_TEST

static void
count_reports (gpointer n_reports)
{
  (*(guint *) n_reports)++;
}

/* A start from rounds costs no more than that from seeds, and sometimes less; each round is
 * reported. */
START_TEST (start)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  const guint n_trials = count_trials (200);
  guint n_better = 0;

  for (guint i = 0; i < n_trials; i++)
    {
      const DeidStop late = { .deadline = 1 };
      guint64 n_evaluated, cost;
      guint n_reports = 0;
      DeidLocalRuin ruin;
      Simple simple;

      simple_init (&simple, rand);
      assert_quietly (deid_local_ruin_init (&ruin, &simple.trial.preparation->all, simple.table.k,
                                            i, DEID_STOP_NEVER, NULL));
      cost = ruin.clusters.cost;
      assert_quietly (deid_local_start_from_rounds (&ruin, &n_evaluated, &late, NULL));
      assert_quietly (ruin.clusters.cost == cost && !ruin.is_good);
      ruin.report = count_reports;
      ruin.report_data = &n_reports;
      assert_quietly (deid_local_start_from_rounds (&ruin, &n_evaluated, DEID_STOP_NEVER, NULL));
      assert_quietly (n_evaluated > 0 && ruin.clusters.cost <= cost
                      && ruin.is_good == (ruin.clusters.cost < cost) && n_reports > 0);
      local_check_clusters (&simple.table, &ruin.clusters);
      n_better += ruin.is_good ? 1 : 0;
      assert_quietly (deid_local_ruin_run (&ruin, 100, DEID_STOP_NEVER, NULL));
      local_check_clusters (&simple.table, &ruin.clusters);
      deid_local_ruin_clear (&ruin);
      simple_clear (&simple);
    }
  ck_assert (n_trials < 100 || n_better > 0);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("start");
  TCase *cases = tcase_create ("rounds");

  tcase_add_test (cases, no_round);
  tcase_add_test (cases, stopped);
  tcase_add_test (cases, too_much_left);
  tcase_add_test (cases, start);
  suite_add_tcase (suite, cases);
  return suite;
}
