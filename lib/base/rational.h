/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* 128-bit integers, for exact products of two 64-bit ones. */
__extension__ typedef unsigned __int128 DeidWide;
__extension__ typedef __int128 DeidSignedWide;

/* Numbers as text, of any length and in any locale the same. A decimal is an optional minus sign,
 * digits with or without a point, and an optional exponent of up to nine digits; an integer is one
 * without point and exponent. */

gboolean deid_decimal_is_valid (const char *text);
gboolean deid_decimal_is_integer (const char *text);

/* Reads a decimal from 0 on exactly, as a number of units of 10^-@n_places.
 *
 * Returns: whether it is one, with no digits but 0 behind so many, and makes at most @greatest,
 * which is below 2^124. */
gboolean deid_decimal_to_units (const char *text, guint n_places, DeidWide greatest,
                                DeidWide *units);

/* The same of decimals with a sign, rounded down to a multiple of the unit; @is_exact tells whether
 * that changed nothing.
 *
 * Returns: whether it is a decimal, and makes at most @greatest in size. */
gboolean deid_decimal_floor (const char *text, guint n_places, DeidWide greatest,
                             DeidSignedWide *units, gboolean *is_exact);

/* Compares two decimals exactly, however many digits they have. Texts that are none come behind all
 * decimals and are equal to one another.
 *
 * Returns: -1, 0 or 1. */
int deid_decimal_compare (const char *a, const char *b);

/* Tells whether a text is a number with a comma where a point is read, such as `12,50` or `0,5%`.
 */
gboolean deid_decimal_has_comma (const char *text);

/* A non-negative fraction in lowest terms. The denominator divides a power of ten up to 10^37; it
 * fits 64 bits for numbers that are at least 1. */
typedef struct
{
  guint64 numerator;
  DeidWide denominator;
} DeidRational;

/* Returns: the greatest common divisor; the other number if one is 0. */
DeidWide deid_greatest_common_divisor (DeidWide a, DeidWide b);

/* Turns @value into the shortest decimal that reads back to it (0.2 becomes exactly 1/5).
 * Fails with %DEID_ERROR_INVALID_ARGUMENT, naming the value as @what, if it is negative, not
 * finite, or so large or small that the fraction is out of range. */
gboolean deid_rational_from_double (double value, const char *what, DeidRational *rational,
                                    GError **error);

/* Writes the shortest decimal that reads back to @value, in any locale the same; whole numbers
 * below 2^53 without an exponent. */
#define DEID_DECIMAL_SIZE 32
char *deid_double_to_decimal (double value, char text[DEID_DECIMAL_SIZE]);

/* The same in memory that lasts as long as the block in which it stands: for messages. */
#define DEID_DECIMAL(value) deid_double_to_decimal ((value), (char[DEID_DECIMAL_SIZE]){ 0 })

/* Reads all of @text as a finite decimal number. */
gboolean deid_double_from_decimal (const char *text, double *value);

/* Reads all of @text as an unsigned decimal integer without sign or blanks. */
gboolean deid_uint64_from_decimal (const char *text, guint64 *value);
