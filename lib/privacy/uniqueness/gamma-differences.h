/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Differences of the logarithm of the gamma function and of its derivative, where the functions
 * themselves would cancel. */

/* Returns: the sum of 1 / (@x + i) over 0 <= i < @n, for @x > 0, off by less than 1e-13 of
 * itself. */
double deid_sum_reciprocals (double x, double n);

/* Returns: log Gamma (@x + @a) - log Gamma (@x), for @x > 0, @x + @a > 0 and |@a| <= 1, off by less
 * than 1e-13 or 1e-14 of itself, whichever is more. */
double deid_log_gamma_difference (double x, double a);
