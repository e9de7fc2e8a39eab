/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Charts as figures of a page. */
#include "page/chart-drawing.h"

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

  deid_chart_drawing_arrange (&drawing);
  open_svg (&drawing);
  deid_chart_legend_add (&drawing);
  deid_chart_drawing_add_axes (&drawing);
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
