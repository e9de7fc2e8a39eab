/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "figures.h"
#include "alternatives-measure.h"

#include <math.h>

#include "measure.h"

#define MAX_LONG_ITERATIONS 10

const char *const method_names[N_METHODS] = {
  [METHOD_BISECTING] = "bisecting",
  [METHOD_DIRECTED] = "directed",
  [METHOD_BISECTING_POLISH] = "bisecting:polish",
  [METHOD_DIRECTED_POLISH] = "directed:polish",
};

static const guint iterations[MAX_POINTS] = { 1, 2, 5, 10, 20, 50, 100 };

static DeidSearch *
make_search (Method method, guint n_iterations, guint64 seed)
{
  const gboolean polishes = method == METHOD_BISECTING_POLISH || method == METHOD_DIRECTED_POLISH;

  return method == METHOD_BISECTING || method == METHOD_BISECTING_POLISH
             ? deid_search_new_bisecting (n_iterations, seed, polishes)
             : deid_search_new_directed (n_iterations, seed, polishes);
}

static gboolean
count_alternatives (DeidResult *result, Sample *sample, GError **error)
{
  g_autoptr (DeidReport) found = deid_report_new_alternatives (result, NULL, 0, FALSE, NULL, error);
  g_autoptr (DeidReport) kept
      = found != NULL ? deid_report_new_alternatives (result, NULL, 0, TRUE, NULL, error) : NULL;

  if (kept == NULL)
    return FALSE;
  sample->n_evaluated = deid_result_get_n_evaluated (result);
  deid_report_get_n_rows (found, "policies", &sample->n_distinct);
  deid_report_get_n_rows (kept, "policies", &sample->n_kept);
  sample->level_sum = 0;
  for (guint64 i = 0; i < sample->n_distinct; i++)
    {
      g_autofree char *path = g_strdup_printf ("policies[%" G_GUINT64_FORMAT "].policy", i);

      sample->level_sum += deid_policy_get_level_sum (deid_report_get_policy (found, path));
    }
  return TRUE;
}

/* Takes the times if they are the least so far. */
static gboolean
run_once (const Case *chosen, DeidSearch *search, Sample *sample, GError **error)
{
  const double start = get_wall_seconds ();
  g_autoptr (DeidResult) result = deid_search_run (search, chosen->problem, NULL, error);
  const double total = get_wall_seconds () - start;

  if (result == NULL)
    return FALSE;
  if (total < sample->total)
    {
      sample->total = total;
      sample->prepare = get_figure (result, "prepare-seconds");
      sample->search = get_figure (result, "search-seconds");
    }
  return count_alternatives (result, sample, error);
}

static gboolean
sample_seed (const Case *chosen, DeidSearch *search, guint n_runs, Sample *sample, GError **error)
{
  *sample = (Sample){ .total = INFINITY };
  for (guint i = 0; i < n_runs; i++)
    if (!run_once (chosen, search, sample, error))
      return FALSE;
  return TRUE;
}

static Moments
get_moments (const double *numbers, guint n)
{
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++)
    sum += numbers[i];
  for (guint i = 0; i < n; i++)
    squares += (numbers[i] - sum / n) * (numbers[i] - sum / n);
  return (Moments){ .mean = sum / n, .deviation = n > 1 ? sqrt (squares / (n - 1)) : 0 };
}

static Moments
get_time_moments (const Sample *samples, guint n, gsize offset)
{
  g_autofree double *numbers = g_new (double, n);

  for (guint i = 0; i < n; i++)
    numbers[i] = G_STRUCT_MEMBER (double, &samples[i], offset);
  return get_moments (numbers, n);
}

static Moments
get_count_moments (const Sample *samples, guint n, gsize offset)
{
  g_autofree double *numbers = g_new (double, n);

  for (guint i = 0; i < n; i++)
    numbers[i] = (double) G_STRUCT_MEMBER (guint64, &samples[i], offset);
  return get_moments (numbers, n);
}

static void
sum_up (Point *point, const Sample *samples)
{
  const guint n = point->n_seeds;

  point->first = samples[0];
  point->prepare = get_time_moments (samples, n, G_STRUCT_OFFSET (Sample, prepare));
  point->search = get_time_moments (samples, n, G_STRUCT_OFFSET (Sample, search));
  point->total = get_time_moments (samples, n, G_STRUCT_OFFSET (Sample, total));
  point->n_evaluated = get_count_moments (samples, n, G_STRUCT_OFFSET (Sample, n_evaluated));
  point->n_distinct = get_count_moments (samples, n, G_STRUCT_OFFSET (Sample, n_distinct));
  point->n_kept = get_count_moments (samples, n, G_STRUCT_OFFSET (Sample, n_kept));
}

static gboolean
measure_point (const Series *series, Point *point, const Effort *effort, GError **error)
{
  g_autofree Sample *samples = g_new (Sample, effort->n_seeds);
  const double start = get_wall_seconds ();

  do
    {
      g_autoptr (DeidSearch) search
          = make_search (series->method, point->n_iterations, point->n_seeds + 1);

      if (!sample_seed (series->chosen, search, effort->n_runs, &samples[point->n_seeds], error))
        return FALSE;
      point->n_seeds++;
    }
  while (point->n_seeds < effort->n_seeds && get_wall_seconds () - start < effort->patience);
  sum_up (point, samples);
  return TRUE;
}

static gboolean
takes_long (const Series *series, const Effort *effort)
{
  switch (series->method)
    {
    case METHOD_BISECTING:
      return FALSE;
    case METHOD_DIRECTED:
      return series->chosen->is_large;
    default:
      return series->chosen->is_large || effort->is_quick;
    }
}

gboolean
measure_series (Series *series, const Case *chosen, Method method, const Effort *effort,
                GError **error)
{
  *series = (Series){ .chosen = chosen, .method = method };
  for (guint i = 0; i < MAX_POINTS; i++)
    {
      if (iterations[i] > MAX_LONG_ITERATIONS && takes_long (series, effort))
        break;
      series->points[i].n_iterations = iterations[i];
      if (!measure_point (series, &series->points[i], effort, error))
        return FALSE;
      series->n_points++;
    }
  return TRUE;
}

const Point *
series_get_last (const Series *series)
{
  return &series->points[series->n_points - 1];
}

double
point_get_cost (const Point *point)
{
  return 1e3 * point->search.mean / point->n_evaluated.mean;
}

double
series_get_ratio (const Series *series, const Point *point)
{
  return point->n_evaluated.mean / (point->n_iterations * log2 (series->chosen->n_dimensions));
}
