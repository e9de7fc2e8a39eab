/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Points of risk and loss. Whatever adds points writes them behind those that count, which they do
 * once all of them are there and compared. */
#include "tradeoff/risk-frontier-private.h"

#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "search/result-private.h"

static void
clear_point (DeidRiskPoint *point)
{
  g_clear_pointer (&point->policy, deid_policy_unref);
  g_clear_pointer (&point->report, deid_risk_report_unref);
  g_clear_pointer (&point->tradeoff, deid_tradeoff_unref);
}

static void
deid_risk_frontier_free (DeidRiskFrontier *frontier)
{
  for (guint64 i = 0; i < frontier->n_points; i++)
    clear_point (&frontier->points[i]);
  g_free (frontier->points);
  deid_risk_options_unref (frontier->options);
  deid_problem_unref (frontier->problem);
  g_free (frontier);
}

DEID_DEFINE_HANDLE (DeidRiskFrontier, deid_risk_frontier)

DeidRiskFrontier *
deid_risk_frontier_new (DeidProblem *problem, DeidRiskMeasure measure, DeidRiskOptions *options,
                        GError **error)
{
  DeidRiskFrontier *frontier;

  g_return_val_if_fail (problem != NULL, NULL);

  if (deid_risk_measure_get_name (measure) == NULL)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "measure of risk %d, expected one from 0 to 3", (int) measure);
      return NULL;
    }
  deid_problem_make_immutable (problem);
  frontier = g_new0 (DeidRiskFrontier, 1);
  g_atomic_ref_count_init (&frontier->ref_count);
  frontier->problem = deid_problem_ref (problem);
  frontier->measure = measure;
  frontier->options = deid_risk_options_use (options);
  return frontier;
}

void
deid_risk_frontier_make_immutable (DeidRiskFrontier *frontier)
{
  g_atomic_int_set (&frontier->immutable, TRUE);
}

