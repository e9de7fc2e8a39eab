/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "figures/report-private.h"
#include "tradeoff/risk-measure.h"
#include "tradeoff/tradeoff-private.h"

/* Where a point comes from. */
typedef enum
{
  DEID_RISK_POINT_OPTIMUM, /* at a threshold */
  DEID_RISK_POINT_RESULT,
  DEID_RISK_POINT_ALTERNATIVE,
  DEID_RISK_POINT_CELL /* of a trade-off */
} DeidRiskPointSource;

typedef struct
{
  DeidRiskPointSource source;
  double threshold; /* of an optimum */
  gboolean is_proven;
  gboolean is_dominated;
  gboolean is_solved; /* if not, all that follows but the cell is 0 */
  DeidPolicy *policy; /* NULL of a cell, too, whose lattice may be another one */
  const DeidRiskReport *report;
  double risk;
  double loss;
  guint64 n_suppressed;
  const DeidTradeoff *tradeoff; /* that a cell is of, or NULL */
  guint64 cell;
} DeidRiskPoint;

/* See deid_report_new_risk_frontier(). */
typedef struct
{
  DeidProblem *problem;
  DeidRiskMeasure measure;
  DeidRiskOptions *options;
  DeidRiskPoint *points;
  guint64 points_capacity;
  guint64 n_points;
  GPtrArray *reports;   /* on the risks of points that are neither in @base nor cells */
  DeidReport *base;     /* whose points come first, or NULL */
  DeidReport *tradeoff; /* whose cells are points, or NULL */
} DeidRiskFrontier;

void deid_risk_frontier_free (DeidRiskFrontier *frontier);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidRiskFrontier, deid_risk_frontier_free)

extern const DeidReportKind deid_risk_frontier_kind;
