/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/row-order.h"
#include "release/released-rows.h"

/* Rows of a release start as one for each source, in the order of the input. Keys are what is
 * written of a source. On failure rows may be cleared, and nothing else. Errors:
 * %DEID_ERROR_NO_MEMORY; those of deid_stop_check(). */

/* Merges sources that are alike in all keys, and puts rows in the order of their keys. */
gboolean deid_released_rows_merge (DeidReleasedRows *rows, const DeidRowKeys *keys, guint n_threads,
                                   const DeidStop *stop, GError **error);

/* Puts merged rows in the order of their first sources, of which the input has @n_sources. */
gboolean deid_released_rows_keep_order (DeidReleasedRows *rows, guint64 n_sources, guint n_threads,
                                        const DeidStop *stop, GError **error);

/* Puts rows in an order that depends on their keys and @seed alone. */
gboolean deid_released_rows_shuffle (DeidReleasedRows *rows, const DeidRowKeys *keys,
                                     guint n_threads, guint64 seed, const DeidStop *stop,
                                     GError **error);
