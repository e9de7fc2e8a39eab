/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/handle.h"
#include "base/memory.h"
#include "evaluation/preparation.h"
#include "frontier/frontier-private.h"
#include "frontier/parametric.h"

/* A profile looks up each k by itself. */
#define MAX_VALUES_OF_K (1 << 24)

static void
deid_frontier_free (DeidFrontier *frontier)
{
  for (guint64 i = 0; i < frontier->n_steps; i++)
    g_clear_pointer (&frontier->steps[i].policy, deid_policy_unref);
  g_free (frontier->steps);
  deid_problem_unref (frontier->problem);
  g_free (frontier);
}

DEID_DEFINE_HANDLE (DeidFrontier, deid_frontier)

static gboolean
frontier_fail (const DeidProblem *problem, const char *what, const char *name, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "%s: the frontier over k: %s%s",
               problem->lattice->table.name, what, name);
  return FALSE;
}

static gboolean
check_k (const DeidProblem *problem, guint64 first, guint64 last, GError **error)
{
  if (first == 0 || first > last)
    return frontier_fail (problem, "expected k from 1 on, the first one no greater than the last",
                          "", error);
  if (last - first >= MAX_VALUES_OF_K)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                   "%s: the frontier over k: more than %d values of k",
                   problem->lattice->table.name, MAX_VALUES_OF_K);
      return FALSE;
    }
  if (problem->population != NULL)
    return frontier_fail (problem, "the problem has a population", "", error);
  if (problem->group_weights->len > 0)
    return frontier_fail (problem, "groups have weights by column ",
                          deid_group_weights_get (problem->group_weights, 0)->column, error);
  if (!deid_quality_model_is_separable (problem->quality))
    return frontier_fail (problem, "classes are costed by quality model ", problem->quality->shown,
                          error);
  for (guint i = 0; i < problem->models->len; i++)
    {
      const DeidPrivacyModel *model = deid_problem_get_model (problem, i);

      if (model->funcs->accept_table.func != NULL)
        return frontier_fail (problem, "all classes together are judged by privacy model ",
                              model->shown, error);
    }
  return TRUE;
}

/* Makes a step of each stair that some policy is on, those of limits, which grow as the strictness
 * falls, from behind. */
static gboolean
take_steps (DeidFrontier *frontier, const DeidParametric *parametric, GError **error)
{
  const DeidStairs *stairs = &parametric->stairs;
  const DeidFrontierRange *range = &parametric->range;

  if (!deid_grow ((gpointer *) &frontier->steps, &frontier->steps_capacity, stairs->n_stairs,
                  sizeof *frontier->steps, error))
    return FALSE;
  for (guint64 i = 0; i < stairs->n_stairs; i++)
    {
      const guint64 number = range->is_k ? i : stairs->n_stairs - 1 - i;
      const DeidStair *stair = &stairs->stairs[number];
      const guint64 last = deid_stairs_get_end (stairs, number) - 1;
      DeidFrontierStep *step = &frontier->steps[frontier->n_steps];

      if (!stair->exists)
        continue;
      *step = (DeidFrontierStep){ .n_suppressed = stair->n_suppressed };
      step->first = range->is_k ? range->origin + stair->first : range->origin - last;
      step->last = range->is_k ? range->origin + last : range->origin - stair->first;
      step->policy = deid_policy_new_from_levels (frontier->problem->lattice,
                                                  deid_stairs_get_levels (stairs, stair), error);
      if (step->policy == NULL)
        return FALSE;
      frontier->n_steps++;
      if (!deid_loss_from_objective (&parametric->prepared->loss, stair->objective, &step->loss,
                                     error))
        return FALSE;
    }
  frontier->n_evaluated = parametric->n_evaluated;
  return TRUE;
}

static gboolean
frontier_run (DeidFrontier *frontier, const DeidPreparedProblem *prepared,
              const DeidFrontierRange *range, const DeidStop *stop, GError **error)
{
  DeidParametric parametric;
  gboolean success;

  success = deid_parametric_init (&parametric, prepared, range, stop, error)
            && deid_parametric_run (&parametric, error)
            && take_steps (frontier, &parametric, error);
  deid_parametric_clear (&parametric);
  return success;
}

/* @solved is the problem, with another k if the frontier is over k. Where no k is given the range
 * is that of the limits. */
