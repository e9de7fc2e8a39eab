/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/chart-private.h"

/* The layout of charts. */

/* Of the plot of a chart that has no categories. */
#define HEIGHT             280
#define NARROW_HEIGHT      220

#define MOST_ROWS_OF_LABEL 2

/* What numbers of the axis that lies leave between each other. */
#define NUMBER_GAP 12

double
deid_chart_drawing_get_x (const DeidChartDrawing *drawing, double value)
{
  const double place = deid_chart_scale_place (&drawing->scales[drawing->horizontal], value);

  return drawing->left + drawing->inset
         + place * (drawing->right - drawing->left - 2 * drawing->inset);
}

double
deid_chart_drawing_get_y (const DeidChartDrawing *drawing, double value)
{
  return drawing->bottom
         - deid_chart_scale_place (&drawing->scales[DEID_CHART_AXIS_Y], value)
               * (drawing->bottom - drawing->top);
}

static gboolean
chart_drawing_is_empty (const DeidChartDrawing *drawing)
{
  for (guint i = 0; i < drawing->chart->n_series; i++)
    if (drawing->chart->series[i].n > 0)
      return FALSE;
  return TRUE;
}

static double
measure_tick (const DeidChartDrawing *drawing, DeidChartAxis axis, guint i)
{
  g_autofree char *text = deid_chart_decimal_to_text (drawing->ticks[axis].decimals[i],
                                                      drawing->chart->axes[axis].unit);

  return deid_chart_text_measure (text);
}

static gboolean
chart_drawing_has_room (const DeidChartDrawing *drawing)
{
  const DeidChartTicks *ticks = &drawing->ticks[drawing->horizontal];
  double end = 0;

  for (guint i = 0; i < ticks->n; i++)
    {
      const double half = measure_tick (drawing, drawing->horizontal, i) / 2;
      double x = deid_chart_drawing_get_x (drawing, ticks->values[i]);

      x = CLAMP (x, half, drawing->width - half);
      if (i > 0 && x - half < end + NUMBER_GAP)
        return FALSE;
      end = x + half;
    }
  return TRUE;
}

void
deid_chart_drawing_find_ticks (DeidChartDrawing *drawing)
{
  const DeidChartAxis axis = drawing->horizontal;
  const DeidChartUnit unit = drawing->chart->axes[axis].unit;
  const DeidChartScale scale = drawing->scales[axis];

  for (guint n_most = drawing->is_narrow ? 6 : 10; n_most >= 2; n_most--)
    {
      drawing->scales[axis] = scale;
      if (axis == DEID_CHART_AXIS_Y)
        deid_chart_ticks_round (&drawing->ticks[axis], &drawing->scales[axis], unit, n_most);
      else
        deid_chart_ticks_find (&drawing->ticks[axis], &scale, unit, n_most);
      if (chart_drawing_has_room (drawing))
        return;
    }
  drawing->ticks[axis].n = MIN (drawing->ticks[axis].n, 1);
}

static guint
count_label_rows (const DeidChartDrawing *drawing, DeidChartAxis axis)
{
  const char *label = drawing->chart->axes[axis].label;
  DeidChartLines lines = { .n = 0 };
  guint n;

  if (label == NULL)
    return 0;
  deid_chart_lines_init (&lines, label, drawing->width - 8, MOST_ROWS_OF_LABEL);
  n = lines.n;
  deid_chart_lines_clear (&lines);
  return n;
}

static void
arrange_sides (DeidChartDrawing *drawing)
{
  double widest = 0;

  deid_chart_ticks_round (&drawing->ticks[DEID_CHART_AXIS_Y], &drawing->scales[DEID_CHART_AXIS_Y],
                          drawing->chart->axes[DEID_CHART_AXIS_Y].unit, drawing->is_narrow ? 6 : 7);
  for (guint i = 0; i < drawing->ticks[DEID_CHART_AXIS_Y].n; i++)
    widest = MAX (widest, measure_tick (drawing, DEID_CHART_AXIS_Y, i));
  drawing->left = widest + 8;
  drawing->right = drawing->width - 20;
  drawing->inset = drawing->chart->kind == DEID_CHART_HISTOGRAM ? 0 : 8;
  deid_chart_drawing_find_ticks (drawing);
}

