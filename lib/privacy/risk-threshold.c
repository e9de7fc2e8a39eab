/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/risk-threshold.h"

#include <math.h>

#include "privacy/record-risk.h"

#define MAX_HALVES 8

guint
deid_risk_find_halves (double gamma)
{
  for (guint halves = 1; halves <= MAX_HALVES; halves++)
    if (gamma == halves / 2.0)
      return halves;
  return 0;
}

/* The 64 bits behind the point come one by one, since the denominator has up to 123. */
DeidWide
deid_risk_scale_threshold (const DeidRational *threshold, guint64 n)
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

/* A number from 2^-64 to 2^64 with 17 digits is in the range of rationals. */
static gboolean
is_enough (double threshold, DeidWide sum, guint64 n)
{
  DeidRational exact;

  return deid_rational_from_double (threshold, "a risk", &exact, NULL)
         && sum <= deid_risk_scale_threshold (&exact, n);
}

/* The quotient of rounded numbers is off by a few units in its last place. */
double
deid_risk_round_up (DeidWide sum, guint64 n)
{
  double risk = (double) sum / (double) n / (double) DEID_RISK_ONE, lower;

  while (!is_enough (risk, sum, n))
    risk = nextafter (risk, INFINITY);
  while (is_enough (lower = nextafter (risk, 0), sum, n))
    risk = lower;
  return risk;
}
