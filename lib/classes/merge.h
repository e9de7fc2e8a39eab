/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"

/* The distinct rows of a table in the order of their first appearance, each with the weight of all
 * rows that are like it. */
typedef struct
{
  guint64 n;
  guint n_columns;
  DeidCodes *columns;
  guint64 *weights;
} DeidMergedRows;

/* Merges rows that are alike in all columns of @rows, if so many of them are that evaluating the
 * others with weights is faster; otherwise @merged stays empty. @n_codes are the numbers of codes
 * of the columns. On failure it may be cleared, and nothing else.
 *
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x columns). */
gboolean deid_merged_rows_init (DeidMergedRows *merged, const DeidRows *rows,
                                const guint32 *n_codes, const DeidStop *stop, GError **error);

/* The same of rows that were grouped, whatever it is worth; codes of theirs that no two rows of a
 * class differ in. The grouping is cleared. */
gboolean deid_merged_rows_init_classes (DeidMergedRows *merged, DeidGrouping *grouping,
                                        const DeidRows *rows, const guint32 *n_codes,
                                        const DeidStop *stop, GError **error);
void deid_merged_rows_clear (DeidMergedRows *merged);
