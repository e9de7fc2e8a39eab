/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/wide.h"

/* Risks are integers: multiples of 2^-64. */
#define DEID_RISK_ONE ((DeidWide) 1 << 64)

/* Returns: the smallest integer m with m >= 2^64 / @n^(@halves / 2); @n is at least 1 and @halves
 * from 1 to 8. Complexity: O(1). */
DeidWide deid_record_risk (guint64 n, guint halves);
