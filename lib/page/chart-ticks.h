/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/chart-number.h"
#include "page/chart-scale.h"

#define DEID_CHART_MAX_TICKS 16

/* Where an axis has its numbers, in rising order. Those of a linear axis are all multiples of a
 * step of 1, 2 or 5 times a power of ten; those of a logarithmic one are 1, 2 and 5 times each
 * power, the powers, or every so many of these. */
typedef struct
{
  DeidChartDecimal decimals[DEID_CHART_MAX_TICKS];
  double values[DEID_CHART_MAX_TICKS];
  guint n;
} DeidChartTicks;

/* Finds the densest ticks within a scale of which there are at most @n_most, from 2 to
 * %DEID_CHART_MAX_TICKS. There may be fewer than two. */
void deid_chart_ticks_find (DeidChartTicks *ticks, const DeidChartScale *scale, DeidChartUnit unit,
                            guint n_most);

/* The same of ticks around a scale, which is extended to the first and the last of them where they
 * are finite. There are at least two. */
void deid_chart_ticks_round (DeidChartTicks *ticks, DeidChartScale *scale, DeidChartUnit unit,
                             guint n_most);
