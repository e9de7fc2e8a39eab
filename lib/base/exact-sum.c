/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/exact-sum.h"

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

void
deid_exact_sum_add (DeidExactSum *sum, double term)
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
      deid_exact_sum_add (sum, value);
      return;
    }
  exact_sum_split (value, &high, &low);
  for (guint i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      const double part = (double) (weight >> shifts[i] & ((1u << 22) - 1));

      if (part == 0)
        continue;
      deid_exact_sum_add (sum, ldexp (high * part, (int) shifts[i]));
      deid_exact_sum_add (sum, ldexp (low * part, (int) shifts[i]));
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
