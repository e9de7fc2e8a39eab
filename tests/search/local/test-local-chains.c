/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chains of moves end where no move or swap is for the better, of what changed only that is kept
 * which is for the better, and clusters are valid wherever it ends. */
#include "support/suite.h"

#include <stdio.h>

#include "search/local/improve.h"
#include "support/failing-allocations.h"
#include "support/lesson.h"
#include "support/local-case.h"
#include "support/local-check.h"

/* The most rows of a table of which chains miss no swap, and records of one tuple. */
#define FEW_ROWS     12
#define FEW_OF_TUPLE 4

/* Above what costs of so few rows are rounded by. */
#define ROUNDING 1e-4

/* Comparisons that are more than enough. */
#define MANY 1000000

typedef struct
{
  DeidLocalChoice choice;
  DeidLocalChains chains;
} Engine;

static void
engine_init (Engine *engine, DeidLocalRuin *ruin)
{
  assert_quietly (deid_local_choice_init (&engine->choice, &ruin->clusters, ruin->k, NULL));
  assert_quietly (deid_local_chains_init (&engine->chains, &ruin->clusters, &ruin->neighbours,
                                          &ruin->judge, &engine->choice, ruin->k,
                                          ruin->pool.max_records, NULL));
}

static void
engine_clear (Engine *engine)
{
  deid_local_chains_clear (&engine->chains);
  deid_local_choice_clear (&engine->choice);
}

/* Follows chains from all records. */
static void
follow (Engine *engine)
{
  for (guint32 number = 0; number < engine->choice.clusters->n_places; number++)
    deid_local_chains_push (&engine->chains, number);
  assert_quietly (deid_local_chains_follow (&engine->chains, MANY, DEID_STOP_NEVER, NULL));
}

/* With so few steps there are chains alone. */
START_TEST (never_dearer)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2101);
  const guint n_trials = count_trials (300);
  guint n_better = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalCase local;
      guint64 start;

      local_case_make (&local, rand, trial % 2 == 0 ? FEW_ROWS : LOCAL_MAX_ROWS);
      local_case_seed (&local, trial);
      start = local.ruin.clusters.cost;
      for (guint run = 1; run <= 20; run++)
        {
          const guint64 before = local.ruin.clusters.cost;

          assert_quietly (deid_local_improve (&local.ruin, 3, DEID_STOP_NEVER, NULL));
          assert_quietly (local.ruin.clusters.cost <= before);
          assert_quietly (local.ruin.n_steps == 3 * run);
          local_case_check (&local);
        }
      n_better += local.ruin.clusters.cost < start;
      deid_local_ruin_clear (&local.ruin);
      local_case_clear (&local);
    }
  printf ("chains made %u of %u clusterings better\n", n_better, n_trials);
  ck_assert_uint_gt (4 * (n_better + 2), n_trials);
}
END_TEST

/* Tells whether chains look at all clusters from each record. */
static gboolean
sees_all (const DeidLocalRuin *ruin)
{
  const DeidLocalTuples *tuples = &ruin->tuples;

  for (guint32 s = 0; s < tuples->n_tuples; s++)
    {
      const guint32 *list = deid_local_neighbours_get (&ruin->neighbours, s);
      gboolean seen[FEW_ROWS] = { FALSE };

      if (deid_local_tuples_count (tuples, s) > FEW_OF_TUPLE)
        return FALSE;
      seen[s] = TRUE;
      for (guint i = 0; i < ruin->neighbours.n; i++)
        seen[list[i]] = TRUE;
      for (guint32 t = 0; t < tuples->n_tuples; t++)
        if (!seen[t])
          return FALSE;
    }
  return TRUE;
}

typedef struct
{
  guint n;
  guint rows[LOCAL_MAX_ROWS];
} Class;

/* Returns: what both classes cost if one gives the other a row, and gets one unless @j is behind
 * its last. */
