/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "chart/chart-private.h"

/* What tells series apart: colours, and for who does not see them shapes, dashes and stripes; and
 * the legend that names them. */

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

/* Lines across a plot, such as thresholds, and their labels. Those that go up have theirs above the
 * plot, in as many rows as they need; those that lie have theirs where they hide least. */

typedef struct
{
  DeidSvgAnchor anchor;
  double x;
  double y;
} ChartLinesPlace;

/* Returns: (transfer full): the first line of a label. */
static char *
shorten (const char *label, double width, gboolean *is_cut)
{
  DeidChartLines lines;
  char *line;

  deid_chart_lines_init (&lines, label, width, 1);
  *is_cut = lines.is_cut;
  line = g_strdup (lines.n > 0 ? lines.lines[0] : "");
  deid_chart_lines_clear (&lines);
  return line;
}

/* Where the label of a line that goes up stands: to its right if there is room, or as far right as
 * there is. */
static DeidChartBox
get_flag (const DeidChartDrawing *drawing, const DeidChartLine *line)
{
  gboolean is_cut;
  g_autofree char *label = shorten (line->label, drawing->width - 8, &is_cut);
  const double x = deid_chart_drawing_get_x (drawing, line->value);
  const double width = deid_chart_text_measure (label);
  const double left = MIN (x + 4, drawing->width - 4 - width);

  return (DeidChartBox){ left, x, left + width, 0 };
}

static gboolean
is_flag (const DeidChartDrawing *drawing, guint64 i)
{
  return drawing->chart->lines[i].axis == drawing->horizontal;
}

/* Tells whether labels in one row would touch, or the line of one cross the other. */
static gboolean
touches (const DeidChartDrawing *drawing, guint64 i, guint64 j)
{
  const DeidChartBox a = get_flag (drawing, &drawing->chart->lines[i]);
  const DeidChartBox b = get_flag (drawing, &drawing->chart->lines[j]);

  return a.left < b.right + 10 && b.left < a.right + 10;
}

/* Tells whether line @i has its label placed after that of @j: lines to the right come first. */
static gboolean
is_after (const DeidChartLine *lines, guint64 i, guint64 j)
{
  return lines[i].value < lines[j].value || (lines[i].value == lines[j].value && i > j);
}

/* Returns: the number of lines whose labels are placed before that of line @i, or %G_MAXUINT64 of a
 * line that lies. */
static guint64
rank (const DeidChartDrawing *drawing, guint64 i)
{
  guint64 n = 0;

  if (!is_flag (drawing, i))
    return G_MAXUINT64;
  for (guint64 j = 0; j < drawing->chart->n_lines; j++)
    n += is_flag (drawing, j) && is_after (drawing->chart->lines, i, j);
  return n;
}

/* Each label stands in the lowest row above all before it that it touches. A line that goes up
 * there passes labels of others on their left.
 *
 * Returns: the row of line @i, from 0 above the plot. */
static guint
find_row (const DeidChartDrawing *drawing, guint64 i)
{
  guint row = 0;

  for (guint64 j = 0; j < drawing->chart->n_lines; j++)
    if (is_flag (drawing, j) && is_after (drawing->chart->lines, i, j) && touches (drawing, i, j))
      row = MAX (row, drawing->flag_rows[j] + 1);
  return row;
}

guint
deid_chart_flags_arrange (DeidChartDrawing *drawing)
{
  const guint64 n = drawing->chart->n_lines;
  guint n_rows = 0;

  drawing->flag_rows = deid_alloc (n, sizeof *drawing->flag_rows, &drawing->boxes.error);
  for (guint64 place = 0; place < n && drawing->flag_rows != NULL; place++)
    for (guint64 i = 0; i < n; i++)
      if (rank (drawing, i) == place)
        {
          drawing->flag_rows[i] = find_row (drawing, i);
          n_rows = MAX (n_rows, drawing->flag_rows[i] + 1);
        }
  return n_rows;
}

