/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Parts of a table are tables of their own, what comes of them is the same on any number of
 * threads, and clusters are valid wherever it ends. */
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

#include "search/local/improve.h"
#include "support/failing-allocations.h"
#include "support/judged-recoding.h"
#include "support/local-case.h"

static const guint thread_counts[] = { 1, 2, 3, 8 };

/* Has parts of few records, unless there are too few for two. */
static void
seed (LocalCase *local, guint64 number, guint window, guint n_threads)
{
  local_case_seed (local, number);
  local->ruin.window = window;
  local->ruin.n_threads = n_threads;
}

static guint
draw_window (GRand *rand)
{
  return (guint) g_rand_int_range (rand, 8, 33);
}

/* Where each record is. */
static void
save (const DeidLocalClusters *clusters, guint32 *saved)
{
  for (guint32 record = 0; record < clusters->tuples->n_records; record++)
    saved[record] = clusters->records[record].cluster;
}

static void
check_same (const DeidLocalClusters *clusters, const guint32 *saved)
{
  for (guint32 record = 0; record < clusters->tuples->n_records; record++)
    assert_quietly (clusters->records[record].cluster == saved[record]);
}

START_TEST (same_on_any_threads)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2201);
  const guint n_trials = count_trials (200);
  guint n_parted = 0, n_better = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint window = draw_window (rand);
      const guint64 n_steps = (guint64) g_rand_int_range (rand, 0, 600);
      guint32 clusters[LOCAL_MAX_ROWS];
      LocalCase local;

      local_case_make (&local, rand, LOCAL_MAX_ROWS);
      for (guint i = 0; i < G_N_ELEMENTS (thread_counts); i++)
        {
          double before, after;

          seed (&local, trial, window, thread_counts[i]);
          before = local_case_check (&local);
          assert_quietly (deid_local_improve (&local.ruin, n_steps, DEID_STOP_NEVER, NULL));
          after = local_case_check (&local);
          if (i == 0)
            {
              n_parted += deid_local_parts_suit (&local.ruin) ? 1 : 0;
              n_better += deid_local_parts_suit (&local.ruin) && after < before ? 1 : 0;
              save (&local.ruin.clusters, clusters);
            }
          check_same (&local.ruin.clusters, clusters);
          assert_quietly (local.ruin.n_steps == n_steps);
          deid_local_ruin_clear (&local.ruin);
        }
      local_case_clear (&local);
    }
  printf ("%u of %u tables had parts, %u got better\n", n_parted, n_trials, n_better);
  ck_assert_uint_gt (2 * (n_parted + 1), n_trials);
  ck_assert_uint_gt (2 * (n_better + 2), n_parted);
}
END_TEST

/* The same of problems with models, weights and suppression; what is judged has no parts. */
START_TEST (same_for_models)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2202);
  const guint n_trials = count_trials (600);
  guint n_found = 0, n_parted = 0, n_suppressing = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint window = draw_window (rand) / 4;
      guint32 clusters[MAX_ROWS];
      JudgedRecoding recoding;

      judged_recoding_make (&recoding, rand, TRUE);
      for (guint n_threads = 1; n_threads <= 3; n_threads += 2)
        {
          DeidLocalRuin *ruin = &recoding.ruin;

          if (deid_local_ruin_init (ruin, &recoding.preparation->all, 0, trial, DEID_STOP_NEVER,
                                    NULL))
            {
              ruin->window = window;
              ruin->n_threads = n_threads;
              assert_quietly (deid_local_improve (ruin, 200, DEID_STOP_NEVER, NULL));
              judged_recoding_check (&recoding);
              if (n_threads == 1)
                save (&ruin->clusters, clusters);
              check_same (&ruin->clusters, clusters);
              n_found++;
              n_parted += ruin->judge.is_plain && deid_local_ruin_count_parts (ruin) > 1;
              n_suppressing += ruin->judge.is_plain && ruin->suppression.n_suppressed > 0;
            }
          deid_local_ruin_clear (ruin);
        }
      judged_recoding_clear (&recoding);
    }
  printf ("%u recodings, %u of which in parts, %u with suppressed records besides\n", n_found,
          n_parted, n_suppressing);
  ck_assert_uint_gt (50 * (n_parted + 2), n_found);
}
END_TEST

/* Chains alone never make costs rise, whatever the parts are. */
START_TEST (never_dearer)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2203);
  const guint n_trials = count_trials (200);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalCase local;

      local_case_make (&local, rand, LOCAL_MAX_ROWS);
      seed (&local, trial, draw_window (rand), 1 + trial % 3);
      for (guint run = 0; run < 10; run++)
        {
          const guint64 before = local.ruin.clusters.cost;

          assert_quietly (deid_local_improve (&local.ruin, 3, DEID_STOP_NEVER, NULL));
          assert_quietly (local.ruin.clusters.cost <= before);
          local_case_check (&local);
        }
      deid_local_ruin_clear (&local.ruin);
      local_case_clear (&local);
    }
}
END_TEST

