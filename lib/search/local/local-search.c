/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/local-search.h"

#include "base/memory.h"
#include "base/text.h"
#include "partition/partition.h"
#include "problem/preparation.h"
#include "evaluation/verdict.h"
#include "search/local/bound/prices.h"
#include "search/local/improve.h"
#include "search/local/rounds.h"
#include "search/search-context.h"
#include "search/search-private.h"

/* Puts all records into clusters, and ends with local_run_end(). */
typedef gboolean (*DeidLocalMethod) (DeidLocalRun *local, gpointer data, GError **error);

/* Of the time that is left, the part that this may take. */
#define TIME_PARTS 10

/* Makes a partition no solution if a label of it forces a finer one where none may. @are_wide: its
 * runs have been widened, unlike those of policies. */
static gboolean
local_run_allows (const DeidRun *run, const DeidPartition *partition, gboolean are_wide,
                  gboolean *is_solution, const DeidStop *stop, GError **error)
{
  guint64 n_forced;

  if (!run->prepared->problem->no_forced_labels)
    return TRUE;
  if (!deid_partition_count_forced (partition, are_wide, &n_forced, stop, error))
    return FALSE;
  *is_solution &= n_forced == 0;
  return TRUE;
}

static gboolean
consider_policy (DeidRun *run, const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  DeidGroupingEvaluator evaluator = { 0 };
  DeidPartition *partition = NULL;
  DeidVerdict verdict;

  if (deid_grouping_evaluator_init (&evaluator, run->prepared, error)
      && deid_evaluator_evaluate (&evaluator.base, levels, stop, &verdict, error))
    partition = deid_partition_new_of_evaluated (&evaluator, levels, &verdict, stop, error);
  if (partition != NULL && verdict.is_solution
      && (!deid_local_partition_lower (partition, run->prepared, evaluator.sums, stop, error)
          || !local_run_allows (run, partition, FALSE, &partition->verdict.is_solution, stop,
                                error)))
    g_clear_pointer (&partition, deid_partition_unref);
  deid_evaluator_clear (&evaluator.base);
  if (partition != NULL)
    deid_run_take_partition (run, partition);
  return partition != NULL;
}

/* With cuts, few policies are tried from the best one on, and many on one way to the top. */
static DeidSearch *
local_start_make_search (const DeidRun *run, guint64 max_policies)
{
  const DeidLattice *lattice = run->prepared->lattice;
  DeidSearch *search = !deid_lattice_is_cut (lattice) ? deid_search_new_optimal ()
                       : deid_lattice_get_size_as_double (lattice) <= (double) max_policies
                           ? deid_search_new_best_first ()
                           : deid_search_new_from_specification ("datafly", NULL);
  const gint64 left = run->stop.deadline - g_get_monotonic_time ();

  search->step_limit = max_policies;
  if (run->stop.deadline < G_MAXINT64)
    search->time_limit = (double) MAX (left, 1) / G_USEC_PER_SEC / TIME_PARTS;
  return search;
}

static gboolean
find_policy (DeidRun *run, guint64 max_policies, DeidIncumbent *best, GError **error)
{
  g_autoptr (DeidSearch) search = local_start_make_search (run, max_policies);
  DeidPreparedProblem distinct;
  guint64 n_evaluated = 0;
  gboolean success;

  success = deid_prepared_problem_init_distinct (&distinct, run->prepared, &run->stop, error)
            && deid_search_improve (search, &distinct, run->stop.cancellable, best, &n_evaluated,
                                    error);
  deid_prepared_problem_clear_distinct (&distinct);
  run->n_evaluated += n_evaluated;
  return success;
}

/* Looks for a policy by the optimal search, which evaluates at most @max_policies, and gives the
 * run the partition that it makes, if there is one: a local recoding is then not worse than that.
 * Complexity: O(rows) for each evaluation. */
static gboolean
local_start_from_policy (DeidRun *run, guint64 max_policies, GError **error)
{
  const guint n_dimensions = run->prepared->lattice->n_dimensions;
  g_autofree DeidLevel *levels = deid_alloc (n_dimensions, sizeof *levels, error);
  DeidIncumbent best = { .levels = levels };
  GError *own_error = NULL;

  if (levels == NULL)
    return FALSE;
  if (!find_policy (run, max_policies, &best, &own_error) && deid_stop_check (&run->stop, NULL))
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  if (best.exists && !consider_policy (run, best.levels, DEID_STOP_NEVER, error))
    {
      g_clear_error (&own_error);
      return FALSE;
    }
  if (own_error != NULL)
    g_propagate_error (error, own_error);
  return own_error == NULL;
}

