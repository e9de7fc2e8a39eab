/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"

/* What a standard deviation is in units. Distances are sums of squares of integers, so that which
 * is less is the same on every platform. */
#define DEID_STANDARD_UNIT 65536

/* Columns of numbers, each of mean 0 and standard deviation 1 (of a population, not a sample), but
 * for those that are constant, which are 0. */
typedef struct
{
  guint32 n_records;
  guint n_columns;
  gint32 *values; /* in units, record after record */
} DeidStandardNumbers;

/* Of @n_columns columns with a number for each record. On failure they may be cleared. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for a number that is not finite or too large for its square,
 * %DEID_ERROR_TOO_LARGE from 2^30 numbers on, since squares of distances have to fit into 64 bits,
 * %DEID_ERROR_NO_MEMORY. Complexity: O(records x columns). */
gboolean deid_standard_numbers_init (DeidStandardNumbers *numbers, const double *const *columns,
                                     guint n_columns, guint32 n_records, GError **error);
void deid_standard_numbers_clear (DeidStandardNumbers *numbers);

static inline const gint32 *
deid_standard_numbers_get (const DeidStandardNumbers *numbers, guint32 record)
{
  return numbers->values + (gsize) record * numbers->n_columns;
}

/* Returns: the square of the distance of two records or means. */
static inline guint64
deid_standard_numbers_get_distance (const DeidStandardNumbers *numbers, const gint32 *a,
                                    const gint32 *b)
{
  guint64 sum = 0;

  for (guint c = 0; c < numbers->n_columns; c++)
    {
      const gint64 difference = (gint64) a[c] - b[c];

      sum += (guint64) (difference * difference);
    }
  return sum;
}

/* Computes SSE / SST, what is lost if each record is replaced by the mean of its class: the sum of
 * squares of distances to the means of classes, over that to the mean of all; 0 if all records are
 * alike. (J. Domingo-Ferrer, J. M. Mateo-Sanz, "Practical data-oriented microaggregation for
 * statistical disclosure control", IEEE Transactions on Knowledge and Data Engineering 14(1),
 * 2002.) Sums are of integers, rounded once a class and column. Classes are numbered from 0.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O((records + classes) x columns). */
gboolean deid_standard_numbers_measure (const DeidStandardNumbers *numbers,
                                        const guint32 *class_of_record, guint32 n_classes,
                                        double *share, GError **error);
