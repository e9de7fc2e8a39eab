/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "partition/partition.h"
#include "problem/release-options-private.h"
#include "search/result-private.h"

/* What is released of the numbers of a column beside labels or in place of values: of each released
 * class one number, or none. One that is all zero has none of any class. */
typedef struct
{
  guint32 *bin_of_class; /* DEID_NO_CODE of one that is suppressed; NULL if there is nothing */
  guint32 n_bins;
  guint8 *has_number; /* of each bin, as what follows */
  double *numbers;
} DeidBinMeans;

/* Computes what @options, which fit the lattice, release of a column of the table: bin means or
 * microaggregates, or nothing. On failure it may be cleared.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a value of 1e100 or more, %DEID_ERROR_NO_MEMORY, those
 * of deid_stop_check(). Complexity: O(rows + values log values). */
gboolean deid_bin_means_init (DeidBinMeans *means, const DeidPartition *partition,
                              const DeidReleaseOptions *options, const char *column,
                              const DeidStop *stop, GError **error);
void deid_bin_means_clear (DeidBinMeans *means);

/* Returns: whether records of a class, by its number, have a number in the release, and which. */
static inline gboolean
deid_bin_means_get (const DeidBinMeans *means, guint32 number, double *mean)
{
  const guint32 bin = means->bin_of_class != NULL ? means->bin_of_class[number] : DEID_NO_CODE;

  if (bin == DEID_NO_CODE || !means->has_number[bin])
    return FALSE;
  *mean = means->numbers[bin];
  return TRUE;
}

/* Reads the values of a column of numbers. Errors: as above.
 * Returns: (transfer full): the number of each code, NAN for a missing value, or NULL. */
double *deid_bin_means_read (const DeidColumn *column, const DeidStop *stop, GError **error);

/* The texts of numbers that are released of classes. */
typedef struct
{
  guint32 *labels; /* of each class the number of its text; that of no number is the last */
  guint32 n_labels;
  const char **texts; /* NULL for no number */
  char *memory;       /* of these */
} DeidComputedColumn;

/* Writes the numbers that @options release of a column; if there are none, @labels is NULL. On
 * failure it may be cleared. Errors: those of deid_bin_means_init(). */
gboolean deid_computed_column_init (DeidComputedColumn *computed, const DeidPartition *partition,
                                    const DeidReleaseOptions *options, const char *column,
                                    const DeidStop *stop, GError **error);
void deid_computed_column_clear (DeidComputedColumn *computed);
