/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Parts that do not overlap: the exponents of doubles have room for 40 of them. */
#define DEID_EXACT_SUM_PARTS 48

/* A sum of doubles without rounding (J. R. Shewchuk, Adaptive Precision Floating-Point Arithmetic
 * and Fast Robust Geometric Predicates, Discrete Comput. Geom. 18, 1997), which does not depend on
 * the order of its terms. One that is all zero is 0. Terms and products are below 2^1000 in size;
 * below 2^-900 products are rounded. */
typedef struct
{
  double parts[DEID_EXACT_SUM_PARTS]; /* the smallest first */
  guint n;
} DeidExactSum;

/* Complexity: O(parts), which are few as long as the terms are of like size. */
void deid_exact_sum_add (DeidExactSum *sum, double term);

/* Adds @value times @weight. */
void deid_exact_sum_add_product (DeidExactSum *sum, double value, guint64 weight);

/* Returns: the sum, rounded once. */
double deid_exact_sum_get (const DeidExactSum *sum);
