/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/released-column.h"
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
