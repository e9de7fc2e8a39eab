/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/run.h"

#include <math.h>
#include <string.h>

#include "search/progress-private.h"
#include "search/result-private.h"
#include "search/search-private.h"

#define MICROSECONDS          1e6
#define MICROSECONDS_A_REPORT (G_USEC_PER_SEC / 10)

static double
seconds_since (gint64 time)
{
  return (double) (g_get_monotonic_time () - time) / MICROSECONDS;
}

void
deid_run_fail (DeidRun *run, GError *error)
{
  run->ended = TRUE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    run->termination = DEID_TERMINATION_CANCELLED;
  else if (g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED))
    run->termination = DEID_TERMINATION_TIME_LIMIT;
  else
    {
      run->error = error;
      return;
    }
  g_error_free (error);
}

gboolean
deid_run_is_dominated (const DeidRun *run, double objective, const DeidLevel *levels)
{
  if (!run->has_incumbent)
    return FALSE;
  if (objective != run->incumbent_verdict.objective)
    return objective > run->incumbent_verdict.objective;
  return deid_levels_compare (levels, run->incumbent, run->instance.lattice->n_dimensions) >= 0;
}

static void
report (DeidRun *run)
{
  const gint64 now = g_get_monotonic_time ();
  DeidProgress *progress;

  if (run->search->progress_func == NULL || now - run->last_report < MICROSECONDS_A_REPORT)
    return;
  run->last_report = now;
  progress = g_new0 (DeidProgress, 1);
  g_atomic_ref_count_init (&progress->ref_count);
  progress->n_evaluated = run->n_evaluated;
  progress->seconds = seconds_since (run->start);
  progress->loss = run->has_incumbent ? deid_loss_from_objective (&run->instance.loss,
                                                                  run->incumbent_verdict.objective)
                                      : INFINITY;
  progress->lower_bound
      = MIN (progress->loss, deid_loss_from_objective (&run->instance.loss, run->lower_bound));
  progress->share_settled
      = 1 - run->n_open / deid_lattice_get_size_as_double (run->instance.lattice);
  run->search->progress_func (progress, run->search->progress_data);
  deid_progress_unref (progress);
}

gboolean
deid_run_may_evaluate (DeidRun *run)
{
  GError *error = NULL;

  if (run->n_evaluated >= run->search->step_limit)
    {
      run->ended = TRUE;
      run->termination = DEID_TERMINATION_STEP_LIMIT;
      return FALSE;
    }
  if (deid_stop_check (&run->stop, &error))
    return TRUE;
  deid_run_fail (run, error);
  return FALSE;
}

void
deid_run_consider (DeidRun *run, const DeidLevel *levels, const DeidVerdict *verdict)
{
  const gsize size = run->instance.lattice->n_dimensions * sizeof *levels;

  run->n_evaluated++;
  if (verdict->is_solution)
    {
      if (!deid_run_is_dominated (run, verdict->objective, levels))
        {
          memcpy (run->incumbent, levels, size);
          run->incumbent_verdict = *verdict;
          run->has_incumbent = TRUE;
        }
    }
  else if (verdict->n_suppressed < run->nearest_n_suppressed)
    {
      memcpy (run->nearest, levels, size);
      run->nearest_n_suppressed = verdict->n_suppressed;
    }
  report (run);
}

gboolean
deid_run_evaluate (DeidRun *run, const DeidLevel *levels, DeidVerdict *verdict)
{
  GError *error = NULL;

  if (!deid_run_may_evaluate (run))
    return FALSE;
  if (!deid_checker_evaluate (&run->checker, levels, &run->stop, verdict, &error))
    {
      deid_run_fail (run, error);
      return FALSE;
    }
  deid_run_consider (run, levels, verdict);
  return TRUE;
}

static void
run_init (DeidRun *run, const DeidSearch *search, GCancellable *cancellable, guint n_dimensions)
{
  *run = (DeidRun){ .search = search,
                    .stop = { .cancellable = cancellable, .deadline = G_MAXINT64 },
                    .start = g_get_monotonic_time (),
                    .incumbent = g_new0 (DeidLevel, n_dimensions),
                    .nearest = g_new0 (DeidLevel, n_dimensions),
                    .nearest_n_suppressed = G_MAXUINT64 };
  run->last_report = run->start;
  if (search->time_limit * MICROSECONDS < (double) (G_MAXINT64 / 2))
    run->stop.deadline = run->start + (gint64) (search->time_limit * MICROSECONDS);
}

static void
run_clear (DeidRun *run)
{
  deid_checker_clear (&run->checker);
  deid_instance_clear (&run->instance);
  g_free (run->incumbent);
  g_free (run->nearest);
}

