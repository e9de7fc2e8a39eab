/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Clusters pass the models by their definitions, with weights, persons, suppression, its limits and
 * those of levels, and cost what the definition of the loss says. */
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

#include "partition/partition.h"
#include "search/local/improve.h"
#include "support/judged-recoding.h"
#include "support/lesson.h"
#include "support/local-case.h"
#include "support/own-model.h"

/* Starts from seeds or, where no clusters are found that pass, from the best policy. Returns:
 * whether there is either. */
static gboolean
start (JudgedRecoding *recoding, guint64 seed, guint *n_missed)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;
  const DeidPartition *partition;
  GError *error = NULL;

  if (deid_local_ruin_init (&recoding->ruin, &recoding->preparation->all, 0, seed, DEID_STOP_NEVER,
                            &error))
    return TRUE;
  assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, NULL);
  result = deid_search_run (search, recoding->problem, NULL, NULL);
  if (result == NULL)
    return FALSE;
  ++*n_missed;
  partition = deid_result_get_partition (result, NULL, NULL);
  assert_quietly (recoding->ruin.is_ready);
  assert_quietly (
      deid_local_ruin_set (&recoding->ruin, partition->class_of_row, partition->suppressed, NULL));
  return TRUE;
}

static const DeidLocalEngine engines[] = { deid_local_ruin_run, deid_local_improve };

/* After seeding and while steps are taken. */
START_TEST (models_are_met)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2041);
  const guint n_trials = count_trials (1200);
  guint n_found = 0, n_missed = 0, n_better = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      JudgedRecoding recoding;

      judged_recoding_make (&recoding, rand, TRUE);
      if (start (&recoding, trial, &n_missed))
        {
          const long double before = judged_recoding_check (&recoding);
          long double after = before;

          for (guint part = 0; part < 4; part++)
            {
              assert_quietly (engines[_i](&recoding.ruin, 50, DEID_STOP_NEVER, NULL));
              after = judged_recoding_check (&recoding);
            }
          n_better += after < before;
          n_found++;
        }
      deid_local_ruin_clear (&recoding.ruin);
      judged_recoding_clear (&recoding);
    }
  printf ("%u of %u problems have a recoding, %u of which got better; %u were found by a policy\n",
          n_found, n_trials, n_better, n_missed);
  ck_assert_uint_gt (4 * n_found, n_trials);
  ck_assert_uint_le (20 * n_missed, n_found + 20);
}
END_TEST

static void
find_suppressed (const DeidLocalClusters *clusters, gboolean *suppressed)
{
  for (guint32 record = 0; record < clusters->tuples->n_records; record++)
    suppressed[record] = clusters->records[record].cluster == clusters->suppressed;
}

/* Chains and kicks leave what is suppressed. With so few steps there is nothing else. */
static void
check_chains (JudgedRecoding *recoding)
{
  const DeidLocalClusters *clusters = &recoding->ruin.clusters;
  const guint64 cost = clusters->cost;
  gboolean before[MAX_ROWS], after[MAX_ROWS];

  find_suppressed (clusters, before);
  assert_quietly (deid_local_improve (&recoding->ruin, 3, DEID_STOP_NEVER, NULL));
  find_suppressed (clusters, after);
  assert_quietly (clusters->cost <= cost);
  assert_quietly (memcmp (before, after, clusters->tuples->n_records * sizeof *before) == 0);
  judged_recoding_check (recoding);
}

