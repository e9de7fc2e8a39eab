/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/numbers/number.h"

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
 * In `20-29` lies 29.5 as well, as with completed years. */
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
