/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Checks that two tables have the same records in all columns of @expected but the weights,
 * whatever the order of the rows. @counted is what an engine counted; columns are found by their
 * names. Errors: %DEID_ERROR_VERIFICATION, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED.
 * Complexity: O(columns x (rows + values)). */
gboolean deid_release_compare (const DeidDataset *expected, const DeidDataset *counted,
                               GCancellable *cancellable, GError **error);

/* Called with one of several identical rows of a release, and the number of their records. */
typedef gboolean (*DeidReleasedFunc) (guint32 row, guint64 n_records, gpointer user_data,
                                      GError **error);

/* Lists the distinct rows of a release of combinations, sorted by their values. Errors: those of
 * @func, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. */
gboolean deid_release_list (const DeidDataset *expected, DeidReleasedFunc func, gpointer user_data,
                            GCancellable *cancellable, GError **error);

/* Returns: (transfer full): the SHA-256, in hexadecimal digits, of the distinct rows of a release
 * with their numbers of records, whatever the order of rows and columns; or %NULL with the errors
 * above. Complexity: that of sorting the rows. */
char *deid_release_digest (const DeidDataset *release, GCancellable *cancellable, GError **error);
