/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prepares a problem and runs an algorithm on it. */
#include "evaluation/preparation.h"
#include "search/run-failure.h"
#include "search/run-result.h"
#include "search/search-context-private.h"
#include "search/search-private.h"

static DeidResult *
solve_run_algorithm (DeidRun *run, gboolean is_search, DeidSearchRunFunc algorithm, gpointer data,
                     GError **error)
{
  g_autoptr (DeidAlternatives) alternatives = NULL;
  DeidSearchContext context = { .run = run };

  run->search_start = g_get_monotonic_time ();
  run->open = (DeidOpen){
    .lower_bound = deid_search_context_get_objective_bound (&context, run->nearest),
    .n_policies = deid_lattice_get_size_as_double (run->prepared->lattice),
    .work = 1,
  };
  deid_search_context_call (&context, algorithm, data);
  alternatives = g_steal_pointer (&context.alternatives);
  deid_search_context_clear (&context);
  run->complete = !run->ended;
  if (run->complete && run->is_proof)
    run->open.n_policies = run->open.work = 0;
  deid_run_report (run, TRUE);
  if (run->error == NULL && run->incumbent.exists)
    return deid_run_make_result (run, alternatives, error);
  if (run->complete && run->error == NULL)
    deid_run_explain_no_solution (run, is_search, error);
  else
    deid_run_explain_end (run, error);
  return NULL;
}

static DeidResult *
run_on_distinct_rows (DeidRun *run, DeidPreparation *preparation, GError **error)
{
  const DeidSearchFuncs *funcs = run->search->funcs;
  GError *own_error = NULL;
  const DeidPreparedProblem *distinct
      = deid_preparation_get_distinct (preparation, &run->stop, &own_error);

  if (distinct != NULL)
    {
      run->prepared = distinct;
      return solve_run_algorithm (run, TRUE, funcs->run.func, funcs->run.data, error);
    }
  deid_run_fail (run, own_error);
  deid_run_explain_end (run, error);
  return NULL;
}

/* Nothing is below the bottom of the lattice, so a policy as good as its bound is optimal. */
static gboolean
evaluate_given (DeidSearchContext *context, gpointer levels, GError **error G_GNUC_UNUSED)
{
  deid_search_context_choose_evaluation (context, DEID_EVALUATION_PLAIN);
  deid_search_context_evaluate_levels (context, levels);
  return TRUE;
}

/* Returns: (nullable): what to run on. */
static DeidPreparation *
solve_prepare (DeidProblem *problem, GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  GError *own_error = NULL;
  DeidPreparation *preparation = deid_problem_prepare (problem, stop, &own_error);

  if (preparation != NULL)
    return preparation;
  if (g_error_matches (own_error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      && g_cancellable_is_cancelled (cancellable))
    {
      deid_run_fail_cancelled (problem, error);
      g_error_free (own_error);
    }
  else
    g_propagate_error (error, own_error);
  return NULL;
}

static DeidResult *
run_search (DeidRun *run, DeidPreparation *preparation, GError **error)
{
  const DeidSearchFuncs *funcs = run->search->funcs;

  return funcs->takes_all_rows
             ? solve_run_algorithm (run, TRUE, funcs->run.func, funcs->run.data, error)
             : run_on_distinct_rows (run, preparation, error);
}

static gboolean
check_forced_labels (const DeidSearch *search, const DeidProblem *problem, GError **error)
{
  if (!problem->no_forced_labels || search->funcs->avoids_forced_labels)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: the problem demands that no label forces a finer one, and this search cannot "
               "meet the demand, expected the search 'local'",
               problem->lattice->table.name);
  return FALSE;
}

/* A single policy, if given, is evaluated sooner than rows are merged. */
static DeidResult *
solve_solve (const DeidSearch *search, DeidProblem *problem, const DeidLevel *given,
             GCancellable *cancellable, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  DeidPreparation *preparation;
  DeidResult *result = NULL;
  DeidRun run;

  if (!check_forced_labels (search, problem, error)
      || (preparation = solve_prepare (problem, cancellable, error)) == NULL)
    return NULL;
  if (deid_run_init (&run, search, &preparation->all, cancellable, start, error))
    result = given != NULL
                 ? solve_run_algorithm (&run, FALSE, evaluate_given, (gpointer) given, error)
                 : run_search (&run, preparation, error);
  deid_run_clear (&run);
  deid_preparation_release (preparation);
  return result;
}

DeidResult *
deid_search_run (DeidSearch *search, DeidProblem *problem, GCancellable *cancellable,
                 GError **error)
{
  g_return_val_if_fail (search != NULL && problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_search_make_immutable (search);
  return solve_solve (search, problem, NULL, cancellable, error);
}

DeidResult *
deid_problem_evaluate (DeidProblem *problem, DeidPolicy *policy, GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (DeidSearch) search = NULL;

  g_return_val_if_fail (problem != NULL && policy != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_problem_check_policy (problem, policy, error))
    return NULL;
  search = deid_search_new_exhaustive ();
  return solve_solve (search, problem, policy->levels, cancellable, error);
}