/* The same of the policy of the highest levels, which has fewer classes than any other: it is found
 * at once, also when the time is over. Complexity: O(rows x attributes). */
static gboolean
local_start_from_top (DeidRun *run, GError **error)
{
  run->n_evaluated++;
  return consider_policy (run, run->prepared->lattice->heights,
                          DEID_STOP_OF (run->stop.cancellable), error);
}

/* What searches for local recodings have in common: they begin with the best policy that a few
 * evaluations find, and what the models say of the classes in the end decides. */

/* Gives the run the partition of clusters that all records are in. */
static gboolean
local_run_consider (DeidLocalRun *local, DeidLocalClusters *clusters, const DeidStop *stop,
                    GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  DeidPartition *partition = deid_local_partition_new (clusters, stop, error);

  if (partition == NULL)
    return FALSE;
  if (!local_run_allows (local->run, partition, TRUE, &partition->verdict.is_solution, stop, error))
    {
      deid_partition_unref (partition);
      return FALSE;
    }
  local->verdict = partition->verdict;
  local->partition_time = g_get_monotonic_time () - start;
  deid_run_take_partition (local->run, partition);
  return TRUE;
}

/* Tells whether a run that ended so may have a result all the same. */
static gboolean
local_run_is_end (const DeidLocalRun *local, const GError *end)
{
  return !deid_stop_check (&local->run->stop, NULL)
         || g_error_matches (end, DEID_ERROR, DEID_ERROR_NO_SOLUTION);
}

/* The same at the end. @end, which is taken, is %NULL or the error that the method ended with: if
 * it is a stop, or that no better clusters were found, the clusters count all the same. Returns:
 * whether there is no error, neither @end nor another. */
static gboolean
local_run_end (DeidLocalRun *local, DeidLocalClusters *clusters, GError *end, GError **error)
{
  if ((end == NULL || local_run_is_end (local, end))
      && !local_run_consider (local, clusters, DEID_STOP_NEVER, error))
    {
      g_clear_error (&end);
      return FALSE;
    }
  if (end != NULL)
    g_propagate_error (error, end);
  return end == NULL;
}

/* Takes note of the share of the work that is done. */
static void
local_run_report (const DeidLocalRun *local, double done)
{
  deid_run_set_open (local->run, &(DeidOpen){ .n_policies = G_MAXDOUBLE, .work = 1 - done });
  deid_run_report (local->run, FALSE);
}

/* Takes note of the memory of tuples and clusters. */
static void
local_run_count_memory (const DeidLocalRun *local, const DeidLocalTuples *tuples,
                        const DeidLocalClusters *clusters)
{
  local->run->n_bytes
      += (guint64) tuples->n_records
             * (sizeof *tuples->tuples + sizeof *tuples->rows + sizeof *clusters->records)
         + (guint64) tuples->n_tuples
               * (tuples->n_row * sizeof *tuples->codes + sizeof *tuples->first_records)
         + clusters->n_places * clusters->stride;
}

/* Says why what was found in the end is no solution, where nothing else is one. */
static gboolean
check_solution (const DeidLocalRun *local, GError **error)
{
  const DeidPreparedProblem *prepared = local->run->prepared;
  g_autofree char *reason = NULL;
  DeidLongText text = { 0 };

  if (local->run->incumbent.exists)
    return TRUE;
  deid_long_text_add (&text,
                      "the classes of the local recoding have to suppress %" G_GUINT64_FORMAT
                      " of %" G_GUINT64_FORMAT " records",
                      local->verdict.n_suppressed, prepared->n_records);
  if (prepared->problem->no_forced_labels)
    deid_long_text_add (&text, ", with no label that forces a finer one");
  deid_verdict_describe_failure (&local->verdict, prepared->problem, prepared->table,
                                 prepared->limit, &text);
  reason = deid_long_text_end (&text, error);
  return reason != NULL
         && deid_fail (error, DEID_ERROR_NO_SOLUTION, "%s: the search found no solution: %s",
                       prepared->lattice->table.name, reason);
}

