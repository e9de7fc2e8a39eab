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

/* More than there are ends of intervals that 64 bits can count. */
#define DEID_MAX_SHOWN_INTERVALS 64

typedef struct
{
  guint64 smallest; /* size; the interval goes up to the next one's */
  guint64 n_records;
} DeidShownInterval;

/* What the public may see of how many records there are of each size, by the rule of #DeidAudience.
 */
typedef struct
{
  gboolean is_smallest; /* the first interval begins with a size that there is */
  gboolean has_threshold;
  guint64 n_above_threshold; /* records, if it has that */
  guint n_intervals;         /* 0 if there are too few records to show even their number */
  DeidShownInterval intervals[DEID_MAX_SHOWN_INTERVALS];
} DeidShownSizes;

/* What the rule looks at beside the sizes. All but the sizes is known to who sees what is shown. */
typedef struct
{
  guint64 minimum_cell;
  guint64 n_records;     /* of all sizes */
  guint64 n_members;     /* of the table or population, classes of which the sizes are of */
  guint64 smallest;      /* size of a class of the table that the public sees, or 1 */
  guint64 largest_other; /* size that there may be without being of these classes, or 0 */
  guint64 threshold_end; /* the first size whose risk is not above the threshold; 0 if none is */
  gboolean is_undivided; /* no interval has an end */
} DeidShownInput;

/* Returns: how many times its largest size an interval has as records, at least: r of
 * #DeidAudience. */
guint64 deid_shown_sizes_get_room (guint64 minimum_cell);

/* Of sorted sizes, at least one. */
void deid_shown_sizes_init (DeidShownSizes *shown, const DeidSizeCounts *sizes,
                            const DeidShownInput *input);
