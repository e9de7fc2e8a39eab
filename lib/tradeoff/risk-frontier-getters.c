/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tradeoff/risk-frontier-private.h"

DeidProblem *
deid_risk_frontier_get_problem (const DeidRiskFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, NULL);

  return frontier->problem;
}

DeidRiskMeasure
deid_risk_frontier_get_measure (const DeidRiskFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, DEID_RISK_MEASURE_HIGHEST);

  return frontier->measure;
}

DeidRiskOptions *
deid_risk_frontier_get_risk_options (const DeidRiskFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, NULL);

  return frontier->options;
}

guint64
deid_risk_frontier_get_n_points (const DeidRiskFrontier *frontier)
{
  g_return_val_if_fail (frontier != NULL, 0);

  return frontier->n_points;
}

/* Returns: (nullable): a point, or %NULL if there is none. */
static const DeidRiskPoint *
get_point (const DeidRiskFrontier *frontier, guint64 point)
{
  return frontier != NULL && point < frontier->n_points ? &frontier->points[point] : NULL;
}

DeidRiskPointSource
deid_risk_frontier_get_point_source (const DeidRiskFrontier *frontier, guint64 point)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, DEID_RISK_POINT_OPTIMUM);

  return found->source;
}

gboolean
deid_risk_frontier_get_point_threshold (const DeidRiskFrontier *frontier, guint64 point,
                                        double *threshold)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, FALSE);

  if (found->source != DEID_RISK_POINT_OPTIMUM)
    return FALSE;
  if (threshold != NULL)
    *threshold = found->threshold;
  return TRUE;
}

DeidTradeoff *
deid_risk_frontier_get_point_cell (const DeidRiskFrontier *frontier, guint64 point, guint64 *cell)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, NULL);

  if (found->tradeoff != NULL && cell != NULL)
    *cell = found->cell;
  return found->tradeoff;
}

gboolean
deid_risk_frontier_is_point_solved (const DeidRiskFrontier *frontier, guint64 point)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, FALSE);

  return found->is_solved;
}

gboolean
deid_risk_frontier_is_point_proven (const DeidRiskFrontier *frontier, guint64 point)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, FALSE);

  return found->is_proven;
}

gboolean
deid_risk_frontier_is_point_non_dominated (const DeidRiskFrontier *frontier, guint64 point)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, FALSE);

  return !found->is_dominated;
}

double
deid_risk_frontier_get_point_risk (const DeidRiskFrontier *frontier, guint64 point)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, 0);

  return found->risk;
}

double
deid_risk_frontier_get_point_loss (const DeidRiskFrontier *frontier, guint64 point)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, 0);

  return found->loss;
}

guint64
deid_risk_frontier_get_point_n_suppressed (const DeidRiskFrontier *frontier, guint64 point)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, 0);

  return found->n_suppressed;
}

DeidPolicy *
deid_risk_frontier_get_point_policy (const DeidRiskFrontier *frontier, guint64 point)
{
  const DeidRiskPoint *found = get_point (frontier, point);

  g_return_val_if_fail (found != NULL, NULL);

  return found->policy;
}
