/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/chart-boxes.h"

#include "base/memory.h"
#include "page/chart-text.h"

void
deid_chart_boxes_clear (DeidChartBoxes *boxes)
{
  g_free (boxes->boxes);
  g_clear_error (&boxes->error);
  *boxes = (DeidChartBoxes){ 0 };
}

void
deid_chart_boxes_add (DeidChartBoxes *boxes, DeidChartBox box)
{
  if (boxes->error == NULL
      && deid_grow ((gpointer *) &boxes->boxes, &boxes->capacity, boxes->n + 1, sizeof box,
                    &boxes->error))
    boxes->boxes[boxes->n++] = box;
}

double
deid_chart_boxes_cover (const DeidChartBoxes *boxes, DeidChartBox box)
{
  double area = 0;

  for (guint64 i = 0; i < boxes->n; i++)
    {
      const DeidChartBox *other = &boxes->boxes[i];
      const double width = MIN (box.right, other->right) - MAX (box.left, other->left);
      const double height = MIN (box.bottom, other->bottom) - MAX (box.top, other->top);

      if (width > 0 && height > 0)
        area += width * height;
    }
  return area;
}

DeidChartBox
deid_chart_box_of_text (const char *text, DeidSvgAnchor anchor, double x, double y)
{
  const double width = deid_chart_text_measure (text);
  const double left = x
                      - (anchor == DEID_SVG_START ? 0
                         : anchor == DEID_SVG_END ? width
                                                  : width / 2);

  return (DeidChartBox){ left, y - DEID_CHART_LETTERS + 2, left + width, y + 3 };
}
