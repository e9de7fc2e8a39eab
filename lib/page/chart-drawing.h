/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/chart-boxes.h"
#include "page/chart-ticks.h"

/* A chart on its way to a page: in what room, and where everything is.
 *
 *     legend
 *     label of the vertical axis
 *     labels of the lines that go up
 *     plot, with the numbers of the vertical axis, or the categories, on its left
 *     numbers of the horizontal axis
 *     label of the horizontal axis */
typedef struct
{
  const DeidChart *chart;
  DeidHtml *page;
  gboolean is_narrow;
  double width; /* of the whole */
  double height;
  double left; /* of the plot */
  double right;
  double top;
  double bottom;
  double inset; /* between the ends of the plot and of its horizontal axis */
  DeidChartScale scales[2];
  DeidChartTicks ticks[2];
  DeidChartAxis horizontal; /* which axis lies: that of y, where bars do */
  gboolean names_above;     /* of categories: above their bars */
  guint *flag_rows;         /* of lines that go up; NULL without memory */
  DeidChartBoxes boxes;     /* what labels stay away from */
} DeidChartDrawing;

/* Where a value is on the axis that lies, and on the one that stands. */
double deid_chart_drawing_get_x (const DeidChartDrawing *drawing, double value);
double deid_chart_drawing_get_y (const DeidChartDrawing *drawing, double value);

gboolean deid_chart_drawing_is_empty (const DeidChartDrawing *drawing);

/* Layout of a whole chart; needs the first four members. */
void deid_chart_drawing_arrange (DeidChartDrawing *drawing);

/* Chooses as many ticks of the axis that lies as have room beside each other. */
void deid_chart_drawing_find_ticks (DeidChartDrawing *drawing);

/* Axes, with their numbers and labels: what lies below the data. */
void deid_chart_drawing_add_axes (DeidChartDrawing *drawing);

/* Lines across, with their labels: flags on those that go up, of which the rows are returned; then
 * those that lie. */
guint deid_chart_flags_arrange (DeidChartDrawing *drawing);
void deid_chart_flags_add (DeidChartDrawing *drawing);
void deid_chart_levels_add (DeidChartDrawing *drawing);

/* The legend. */
guint deid_chart_legend_count_rows (const DeidChart *chart, double width);
void deid_chart_legend_add (const DeidChartDrawing *drawing);

/* Bars of categories. */
void deid_chart_bars_arrange (DeidChartDrawing *drawing);
void deid_chart_bars_add (DeidChartDrawing *drawing);

/* The other kinds. */
void deid_chart_histogram_add (DeidChartDrawing *drawing);
void deid_chart_points_add (DeidChartDrawing *drawing);

/* The label of a point, where there is room near it. */
void deid_chart_drawing_add_label (DeidChartDrawing *drawing, const char *label, double x,
                                   double y);

/* The sign of a series at a place. */
void deid_chart_mark_add (DeidHtml *page, guint series, double x, double y, const char *tooltip);

/* A bar in the colour of a series, with the stripes that tell it apart in print. */
void deid_chart_bar_add (DeidHtml *page, guint series, DeidChartBox box, const char *tooltip);
