/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/chart-private.h"

/* Bars of categories. They lie, so that names are read as they stand, however many there are. Names
 * stand on the left of the bars, or above them where that would take too much of the width. */

/* The most that names on the left take of the width. */
#define NAMES          0.38

#define CHART_BARS_GAP 12.0
#define TAIL           6.0 /* between a bar and its label */

static guint64
chart_bars_count_categories (const DeidChart *chart)
{
  guint64 n = chart->n_categories;

  for (guint i = 0; i < chart->n_series; i++)
    if (chart->series[i].n > 0)
      n = MAX (n, (guint64) chart->series[i].points[chart->series[i].n - 1].x + 1);
  return n;
}

static const char *
chart_bars_get_name (const DeidChart *chart, guint64 category)
{
  return category < chart->n_categories ? chart->categories[category] : "";
}

static double
get_thickness (const DeidChart *chart)
{
  return chart->n_series < 2 ? 18 : chart->n_series == 2 ? 14 : 11;
}

/* Breaks a name into the lines that it has beside or above its bars. */
static void
break_name (const DeidChartDrawing *drawing, guint64 category, DeidChartLines *lines)
{
  const double width = drawing->names_above ? drawing->width - 4 : NAMES * drawing->width;

  deid_chart_lines_init (lines, chart_bars_get_name (drawing->chart, category), width, 2);
}

/* What a category takes from top to bottom, and how much of this is above its bars. */
static double
measure_category (const DeidChartDrawing *drawing, guint64 category, double *above)
{
  const double bars = get_thickness (drawing->chart) * MAX (drawing->chart->n_series, 1);
  DeidChartLines lines;
  double names;

  break_name (drawing, category, &lines);
  names = DEID_CHART_LEADING * lines.n;
  deid_chart_lines_clear (&lines);
  *above = drawing->names_above ? names + 2 : MAX (0, (names - bars) / 2);
  return CHART_BARS_GAP + (drawing->names_above ? bars + *above : MAX (bars, names));
}

static const char *
chart_bars_get_label (const DeidChartPoint *point)
{
  return point->is_shown ? point->label : point->y == 0 ? "0" : NULL;
}

/* Where the label of a bar stands, on the scale of values. */
static double
get_bar_head (const DeidChartDrawing *drawing, const DeidChartPoint *point)
{
  return deid_chart_scale_place (&drawing->scales[DEID_CHART_AXIS_Y], MAX (point->y, 0));
}

/* Ends the plot where all labels have room behind their bars; at a half, whatever they say. */
static void
arrange_right (DeidChartDrawing *drawing)
{
  double width = drawing->width - drawing->left - 24;
  const double least = width / 2;

  for (guint i = 0; i < drawing->chart->n_series; i++)
    for (guint64 j = 0; j < drawing->chart->series[i].n; j++)
      {
        const DeidChartPoint *point = &drawing->chart->series[i].points[j];
        const double head = get_bar_head (drawing, point);
        double room;

        if (chart_bars_get_label (point) == NULL || head <= 0)
          continue;
        room = drawing->width - drawing->left - TAIL - 2
               - deid_chart_text_measure (chart_bars_get_label (point));
        width = MIN (width, room / head);
      }
  drawing->right = drawing->left + MAX (width, least);
}

void
deid_chart_bars_arrange (DeidChartDrawing *drawing)
{
  const DeidChart *chart = drawing->chart;
  const guint64 n = chart_bars_count_categories (chart);
  double widest = 0, above;

  for (guint64 i = 0; i < n; i++)
    widest = MAX (widest, deid_chart_text_measure (chart_bars_get_name (chart, i)));
  drawing->names_above = drawing->is_narrow && widest > NAMES * drawing->width;
  drawing->left
      = drawing->names_above ? 2 : MIN (widest, NAMES * drawing->width) + (widest > 0 ? 10 : 2);
  drawing->right = drawing->width - 24;
  arrange_right (drawing);
  deid_chart_drawing_find_ticks (drawing);
  for (guint64 i = 0; i < n; i++)
    drawing->bottom += measure_category (drawing, i, &above);
  drawing->bottom = MAX (drawing->bottom, 60);
}

