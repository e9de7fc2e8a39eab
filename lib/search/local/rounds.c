/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/rounds.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "evaluation/grouping-evaluator.h"
#include "problem/preparation.h"
#include "search/local/clusters.h"
#include "search/local/local-search.h"
#include "search/search-context.h"
#include "search/search-private.h"

/* Rounds on tables of some rows, and of many. */
#define N_ROUNDS       1000
#define N_ROUNDS_LARGE 100
#define ROUNDS_LARGE   200000

/* The records that are left, and room for what a round makes of them. */
typedef struct
{
  DeidLocalClusters *clusters;
  DeidProblem *problem;
  const DeidLocalRoundsOptions *options;
  DeidLocalSuppression suppression;
  guint64 n_evaluated;
  guint64 fewest; /* records of the table that a round must release */
  guint32 n;
  guint32 *records;
  guint32 *rows;    /* of these */
  guint32 *numbers; /* of each class of a round its cluster, or DEID_LOCAL_NONE */
} Rounds;

/* A round: the table of the records left, and the problem on it. */
typedef struct
{
  DeidTableSource part;
  DeidColumn *columns;
  DeidPreparedProblem all;
  DeidPreparedProblem distinct;
  DeidIncumbent best;
} Round;

static void
take_weights (Round *round, const Rounds *rounds, const guint64 *weights)
{
  for (guint32 i = 0; i < rounds->n; i++)
    {
      round->part.weights[i] = weights[rounds->rows[i]];
      round->part.n_records += round->part.weights[i];
    }
}

/* Returns: (nullable): the column of the round in the place of one of the table. */
static const DeidColumn *
find_own (const Round *round, const DeidTableSource *whole, const DeidColumn *column)
{
  return column != NULL ? &round->columns[column - whole->columns] : NULL;
}

/* Rows keep how many records they stand for, and whose. */
static gboolean
take_rows (Round *round, const Rounds *rounds, GError **error)
{
  const DeidLocalTuples *tuples = rounds->clusters->tuples;
  const DeidTableSource *whole = tuples->prepared->table;
  const guint32 n = rounds->n;

  round->part = *whole;
  round->part.weights = NULL;
  if (!deid_new_arrays (error, DEID_NEW (round->columns, whole->n_columns))
      || (whole->weights != NULL && !deid_new_arrays (error, DEID_NEW (round->part.weights, n))))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    rounds->rows[i] = tuples->rows[rounds->records[i]];
  for (guint c = 0; c < whole->n_columns; c++)
    {
      round->columns[c] = whole->columns[c];
      deid_codes_init (&round->columns[c].codes);
    }
  for (guint c = 0; c < whole->n_columns; c++)
    if (!deid_codes_copy_rows (&round->columns[c].codes, &whole->columns[c].codes, rounds->rows, n,
                               error))
      return FALSE;
  round->part.columns = round->columns;
  round->part.entities = find_own (round, whole, whole->entities);
  round->part.frequencies = find_own (round, whole, whole->frequencies);
  round->part.survey = find_own (round, whole, whole->survey);
  round->part.n_rows = n;
  round->part.n_records = whole->weights != NULL ? 0 : n;
  if (whole->weights != NULL)
    take_weights (round, rounds, whole->weights);
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
rounds_make_search (const Rounds *rounds, const DeidStop *stop)
{
  DeidSearch *optimal = deid_search_new_optimal ();

  optimal->step_limit = rounds->options->max_policies - rounds->n_evaluated;
  if (stop->deadline < G_MAXINT64)
    optimal->time_limit
        = (double) MAX (stop->deadline - g_get_monotonic_time (), 1) / G_USEC_PER_SEC;
  return optimal;
}

/* Searches on the distinct rows, with a limit that leaves enough records, of whatever groups. */
static gboolean
rounds_search (Round *round, Rounds *rounds, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidSearch) optimal = rounds_make_search (rounds, stop);
  guint64 n_evaluated = 0;
  gboolean success;

  if (rounds->options->is_free)
    put_off_free (&round->all.loss);
  if (!deid_prepared_problem_init_distinct (&round->distinct, &round->all, stop, error))
    return FALSE;
  round->distinct.limit = round->distinct.problem_limit
      = round->part.n_records - MIN (round->part.n_records, rounds->fewest);
  round->distinct.groups = (DeidGroups){ .least = G_MAXUINT64 };
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
  for (guint c = 0; round->columns != NULL && c < round->part.n_columns; c++)
    deid_codes_clear (&round->columns[c].codes);
  g_free (round->columns);
  deid_table_source_clear (&round->part);
  g_free (round->best.levels);
}

