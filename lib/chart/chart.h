/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "chart/html.h"

/* Charts of a page: inline SVG made from data, without scripts and without anything to load.
 *
 * Bars and histograms begin at 0. An axis reaches from the smallest value to the largest, lines
 * across included, so that nothing is out of sight. A logarithmic axis with a value of 0 or below
 * is drawn as a linear one, as is one that bars have their length on. Points that are not finite
 * are left out.
 *
 * Each chart is drawn twice, for a screen and for a phone, and the style sheet shows one of them:
 * the letters have their size on both, and the labels their places.
 *
 * Memory that runs out is told at the end of the page that a chart is written to. */

typedef enum
{
  DEID_CHART_BARS,      /* a bar for each category and series; x is the index of a category */
  DEID_CHART_HISTOGRAM, /* touching bars from x to the next point's x (last: to x_end) */
  DEID_CHART_LINES,     /* points joined by straight lines, marked */
  DEID_CHART_STEPS,     /* y holds from its x to the next one's */
  DEID_CHART_SCATTER    /* points alone */
} DeidChartKind;

typedef enum
{
  DEID_CHART_AXIS_X,
  DEID_CHART_AXIS_Y
} DeidChartAxis;

typedef enum
{
  DEID_CHART_UNIT_NUMBER,
  DEID_CHART_UNIT_COUNT, /* ticks are whole numbers */
  DEID_CHART_UNIT_SHARE  /* 0.05 is shown as 5 % */
} DeidChartUnit;

#define DEID_CHART_MAX_SERIES 6

typedef struct DeidChart DeidChart;

/* @title is shown above, @description is the alternative text (<title>/<desc> of the SVG). Both are
 * copied, as are all texts below. */
DeidChart *deid_chart_new (DeidChartKind kind, const char *title, const char *description);
void deid_chart_free (DeidChart *chart);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidChart, deid_chart_free)

/* Without a call an axis has no label and shows numbers. */
void deid_chart_set_axis (DeidChart *chart, DeidChartAxis axis, const char *label,
                          DeidChartUnit unit, gboolean logarithmic);

/* Bars only. Bars lie, whatever their number: categories from top to bottom, values along. */
void deid_chart_add_category (DeidChart *chart, const char *name);

/* Returns: the number of the series; at most %DEID_CHART_MAX_SERIES are added. */
guint deid_chart_add_series (DeidChart *chart, const char *name);

/* @label: (nullable): what the point is, in its tooltip (<title>) and, if @is_shown, beside it
 * where there is room. The x of a bar is a whole number from 0 to 65535. */
void deid_chart_add_point (DeidChart *chart, guint series, double x, double y, const char *label,
                           gboolean is_shown);

/* A line across, such as a threshold, with its label. */
void deid_chart_add_line (DeidChart *chart, DeidChartAxis axis, double value, const char *label);

/* Where the last bar of a histogram ends. Without it, or where it is not above the last x, the last
 * bar is as wide as the one before it, or 1 if it is alone. */
void deid_chart_set_end (DeidChart *chart, double x_end);

/* Writes <figure><figcaption>…</figcaption><svg …>…</svg><svg …>…</svg></figure>. */
void deid_chart_write (const DeidChart *chart, DeidHtml *page);

/* Classes and colours of charts as CSS rules, once a page, light, dark and print. */
const char *deid_chart_get_style (void);
