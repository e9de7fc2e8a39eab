/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A growing text of HTML. Once something went wrong nothing more is added; the end tells. */
typedef struct DeidHtml DeidHtml;

DeidHtml *deid_html_new (void);

/* Adds markup of the library's own, as it is. */
void deid_html_add_raw (DeidHtml *html, const char *markup);

/* Adds a text of anybody's, escaped; controls and marks that turn the direction of writing are made
 * visible as by deid_text_escape(). */
void deid_html_add_text (DeidHtml *html, const char *text);

/* In any locale the same. */
void deid_html_add_number (DeidHtml *html, double value, int significant_digits);
void deid_html_add_count (DeidHtml *html, guint64 value);

/* Adds `<tag attributes>text</tag>`, of which only @text is escaped; @attributes may be NULL. */
void deid_html_add_element (DeidHtml *html, const char *tag, const char *attributes,
                            const char *text);

/* Keeps an error of what was to be added, for the end; @error is taken. */
void deid_html_fail (DeidHtml *html, GError *error);

/* Returns: (transfer full): the text, or %NULL with the first error. The handle is freed. */
char *deid_html_free_to_text (DeidHtml *html, GError **error);
