/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"

/* Sums of risks, in multiples of 2^-64 as deid_record_risk() has them, and decimals. */

/* Finds twice the exponent. Returns: from 1 to 8, or 0 if @gamma is none that is allowed. */
guint deid_risk_find_halves (double gamma);

/* Returns: the greatest sum that is at most @n times @threshold. */
DeidWide deid_risk_scale_threshold (const DeidRational *threshold, guint64 n);

/* Returns: the smallest double that is at least @sum over @n, if it is taken as the shortest
 * decimal that reads back to it. @sum is at least @n, which is above 0. */
double deid_risk_round_up (DeidWide sum, guint64 n);