/* Layout of a whole chart; needs the first four members. */
static void
chart_drawing_arrange (DeidChartDrawing *drawing)
{
  const DeidChart *chart = drawing->chart;
  const gboolean is_bars = chart->kind == DEID_CHART_BARS;
  const guint n_legend = deid_chart_legend_count_rows (chart, drawing->width);

  drawing->horizontal = is_bars ? DEID_CHART_AXIS_Y : DEID_CHART_AXIS_X;
  for (guint axis = 0; axis < 2; axis++)
    deid_chart_scale_init (&drawing->scales[axis], chart, axis);
  if (is_bars)
    deid_chart_bars_arrange (drawing);
  else
    {
      arrange_sides (drawing);
      drawing->bottom = drawing->is_narrow ? NARROW_HEIGHT : HEIGHT;
    }
  drawing->top = 4 + 22 * n_legend
                 + DEID_CHART_LEADING * count_label_rows (drawing, !drawing->horizontal)
                 + DEID_CHART_LEADING * deid_chart_flags_arrange (drawing) + 8;
  drawing->bottom += drawing->top;
  drawing->height = drawing->bottom + 22
                    + DEID_CHART_LEADING * count_label_rows (drawing, drawing->horizontal) + 4;
}

static void
add_axis_label (const DeidChartDrawing *drawing, DeidChartAxis axis, double y)
{
  const char *label = drawing->chart->axes[axis].label;
  DeidChartLines lines = { .n = 0 };

  if (label == NULL)
    return;
  deid_chart_lines_init (&lines, label, drawing->width - 8, MOST_ROWS_OF_LABEL);
  for (guint i = 0; i < lines.n; i++)
    if (axis == drawing->horizontal)
      deid_svg_add_text (drawing->page, "name", DEID_SVG_END, drawing->width - 4,
                         y + i * DEID_CHART_LEADING, lines.lines[i], lines.is_cut ? label : NULL);
    else
      deid_svg_add_text (drawing->page, "name", DEID_SVG_START, 0, y + i * DEID_CHART_LEADING,
                         lines.lines[i], lines.is_cut ? label : NULL);
  deid_chart_lines_clear (&lines);
}

/* Adds a number of the axis that lies: below its place, or as near as the width allows. */
static void
chart_drawing_add_number (const DeidChartDrawing *drawing, double x, const char *text)
{
  const double half = deid_chart_text_measure (text) / 2;
  const double y = drawing->bottom + 19;

  if (x - half < 0)
    deid_svg_add_text (drawing->page, "tick", DEID_SVG_START, 0, y, text, NULL);
  else if (x + half > drawing->width)
    deid_svg_add_text (drawing->page, "tick", DEID_SVG_END, drawing->width, y, text, NULL);
  else
    deid_svg_add_text (drawing->page, "tick", DEID_SVG_MIDDLE, x, y, text, NULL);
}

static void
add_tick (const DeidChartDrawing *drawing, DeidChartAxis axis, guint i)
{
  const DeidChartTicks *ticks = &drawing->ticks[axis];
  g_autofree char *text
      = deid_chart_decimal_to_text (ticks->decimals[i], drawing->chart->axes[axis].unit);

  if (axis == drawing->horizontal)
    {
      const double x = deid_chart_drawing_get_x (drawing, ticks->values[i]);

      deid_svg_add_line (drawing->page, axis == DEID_CHART_AXIS_Y ? "grid" : "axis", x,
                         axis == DEID_CHART_AXIS_Y ? drawing->top : drawing->bottom, x,
                         drawing->bottom + 5, NULL);
      chart_drawing_add_number (drawing, x, text);
    }
  else
    {
      const double y = deid_chart_drawing_get_y (drawing, ticks->values[i]);

      deid_svg_add_line (drawing->page, "grid", drawing->left, y, drawing->right, y, NULL);
      deid_svg_add_text (drawing->page, "tick", DEID_SVG_END, drawing->left - 6, y + 4.5, text,
                         NULL);
    }
}

