/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "quality/class-sums.h"

/* How rows are grouped for sums over their classes. Errors of all of these: those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. */

/* Makes the wide rows, of which others are rolled up. */
gboolean deid_class_sums_widen (DeidClassSums *sums, GError **error);

/* Returns: the wide rows, or what a specialization of a policy made of them. */
const DeidRows *deid_class_sums_find_rows (DeidClassSums *sums, const DeidLevel *levels);

/* Returns: rows with the columns of the wide ones, by the fused ones alone. */
DeidRows deid_class_sums_get_fused (const DeidClassSums *sums, const DeidRows *rows);

/* Groups rows with the columns of the wide ones. */
gboolean deid_class_sums_group_fused (DeidClassSums *sums, const DeidRows *rows,
                                      const DeidLevel *levels, const DeidStop *stop,
                                      GError **error);

/* The same, and makes their classes ready to be asked about. */
gboolean deid_class_sums_group_wide (DeidClassSums *sums, const DeidRows *rows,
                                     const DeidLevel *levels, const DeidStop *stop, GError **error);

/* The same of the whole table. */
gboolean deid_class_sums_group_table (DeidClassSums *sums, const DeidLevel *levels,
                                      const DeidStop *stop, GError **error);

/* The same of those of these rows that are fewest: @rows. */
gboolean deid_class_sums_group (DeidClassSums *sums, const DeidLevel *levels, const DeidStop *stop,
                                const DeidRows **rows, GError **error);

/* Keeps the classes of @rows at a policy for its generalizations, if they are few. */
gboolean deid_class_sums_keep (DeidClassSums *sums, const DeidLevel *levels, const DeidRows *rows,
                               const DeidStop *stop, GError **error);
