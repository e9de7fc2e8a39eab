/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/released-column.h"
#include "release/origin.h"
#include "release/row-order.h"

/* A column that rows of the table are sorted by: neighbouring columns of the release that are of
 * classes, or another one. */
typedef struct
{
  guint first_column;
  guint n_columns;
  guint32 *class_ranks; /* of each class by these columns; NULL of one that is not of classes */
} DeidReleaseKey;

/* The order of rows by what a release writes of them but for weights: classes are ranked first. */
typedef struct
{
  const DeidPartition *partition;
  const DeidReleasedColumn *columns;
  guint n_columns;
  guint32 **ranks; /* of each of these, of each label; NULL of weights */
  DeidReleaseKey *parts;
  guint32 *n_keys; /* of each of these */
  DeidRowKeys keys;
} DeidReleaseKeys;

/* @columns must outlive it. On failure it may be cleared, and nothing else. Errors:
 * %DEID_ERROR_NO_MEMORY; those of deid_stop_check(). Complexity: O(columns x (classes + labels)).
 */
gboolean deid_release_keys_init (DeidReleaseKeys *keys, const DeidPartition *partition,
                                 const DeidReleasedColumn *columns, guint n_columns,
                                 guint n_threads, const DeidStop *stop, GError **error);
void deid_release_keys_clear (DeidReleaseKeys *keys);

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
