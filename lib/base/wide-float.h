/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/wide.h"

/* A positive number with a mantissa of B = 64 @n_words bits, rounded down, and a bound on what the
 * rounding lost. With m the mantissa read as an integer, whose highest bit is set, the true value
 * lies in [m, m (1 + error 2^(1 - B))] 2^exponent. */
typedef struct
{
  guint64 *words; /* lowest first */
  guint64 *scratch;
  guint n_words;
  DeidSignedWide exponent;
  DeidWide error;
} DeidWideFloat;

/* @n_words is at least 4. On failure the number may be cleared, and nothing else. */
gboolean deid_wide_float_init (DeidWideFloat *number, guint n_words, GError **error);
void deid_wide_float_clear (DeidWideFloat *number);

/* @value and @base are above 0. */
void deid_wide_float_set (DeidWideFloat *number, guint64 value);
void deid_wide_float_multiply (DeidWideFloat *number, const DeidWideFloat *factor);
void deid_wide_float_set_power (DeidWideFloat *number, guint64 base, DeidWide exponent,
                                DeidWideFloat *square);

/* A power of Euler's number; @exponent is at most 2^113 in four words, so that the error stays far
 * below 2^(B / 2). */
void deid_wide_float_set_exponential (DeidWideFloat *number, DeidWide exponent,
                                      DeidWideFloat *square);

/* Returns: -1 or 1 if @a is certainly below or above @b, 0 if the precision does not tell. */
int deid_wide_float_compare (const DeidWideFloat *a, const DeidWideFloat *b);
