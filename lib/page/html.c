/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "page/html.h"

#include <string.h>

#include "base/long-text.h"
#include "base/text.h"

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
deid_html_add_raw (DeidHtml *html, const char *markup)
{
  deid_long_text_add (&html->text, "%s", markup);
}

static const char *
find_entity (char c)
{
  switch (c)
    {
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '&':
      return "&amp;";
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
  g_autofree char *escaped = deid_text_escape (text);

  for (const char *c = escaped; *c != '\0';)
    {
      const gsize plain = strcspn (c, "<>&\"'");

      deid_long_text_add (&html->text, "%.*s", (int) plain, c);
      c += plain;
      if (*c != '\0')
        deid_long_text_add (&html->text, "%s", find_entity (*c++));
    }
}

void
deid_html_add_number (DeidHtml *html, double value, int significant_digits)
{
  g_autofree char *format = g_strdup_printf ("%%.%dg", significant_digits);

  deid_long_text_add_double (&html->text, format, value);
}

void
deid_html_add_count (DeidHtml *html, guint64 value)
{
  deid_long_text_add (&html->text, "%" G_GUINT64_FORMAT, value);
}

void
deid_html_add_element (DeidHtml *html, const char *tag, const char *attributes, const char *text)
{
  const gboolean has_attributes = attributes != NULL && *attributes != '\0';

  deid_long_text_add (&html->text, "<%s%s%s>", tag, has_attributes ? " " : "",
                      has_attributes ? attributes : "");
  deid_html_add_text (html, text);
  deid_long_text_add (&html->text, "</%s>", tag);
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
