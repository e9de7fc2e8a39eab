/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"

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

/* Returns: how many classes have @size records. */
guint64 deid_size_histogram_get (const DeidSizeHistogram *histogram, guint64 size);