/* Makes clusters of the classes that the best policy releases, and keeps what is left. */
static gboolean
fix_classes (const Round *round, Rounds *rounds, GError **error)
{
  DeidGroupingEvaluator evaluator;
  DeidVerdict verdict;
  gboolean success = deid_grouping_evaluator_init (&evaluator, &round->all, error)
                     && deid_evaluator_evaluate (&evaluator.base, round->best.levels,
                                                 DEID_STOP_NEVER, &verdict, error);
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
            && rounds_search (&round, rounds, stop, error)
            && (!round.best.exists || fix_classes (&round, rounds, error));
  *is_solved = round.best.exists;
  round_clear (&round);
  return success;
}

static gboolean
rounds_fail (const Rounds *rounds, const char *reason, GError **error)
{
  return deid_fail (error, DEID_ERROR_NO_SOLUTION, "%s: %s", rounds->problem->lattice->table.name,
                    reason);
}

static gboolean
rounds_fits (const DeidLocalTuples *tuples, const DeidLocalCluster *cluster,
             const DeidLocalNode *leaves)
{
  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];

      if (nodes->has_ceiling
          && deid_local_nodes_is_ceiling (
              nodes, deid_local_nodes_join (nodes, cluster->nodes[a], leaves[a])))
        return FALSE;
    }
  return TRUE;
}

/* Where a record may go, and what that costs. */
typedef struct
{
  guint32 cluster;
  guint64 cost;
} Target;

static void
rounds_compare (const Rounds *rounds, guint32 record, guint32 number, Target *best)
{
  const DeidLocalClusters *clusters = rounds->clusters;
  const DeidLocalTuples *tuples = clusters->tuples;
  const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  const DeidLocalNode *leaves = deid_local_clusters_get_leaves (clusters, record);
  guint64 cost;

  if (cluster->first == DEID_LOCAL_NONE || number == clusters->suppressed)
    return;
  cost = deid_local_get_join_cost (tuples, cluster->nodes, cluster->cost, leaves)
             * (cluster->weight + deid_local_tuples_get_weight (tuples, record))
         - cluster->cost * cluster->weight;
  if (cost < best->cost && rounds_fits (tuples, cluster, leaves))
    *best = (Target){ number, cost };
}

static Target
rounds_find_target (const Rounds *rounds, guint32 record, gboolean is_late)
{
  const DeidLocalClusters *clusters = rounds->clusters;
  Target best = { DEID_LOCAL_NONE, G_MAXUINT64 };

  if (is_late && record > 0)
    rounds_compare (rounds, record, clusters->records[record - 1].cluster, &best);
  for (guint32 number = 0;
       number < clusters->n_places && (!is_late || best.cluster == DEID_LOCAL_NONE); number++)
    rounds_compare (rounds, record, number, &best);
  return best;
}

/* Puts a record that is left where it costs least. */
static gboolean
rounds_place (Rounds *rounds, guint32 record, gboolean is_late, GError **error)
{
  DeidLocalClusters *clusters = rounds->clusters;
  const DeidLocalTuples *tuples = clusters->tuples;
  const Target best = rounds_find_target (rounds, record, is_late);

  if (best.cost > rounds->suppression.cost * deid_local_tuples_get_weight (tuples, record)
      && deid_local_suppression_allows (&rounds->suppression, record))
    {
      deid_local_suppression_add (&rounds->suppression, record);
      deid_local_clusters_start_suppressed (clusters, rounds->suppression.cost);
      deid_local_clusters_suppress (clusters, record);
      return TRUE;
    }
  if (best.cluster == DEID_LOCAL_NONE)
    return rounds_fail (rounds, "a record is left that has a label in common with no class", error);
  deid_local_clusters_add (clusters, best.cluster, record);
  return TRUE;
}

static gboolean
rounds_place_left (Rounds *rounds, const DeidStop *stop, GError **error)
{
  if ((guint64) rounds->n * rounds->clusters->n_clusters > rounds->options->max_comparisons
      && deid_stop_check (stop, NULL))
    return rounds_fail (rounds, "too many records are left when no round has a solution", error);
  for (guint32 i = 0; i < rounds->n; i++)
    if (!rounds_place (rounds, rounds->records[i], !deid_stop_check (stop, NULL), error))
      return FALSE;
  return TRUE;
}

