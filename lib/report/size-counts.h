/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/rational.h"
#include "base/work.h"
#include "classes/hash-tables.h"

/* All classes of one size. */
typedef struct
{
  guint64 size;
  guint64 n_classes;
  guint64 n_records;
} DeidSizeCell;

/* How many classes and records there are of each size, smallest first once it is sorted. The risk
 * of a record is one over the size that it counts under. */
typedef struct
{
  DeidSizeCell *counts;
  guint32 n;
  guint64 capacity;
  DeidFrequencyTable table;
} DeidSizeCounts;

/* Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_size_counts_add (DeidSizeCounts *sizes, guint64 size, guint64 n_records,
                               GError **error);

/* On failure the sizes may be cleared, and nothing else. Errors: those of deid_stopped_sort(). */
gboolean deid_size_counts_sort (DeidSizeCounts *sizes, const DeidStop *stop, GError **error);
void deid_size_counts_clear (DeidSizeCounts *sizes);

/* Of sorted sizes, at least one: */
double deid_size_counts_get_average_risk (const DeidSizeCounts *sizes, guint64 n_records);

/* Returns: the end of the sizes whose risk is above a threshold, which are the first ones. */
guint32 deid_size_counts_find_end_above (const DeidSizeCounts *sizes,
                                         const DeidRational *threshold);

/* Returns: the index of the first size that is not below @size. */
guint32 deid_size_counts_find (const DeidSizeCounts *sizes, guint64 size);

/* Returns: the sum of the sizes [@first, @end) over their classes: each class counts its own. */
guint64 deid_size_counts_sum_sizes (const DeidSizeCounts *sizes, guint32 first, guint32 end);

/* Returns: the number of records of sizes [@first, @end), and of classes if asked for. */
guint64 deid_size_counts_sum (const DeidSizeCounts *sizes, guint32 first, guint32 end,
                              guint64 *n_classes);
