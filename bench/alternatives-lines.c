/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "alternatives-lines.h"

#include <math.h>

static double
get_y (const Point *point, LineKind kind)
{
  return kind == LINE_OF_EVALUATED ? point->n_evaluated.mean : 1e3 * point->search.mean;
}

Line
series_fit_line (const Series *series, LineKind kind)
{
  const guint n = series->n_points;
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0, yy = 0;

  if (n < 2)
    return (Line){ NAN, NAN, NAN };
  for (guint i = 0; i < n; i++)
    {
      mean_x += series->points[i].n_iterations / (double) n;
      mean_y += get_y (&series->points[i], kind) / n;
    }
  for (guint i = 0; i < n; i++)
    {
      const double x = series->points[i].n_iterations - mean_x;
      const double y = get_y (&series->points[i], kind) - mean_y;

      xx += x * x;
      xy += x * y;
      yy += y * y;
    }
  return (Line){ xy / xx, mean_y - xy / xx * mean_x, xy * xy / (xx * yy) };
}
