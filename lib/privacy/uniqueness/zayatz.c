/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/uniqueness/estimate.h"

/* Of a class of j people, a sample has just one with probability
 *
 *     j C(N - j, n - 1) / C(N, n) = n / N j prod over 0 < i < j of (N - n + 1 - i) / (N - i),
 *
 * and n / N cancels from Bayes' rule. */
double
deid_zayatz_estimate (const DeidSizeHistogram *histogram, guint64 n_population)
{
  const guint64 n_outside = n_population - histogram->n_records;
  const double n_sample_uniques = (double) deid_size_histogram_get (histogram, 1);
  double product = 1, sum = 0;
  guint64 size = 1;

  for (guint64 i = 0; i < histogram->n_counts && product > 0; i++)
    {
      for (; size < histogram->counts[i].size && product > 0; size++)
        product *= (double) (n_outside >= size ? n_outside - size + 1 : 0)
                   / (double) (n_population - size);
      sum += (double) histogram->counts[i].n_classes * (double) size * product;
    }
  return n_sample_uniques * n_sample_uniques / sum * (double) n_population
         / (double) histogram->n_records;
}
