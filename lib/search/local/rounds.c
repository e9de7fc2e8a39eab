/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/rounds.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "evaluation/grouping-evaluator.h"
#include "search/search-private.h"
#include "search/view-search.h"

/* The records that are left, and room for what a round makes of them. */
typedef struct
{
  DeidLocalClusters *clusters;
  DeidProblem *problem;
  const DeidLocalRoundsOptions *options;
  guint64 n_evaluated;
  guint32 fewest; /* records that a round must release */
  guint32 n;
  guint32 *records;
  guint32 *rows;    /* of these */
  guint32 *numbers; /* of each class of a round its cluster, or DEID_LOCAL_NONE */
} Rounds;

/* A round: the table of the records left, and the problem on it. */
typedef struct
{
  DeidTableSource whole;
  DeidTableSource part;
  DeidColumn *columns;
  DeidPreparedProblem all;
  DeidPreparedProblem distinct;
  DeidIncumbent best;
} Round;

static gboolean
take_rows (Round *round, const Rounds *rounds, GError **error)
{
  const DeidDataset *dataset = rounds->problem->lattice->dataset;

  if (!deid_table_source_init (&round->whole, dataset, error)
      || !deid_new_arrays (error, DEID_NEW (round->columns, round->whole.n_columns)))
    return FALSE;
  for (guint32 i = 0; i < rounds->n; i++)
    rounds->rows[i] = rounds->clusters->tuples->rows[rounds->records[i]];
  for (guint c = 0; c < round->whole.n_columns; c++)
    {
      round->columns[c] = round->whole.columns[c];
      deid_codes_init (&round->columns[c].codes);
    }
  for (guint c = 0; c < round->whole.n_columns; c++)
    if (!deid_codes_copy_rows (&round->columns[c].codes, &round->whole.columns[c].codes,
                               rounds->rows, rounds->n, error))
      return FALSE;
  round->part = round->whole;
  round->part.columns = round->columns;
  round->part.n_rows = round->part.n_records = rounds->n;
  return TRUE;
}

/* Lets a record that is put off cost what it would if it was kept. */
static void
put_off_free (DeidLoss *loss)
{
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      loss->terms[a].covered = loss->terms[a].kept;
      loss->terms[a].suppressed = 0;
    }
}

/* A limit of time is a guard against a round that has no end: what it found by then counts. */
static DeidSearch *
make_search (const Rounds *rounds, const DeidStop *stop)
{
  DeidSearch *optimal = deid_search_new_optimal ();

  optimal->step_limit = rounds->options->max_policies - rounds->n_evaluated;
  if (stop->deadline < G_MAXINT64)
    optimal->time_limit
        = (double) MAX (stop->deadline - g_get_monotonic_time (), 1) / G_USEC_PER_SEC;
  return optimal;
}

/* Searches on the distinct rows, with a limit that leaves enough records. */
static gboolean
search (Round *round, Rounds *rounds, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidSearch) optimal = make_search (rounds, stop);
  guint64 n_evaluated = 0;
  gboolean success;

  if (rounds->options->is_free)
    put_off_free (&round->all.loss);
  if (!deid_prepared_problem_init_distinct (&round->distinct, &round->all, stop, error))
    return FALSE;
  round->distinct.limit = round->distinct.problem_limit
      = rounds->n - MIN (rounds->n, rounds->fewest);
  success = deid_search_improve (optimal, &round->distinct, stop->cancellable, &round->best,
                                 &n_evaluated, error);
  rounds->n_evaluated += n_evaluated;
  return success;
}

static void
round_clear (Round *round)
{
  deid_prepared_problem_clear_distinct (&round->distinct);
  deid_prepared_problem_clear (&round->all);
  for (guint c = 0; round->columns != NULL && c < round->whole.n_columns; c++)
    deid_codes_clear (&round->columns[c].codes);
  g_free (round->columns);
  deid_table_source_clear (&round->whole);
  g_free (round->best.levels);
}

