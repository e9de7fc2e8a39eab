/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/chart-scale.h"

#include <math.h>

/* Values closer than this, in relation to their size, are drawn as one. */
#define LEAST_SPAN 1e-9

/* The shortest axis whose ticks are ordinary doubles. */
#define TINY 1e-299

typedef struct
{
  double low;
  double high;
} Extent;

static void
include_value (Extent *extent, double value)
{
  extent->low = MIN (extent->low, value);
  extent->high = MAX (extent->high, value);
}

static Extent
chart_scale_measure (const DeidChart *chart, DeidChartAxis axis)
{
  Extent extent = { INFINITY, -INFINITY };

  for (guint i = 0; i < chart->n_series; i++)
    for (guint64 j = 0; j < chart->series[i].n; j++)
      {
        const DeidChartPoint *point = &chart->series[i].points[j];

        include_value (&extent, axis == DEID_CHART_AXIS_X ? point->x : point->y);
        if (axis == DEID_CHART_AXIS_X && chart->kind == DEID_CHART_HISTOGRAM)
          include_value (&extent, deid_chart_get_bar_end (chart, i, j));
      }
  for (guint64 i = 0; i < chart->n_lines; i++)
    if (chart->lines[i].axis == axis)
      include_value (&extent, chart->lines[i].value);
  return extent;
}

static gboolean
is_point (const Extent *extent)
{
  const double size = MAX (fabs (extent->low), fabs (extent->high));

  /* Halves, since the difference of doubles may be infinite. */
  return extent->high / 2 - extent->low / 2 <= LEAST_SPAN * (size / 2);
}

static void
widen_logarithmic (DeidChartScale *scale, gboolean is_count)
{
  if (scale->high / scale->low > 1 + LEAST_SPAN)
    return;
  if (!is_count || scale->low >= 2)
    scale->low = scale->low > 1e-307 ? scale->low / 2 : scale->low;
  scale->high = scale->high < 1e307 ? scale->high * 2 : scale->high;
}

/* A single value stands at the end of a scale from 0, or in the middle of one without. */
static void
widen_linear (DeidChartScale *scale, gboolean is_from_zero)
{
  const double value = scale->low;

  if (value == 0)
    scale->high = 1;
  else if (is_from_zero || fabs (value) > 1e307)
    {
      scale->low = MIN (value, 0);
      scale->high = MAX (value, 0);
    }
  else
    {
      scale->low = value - fabs (value) / 2;
      scale->high = value + fabs (value) / 2;
    }
}

static gboolean
is_length (const DeidChart *chart, DeidChartAxis axis)
{
  return axis == DEID_CHART_AXIS_Y
         && (chart->kind == DEID_CHART_BARS || chart->kind == DEID_CHART_HISTOGRAM);
}

void
deid_chart_scale_init (DeidChartScale *scale, const DeidChart *chart, DeidChartAxis axis)
{
  Extent extent = chart_scale_measure (chart, axis);
  const gboolean is_bar = is_length (chart, axis);
  const gboolean takes_zero = axis == DEID_CHART_AXIS_Y || chart->kind == DEID_CHART_SCATTER;

  if (extent.low > extent.high)
    extent = (Extent){ 0, 1 };
  *scale = (DeidChartScale){ extent.low, extent.high,
                             chart->axes[axis].is_logarithmic && !is_bar && extent.low > 0 };
  if (scale->is_logarithmic)
    {
      widen_logarithmic (scale, chart->axes[axis].unit == DEID_CHART_UNIT_COUNT);
      return;
    }
  if (is_point (&extent))
    widen_linear (scale, axis == DEID_CHART_AXIS_Y);
  if (is_bar || (takes_zero && scale->low > 0 && scale->low <= scale->high - scale->low))
    scale->low = MIN (scale->low, 0);
  if (is_bar || (takes_zero && scale->high < 0 && -scale->high <= scale->high - scale->low))
    scale->high = MAX (scale->high, 0);
  if (scale->high / 2 - scale->low / 2 < TINY)
    scale->high = scale->low + 2 * TINY;
}

double
deid_chart_scale_place (const DeidChartScale *scale, double value)
{
  double place;

  if (scale->is_logarithmic)
    place = (log (value) - log (scale->low)) / (log (scale->high) - log (scale->low));
  else
    place = (value / 2 - scale->low / 2) / (scale->high / 2 - scale->low / 2);
  return CLAMP (place, 0, 1);
}