static DeidChartBox
chart_bars_get_bar (const DeidChartDrawing *drawing, const DeidChartPoint *point, double top)
{
  const double zero = deid_chart_drawing_get_x (drawing, 0);
  const double end = deid_chart_drawing_get_x (drawing, point->y);
  DeidChartBox box
      = { MIN (zero, end), top, MAX (zero, end), top + get_thickness (drawing->chart) - 1 };

  /* What is not 0 is seen. */
  if (point->y > 0)
    box.right = MAX (box.right, box.left + 1);
  else if (point->y < 0)
    box.left = MIN (box.left, box.right - 1);
  return box;
}

static void
chart_bars_add_label (const DeidChartDrawing *drawing, const DeidChartPoint *point,
                      DeidChartBox box)
{
  const char *label = chart_bars_get_label (point);
  DeidChartLines lines;

  if (label == NULL)
    return;
  deid_chart_lines_init (&lines, label, drawing->width - box.right - TAIL, 1);
  if (lines.n > 0)
    deid_svg_add_text (drawing->page, "label", DEID_SVG_START, box.right + TAIL,
                       (box.top + box.bottom) / 2 + 4.5, lines.lines[0],
                       lines.is_cut || point->y == 0 ? point->label : NULL);
  deid_chart_lines_clear (&lines);
}

/* @top is that of the category, @above what its bars leave above them. */
static void
chart_bars_add_name (const DeidChartDrawing *drawing, guint64 category, double top, double above)
{
  const double bars = get_thickness (drawing->chart) * MAX (drawing->chart->n_series, 1);
  const char *name = chart_bars_get_name (drawing->chart, category);
  DeidChartLines lines;

  break_name (drawing, category, &lines);
  for (guint i = 0; i < lines.n; i++)
    if (drawing->names_above)
      deid_svg_add_text (drawing->page, "label", DEID_SVG_START, drawing->left,
                         top + 12 + i * DEID_CHART_LEADING, lines.lines[i],
                         lines.is_cut ? name : NULL);
    else
      deid_svg_add_text (drawing->page, "label", DEID_SVG_END, drawing->left - 8,
                         top + above + bars / 2 + 4.5
                             + (i - (lines.n - 1) / 2.0) * DEID_CHART_LEADING,
                         lines.lines[i], lines.is_cut ? name : NULL);
  deid_chart_lines_clear (&lines);
}

/* Adds the bars, or all that is said of them, which comes behind the lines across. */
static void
add_categories (DeidChartDrawing *drawing, gboolean is_text)
{
  const DeidChart *chart = drawing->chart;
  const guint64 n = chart_bars_count_categories (chart);
  guint64 next[DEID_CHART_MAX_SERIES] = { 0 };
  double top = drawing->top + CHART_BARS_GAP / 2;

  for (guint64 i = 0; i < n; i++)
    {
      double above;
      const double height = measure_category (drawing, i, &above);

      if (is_text)
        chart_bars_add_name (drawing, i, top, above);
      for (guint j = 0; j < chart->n_series; j++)
        for (; next[j] < chart->series[j].n && chart->series[j].points[next[j]].x <= (double) i;
             next[j]++)
          {
            const DeidChartPoint *point = &chart->series[j].points[next[j]];
            const DeidChartBox box
                = chart_bars_get_bar (drawing, point, top + above + j * get_thickness (chart));

            if (is_text)
              chart_bars_add_label (drawing, point, box);
            else if (point->y != 0)
              deid_chart_bar_add (drawing->page, j, box, point->label);
          }
      top += height;
    }
}

void
deid_chart_bars_add (DeidChartDrawing *drawing)
{
  const double zero = deid_chart_drawing_get_x (drawing, 0);

  add_categories (drawing, FALSE);
  deid_svg_add_line (drawing->page, "axis", zero, drawing->top, zero, drawing->bottom, NULL);
  deid_chart_flags_add (drawing);
  add_categories (drawing, TRUE);
}

/* Points, joined or not, and histograms. */

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

/* The label of a point; one without room near it stays in the tooltip. */
static void
chart_drawing_add_label (DeidChartDrawing *drawing, const char *label, double x, double y)
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
        chart_drawing_add_label (drawing, point->label, x,
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
