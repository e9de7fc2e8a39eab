/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "release/release-keys.h"
#include "table/table-source.h"

/* The released rows in groups of those that are alike in what is released of them: labels, values
 * and numbers by their texts. */
typedef struct
{
  const DeidPartition *partition;
  const DeidStop *stop;
  DeidTableSource table;
  DeidReleasedColumns columns;
  DeidReleaseKeys keys;
  DeidKeyNumbers numbers;
  guint32 *by_labels; /* the group of each row by the columns that are of classes, and how many */
  guint32 n_by_labels;
  guint32 *groups; /* the same by further columns */
  guint32 n_groups;
} DeidReleasedGroups;

/* Records that are alone in their group. */
typedef struct
{
  guint64 n_alone;         /* the only record of their group */
  guint64 n_of_one_person; /* in a group of one person; the same without an entity column */
} DeidReleasedUniques;

/* Makes the groups of what @options, or the defaults, release. On failure it may be cleared.
 * Errors: those of deid_released_columns_init(), of deid_release_keys_init(). Complexity: O(rows +
 * labels). */
gboolean deid_released_groups_init (DeidReleasedGroups *groups, const DeidPartition *partition,
                                    DeidReleaseOptions *options, const DeidStop *stop,
                                    GError **error);
void deid_released_groups_clear (DeidReleasedGroups *groups);

/* Tells whether a column, by its number, has values of rows, which labels do not tell. */
gboolean deid_released_groups_is_beside (const DeidReleasedGroups *groups, guint number);

/* Counts records that are alone by the labels and the columns @is_used that are beside them.
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows x such columns). */
gboolean deid_released_groups_count (DeidReleasedGroups *groups, const guint8 *is_used,
                                     DeidReleasedUniques *uniques, GError **error);
