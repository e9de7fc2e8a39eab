/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/search-context.h"

#include "base/handle.h"
#include "base/text.h"
#include "search/search-private.h"

#include <math.h>
#include <string.h>

void
deid_search_context_call (DeidSearchContext *context, DeidSearchRunFunc algorithm, gpointer data)
{
  DeidRun *run = context->run;
  GError *own_error = NULL, *failure = NULL;
  const gboolean succeeded = algorithm (context, data, &own_error);

  if (!deid_slot_succeeded ("search", run->search->specification, succeeded, own_error, &failure))
    deid_run_fail (run, failure);
}

void
deid_search_context_clear (DeidSearchContext *context)
{
  if (context->evaluator != NULL)
    {
      context->run->n_bytes += deid_evaluator_get_n_bytes (context->evaluator);
      deid_evaluator_clear (context->evaluator);
    }
  if (context->has_sums)
    deid_class_sums_clear (&context->sums);
  g_clear_pointer (&context->alternatives, deid_alternatives_free);
}

void
deid_search_context_choose_evaluation (DeidSearchContext *context, DeidEvaluationKind evaluation)
{
  const DeidPreparedProblem *prepared = context->run->prepared;

  if (evaluation != DEID_EVALUATION_WALKING || deid_walking_evaluator_may_judge (prepared))
    context->evaluation = evaluation;
}

static gboolean
init_walking (DeidSearchContext *context, GError **error)
{
  context->evaluator = &context->walking.base;
  return deid_walking_evaluator_init (&context->walking, context->run->prepared, error);
}

static gboolean
init_grouping (DeidSearchContext *context, GError **error)
{
  context->evaluator = &context->grouping.base;
  if (!deid_grouping_evaluator_init (&context->grouping, context->run->prepared, error))
    return FALSE;
  context->grouping.measures_all = context->evaluation == DEID_EVALUATION_ROLLING_OF_ALL;
  return context->evaluation == DEID_EVALUATION_PLAIN
         || deid_grouping_evaluator_roll_up (&context->grouping, error);
}

static gboolean
init_evaluator (DeidSearchContext *context, GError **error)
{
  if (context->evaluation == DEID_EVALUATION_WALKING ? init_walking (context, error)
                                                     : init_grouping (context, error))
    return TRUE;
  deid_evaluator_clear (context->evaluator);
  context->evaluator = NULL;
  return FALSE;
}

static gboolean
search_context_evaluate (DeidSearchContext *context, const DeidLevel *levels, DeidVerdict *verdict,
                         GError **error)
{
  return (context->evaluator != NULL || init_evaluator (context, error))
         && deid_evaluator_evaluate (context->evaluator, levels, &context->run->stop, verdict,
                                     error);
}

gboolean
deid_search_context_evaluate_levels (DeidSearchContext *context, const DeidLevel *levels)
{
  DeidRun *run = context->run;
  GError *error = NULL;
  DeidVerdict verdict;
  gboolean success;
  gint64 start;

  if (!deid_run_may_evaluate (run))
    return FALSE;
  start = g_get_monotonic_time ();
  success = search_context_evaluate (context, levels, &verdict, &error);
  deid_run_add_evaluating (run, g_get_monotonic_time () - start);
  if (!success)
    {
      deid_run_fail (run, error);
      return FALSE;
    }
  context->verdict = verdict;
  deid_run_consider (run, levels, &verdict);
  return TRUE;
}

gboolean
deid_search_context_measure (DeidSearchContext *context, const DeidLevel *levels,
                             DeidVerdict *verdict, DeidRiskSum *risk)
{
  const gint64 start = g_get_monotonic_time ();
  GError *error = NULL;
  gboolean success = search_context_evaluate (context, levels, verdict, &error);

  if (success)
    success = deid_evaluator_add_risk (context->evaluator, &context->run->stop, risk, &error);
  deid_run_add_evaluating (context->run, g_get_monotonic_time () - start);
  if (!success)
    deid_run_fail (context->run, error);
  return success;
}

