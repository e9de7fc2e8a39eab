/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "base/rational.h"

#include <glib.h>

/* The numbers of rules are exact: units of 10^-18, of numbers below 10^18 in size. Larger ones are
 * refused. Digits behind the 18th place of a value are rounded down, which changes no label: ends
 * of ranges have no more places, and a number is below such an end exactly if it is without these
 * digits. How numbers are spelt is the matter of base/rational.h: `1e3`, `007` and `5.0` are
 * numbers,
 * `+5` and ` 5` are none. */
typedef DeidSignedWide DeidNumber;

#define DEID_NUMBER_PLACES 18

/* 1. */
#define DEID_NUMBER_ONE ((DeidNumber) G_GINT64_CONSTANT (1000000000000000000))

/* All numbers are between these, which stand for open ends. Sums and differences of two fit. */
#define DEID_NUMBER_END   (DEID_NUMBER_ONE * DEID_NUMBER_ONE)
#define DEID_NUMBER_LEAST (-DEID_NUMBER_END)

/* Room for any number as text, its NUL included. */
#define DEID_NUMBER_SIZE 40

/* Reads a value, rounded down. Returns: whether it is a number, and not too large. */
gboolean deid_number_read (const char *text, DeidNumber *number);

/* Reads an end of a range, which must not have more than 18 places. */
gboolean deid_number_read_exactly (const char *text, DeidNumber *number);

/* Reads a number without an exponent as an integer that is to be divided by a power of ten, as long
 * as it has at most 18 digits. Returns: FALSE of all others. */
gboolean deid_number_read_short (const char *text, gint64 *digits, guint *n_places);

/* Writes a number without an exponent and without zeros at the end.
 * Returns: the length of the text. */
gsize deid_number_write (DeidNumber number, char text[DEID_NUMBER_SIZE]);

static inline gboolean
deid_number_is_integer (DeidNumber number)
{
  return number % DEID_NUMBER_ONE == 0;
}

/* Returns: the greatest of @origin, @origin + @width, @origin - @width, … up to a number. */
static inline DeidNumber
deid_number_round_down (DeidNumber number, DeidNumber origin, DeidNumber width)
{
  const DeidNumber rest = (number - origin) % width;

  return number - rest - (rest < 0 ? width : 0);
}

/* Ends of ranges that do not tell the exact number of a person if that can be: between neighbours
 * a < b the edge e, a < e <= b, is a multiple of the greatest power of ten that has multiples
 * there; of several the middle one, of two the one nearer to 0, unless it is b itself: then the
 * other one. Where b is the only one, multiples of the next power of ten that lie below b are
 * taken, if there are any and it is no finer than the last digits of a and b, or 1; else the edge
 * is b.
 *
 * 0 is a multiple of each power: it is the edge between a negative number and one above 0. Where b
 * is 0 multiples below 0 are taken, of the greatest power of ten that has any there and is no finer
 * than these digits; else the edge is 0. */

/* 0.d1 d2 d3 … 10^magnitude, without a sign: digits, and one that follows them for ever. */
typedef struct
{
  char *digits; /* room for those of any number */
  gsize n;
  char fill;
  gint64 magnitude; /* G_MININT64 for 0 */
} DeidEdgeNumber;

/* Writes edges one after the other. */
typedef struct
{
  DeidEdgeNumber small;
  DeidEdgeNumber great;
  DeidLongText text;
} DeidEdgeWriter;

/* For decimals of up to so many bytes. On failure it may be cleared. Errors: %DEID_ERROR_NO_MEMORY.
 */
gboolean deid_edge_writer_init (DeidEdgeWriter *writer, gsize max_length, GError **error);
void deid_edge_writer_clear (DeidEdgeWriter *writer);

/* Adds the edge between two decimals, of which @a is the smaller one, to the text. */
void deid_edge_writer_add (DeidEdgeWriter *writer, const char *a, const char *b);

/* Finds the edge between two numbers, of which @a is the smaller one; what the writer has written
 * is lost. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_edge_writer_find (DeidEdgeWriter *writer, DeidNumber a, DeidNumber b,
                                DeidNumber *edge, GError **error);

/* Ranges of numbers and their labels. A range goes from its low end up to, but not including, the
 * high one. Labels are
 *
 *     20-29        from 20 up to, but not including, 30, where numbers are integers
 *     -9 to -5     the same, where the first integer is negative
 *     5            the same of one integer
 *     [1.5, 2.0)   where numbers are others; both ends have as many places
 *     < 18         and
 *     >= 90        where the other end is open
 *     *            of all numbers
 *
 * In `20-29` lies 29.5 as well, as with completed years; rules write `[20, 30)` where a column has
 * such numbers, unless they are told otherwise. */
typedef struct
{
  DeidNumber low;  /* DEID_NUMBER_LEAST if it is open */
  DeidNumber high; /* DEID_NUMBER_END if it is open; above the low end */
} DeidRange;

/* Room for any label, its NUL included. */
#define DEID_RANGE_LABEL_SIZE (4 * DEID_NUMBER_SIZE)

/* Writes a label, for integers if both ends that are not open are some.
 * Returns: its length. */
gsize deid_range_write_label (const DeidRange *range, gboolean are_integers,
                              char label[DEID_RANGE_LABEL_SIZE]);

/* The same of ends as decimals of any length, NULL if they are open. Numbers with an exponent are
 * no integers here. @label has room for deid_range_get_label_size() bytes. */
gsize deid_range_write_label_of (const char *low, const char *high, gboolean are_integers,
                                 char *label);
gsize deid_range_get_label_size (const char *low, const char *high);

/* Writes a range without a blank, as rules spell it; it reads back.
 * Returns: its length. */
gsize deid_range_write_item (const DeidRange *range, gboolean are_integers,
                             char item[DEID_RANGE_LABEL_SIZE]);

/* Reads a range: any label, and besides
 *
 *     18+ or >=18   `>= 18`
 *     <18           `< 18`
 *     ..17          `< 18`, of an integer
 *     -9..-5        `-9 to -5`
 *     1.5..<2       `[1.5, 2.0)`
 *
 * The result is %FALSE of what is no range of numbers, or one whose ends are too large, have more
 * than 18 places or do not rise. */
gboolean deid_range_parse (const char *text, DeidRange *range);

static inline gboolean
deid_range_contains (const DeidRange *range, DeidNumber number)
{
  return range->low <= number && number < range->high;
}

/* Tells whether all ends that are not open are integers. */
static inline gboolean
deid_range_is_of_integers (const DeidRange *range)
{
  return deid_number_is_integer (range->low) && deid_number_is_integer (range->high);
}
