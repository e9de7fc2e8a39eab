/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a local recoding by ruin and recreate, from seeds or rounds. */
#include "search/local/bound/bound-run.h"
#include "search/local/improve.h"
#include "search/local/local-run.h"
#include "search/local/local-start.h"
#include "search/local/parts.h"
#include "search/local/rounds-start.h"
#include "search/search-context.h"
#include "search/search-private.h"

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

  deid_local_run_report (search->local, done * part);
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
      || !deid_local_run_consider (search->local, &search->ruin.clusters, &run->stop, error))
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

  deid_local_run_count_memory (search->local, &ruin->tuples, &ruin->clusters);
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
  return deid_local_run_end (search->local, &search->ruin.clusters, end, error);
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
    return deid_local_run (run, DEID_LOCAL_FEW_POLICIES, local_search_recreate, data, error);
  if (deadline < G_MAXINT64)
    run->stop.deadline -= MAX (deadline - g_get_monotonic_time (), 0) / DEID_LOCAL_BOUND_PARTS;
  if (!deid_local_run (run, DEID_LOCAL_FEW_POLICIES, local_search_recreate, data, &own_error))
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
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%" G_GUINT64_FORMAT " iterations, expected at most %" G_GUINT64_FORMAT,
                   n_iterations, MAX_ITERATIONS);
      return NULL;
    }
  search = deid_search_new_of_slots (specification, run_local, g_memdup2 (&options, sizeof options),
                                     g_free);
  search->funcs->takes_all_rows = TRUE;
  search->funcs->avoids_forced_labels = TRUE;
  return search;
}
