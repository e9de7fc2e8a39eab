/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/wide.h"

/* A product of powers of integers and of Euler's number with positive and negative exponents, to be
 * compared with 1 exactly. */
typedef struct
{
  guint64 base;
  DeidSignedWide exponent;
} DeidPower;

typedef struct
{
  DeidPower *powers;
  guint64 n;
  guint64 capacity;
  DeidSignedWide exponent_of_e;
} DeidPowerProduct;

void deid_power_product_init (DeidPowerProduct *product);
void deid_power_product_clear (DeidPowerProduct *product);

/* Multiplies by (@base ^ @exponent) ^ @sign; @base > 0, @sign is 1 or -1. The exponents of bases
 * with a common factor must add up to less than 2^120. */
gboolean deid_power_product_multiply (DeidPowerProduct *product, guint64 base, DeidWide exponent,
                                      int sign, GError **error);

/* Multiplies by (e ^ @exponent) ^ @sign; the exponents add up to at most 2^113. */
void deid_power_product_multiply_e (DeidPowerProduct *product, DeidWide exponent, int sign);

/* Sets @sign to -1, 0 or 1 as the product is below, equal to or above 1. It is equal exactly if
 * nothing is left once its bases are replaced by pairwise coprime ones; otherwise the powers are
 * multiplied out in as much precision as tells the two sides apart. That ends with powers of e too:
 * but for the zeroth, they are irrational.
 *
 * Source for the coprime bases: E. Bach, J. Driscoll, J. Shallit, "Factor refinement", Journal of
 * Algorithms 15, 1993.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(n^2) greatest common divisors for n bases. */
gboolean deid_power_product_compare_to_one (DeidPowerProduct *product, int *sign, GError **error);
