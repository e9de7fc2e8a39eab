/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Checks that two tables with weights have the same records: @counted is what the engine counted of
 * the released table, @expected what the combinations are released as. Columns are found by their
 * names. Errors: %DEID_ERROR_VERIFICATION, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED.
 * Complexity: O(columns x (rows + values)). */
gboolean deid_engine_check_release (const DeidDataset *expected, const DeidDataset *counted,
                                    GCancellable *cancellable, GError **error);
