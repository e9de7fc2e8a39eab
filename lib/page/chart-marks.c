/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What tells series apart: colours, and for who does not see them shapes, dashes and stripes; and
 * the legend that names them. */
#include "page/chart-drawing.h"
#include "page/chart-text.h"

/* Half the size of a mark. */
#define RADIUS    4.0

#define N_CORNERS 4

/* Corners of marks, in halves of their size. A circle has none. */
static const double corners[DEID_CHART_MAX_SERIES][N_CORNERS][2] = {
  { { 0 } },
  { { -0.9, -0.9 }, { 0.9, -0.9 }, { 0.9, 0.9 }, { -0.9, 0.9 } },
  { { 0, -1.2 }, { 1.15, 0.9 }, { -1.15, 0.9 }, { 0, -1.2 } },
  { { 0, -1.3 }, { 1.3, 0 }, { 0, 1.3 }, { -1.3, 0 } },
  { { 0, 1.2 }, { 1.15, -0.9 }, { -1.15, -0.9 }, { 0, 1.2 } },
  { { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } },
};

static const char *const mark_classes[DEID_CHART_MAX_SERIES]
    = { "mark s0", "mark s1", "mark s2", "mark s3", "mark s4", "mark s5" };
static const char *const bar_classes[DEID_CHART_MAX_SERIES]
    = { "bar s0", "bar s1", "bar s2", "bar s3", "bar s4", "bar s5" };
static const char *const chart_marks_line_classes[DEID_CHART_MAX_SERIES]
    = { "line s0", "line s1", "line s2", "line s3", "line s4", "line s5" };

void
deid_chart_mark_add (DeidHtml *page, guint series, double x, double y, const char *tooltip)
{
  deid_svg_open_path (page, mark_classes[series]);
  if (series == 0)
    {
      deid_svg_go_to (page, 'M', x - RADIUS, y);
      deid_html_add_raw (page, "a4 4 0 1 0 8 0a4 4 0 1 0 -8 0");
    }
  for (guint i = 0; i < N_CORNERS && series > 0; i++)
    deid_svg_go_to (page, i == 0 ? 'M' : 'L', x + RADIUS * corners[series][i][0],
                    y + RADIUS * corners[series][i][1]);
  deid_svg_go_to (page, 'Z', 0, 0);
  deid_svg_close_path (page, tooltip);
}

/* The stripes of a bar are the dashes of a line as wide as the bar is high, or as it is long. */
void
deid_chart_bar_add (DeidHtml *page, guint series, DeidChartBox box, const char *tooltip)
{
  static const char *const classes[DEID_CHART_MAX_SERIES]
      = { NULL, "stripe d1", "stripe d2", "stripe d3", "stripe d4", "stripe d5" };
  const gboolean is_across = series % 2 == 1;
  const double width = box.right - box.left, height = box.bottom - box.top;

  deid_svg_add_box (page, bar_classes[series], box.left, box.top, width, height, tooltip);
  if (classes[series] == NULL)
    return;
  deid_html_add_raw (page, "<path");
  deid_svg_add_attribute (page, "stroke-width", is_across ? height : width);
  deid_html_add_raw (page, " class=\"");
  deid_html_add_raw (page, classes[series]);
  deid_html_add_raw (page, "\" d=\"");
  deid_svg_go_to (page, 'M', is_across ? box.left : (box.left + box.right) / 2,
                  is_across ? (box.top + box.bottom) / 2 : box.top);
  deid_svg_go_to (page, 'L', is_across ? box.right : (box.left + box.right) / 2,
                  is_across ? (box.top + box.bottom) / 2 : box.bottom);
  deid_svg_close_path (page, NULL);
}

/* The legend goes on below where a row is full. */

#define SAMPLE 30.0
#define ROW    22.0

typedef struct
{
  double x;
  guint row;
} ChartMarksEntry;

/* Finds where an entry stands and where the next one goes. */
static ChartMarksEntry
chart_marks_pass (const DeidChart *chart, guint series, double width, ChartMarksEntry *next)
{
  const double needed = SAMPLE + deid_chart_text_measure (chart->series[series].name) + 18;
  ChartMarksEntry entry = *next;

  if (entry.x > 0 && entry.x + needed > width)
    entry = (ChartMarksEntry){ 0, entry.row + 1 };
  *next = (ChartMarksEntry){ entry.x + needed, entry.row };
  return entry;
}

guint
deid_chart_legend_count_rows (const DeidChart *chart, double width)
{
  ChartMarksEntry next = { 0, 0 };

  if (chart->n_series < 2)
    return 0;
  for (guint i = 0; i < chart->n_series; i++)
    chart_marks_pass (chart, i, width, &next);
  return next.row + 1;
}

static void
add_sample (const DeidChartDrawing *drawing, guint series, double x, double y)
{
  const DeidChartKind kind = drawing->chart->kind;

  if (kind == DEID_CHART_BARS || (kind == DEID_CHART_HISTOGRAM && series == 0))
    deid_chart_bar_add (drawing->page, series, (DeidChartBox){ x, y - 6, x + 22, y + 6 }, NULL);
  else if (kind != DEID_CHART_SCATTER)
    deid_svg_add_line (drawing->page, chart_marks_line_classes[series], x, y, x + 24, y, NULL);
  if (kind != DEID_CHART_BARS && kind != DEID_CHART_HISTOGRAM)
    deid_chart_mark_add (drawing->page, series, x + 12, y, NULL);
}

void
deid_chart_legend_add (const DeidChartDrawing *drawing)
{
  const DeidChart *chart = drawing->chart;
  ChartMarksEntry next = { 0, 0 };

  if (chart->n_series < 2)
    return;
  for (guint i = 0; i < chart->n_series; i++)
    {
      const ChartMarksEntry entry = chart_marks_pass (chart, i, drawing->width, &next);
      const double y = 4 + ROW * entry.row + 8;
      DeidChartLines lines;

      deid_chart_lines_init (&lines, chart->series[i].name, drawing->width - SAMPLE - 8, 1);
      add_sample (drawing, i, entry.x, y);
      if (lines.n > 0)
        deid_svg_add_text (drawing->page, "label", DEID_SVG_START, entry.x + SAMPLE, y + 4.5,
                           lines.lines[0], lines.is_cut ? chart->series[i].name : NULL);
      deid_chart_lines_clear (&lines);
    }
}