static gboolean
prepare_sums (DeidSearchContext *context, GError **error)
{
  const DeidPreparedProblem *prepared = context->run->prepared;

  if (context->has_sums)
    return TRUE;
  context->has_sums = TRUE;
  return deid_class_sums_init (&context->sums, &prepared->loss, &prepared->read_costs.source,
                               prepared->lattice->n_dimensions, error);
}

double
deid_search_context_get_objective_bound (DeidSearchContext *context, const DeidLevel *levels)
{
  const DeidLoss *loss = &context->run->prepared->loss;
  GError *error = NULL;
  double bound;

  if (deid_loss_is_separable (loss))
    return deid_loss_get_bound (loss, levels);
  if (!deid_loss_has_bounds (loss) || deid_run_has_ended (context->run))
    return 0;
  if (prepare_sums (context, &error)
      && deid_class_sums_get_bound (&context->sums, levels, &context->run->stop, &bound, &error))
    return bound;
  deid_run_fail (context->run, error);
  return 0;
}

gboolean
deid_search_context_bound_may_improve (const DeidSearchContext *context, double bound,
                                       const DeidLevel *levels)
{
  return !deid_incumbent_dominates (&context->run->incumbent, bound, levels,
                                    context->run->prepared->lattice->n_dimensions);
}

gboolean
deid_search_context_levels_may_improve (DeidSearchContext *context, const DeidLevel *levels)
{
  return deid_search_context_bound_may_improve (
      context, deid_search_context_get_objective_bound (context, levels), levels);
}

void
deid_search_context_raise_objective_bound (DeidSearchContext *context, double bound)
{
  deid_run_set_open (context->run,
                     &(DeidOpen){ .lower_bound = bound, .n_policies = INFINITY, .work = INFINITY });
}

void
deid_search_context_take_alternatives (DeidSearchContext *context, DeidAlternatives *alternatives)
{
  g_clear_pointer (&context->alternatives, deid_alternatives_free);
  context->alternatives = alternatives;
}

DEID_DEFINE_GETTER (DeidProblem *, deid_search_context_get_problem, DeidSearchContext,
                    run->prepared->problem, NULL)

static gboolean
has_policy (const DeidSearchContext *context, const DeidPolicy *policy)
{
  return policy->lattice == context->run->prepared->lattice;
}

gboolean
deid_search_context_evaluate (DeidSearchContext *context, const DeidPolicy *policy)
{
  g_return_val_if_fail (context != NULL && policy != NULL, FALSE);
  g_return_val_if_fail (has_policy (context, policy), FALSE);

  return deid_search_context_evaluate_levels (context, policy->levels);
}

gboolean
deid_search_context_may_go_on (DeidSearchContext *context)
{
  g_return_val_if_fail (context != NULL, FALSE);

  deid_run_report (context->run, FALSE);
  return deid_run_may_go_on (context->run);
}

DEID_DEFINE_GETTER (gboolean, deid_search_context_is_solution, DeidSearchContext,
                    verdict.is_solution, FALSE)

gboolean
deid_search_context_may_specialize (const DeidSearchContext *context)
{
  g_return_val_if_fail (context != NULL, FALSE);

  return deid_verdict_is_feasible (&context->verdict, context->run->prepared);
}

double
deid_search_context_get_loss (const DeidSearchContext *context)
{
  g_return_val_if_fail (context != NULL, INFINITY);

  return context->verdict.is_solution
             ? deid_run_get_loss (context->run, context->verdict.objective, INFINITY)
             : INFINITY;
}

DEID_DEFINE_GETTER (guint64, deid_search_context_get_n_suppressed, DeidSearchContext,
                    verdict.n_suppressed, 0)
DEID_DEFINE_GETTER (guint64, deid_search_context_get_smallest_class, DeidSearchContext,
                    verdict.smallest_class, 0)

