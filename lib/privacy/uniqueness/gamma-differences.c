/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From ASYMPTOTIC on, Stirling's series: its first omitted terms are below 4e-15. Below, the
 * functions are raised by their recurrences. */
#include "privacy/uniqueness/gamma-differences.h"

#include <math.h>

#define ASYMPTOTIC 32.0

/* Returns: what digamma (@x) lacks to log @x. */
static double
get_digamma_rest (double x)
{
  const double y = 1 / (x * x);

  return 1 / (2 * x) + y * (1.0 / 12 - y * (1.0 / 120 - y / 252));
}

double
deid_sum_reciprocals (double x, double n)
{
  double sum = 0;

  while (n > 0 && (x < ASYMPTOTIC || n < 2))
    {
      sum += 1 / x;
      x++;
      n--;
    }
  return n > 0 ? sum + log1p (n / x) + get_digamma_rest (x) - get_digamma_rest (x + n) : sum;
}

/* Returns: what log Gamma (@x) is above (@x - 1/2) log @x - @x + log (2 pi) / 2. */
static double
get_log_gamma_rest (double x)
{
  const double y = 1 / (x * x);

  return (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y / 1680))) / x;
}

double
deid_log_gamma_difference (double x, double a)
{
  double difference = 0;

  while (x < ASYMPTOTIC)
    {
      difference -= log1p (a / x);
      x++;
    }
  return difference + (x - 0.5) * log1p (a / x) + a * (log (x + a) - 1) + get_log_gamma_rest (x + a)
         - get_log_gamma_rest (x);
}
