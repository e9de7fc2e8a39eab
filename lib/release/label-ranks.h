/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/released-column.h"

/* Errors: %DEID_ERROR_NO_MEMORY; those of deid_stop_check(). Complexity: O(labels) but for texts
 * that begin alike, which are compared.
 *
 * Returns: (transfer full): the rank of each label of a column in the order of texts, a missing one
 * being the first; that of suppressed values is the last. */
guint32 *deid_label_ranks_new (const DeidReleasedColumn *column, guint n_threads,
                               const DeidStop *stop, GError **error);
