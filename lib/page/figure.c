/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/figure.h"

#define MAX_PATH 128

static G_GNUC_PRINTF (2, 0) void begin (DeidHtml *html, const char *format, va_list args)
{
  char path[MAX_PATH];

  g_vsnprintf (path, sizeof path, format, args);
  deid_html_add_format (html, "<span class=\"n\" data-figure=\"%s\" data-value=\"", path);
}

void
deid_figure_add_count (DeidHtml *html, guint64 value, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  begin (html, format, args);
  va_end (args);
  deid_html_add_format (html, "%" G_GUINT64_FORMAT "\">", value);
  deid_html_add_count (html, value);
  deid_html_add_raw (html, "</span>");
}

void
deid_figure_add_share (DeidHtml *html, double value, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  begin (html, format, args);
  va_end (args);
  deid_html_add_exact (html, value);
  deid_html_add_raw (html, "\">");
  deid_html_add_share (html, value);
  deid_html_add_raw (html, "</span>");
}

void
deid_figure_add_limit (DeidHtml *html, double value, const char *format, ...)
{
  char text[DEID_SHARE_SIZE];
  va_list args;

  va_start (args, format);
  begin (html, format, args);
  va_end (args);
  deid_html_add_exact (html, value);
  deid_limit_to_text (value, text);
  deid_html_add_format (html, "\">%s</span>", text);
}

void
deid_figure_add_number (DeidHtml *html, double value, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  begin (html, format, args);
  va_end (args);
  deid_html_add_exact (html, value);
  deid_html_add_raw (html, "\">");
  deid_html_add_number (html, value, 4);
  deid_html_add_raw (html, "</span>");
}

void
deid_figure_add_part (DeidHtml *html, guint64 part, guint64 whole)
{
  const double share = whole > 0 ? (double) part / (double) whole : 0;

  deid_html_add_raw (html, "<span class=\"n\" data-value=\"");
  deid_html_add_exact (html, share);
  deid_html_add_raw (html, "\">");
  deid_html_add_share (html, share);
  deid_html_add_raw (html, "</span>");
}