static double
cost_exchange (const LocalTable *table, const Class *a, guint i, const Class *b, guint j)
{
  Class left = *a, right = *b;

  right.rows[right.n++] = left.rows[i];
  left.rows[i] = left.rows[--left.n];
  if (j < b->n)
    {
      left.rows[left.n++] = right.rows[j];
      right.rows[j] = right.rows[--right.n];
    }
  return local_table_cost_class (table, left.rows, left.n)
         + local_table_cost_class (table, right.rows, right.n);
}

/* Returns: how many moves and swaps of two classes make the cost fall. */
static guint
count_better (const LocalTable *table, const Class *a, const Class *b)
{
  const double cost = local_table_cost_class (table, a->rows, a->n)
                      + local_table_cost_class (table, b->rows, b->n);
  guint n = 0;

  for (guint i = 0; i < a->n; i++)
    for (guint j = 0; j < b->n + (a->n > table->k); j++)
      n += cost_exchange (table, a, i, b, j) < cost - ROUNDING;
  return n;
}

static guint
count_all_better (const LocalCase *local)
{
  const DeidLocalClusters *clusters = &local->ruin.clusters;
  Class classes[FEW_ROWS];
  guint n_classes = 0, n = 0;

  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      Class class;

      class.n = local_check_list_rows (clusters, number, class.rows);
      if (class.n > 0)
        classes[n_classes++] = class;
    }
  for (guint a = 0; a < n_classes; a++)
    for (guint b = 0; b < n_classes; b++)
      if (a != b)
        n += count_better (&local->table, &classes[a], &classes[b]);
  return n;
}

/* A record is not looked at again when a cluster near it changes: so chains start from all until
 * that changes nothing. */
START_TEST (no_better_move)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2102);
  const guint n_trials = count_trials (600);
  guint n_seen = 0, n_mended = 0, n_again = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalCase local;
      Engine engine;
      guint64 before = G_MAXUINT64;

      local_case_make (&local, rand, FEW_ROWS);
      local_case_seed (&local, trial);
      engine_init (&engine, &local.ruin);
      if (sees_all (&local.ruin))
        {
          n_seen++;
          n_mended += count_all_better (&local) > 0;
          for (guint n = 0; local.ruin.clusters.cost < before; n++)
            {
              n_again += n == 1 && count_all_better (&local) > 0;
              before = local.ruin.clusters.cost;
              follow (&engine);
              local_case_check (&local);
            }
          assert_quietly (count_all_better (&local) == 0);
        }
      engine_clear (&engine);
      deid_local_ruin_clear (&local.ruin);
      local_case_clear (&local);
    }
  printf ("%u of %u tables: %u had a better move, %u after one pass\n", n_seen, n_trials, n_mended,
          n_again);
  ck_assert_uint_gt (3 * n_seen, n_trials);
  ck_assert_uint_gt (10 * (n_mended + 2), n_seen);
}
END_TEST

/* Of each row where it is, and what it costs. */
typedef struct
{
  guint32 clusters[LOCAL_MAX_ROWS];
  guint64 costs[LOCAL_MAX_ROWS];
} Recoding;

static void
save (const DeidLocalClusters *clusters, Recoding *saved)
{
  for (guint32 r = 0; r < clusters->tuples->n_records; r++)
    {
      saved->clusters[r] = clusters->records[r].cluster;
      saved->costs[r] = deid_local_clusters_get (clusters, saved->clusters[r])->cost;
    }
}

/* Gives records that are connected by clusters before and after the same part, the least of their
 * numbers. */
static void
connect (guint n, const Recoding *before, const Recoding *after, guint *parts)
{
  gboolean changes = TRUE;

  for (guint i = 0; i < n; i++)
    parts[i] = i;
  while (changes)
    {
      changes = FALSE;
      for (guint i = 0; i < n; i++)
        for (guint j = 0; j < n; j++)
          if (parts[j] < parts[i]
              && (before->clusters[i] == before->clusters[j]
                  || after->clusters[i] == after->clusters[j]))
            {
              parts[i] = parts[j];
              changes = TRUE;
            }
    }
}

