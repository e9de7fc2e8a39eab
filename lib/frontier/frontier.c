/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The optimum for every k, or for every suppression limit. */
#include "base/memory.h"
#include "base/text.h"
#include "problem/preparation.h"
#include "frontier/frontier-private.h"
#include "frontier/parametric.h"

/* A profile looks up each k by itself. */
#define MAX_VALUES_OF_K (1 << 24)

void
deid_frontier_free (DeidFrontier *frontier)
{
  for (guint64 i = 0; i < frontier->n_steps; i++)
    g_clear_pointer (&frontier->steps[i].policy, deid_policy_unref);
  g_free (frontier->steps);
  deid_problem_unref (frontier->problem);
  g_free (frontier);
}

static gboolean
frontier_fail (const DeidProblem *problem, const char *what, const char *name, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s: the frontier over k: %s%s",
                    problem->lattice->table.name, what, name);
}

static gboolean
check_k (const DeidProblem *problem, guint64 first, guint64 last, GError **error)
{
  if (first == 0 || first > last)
    return frontier_fail (problem, "expected k from 1 on, the first one no greater than the last",
                          "", error);
  if (last - first >= MAX_VALUES_OF_K)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "%s: the frontier over k: more than %d values of k",
                      problem->lattice->table.name, MAX_VALUES_OF_K);
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
      if (model->funcs->persons.k > 0)
        return frontier_fail (problem, "persons with all their rows are judged by privacy model ",
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

  if (!deid_grow_list (frontier, steps, stairs->n_stairs, error))
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
frontier_solve (DeidProblem *problem, DeidProblem *solved, guint64 first_k, guint64 last_k,
                const DeidStop *stop, GError **error)
{
  DeidPreparation *preparation = deid_problem_prepare (solved, stop, error);
  const DeidPreparedProblem *distinct;
  DeidFrontier *frontier = g_new0 (DeidFrontier, 1);
  DeidFrontierRange range = { .is_k = first_k > 0, .origin = first_k, .n = last_k - first_k + 1 };
  gboolean success = FALSE;

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
  deid_frontier_free (frontier);
  return NULL;
}

DeidFrontier *
deid_frontier_make (DeidProblem *problem, guint64 first, guint64 last, const DeidStop *stop,
                    GError **error)
{
  g_autoptr (DeidProblem) solved = NULL;

  deid_problem_make_immutable (problem);
  if (!deid_lattice_check_no_cuts (problem->lattice, "the frontier", error))
    return NULL;
  if (first == 0 && last == 0)
    return frontier_solve (problem, problem, 0, 0, stop, error);
  if (!check_k (problem, first, last, error))
    return NULL;
  solved = deid_problem_copy_with_k (problem, first, error);
  return solved != NULL ? frontier_solve (problem, solved, first, last, stop, error) : NULL;
}

const DeidFrontierStep *
deid_frontier_find_step (const DeidFrontier *frontier, guint64 value)
{
  for (guint64 i = 0; i < frontier->n_steps; i++)
    if (frontier->steps[i].first <= value && value <= frontier->steps[i].last)
      return &frontier->steps[i];
  return NULL;
}

static gboolean
frontier_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
               const DeidStop *stop, GError **error)
{
  const DeidFrontier *frontier = data;

  deid_figures_add_text (figures, "parameter", frontier->is_k ? "k" : "suppression");
  deid_figures_add_count (figures, "first", frontier->first);
  deid_figures_add_count (figures, "last", frontier->last);
  deid_figures_add_count (figures, "records", frontier->n_records);
  deid_figures_begin_table (figures, "steps");
  for (guint64 i = 0; i < frontier->n_steps; i++)
    {
      const DeidFrontierStep *step = &frontier->steps[i];

      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      deid_figures_begin_group (figures, NULL);
      deid_figures_add_count (figures, "first", step->first);
      deid_figures_add_count (figures, "last", step->last);
      deid_figures_add_number (figures, "loss", step->loss);
      deid_figures_add_count (figures, "suppressed", step->n_suppressed);
      deid_figures_add_policy (figures, "policy", step->policy);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  deid_figures_add_count (figures, "evaluated", frontier->n_evaluated);
  deid_figures_add_statement (figures, frontier->problem->statement);
  return TRUE;
}

static const DeidFigure frontier_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (TEXT, "parameter", "",
          "What varies: `k`, the size of the smallest class, or `suppression`, the number of "
          "records that may be suppressed."),
  FIGURE (COUNT, "first", "", "The first value of the parameter: the least k, or a limit of 0."),
  FIGURE (COUNT, "last", "",
          "The last value of the parameter: the greatest k, or the problem's limit in records."),
  FIGURE (COUNT, "records", "records",
          "How many records the table has, weighted by the weight column."),
  FIGURE (COUNT, "steps[].first", "",
          "The first value of the parameter at which this policy is the optimum. Steps ascend and "
          "are as long as they can be; values without a solution are in no step."),
  FIGURE (COUNT, "steps[].last", "",
          "The last value of the parameter at which this policy is the optimum."),
  FIGURE (NUMBER, "steps[].loss", "", "The loss of this policy by the problem's quality model."),
  FIGURE (COUNT, "steps[].suppressed", DEID_UNIT_PART, "How many records this policy suppresses."),
  FIGURE (POLICY, "steps[].policy", "",
          "The proven optimum: the smallest loss, then the smallest sum of levels, then the "
          "lexicographically smallest levels."),
  FIGURE (COUNT, "evaluated", "policies",
          "How many policies the search evaluated. One that was evaluated twice counts twice."),
  PROBLEM_FIGURE,
};

const DeidReportKind deid_frontier_kind = {
  .name = "frontier",
  .title = "Frontiers: the optimum for each k or limit",
  .catalogue = frontier_catalogue,
  .n_figures = G_N_ELEMENTS (frontier_catalogue),
  .fill = frontier_fill,
  .free = (GDestroyNotify) deid_frontier_free,
};

DeidReport *
deid_report_new_frontier (DeidProblem *problem, guint64 first, guint64 last,
                          GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);

  g_return_val_if_fail (problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_report_new (&deid_frontier_kind,
                          deid_frontier_make (problem, first, last, stop, error), stop, error);
}
