/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/risk/risk-threshold.h"

#include <glib.h>

#define MAX_HALVES 8

guint
deid_risk_find_halves (double gamma)
{
  for (guint halves = 1; halves <= MAX_HALVES; halves++)
    if (gamma == halves / 2.0)
      return halves;
  return 0;
}

/* Returns: the greatest sum that is at most @n times @threshold. The 64 bits behind the point come
 * one by one, since the denominator has up to 123. */
static DeidWide
scale_threshold (const DeidRational *threshold, guint64 n)
{
  const DeidWide product = (DeidWide) n * threshold->numerator;
  DeidWide scaled = product / threshold->denominator;
  DeidWide rest = product % threshold->denominator;

  if (scaled > G_MAXUINT64)
    return ~(DeidWide) 0;
  for (guint bit = 0; bit < 64; bit++)
    {
      rest *= 2;
      scaled = 2 * scaled + (rest >= threshold->denominator ? 1 : 0);
      rest -= rest >= threshold->denominator ? threshold->denominator : 0;
    }
  return scaled;
}

int
deid_risk_compare_bounds (DeidWide sum, guint64 n_rounded, const DeidRational *threshold, guint64 n)
{
  const DeidWide most = scale_threshold (threshold, n);

  if (sum <= most)
    return -1;
  return sum - most > n_rounded ? 1 : 0;
}
