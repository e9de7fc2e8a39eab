/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Clusters of a local recoding are classes of at least k records, cost what the definition says,
 * and on tables small enough to try all partitions are mostly the best. */
#include "support/suite.h"

#include <stdio.h>

#include "search/local/improve.h"
#include "support/local-case.h"

static const DeidLocalEngine engines[] = { deid_local_ruin_run, deid_local_improve };

/* Those of the seeds and those of every tenth of a run; no class of the input is smaller. */
START_TEST (valid_classes)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2001);
  const guint n_trials = count_trials (500);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalCase fixture;
      double seeds, end;

      local_case_make (&fixture, rand, LOCAL_MAX_ROWS);
      local_case_seed (&fixture, trial);
      seeds = end = local_case_check (&fixture);
      for (guint part = 0; part < 10; part++)
        {
          assert_quietly (engines[_i](&fixture.ruin, 40, DEID_STOP_NEVER, NULL));
          end = local_case_check (&fixture);
        }
      assert_quietly (end <= 1 && seeds <= 1);
      deid_local_ruin_clear (&fixture.ruin);
      local_case_clear (&fixture);
    }
}
END_TEST

/* The engine does not know what is best; with a few hundred steps from several seeds it finds that
 * nearly always, and never less than that. */
START_TEST (small_optima)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2002);
  const guint n_trials = count_trials (300);
  guint n_found = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalCase fixture;
      double optimum, best = 2;

      local_case_make (&fixture, rand, 9);
      optimum = local_table_find_optimum (&fixture.table);
      for (guint64 seed = 0; seed < 3; seed++)
        {
          local_case_seed (&fixture, seed);
          assert_quietly (engines[_i](&fixture.ruin, 300, DEID_STOP_NEVER, NULL));
          best = MIN (best, local_case_check (&fixture));
          deid_local_ruin_clear (&fixture.ruin);
        }
      assert_quietly (best >= optimum - 1e-12);
      n_found += best <= optimum + 1e-12;
      local_case_clear (&fixture);
    }
  printf ("the optimum was found for %u of %u small tables\n", n_found, n_trials);
  ck_assert_uint_ge (100 * (n_found + 1), 95 * n_trials);
}
END_TEST

/* From the classes of the best policy costs only fall, but for their rounding: no recoding that
 * starts there loses more than full-domain generalization. */
START_TEST (below_best_policy)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2005);
  const guint n_trials = count_trials (200);
  guint n_better = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidResult) result = NULL;
      const DeidPartition *partition;
      LocalCase fixture;
      double before, loss;
      gsize n;

      local_case_make (&fixture, rand, LOCAL_MAX_ROWS);
      result = deid_search_run (search, fixture.problem, NULL, NULL);
      assert_quietly (result != NULL);
      partition = deid_result_get_partition (result, NULL, NULL);
      local_case_seed (&fixture, trial);
      assert_quietly (deid_local_ruin_set (&fixture.ruin,
                                           deid_partition_get_classes (partition, &n), NULL, NULL));
      before = local_case_check (&fixture);
      assert_quietly (before <= deid_result_get_loss (result) + 1e-12);
      assert_quietly (deid_local_ruin_descend (&fixture.ruin, 200, DEID_STOP_NEVER, NULL));
      loss = local_case_check (&fixture);
      assert_quietly (loss <= before + 1e-12);
      n_better += loss < before - 1e-6;
      for (guint part = 0; part < 10; part++)
        {
          before = loss;
          assert_quietly (deid_local_ruin_descend (&fixture.ruin, 20, DEID_STOP_NEVER, NULL));
          loss = local_case_check (&fixture);
          assert_quietly (loss <= before + 1e-6);
        }
      deid_local_ruin_clear (&fixture.ruin);
      local_case_clear (&fixture);
    }
  ck_assert_uint_gt (2 * n_better, n_trials);
}
END_TEST

/* A seed repeats. */
START_TEST (same_seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2003);
  LocalCase fixture;
  DeidLocalRuin first;

  local_case_make (&fixture, rand, LOCAL_MAX_ROWS);
  local_case_seed (&fixture, 7);
  ck_assert (engines[_i](&fixture.ruin, 500, DEID_STOP_NEVER, NULL));
  first = fixture.ruin;
  local_case_seed (&fixture, 7);
  ck_assert (engines[_i](&fixture.ruin, 500, DEID_STOP_NEVER, NULL));
  for (guint32 i = 0; i < fixture.table.n_rows; i++)
    ck_assert_uint_eq (first.clusters.records[i].cluster, fixture.ruin.clusters.records[i].cluster);
  deid_local_ruin_clear (&first);
  deid_local_ruin_clear (&fixture.ruin);
  local_case_clear (&fixture);
}
END_TEST

/* What is cancelled leaves valid clusters; what cannot have a class says so. */
START_TEST (stopped_and_refused)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2004);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  LocalCase fixture;
  DeidLocalRuin refused;
  GError *error = NULL;

  local_case_make (&fixture, rand, LOCAL_MAX_ROWS);
  local_case_seed (&fixture, 1);
  g_cancellable_cancel (cancellable);
  ck_assert (!engines[_i](&fixture.ruin, 3, DEID_STOP_OF (cancellable), &error));
  assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  local_case_check (&fixture);
  deid_local_ruin_clear (&fixture.ruin);
  ck_assert (!deid_local_ruin_init (&refused, &fixture.preparation->all, fixture.table.n_rows + 1,
                                    1, DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "expected at least", NULL);
  deid_local_ruin_clear (&refused);
  local_case_clear (&fixture);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("clusters of local recodings");
  TCase *cases = tcase_create ("clusters");

  tcase_add_loop_test (cases, valid_classes, 0, G_N_ELEMENTS (engines));
  tcase_add_loop_test (cases, small_optima, 0, G_N_ELEMENTS (engines));
  tcase_add_test (cases, below_best_policy);
  tcase_add_loop_test (cases, same_seed, 0, G_N_ELEMENTS (engines));
  tcase_add_loop_test (cases, stopped_and_refused, 0, G_N_ELEMENTS (engines));
  suite_add_tcase (suite, cases);
  return suite;
}
