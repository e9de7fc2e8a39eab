/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/html.h"

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
