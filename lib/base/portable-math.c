/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/portable-math.h"

#include <math.h>

/* Returns: @a + @b rounded, and in @lost what the rounding took (D. E. Knuth, The Art of Computer
 * Programming 2, 4.2.2, theorem B). */
static double
add_exactly (double a, double b, double *lost)
{
  const double sum = a + b;
  const double b_part = sum - a;

  *lost = (a - (sum - b_part)) + (b - b_part);
  return sum;
}

/* Complexity: O(parts), which are few as long as the terms are of like size. */
static void
exact_sum_add (DeidExactSum *sum, double term)
{
  guint n = 0;

  for (guint i = 0; i < sum->n; i++)
    {
      double lost;

      term = add_exactly (term, sum->parts[i], &lost);
      if (lost != 0)
        sum->parts[n++] = lost;
    }
  if (term != 0)
    sum->parts[n++] = term;
  sum->n = n;
}

/* Halves of 26 bits each, so that their products are exact, as are those of the halves of a weight.
 */
static void
exact_sum_split (double value, double *high, double *low)
{
  int exponent;
  const double mantissa = frexp (value, &exponent);

  *high = ldexp (trunc (ldexp (mantissa, 26)), exponent - 26);
  *low = value - *high;
}

void
deid_exact_sum_add_product (DeidExactSum *sum, double value, guint64 weight)
{
  const guint shifts[] = { 0, 22, 44 };
  double high, low;

  if (weight == 1)
    {
      exact_sum_add (sum, value);
      return;
    }
  exact_sum_split (value, &high, &low);
  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      const double part = (double) (weight >> shifts[i] & ((1u << 22) - 1));

      if (part == 0)
        continue;
      exact_sum_add (sum, ldexp (high * part, (int) shifts[i]));
      exact_sum_add (sum, ldexp (low * part, (int) shifts[i]));
    }
}

/* From the greatest part on, until one is lost to rounding. A tie is decided by the sign of what
 * follows. */
double
deid_exact_sum_get (const DeidExactSum *sum)
{
  guint i = sum->n;
  double total = i > 0 ? sum->parts[--i] : 0, lost = 0;

  while (i > 0 && lost == 0)
    total = add_exactly (total, sum->parts[--i], &lost);
  if (i > 0 && lost != 0 && (lost < 0) == (sum->parts[i - 1] < 0))
    {
      const double twice = 2 * lost;
      const double other = total + twice;

      if (other - total == twice)
        total = other;
    }
  return total;
}

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

guint64
deid_random_next (DeidRandom *random)
{
  guint64 z = random->state += G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xBF58476D1CE4E5B9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94D049BB133111EB);
  return z ^ (z >> 31);
}

/* Numbers from the greatest multiple of the bound on are drawn again; most need no division to tell
 * that they are not. */
guint64
deid_random_below (DeidRandom *random, guint64 bound)
{
  guint64 number;

  do
    number = deid_random_next (random);
  while (number >= G_MAXUINT64 - bound && number >= G_MAXUINT64 - G_MAXUINT64 % bound);
  return number % bound;
}
