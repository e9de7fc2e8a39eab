/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/wide.h"

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