/* Returns: what all cost if each part is as it was or as it is, whatever costs less. */
static guint64
choose_plainly (guint n, const Recoding *before, const Recoding *after)
{
  guint parts[LOCAL_MAX_ROWS];
  guint64 sum = 0;

  connect (n, before, after, parts);
  for (guint part = 0; part < n; part++)
    {
      guint64 cost_before = 0, cost_after = 0;

      for (guint i = 0; i < n; i++)
        if (parts[i] == part)
          {
            cost_before += before->costs[i];
            cost_after += after->costs[i];
          }
      sum += MIN (cost_before, cost_after);
    }
  return sum;
}

/* Puts some clusters together anew; one time in two chains mend them. */
static void
kick (DeidLocalRuin *ruin, Engine *engine, GRand *rand)
{
  const guint n_kicks = (guint) g_rand_int_range (rand, 1, 6);

  for (guint i = 0; i < n_kicks; i++)
    if (deid_local_ruin_plan_kick (ruin, 0, ruin->tuples.n_records))
      deid_local_choice_commit (&engine->choice, &ruin->pool);
  if (g_rand_boolean (rand))
    return;
  for (guint32 number = 0; number < ruin->clusters.n_places; number++)
    deid_local_chains_refresh (&engine->chains, number);
  follow (engine);
}

START_TEST (best_parts)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2103);
  const guint n_trials = count_trials (300);
  guint n_rounds = 0, n_mixed = 0, n_undone = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      LocalCase local;
      Engine engine;

      local_case_make (&local, rand, LOCAL_MAX_ROWS);
      local_case_seed (&local, trial);
      engine_init (&engine, &local.ruin);
      for (guint round = 0; round < 10; round++, n_rounds++)
        {
          const DeidLocalClusters *clusters = &local.ruin.clusters;
          Recoding before, after;
          guint64 cost_before = clusters->cost, cost_after;

          save (clusters, &before);
          deid_local_choice_start (&engine.choice);
          kick (&local.ruin, &engine, rand);
          local_case_check (&local);
          save (clusters, &after);
          cost_after = clusters->cost;
          deid_local_choice_end (&engine.choice);
          local_case_check (&local);
          assert_quietly (clusters->cost <= choose_plainly (local.table.n_rows, &before, &after));
          n_mixed += clusters->cost < MIN (cost_before, cost_after);
          n_undone += clusters->cost < cost_after;
        }
      engine_clear (&engine);
      deid_local_ruin_clear (&local.ruin);
      local_case_clear (&local);
    }
  printf ("of %u rounds %u were undone in part, %u better than before and after\n", n_rounds,
          n_undone, n_mixed);
  ck_assert_uint_gt (4 * n_undone, n_rounds);
  ck_assert_uint_gt (100 * (n_mixed + 1), n_rounds);
}
END_TEST

/* On level 1 the label of one value stands for two others: a class of it costs as much as one of
 * all three, also if a record alone is left in it. */
START_TEST (labels_of_others)
{
  const guint32 classes[] = { 0, 0, 1, 1 };
  DeidProblem *problem = lesson_make_problem ("a\np\np\nq\nr\n", "a p h *\na q p *\na r p *\n",
                                              deid_privacy_model_new_k_anonymity (1, NULL));
  DeidPreparation *preparation;
  DeidLocalRuin ruin;
  Engine engine;

  ck_assert (deid_problem_set_suppression_limit (problem, 0, NULL));
  preparation = deid_problem_prepare (problem, DEID_STOP_NEVER, NULL);
  ck_assert (deid_local_ruin_init (&ruin, &preparation->all, 1, 1, DEID_STOP_NEVER, NULL));
  ck_assert (deid_local_ruin_set (&ruin, classes, NULL, NULL));
  engine_init (&engine, &ruin);
  for (guint32 record = 0; record < 4; record++)
    if (classes[ruin.tuples.rows[record]] == 0)
      ck_assert_uint_eq (engine.chains.other_costs[record], DEID_LOCAL_UNIT);
  engine_clear (&engine);
  ck_assert (deid_local_improve (&ruin, 400, DEID_STOP_NEVER, NULL));
  ck_assert_uint_eq (ruin.clusters.cost, 2 * DEID_LOCAL_UNIT);
  deid_local_ruin_clear (&ruin);
  deid_preparation_release (preparation);
  deid_problem_unref (problem);
}
END_TEST

