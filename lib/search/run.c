/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/run.h"

#include "base/arrays.h"
#include "base/long-text.h"
#include "base/memory.h"
#include "base/text.h"
#include "evaluation/grouping-evaluator.h"
#include "evaluation/verdict.h"
#include "search/search-private.h"

#include <math.h>
#include <string.h>

gboolean
deid_incumbent_dominates (const DeidIncumbent *incumbent, double objective, const DeidLevel *levels,
                          guint n_dimensions)
{
  return incumbent->exists
         && deid_policy_comes_first (incumbent->levels, incumbent->verdict.objective, levels,
                                     objective, n_dimensions);
}

gboolean
deid_run_init (DeidRun *run, const DeidSearch *search, const DeidPreparedProblem *prepared,
               GCancellable *cancellable, gint64 start, GError **error)
{
  const guint n_dimensions = prepared->lattice->n_dimensions;

  *run = (DeidRun){ .search = search,
                    .prepared = prepared,
                    .stop = *DEID_STOP_OF (cancellable),
                    .start = start,
                    .owner = g_thread_self (),
                    .last_report = start,
                    .search_start = start,
                    .nearest.n_suppressed = G_MAXUINT64,
                    .statistics = deid_statistics_new () };
  g_mutex_init (&run->mutex);
  if (search->time_limit * G_USEC_PER_SEC < (double) (G_MAXINT64 / 2))
    run->stop.deadline = start + (gint64) (search->time_limit * G_USEC_PER_SEC);
  if (!deid_new_arrays (error, DEID_NEW (run->nearest.levels, n_dimensions),
                        DEID_NEW (run->incumbent.levels, n_dimensions)))
    return FALSE;
  deid_lattice_copy_bottom (prepared->lattice, run->nearest.levels);
  return TRUE;
}

void
deid_run_clear (DeidRun *run)
{
  g_mutex_clear (&run->mutex);
  g_free (run->incumbent.levels);
  g_clear_pointer (&run->partition, deid_partition_unref);
  deid_free_arrays (run->nearest.levels, run->improvements.list, run->prices);
  g_clear_pointer (&run->statistics, deid_statistics_free);
  g_clear_error (&run->error);
}

/* To be called with the mutex held. */
static void
run_end (DeidRun *run, DeidTermination termination)
{
  run->termination = termination;
  g_atomic_int_set (&run->ended, TRUE);
}

void
deid_run_end (DeidRun *run, DeidTermination termination)
{
  g_mutex_lock (&run->mutex);
  if (!run->ended)
    run_end (run, termination);
  g_mutex_unlock (&run->mutex);
}

