/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/wide.h"

/* The numbers of rules are exact: units of 10^-18, of numbers below 10^18 in size. Larger ones are
 * refused. Digits behind the 18th place of a value are rounded down, which changes no label: ends
 * of ranges have no more places, and a number is below such an end exactly if it is without these
 * digits. How numbers are spelt is the matter of base/decimal.h: `1e3`, `007` and `5.0` are
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
