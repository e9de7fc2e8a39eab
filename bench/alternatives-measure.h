/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "alternatives-case.h"

#define MAX_POINTS 7

typedef enum
{
  METHOD_BISECTING,
  METHOD_DIRECTED,
  METHOD_BISECTING_POLISH,
  METHOD_DIRECTED_POLISH,
  N_METHODS
} Method;

extern const char *const method_names[N_METHODS];

/* How much is run. */
typedef struct
{
  guint n_seeds;   /* that a search is run with */
  guint n_runs;    /* with each; the fastest counts */
  double patience; /* seconds after which no further seed is begun */
  gboolean is_quick;
} Effort;

/* A run. The seconds are those of the clock. */
typedef struct
{
  double prepare;
  double search;
  double total;
  guint64 n_evaluated;
  guint64 n_distinct;
  guint64 n_kept;    /* those of the distinct ones that no other dominates */
  guint64 level_sum; /* of the distinct ones */
} Sample;

typedef struct
{
  double mean;
  double deviation; /* of the sample, 0 if there is but one */
} Moments;

/* Runs of so many iterations. */
typedef struct
{
  guint n_iterations;
  guint n_seeds;
  Sample first; /* with the first seed */
  Moments prepare;
  Moments search;
  Moments total;
  Moments n_evaluated;
  Moments n_distinct;
  Moments n_kept;
} Point;

/* What a method did on a case. */
typedef struct
{
  const Case *chosen;
  Method method;
  guint n_points;
  Point points[MAX_POINTS];
} Series;

/* Methods that take long on a case have fewer iterations.
 *
 * Returns: whether nothing failed */
gboolean measure_series (Series *series, const Case *chosen, Method method, const Effort *effort,
                         GError **error);

/* Returns: the point with most iterations. */
const Point *series_get_last (const Series *series);

/* Returns: the milliseconds of the search for each policy evaluated. */
double point_get_cost (const Point *point);

/* Returns: the policies evaluated, over iterations x log2 (dimensions). */
double series_get_ratio (const Series *series, const Point *point);
