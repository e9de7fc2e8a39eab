/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"
#include "report/subset-order.h"

/* Of a subset of attributes. */
typedef struct
{
  guint64 n_distinct; /* combinations of values */
  guint64 n_alike;    /* pairs of records with the same combination */
} DeidSubsetFigures;

/* Counts for each subset in the order. Subsets of the greatest size are grouped from the rows, each
 * other subset from those of one that has one attribute more, merged.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x subsets x size).
 */
gboolean deid_subset_figures_count (DeidSubsetFigures *figures, const DeidSubsetOrder *order,
                                    const DeidMergedRows *table, const guint32 *n_labels,
                                    const DeidStop *stop, GError **error);
