/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A problem that policy alternatives are searched for. */
typedef struct
{
  char *name;
  DeidProblem *problem;
  guint n_dimensions;
  guint64 n_records;
  char *model;     /* its specification */
  double raw_risk; /* of the bottom of the lattice */
  gboolean is_large;
} Case;

/* Which cases are wanted. */
typedef struct
{
  const char *table; /* `cohort`, `adult` or `scaled`, or NULL for all */
  gboolean is_quick; /* without the scaled one, unless it is asked for */
} CaseOptions;

/* What is wanted and there; says on the standard error what is not there.
 *
 * Returns: (element-type Case) (nullable): the cases */
GPtrArray *load_cases (const CaseOptions *options, GError **error);

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

/* How often searches are run. */
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

/* The runs with one number of iterations. */
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

/* Figures of the study (K. Benitez, G. Loukides, B. Malin, "Beyond Safe Harbor: Automatic Discovery
 * of Health Information De-identification Policy Alternatives", IHI 2010), measured in 2009 on a
 * laptop, after 100 iterations. What is not published is not a number. Those of the cohort are of
 * patients that are not at hand. */

#define PUBLISHED_ITERATIONS 100

/* Returns: how many policies no other one dominated. */
double get_published_kept (const Series *series);

/* Returns: how many policies were evaluated. */
double get_published_evaluated (const Series *series);

/* Returns: the time of all iterations. */
double get_published_milliseconds (const Series *series);

/* All methods on all cases. */
typedef struct
{
  GPtrArray *cases; /* of Case */
  Effort effort;
  GArray *series; /* of Series, by case and method */
} Study;

/* Takes the cases over.
 *
 * Returns: whether nothing failed; it must be cleared anyway. */
gboolean study_run (Study *study, GPtrArray *cases, const Effort *effort, GError **error);
void study_clear (Study *study);

/* Returns: (nullable): what a method did on the case of a name. */
const Series *study_find (const Study *study, const char *name, Method method);

/* What is to be reached. */
typedef struct
{
  const char *what;
  gboolean is_measured; /* its cases are there */
  double least;
  double most;
  double found;
} Target;

#define N_TARGETS 6

void measure_targets (const Study *study, Target *targets);

gboolean target_is_met (const Target *target);
