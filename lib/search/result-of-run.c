/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prepares a problem, runs an algorithm on it, and makes a result of what it found. */
#include <string.h>

#include "search/result-private.h"
#include "search/run-failure.h"
#include "search/search-context.h"
#include "search/search-private.h"

static double
seconds_between (gint64 start, gint64 end)
{
  return (double) (end - start) / G_USEC_PER_SEC;
}

/* What is compared in a search may differ where the loss that it makes does not, such as the
 * products of the geometric mean: only a smaller loss is an improvement. */
static void
set_improvements (DeidRun *run, DeidResult *members)
{
  DeidImprovement *improvements = g_steal_pointer (&run->improvements);
  guint64 n = 0;

  for (guint64 i = 0; i < run->n_improvements; i++)
    {
      const double loss
          = deid_loss_from_objective (&run->instance->loss, improvements[i].objective);

      if (n > 0 && loss >= improvements[n - 1].objective)
        continue;
      improvements[n] = improvements[i];
      improvements[n++].objective = loss;
    }
  members->improvements = improvements;
  members->n_improvements = n;
}

static void
set_statistics (DeidRun *run, DeidResult *members)
{
  const double search = seconds_between (run->search_start, g_get_monotonic_time ());
  const double evaluate = (double) run->evaluating / G_USEC_PER_SEC;

  members->seconds[DEID_PHASE_PREPARE] = seconds_between (run->start, run->search_start);
  members->seconds[DEID_PHASE_SEARCH] = search;
  members->seconds[DEID_PHASE_EVALUATE] = evaluate;
  members->seconds[DEID_PHASE_BOOKKEEPING] = MAX (0, search - evaluate);
  memcpy (members->properties, run->properties, sizeof members->properties);
  set_improvements (run, members);
  members->alternatives = g_steal_pointer (&run->alternatives);
}

/* A search of a host may evaluate policies several times. */
static guint64
count_pruned (const DeidRun *run)
{
  guint64 size;

  if (!deid_lattice_get_size (run->instance->lattice, &size))
    return G_MAXUINT64;
  return size > run->n_evaluated ? size - run->n_evaluated : 0;
}

static DeidResult *
make_result (DeidRun *run, GError **error)
{
  const DeidPreparedProblem *instance = run->instance;
  DeidResult members
      = { .problem = instance->problem,
          .n_suppressed = run->incumbent.verdict.n_suppressed,
          .n_evaluated = run->n_evaluated,
          .n_bytes = run->n_bytes,
          .proven_optimal = run->complete && run->is_proof,
          .termination = run->complete ? DEID_TERMINATION_COMPLETE : run->termination };

  members.loss = deid_loss_from_objective (&instance->loss, run->incumbent.verdict.objective);
  members.lower_bound = deid_run_get_lower_bound (run, members.loss);
  if (!deid_loss_check (&instance->loss, members.loss, error)
      || !deid_loss_check (&instance->loss, members.lower_bound, error))
    return NULL;
  members.proven_optimal |= run->complete && members.lower_bound == members.loss;
  if (members.proven_optimal)
    {
      members.lower_bound = members.loss;
      members.n_pruned = count_pruned (run);
    }
  members.policy
      = deid_policy_new_from_levels (instance->problem->lattice, run->incumbent.levels, error);
  if (members.policy == NULL)
    return NULL;
  set_statistics (run, &members);
  return deid_result_new (&members);
}

static DeidResult *
run_algorithm (DeidRun *run, DeidSearchRunFunc algorithm, gpointer data, GError **error)
{
  DeidSearchContext context = { .run = run };
  GError *own_error = NULL;

  run->search_start = g_get_monotonic_time ();
  run->open = (DeidOpen){
    .lower_bound = deid_run_get_bound (run, run->nearest),
    .n_policies = deid_lattice_get_size_as_double (run->instance->lattice),
    .work = 1,
  };
  algorithm (&context, data, &own_error);
  deid_search_context_clear (&context);
  if (own_error != NULL)
    deid_run_fail (run, own_error);
  run->complete = !run->ended;
  if (run->complete && run->is_proof)
    run->open.n_policies = run->open.work = 0;
  deid_run_report (run, TRUE);
  if (run->error == NULL && run->incumbent.exists)
    return make_result (run, error);
  if (run->complete)
    deid_run_explain_no_solution (run, error);
  else
    deid_run_explain_end (run, error);
  return NULL;
}

static DeidResult *
run_on_rows (DeidRun *run, DeidPreparedProblem *instance, GError **error)
{
  const DeidSearchFuncs *funcs = run->search->funcs;
  GError *own_error = NULL;

  if (deid_prepared_problem_merge_rows (instance, &run->stop, &own_error))
    return run_algorithm (run, funcs->run.func, funcs->run.data, error);
  deid_run_fail (run, own_error);
  deid_run_explain_end (run, error);
  return NULL;
}

/* Nothing is below the bottom of the lattice, so a policy as good as its bound is optimal. */
static void
evaluate_given (DeidSearchContext *context, gpointer data G_GNUC_UNUSED,
                GError **error G_GNUC_UNUSED)
{
  context->is_plain = TRUE;
  deid_search_context_evaluate_levels (context, context->run->given);
}

/* A single policy, if given, is evaluated sooner than rows are merged. */
static DeidResult *
solve (const DeidSearch *search, DeidProblem *problem, const DeidLevel *given,
       GCancellable *cancellable, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  DeidPreparedProblem instance;
  DeidResult *result = NULL;
  DeidRun run;

  deid_problem_make_immutable (problem);
  if (deid_prepared_problem_init (&instance, problem, error))
    {
      if (deid_run_init (&run, search, &instance, cancellable, start, error))
        {
          run.given = given;
          result = given != NULL ? run_algorithm (&run, evaluate_given, NULL, error)
                                 : run_on_rows (&run, &instance, error);
        }
      deid_run_clear (&run);
    }
  deid_prepared_problem_clear (&instance);
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

  if (policy->lattice != problem->lattice)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: the policy belongs to another lattice than the problem",
                   problem->lattice->dataset->name);
      return NULL;
    }
  search = deid_search_new_exhaustive ();
  return solve (search, problem, policy->levels, cancellable, error);
}
