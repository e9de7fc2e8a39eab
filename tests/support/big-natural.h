/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A natural number of any size, with the arithmetic of school: what exact decisions of the library
 * are compared with. */
typedef struct
{
  guint64 *words; /* lowest first; none of them for 0, the highest is not 0 */
  guint n_words;
} BigNatural;

BigNatural *big_natural_new (guint64 value);
BigNatural *big_natural_copy (const BigNatural *number);
BigNatural *big_natural_product (const BigNatural *a, const BigNatural *b);
void big_natural_free (BigNatural *number);

void big_natural_add (BigNatural *number, const BigNatural *term);
void big_natural_multiply (BigNatural *number, guint64 factor);
void big_natural_multiply_power (BigNatural *number, guint64 base, guint64 exponent);

/* Returns: -1, 0 or 1 as @a is below, equal to or above @b. */
int big_natural_compare (const BigNatural *a, const BigNatural *b);

/* Returns: the same for the entropy of @counts and log (@numerator / @denominator): the entropy is
 * at least that if prod c^c numerator^n <= n^n denominator^n. */
int big_natural_compare_entropy (const guint64 *counts, guint n_counts, guint64 numerator,
                                 guint64 denominator);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BigNatural, big_natural_free)
