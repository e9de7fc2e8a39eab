/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* How much room a text takes, in letters of Helvetica and the like, which the style sheet asks for.
 * It is an estimate on the large side, since nobody knows the fonts of who looks. */

/* The size of all letters of a chart, and the distance of their lines. */
#define DEID_CHART_LETTERS 13.0
#define DEID_CHART_LEADING 16.0

double deid_chart_text_measure (const char *text);

#define DEID_CHART_MAX_LINES 3

typedef struct
{
  char *lines[DEID_CHART_MAX_LINES];
  guint n;
  gboolean is_cut; /* whether an ellipsis stands for the rest */
} DeidChartLines;

/* Breaks a text into lines of at most @width, between words where it can. @n_most is at most
 * %DEID_CHART_MAX_LINES. */
void deid_chart_lines_init (DeidChartLines *lines, const char *text, double width, guint n_most);
void deid_chart_lines_clear (DeidChartLines *lines);
