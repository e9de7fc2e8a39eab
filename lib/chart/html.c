/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "chart/html.h"

#include "base/long-text.h"
#include "base/rational.h"

#include <string.h>

struct DeidHtml
{
  DeidLongText text;
};

DeidHtml *
deid_html_new (void)
{
  return g_new0 (DeidHtml, 1);
}

void
deid_html_free (DeidHtml *html)
{
  deid_long_text_clear (&html->text);
  g_free (html);
}

void
deid_html_add_raw (DeidHtml *html, const char *markup)
{
  deid_long_text_add (&html->text, "%s", markup);
}

void
deid_html_add_format (DeidHtml *html, const char *format, ...)
{
  g_autofree char *added = NULL;
  va_list args;

  va_start (args, format);
  added = g_strdup_vprintf (format, args);
  va_end (args);
  deid_html_add_raw (html, added);
}

static const char *
get_entity (char c)
{
  switch (c)
    {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return NULL;
    }
}

void
deid_html_add_text (DeidHtml *html, const char *text)
{
  g_autofree char *shown = deid_text_escape (text);
  const char *c = shown;

  while (*c != '\0')
    {
      const gsize length = strcspn (c, "&<>\"'");

      deid_long_text_add (&html->text, "%.*s", (int) length, c);
      c += length;
      if (*c != '\0')
        deid_html_add_raw (html, get_entity (*c++));
    }
}

static gboolean
has_prefix_of (const char *text, const char *const *prefixes)
{
  while (*prefixes != NULL && !g_str_has_prefix (text, *prefixes))
    prefixes++;
  return *prefixes != NULL;
}

/* Tells whether a number, in digits from @start to @end, counts something. */
static gboolean
is_counted (const char *sentence, const char *start, const char *end)
{
  static const char *const counted[]
      = { " of ",       " record",   " person",   " people",   " value",
          " different", " distinct", " rarest",   " class",    " of them,",
          " group",     " or more",  ": so many", " released", NULL };

  return (start == sentence || start[-1] == ' ' || start[-1] == '(')
         && has_prefix_of (end, counted);
}

void
deid_html_add_sentence (DeidHtml *html, const char *sentence)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const char *c = sentence; *c != '\0';)
    {
      const gsize n = strspn (c, "0123456789");
      const gboolean is_grouped = n > 3 && is_counted (sentence, c, c + n);

      if (n == 0)
        g_string_append_c (text, *c++);
      for (gsize i = 0; i < n; i++, c++)
        {
          if (is_grouped && i > 0 && (n - i) % 3 == 0)
            g_string_append_c (text, ',');
          g_string_append_c (text, *c);
        }
    }
  deid_html_add_text (html, text->str);
}

void
deid_html_add_value (DeidHtml *html, const char *value)
{
  g_autofree char *shown = value != NULL ? deid_text_shorten (value) : NULL;

  if (shown == NULL)
    deid_html_add_raw (html, "<i>missing</i>");
  else
    deid_html_add_element (html, "bdi", NULL, shown);
}

void
deid_html_add_number (DeidHtml *html, double value, int significant_digits)
{
  char text[DEID_SHARE_SIZE];

  deid_number_to_text (value, significant_digits, text);
  deid_html_add_raw (html, text);
}

/* Adds a number by the shortest decimal that is read as it. */
static void
html_add_exact (DeidHtml *html, double value)
{
  deid_html_add_raw (html, DEID_DECIMAL (value));
}

char *
deid_count_to_text (guint64 value, char text[DEID_SHARE_SIZE])
{
  char digits[32];
  const gsize n = (gsize) g_snprintf (digits, sizeof digits, "%" G_GUINT64_FORMAT, value);
  char *end = text;

  for (gsize i = 0; i < n; i++)
    {
      if (i > 0 && (n - i) % 3 == 0)
        *end++ = ',';
      *end++ = digits[i];
    }
  *end = '\0';
  return text;
}

void
deid_html_add_count (DeidHtml *html, guint64 value)
{
  deid_html_add_raw (html, DEID_COMMAS (value));
}

char *
deid_share_to_text (double share, char text[DEID_SHARE_SIZE])
{
  deid_percent_to_text (share, text);
  g_strlcat (text, "\302\240%", DEID_SHARE_SIZE);
  return text;
}

void
deid_limit_to_text (double limit, char text[DEID_SHARE_SIZE])
{
  deid_number_to_text (100 * limit, 15, text);
  g_strlcat (text, "\302\240%", DEID_SHARE_SIZE);
}

void
deid_html_add_share (DeidHtml *html, double share)
{
  deid_html_add_raw (html, DEID_PERCENT (share));
}

void
deid_html_add_element (DeidHtml *html, const char *tag, const char *attributes, const char *text)
{
  deid_long_text_add (&html->text, "<%s%s%s>", tag, attributes != NULL ? " " : "",
                      attributes != NULL ? attributes : "");
  deid_html_add_text (html, text);
  deid_long_text_add (&html->text, "</%s>", tag);
}

void
deid_html_add_html (DeidHtml *html, DeidHtml *other)
{
  g_autofree char *text = NULL;

  if (html->text.error == NULL)
    text = deid_html_free_to_text (other, &html->text.error);
  else
    deid_html_free (other);
  if (text != NULL)
    deid_html_add_raw (html, text);
}

void
deid_html_fail (DeidHtml *html, GError *error)
{
  if (html->text.error == NULL)
    html->text.error = error;
  else
    g_error_free (error);
}

char *
deid_html_free_to_text (DeidHtml *html, GError **error)
{
  char *text = deid_long_text_end (&html->text, error);

  g_free (html);
  return text;
}

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
  deid_html_add_format (html, "%" G_GUINT64_FORMAT "\">%s</span>", value, DEID_COMMAS (value));
}

void
deid_figure_add_share (DeidHtml *html, double value, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  begin (html, format, args);
  va_end (args);
  html_add_exact (html, value);
  deid_html_add_format (html, "\">%s</span>", DEID_PERCENT (value));
}

void
deid_figure_add_limit (DeidHtml *html, double value, const char *format, ...)
{
  char text[DEID_SHARE_SIZE];
  va_list args;

  va_start (args, format);
  begin (html, format, args);
  va_end (args);
  html_add_exact (html, value);
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
  html_add_exact (html, value);
  deid_html_add_raw (html, "\">");
  deid_html_add_number (html, value, 4);
  deid_html_add_raw (html, "</span>");
}

void
deid_figure_add_part (DeidHtml *html, guint64 part, guint64 whole)
{
  const double share = whole > 0 ? (double) part / (double) whole : 0;

  deid_html_add_raw (html, "<span class=\"n\" data-value=\"");
  html_add_exact (html, share);
  deid_html_add_raw (html, "\">");
  deid_html_add_share (html, share);
  deid_html_add_raw (html, "</span>");
}