START_TEST (chains_never_dearer)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2044);
  const guint n_trials = count_trials (600);
  guint n_found = 0, n_better = 0, n_suppressing = 0, n_missed = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      JudgedRecoding recoding;

      judged_recoding_make (&recoding, rand, trial % 2 == 0);
      if (start (&recoding, trial, &n_missed) && recoding.ruin.judge.closure != DEID_CLOSURE_NONE)
        {
          guint64 start_cost;

          if (trial % 4 == 0)
            assert_quietly (deid_local_ruin_run (&recoding.ruin, 20, DEID_STOP_NEVER, NULL));
          start_cost = recoding.ruin.clusters.cost;
          n_suppressing += recoding.ruin.suppression.n_suppressed > 0;
          for (guint run = 0; run < 10; run++)
            check_chains (&recoding);
          n_better += recoding.ruin.clusters.cost < start_cost;
          n_found++;
        }
      deid_local_ruin_clear (&recoding.ruin);
      judged_recoding_clear (&recoding);
    }
  printf ("chains made %u of %u judged clusterings better; records of %u are suppressed\n",
          n_better, n_found, n_suppressing);
  ck_assert_uint_gt (10 * (n_better + 2), n_found);
  ck_assert_uint_gt (20 * (n_suppressing + 2), n_found);
}
END_TEST

/* From the classes of the best policy, with what it suppresses, costs only fall. */
START_TEST (below_best_policy)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2042);
  const guint n_trials = count_trials (250);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (DeidSearch) search = deid_search_new_optimal ();
      g_autoptr (DeidResult) result = NULL;
      JudgedRecoding recoding;

      judged_recoding_make (&recoding, rand, TRUE);
      result = deid_search_run (search, recoding.problem, NULL, NULL);
      deid_local_ruin_init (&recoding.ruin, &recoding.preparation->all, 0, trial, DEID_STOP_NEVER,
                            NULL);
      if (result != NULL)
        {
          const DeidPartition *partition = deid_result_get_partition (result, NULL, NULL);
          guint64 cost;

          assert_quietly (deid_local_ruin_set (&recoding.ruin, partition->class_of_row,
                                               partition->suppressed, NULL));
          cost = recoding.ruin.clusters.cost;
          assert_quietly (deid_local_ruin_descend (&recoding.ruin, 100, DEID_STOP_NEVER, NULL));
          assert_quietly (recoding.ruin.judge.closure == DEID_CLOSURE_NONE
                          || recoding.ruin.clusters.cost <= cost);
          judged_recoding_check (&recoding);
        }
      deid_local_ruin_clear (&recoding.ruin);
      judged_recoding_clear (&recoding);
    }
}
END_TEST

/* A host's model is shown the labels of the class that is judged; classes of 4 records pass. */
static gboolean
judge_labels (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  const char *label = deid_class_get_label (eq_class, 0);
  guint *n_asked = data;
  guint32 n_values;
  guint n;

  (void) state;
  (void) error;
  assert_quietly (deid_class_get_levels (eq_class, &n)[0]
                  == (label[0] == 'v'   ? 0
                      : label[0] == 'g' ? 1
                                        : 2));
  assert_quietly (n == 1 && deid_class_get_label_numbers (eq_class, &n)[0] < 6);
  assert_quietly (deid_class_get_n_covered (eq_class, 0)
                  == (label[0] == 'v'   ? 1
                      : label[0] == 'g' ? 3
                                        : 6));
  assert_quietly (deid_class_get_values (eq_class, 0, &n_values) != NULL && n_values > 0);
  *passes = deid_class_get_n_records (eq_class) >= 4;
  ++*n_asked;
  return TRUE;
}

static gboolean
judge_never (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
             GError **error)
{
  (void) eq_class;
  (void) state;
  (void) data;
  *passes = TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_WEIGHT, "no answer");
  return FALSE;
}

static DeidProblem *
make_hosted (DeidJudgeFunc judge, gpointer data)
{
  DeidPrivacyModelFuncs *funcs = own_model_make_funcs ();
  DeidProblem *problem;
  GError *error = NULL;

  deid_privacy_model_funcs_set_accept (funcs, judge, data, NULL);
  problem = lesson_make_problem (
      "a s:sensitive\nv0 x\nv0 y\nv1 x\nv1 x\nv1 z\nv2 x\nv3 y\nv3 x\nv4 z\nv4 x\nv5 x\n",
      "a v0 g0 *\na v1 g0 *\na v2 g0 *\na v3 g1 *\na v4 g1 *\na v5 g1 *\n", own_model_new (funcs));
  deid_privacy_model_funcs_unref (funcs);
  deid_problem_set_suppression_limit (problem, 0, &error);
  assert_no_error (error);
  return problem;
}