/* Makes room for so many more points, all 0. */
static gboolean
risk_frontier_make_room (DeidRiskFrontier *frontier, guint64 n, GError **error)
{
  if (!deid_check_mutable (&frontier->immutable, NULL, "the frontier was given to a page", error)
      || !deid_grow ((gpointer *) &frontier->points, &frontier->points_capacity,
                     frontier->n_points + n, sizeof *frontier->points, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    frontier->points[frontier->n_points + i] = (DeidRiskPoint){ 0 };
  return TRUE;
}

/* Lets the points that were added count if all of them are there, and drops them otherwise. */
static gboolean
end_adding (DeidRiskFrontier *frontier, guint64 n_added, gboolean are_there,
            GCancellable *cancellable, GError **error)
{
  const guint64 n = frontier->n_points + n_added;
  g_autofree gboolean *is_dominated
      = are_there ? deid_alloc (n, sizeof *is_dominated, error) : NULL;

  if (is_dominated == NULL
      || !deid_risk_frontier_mark (frontier, n, is_dominated, DEID_STOP_OF (cancellable), error))
    {
      for (guint64 i = frontier->n_points; i < n; i++)
        clear_point (&frontier->points[i]);
      return FALSE;
    }
  for (guint64 i = 0; i < n; i++)
    frontier->points[i].is_dominated = is_dominated[i];
  frontier->n_points = n;
  return TRUE;
}

/* Fills in a point, whose source is set, by a result. */
static gboolean
take_result (const DeidRiskFrontier *frontier, DeidRiskPoint *point, DeidResult *result,
             GCancellable *cancellable, GError **error)
{
  point->report = deid_risk_report_make (result, TRUE, frontier->options, cancellable, error);
  if (point->report == NULL)
    return FALSE;
  point->is_solved = TRUE;
  if (deid_result_get_policy (result) != NULL)
    point->policy = deid_policy_ref (deid_result_get_policy (result));
  point->loss = deid_result_get_loss (result);
  point->n_suppressed = deid_result_get_n_suppressed (result);
  point->is_proven
      = point->source != DEID_RISK_POINT_ALTERNATIVE && deid_result_is_proven_optimal (result);
  return deid_risk_measure_get_risk (frontier->measure, frontier->options, point->report,
                                     &point->risk, cancellable, error);
}

/* A run that is cancelled may have a result, which is not the optimum. Nothing bounds risks of the
 * whole table among cuts, so that a proof might have no end. */
static gboolean
risk_frontier_solve (const DeidRiskFrontier *frontier, DeidRiskPoint *point,
                     GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidProblem) problem = NULL;
  g_autoptr (DeidResult) result = NULL;
  g_autoptr (GError) failure = NULL;

  if (!deid_lattice_check_no_cuts (frontier->problem->lattice, "optima at thresholds of a risk",
                                   error))
    return FALSE;
  problem = deid_risk_measure_make_problem (frontier->measure, frontier->problem, point->threshold,
                                            frontier->options, error);
  if (problem == NULL)
    return FALSE;
  result = deid_search_run (search, problem, cancellable, &failure);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (result != NULL)
    return take_result (frontier, point, result, cancellable, error);
  point->is_proven = g_error_matches (failure, DEID_ERROR, DEID_ERROR_NO_SOLUTION);
  if (!point->is_proven)
    g_propagate_error (error, g_steal_pointer (&failure));
  return point->is_proven;
}

gboolean
deid_risk_frontier_add_optima (DeidRiskFrontier *frontier, const double *thresholds,
                               gsize n_thresholds, GCancellable *cancellable, GError **error)
{
  static const double usual[] = { 0.05, 0.09, 0.2, 0.33, 0.5 };
  const double *given = thresholds != NULL ? thresholds : usual;
  const guint64 n = thresholds != NULL ? n_thresholds : G_N_ELEMENTS (usual);
  gboolean are_there = TRUE;

  g_return_val_if_fail (frontier != NULL, FALSE);
  g_return_val_if_fail (!(thresholds == NULL && n_thresholds > 0), FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!risk_frontier_make_room (frontier, n, error))
    return FALSE;
  for (guint64 i = 0; i < n && are_there; i++)
    {
      DeidRiskPoint *point = &frontier->points[frontier->n_points + i];

      point->source = DEID_RISK_POINT_OPTIMUM;
      point->threshold = given[i];
      are_there = risk_frontier_solve (frontier, point, cancellable, error);
    }
  return end_adding (frontier, n, are_there, cancellable, error);
}

static gboolean
have_same_group_weights (const DeidProblem *a, const DeidProblem *b)
{
  if (a->group_weights->len != b->group_weights->len)
    return FALSE;
  for (guint i = 0; i < a->group_weights->len; i++)
    {
      const DeidGroupWeight *first = deid_group_weights_get (a->group_weights, i);
      const DeidGroupWeight *second = deid_group_weights_get (b->group_weights, i);

      if (!g_str_equal (first->column, second->column)
          || g_strcmp0 (first->value, second->value) != 0 || first->weight != second->weight)
        return FALSE;
    }
  return TRUE;
}

/* Losses and risks of other problems mean something else, whatever their models and limits. */
static gboolean
risk_frontier_check_problem (const DeidRiskFrontier *frontier, const DeidProblem *problem,
                             GError **error)
{
  const DeidProblem *own = frontier->problem;

  if (problem == own
      || (problem->lattice == own->lattice && problem->quality == own->quality
          && problem->population == own->population && have_same_group_weights (problem, own)))
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "the result is of another problem, expected the lattice, the quality model, "
                       "the population and the weights of groups of the frontier's");
  return FALSE;
}

gboolean
deid_risk_frontier_add_result (DeidRiskFrontier *frontier, DeidResult *result,
                               GCancellable *cancellable, GError **error)
{
  DeidRiskPoint *point;

  g_return_val_if_fail (frontier != NULL && result != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!risk_frontier_check_problem (frontier, deid_result_get_problem (result), error)
      || !risk_frontier_make_room (frontier, 1, error))
    return FALSE;
  point = &frontier->points[frontier->n_points];
  point->source = DEID_RISK_POINT_RESULT;
  return end_adding (frontier, 1, take_result (frontier, point, result, cancellable, error),
                     cancellable, error);
}

static gboolean
take_policy (const DeidRiskFrontier *frontier, DeidRiskPoint *point, DeidPolicy *policy,
             GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidResult) result
      = deid_problem_evaluate (frontier->problem, policy, cancellable, error);

  return result != NULL && take_result (frontier, point, result, cancellable, error);
}

