/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The search for a local recoding: from seeds or rounds by ruin and recreate, beside the best
 * policy that a few evaluations find. What the models say of the classes in the end decides. */
#include "evaluation/least-size.h"
#include "evaluation/verdict-text.h"
#include "search/local/bound/bound-run.h"
#include "search/local/improve.h"
#include "search/local/local-partition.h"
#include "search/local/local-start.h"
#include "search/local/rounds-start.h"
#include "search/run.h"
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
  DeidRun *run;
  DeidLocalRuin ruin;
  guint64 n_planned;
  gint64 partition_time; /* that making a partition took */
  DeidVerdict verdict;   /* on the partition made last */
} LocalSearch;

static void
report (gpointer data)
{
  LocalSearch *search = data;
  const double done = (double) search->ruin.n_steps / (double) MAX (search->n_planned, 1);
  const double part = search->options->n_rises > 0 ? 1 - 1.0 / DEID_LOCAL_BOUND_PARTS : 1;

  deid_run_set_open (search->run,
                     &(DeidOpen){ .n_policies = G_MAXDOUBLE, .work = 1 - done * part });
  deid_run_report (search->run, FALSE);
}

/* Judges the clusters as they are. */
static gboolean
consider (LocalSearch *search, const DeidStop *stop, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  DeidPartition *partition = deid_local_partition_new (&search->ruin.clusters, stop, error);

  if (partition == NULL)
    return FALSE;
  search->verdict = partition->verdict;
  search->partition_time = g_get_monotonic_time () - start;
  deid_run_take_partition (search->run, partition);
  return TRUE;
}

static guint64
count_wanted (const LocalSearch *search)
{
  const guint64 n_records = search->ruin.tuples.n_records;
  const guint64 n_usual = search->run->stop.deadline < G_MAXINT64
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
  const gint64 deadline = search->run->stop.deadline, start = g_get_monotonic_time ();
  gint64 now = start;
  double n_possible;

  if (deadline == G_MAXINT64)
    return n;
  while (search->ruin.n_steps < MIN (n, MAX_MEASURED)
         && now - start <= (deadline - start) / MEASURED_PARTS)
    {
      if (!deid_local_ruin_run (&search->ruin, MIN (n, MEASURED_STEPS), &search->run->stop, error))
        return 0;
      now = g_get_monotonic_time ();
    }
  n_possible = (double) MAX (deadline - now - 2 * search->partition_time, 0) / 100 * TIME_PERCENT
               * (double) search->ruin.n_steps / (double) MAX (now - start, 1);
  n -= MIN (n, search->ruin.n_steps);
  return n_possible < (double) n ? (guint64) n_possible : n;
}

/* Lets classes that rounds make take the place of seeds if they cost less. There are no rounds with
 * cuts, which the search for the best policy does not take. */
static gboolean
start_from_rounds (LocalSearch *search, GError **error)
{
  const gint64 now = g_get_monotonic_time ();
  DeidRun *run = search->run;
  DeidStop stop = run->stop;
  guint64 n_evaluated;
  gboolean success;

  if (!deid_lattice_check_no_cuts (run->prepared->lattice, "", NULL))
    return TRUE;
  if (stop.deadline < G_MAXINT64)
    stop.deadline = now + MAX (stop.deadline - now, 0) / ROUNDS_PARTS;
  success = deid_local_start_from_rounds (&search->ruin, &n_evaluated, &stop, error);
  run->n_evaluated += n_evaluated;
  return success;
}

