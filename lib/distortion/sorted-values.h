/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "distortion/moments.h"

typedef struct
{
  double number;
  guint32 value;
} DeidSortedValue;

/* The values of a column that stand for numbers, in rising order. */
typedef struct
{
  DeidSortedValue *values;
  guint32 n;
} DeidSortedValues;

/* Sorts those of @n values whose number is not NAN. On failure they may be cleared. Errors: those
 * of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_sorted_values_init (DeidSortedValues *sorted, const double *numbers, guint32 n,
                                  const DeidStop *stop, GError **error);
void deid_sorted_values_clear (DeidSortedValues *sorted);

/* What follows is of the records that each value has. */

/* Computes moments, which depend on numbers and counts alone, not on how values are numbered.
 * Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_sorted_values_measure (const DeidSortedValues *sorted, const guint64 *counts,
                                     DeidMoments *moments, GError **error);

/* Returns: how many different numbers there are. */
guint64 deid_sorted_values_count (const DeidSortedValues *sorted, const guint64 *counts);

/* Returns: the quantile of some hundredths of @n_records records, which is the number of records
 * with a number: between the two records nearest to @percent (n - 1) / 100, counted from 0, on the
 * straight line (type 7 of R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical Packages, The
 * American Statistician 50, 1996). There are records. */
double deid_sorted_values_get_quantile (const DeidSortedValues *sorted, const guint64 *counts,
                                        guint64 n_records, guint percent);

/* Writes for each value how far the rank of its records, the mean one of equal numbers, is from the
 * middle one, divided by their number; NAN for values without a number. */
void deid_sorted_values_rank (const DeidSortedValues *sorted, const guint64 *counts,
                              guint32 n_values, double *ranks);
