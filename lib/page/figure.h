/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "page/html.h"

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
