/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/chart-svg.h"

#include <math.h>
#include <string.h>

void
deid_svg_add_number (DeidHtml *page, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  const double rounded = floor (value * 10 + 0.5) / 10;

  g_ascii_formatd (text, sizeof text, "%.1f", rounded == 0 ? 0 : rounded);
  if (g_str_has_suffix (text, ".0"))
    text[strlen (text) - 2] = '\0';
  deid_html_add_raw (page, text);
}

void
deid_svg_add_attribute (DeidHtml *page, const char *name, double value)
{
  deid_html_add_raw (page, " ");
  deid_html_add_raw (page, name);
  deid_html_add_raw (page, "=\"");
  deid_svg_add_number (page, value);
  deid_html_add_raw (page, "\"");
}

static void
open_element (DeidHtml *page, const char *tag, const char *class_name)
{
  deid_html_add_raw (page, "<");
  deid_html_add_raw (page, tag);
  deid_html_add_raw (page, " class=\"");
  deid_html_add_raw (page, class_name);
  deid_html_add_raw (page, "\"");
}

static void
close_element (DeidHtml *page, const char *tag, const char *tooltip)
{
  if (tooltip == NULL)
    {
      deid_html_add_raw (page, "/>\n");
      return;
    }
  deid_html_add_raw (page, ">");
  deid_html_add_element (page, "title", NULL, tooltip);
  deid_html_add_raw (page, "</");
  deid_html_add_raw (page, tag);
  deid_html_add_raw (page, ">\n");
}

void
deid_svg_add_line (DeidHtml *page, const char *class_name, double x1, double y1, double x2,
                   double y2, const char *tooltip)
{
  open_element (page, "line", class_name);
  deid_svg_add_attribute (page, "x1", x1);
  deid_svg_add_attribute (page, "y1", y1);
  deid_svg_add_attribute (page, "x2", x2);
  deid_svg_add_attribute (page, "y2", y2);
  close_element (page, "line", tooltip);
}

void
deid_svg_add_box (DeidHtml *page, const char *class_name, double x, double y, double width,
                  double height, const char *tooltip)
{
  open_element (page, "rect", class_name);
  deid_svg_add_attribute (page, "x", x);
  deid_svg_add_attribute (page, "y", y);
  deid_svg_add_attribute (page, "width", width);
  deid_svg_add_attribute (page, "height", height);
  close_element (page, "rect", tooltip);
}

void
deid_svg_add_text (DeidHtml *page, const char *class_name, DeidSvgAnchor anchor, double x, double y,
                   const char *text, const char *tooltip)
{
  static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };

  open_element (page, "text", class_name);
  deid_svg_add_attribute (page, "x", x);
  deid_svg_add_attribute (page, "y", y);
  deid_html_add_raw (page, anchors[anchor]);
  deid_html_add_raw (page, ">");
  if (tooltip != NULL)
    deid_html_add_element (page, "title", NULL, tooltip);
  deid_html_add_text (page, text);
  deid_html_add_raw (page, "</text>\n");
}

void
deid_svg_open_path (DeidHtml *page, const char *class_name)
{
  open_element (page, "path", class_name);
  deid_html_add_raw (page, " d=\"");
}

void
deid_svg_go_to (DeidHtml *page, char command, double x, double y)
{
  const char letter[] = { command, '\0' };

  deid_html_add_raw (page, letter);
  if (command == 'Z')
    return;
  deid_svg_add_number (page, x);
  deid_html_add_raw (page, " ");
  deid_svg_add_number (page, y);
}

void
deid_svg_close_path (DeidHtml *page, const char *tooltip)
{
  deid_html_add_raw (page, "\"");
  close_element (page, "path", tooltip);
}
