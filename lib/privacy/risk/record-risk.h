/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "base/wide.h"

/* Risks are integers: multiples of 2^-64. */
#define DEID_RISK_ONE ((DeidWide) 1 << 64)

/* Returns: the smallest integer m with m >= 2^64 / @n^(@halves / 2); @n is at least 1 and @halves
 * from 1 to 8. Complexity: O(1). */
DeidWide deid_record_risk (guint64 n, guint halves);

/* Returns: the sum of the risks of the records of a class, less than one multiple a record more
 * than it is; a class that nobody in the population matches counts as matched by one, and one that
 * is as large as what matches it has a risk of exactly 1 if the exponent is. Complexity: O(1). */
static inline DeidWide
deid_class_risk (guint64 size, guint64 n_population, guint halves)
{
  if (halves == 2 && size == n_population)
    return DEID_RISK_ONE;
  return size * deid_record_risk (MAX (n_population, 1), halves);
}
