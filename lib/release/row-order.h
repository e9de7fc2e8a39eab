/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"

/* Gives the key of a row in one column, below the column's number of keys; several threads may call
 * it at a time. */
typedef guint32 (*DeidRowKeyFunc) (gconstpointer data, guint column, guint32 row);

/* What rows are sorted by. */
typedef struct
{
  guint n_columns;
  const guint32 *n_keys; /* of each column */
  DeidRowKeyFunc get_key;
  gconstpointer data;
} DeidRowKeys;

/* Sorts rows by the keys of all columns, the first one being the most significant; rows with equal
 * keys stay in their order. The result is the same on any number of threads. There are fewer than
 * 2^32 rows.
 *
 * Errors: %DEID_ERROR_NO_MEMORY; those of deid_stop_check(). Complexity: O(columns x rows). */
gboolean deid_row_order_sort (guint32 *rows, guint64 n_rows, const DeidRowKeys *keys,
                              guint n_threads, const DeidStop *stop, GError **error);

/* Tells whether two rows have the same key in each column. */
static inline gboolean
deid_row_keys_are_alike (const DeidRowKeys *keys, guint32 a, guint32 b)
{
  for (guint c = 0; c < keys->n_columns; c++)
    if (keys->get_key (keys->data, c, a) != keys->get_key (keys->data, c, b))
      return FALSE;
  return TRUE;
}

/* Shuffles rows by a generator that starts from @seed (R. Durstenfeld, Algorithm 235, CACM 7,
 * 1964). There are fewer than 2^32 rows. */
void deid_row_order_shuffle (guint32 *rows, guint64 n_rows, guint64 seed);
