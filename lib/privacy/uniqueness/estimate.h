/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "base/stop.h"
#include "privacy/uniqueness/size-histogram.h"

/* Estimates of how many people of a population are the only ones with their labels, from the
 * classes of a sample. All are rounded floating point, of which nothing exact may be concluded. */

/* By @estimator, as include/deid/deid-population-uniqueness.h defines it, from a sample of at least
 * one record of a population of @n_population, not smaller than the sample. @n_uniques is set to a
 * number from 0 to @n_population, or to a NAN if there is no estimate. @used, unless %NULL, is set
 * to the estimator that the figure comes from: one of the other three for
 * %DEID_UNIQUENESS_ESTIMATOR_DANKAR. Errors: those of deid_stop_check(). */
gboolean deid_uniqueness_estimate (DeidUniquenessEstimator estimator,
                                   const DeidSizeHistogram *histogram, guint64 n_population,
                                   double *n_uniques, DeidUniquenessEstimator *used,
                                   const DeidStop *stop, GError **error);

/* The estimators, from a sample with uniques that is smaller than its population. The estimate is a
 * NAN if the equations of the estimator have no solution. Errors: those of deid_stop_check(). */
gboolean deid_pitman_estimate (const DeidSizeHistogram *histogram, guint64 n_population,
                               double *n_uniques, const DeidStop *stop, GError **error);
gboolean deid_zayatz_estimate (const DeidSizeHistogram *histogram, guint64 n_population,
                               double *n_uniques, const DeidStop *stop, GError **error);
gboolean deid_slide_negative_binomial_estimate (const DeidSizeHistogram *histogram,
                                                guint64 n_population, double *n_uniques,
                                                const DeidStop *stop, GError **error);
