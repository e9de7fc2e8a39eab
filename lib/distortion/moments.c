/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/moments.h"

#include <math.h>

#include "distortion/compensated-sum.h"

DeidMoments
deid_moments_of_counts (const double *numbers, const guint64 *counts, guint64 n)
{
  DeidCompensatedSum sum = { 0 }, squares = { 0 }, rest = { 0 };
  DeidMoments moments = { 0 };
  double first = NAN;
  gboolean varies = FALSE;

  for (guint64 i = 0; i < n; i++)
    if (counts[i] > 0 && !isnan (numbers[i]))
      {
        first = moments.n == 0 ? numbers[i] : first;
        varies = varies || numbers[i] < first || numbers[i] > first;
        moments.n += counts[i];
        deid_compensated_sum_add (&sum, numbers[i] * (double) counts[i]);
      }
  if (moments.n == 0)
    return moments;
  moments.mean = varies ? deid_compensated_sum_get (&sum) / (double) moments.n : first;
  for (guint64 i = 0; varies && i < n; i++)
    if (counts[i] > 0 && !isnan (numbers[i]))
      {
        const double deviation = numbers[i] - moments.mean;

        deid_compensated_sum_add (&squares, deviation * deviation * (double) counts[i]);
        deid_compensated_sum_add (&rest, deviation * (double) counts[i]);
      }
  /* What the mean lost by rounding (T. F. Chan, G. H. Golub, R. J. LeVeque, Algorithms for
   * Computing the Sample Variance, The American Statistician 37, 1983). */
  moments.squares
      = deid_compensated_sum_get (&squares)
        - deid_compensated_sum_get (&rest) * deid_compensated_sum_get (&rest) / (double) moments.n;
  return moments;
}

double
deid_moments_get_deviation (const DeidMoments *moments)
{
  return moments->n > 1 ? sqrt (moments->squares / (double) (moments->n - 1)) : 0;
}

gboolean
deid_moments_standardize (const DeidMoments *moments, const double *numbers, guint64 n,
                          double *standardized)
{
  const double deviation = deid_moments_get_deviation (moments);
  gboolean has_gaps = FALSE;

  for (guint64 i = 0; i < n; i++)
    {
      standardized[i] = deviation > 0 ? (numbers[i] - moments->mean) / deviation : NAN;
      has_gaps = has_gaps || isnan (standardized[i]);
    }
  return has_gaps;
}