gboolean
deid_risk_frontier_add_alternatives (DeidRiskFrontier *frontier,
                                     const DeidAlternatives *alternatives,
                                     GCancellable *cancellable, GError **error)
{
  gboolean are_there = TRUE;
  guint64 n;

  g_return_val_if_fail (frontier != NULL && alternatives != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  n = deid_alternatives_get_n_policies (alternatives);
  if (!risk_frontier_make_room (frontier, n, error))
    return FALSE;
  for (guint64 i = 0; i < n && are_there; i++)
    {
      DeidRiskPoint *point = &frontier->points[frontier->n_points + i];

      point->source = DEID_RISK_POINT_ALTERNATIVE;
      are_there = take_policy (frontier, point, deid_alternatives_get_policy (alternatives, i),
                               cancellable, error);
    }
  return end_adding (frontier, n, are_there, cancellable, error);
}

/* The table is that of the job, which the problem says that it is of. */
static gboolean
risk_frontier_check_tradeoff (const DeidRiskFrontier *frontier, const DeidTradeoff *tradeoff,
                              GError **error)
{
  const char *statement = deid_problem_get_statement (frontier->problem);

  if (deid_tradeoff_get_n_cells (tradeoff) == 0)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "the trade-off was not run, expected one that was");
      return FALSE;
    }
  if (tradeoff->job->dataset != frontier->problem->lattice->dataset
      || g_strcmp0 (tradeoff->statement, statement) != 0)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "the trade-off is of another job, expected that of the frontier's "
                           "problem, with the same settings");
      return FALSE;
    }
  for (guint a = 0; a < tradeoff->n_axes; a++)
    if (deid_axis_changes_loss (&tradeoff->axes[a]))
      {
        g_autofree char *shown = deid_text_show (tradeoff->axes[a].name, -1);

        g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                     "axis '%s': expected none that varies how loss is measured", shown);
        return FALSE;
      }
  return TRUE;
}

static gboolean
take_cell (const DeidRiskFrontier *frontier, DeidRiskPoint *point, DeidTradeoff *tradeoff,
           guint64 number, GCancellable *cancellable, GError **error)
{
  const DeidTradeoffCell *cell = &tradeoff->cells[number];

  *point = (DeidRiskPoint){ .source = DEID_RISK_POINT_CELL,
                            .tradeoff = deid_tradeoff_ref (tradeoff),
                            .cell = number,
                            .is_proven = cell->is_proven };
  if (cell->report == NULL)
    return TRUE;
  point->is_solved = TRUE;
  point->report = deid_risk_report_ref (cell->report);
  point->loss = cell->loss;
  point->n_suppressed = cell->n_suppressed;
  return deid_risk_measure_get_risk (frontier->measure, frontier->options, point->report,
                                     &point->risk, cancellable, error);
}

gboolean
deid_risk_frontier_add_tradeoff (DeidRiskFrontier *frontier, DeidTradeoff *tradeoff,
                                 GCancellable *cancellable, GError **error)
{
  gboolean are_there = TRUE;
  guint64 n;

  g_return_val_if_fail (frontier != NULL && tradeoff != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  n = deid_tradeoff_get_n_cells (tradeoff);
  if (!risk_frontier_check_tradeoff (frontier, tradeoff, error)
      || !risk_frontier_make_room (frontier, n, error))
    return FALSE;
  for (guint64 i = 0; i < n && are_there; i++)
    are_there = take_cell (frontier, &frontier->points[frontier->n_points + i], tradeoff, i,
                           cancellable, error);
  return end_adding (frontier, n, are_there, cancellable, error);
}

DeidRiskFrontier *
deid_risk_frontier_new_optimal (DeidProblem *problem, DeidRiskMeasure measure,
                                const double *thresholds, gsize n_thresholds,
                                GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidRiskFrontier) frontier = NULL;

  g_return_val_if_fail (problem != NULL, NULL);
  g_return_val_if_fail (!(thresholds == NULL && n_thresholds > 0), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  frontier = deid_risk_frontier_new (problem, measure, NULL, error);
  return frontier != NULL
                 && deid_risk_frontier_add_optima (frontier, thresholds, n_thresholds, cancellable,
                                                   error)
             ? g_steal_pointer (&frontier)
             : NULL;
}