/* Makes clusters of the classes that the best policy releases, and keeps what is left. */
static gboolean
fix_classes (const Round *round, Rounds *rounds, const DeidStop *stop, GError **error)
{
  DeidGroupingEvaluator evaluator;
  DeidVerdict verdict;
  gboolean success
      = deid_grouping_evaluator_init (&evaluator, &round->all, error)
        && deid_evaluator_evaluate (&evaluator.base, round->best.levels, stop, &verdict, error);
  guint32 n_left = 0;

  for (guint32 i = 0; success && i < evaluator.grouping.n_classes; i++)
    rounds->numbers[i] = DEID_LOCAL_NONE;
  for (guint32 i = 0; success && i < rounds->n; i++)
    {
      guint32 *number = &rounds->numbers[evaluator.grouping.class_of_row[i]];

      if (deid_grouping_evaluator_is_suppressed (&evaluator, i))
        {
          rounds->records[n_left++] = rounds->records[i];
          continue;
        }
      if (*number == DEID_LOCAL_NONE)
        *number = deid_local_clusters_open (rounds->clusters);
      deid_local_clusters_add (rounds->clusters, *number, rounds->records[i]);
    }
  if (success)
    rounds->n = n_left;
  deid_evaluator_clear (&evaluator.base);
  return success;
}

/* Sets @is_solved to whether there is a solution, whose classes are then clusters. */
static gboolean
run_round (Rounds *rounds, gboolean *is_solved, const DeidStop *stop, GError **error)
{
  Round round = { .best = { .exists = FALSE } };
  gboolean success;

  *is_solved = FALSE;
  success = take_rows (&round, rounds, error)
            && deid_new_arrays (
                error, DEID_NEW (round.best.levels, rounds->problem->lattice->n_dimensions))
            && deid_prepared_problem_init_table (&round.all, rounds->problem, &round.part, NULL,
                                                 stop, error)
            && search (&round, rounds, stop, error)
            && (!round.best.exists || fix_classes (&round, rounds, stop, error));
  *is_solved = round.best.exists;
  round_clear (&round);
  return success;
}

/* Adds a record to the cluster whose records then cost least more, or less than elsewhere. */
static void
add_where_cheapest (DeidLocalClusters *clusters, guint32 record)
{
  const DeidLocalNode *leaves = deid_local_clusters_get_leaves (clusters, record);
  guint32 best = DEID_LOCAL_NONE;
  guint64 least = G_MAXUINT64;

  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
      guint64 cost;

      if (cluster->first == DEID_LOCAL_NONE)
        continue;
      cost = deid_local_get_join_cost (clusters->tuples, cluster->nodes, leaves)
                 * ((guint64) cluster->size + 1)
             - cluster->cost * cluster->size;
      if (cost < least)
        {
          least = cost;
          best = number;
        }
    }
  deid_local_clusters_add (clusters, best, record);
}

static gboolean
run_all (Rounds *rounds, const DeidStop *stop, GError **error)
{
  gboolean is_solved = TRUE;

  for (guint32 i = 0; i < rounds->n; i++)
    rounds->records[i] = i;
  while (rounds->n > 0 && is_solved && rounds->n_evaluated < rounds->options->max_policies)
    if (!run_round (rounds, &is_solved, stop, error))
      return FALSE;
  if (rounds->clusters->n_clusters == 0)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
                   "no policy meets the models for any part of the table");
      return FALSE;
    }
  if ((guint64) rounds->n * rounds->clusters->n_clusters > rounds->options->max_comparisons)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
                   "%u records are left when no round has a solution", rounds->n);
      return FALSE;
    }
  for (guint32 i = 0; i < rounds->n; i++)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      add_where_cheapest (rounds->clusters, rounds->records[i]);
    }
  return TRUE;
}

gboolean
deid_local_rounds (DeidLocalClusters *clusters, DeidProblem *problem,
                   const DeidLocalRoundsOptions *options, guint64 *n_evaluated,
                   const DeidStop *stop, GError **error)
{
  const guint32 n = clusters->tuples->n_records;
  Rounds rounds = { .clusters = clusters,
                    .problem = problem,
                    .options = options,
                    .fewest = (guint32) (((guint64) n + options->n_rounds - 1) / options->n_rounds),
                    .n = n };
  const gboolean success = deid_new_arrays (error, DEID_NEW (rounds.records, n),
                                            DEID_NEW (rounds.rows, n), DEID_NEW (rounds.numbers, n))
                           && run_all (&rounds, stop, error);

  if (n_evaluated != NULL)
    *n_evaluated = rounds.n_evaluated;
  g_free (rounds.records);
  g_free (rounds.rows);
  g_free (rounds.numbers);
  return success;
}
