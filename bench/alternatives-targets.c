/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-targets.h"

#include <math.h>

static const char *const adult_cases[] = { "adult-90", "adult-50", "adult-10" };

typedef double (*PointFunc) (const Point *point);

/* With the preparation. */
static double
get_policy_milliseconds (const Point *point)
{
  return 1e3 * point->total.mean / point->n_iterations;
}

/* Returns: what the last point of a bisecting search says, or NAN if the case is not there. */
static double
get_of_bisecting (const Study *study, const char *name, PointFunc get)
{
  const Series *series = study_find (study, name, METHOD_BISECTING);

  return series != NULL ? get (series_get_last (series)) : NAN;
}

static double
get_worst_of_adult (const Study *study, PointFunc get)
{
  double worst = get_of_bisecting (study, adult_cases[0], get);

  for (guint i = 1; i < G_N_ELEMENTS (adult_cases); i++)
    worst = MAX (worst, get_of_bisecting (study, adult_cases[i], get));
  return worst;
}

static double
get_ratio (const Study *study)
{
  const Series *series = study_find (study, adult_cases[0], METHOD_BISECTING);

  return series != NULL ? series_get_ratio (series, series_get_last (series)) : NAN;
}

static double
get_n_evaluated (const Point *point)
{
  return point->n_evaluated.mean;
}

static double
get_times_fewer (const Study *study)
{
  const Series *directed = study_find (study, adult_cases[0], METHOD_DIRECTED);

  return directed != NULL ? series_get_last (directed)->n_evaluated.mean
                                / get_of_bisecting (study, adult_cases[0], get_n_evaluated)
                          : NAN;
}

static double
get_n_kept (const Point *point)
{
  return point->n_kept.mean;
}

static Target
at_most (const char *what, double most, double found)
{
  return (Target){ what, isfinite (found), 0, most, found };
}

static Target
at_least (const char *what, double least, double found)
{
  return (Target){ what, isfinite (found), least, INFINITY, found };
}

void
measure_targets (const Study *study, Target *targets)
{
  targets[0] = at_most ("bisecting, Adult: ms a policy evaluated", 0.03,
                        get_worst_of_adult (study, point_get_cost));
  targets[1] = at_most ("bisecting, Adult: ms a boundary policy", 0.3,
                        get_worst_of_adult (study, get_policy_milliseconds));
  targets[2] = (Target){ .what = "bisecting, adult-90: evaluated / (iterations x log2 dimensions)",
                         .least = 0.9,
                         .most = 1.1,
                         .found = get_ratio (study) };
  targets[2].is_measured = isfinite (targets[2].found);
  targets[3]
      = at_least ("adult-90: evaluated, directed over bisecting", 5, get_times_fewer (study));
  targets[4] = at_least ("bisecting, cohort: not dominated, of 100", 95,
                         get_of_bisecting (study, "cohort", get_n_kept));
  targets[5] = at_most ("bisecting, scaled: ms a boundary policy", 20,
                        get_of_bisecting (study, "scaled", get_policy_milliseconds));
}

gboolean
target_is_met (const Target *target)
{
  return target->found >= target->least && target->found <= target->most;
}