static DeidFrontier *
frontier_make (DeidProblem *problem, DeidProblem *solved, guint64 first_k, guint64 last_k,
               const DeidStop *stop, GError **error)
{
  DeidPreparation *preparation = deid_problem_prepare (solved, stop, error);
  const DeidPreparedProblem *distinct;
  DeidFrontier *frontier = g_new0 (DeidFrontier, 1);
  DeidFrontierRange range = { .is_k = first_k > 0, .origin = first_k, .n = last_k - first_k + 1 };
  gboolean success = FALSE;

  g_atomic_ref_count_init (&frontier->ref_count);
  frontier->problem = deid_problem_ref (problem);
  distinct = preparation != NULL ? deid_preparation_get_distinct (preparation, stop, error) : NULL;
  if (distinct != NULL)
    {
      if (!range.is_k)
        range = (DeidFrontierRange){ .origin = distinct->limit, .n = distinct->limit + 1 };
      frontier->is_k = range.is_k;
      frontier->first = first_k;
      frontier->last = range.is_k ? last_k : distinct->limit;
      frontier->n_records = distinct->n_records;
      success = frontier_run (frontier, distinct, &range, stop, error);
    }
  deid_preparation_release (preparation);
  if (success)
    return frontier;
  deid_frontier_unref (frontier);
  return NULL;
}

DeidFrontier *
deid_frontier_new_over_k (DeidProblem *problem, guint64 first, guint64 last,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidProblem) solved = NULL;

  g_return_val_if_fail (problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_problem_make_immutable (problem);
  if (!deid_lattice_check_no_cuts (problem->lattice, "the frontier", error)
      || !check_k (problem, first, last, error))
    return NULL;
  solved = deid_problem_copy_with_k (problem, first, error);
  return solved != NULL
             ? frontier_make (problem, solved, first, last, DEID_STOP_OF (cancellable), error)
             : NULL;
}

DeidFrontier *
deid_frontier_new_over_limit (DeidProblem *problem, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  deid_problem_make_immutable (problem);
  return deid_lattice_check_no_cuts (problem->lattice, "the frontier", error)
             ? frontier_make (problem, problem, 0, 0, DEID_STOP_OF (cancellable), error)
             : NULL;
}

DeidProblem *
deid_frontier_get_problem (const DeidFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, NULL);

  return frontier->problem;
}

gboolean
deid_frontier_is_over_k (const DeidFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, FALSE);

  return frontier->is_k;
}

guint64
deid_frontier_get_first (const DeidFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, 0);

  return frontier->first;
}

guint64
deid_frontier_get_last (const DeidFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, 0);

  return frontier->last;
}

guint64
deid_frontier_get_n_records (const DeidFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, 0);

  return frontier->n_records;
}

guint64
deid_frontier_get_n_evaluated (const DeidFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, 0);

  return frontier->n_evaluated;
}

guint64
deid_frontier_get_n_steps (const DeidFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, 0);

  return frontier->n_steps;
}

guint64
deid_frontier_get_step_first (const DeidFrontier *frontier, guint64 step)
{
  g_return_val_if_fail (frontier != NULL && step < frontier->n_steps, 0);

  return frontier->steps[step].first;
}

guint64
deid_frontier_get_step_last (const DeidFrontier *frontier, guint64 step)
{
  g_return_val_if_fail (frontier != NULL && step < frontier->n_steps, 0);

  return frontier->steps[step].last;
}

DeidPolicy *
deid_frontier_get_step_policy (const DeidFrontier *frontier, guint64 step)
{
  g_return_val_if_fail (frontier != NULL && step < frontier->n_steps, NULL);

  return frontier->steps[step].policy;
}

double
deid_frontier_get_step_loss (const DeidFrontier *frontier, guint64 step)
{
  g_return_val_if_fail (frontier != NULL && step < frontier->n_steps, 0);

  return frontier->steps[step].loss;
}

guint64
deid_frontier_get_step_n_suppressed (const DeidFrontier *frontier, guint64 step)
{
  g_return_val_if_fail (frontier != NULL && step < frontier->n_steps, 0);

  return frontier->steps[step].n_suppressed;
}

gboolean
deid_frontier_find_step (const DeidFrontier *frontier, guint64 value, guint64 *step)
{
  g_return_val_if_fail (frontier != NULL && step != NULL, FALSE);

  for (*step = 0; *step < frontier->n_steps; ++*step)
    if (frontier->steps[*step].first <= value && value <= frontier->steps[*step].last)
      return TRUE;
  *step = 0;
  return FALSE;
}
