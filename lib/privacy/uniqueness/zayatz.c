/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>

#include "privacy/uniqueness/estimate.h"

/* Factors that differ by so little that they are taken to be equal to the middle one: as many as
 * 2^-20 of what is left of the numerator. */
#define EQUAL_BITS 20

/* Returns: how many factors, from that of a class of @size on, may be taken together. */
static guint64
count_equal (guint64 n_outside, guint64 size)
{
  return MAX (n_outside >= size ? (n_outside - size) >> EQUAL_BITS : 0, 1);
}

/* Returns: the product of @n factors, from that of a class of @size on. */
static double
zayatz_multiply (guint64 n_population, guint64 n_outside, guint64 size, guint64 n)
{
  const double n_others = (double) (n_population - n_outside - 1);

  if (n == 1)
    return (double) (n_outside >= size ? n_outside - size + 1 : 0) / (double) (n_population - size);
  return exp ((double) n
              * log1p (-n_others / ((double) (n_population - size) - (double) (n - 1) / 2)));
}

/* Of a class of j people, a sample has just one with probability
 *
 *     j C(N - j, n - 1) / C(N, n) = n / N j prod over 0 < i < j of (N - n + 1 - i) / (N - i),
 *
 * and n / N cancels from Bayes' rule. */
gboolean
deid_zayatz_estimate (const DeidSizeHistogram *histogram, guint64 n_population, double *n_uniques,
                      const DeidStop *stop, GError **error)
{
  const guint64 n_outside = n_population - histogram->n_records;
  const double n_sample_uniques = (double) deid_size_histogram_get (histogram, 1);
  double product = 1, sum = 0;
  guint64 size = 1;

  for (guint64 i = 0; i < histogram->n_counts && product > 0; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      while (size < histogram->counts[i].size && product > 0)
        {
          const guint64 n = MIN (count_equal (n_outside, size), histogram->counts[i].size - size);

          product *= zayatz_multiply (n_population, n_outside, size, n);
          size += n;
        }
      sum += (double) histogram->counts[i].n_classes * (double) size * product;
    }
  *n_uniques = n_sample_uniques * n_sample_uniques / sum * (double) n_population
               / (double) histogram->n_records;
  return TRUE;
}