static void
set_no_result (DeidRun *run, GError **error)
{
  const char *name = run->instance.lattice->dataset->name;
  g_autofree char *reason = NULL;

  if (run->error != NULL)
    g_propagate_error (error, run->error);
  else if (!run->complete && run->termination == DEID_TERMINATION_CANCELLED)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                 "%s: the search was cancelled before it found a solution", name);
  else if (!run->complete)
    g_set_error (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED,
                 "%s: the %s limit came before a solution was found; %" G_GUINT64_FORMAT
                 " policies were evaluated",
                 name, run->termination == DEID_TERMINATION_TIME_LIMIT ? "time" : "step",
                 run->n_evaluated);
  else
    {
      reason = deid_checker_explain (&run->checker, run->nearest);
      g_set_error (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION, "%s: %s%s", name,
                   run->given != NULL ? ""
                                      : "no policy is a solution; the nearest of those evaluated: ",
                   reason);
    }
}

/* A single policy is evaluated sooner than rows are merged. */
static gboolean
prepare (DeidRun *run, DeidProblem *problem, GError **error)
{
  GError *own_error = NULL;

  if (!deid_instance_init (&run->instance, problem, error))
    return FALSE;
  if (run->given == NULL && !deid_instance_merge_rows (&run->instance, &run->stop, &own_error))
    {
      deid_run_fail (run, own_error);
      set_no_result (run, error);
      return FALSE;
    }
  return deid_checker_init (&run->checker, &run->instance, error);
}

static DeidResult *
make_result (DeidRun *run, gint64 search_start)
{
  const DeidLoss *loss = &run->instance.loss;
  DeidResult members = { .problem = run->instance.problem,
                         .n_suppressed = run->incumbent_verdict.n_suppressed,
                         .n_evaluated = run->n_evaluated,
                         .termination = run->termination };
  guint64 size;

  members.loss = deid_loss_from_objective (loss, run->incumbent_verdict.objective);
  members.lower_bound = MIN (members.loss, deid_loss_from_objective (loss, run->lower_bound));
  members.proven_optimal = run->complete;
  if (run->complete)
    {
      members.lower_bound = members.loss;
      members.termination = DEID_TERMINATION_COMPLETE;
      members.n_pruned = deid_lattice_get_size (run->instance.lattice, &size)
                             ? size - run->n_evaluated
                             : G_MAXUINT64;
    }
  members.seconds[DEID_PHASE_PREPARE] = (double) (search_start - run->start) / MICROSECONDS;
  members.seconds[DEID_PHASE_SEARCH] = seconds_since (search_start);
  members.policy = deid_policy_new_from_levels (run->instance.problem->lattice, run->incumbent);
  return deid_result_new (&members);
}

static DeidResult *
run_algorithm (DeidAlgorithm algorithm, const DeidSearch *search, DeidProblem *problem,
               const DeidPolicy *given, GCancellable *cancellable, GError **error)
{
  DeidRun run;
  DeidResult *result = NULL;

  run_init (&run, search, cancellable, problem->lattice->n_dimensions);
  run.given = given != NULL ? given->levels : NULL;
  deid_problem_make_immutable (problem);
  if (prepare (&run, problem, error))
    {
      const gint64 search_start = g_get_monotonic_time ();

      run.n_open = deid_lattice_get_size_as_double (run.instance.lattice);
      run.lower_bound = deid_loss_get_bound (&run.instance.loss, run.nearest);
      algorithm (&run);
      if (run.has_incumbent && run.error == NULL)
        result = make_result (&run, search_start);
      else
        set_no_result (&run, error);
    }
  run_clear (&run);
  return result;
}

DeidResult *
deid_search_run (DeidSearch *search, DeidProblem *problem, GCancellable *cancellable,
                 GError **error)
{
  g_return_val_if_fail (search != NULL && problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_search_make_immutable (search);
  return run_algorithm (search->algorithm, search, problem, NULL, cancellable, error);
}

/* Nothing is below the bottom of the lattice, so a policy as good as its bound is optimal. */
static void
evaluate_given (DeidRun *run)
{
  DeidVerdict verdict;

  run->complete = deid_run_evaluate (run, run->given, &verdict)
                  && (!run->has_incumbent || run->incumbent_verdict.objective <= run->lower_bound);
}

DeidResult *
deid_problem_evaluate (DeidProblem *problem, DeidPolicy *policy, GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (DeidSearch) search = NULL;

  g_return_val_if_fail (problem != NULL && policy != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (policy->lattice != problem->lattice)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: the policy belongs to another lattice than the problem",
                   problem->lattice->dataset->name);
      return NULL;
    }
  search = deid_search_new_exhaustive ();
  return run_algorithm (evaluate_given, search, problem, policy, cancellable, error);
}
