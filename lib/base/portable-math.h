/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"

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

/* Adds @value times @weight. */
void deid_exact_sum_add_product (DeidExactSum *sum, double value, guint64 weight);

/* Returns: the sum, rounded once. */
double deid_exact_sum_get (const DeidExactSum *sum);

/* Natural logarithms in units of 2^-120, by integers, so that they are the same everywhere. */

#define DEID_FIXED_BITS 120
#define DEID_FIXED_ONE  ((DeidWide) 1 << DEID_FIXED_BITS)

/* log 2 and Euler's constant, correctly rounded. */
#define DEID_FIXED_LOG_2                                                                           \
  ((DeidWide) G_GUINT64_CONSTANT (0xb17217f7d1cf79) << 64 | G_GUINT64_CONSTANT (0xabc9e3b39803f2f7))
#define DEID_FIXED_GAMMA                                                                           \
  ((DeidWide) G_GUINT64_CONSTANT (0x93c467e37db0c7) << 64 | G_GUINT64_CONSTANT (0xa4d1be3f810152cb))

/* Returns: log @n of @n >= 1, off by less than 2^-110. */
DeidWide deid_fixed_log (guint64 n);

/* The library's own generator, so that a seed gives the same numbers on every platform:
 * SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
 * Not for cryptography. */
typedef struct
{
  guint64 state;
} DeidRandom;

guint64 deid_random_next (DeidRandom *random);

/* Returns: a number in [0, @bound), each equally likely; @bound > 0. */
guint64 deid_random_below (DeidRandom *random, guint64 bound);
