/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/stop.h"

/* Gives the key of a row in one column, below the column's number of keys. */
typedef guint32 (*DeidRowKeyFunc) (gconstpointer data, guint column, guint32 row);

/* Sorts rows by the keys of all columns, the first one being the most significant; rows with equal
 * keys stay in their order.
 *
 * Errors: %DEID_ERROR_NO_MEMORY; those of deid_stop_check(). Complexity: O(columns x (rows +
 * keys)). */
gboolean deid_row_order_sort (guint32 *rows, guint64 n_rows, guint n_columns, const guint32 *n_keys,
                              DeidRowKeyFunc get_key, gconstpointer data, const DeidStop *stop,
                              GError **error);

/* Shuffles rows by a generator that starts from @seed (R. Durstenfeld, Algorithm 235, CACM 7,
 * 1964). */
void deid_row_order_shuffle (guint32 *rows, guint64 n_rows, guint64 seed);
