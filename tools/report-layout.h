/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/text.h"

/* How reports look: lines no wider than the terminal, or than 80 columns where there is none, and
 * colours on a terminal, unless NO_COLOR is set or TERM is `dumb`. */

#define STYLE_PLAIN   ""
#define STYLE_BOLD    "1"
#define STYLE_WARNING "33"

/* Prints a heading behind an empty line. */
void print_heading (const char *heading, const char *style);

/* Prints a text, which begins with @lead; further lines are indented by the width of @lead. */
void print_paragraph (const char *lead, const char *text, const char *style);

/* Prints a table. Rows are arrays of cells (GStrv), the first of headings. @alignment has a letter
 * for each column: `l` for texts, which are wrapped where the terminal is too narrow, or `r`. */
void print_rows (const GPtrArray *rows, const char *alignment);

/* Write a number, or a share in per cent, with three significant digits. They return @text. */
const char *show_number (double value, char text[DEID_SHARE_SIZE]);
const char *show_share (double share, char text[DEID_SHARE_SIZE]);