/* Models and slots of a proof may fail with the codes of a stop for reasons of their own. */
static void
end_with_error (DeidRun *run, GError *error)
{
  const gboolean stopped = !deid_stop_check (&run->stop, NULL);

  if (stopped && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    run_end (run, DEID_TERMINATION_CANCELLED);
  else if (stopped && g_error_matches (error, DEID_ERROR, DEID_ERROR_LIMIT_REACHED))
    run_end (run, DEID_TERMINATION_TIME_LIMIT);
  else
    {
      run_end (run, run->termination);
      run->error = g_error_copy (error);
    }
}

void
deid_run_fail (DeidRun *run, GError *error)
{
  g_mutex_lock (&run->mutex);
  if (!run->ended)
    end_with_error (run, error);
  g_mutex_unlock (&run->mutex);
  g_error_free (error);
}

/* Ends the run with an error without which a loss cannot be told, also if a limit came before. */
static void
run_fail_to_measure (DeidRun *run, GError *error)
{
  g_mutex_lock (&run->mutex);
  if (!run->ended)
    run_end (run, run->termination);
  if (run->error == NULL)
    run->error = g_error_copy (error);
  g_mutex_unlock (&run->mutex);
  g_error_free (error);
}

double
deid_run_get_loss (DeidRun *run, double objective, double otherwise)
{
  GError *error = NULL;
  double loss;

  if (deid_loss_from_objective (&run->prepared->loss, objective, &loss, &error))
    return loss;
  run_fail_to_measure (run, error);
  return otherwise;
}

gboolean
deid_run_may_go_on (DeidRun *run)
{
  GError *error = NULL;

  if (!deid_stop_check (&run->stop, &error))
    deid_run_fail (run, error);
  return !deid_run_has_ended (run);
}

gboolean
deid_run_may_evaluate (DeidRun *run)
{
  gboolean may;

  if (!deid_run_may_go_on (run))
    return FALSE;
  g_mutex_lock (&run->mutex);
  if (!run->ended && run->n_evaluated >= run->search->step_limit)
    run_end (run, DEID_TERMINATION_STEP_LIMIT);
  may = !run->ended;
  g_mutex_unlock (&run->mutex);
  return may;
}

/* To be called with the mutex held. */
static gboolean
note_improvement (DeidRun *run, double objective, GError **error)
{
  if (run->incumbent.exists && run->incumbent.verdict.objective <= objective)
    return TRUE;
  if (!deid_grow_list (&run->improvements, list, run->improvements.n + 1, error))
    return FALSE;
  run->improvements.list[run->improvements.n++] = (DeidImprovement){
    .seconds = (double) (g_get_monotonic_time () - run->search_start) / G_USEC_PER_SEC,
    .n_evaluated = run->n_evaluated,
    .objective = objective,
  };
  return TRUE;
}

/* To be called with the mutex held. */
static void
run_set_incumbent (DeidRun *run, const DeidLevel *levels, const DeidVerdict *verdict)
{
  g_autoptr (GError) error = NULL;

  if (!note_improvement (run, verdict->objective, &error) && !run->ended)
    end_with_error (run, error);
  memcpy (run->incumbent.levels, levels, run->prepared->lattice->n_dimensions * sizeof *levels);
  run->incumbent.verdict = *verdict;
  run->incumbent.exists = TRUE;
  g_atomic_int_inc (&run->incumbent_version);
}

void
deid_run_consider (DeidRun *run, const DeidLevel *levels, const DeidVerdict *verdict)
{
  const guint n_dimensions = run->prepared->lattice->n_dimensions;

  g_mutex_lock (&run->mutex);
  run->n_evaluated++;
  if (verdict->is_solution)
    {
      if (!deid_incumbent_dominates (&run->incumbent, verdict->objective, levels, n_dimensions))
        run_set_incumbent (run, levels, verdict);
    }
  else if (verdict->n_suppressed < run->nearest.n_suppressed)
    {
      memcpy (run->nearest.levels, levels, n_dimensions * sizeof *levels);
      run->nearest.n_suppressed = verdict->n_suppressed;
    }
  g_mutex_unlock (&run->mutex);
  deid_run_report (run, FALSE);
}

/* To be called with the mutex held. */
static void
set_partition (DeidRun *run, DeidPartition *partition)
{
  g_autoptr (GError) error = NULL;

  if (!note_improvement (run, partition->verdict.objective, &error) && !run->ended)
    end_with_error (run, error);
  g_clear_pointer (&run->partition, deid_partition_unref);
  run->partition = partition;
  run->incumbent.verdict = partition->verdict;
  run->incumbent.exists = TRUE;
  g_atomic_int_inc (&run->incumbent_version);
}

void
deid_run_take_partition (DeidRun *run, DeidPartition *partition)
{
  g_mutex_lock (&run->mutex);
  if (partition->verdict.is_solution
      && (!run->incumbent.exists
          || partition->verdict.objective < run->incumbent.verdict.objective))
    set_partition (run, partition);
  else
    deid_partition_unref (partition);
  g_mutex_unlock (&run->mutex);
  deid_run_report (run, FALSE);
}

void
deid_run_add_evaluating (DeidRun *run, gint64 microseconds)
{
  g_mutex_lock (&run->mutex);
  run->evaluating += microseconds;
  g_mutex_unlock (&run->mutex);
}

guint64
deid_run_count_evaluated (DeidRun *run)
{
  guint64 n;

  g_mutex_lock (&run->mutex);
  n = run->n_evaluated;
  g_mutex_unlock (&run->mutex);
  return n;
}

void
deid_run_set_open (DeidRun *run, const DeidOpen *open)
{
  g_mutex_lock (&run->mutex);
  run->open.lower_bound = MAX (run->open.lower_bound, open->lower_bound);
  run->open.n_policies = MIN (run->open.n_policies, open->n_policies);
  run->open.work = MIN (run->open.work, open->work);
  g_mutex_unlock (&run->mutex);
}

/* Returns: the share of the lattice that so many policies are, also where either number exceeds the
 * range of doubles. */
static double
get_share (const DeidRun *run, double n_policies)
{
  const double size = deid_lattice_get_size_as_double (run->prepared->lattice);

  return n_policies < size ? n_policies / size : 1;
}

gboolean
deid_run_find_lower_bound (const DeidRun *run, double loss, double *bound, GError **error)
{
  if (!deid_loss_from_objective (&run->prepared->loss, run->open.lower_bound, bound, error))
    return FALSE;
  *bound = MIN (loss, MAX (*bound, run->claimed_bound));
  return TRUE;
}

/* To be called with the mutex held. */
static gboolean
run_set_losses (const DeidRun *run, DeidProgress *progress, GError **error)
{
  progress->loss = INFINITY;
  return (!run->incumbent.exists
          || deid_loss_from_objective (&run->prepared->loss, run->incumbent.verdict.objective,
                                       &progress->loss, error))
         && deid_run_find_lower_bound (run, progress->loss, &progress->lower_bound, error);
}

static gboolean
set_progress (DeidRun *run, DeidProgress *progress, GError **error)
{
  gboolean success;

  progress->seconds = (double) (g_get_monotonic_time () - run->start) / G_USEC_PER_SEC;
  g_mutex_lock (&run->mutex);
  progress->n_evaluated = run->n_evaluated;
  success = run_set_losses (run, progress, error);
  progress->share_settled = 1 - get_share (run, run->open.n_policies);
  progress->share_done = 1 - run->open.work;
  g_mutex_unlock (&run->mutex);
  return success;
}

void
deid_run_report (DeidRun *run, gboolean in_any_case)
{
  const DeidSearch *search = run->search;
  DeidProgress *progress;
  GError *error = NULL;

  if (search->progress_func == NULL || g_thread_self () != run->owner)
    return;
  if (!in_any_case && g_get_monotonic_time () - run->last_report < DEID_MICROSECONDS_A_REPORT)
    return;
  run->last_report = g_get_monotonic_time ();
  progress = deid_progress_new ();
  if (set_progress (run, progress, &error))
    search->progress_func (progress, search->progress_data);
  else
    run_fail_to_measure (run, error);
  deid_progress_unref (progress);
}

/* Nothing is known of a policy that could be told of. */
static void
set_nothing_evaluated (const DeidRun *run, GError **error)
{
  deid_fail (error, DEID_ERROR_NO_SOLUTION, "%s: %s", run->prepared->lattice->table.name,
             run->is_proof ? "no policy is a solution; the search evaluated none"
                           : "the search found no solution; it evaluated no policy");
}

static const char *
get_scope (const DeidRun *run, gboolean is_search)
{
  if (!is_search)
    return "";
  return run->is_proof ? "no policy is a solution; the nearest of those evaluated: "
                       : "the search found no solution; the nearest of the policies evaluated: ";
}

/* A model whose only condition is one on the whole table, for which it suppresses nothing, fails no
 * record. */
static gboolean
append_failing (DeidLongText *text, DeidGroupingEvaluator *evaluator, const DeidStop *stop,
                GError **error)
{
  const DeidPreparedModels *privacy = &evaluator->prepared->privacy;
  g_autofree guint64 *counts = deid_alloc (privacy->n_models, sizeof *counts, error);
  const char *separator = ";";

  if (counts == NULL
      || !deid_judgement_count_by_model (&evaluator->judgement, DEID_CLASS_FAILS, stop, counts,
                                         error))
    return FALSE;
  for (guint i = 0; i < privacy->n_models; i++)
    {
      const DeidPrivacyModel *model = privacy->models[i].model;

      if (model->funcs->accept.func == NULL
          && model->funcs->suppression_order == DEID_SUPPRESSION_ORDER_NONE)
        continue;
      deid_long_text_add (text, "%s %" G_GUINT64_FORMAT " fail %s", separator, counts[i],
                          model->shown);
      separator = ",";
    }
  return TRUE;
}

/* Returns: why a policy is no solution: which limit binds, and how many records fail each model;
 * NULL on failure. */
static char *
run_failure_explain (DeidGroupingEvaluator *evaluator, const DeidLevel *levels,
                     const DeidStop *stop, GError **error)
{
  const DeidPreparedProblem *prepared = evaluator->prepared;
  DeidLongText own = { 0 }, *text = &own;
  DeidVerdict verdict;

  if (!deid_evaluator_evaluate (&evaluator->base, levels, stop, &verdict, error))
    return NULL;
  deid_long_text_add (text, "policy '");
  deid_levels_describe (prepared->lattice, levels, text);
  deid_long_text_add (
      text, "' has to suppress %s%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records",
      prepared->asks.judges_table ? "at least " : "", verdict.n_suppressed, prepared->n_records);
  deid_verdict_describe_failure (&verdict, prepared->problem, prepared->table, prepared->limit,
                                 text);
  if (append_failing (text, evaluator, stop, error))
    return deid_long_text_end (text, error);
  deid_long_text_clear (text);
  return NULL;
}

void
deid_run_explain_no_solution (const DeidRun *run, gboolean is_search, GError **error)
{
  /* The run is over: its limits no longer matter. */
  const DeidStop *stop = DEID_STOP_OF (run->stop.cancellable);
  DeidGroupingEvaluator evaluator;
  g_autofree char *reason = NULL;

  if (run->n_evaluated == 0)
    {
      set_nothing_evaluated (run, error);
      return;
    }
  if (deid_grouping_evaluator_init (&evaluator, run->prepared, error)
      && (reason = run_failure_explain (&evaluator, run->nearest.levels, stop, error)) != NULL)
    deid_fail (error, DEID_ERROR_NO_SOLUTION, "%s: %s%s", run->prepared->lattice->table.name,
               get_scope (run, is_search), reason);
  deid_evaluator_clear (&evaluator.base);
}

void
deid_run_fail_cancelled (const DeidProblem *problem, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
               "%s: the search was cancelled before it found a solution",
               problem->lattice->table.name);
}

void
deid_run_explain_end (DeidRun *run, GError **error)
{
  const char *name = run->prepared->lattice->table.name;

  if (run->error != NULL)
    g_propagate_error (error, g_steal_pointer (&run->error));
  else if (run->termination == DEID_TERMINATION_CANCELLED)
    deid_run_fail_cancelled (run->prepared->problem, error);
  else
    deid_fail (error, DEID_ERROR_LIMIT_REACHED,
               "%s: the %s limit came before a solution was found; %" G_GUINT64_FORMAT
               " policies were evaluated",
               name, run->termination == DEID_TERMINATION_TIME_LIMIT ? "time" : "step",
               run->n_evaluated);
}
