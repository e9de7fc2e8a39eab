/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/fixed-log.h"

#define FIXED_LOG_HALF_BITS (DEID_FIXED_BITS / 2)
#define HALF_MASK           (((DeidWide) 1 << FIXED_LOG_HALF_BITS) - 1)

/* Of numbers below 1. Too small by less than 3 units. */
static DeidWide
fixed_log_multiply (DeidWide a, DeidWide b)
{
  const DeidWide a_high = a >> FIXED_LOG_HALF_BITS, a_low = a & HALF_MASK;
  const DeidWide b_high = b >> FIXED_LOG_HALF_BITS, b_low = b & HALF_MASK;
  const DeidWide middle = a_high * b_low + a_low * b_high + (a_low * b_low >> FIXED_LOG_HALF_BITS);

  return a_high * b_high + (middle >> FIXED_LOG_HALF_BITS);
}

/* Of @dividend < @divisor < 2^127. */
static DeidWide
fixed_log_divide (DeidWide dividend, DeidWide divisor)
{
  DeidWide quotient = 0;

  for (guint i = 0; i < DEID_FIXED_BITS; i++)
    {
      dividend <<= 1;
      quotient <<= 1;
      if (dividend >= divisor)
        {
          dividend -= divisor;
          quotient |= 1;
        }
    }
  return quotient;
}

/* n = 2^b m with 1 <= m < 2, and log m = 2 (z + z^3 / 3 + z^5 / 5 + ...) with
 * z = (m - 1) / (m + 1) < 1 / 3. There are fewer than 40 terms that are not 0, each off by less
 * than 8 units. */
DeidWide
deid_fixed_log (guint64 n)
{
  DeidWide power = 1, sum = 0, z, square;
  guint64 j = 1;
  guint b = 0;

  for (; n >> b > 1; b++)
    power *= 2;
  z = fixed_log_divide (n - power, n + power);
  square = fixed_log_multiply (z, z);
  for (DeidWide term = z; term > 0; term = fixed_log_multiply (term, square))
    {
      sum += term / j;
      j += 2;
    }
  return b * DEID_FIXED_LOG_2 + 2 * sum;
}
