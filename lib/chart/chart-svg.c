/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "base/text.h"
#include "chart/chart-private.h"

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

/* The widths of the characters from space to tilde in Helvetica, in thousandths of the size, as in
 * Adobe's font metrics. */
static const guint16 widths[]
    = { 278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
        556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
        667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
        333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
        556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584 };

/* Fonts that stand in for it are wider, DejaVu Sans the most. */
#define ALLOWANCE 1.17

/* What an escape such as `\u{202E}` takes. */
#define CHART_TEXT_ESCAPE 4500

static double
measure_character (const char *text, gsize length, gboolean is_plain)
{
  const gunichar c = is_plain ? g_utf8_get_char_validated (text, (gssize) length) : 0;
  guint width;

  if (!is_plain)
    width = CHART_TEXT_ESCAPE;
  else if (c == '\\')
    width = 2 * 278;
  else if (c >= ' ' && c <= '~')
    width = widths[c - ' '];
  else if (g_unichar_iszerowidth (c))
    width = 0;
  else
    width = g_unichar_iswide (c) ? 1000 : 600;
  return width * (ALLOWANCE * DEID_CHART_LETTERS / 1000);
}

double
deid_chart_text_measure (const char *text)
{
  double width = 0;

  while (*text != '\0')
    {
      gboolean is_plain;
      const gsize length = deid_text_measure_character (text, &is_plain);

      width += measure_character (text, length, is_plain);
      text += length;
    }
  return width;
}

/* Returns: the bytes of a text that fit, at least one character; @at_word ends them behind a word
 * if the text goes on. */
static gsize
chart_text_fit (const char *text, double width, gboolean at_word)
{
  gsize n = 0, word = 0;

  while (text[n] != '\0')
    {
      gboolean is_plain;
      const gsize length = deid_text_measure_character (text + n, &is_plain);

      width -= measure_character (text + n, length, is_plain);
      if (text[n] == ' ')
        word = n;
      else if (width < 0 && n > 0)
        return at_word && word > 0 ? word : n;
      n += length;
    }
  return n;
}

void
deid_chart_lines_init (DeidChartLines *lines, const char *text, double width, guint n_most)
{
  *lines = (DeidChartLines){ .n = 0 };
  while (*text == ' ')
    text++;
  while (*text != '\0')
    {
      const gboolean is_last = lines->n + 1 == n_most;
      gsize length = chart_text_fit (text, width, !is_last), shown;

      lines->is_cut = is_last && text[length] != '\0';
      if (lines->is_cut)
        length = chart_text_fit (text, width - DEID_CHART_LETTERS, FALSE);
      for (shown = length; shown > 0 && text[shown - 1] == ' '; shown--)
        ;
      lines->lines[lines->n++]
          = g_strdup_printf ("%.*s%s", (int) shown, text, lines->is_cut ? "…" : "");
      if (lines->is_cut)
        return;
      text += length;
      while (*text == ' ')
        text++;
    }
}

void
deid_chart_lines_clear (DeidChartLines *lines)
{
  for (guint i = 0; i < lines->n; i++)
    g_free (lines->lines[i]);
  lines->n = 0;
}

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