double
deid_search_context_get_bound (DeidSearchContext *context, const DeidPolicy *policy)
{
  g_return_val_if_fail (context != NULL && policy != NULL, 0);
  g_return_val_if_fail (has_policy (context, policy), 0);

  return deid_run_get_loss (context->run,
                            deid_search_context_get_objective_bound (context, policy->levels), 0);
}

gboolean
deid_search_context_may_improve (DeidSearchContext *context, const DeidPolicy *policy)
{
  g_return_val_if_fail (context != NULL && policy != NULL, FALSE);
  g_return_val_if_fail (has_policy (context, policy), FALSE);

  return deid_search_context_levels_may_improve (context, policy->levels);
}

void
deid_search_context_raise_lower_bound (DeidSearchContext *context, double loss)
{
  g_return_if_fail (context != NULL);

  if (loss > context->run->claimed_bound)
    context->run->claimed_bound = loss;
}

void
deid_search_context_declare_optimal (DeidSearchContext *context)
{
  g_return_if_fail (context != NULL);

  context->run->is_proof = TRUE;
}

void
deid_search_context_set_statistic (DeidSearchContext *context, const char *name, double value)
{
  GError *error = NULL;

  g_return_if_fail (context != NULL && name != NULL);
  g_return_if_fail (deid_text_is_spelling (name));

  if (!deid_statistics_set (context->run->statistics, name, value, &error))
    deid_run_fail (context->run, error);
}

void
deid_search_context_add_bytes (DeidSearchContext *context, guint64 n_bytes)
{
  g_return_if_fail (context != NULL);

  context->run->n_bytes += n_bytes;
}

void
deid_search_context_set_open (DeidSearchContext *context, double n_policies, double share_of_work)
{
  g_return_if_fail (context != NULL);
  g_return_if_fail (n_policies >= 0 && share_of_work >= 0);

  deid_run_set_open (context->run, &(DeidOpen){ .n_policies = n_policies, .work = share_of_work });
}

static void
copy_incumbent (DeidIncumbent *to, const DeidIncumbent *from, guint n_dimensions)
{
  memcpy (to->levels, from->levels, n_dimensions * sizeof *to->levels);
  to->verdict = from->verdict;
  to->exists = from->exists;
}

/* A step limit is no failure. */
static gboolean
check_end (const DeidRun *run, GError **error)
{
  if (run->error == NULL && run->termination != DEID_TERMINATION_CANCELLED)
    return TRUE;
  if (run->error != NULL)
    g_propagate_error (error, g_error_copy (run->error));
  else if (deid_stop_check (&run->stop, error)) /* a cancellable that was reset meanwhile */
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "the search was cancelled");
  return FALSE;
}

static gboolean
view_search_run_algorithm (DeidRun *run, GError **error)
{
  const DeidSearchFuncs *funcs = run->search->funcs;
  DeidSearchContext context = { .run = run };

  deid_search_context_call (&context, funcs->run.func, funcs->run.data);
  deid_search_context_clear (&context);
  return check_end (run, error);
}

gboolean
deid_search_improve (DeidSearch *search, const DeidPreparedProblem *view, GCancellable *cancellable,
                     DeidIncumbent *best, guint64 *n_evaluated, GError **error)
{
  const guint n_dimensions = view->lattice->n_dimensions;
  DeidRun run;
  gboolean success;

  deid_search_make_immutable (search);
  success = deid_run_init (&run, search, view, cancellable, g_get_monotonic_time (), error);
  if (success)
    {
      copy_incumbent (&run.incumbent, best, n_dimensions);
      run.open.n_policies = deid_lattice_get_size_as_double (view->lattice);
      run.open.work = 1;
      success = view_search_run_algorithm (&run, error);
      copy_incumbent (best, &run.incumbent, n_dimensions);
      if (n_evaluated != NULL)
        *n_evaluated = run.n_evaluated;
    }
  deid_run_clear (&run);
  return success;
}
