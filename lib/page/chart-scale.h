/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/chart-private.h"

/* From values to places on an axis. */
typedef struct
{
  double low;
  double high; /* above low, by enough to tell places between apart */
  gboolean is_logarithmic;
} DeidChartScale;

/* Makes the scale of an axis: all values on it, lines included. It has 0 where bars have their
 * length and, on the axis of y and on both of a scatter, where 0 is no farther away than the values
 * are from each other. */
void deid_chart_scale_init (DeidChartScale *scale, const DeidChart *chart, DeidChartAxis axis);

/* Returns: where @value is, from 0 at the low end to 1 at the high one. */
double deid_chart_scale_place (const DeidChartScale *scale, double value);
