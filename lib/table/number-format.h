/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* How numbers are written elsewhere than in programs: `1.234,50`, `€ 1 200`, `12,5 %`. */
typedef struct
{
  char decimal;   /* `.` or `,`; NUL if numbers are decimals as programs write them */
  char thousands; /* `.`, `,`, `'`, or a blank of any kind; NUL for none */
} DeidNumberFormat;

/* The formats of numbers, those without groups first. */
#define DEID_N_PLAIN_FORMATS  2
#define DEID_N_NUMBER_FORMATS 7

extern const DeidNumberFormat deid_number_formats[DEID_N_NUMBER_FORMATS];

/* Takes what is said of numbers off the end of the format of a type: `decimal=C`, `thousands=C`,
 * with `blank` for a blank, and `unparsable=missing`. If one of them is wrong, @expected becomes
 * what is expected there. Returns: (transfer full) (nullable): the rest, or %NULL if all was taken.
 */
char *deid_number_format_take (DeidNumberFormat *format, const char *text, gboolean *is_lenient,
                               const char **expected);

/* Returns: (transfer full) (nullable): the signs in the same form; %NULL if there are none. */
char *deid_number_format_spell (const DeidNumberFormat *format);

/* Reads a number as a decimal: without separators between its groups of digits, with a point. A
 * currency sign or code may stand before or behind it, and a per cent sign behind it; one in
 * brackets is negative, as accountants write it. @unit, if it is not NULL, is the unit of the
 * numbers read before, and lets none of another one pass.
 *
 * Returns: (transfer full) (nullable): the decimal, or %NULL if it is none. */
char *deid_number_format_read (const DeidNumberFormat *format, const char *text, char **unit);

/* Returns: (transfer full): a text in which points between digits are the decimal mark. */
char *deid_number_format_write (const DeidNumberFormat *format, const char *text);
