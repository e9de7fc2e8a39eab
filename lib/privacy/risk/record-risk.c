/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/risk/record-risk.h"

#include <math.h>

static DeidWide
divide_up (DeidWide numerator, DeidWide denominator)
{
  return (numerator - 1) / denominator + 1;
}

/* Returns: the smallest integer whose square is at least @x, which is above 0 and at most 2^127.
 * The root of a rounded number is off by a few of 2^52 of itself. */
static DeidWide
take_root_up (DeidWide x)
{
  DeidWide root = (DeidWide) sqrt ((double) x);

  for (guint i = 0; i < 3 && root > 0; i++)
    root = (root + x / root) / 2;
  while (root * root >= x)
    root--;
  while (root * root < x)
    root++;
  return root;
}

/* Returns: the smallest integer that is at least 2^128 / @n^@power, for @n above 1. Dividing by one
 * factor after the other and rounding up each time makes no difference. */
static DeidWide
divide_by_power (guint64 n, guint power)
{
  DeidWide quotient = ~(DeidWide) 0 / n + 1;

  for (guint i = 1; i < power; i++)
    quotient = divide_up (quotient, n);
  return quotient;
}

DeidWide
deid_record_risk (guint64 n, guint halves)
{
  DeidWide risk = DEID_RISK_ONE;

  if (n == 1)
    return risk;
  if (halves % 2 == 1)
    return take_root_up (divide_by_power (n, halves));
  risk = G_MAXUINT64 / n + 1; /* in 64 bits, which take a tenth of the time */
  for (guint i = 1; i < halves / 2; i++)
    risk = divide_up (risk, n);
  return risk;
}
