/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/uniqueness/estimate.h"

#include <math.h>

#include "base/wide.h"

typedef struct
{
  double n_uniques;
  DeidUniquenessEstimator used;
} Estimate;

static gboolean
estimate_by (DeidUniquenessEstimator estimator, const DeidSizeHistogram *histogram,
             guint64 n_population, Estimate *estimate, const DeidStop *stop, GError **error)
{
  estimate->used = estimator;
  switch (estimator)
    {
    case DEID_UNIQUENESS_ESTIMATOR_PITMAN:
      return deid_pitman_estimate (histogram, n_population, &estimate->n_uniques, stop, error);
    case DEID_UNIQUENESS_ESTIMATOR_SNB:
      return deid_slide_negative_binomial_estimate (histogram, n_population, &estimate->n_uniques,
                                                    stop, error);
    case DEID_UNIQUENESS_ESTIMATOR_ZAYATZ:
    case DEID_UNIQUENESS_ESTIMATOR_DANKAR:
    default:
      return deid_zayatz_estimate (histogram, n_population, &estimate->n_uniques, stop, error);
    }
}

static gboolean
estimate_by_rule (const DeidSizeHistogram *histogram, guint64 n_population, Estimate *estimate,
                  const DeidStop *stop, GError **error)
{
  const gboolean is_small = (DeidWide) histogram->n_records * 10 <= n_population;
  Estimate zayatz;

  if (!estimate_by (is_small ? DEID_UNIQUENESS_ESTIMATOR_PITMAN : DEID_UNIQUENESS_ESTIMATOR_SNB,
                    histogram, n_population, estimate, stop, error))
    return FALSE;
  if (is_small && !isnan (estimate->n_uniques))
    return TRUE;
  if (!estimate_by (DEID_UNIQUENESS_ESTIMATOR_ZAYATZ, histogram, n_population, &zayatz, stop,
                    error))
    return FALSE;
  if (!(estimate->n_uniques <= zayatz.n_uniques))
    *estimate = zayatz;
  return TRUE;
}

gboolean
deid_uniqueness_estimate (DeidUniquenessEstimator estimator, const DeidSizeHistogram *histogram,
                          guint64 n_population, double *n_uniques, DeidUniquenessEstimator *used,
                          const DeidStop *stop, GError **error)
{
  const guint64 n_sample_uniques = deid_size_histogram_get (histogram, 1);
  Estimate estimate = { .n_uniques = (double) n_sample_uniques, .used = estimator };

  if (n_sample_uniques > 0 && n_population > histogram->n_records
      && !(estimator == DEID_UNIQUENESS_ESTIMATOR_DANKAR
               ? estimate_by_rule (histogram, n_population, &estimate, stop, error)
               : estimate_by (estimator, histogram, n_population, &estimate, stop, error)))
    return FALSE;
  *n_uniques
      = isnan (estimate.n_uniques) ? (double) NAN : MIN (estimate.n_uniques, (double) n_population);
  if (used != NULL)
    *used = estimate.used;
  return TRUE;
}
