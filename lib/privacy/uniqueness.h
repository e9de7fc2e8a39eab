/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"

#include <deid/deid.h>
#include <glib.h>

#define DEID_N_UNIQUENESS_ESTIMATORS 4

/* As the specifications have them, in the order of #DeidUniquenessEstimator. */
extern const char *const deid_uniqueness_estimator_names[DEID_N_UNIQUENESS_ESTIMATORS];

typedef struct
{
  guint64 size; /* in records, at least 1 */
  guint64 n_classes;
} DeidSizeCount;

/* How many classes of each size a table has. */
typedef struct
{
  DeidSizeCount *counts; /* the smallest size first */
  guint64 n_counts;
  guint64 n_classes;
  guint64 n_records;
} DeidSizeHistogram;

/* Counts @sizes, given in any order. Clear it also after a failure. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for a size of 0, %DEID_ERROR_TOO_LARGE if they sum to more than 64
 * bits, %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_size_histogram_init (DeidSizeHistogram *histogram, const guint64 *sizes,
                                   guint64 n_sizes, const DeidStop *stop, GError **error);
void deid_size_histogram_clear (DeidSizeHistogram *histogram);

/* Estimates of how many people of a population are the only ones with their labels, from the
 * classes of a sample. All are rounded floating point, of which nothing exact may be concluded. */

/* By @estimator, from a sample of at least
 * one record of a population of @n_population, not smaller than the sample. @n_uniques is set to a
 * number from 0 to @n_population, or to a NAN if there is no estimate. @used, unless %NULL, is set
 * to the estimator that the figure comes from: one of the other three for
 * %DEID_UNIQUENESS_ESTIMATOR_DANKAR. Errors: those of deid_stop_check(). */
gboolean deid_uniqueness_estimate (DeidUniquenessEstimator estimator,
                                   const DeidSizeHistogram *histogram, guint64 n_population,
                                   double *n_uniques, DeidUniquenessEstimator *used,
                                   const DeidStop *stop, GError **error);

/* The same from the sizes of the classes of the sample, in any order. Errors:
 * %DEID_ERROR_NO_SOLUTION if there is no estimate, %DEID_ERROR_INVALID_ARGUMENT if there are no
 * classes or the population is smaller than the sample, those of deid_size_histogram_init(),
 * %G_IO_ERROR_CANCELLED. Complexity: O(@n_sizes) and, where many classes have 1024 records or more,
 * O(n log n) for those; for Zayatz also O(records of the largest class), 2^20 or so at most. */
gboolean deid_population_uniqueness_estimate (DeidUniquenessEstimator estimator,
                                              const guint64 *sizes, gsize n_sizes,
                                              guint64 population_size, double *n_uniques,
                                              GCancellable *cancellable, GError **error);

/* Gets the population of a region to the nearest 100,000; docs/models.md lists them with their
 * sources. Letters may be of either case. Errors: %DEID_ERROR_INVALID_ARGUMENT if there is no such
 * region. */
gboolean deid_region_get_population (const char *region, guint64 *size, GError **error);
