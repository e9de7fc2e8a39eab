/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "chart/chart.h"
#include "chart/html.h"

#include <glib.h>

/* What a chart is made of; every value in it is finite. */

typedef struct
{
  double x;
  double y;
  char *label; /* (nullable) */
  gboolean is_shown;
} DeidChartPoint;

typedef struct
{
  char *name;
  DeidChartPoint *points; /* in the order of x, equal ones as they came */
  guint64 n;
  guint64 capacity;
} DeidChartSeries;

typedef struct
{
  DeidChartAxis axis;
  double value;
  char *label;
} DeidChartLine;

typedef struct
{
  char *label; /* (nullable) */
  DeidChartUnit unit;
  gboolean is_logarithmic;
} DeidChartAxisSetting;

struct DeidChart
{
  DeidChartKind kind;
  char *title;
  char *description;
  DeidChartAxisSetting axes[2];
  DeidChartSeries series[DEID_CHART_MAX_SERIES];
  guint n_series;
  char **categories;
  guint64 n_categories;
  guint64 category_capacity;
  DeidChartLine *lines;
  guint64 n_lines;
  guint64 line_capacity;
  double end; /* of a histogram; may be below its last x */
  GError *error;
};

/* Returns: where the bar of a histogram ends. */
double deid_chart_get_bar_end (const DeidChart *chart, guint series, guint64 point);

/* Numbers on the axes of charts: short decimals, exact, in any locale the same. */

/* @number times 10^@exponent. */
typedef struct
{
  gint64 number;
  gint exponent;
} DeidChartDecimal;

/* Returns: (transfer full): such as `1,200,000`, `0.05`, `5 %` or `2 × 10¹²`, with as many decimals
 * as @decimal has; powers of ten stand where 15 digits would be too many. */
char *deid_chart_decimal_to_text (DeidChartDecimal decimal, DeidChartUnit unit);

/* From values to places on an axis. */
typedef struct
{
  double low;
  double high; /* above low, by enough to tell places between apart */
  gboolean is_logarithmic;
} DeidChartScale;

/* Makes the scale of an axis: all values on it, lines included. It has 0 where bars have their
 * length and, on the axis of y and on both of a scatter, where 0 is no farther away than the values
 * are from each other. */
void deid_chart_scale_init (DeidChartScale *scale, const DeidChart *chart, DeidChartAxis axis);

/* Returns: where @value is, from 0 at the low end to 1 at the high one. */
double deid_chart_scale_place (const DeidChartScale *scale, double value);

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

/* Elements of SVG. Places have one decimal; classes are texts of the library's own. */

typedef enum
{
  DEID_SVG_START,
  DEID_SVG_MIDDLE,
  DEID_SVG_END
} DeidSvgAnchor;

void deid_svg_add_number (DeidHtml *page, double value);

/* Adds ` name="value"`. */
void deid_svg_add_attribute (DeidHtml *page, const char *name, double value);

/* @tooltip: (nullable). */
void deid_svg_add_line (DeidHtml *page, const char *class_name, double x1, double y1, double x2,
                        double y2, const char *tooltip);
void deid_svg_add_box (DeidHtml *page, const char *class_name, double x, double y, double width,
                       double height, const char *tooltip);
void deid_svg_add_text (DeidHtml *page, const char *class_name, DeidSvgAnchor anchor, double x,
                        double y, const char *text, const char *tooltip);

/* A path is opened, goes on by commands such as 'M' and 'L' with their place, and is closed. */
void deid_svg_open_path (DeidHtml *page, const char *class_name);
void deid_svg_go_to (DeidHtml *page, char command, double x, double y);
void deid_svg_close_path (DeidHtml *page, const char *tooltip);

/* How much room a text takes, in letters of Helvetica and the like, which the style sheet asks for.
 * It is an estimate on the large side, since nobody knows the fonts of who looks. */

/* The size of all letters of a chart, and the distance of their lines. */
#define DEID_CHART_LETTERS 13.0
#define DEID_CHART_LEADING 16.0

double deid_chart_text_measure (const char *text);

#define DEID_CHART_MAX_LINES 3

typedef struct
{
  char *lines[DEID_CHART_MAX_LINES];
  guint n;
  gboolean is_cut; /* whether an ellipsis stands for the rest */
} DeidChartLines;

/* Breaks a text into lines of at most @width, between words where it can. @n_most is at most
 * %DEID_CHART_MAX_LINES. */
void deid_chart_lines_init (DeidChartLines *lines, const char *text, double width, guint n_most);
void deid_chart_lines_clear (DeidChartLines *lines);

/* What is taken of a drawing, so that labels find free places. */
typedef struct
{
  double left;
  double top;
  double right;
  double bottom;
} DeidChartBox;

typedef struct
{
  DeidChartBox *boxes;
  guint64 n;
  guint64 capacity;
  GError *error; /* no memory; nothing more is taken */
} DeidChartBoxes;

void deid_chart_boxes_clear (DeidChartBoxes *boxes);
void deid_chart_boxes_add (DeidChartBoxes *boxes, DeidChartBox box);

/* Returns: the area of @box that is taken. */
double deid_chart_boxes_cover (const DeidChartBoxes *boxes, DeidChartBox box);

/* Returns: the box of a line of letters that stands on @y. */
DeidChartBox deid_chart_box_of_text (const char *text, DeidSvgAnchor anchor, double x, double y);

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

/* Chooses as many ticks of the axis that lies as have room beside each other. */
void deid_chart_drawing_find_ticks (DeidChartDrawing *drawing);

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

/* The sign of a series at a place. */
void deid_chart_mark_add (DeidHtml *page, guint series, double x, double y, const char *tooltip);

/* A bar in the colour of a series, with the stripes that tell it apart in print. */
void deid_chart_bar_add (DeidHtml *page, guint series, DeidChartBox box, const char *tooltip);
