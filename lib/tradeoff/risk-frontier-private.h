/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tradeoff/risk-measure.h"
#include "tradeoff/tradeoff-private.h"

typedef struct
{
  DeidRiskPointSource source;
  double threshold; /* of an optimum */
  gboolean is_proven;
  gboolean is_dominated;
  gboolean is_solved; /* if not, all that follows but the cell is 0 */
  DeidPolicy *policy; /* NULL of a cell, too, whose lattice may be another one */
  DeidRiskReport *report;
  double risk;
  double loss;
  guint64 n_suppressed;
  DeidTradeoff *tradeoff; /* that a cell is of, or NULL */
  guint64 cell;
} DeidRiskPoint;

struct DeidRiskFrontier
{
  gatomicrefcount ref_count;
  gint immutable; /* atomic */
  DeidProblem *problem;
  DeidRiskMeasure measure;
  DeidRiskOptions *options;
  DeidRiskPoint *points;
  guint64 points_capacity;
  guint64 n_points;
};

void deid_risk_frontier_make_immutable (DeidRiskFrontier *frontier);

/* Marks which of the first @n points are dominated, in @is_dominated: another one has no more risk
 * and no more loss, and less of one of them or an earlier place. Errors: those of
 * deid_risk_measure_compare(), %G_IO_ERROR_CANCELLED. Complexity: O(n x points not dominated). */
gboolean deid_risk_frontier_mark (const DeidRiskFrontier *frontier, guint64 n,
                                  gboolean *is_dominated, const DeidStop *stop, GError **error);