/* The best classes are those of both groups, of 6 and 5 records, or the values v1 and others. */
START_TEST (models_of_hosts)
{
  guint n_asked = 0;
  DeidProblem *problem = make_hosted (judge_labels, &n_asked);
  DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
  DeidLocalRuin ruin;
  GError *error = NULL;

  ck_assert (deid_local_ruin_init (&ruin, &preparation->all, 0, 1, DEID_STOP_NEVER, &error));
  ck_assert (deid_local_ruin_run (&ruin, 100, DEID_STOP_NEVER, &error));
  ck_assert_uint_gt (n_asked, 10);
  ck_assert_uint_eq (ruin.clusters.n_clusters, 2);
  deid_local_ruin_clear (&ruin);
  deid_preparation_release (preparation);
  deid_problem_unref (problem);
}
END_TEST

START_TEST (failing_models)
{
  DeidProblem *problem = make_hosted (judge_never, NULL);
  DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
  DeidLocalRuin ruin;
  GError *error = NULL;

  ck_assert (!deid_local_ruin_init (&ruin, &preparation->all, 0, 1, DEID_STOP_NEVER, &error));
  assert_error (&error, DEID_ERROR, DEID_ERROR_WEIGHT, "no answer", NULL);
  deid_local_ruin_clear (&ruin);
  deid_preparation_release (preparation);
  deid_problem_unref (problem);
}
END_TEST

/* A host's model that fails, or cancels the run, when it is asked for the last time. */
typedef struct
{
  guint n_left;
  GCancellable *cancellable; /* NULL to fail */
  gboolean was_last;         /* it was asked for the last time */
} Ending;

static gboolean
judge_until_end (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                 GError **error)
{
  Ending *ending = data;

  (void) state;
  *passes = deid_class_get_n_records (eq_class) >= 2;
  if (ending->n_left > 0)
    {
      ending->n_left--;
      return TRUE;
    }
  ending->was_last = TRUE;
  if (ending->cancellable == NULL)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_WEIGHT, "no answer");
  else
    g_cancellable_cancel (ending->cancellable);
  return ending->cancellable != NULL;
}

/* Clusters pass, and cost no more than before, wherever chains end. */
static void
check_ended (guint n_asked, gboolean is_cancelled, gboolean *has_ended)
{
  g_autoptr (GCancellable) cancellable = is_cancelled ? g_cancellable_new () : NULL;
  Ending ending = { G_MAXUINT, cancellable, FALSE };
  DeidProblem *problem = make_hosted (judge_until_end, &ending);
  DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
  DeidLocalRuin ruin;
  GError *error = NULL;
  guint64 cost;

  assert_quietly (deid_local_ruin_init (&ruin, &preparation->all, 0, 1, DEID_STOP_NEVER, NULL));
  cost = ruin.clusters.cost;
  ending.n_left = n_asked;
  *has_ended = !deid_local_improve (&ruin, 3, DEID_STOP_OF (cancellable), &error);
  if (*has_ended && is_cancelled)
    assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
  else if (*has_ended)
    assert_error (&error, DEID_ERROR, DEID_ERROR_WEIGHT, "no answer", NULL);
  assert_quietly (*has_ended == ending.was_last);
  assert_quietly (ruin.clusters.cost <= cost);
  for (guint32 number = 0; number < ruin.clusters.n_places; number++)
    if (deid_local_clusters_get (&ruin.clusters, number)->first != DEID_LOCAL_NONE)
      assert_quietly (deid_local_clusters_get (&ruin.clusters, number)->size >= 2);
  deid_local_ruin_clear (&ruin);
  deid_preparation_release (preparation);
  deid_problem_unref (problem);
}

