/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lines across a plot, such as thresholds, and their labels. Those that go up have theirs above the
 * plot, in as many rows as they need; those that lie have theirs where they hide least. */
#include "base/memory.h"
#include "page/chart-drawing.h"
#include "page/chart-text.h"

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
