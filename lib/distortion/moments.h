/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What records have of numbers. */
typedef struct
{
  guint64 n;      /* records that have one */
  double mean;    /* 0 without one */
  double squares; /* of the deviations from it, summed; exactly 0 where all numbers are equal */
} DeidMoments;

/* Computes them of @n numbers, of which NAN is none, and how many records have each, in two passes
 * with compensated sums. */
DeidMoments deid_moments_of_counts (const double *numbers, const guint64 *counts, guint64 n);

/* Returns: the sample standard deviation, of n - 1; 0 of fewer than two records. */
double deid_moments_get_deviation (const DeidMoments *moments);

/* Writes the numbers in standard deviations from the mean, or NAN for all if they do not vary.
 * Returns: whether some are NAN. */
gboolean deid_moments_standardize (const DeidMoments *moments, const double *numbers, guint64 n,
                                   double *standardized);