/* Cancels at one of the reports. */
typedef struct
{
  DeidLocalRuin *ruin;
  GCancellable *cancellable;
  guint n_left;
  guint64 cost; /* then */
} Canceller;

static void
count_report (gpointer data)
{
  Canceller *canceller = data;

  if (canceller->n_left-- > 0)
    return;
  canceller->cost = canceller->ruin->clusters.cost;
  g_cancellable_cancel (canceller->cancellable);
}

/* Ruin and recreate takes 64 steps of each record, and reports every 256; then each round reports
 * what it leaves, above which costs do not rise. */
START_TEST (cancelled)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2104);
  const guint n_trials = count_trials (100);
  guint n_rounds = 0;

  for (guint trial = 0; trial < n_trials; trial++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      LocalCase local;
      Canceller canceller = { &local.ruin, cancellable, trial, 0 };
      GError *error = NULL;

      local_case_make (&local, rand, LOCAL_MAX_ROWS);
      local_case_seed (&local, trial);
      local.ruin.report = count_report;
      local.ruin.report_data = &canceller;
      ck_assert (!deid_local_improve (&local.ruin, G_GUINT64_CONSTANT (1) << 40,
                                      DEID_STOP_OF (cancellable), &error));
      assert_error (&error, G_IO_ERROR, G_IO_ERROR_CANCELLED, NULL);
      local_case_check (&local);
      if (local.ruin.n_steps > 64 * local.table.n_rows)
        {
          assert_quietly (local.ruin.clusters.cost <= canceller.cost);
          n_rounds++;
        }
      deid_local_ruin_clear (&local.ruin);
      local_case_clear (&local);
    }
  printf ("%u of %u runs were cancelled in rounds\n", n_rounds, n_trials);
  ck_assert_uint_gt (4 * (n_rounds + 1), n_trials);
}
END_TEST

START_TEST (without_memory)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2105);
  LocalCase local;
  GError *error = NULL;
  gint n_failures = 0;

  local_case_make (&local, rand, LOCAL_MAX_ROWS);
  local_case_seed (&local, 1);
  for (n_allocations_left = 0; !deid_local_improve (&local.ruin, 200, DEID_STOP_NEVER, &error);
       n_allocations_left = n_failures = get_next_failure (n_failures))
    {
      n_allocations_left = G_MAXINT;
      assert_error (&error, DEID_ERROR, DEID_ERROR_NO_MEMORY, NULL);
      local_case_check (&local);
    }
  n_allocations_left = G_MAXINT;
  assert_no_error (error);
  ck_assert_int_ge (n_failures, 10);
  local_case_check (&local);
  deid_local_ruin_clear (&local.ruin);
  local_case_clear (&local);
}
END_TEST

Suite *
make_suite (void)
{
  Suite *suite = suite_create ("chains of moves between clusters");
  TCase *cases = tcase_create ("chains");

  tcase_add_test (cases, never_dearer);
  tcase_add_test (cases, no_better_move);
  tcase_add_test (cases, best_parts);
  tcase_add_test (cases, labels_of_others);
  tcase_add_test (cases, cancelled);
  tcase_add_test (cases, without_memory);
  suite_add_tcase (suite, cases);
  return suite;
}
