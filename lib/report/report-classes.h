/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"
#include "search/result-private.h"

/* Returns: (transfer full) (nullable): the equivalence classes that a report is on, which are those
 * that are not suppressed: those of the input, on the values of its quasi-identifiers, or those
 * that a result releases. Errors: those of deid_stop_check(), of the models for what is released,
 * %DEID_ERROR_NO_MEMORY; %DEID_ERROR_EMPTY where no class is left. Complexity: O(rows x
 * attributes), for what is released once a result. */
DeidPartition *deid_report_get_classes (DeidResult *result, gboolean is_after, const DeidStop *stop,
                                        GError **error);

/* Fails with %DEID_ERROR_EMPTY where all classes are suppressed. */
gboolean deid_report_check_classes (const DeidPartition *classes, GError **error);

/* Counts the different persons of these classes, or their records if nothing marks persons. Errors:
 * those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_report_count_persons (const DeidPartition *classes, guint64 *n, const DeidStop *stop,
                                    GError **error);

/* Makes a table with a row for each of these classes, whose weight is its size, and a column for
 * each attribute, whose codes are labels; @n_labels says how many labels each has. On failure it
 * may be cleared, and nothing else. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_report_merge_classes (const DeidPartition *classes, DeidMergedRows *merged,
                                    guint32 *n_labels, const DeidStop *stop, GError **error);
