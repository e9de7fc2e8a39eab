/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/rational.h"
#include "base/text.h"
#include "base/work.h"
#include "problem/preparation.h"
#include "search/result-private.h"
#include "search/search-context.h"
#include "search/search-private.h"

#include <math.h>

static void
deid_search_funcs_free (DeidSearchFuncs *funcs)
{
  DEID_SEARCH_SLOTS (DEID_SLOT_CLEAR)
  g_free (funcs);
}

DEID_DEFINE_HANDLE (DeidSearchFuncs, deid_search_funcs)

#define SEARCH_FUNCS_DEFINE_SETTER(name, Func)                                                     \
  DEID_SLOT_DEFINE_SETTER (DeidSearchFuncs, deid_search_funcs, name, Func)

DEID_SEARCH_SLOTS (SEARCH_FUNCS_DEFINE_SETTER)

DeidSearchFuncs *
deid_search_funcs_new (void)
{
  DeidSearchFuncs *funcs = DEID_NEW_HANDLE (DeidSearchFuncs);

  return funcs;
}

static void
search_funcs_make_immutable (DeidSearchFuncs *funcs)
{
  g_atomic_int_set (&funcs->immutable, TRUE);
}

static void
drop_progress_func (DeidSearch *search)
{
  if (search->progress_destroy != NULL)
    search->progress_destroy (search->progress_data);
}

static void
deid_search_free (DeidSearch *search)
{
  drop_progress_func (search);
  deid_search_funcs_unref (search->funcs);
  g_free (search->specification);
  g_free (search);
}

DEID_DEFINE_HANDLE (DeidSearch, deid_search)

DeidSearch *
deid_search_new (DeidSearchFuncs *funcs, GError **error)
{
  g_autofree char *specification = NULL;
  DeidSearch *search;

  g_return_val_if_fail (funcs != NULL, NULL);

  if (funcs->describe.func == NULL || funcs->run.func == NULL)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT, "search: the slot %s is empty",
                           funcs->describe.func == NULL ? "describe" : "run");
  specification = funcs->describe.func (funcs->describe.data);
  if (!deid_specification_check ("search", specification, error))
    return NULL;
  search = DEID_NEW_HANDLE (DeidSearch);
  search->funcs = deid_search_funcs_ref (funcs);
  search_funcs_make_immutable (funcs);
  search->specification = g_steal_pointer (&specification);
  search->time_limit = INFINITY;
  search->step_limit = G_MAXUINT64;
  search->n_threads = 1;
  return search;
}

static char *
search_describe (gpointer specification)
{
  return g_strdup (specification);
}

DeidSearch *
deid_search_new_of_slots (const char *specification, DeidSearchRunFunc run, gpointer data,
                          GDestroyNotify destroy)
{
  g_autoptr (DeidSearchFuncs) funcs = deid_search_funcs_new ();

  deid_search_funcs_set_describe (funcs, search_describe, (gpointer) specification, NULL);
  deid_search_funcs_set_run (funcs, run, data, destroy);
  return deid_search_new (funcs, NULL);
}

char *
deid_search_to_specification (const DeidSearch *search)
{
  g_return_val_if_fail (search != NULL, NULL);

  return g_strdup (search->specification);
}

void
deid_search_make_immutable (DeidSearch *search)
{
  g_atomic_int_set (&search->immutable, TRUE);
}

static gboolean
search_check_mutable (DeidSearch *search, GError **error)
{
  return deid_check_mutable (&search->immutable, NULL, "the search was run", error);
}

gboolean
deid_search_set_time_limit (DeidSearch *search, double seconds, GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!search_check_mutable (search, error))
    return FALSE;
  if (!(seconds > 0))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "time limit of %s seconds, expected a number above 0",
                      DEID_DECIMAL (seconds));
  search->time_limit = seconds;
  return TRUE;
}

gboolean
deid_search_set_step_limit (DeidSearch *search, guint64 n_policies, GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!search_check_mutable (search, error))
    return FALSE;
  if (n_policies == 0)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "step limit of 0 policies, expected at least 1");
  search->step_limit = n_policies;
  return TRUE;
}

gboolean
deid_search_set_n_threads (DeidSearch *search, guint n_threads, GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!search_check_mutable (search, error) || !deid_check_n_threads (n_threads, error))
    return FALSE;
  search->n_threads = n_threads;
  return TRUE;
}

gboolean
deid_search_set_progress_func (DeidSearch *search, DeidProgressFunc func, gpointer user_data,
                               GDestroyNotify destroy, GError **error)
{
  g_return_val_if_fail (search != NULL, FALSE);

  if (!search_check_mutable (search, error))
    {
      if (destroy != NULL)
        destroy (user_data);
      return FALSE;
    }
  drop_progress_func (search);
  search->progress_func = func;
  search->progress_data = user_data;
  search->progress_destroy = destroy;
  return TRUE;
}

DEID_DEFINE_GETTER (double, deid_search_get_time_limit, DeidSearch, time_limit, 0)
DEID_DEFINE_GETTER (guint, deid_search_get_n_threads, DeidSearch, n_threads, 0)

/* Prepares a problem and runs an algorithm on it. */

static DeidResult *
solve_run_algorithm (DeidRun *run, gboolean is_search, DeidSearchRunFunc algorithm, gpointer data,
                     GError **error)
{
  g_autoptr (DeidAlternatives) alternatives = NULL;
  DeidSearchContext context = { .run = run };

  run->search_start = g_get_monotonic_time ();
  run->open = (DeidOpen){
    .lower_bound = deid_search_context_get_objective_bound (&context, run->nearest.levels),
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
    return deid_run_make_result (run, &alternatives, error);
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
evaluate_given (DeidSearchContext *context, gpointer levels, GError **error)
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

  return run->search->recodes_locally
             ? solve_run_algorithm (run, TRUE, funcs->run.func, funcs->run.data, error)
             : run_on_distinct_rows (run, preparation, error);
}

static gboolean
check_forced_labels (const DeidSearch *search, const DeidProblem *problem, GError **error)
{
  if (!problem->no_forced_labels || search->avoids_forced_labels)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: the problem demands that no label forces a finer one, and this search "
                    "cannot meet the demand, expected the search 'local'",
                    problem->lattice->table.name);
}

/* A single policy, if given, is evaluated sooner than rows are merged. */
static DeidResult *
solve (const DeidSearch *search, DeidProblem *problem, const DeidLevel *given,
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
  return solve (search, problem, NULL, cancellable, error);
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
  return solve (search, problem, policy->levels, cancellable, error);
}
