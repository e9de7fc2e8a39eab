/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Each point is compared with those before it that none has dominated so far: what dominates one
 * that is dominated dominates all that this one does. */
#include "tradeoff/risk-frontier-private.h"

/* Compares a point with an earlier one. Sets whether one of them dominates the other: the earlier
 * one does if they are equal. */
static gboolean
risk_frontier_mark_compare (const DeidRiskFrontier *frontier, const DeidRiskPoint *earlier,
                            const DeidRiskPoint *point, gboolean *is_earlier_dominated,
                            gboolean *is_dominated, GError **error)
{
  const int loss = earlier->loss < point->loss ? -1 : earlier->loss > point->loss;
  int risk;

  if (!deid_risk_measure_compare (frontier->measure, frontier->options, earlier->report,
                                  point->report, &risk, error))
    return FALSE;
  *is_dominated = risk <= 0 && loss <= 0;
  *is_earlier_dominated = !*is_dominated && risk >= 0 && loss >= 0;
  return TRUE;
}

static gboolean
mark_point (const DeidRiskFrontier *frontier, guint64 number, gboolean *is_dominated,
            GError **error)
{
  const DeidRiskPoint *points = frontier->points;

  is_dominated[number] = !points[number].is_solved;
  for (guint64 i = 0; i < number && !is_dominated[number]; i++)
    if (!is_dominated[i]
        && !risk_frontier_mark_compare (frontier, &points[i], &points[number], &is_dominated[i],
                                        &is_dominated[number], error))
      return FALSE;
  return TRUE;
}

gboolean
deid_risk_frontier_mark (const DeidRiskFrontier *frontier, guint64 n, gboolean *is_dominated,
                         const DeidStop *stop, GError **error)
{
  for (guint64 i = 0; i < n; i++)
    if (!deid_stop_check (stop, error) || !mark_point (frontier, i, is_dominated, error))
      return FALSE;
  return TRUE;
}
