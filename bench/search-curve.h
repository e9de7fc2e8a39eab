/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search-problem.h"

#define CURVE_N_TIMES  11
#define CURVE_N_SHARES 6

/* How far a search had come. */
typedef struct
{
  double seconds; /* of the processor, preparation included */
  guint64 n_evaluated;
  double lower_bound;
  double loss;       /* of the best solution, or infinity */
  double share_done; /* of the work, as the search estimated it */
} CurvePoint;

/* What a search knew on the way to the optimum; plain memory, since it comes from another
 * process. */
typedef struct
{
  CurvePoint
      points[CURVE_N_TIMES]; /* at the times of the table in search-curve.c, and at the end */
  guint n_points;
  guint64 n_passed[CURVE_N_SHARES]; /* evaluated when the bound reached the share of the optimum */
  double factor; /* the greatest between estimated and true total, from a tenth of the run on */
} Curve;

/* By which n_passed is. */
extern const double curve_shares[CURVE_N_SHARES];

/* Runs the search with one thread in a process of its own, and looks at it after each evaluation:
 * all but seconds are the same in each run. What fails is reported on the standard error.
 *
 * Returns: whether there is a curve. */
gboolean measure_curve (const Table *table, Curve *curve);

/* Returns: the estimated total of evaluations divided by the true one, which the last point has. */
double curve_get_estimate (const Curve *curve, const CurvePoint *point);