/* A stop leaves what rounds have made, if they have made anything. */
static gboolean
rounds_run_rounds (Rounds *rounds, const DeidStop *stop, GError **error)
{
  const DeidLocalRoundsOptions *options = rounds->options;
  gboolean is_solved = TRUE;

  while (rounds->n > 0 && is_solved && rounds->n_evaluated < options->max_policies)
    {
      GError *own_error = NULL;

      if (!run_round (rounds, &is_solved, stop, &own_error))
        {
          if (rounds->clusters->n_clusters > 0 && !deid_stop_check (stop, NULL))
            {
              g_error_free (own_error);
              return TRUE;
            }
          g_propagate_error (error, own_error);
          return FALSE;
        }
      if (is_solved && options->report != NULL)
        options->report (options->report_data, rounds->clusters->tuples->n_records - rounds->n);
    }
  return TRUE;
}

static gboolean
run_all (Rounds *rounds, const DeidStop *stop, GError **error)
{
  for (guint32 i = 0; i < rounds->n; i++)
    rounds->records[i] = i;
  if (!rounds_run_rounds (rounds, stop, error))
    return FALSE;
  return rounds->clusters->n_clusters > 0
             ? rounds_place_left (rounds, stop, error)
             : rounds_fail (rounds, "no policy meets the models for any part of the table", error);
}

gboolean
deid_local_rounds_suit (const DeidPreparedProblem *prepared)
{
  const DeidPreparedModels *models = &prepared->privacy;
  gboolean suit = TRUE;

  for (guint i = 0; i < models->n_models; i++)
    {
      const DeidPrivacyModelFuncs *funcs = models->models[i].model->funcs;

      suit &= funcs->closure == DEID_CLOSURE_SUPERSET && funcs->prepare.func == NULL;
    }
  return suit;
}

/* Returns: how many rounds are made of a table where nobody says how many: 1,000, or 100 of one
 * with more than 200,000 rows. */
static guint
local_rounds_get_usual (const DeidLocalTuples *tuples)
{
  return tuples->n_records > ROUNDS_LARGE ? N_ROUNDS_LARGE : N_ROUNDS;
}

gboolean
deid_local_rounds (DeidLocalClusters *clusters, DeidProblem *problem,
                   const DeidLocalRoundsOptions *options, guint64 *n_evaluated,
                   const DeidStop *stop, GError **error)
{
  const guint32 n = clusters->tuples->n_records;
  const guint64 n_records = clusters->tuples->prepared->n_records;
  Rounds rounds = { .clusters = clusters,
                    .problem = problem,
                    .options = options,
                    .fewest = (n_records + options->n_rounds - 1) / options->n_rounds,
                    .n = n };
  const gboolean success
      = deid_new_arrays (error, DEID_NEW (rounds.records, n), DEID_NEW (rounds.rows, n),
                         DEID_NEW (rounds.numbers, n))
        && deid_local_suppression_init (&rounds.suppression, clusters->tuples, 1, error)
        && run_all (&rounds, stop, error);

  if (n_evaluated != NULL)
    *n_evaluated = rounds.n_evaluated;
  deid_free_arrays (rounds.records, rounds.rows, rounds.numbers);
  deid_local_suppression_clear (&rounds.suppression);
  return success;
}

/* Policies that all rounds evaluate, and comparisons of what no round released. */
#define ROUNDS_START_MAX_POLICIES 500000
#define MAX_COMPARISONS           (G_GUINT64_CONSTANT (1) << 30)

/* Whether the classes of rounds have as many records as a cluster needs, too. */
static gboolean
may_start (const DeidLocalRuin *ruin, gboolean *may, const DeidStop *stop, GError **error)
{
  guint64 least;

  if (!deid_prepared_problem_find_least_size (ruin->tuples.prepared, &least, stop, error))
    return FALSE;
  *may = deid_local_rounds_suit (ruin->tuples.prepared) && ruin->judge.k <= least;
  return TRUE;
}

static void
rounds_start_report (gpointer data, guint64 n_done)
{
  const DeidLocalRuin *ruin = data;

  (void) n_done;
  if (ruin->report != NULL)
    ruin->report (ruin->report_data);
}

static gboolean
rounds_start_take (DeidLocalRuin *ruin, const DeidLocalClusters *clusters, GError **error)
{
  const guint32 n = ruin->tuples.n_records;
  g_autofree guint32 *class_of_row = NULL;
  g_autofree guint8 *suppressed = NULL;

  if (!deid_new_arrays (error, DEID_NEW (class_of_row, n),
                        DEID_NEW (suppressed, clusters->n_places)))
    return FALSE;
  for (guint32 record = 0; record < n; record++)
    class_of_row[ruin->tuples.rows[record]] = clusters->records[record].cluster;
  for (guint32 number = 0; number < clusters->n_places; number++)
    suppressed[number] = number == clusters->suppressed;
  ruin->is_good = deid_local_ruin_set (ruin, class_of_row, suppressed, error);
  return ruin->is_good;
}

