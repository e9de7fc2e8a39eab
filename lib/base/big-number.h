/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"

#include <glib.h>

/* A natural number of any size. One that is all zero is 0 and holds no memory. Whatever makes a
 * number larger may fail with %DEID_ERROR_NO_MEMORY, after which it has some value and may be
 * cleared or set anew. */
typedef struct
{
  guint64 *words;  /* lowest first */
  guint64 n_words; /* without leading zeros: none for 0 */
  guint64 capacity;
} DeidNatural;

void deid_natural_clear (DeidNatural *number);

gboolean deid_natural_set (DeidNatural *number, guint64 value, GError **error);
gboolean deid_natural_set_power_of_two (DeidNatural *number, guint64 exponent, GError **error);
gboolean deid_natural_copy (DeidNatural *number, const DeidNatural *from, GError **error);

gboolean deid_natural_add (DeidNatural *number, const DeidNatural *term, GError **error);
gboolean deid_natural_multiply (DeidNatural *number, guint64 factor, GError **error);
gboolean deid_natural_multiply_wide (DeidNatural *number, DeidWide factor, GError **error);

/* Divides by @divisor, which is above 0, and rounds down. */
void deid_natural_divide (DeidNatural *number, guint64 divisor);

/* Returns: what is left when it is divided by @divisor, which is above 0. */
guint64 deid_natural_get_rest (const DeidNatural *number, guint64 divisor);

/* Replaces a number by its square root, rounded down. Complexity: O(words^2), 64 times. */
gboolean deid_natural_take_root (DeidNatural *number, GError **error);

/* Returns: -1, 0 or 1 as @a is below, equal to or above @b. */
int deid_natural_compare (const DeidNatural *a, const DeidNatural *b);

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