/* Returns: how often a tuple is in a list. */
static guint
count_tuple (const guint32 *list, guint n, guint32 tuple)
{
  guint count = 0;

  for (guint i = 0; i < n; i++)
    count += list[i] == tuple;
  return count;
}

/* Of a tuple of a part those neighbours are listed that the part has, and no others. */
static void
check_neighbours (const DeidLocalPart *part, guint32 tuple, const guint32 *numbers)
{
  const DeidLocalNeighbours *all = &part->whole->neighbours, *some = &part->ruin.neighbours;
  const guint32 *list = deid_local_neighbours_get (some, tuple);
  const guint32 *others = deid_local_neighbours_get (all, numbers[tuple]);
  gboolean has_any = FALSE;

  for (guint32 other = 0; other < part->ruin.tuples.n_tuples; other++)
    {
      const gboolean is_listed = count_tuple (list, some->n, other) > 0;
      const gboolean is_neighbour = count_tuple (others, all->n, numbers[other]) > 0;

      has_any |= is_neighbour;
      assert_quietly (is_listed == is_neighbour || (other == tuple && !has_any));
    }
  for (guint i = 0; i < some->n; i++)
    assert_quietly (list[i] < part->ruin.tuples.n_tuples);
}

/* A part has the records of its clusters, with their leaves. */
static void
check_part (const DeidLocalPart *part)
{
  const DeidLocalTuples *all = &part->whole->tuples, *some = &part->ruin.tuples;
  guint32 numbers[LOCAL_MAX_ROWS];

  for (guint32 record = 0; record < some->n_records; record++)
    {
      const guint32 number = part->records[record], tuple = some->tuples[record];

      assert_quietly (record == 0 || part->records[record - 1] < number);
      assert_quietly (memcmp (deid_local_tuples_get (some, tuple),
                              deid_local_tuples_get (all, all->tuples[number]),
                              all->n_attributes * sizeof *all->codes)
                      == 0);
      assert_quietly (record >= some->first_records[tuple]
                      && record < some->first_records[tuple + 1]);
      numbers[tuple] = all->tuples[number];
    }
  for (guint32 tuple = 0; tuple < some->n_tuples; tuple++)
    check_neighbours (part, tuple, numbers);
}

/* Every third cluster is put back as it was, or after steps. */
START_TEST (part_of_table)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2204);
  const guint n_trials = count_trials (300);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      guint32 places[LOCAL_MAX_ROWS], before[LOCAL_MAX_ROWS], n = 0, n_records = 0;
      LocalCase local;
      DeidLocalClusters *clusters = &local.ruin.clusters;
      DeidLocalPart part;
      guint64 cost;

      local_case_make (&local, rand, LOCAL_MAX_ROWS);
      local_case_seed (&local, trial);
      for (guint32 number = 0; number < clusters->n_places; number++)
        if (number % 3 == 0 && deid_local_clusters_get (clusters, number)->first != DEID_LOCAL_NONE)
          {
            places[n++] = number;
            n_records += deid_local_clusters_get (clusters, number)->size;
          }
      cost = clusters->cost;
      save (clusters, before);
      assert_quietly (
          deid_local_part_init (&part, &local.ruin, places, n, n, n_records, trial, NULL));
      check_part (&part);
      if (trial % 2 == 0)
        assert_quietly (deid_local_ruin_descend (&part.ruin, 20, DEID_STOP_NEVER, NULL));
      if (part.ruin.clusters.n_clusters <= n)
        deid_local_part_put_back (&part);
      deid_local_part_clear (&part);
      deid_local_clusters_recount (clusters);
      assert_quietly (trial % 2 == 0 ? clusters->cost <= cost : clusters->cost == cost);
      local_case_check (&local);
      if (trial % 2 != 0)
        check_same (clusters, before);
      deid_local_ruin_clear (&local.ruin);
      local_case_clear (&local);
    }
}
END_TEST

/* Waits in each part until as many threads are there. */
static struct
{
  GMutex mutex;
  GCond cond;
  guint n_wanted;
  guint n_there;
} meeting;

static gboolean
meet (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  g_mutex_lock (&meeting.mutex);
  meeting.n_there++;
  g_cond_broadcast (&meeting.cond);
  while (meeting.n_there < meeting.n_wanted)
    g_cond_wait (&meeting.cond, &meeting.mutex);
  g_mutex_unlock (&meeting.mutex);
  ruin->n_steps += n_steps;
  return deid_stop_check (stop, error);
}

START_TEST (all_at_once)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2205);
  LocalCase local;

  do
    {
      local_case_make (&local, rand, LOCAL_MAX_ROWS);
      seed (&local, 1, 8, 3);
      meeting.n_wanted = MIN (local.ruin.clusters.n_clusters, 3);
      if (meeting.n_wanted < 3 || local.table.n_rows < 60)
        {
          deid_local_ruin_clear (&local.ruin);
          local_case_clear (&local);
        }
    }
  while (meeting.n_wanted < 3 || local.table.n_rows < 60);
  ck_assert (deid_local_parts_run (&local.ruin, meet, 100, DEID_STOP_NEVER, NULL));
  ck_assert_uint_ge (meeting.n_there, 3);
  ck_assert_uint_eq (local.ruin.n_steps, 100);
  local_case_check (&local);
  deid_local_ruin_clear (&local.ruin);
  local_case_clear (&local);
}
END_TEST