/* Whether an error leaves the clusters that there are as a start. */
static gboolean
rounds_start_is_end (const GError *error)
{
  return g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION)
         || g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED);
}

gboolean
deid_local_start_from_rounds (DeidLocalRuin *ruin, guint64 *n_evaluated, const DeidStop *stop,
                              GError **error)
{
  const DeidLocalRoundsOptions options = { .n_rounds = local_rounds_get_usual (&ruin->tuples),
                                           .is_free = TRUE,
                                           .max_policies = ROUNDS_START_MAX_POLICIES,
                                           .max_comparisons = MAX_COMPARISONS,
                                           .report = rounds_start_report,
                                           .report_data = ruin };
  DeidLocalClusters clusters = { .tuples = NULL };
  GError *own_error = NULL;
  gboolean may = FALSE, success;

  *n_evaluated = 0;
  if (!may_start (ruin, &may, stop, error))
    return FALSE;
  if (!may)
    return TRUE;
  success = deid_local_clusters_init (&clusters, &ruin->tuples,
                                      deid_local_judge_get_least_rows (&ruin->judge), 1, &own_error)
            && deid_local_rounds (&clusters, ruin->tuples.prepared->problem, &options, n_evaluated,
                                  stop, &own_error)
            && (clusters.cost >= ruin->clusters.cost
                || rounds_start_take (ruin, &clusters, &own_error));
  deid_local_clusters_clear (&clusters);
  if (success || rounds_start_is_end (own_error))
    g_clear_error (&own_error);
  else
    g_propagate_error (error, own_error);
  return success || own_error == NULL;
}

/* The search for a local recoding by rounds of full-domain generalization. */

typedef struct
{
  DeidLocalOnce *once;
  guint64 n_rounds; /* so far */
} Progress;

static void
rounds_search_report (gpointer data, guint64 n_done)
{
  Progress *progress = data;

  progress->n_rounds++;
  deid_local_once_report (progress->once, n_done);
}

static gboolean
make_rounds (DeidLocalOnce *once, gpointer n_rounds, GError **error)
{
  DeidRun *run = once->local->run;
  const guint n_stated = GPOINTER_TO_UINT (n_rounds);
  Progress progress = { .once = once };
  const DeidLocalRoundsOptions options
      = { .n_rounds = n_stated > 0 ? n_stated : local_rounds_get_usual (&once->tuples),
          .is_free = TRUE,
          .max_policies = run->search->step_limit,
          .max_comparisons = G_MAXUINT64,
          .report = rounds_search_report,
          .report_data = &progress };
  guint64 n_evaluated;
  gboolean success = deid_local_rounds (&once->clusters, run->prepared->problem, &options,
                                        &n_evaluated, &run->stop, error);

  run->n_evaluated += n_evaluated;
  if (n_evaluated >= options.max_policies)
    deid_run_end (run, DEID_TERMINATION_STEP_LIMIT);
  return success
         && deid_statistics_set (run->statistics, "rounds", (double) progress.n_rounds, error);
}

static gboolean
rounds_search_run_rounds (DeidSearchContext *context, gpointer n_rounds, GError **error)
{
  DeidRun *run = deid_search_context_get_run (context);

  if (!deid_lattice_check_no_cuts (run->prepared->lattice, "rounds of policies", error))
    return FALSE;
  if (deid_local_rounds_suit (run->prepared))
    return deid_local_once (run, run->search->step_limit, make_rounds, n_rounds, error);
  return deid_fail (
      error, DEID_ERROR_INVALID_ARGUMENT,
      "%s: the problem has a privacy model that is not superset-closed, or that asks for "
      "the whole table: what rounds leave cannot join classes that pass",
      run->prepared->lattice->table.name);
}

DeidSearch *
deid_search_new_rounds (guint n_rounds)
{
  g_autofree char *specification
      = n_rounds > 0 ? g_strdup_printf ("rounds:%u", n_rounds) : g_strdup ("rounds");
  DeidSearch *search = deid_search_new_of_slots (specification, rounds_search_run_rounds,
                                                 GUINT_TO_POINTER (n_rounds), NULL);

  search->recodes_locally = TRUE;
  return search;
}
