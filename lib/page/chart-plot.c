/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Points, joined or not, and histograms. */
#include "page/chart-drawing.h"
#include "page/chart-text.h"

/* Series with more points have none of them marked, unless nothing joins them. */
#define MOST_MARKED 60

/* What labels keep away from: a mark, and pieces of lines. */
#define CHART_PLOT_NEAR 5.0
#define PIECE           10.0
#define MOST_PIECES     80

static const char *const chart_plot_line_classes[DEID_CHART_MAX_SERIES]
    = { "line s0", "line s1", "line s2", "line s3", "line s4", "line s5" };

typedef struct
{
  DeidSvgAnchor anchor;
  double x;
  double y;
} ChartPlotPlace;

/* A label without room stays in the tooltip. */
void
deid_chart_drawing_add_label (DeidChartDrawing *drawing, const char *label, double x, double y)
{
  const ChartPlotPlace places[] = {
    { DEID_SVG_START, x + 8, y + 4.5 }, { DEID_SVG_END, x - 8, y + 4.5 },
    { DEID_SVG_MIDDLE, x, y - 9 },      { DEID_SVG_MIDDLE, x, y + 19 },
    { DEID_SVG_START, x + 6, y - 8 },   { DEID_SVG_END, x - 6, y - 8 },
    { DEID_SVG_START, x + 6, y + 17 },  { DEID_SVG_END, x - 6, y + 17 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const DeidChartBox box
          = deid_chart_box_of_text (label, places[i].anchor, places[i].x, places[i].y);

      if (box.left < drawing->left || box.right > drawing->width || box.top < drawing->top - 10
          || box.bottom > drawing->bottom || deid_chart_boxes_cover (&drawing->boxes, box) > 0)
        continue;
      deid_svg_add_text (drawing->page, "label", places[i].anchor, places[i].x, places[i].y, label,
                         NULL);
      deid_chart_boxes_add (&drawing->boxes, box);
      return;
    }
}

static void
take_around (DeidChartDrawing *drawing, double x, double y, double distance)
{
  deid_chart_boxes_add (&drawing->boxes,
                        (DeidChartBox){ x - distance, y - distance, x + distance, y + distance });
}

static void
take_way (DeidChartDrawing *drawing, double x1, double y1, double x2, double y2)
{
  const double length = MAX (ABS (x2 - x1), ABS (y2 - y1));
  const guint n = (guint) MIN (length / PIECE + 1, MOST_PIECES);

  for (guint i = 0; i <= n; i++)
    take_around (drawing, x1 + (x2 - x1) * i / n, y1 + (y2 - y1) * i / n, 2);
}

static void
add_way (DeidChartDrawing *drawing, guint series)
{
  const DeidChartSeries *points = &drawing->chart->series[series];
  double last_x = 0, last_y = 0;

  deid_svg_open_path (drawing->page, chart_plot_line_classes[series]);
  for (guint64 i = 0; i < points->n; i++)
    {
      const double x = deid_chart_drawing_get_x (drawing, points->points[i].x);
      const double y = deid_chart_drawing_get_y (drawing, points->points[i].y);

      if (i > 0 && drawing->chart->kind == DEID_CHART_STEPS)
        {
          deid_svg_go_to (drawing->page, 'L', x, last_y);
          take_way (drawing, last_x, last_y, x, last_y);
          last_x = x;
        }
      deid_svg_go_to (drawing->page, i == 0 ? 'M' : 'L', x, y);
      if (i > 0)
        take_way (drawing, last_x, last_y, x, y);
      last_x = x;
      last_y = y;
    }
  deid_svg_close_path (drawing->page, NULL);
}

static void
add_marks (DeidChartDrawing *drawing, guint series)
{
  const DeidChartSeries *points = &drawing->chart->series[series];

  for (guint64 i = 0; i < points->n; i++)
    {
      const DeidChartPoint *point = &points->points[i];
      const double x = deid_chart_drawing_get_x (drawing, point->x);
      const double y = deid_chart_drawing_get_y (drawing, point->y);

      if (drawing->chart->kind != DEID_CHART_SCATTER && points->n > MOST_MARKED && !point->is_shown)
        continue;
      deid_chart_mark_add (drawing->page, series, x, y, point->label);
      take_around (drawing, x, y, CHART_PLOT_NEAR);
    }
}

/* Of points, and of the bars of a histogram in their middle. */
static void
chart_plot_add_labels (DeidChartDrawing *drawing)
{
  for (guint i = 0; i < drawing->chart->n_series; i++)
    for (guint64 j = 0; j < drawing->chart->series[i].n; j++)
      {
        const DeidChartPoint *point = &drawing->chart->series[i].points[j];
        double x = deid_chart_drawing_get_x (drawing, point->x);

        if (!point->is_shown)
          continue;
        if (drawing->chart->kind == DEID_CHART_HISTOGRAM)
          x = (x
               + deid_chart_drawing_get_x (drawing, deid_chart_get_bar_end (drawing->chart, i, j)))
              / 2;
        deid_chart_drawing_add_label (drawing, point->label, x,
                                      deid_chart_drawing_get_y (drawing, point->y));
      }
}

void
deid_chart_points_add (DeidChartDrawing *drawing)
{
  deid_chart_flags_add (drawing);
  for (guint i = 0; i < drawing->chart->n_series; i++)
    if (drawing->chart->kind != DEID_CHART_SCATTER && drawing->chart->series[i].n > 1)
      add_way (drawing, i);
  for (guint i = 0; i < drawing->chart->n_series; i++)
    add_marks (drawing, i);
  deid_chart_levels_add (drawing);
  chart_plot_add_labels (drawing);
}

static DeidChartBox
chart_plot_get_bar (const DeidChartDrawing *drawing, guint series, guint64 i)
{
  const DeidChartPoint *point = &drawing->chart->series[series].points[i];
  const double zero = deid_chart_drawing_get_y (drawing, 0);
  const double end = deid_chart_drawing_get_y (drawing, point->y);
  const double left = deid_chart_drawing_get_x (drawing, point->x);
  const double right
      = deid_chart_drawing_get_x (drawing, deid_chart_get_bar_end (drawing->chart, series, i));
  DeidChartBox box = { left, MIN (zero, end), MAX (right, left + 1), MAX (zero, end) };

  /* What is not 0 is seen. */
  if (point->y > 0)
    box.top = MIN (box.top, zero - 1);
  else if (point->y < 0)
    box.bottom = MAX (box.bottom, zero + 1);
  return box;
}

/* The first series is filled; others are outlines above it. */
static void
add_outline (DeidChartDrawing *drawing, guint series)
{
  const double zero = deid_chart_drawing_get_y (drawing, 0);

  deid_svg_open_path (drawing->page, chart_plot_line_classes[series]);
  for (guint64 i = 0; i < drawing->chart->series[series].n; i++)
    {
      const DeidChartBox box = chart_plot_get_bar (drawing, series, i);
      const double y = drawing->chart->series[series].points[i].y > 0 ? box.top : box.bottom;

      if (i == 0)
        deid_svg_go_to (drawing->page, 'M', box.left, zero);
      deid_svg_go_to (drawing->page, 'L', box.left, y);
      deid_svg_go_to (drawing->page, 'L', box.right, y);
      if (i + 1 == drawing->chart->series[series].n)
        deid_svg_go_to (drawing->page, 'L', box.right, zero);
    }
  deid_svg_close_path (drawing->page, NULL);
}

void
deid_chart_histogram_add (DeidChartDrawing *drawing)
{
  for (guint i = 0; i < drawing->chart->n_series; i++)
    {
      for (guint64 j = 0; j < drawing->chart->series[i].n; j++)
        {
          const DeidChartBox box = chart_plot_get_bar (drawing, i, j);
          const char *label = drawing->chart->series[i].points[j].label;

          deid_chart_boxes_add (&drawing->boxes, box);
          if (i == 0 && box.top < box.bottom)
            deid_svg_add_box (drawing->page, "bar s0", box.left, box.top, box.right - box.left,
                              box.bottom - box.top, label);
          else if (label != NULL && box.top < box.bottom)
            deid_svg_add_box (drawing->page, "touch", box.left, box.top, box.right - box.left,
                              box.bottom - box.top, label);
        }
      if (i > 0 && drawing->chart->series[i].n > 0)
        add_outline (drawing, i);
    }
  deid_chart_flags_add (drawing);
  deid_chart_levels_add (drawing);
  chart_plot_add_labels (drawing);
}
