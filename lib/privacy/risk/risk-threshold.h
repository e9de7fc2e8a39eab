/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"

/* Exponents, and sums of risks in multiples of 2^-64, as deid_record_risk() has them, beside
 * thresholds. */

/* Finds twice the exponent. Returns: from 1 to 8, or 0 if @gamma is none that is allowed. */
guint deid_risk_find_halves (double gamma);

/* Compares a risk with @n times @threshold by its bounds: it is at most @sum, and less than
 * @n_rounded multiples below. Returns: -1 if it is no more, 1 if it is more, 0 if the bounds do not
 * tell; never 0 if @n_rounded is 0. Complexity: O(1). */
int deid_risk_compare_bounds (DeidWide sum, guint64 n_rounded, const DeidRational *threshold,
                              guint64 n);
