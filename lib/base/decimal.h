/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/wide.h"

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
