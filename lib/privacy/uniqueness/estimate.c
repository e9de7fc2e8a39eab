/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/uniqueness/estimate.h"

#include <math.h>

#include "base/wide.h"

typedef struct
{
  double n_uniques;
  DeidUniquenessEstimator used;
} Estimate;

static Estimate
estimate_by (DeidUniquenessEstimator estimator, const DeidSizeHistogram *histogram,
             guint64 n_population)
{
  Estimate estimate = { .used = estimator };

  switch (estimator)
    {
    case DEID_UNIQUENESS_PITMAN:
      estimate.n_uniques = deid_pitman_estimate (histogram, n_population);
      break;
    case DEID_UNIQUENESS_SNB:
      estimate.n_uniques = deid_slide_negative_binomial_estimate (histogram, n_population);
      break;
    case DEID_UNIQUENESS_ZAYATZ:
    case DEID_UNIQUENESS_DANKAR:
    default:
      estimate.n_uniques = deid_zayatz_estimate (histogram, n_population);
    }
  return estimate;
}

static Estimate
estimate_by_rule (const DeidSizeHistogram *histogram, guint64 n_population)
{
  const gboolean is_small = (DeidWide) histogram->n_records * 10 <= n_population;
  const Estimate first = estimate_by (is_small ? DEID_UNIQUENESS_PITMAN : DEID_UNIQUENESS_SNB,
                                      histogram, n_population);
  Estimate zayatz;

  if (is_small && !isnan (first.n_uniques))
    return first;
  zayatz = estimate_by (DEID_UNIQUENESS_ZAYATZ, histogram, n_population);
  return first.n_uniques <= zayatz.n_uniques ? first : zayatz;
}

gboolean
deid_uniqueness_estimate (DeidUniquenessEstimator estimator, const DeidSizeHistogram *histogram,
                          guint64 n_population, double *n_uniques, DeidUniquenessEstimator *used)
{
  const guint64 n_sample_uniques = deid_size_histogram_get (histogram, 1);
  Estimate estimate = { .n_uniques = (double) n_sample_uniques, .used = estimator };

  if (n_sample_uniques > 0 && n_population > histogram->n_records)
    estimate = estimator == DEID_UNIQUENESS_DANKAR
                   ? estimate_by_rule (histogram, n_population)
                   : estimate_by (estimator, histogram, n_population);
  if (isnan (estimate.n_uniques))
    return FALSE;
  *n_uniques = MIN (estimate.n_uniques, (double) n_population);
  if (used != NULL)
    *used = estimate.used;
  return TRUE;
}