START_TEST (chains_ended)
{
  for (guint is_cancelled = 0; is_cancelled < 2; is_cancelled++)
    {
      gboolean has_ended = TRUE;
      guint n_asked = 0;

      for (; has_ended; n_asked++)
        check_ended (n_asked, is_cancelled != 0, &has_ended);
      ck_assert_uint_gt (n_asked, 10);
    }
}
END_TEST

/* Records of which at most one has another value than the rest. */
static DeidProblem *
make_uniform (guint n_rows, gboolean has_other)
{
  g_autoptr (GString) rows = g_string_new ("a s:sensitive\n");
  DeidProblem *problem;
  GError *error = NULL;

  for (guint row = 0; row < n_rows; row++)
    g_string_append_printf (rows, "v%u %s\n", row % 6, has_other && row == 0 ? "other" : "x");
  problem = lesson_make_problem (
      rows->str, "a v0 g0 *\na v1 g0 *\na v2 g0 *\na v3 g1 *\na v4 g1 *\na v5 g1 *\n",
      deid_privacy_model_new_distinct_l_diversity ("s", 2, NULL));
  deid_problem_set_suppression_limit (problem, 0, &error);
  assert_no_error (error);
  return problem;
}

/* All records are one large class, or there is none. */
START_TEST (one_class)
{
  for (guint has_other = 0; has_other < 2; has_other++)
    {
      DeidProblem *problem = make_uniform (3000, has_other != 0);
      DeidPreparation *preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
      DeidLocalRuin ruin;
      GError *error = NULL;

      ck_assert_int_eq (
          deid_local_ruin_init (&ruin, &preparation->all, 0, 1, DEID_STOP_NEVER, &error),
          has_other != 0);
      if (has_other)
        {
          ck_assert (deid_local_ruin_run (&ruin, 500, DEID_STOP_NEVER, &error));
          ck_assert_uint_eq (ruin.clusters.n_clusters, 1);
        }
      else
        assert_error (&error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "no local recoding", NULL);
      deid_local_ruin_clear (&ruin);
      deid_preparation_release (preparation);
      deid_problem_unref (problem);
    }
}
END_TEST

/* A seed repeats where classes are judged, too. */
START_TEST (same_seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2043);
  const guint n_trials = count_trials (50);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      JudgedRecoding recoding;
      DeidLocalRuin again;
      gboolean success;

      judged_recoding_make (&recoding, rand, TRUE);
      success = deid_local_ruin_init (&recoding.ruin, &recoding.preparation->all, 0, trial,
                                      DEID_STOP_NEVER, NULL)
                && deid_local_ruin_run (&recoding.ruin, 50, DEID_STOP_NEVER, NULL);
      assert_quietly ((deid_local_ruin_init (&again, &recoding.preparation->all, 0, trial,
                                             DEID_STOP_NEVER, NULL)
                       && deid_local_ruin_run (&again, 50, DEID_STOP_NEVER, NULL))
                      == success);
      for (guint32 i = 0; success && i < recoding.random->n_rows; i++)
        assert_quietly (again.clusters.records[i].cluster
                        == recoding.ruin.clusters.records[i].cluster);
      deid_local_ruin_clear (&again);
      deid_local_ruin_clear (&recoding.ruin);
      judged_recoding_clear (&recoding);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("models of local recodings");
  TCase *cases = tcase_create ("models");

  tcase_add_loop_test (cases, models_are_met, 0, G_N_ELEMENTS (engines));
  tcase_add_test (cases, chains_never_dearer);
  tcase_add_test (cases, below_best_policy);
  tcase_add_test (cases, models_of_hosts);
  tcase_add_test (cases, failing_models);
  tcase_add_test (cases, chains_ended);
  tcase_add_test (cases, one_class);
  tcase_add_test (cases, same_seed);
  suite_add_tcase (suite, cases);
  return suite;
}
