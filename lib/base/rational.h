/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/wide.h"

#include <glib.h>

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
void deid_double_to_decimal (double value, char text[DEID_DECIMAL_SIZE]);

/* Reads all of @text as a finite decimal number. */
gboolean deid_double_from_decimal (const char *text, double *value);

/* Reads all of @text as an unsigned decimal integer without sign or blanks. */
gboolean deid_uint64_from_decimal (const char *text, guint64 *value);