static gboolean
local_run_search (DeidLocalRun *local, guint64 max_policies, DeidLocalMethod method, gpointer data,
                  GError **error)
{
  DeidRun *run = local->run;
  guint64 least;

  if (!deid_prepared_problem_find_least_size (run->prepared, &least, &run->stop, error)
      || !local_start_from_policy (run, max_policies, error))
    return FALSE;
  local->k = (guint32) MIN (least, G_MAXUINT32 / 4);
  return method (local, data, error) && check_solution (local, error);
}

/* Lets a method follow the optimal search of at most @max_policies. The run then has what loses
 * least of the best policy and the partitions that were considered; it fails with
 * %DEID_ERROR_NO_SOLUTION if none of these is a solution. A policy that is a solution is one also
 * where no clusters are. One that is found at once is there also if the time was over before any
 * other. */
static gboolean
local_run (DeidRun *run, guint64 max_policies, DeidLocalMethod method, gpointer data,
           GError **error)
{
  DeidLocalRun local = { .run = run };
  GError *own_error = NULL;

  if (!deid_local_tuples_check_problem (run->prepared, error))
    return FALSE;
  if (local_run_search (&local, max_policies, method, data, &own_error))
    return TRUE;
  if (!run->incumbent.exists && local_run_is_end (&local, own_error)
      && !g_cancellable_is_cancelled (run->stop.cancellable) && !local_start_from_top (run, error))
    {
      g_error_free (own_error);
      return FALSE;
    }
  if (run->incumbent.exists && g_error_matches (own_error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    {
      g_error_free (own_error);
      return TRUE;
    }
  g_propagate_error (error, own_error);
  return FALSE;
}

typedef struct
{
  DeidLocalMaker maker;
  gpointer data;
} Method;

static gboolean
local_once_prepare (DeidLocalOnce *once, GError **error)
{
  const DeidRun *run = once->local->run;

  return deid_local_tuples_init (&once->tuples, run->prepared, &run->stop, error)
         && deid_local_judge_init (&once->judge, &once->tuples, once->local->k, &run->stop, error)
         && deid_local_clusters_init (&once->clusters, &once->tuples,
                                      deid_local_judge_get_least_rows (&once->judge), 1, error);
}

/* What was made before a stop counts, and the run then ends. */
static gboolean
local_once_make (DeidLocalRun *local, gpointer data, GError **error)
{
  const Method *method = data;
  DeidLocalOnce once = { .local = local };
  gboolean success
      = local_once_prepare (&once, error) && method->maker (&once, method->data, error);
  GError *end = NULL;

  if (success)
    {
      deid_stop_check (&local->run->stop, &end);
      success = local_run_end (local, &once.clusters, end, error);
    }
  local_run_count_memory (local, &once.tuples, &once.clusters);
  deid_local_clusters_clear (&once.clusters);
  deid_local_judge_clear (&once.judge);
  deid_local_tuples_clear (&once.tuples);
  return success;
}

gboolean
deid_local_once (DeidRun *run, guint64 max_policies, DeidLocalMaker maker, gpointer data,
                 GError **error)
{
  return deid_lattice_check_no_sets (run->prepared->lattice,
                                     "mondrian and rounds cannot deal with them, expected the "
                                     "search local, or generalize-by=levels",
                                     error)
         && local_run (run, max_policies, local_once_make, &(Method){ maker, data }, error);
}

void
deid_local_once_report (gpointer once, guint64 n_done)
{
  const DeidLocalOnce *of = once;

  local_run_report (of->local, (double) n_done / of->tuples.n_records);
}

/* The search for a local recoding by ruin and recreate, from seeds or rounds. */

#define MAX_ITERATIONS (G_GUINT64_CONSTANT (1) << 40)

/* Iterations where none are stated and there is no time limit. */
#define ITERATIONS_A_RECORD    100
#define MIN_DEFAULT_ITERATIONS 10000
#define MAX_DEFAULT_ITERATIONS 20000000

/* Of the time that is left, the part that rounds of full-domain generalization may take. */
#define ROUNDS_PARTS 3

/* With a time limit some steps are taken to measure how fast they are, by so many, until they took
 * this part of the time or are as many as this. */
#define MEASURED_STEPS 512
#define MEASURED_PARTS 40
#define MAX_MEASURED   65536

/* Of the time that is left, the share that iterations are planned for. */
#define TIME_PERCENT 92

typedef struct
{
  guint64 n_iterations; /* 0 for the default */
  guint64 seed;
  guint n_rises; /* of prices, for a bound; 0 for none */
} LocalOptions;

typedef struct
{
  const LocalOptions *options;
  DeidLocalRun *local;
  DeidLocalRuin ruin;
  guint64 n_planned;
} LocalSearch;

static void
local_search_report (gpointer data)
{
  LocalSearch *search = data;
  const double done = (double) search->ruin.n_steps / (double) MAX (search->n_planned, 1);
  const double part = search->options->n_rises > 0 ? 1 - 1.0 / DEID_LOCAL_BOUND_PARTS : 1;

  local_run_report (search->local, done * part);
}

static guint64
local_search_count_wanted (const LocalSearch *search)
{
  const guint64 n_records = search->ruin.tuples.n_records;
  const guint64 n_usual = search->local->run->stop.deadline < G_MAXINT64
                              ? MAX_ITERATIONS
                              : CLAMP (ITERATIONS_A_RECORD * n_records, MIN_DEFAULT_ITERATIONS,
                                       MAX_DEFAULT_ITERATIONS);

  return search->options->n_iterations > 0 ? search->options->n_iterations : n_usual;
}

/* Takes steps, if there is a time limit. Returns: how many of @n more there is time for, or 0 with
 * an error. */
static guint64
measure_speed (LocalSearch *search, guint64 n, GError **error)
{
  const gint64 deadline = search->local->run->stop.deadline, start = g_get_monotonic_time ();
  gint64 now = start;
  double n_possible;

  if (deadline == G_MAXINT64)
    return n;
  while (search->ruin.n_steps < MIN (n, MAX_MEASURED)
         && now - start <= (deadline - start) / MEASURED_PARTS)
    {
      if (!deid_local_ruin_run (&search->ruin, MIN (n, MEASURED_STEPS), &search->local->run->stop,
                                error))
        return 0;
      now = g_get_monotonic_time ();
    }
  n_possible = (double) MAX (deadline - now - 2 * search->local->partition_time, 0) / 100
               * TIME_PERCENT * deid_local_parts_count_threads (&search->ruin)
               * (double) search->ruin.n_steps / (double) MAX (now - start, 1);
  n -= MIN (n, search->ruin.n_steps);
  return n_possible < (double) n ? (guint64) n_possible : n;
}

/* Lets classes that rounds make take the place of seeds if they cost less. There are no rounds with
 * cuts, nor where no label may force a finer one. */
static gboolean
start_from_rounds (LocalSearch *search, GError **error)
{
  const gint64 now = g_get_monotonic_time ();
  DeidRun *run = search->local->run;
  DeidStop stop = run->stop;
  guint64 n_evaluated;
  gboolean success;

  if (deid_lattice_is_cut (run->prepared->lattice) || run->prepared->problem->no_forced_labels)
    return TRUE;
  if (stop.deadline < G_MAXINT64)
    stop.deadline = now + MAX (stop.deadline - now, 0) / ROUNDS_PARTS;
  success = deid_local_start_from_rounds (&search->ruin, &n_evaluated, &stop, error);
  run->n_evaluated += n_evaluated;
  return success;
}

/* Takes all steps, or as many as there is time for. The clusters are valid at any end. */
static gboolean
local_search_improve (LocalSearch *search, GError **error)
{
  DeidRun *run = search->local->run;
  const guint64 n_wanted = local_search_count_wanted (search);
  const guint64 n_allowed = MIN (n_wanted, run->search->step_limit);
  GError *own_error = NULL;
  guint64 n;

  if (!start_from_rounds (search, error)
      || !local_run_consider (search->local, &search->ruin.clusters, &run->stop, error))
    return FALSE;
  search->n_planned = n_allowed;
  n = measure_speed (search, n_allowed, &own_error);
  if (own_error != NULL)
    {
      g_propagate_error (error, own_error);
      return FALSE;
    }
  search->n_planned = search->ruin.n_steps + n;
  if (n > 0 && !deid_local_improve (&search->ruin, n, &run->stop, error))
    return FALSE;
  if (search->n_planned < n_wanted)
    deid_run_end (run, search->n_planned < n_allowed ? DEID_TERMINATION_TIME_LIMIT
                                                     : DEID_TERMINATION_STEP_LIMIT);
  return TRUE;
}

static gboolean
local_search_set_statistics (const LocalSearch *search, GError **error)
{
  const DeidLocalRuin *ruin = &search->ruin;
  DeidRun *run = search->local->run;

  local_run_count_memory (search->local, &ruin->tuples, &ruin->clusters);
  run->n_bytes
      += (guint64) ruin->tuples.n_tuples * ruin->neighbours.n * sizeof *ruin->neighbours.lists;
  return deid_statistics_set (run->statistics, "iterations", (double) ruin->n_steps, error)
         && deid_statistics_set (run->statistics, "iterations-accepted", (double) ruin->n_accepted,
                                 error);
}

/* The clusters are valid at any end. */
static gboolean
search_from_seeds (LocalSearch *search, GError **error)
{
  GError *end = NULL;

  search->ruin.n_threads = search->local->run->search->n_threads;
  search->ruin.report = local_search_report;
  search->ruin.report_data = search;
  local_search_improve (search, &end);
  return local_run_end (search->local, &search->ruin.clusters, end, error);
}

static gboolean
local_search_recreate (DeidLocalRun *local, gpointer data, GError **error)
{
  LocalSearch search = { .options = data, .local = local };
  gboolean success = deid_local_ruin_init (&search.ruin, local->run->prepared, local->k,
                                           search.options->seed, &local->run->stop, error)
                     && search_from_seeds (&search, error);

  success = local_search_set_statistics (&search, success ? error : NULL) && success;
  deid_local_ruin_clear (&search.ruin);
  return success;
}

/* A run that is to have a bound, too, leaves it a part of its time. An error is looked at while the
 * deadline still tells whether it is an end. */
static gboolean
run_local (DeidSearchContext *context, gpointer data, GError **error)
{
  const LocalOptions *options = data;
  DeidRun *run = deid_search_context_get_run (context);
  const gint64 deadline = run->stop.deadline;
  GError *own_error = NULL;

  if (options->n_rises == 0)
    return local_run (run, DEID_LOCAL_FEW_POLICIES, local_search_recreate, data, error);
  if (!deid_local_bound_check_problem (run->prepared, error))
    return FALSE;
  if (deadline < G_MAXINT64)
    run->stop.deadline -= MAX (deadline - g_get_monotonic_time (), 0) / DEID_LOCAL_BOUND_PARTS;
  if (!local_run (run, DEID_LOCAL_FEW_POLICIES, local_search_recreate, data, &own_error))
    deid_run_fail (run, own_error);
  run->stop.deadline = deadline;
  return !run->incumbent.exists || run->error != NULL
         || deid_local_bound_run (run, options->n_rises, error);
}

static char *
local_search_describe_options (const LocalOptions *options)
{
  if (options->n_rises > 0)
    return g_strdup_printf ("local:%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT ":%u",
                            options->n_iterations, options->seed, options->n_rises);
  if (options->n_iterations == 0 && options->seed == 0)
    return g_strdup ("local");
  if (options->seed == 0)
    return g_strdup_printf ("local:%" G_GUINT64_FORMAT, options->n_iterations);
  return g_strdup_printf ("local:%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, options->n_iterations,
                          options->seed);
}

DeidSearch *
deid_search_new_local (guint64 n_iterations, guint64 seed, guint n_rises, GError **error)
{
  const LocalOptions options = { n_iterations, seed, n_rises };
  g_autofree char *specification = local_search_describe_options (&options);
  DeidSearch *search;

  if (n_iterations > MAX_ITERATIONS)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "%" G_GUINT64_FORMAT " iterations, expected at most %" G_GUINT64_FORMAT,
                           n_iterations, MAX_ITERATIONS);
  search = deid_search_new_of_slots (specification, run_local, g_memdup2 (&options, sizeof options),
                                     g_free);
  search->recodes_locally = TRUE;
  search->avoids_forced_labels = TRUE;
  return search;
}
