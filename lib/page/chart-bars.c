/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bars of categories. They lie, so that names are read as they stand, however many there are. Names
 * stand on the left of the bars, or above them where that would take too much of the width. */
#include "page/chart-drawing.h"
#include "page/chart-text.h"

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
