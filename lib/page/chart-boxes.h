/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/chart-svg.h"

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
