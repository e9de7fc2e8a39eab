/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search-curve.h"

#include <math.h>

#include "apart.h"
#include "measure.h"

#define PART 0.1 /* of the run, after which estimates count */

const double curve_shares[CURVE_N_SHARES] = { 0.1, 0.25, 0.5, 0.75, 0.9, 1 };

static const double times[CURVE_N_TIMES - 1] = { 0.1, 0.3, 1, 3, 10, 30, 60, 100, 300, 1000 };

/* The clock that the library reads, if it goes by itself: by a tenth of a second with each look, so
 * that no evaluation comes too soon for a report. */
static gboolean is_clock_fast;

gint64 __real_g_get_monotonic_time (void);
gint64 __wrap_g_get_monotonic_time (void);

gint64
__wrap_g_get_monotonic_time (void)
{
  static gint64 now;

  return is_clock_fast ? now += G_USEC_PER_SEC / 10 : __real_g_get_monotonic_time ();
}

/* A run that is being looked at. */
typedef struct
{
  double start;
  GArray *points; /* of CurvePoint */
} Trace;

static void
add_point (DeidProgress *progress, gpointer data)
{
  Trace *trace = data;
  CurvePoint point = { .seconds = get_cpu_seconds () - trace->start,
                       .n_evaluated = deid_progress_get_n_evaluated (progress),
                       .lower_bound = deid_progress_get_lower_bound (progress),
                       .share_done = deid_progress_get_share_done (progress) };

  deid_progress_get_loss (progress, &point.loss);
  g_array_append_val (trace->points, point);
}

static double
get_estimate (const CurvePoint *point, guint64 n_evaluated)
{
  return (double) point->n_evaluated / point->share_done / (double) n_evaluated;
}

double
curve_get_estimate (const Curve *curve, const CurvePoint *point)
{
  return get_estimate (point, curve->points[curve->n_points - 1].n_evaluated);
}

/* The last point is that of the end. */
static void
summarize (const GArray *points, Curve *curve)
{
  const CurvePoint *end = &g_array_index (points, CurvePoint, points->len - 1);
  guint n_times = 0, n_shares = 0;

  curve->factor = 1;
  for (guint i = 0; i < points->len; i++)
    {
      const CurvePoint *point = &g_array_index (points, CurvePoint, i);
      const double estimate = get_estimate (point, end->n_evaluated);

      for (; n_times < G_N_ELEMENTS (times) && times[n_times] < point->seconds; n_times++)
        curve->points[n_times] = point[i > 0 ? -1 : 0];
      for (; n_shares < CURVE_N_SHARES && point->lower_bound >= curve_shares[n_shares] * end->loss;
           n_shares++)
        curve->n_passed[n_shares] = point->n_evaluated;
      if ((double) point->n_evaluated >= PART * (double) end->n_evaluated)
        curve->factor = MAX (curve->factor, MAX (estimate, 1 / estimate));
    }
  curve->points[n_times] = *end;
  curve->n_points = n_times + 1;
}

static gboolean
run (DeidProblem *problem, Trace *trace, GError **error)
{
  g_autoptr (DeidSearch) search = deid_search_new_optimal ();
  g_autoptr (DeidResult) result = NULL;

  if (!deid_search_set_progress_func (search, add_point, trace, NULL, error))
    return FALSE;
  is_clock_fast = TRUE;
  trace->start = get_cpu_seconds ();
  result = deid_search_run (search, problem, NULL, error);
  return result != NULL;
}

static gboolean
work (gconstpointer table, gpointer curve, GError **error)
{
  g_autoptr (DeidProblem) problem = load_problem (table, error);
  Trace trace = { .points = g_array_new (FALSE, FALSE, sizeof (CurvePoint)) };
  const gboolean success = problem != NULL && run (problem, &trace, error);

  if (success)
    summarize (trace.points, curve);
  g_array_unref (trace.points);
  return success;
}

gboolean
measure_curve (const Table *table, Curve *curve)
{
  g_autofree char *name
      = g_strdup_printf ("%s, %u attributes, step by step", table->name, table->n_attributes);

  return work_apart (work, table, name, curve, sizeof *curve);
}
