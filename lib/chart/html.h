/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/text.h"

/* A page that is being written: a text that may grow with the data. Once memory ran out, nothing
 * more is added; the end tells. */
typedef struct DeidHtml DeidHtml;

DeidHtml *deid_html_new (void);
void deid_html_free (DeidHtml *html);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidHtml, deid_html_free)

/* Adds markup of ours. */
void deid_html_add_raw (DeidHtml *html, const char *markup);

/* The same, made of a format; its arguments are no texts from outside. */
void deid_html_add_format (DeidHtml *html, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Adds a text from outside, which becomes no markup, in elements or within quotes of attributes.
 * What is not seen or turns the direction of writing stands there as an escape. */
void deid_html_add_text (DeidHtml *html, const char *text);

/* Adds a sentence of a report, whose counts get commas between thousands: texts and JSON have none,
 * pages have them everywhere. A number is a count if a word such as `records` follows it; others,
 * such as years, stay as they are. */
void deid_html_add_sentence (DeidHtml *html, const char *sentence);

/* Adds the first 60 characters of a value or a name, whose direction of writing does not spread.
 * %NULL is a missing value. */
void deid_html_add_value (DeidHtml *html, const char *value);

/* Adds a number with so many significant digits, without an exponent unless it is below 1e-6 or
 * from 1e15 on; integers of more digits stand as they are. */
void deid_html_add_number (DeidHtml *html, double value, int significant_digits);

/* Writes an integer, with commas between thousands; the macro into memory that lasts as long as the
 * block in which it stands, for formats. */
#define DEID_COMMAS(value) deid_count_to_text ((value), (char[DEID_SHARE_SIZE]){ 0 })
char *deid_count_to_text (guint64 value, char text[DEID_SHARE_SIZE]);
void deid_html_add_count (DeidHtml *html, guint64 value);

/* Writes a share as a percentage of three digits; 0 % and 100 % are only what is nothing and all.
 */
#define DEID_PERCENT(share) deid_share_to_text ((share), (char[DEID_SHARE_SIZE]){ 0 })
char *deid_share_to_text (double share, char text[DEID_SHARE_SIZE]);
void deid_html_add_share (DeidHtml *html, double share);

/* Writes what somebody set, such as a limit, as a percentage of all its digits. */
void deid_limit_to_text (double limit, char text[DEID_SHARE_SIZE]);

/* Adds `<tag attributes>escaped text</tag>`; @attributes, which may be %NULL, are ours. */
void deid_html_add_element (DeidHtml *html, const char *tag, const char *attributes,
                            const char *text);

/* Adds what another one has, which is freed. */
void deid_html_add_html (DeidHtml *html, DeidHtml *other);

/* Keeps an error of what was to be added, for the end; @error is taken. */
void deid_html_fail (DeidHtml *html, GError *error);

/* Frees @html. Returns: (transfer full) (nullable): the text, or %NULL with %DEID_ERROR_NO_MEMORY.
 */
char *deid_html_free_to_text (DeidHtml *html, GError **error);

/* Figures carry their full precision in `data-value` and where the report of the command line has
 * them in `data-figure`, such as `risks.after.records`, which the format makes. */

void deid_figure_add_count (DeidHtml *html, guint64 value, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
void deid_figure_add_share (DeidHtml *html, double value, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* The same for what somebody set, which is not rounded. */
void deid_figure_add_limit (DeidHtml *html, double value, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
void deid_figure_add_number (DeidHtml *html, double value, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* A share that no report has, being made of two figures of one. */
void deid_figure_add_part (DeidHtml *html, guint64 part, guint64 whole);
