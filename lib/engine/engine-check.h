/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Checks that two tables with weights have the same records in the columns of @expected but the
 * weights: what the engine counted of the released table as @counted, and what the combinations are
 * released as; or the combinations, and what they are when they are counted once more. Columns are
 * found by their names. Errors: %DEID_ERROR_VERIFICATION, %DEID_ERROR_NO_MEMORY,
 * %G_IO_ERROR_CANCELLED. Complexity: O(columns x (rows + values)). */
gboolean deid_engine_check_release (const DeidDataset *expected, const DeidDataset *counted,
                                    GCancellable *cancellable, GError **error);

/* Called with a row of a released table, and how many records are like it. */
typedef gboolean (*DeidEngineReleasedFunc) (guint32 row, guint64 n_records, gpointer user_data,
                                            GError **error);

/* Lists what is told apart in the release of the combinations, in an order of what they hold.
 * Errors: those of @func, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. */
gboolean deid_engine_list_release (const DeidDataset *expected, DeidEngineReleasedFunc func,
                                   gpointer user_data, GCancellable *cancellable, GError **error);
