/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/bin-means.h"

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