/* Axes, with their numbers and labels: what lies below the data. */
static void
chart_drawing_add_axes (DeidChartDrawing *drawing)
{
  const gboolean is_bars = drawing->horizontal == DEID_CHART_AXIS_Y;
  const guint n_legend = deid_chart_legend_count_rows (drawing->chart, drawing->width);

  add_axis_label (drawing, !drawing->horizontal, 4 + 22 * n_legend + 12);
  add_axis_label (drawing, drawing->horizontal, drawing->bottom + 22 + 14);
  for (guint axis = 0; axis < 2; axis++)
    for (guint i = 0; i < drawing->ticks[axis].n; i++)
      add_tick (drawing, axis, i);
  if (!is_bars)
    deid_svg_add_line (drawing->page, "axis", drawing->left, drawing->bottom, drawing->right,
                       drawing->bottom, NULL);
  if (chart_drawing_is_empty (drawing))
    deid_svg_add_text (drawing->page, "name", DEID_SVG_MIDDLE, (drawing->left + drawing->right) / 2,
                       (drawing->top + drawing->bottom) / 2, "No values to show", NULL);
}

/* Charts as figures of a page. */

#define WIDTH        720
#define NARROW_WIDTH 360

static void
open_svg (const DeidChartDrawing *drawing)
{
  DeidHtml *page = drawing->page;

  deid_html_add_raw (page, "<svg class=\"");
  deid_html_add_raw (page, drawing->is_narrow ? "narrow" : "wide");
  deid_html_add_raw (page, "\" role=\"img\" viewBox=\"0 0 ");
  deid_svg_add_number (page, drawing->width);
  deid_html_add_raw (page, " ");
  deid_svg_add_number (page, drawing->height);
  deid_html_add_raw (page, "\">");
  deid_html_add_element (page, "title", NULL, drawing->chart->title);
  deid_html_add_element (page, "desc", NULL, drawing->chart->description);
  deid_html_add_raw (page, "\n");
}

static void
chart_write_draw (const DeidChart *chart, DeidHtml *page, gboolean is_narrow)
{
  DeidChartDrawing drawing = {
    .chart = chart, .page = page, .is_narrow = is_narrow, .width = is_narrow ? NARROW_WIDTH : WIDTH
  };

  chart_drawing_arrange (&drawing);
  open_svg (&drawing);
  deid_chart_legend_add (&drawing);
  chart_drawing_add_axes (&drawing);
  if (chart->kind == DEID_CHART_BARS)
    deid_chart_bars_add (&drawing);
  else if (chart->kind == DEID_CHART_HISTOGRAM)
    deid_chart_histogram_add (&drawing);
  else
    deid_chart_points_add (&drawing);
  deid_html_add_raw (page, "</svg>\n");
  if (drawing.boxes.error != NULL)
    deid_html_fail (page, g_steal_pointer (&drawing.boxes.error));
  g_free (drawing.flag_rows);
  deid_chart_boxes_clear (&drawing.boxes);
}

void
deid_chart_write (const DeidChart *chart, DeidHtml *page)
{
  if (chart->error != NULL)
    {
      deid_html_fail (page, g_error_copy (chart->error));
      return;
    }
  deid_html_add_raw (page, "<figure class=\"chart\">");
  deid_html_add_element (page, "figcaption", NULL, chart->title);
  deid_html_add_raw (page, "\n");
  chart_write_draw (chart, page, FALSE);
  chart_write_draw (chart, page, TRUE);
  deid_html_add_raw (page, "</figure>\n");
}