/* Cancels at one of the reports, which all come from this thread. */
typedef struct
{
  GThread *thread;
  GCancellable *cancellable;
  const DeidLocalRuin *ruin;
  guint64 n_steps; /* at the report before */
  guint n_left;
} Canceller;

static void
count_report (gpointer data)
{
  Canceller *canceller = data;

  assert_quietly (g_thread_self () == canceller->thread);
  assert_quietly (canceller->ruin->n_steps >= canceller->n_steps);
  canceller->n_steps = canceller->ruin->n_steps;
  if (canceller->n_left == 0)
    g_cancellable_cancel (canceller->cancellable);
  else
    canceller->n_left--;
}

START_TEST (cancelled)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2206);
  const guint n_trials = count_trials (100);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      LocalCase local;
      Canceller canceller = { g_thread_self (), cancellable, &local.ruin, 0, trial };
      GError *error = NULL;

      local_case_make (&local, rand, LOCAL_MAX_ROWS);
      seed (&local, trial, draw_window (rand), 1 + trial % 3);
      local.ruin.report = count_report;
      local.ruin.report_data = &canceller;
      ck_assert (!deid_local_improve (&local.ruin, G_GUINT64_CONSTANT (1) << 40,
                                      DEID_STOP_OF (cancellable), &error));
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      assert_quietly (local.ruin.n_steps >= canceller.n_steps);
      local_case_check (&local);
      deid_local_ruin_clear (&local.ruin);
      local_case_clear (&local);
    }
}
END_TEST

/* What a thread lacks, the others do not. */
START_TEST (without_memory)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2207);
  const guint n_threads = _i == 0 ? 1 : 3;
  LocalCase local;
  GError *error = NULL;
  gint n_failures = 0;

  do
    local_case_make (&local, rand, LOCAL_MAX_ROWS);
  while (local.table.n_rows < 40 && (local_case_clear (&local), TRUE));
  seed (&local, 1, 16, n_threads);
  for (n_allocations_left = 0; !deid_local_improve (&local.ruin, 200, DEID_STOP_NEVER, &error);
       n_allocations_left = n_failures = get_next_failure (n_failures))
    {
      n_allocations_left = G_MAXINT;
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, NULL);
      local_case_check (&local);
    }
  n_allocations_left = G_MAXINT;
  assert_no_error (error);
  ck_assert_int_ge (n_failures, 100);
  local_case_check (&local);
  deid_local_ruin_clear (&local.ruin);
  local_case_clear (&local);
}
END_TEST

static gint n_refusals; /* atomic */

/* An engine that lacks memory at first. */
static gboolean
take_steps_later (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  if (g_atomic_int_add (&n_refusals, -1) <= 0)
    return deid_local_ruin_take_steps (ruin, n_steps, stop, error);
  deid_local_ruin_take_steps (ruin, n_steps / 2, stop, NULL);
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "as the test wants it");
  return FALSE;
}

/* Each thread is refused at most once, so that one of them is not in the end. */
static gint
count_refusals (const DeidLocalRuin *ruin)
{
  return ruin->clusters.n_clusters > 3 && deid_local_parts_count_threads (ruin) > 1 ? 2 : 1;
}

/* What there is no memory for in several threads is done in one. */
START_TEST (little_memory)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2208);
  const guint n_trials = count_trials (100);

  for (guint trial = 0; trial < n_trials; trial++)
    {
      const guint window = draw_window (rand), n_threads = (guint) g_rand_int_range (rand, 1, 5);
      guint32 clusters[LOCAL_MAX_ROWS];
      LocalCase local;

      local_case_make (&local, rand, LOCAL_MAX_ROWS);
      for (guint i = 0; i < 2; i++)
        {
          seed (&local, trial, window, n_threads);
          g_atomic_int_set (&n_refusals, i == 0 ? 0 : count_refusals (&local.ruin));
          assert_quietly (
              deid_local_parts_run (&local.ruin, take_steps_later, 200, DEID_STOP_NEVER, NULL));
          local_case_check (&local);
          if (i == 0)
            save (&local.ruin.clusters, clusters);
          check_same (&local.ruin.clusters, clusters);
          assert_quietly (local.ruin.n_steps == 200);
          deid_local_ruin_clear (&local.ruin);
        }
      local_case_clear (&local);
    }
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("parts of tables that are recoded locally");
  TCase *cases = tcase_create ("parts");

  tcase_set_timeout (cases, 60);
  tcase_add_test (cases, same_on_any_threads);
  tcase_add_test (cases, same_for_models);
  tcase_add_test (cases, never_dearer);
  tcase_add_test (cases, part_of_table);
  tcase_add_test (cases, all_at_once);
  tcase_add_test (cases, cancelled);
  tcase_add_loop_test (cases, without_memory, 0, 2);
  tcase_add_test (cases, little_memory);
  suite_add_tcase (suite, cases);
  return suite;
}