/* Takes all steps, or as many as there is time for. The clusters are valid at any end. */
static gboolean
improve (LocalSearch *search, GError **error)
{
  DeidRun *run = search->run;
  const guint64 n_wanted = count_wanted (search);
  const guint64 n_allowed = MIN (n_wanted, run->search->step_limit);
  GError *own_error = NULL;
  guint64 n;

  if (!start_from_rounds (search, error) || !consider (search, &run->stop, error))
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

/* Whether an error is the end of a search rather than of all: a stop, or that no clusters were
 * found that meet the models. */
static gboolean
is_end (const LocalSearch *search, const GError *error)
{
  return !deid_stop_check (&search->run->stop, NULL)
         || g_error_matches (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION);
}

/* What ends the run early leaves what was found by then. */
static gboolean
search_clusters (LocalSearch *search, GError **error)
{
  GError *end = NULL;

  search->ruin.report = report;
  search->ruin.report_data = search;
  if (!improve (search, &end) && !is_end (search, end))
    {
      g_propagate_error (error, end);
      return FALSE;
    }
  if (!consider (search, DEID_STOP_NEVER, error))
    {
      g_clear_error (&end);
      return FALSE;
    }
  if (end != NULL)
    g_propagate_error (error, end);
  return end == NULL;
}

static gboolean
set_statistics (const LocalSearch *search, GError **error)
{
  const DeidLocalRuin *ruin = &search->ruin;
  const DeidLocalTuples *tuples = &ruin->tuples;
  DeidRun *run = search->run;

  run->n_bytes
      += (guint64) tuples->n_records
             * (sizeof *tuples->tuples + sizeof *tuples->rows + sizeof *ruin->clusters.records)
         + (guint64) tuples->n_tuples
               * (tuples->n_attributes * sizeof *tuples->codes
                  + ruin->neighbours.n * sizeof *ruin->neighbours.lists
                  + sizeof *tuples->first_records)
         + ruin->clusters.n_places * ruin->clusters.stride;
  return deid_statistics_set (run->statistics, "iterations", (double) ruin->n_steps, error)
         && deid_statistics_set (run->statistics, "iterations-accepted", (double) ruin->n_accepted,
                                 error);
}

/* Says why what was found in the end is no solution, where nothing else is one. */
static gboolean
check_solution (const LocalSearch *search, GError **error)
{
  const DeidPreparedProblem *prepared = search->run->prepared;
  g_autofree char *reason = NULL;
  DeidLongText text = { 0 };

  if (search->run->incumbent.exists)
    return TRUE;
  deid_long_text_add (&text,
                      "the classes of the local recoding have to suppress %" G_GUINT64_FORMAT
                      " of %" G_GUINT64_FORMAT " records",
                      search->verdict.n_suppressed, prepared->n_records);
  deid_verdict_describe_failure (&search->verdict, prepared->problem, prepared->table,
                                 prepared->limit, &text);
  reason = deid_long_text_end (&text, error);
  if (reason != NULL)
    g_set_error (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "%s: the search found no solution: %s",
                 prepared->lattice->table.name, reason);
  return FALSE;
}

static gboolean
search_from_seeds (LocalSearch *search, guint64 least, GError **error)
{
  DeidRun *run = search->run;
  gboolean success
      = deid_local_ruin_init (&search->ruin, run->prepared, (guint32) MIN (least, G_MAXUINT32 / 4),
                              search->options->seed, &run->stop, error)
        && search_clusters (search, error);

  success = set_statistics (search, success ? error : NULL) && success
            && check_solution (search, error);
  deid_local_ruin_clear (&search->ruin);
  return success;
}

/* A policy that is a solution is one also where no clusters are. */
static gboolean
find_recoding (DeidRun *run, const LocalOptions *options, GError **error)
{
  const DeidPreparedProblem *prepared = run->prepared;
  LocalSearch search = { .options = options, .run = run };
  GError *own_error = NULL;
  guint64 least = 1;

  if (!deid_local_tuples_check_problem (prepared, error)
      || !deid_prepared_problem_find_least_size (prepared, &least, &run->stop, error)
      || !deid_local_start_from_policy (run, error))
    return FALSE;
  if (search_from_seeds (&search, least, &own_error))
    return TRUE;
  if (run->incumbent.exists && g_error_matches (own_error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    {
      g_error_free (own_error);
      return TRUE;
    }
  g_propagate_error (error, own_error);
  return FALSE;
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
    return find_recoding (run, options, error);
  if (deadline < G_MAXINT64)
    run->stop.deadline -= MAX (deadline - g_get_monotonic_time (), 0) / DEID_LOCAL_BOUND_PARTS;
  if (!find_recoding (run, options, &own_error))
    deid_run_fail (run, own_error);
  run->stop.deadline = deadline;
  return !run->incumbent.exists || run->error != NULL
         || deid_local_bound_run (run, options->n_rises, error);
}

static char *
describe_options (const LocalOptions *options)
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
  g_autofree char *specification = describe_options (&options);
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
  return search;
}
