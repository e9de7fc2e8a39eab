/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Checks that two tables with weights have the same records in the columns of @expected but the
 * weights: what an engine counted as @counted, and what that has to be. Columns are found by their
 * names. Errors: %DEID_ERROR_VERIFICATION, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED.
 * Complexity: O(columns x (rows + values)). */
gboolean deid_release_compare (const DeidDataset *expected, const DeidDataset *counted,
                               GCancellable *cancellable, GError **error);

/* Called with a row of a released table, and how many records are like it. */
typedef gboolean (*DeidReleasedFunc) (guint32 row, guint64 n_records, gpointer user_data,
                                      GError **error);

/* Lists what is told apart in the release of the combinations, in an order of what they hold.
 * Errors: those of @func, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. */
gboolean deid_release_list (const DeidDataset *expected, DeidReleasedFunc func, gpointer user_data,
                            GCancellable *cancellable, GError **error);

/* Returns: (transfer full): the SHA-256, in hexadecimal digits, of what is told apart in a table
 * and how many records each of it has, whatever the order of rows and columns; or %NULL with the
 * errors above. Complexity: that of sorting the rows. */
char *deid_release_digest (const DeidDataset *release, GCancellable *cancellable, GError **error);