void
deid_chart_flags_add (DeidChartDrawing *drawing)
{
  for (guint64 i = 0; i < drawing->chart->n_lines; i++)
    {
      const DeidChartLine *line = &drawing->chart->lines[i];
      gboolean is_cut;
      g_autofree char *label = shorten (line->label, drawing->width - 8, &is_cut);
      const double x = deid_chart_drawing_get_x (drawing, line->value);
      double y;

      if (!is_flag (drawing, i) || drawing->flag_rows == NULL)
        continue;
      y = drawing->top - 8 - DEID_CHART_LEADING * drawing->flag_rows[i];
      deid_svg_add_line (drawing->page, "limit", x, y - 10, x, drawing->bottom, NULL);
      deid_svg_add_text (drawing->page, "label", DEID_SVG_START, get_flag (drawing, line).left, y,
                         label, is_cut ? line->label : NULL);
      deid_chart_boxes_add (&drawing->boxes,
                            (DeidChartBox){ x - 2, drawing->top, x + 2, drawing->bottom });
    }
}

/* Finds the place of the label of a line that lies: at its right end, its left one or in its
 * middle, above it or below. */
static ChartLinesPlace
chart_lines_find_place (const DeidChartDrawing *drawing, const char *label, double y)
{
  const double middle = (drawing->left + drawing->right) / 2;
  const double shift = (drawing->right - drawing->left) / 4;
  const ChartLinesPlace places[] = {
    { DEID_SVG_END, drawing->right, y - 5 },      { DEID_SVG_END, drawing->right, y + 14 },
    { DEID_SVG_START, drawing->left + 5, y - 5 }, { DEID_SVG_START, drawing->left + 5, y + 14 },
    { DEID_SVG_MIDDLE, middle, y - 5 },           { DEID_SVG_MIDDLE, middle, y + 14 },
    { DEID_SVG_MIDDLE, middle + shift, y - 5 },   { DEID_SVG_MIDDLE, middle + shift, y + 14 },
    { DEID_SVG_MIDDLE, middle - shift, y - 5 },   { DEID_SVG_MIDDLE, middle - shift, y + 14 },
  };
  double least = G_MAXDOUBLE;
  ChartLinesPlace best = places[0];

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      const DeidChartBox box
          = deid_chart_box_of_text (label, places[i].anchor, places[i].x, places[i].y);
      const double covered = deid_chart_boxes_cover (&drawing->boxes, box);

      if (covered < least && box.left >= drawing->left && box.bottom <= drawing->bottom)
        {
          least = covered;
          best = places[i];
        }
    }
  return best;
}

void
deid_chart_levels_add (DeidChartDrawing *drawing)
{
  if (drawing->horizontal == DEID_CHART_AXIS_Y)
    return;
  for (guint64 i = 0; i < drawing->chart->n_lines; i++)
    if (!is_flag (drawing, i))
      {
        const double y = deid_chart_drawing_get_y (drawing, drawing->chart->lines[i].value);

        deid_svg_add_line (drawing->page, "limit", drawing->left, y, drawing->right, y, NULL);
        deid_chart_boxes_add (&drawing->boxes,
                              (DeidChartBox){ drawing->left, y - 2, drawing->right, y + 2 });
      }
  for (guint64 i = 0; i < drawing->chart->n_lines; i++)
    if (!is_flag (drawing, i))
      {
        const DeidChartLine *line = &drawing->chart->lines[i];
        gboolean is_cut;
        g_autofree char *label
            = shorten (line->label, drawing->right - drawing->left - 10, &is_cut);
        const ChartLinesPlace place = chart_lines_find_place (
            drawing, label, deid_chart_drawing_get_y (drawing, line->value));

        deid_svg_add_text (drawing->page, "label", place.anchor, place.x, place.y, label,
                           is_cut ? line->label : NULL);
        deid_chart_boxes_add (&drawing->boxes,
                              deid_chart_box_of_text (label, place.anchor, place.x, place.y));
      }
}
