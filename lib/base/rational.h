/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A non-negative fraction in lowest terms. */
typedef struct
{
  guint64 numerator;
  guint64 denominator;
} DeidRational;

/* Turns @value into the shortest decimal that reads back to it (0.2 becomes exactly 1/5).
 * Fails with %DEID_ERROR_INVALID_ARGUMENT, naming the value as @what, if it is negative, not
 * finite, or needs more than 64 bits. */
gboolean deid_rational_from_double (double value, const char *what, DeidRational *rational,
                                    GError **error);

/* Writes the shortest decimal that reads back to @value, in any locale the same. */
#define DEID_DECIMAL_SIZE 32
void deid_double_to_decimal (double value, char text[DEID_DECIMAL_SIZE]);

/* Reads all of @text as a finite decimal number. */
gboolean deid_double_from_decimal (const char *text, double *value);

/* Reads all of @text as an unsigned decimal integer without sign or blanks. */
gboolean deid_uint64_from_decimal (const char *text, guint64 *value);
