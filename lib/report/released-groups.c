/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/released-groups.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "table/dataset-view.h"

/* Of a group. */
typedef struct
{
  guint64 n_records;
  guint32 person; /* of its first row; unused without an entity column */
  gboolean has_several;
} ReleasedGroupsGroup;

/* Divides groups by a key. */
static gboolean
released_groups_divide (DeidReleasedGroups *groups, guint32 *group_of_row, guint32 *n_groups,
                        guint key, GError **error)
{
  const DeidRowKeys *keys = &groups->keys.keys;
  DeidKeyNumbers *numbers = &groups->numbers;
  const guint64 n_keys = keys->n_keys[key];

  if (!deid_key_numbers_start (numbers, *n_groups * n_keys, groups->partition->n_rows, error))
    return FALSE;
  for (guint64 row = 0; row < groups->partition->n_rows; row++)
    {
      if (!deid_stop_check_row (groups->stop, row, error))
        return FALSE;
      if (!deid_partition_suppresses (groups->partition, row)
          && !deid_key_numbers_add (
              numbers, group_of_row[row] * n_keys + keys->get_key (keys->data, key, (guint32) row),
              &group_of_row[row], error))
        return FALSE;
    }
  *n_groups = deid_key_numbers_get_n (numbers);
  return TRUE;
}

static gboolean
is_of_classes (const DeidReleasedGroups *groups, guint key)
{
  return groups->keys.parts[key].class_ranks != NULL;
}

gboolean
deid_released_groups_init (DeidReleasedGroups *groups, const DeidPartition *partition,
                           DeidReleaseOptions *options, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidReleaseOptions) used = deid_release_options_use (options);

  *groups = (DeidReleasedGroups){ .partition = partition,
                                  .table = deid_dataset_lend (partition->lattice->dataset),
                                  .stop = stop,
                                  .n_by_labels = 1 };
  if (!deid_released_columns_init (&groups->columns, partition, used, FALSE, stop, error)
      || !deid_release_keys_init (&groups->keys, partition, groups->columns.items,
                                  groups->columns.n, used->n_threads, stop, error)
      || !deid_new_arrays (error, DEID_NEW (groups->by_labels, partition->n_rows),
                           DEID_NEW (groups->groups, partition->n_rows)))
    return FALSE;
  for (guint k = 0; k < groups->keys.keys.n_columns; k++)
    if (is_of_classes (groups, k)
        && !released_groups_divide (groups, groups->by_labels, &groups->n_by_labels, k, error))
      return FALSE;
  return TRUE;
}

void
deid_released_groups_clear (DeidReleasedGroups *groups)
{
  deid_release_keys_clear (&groups->keys);
  deid_released_columns_clear (&groups->columns);
  deid_key_numbers_clear (&groups->numbers);
  g_free (groups->by_labels);
  g_free (groups->groups);
}

gboolean
deid_released_groups_is_beside (const DeidReleasedGroups *groups, guint number)
{
  const DeidReleasedColumn *column = &groups->columns.items[number];

  return column->role != DEID_ROLE_WEIGHT && !deid_released_column_is_of_class (column);
}

/* Adds a row to its group. */
static void
released_groups_add_row (const DeidReleasedGroups *groups, guint64 row, ReleasedGroupsGroup *group)
{
  const DeidColumn *entities = groups->table.entities;
  const guint32 person = entities != NULL ? deid_codes_get (&entities->codes, row) : 0;

  if (group->n_records == 0)
    group->person = person;
  group->has_several |= group->person != person;
  group->n_records += deid_table_source_get_weight (&groups->table, row);
}

static gboolean
released_groups_sum_up (const DeidReleasedGroups *groups, DeidReleasedUniques *uniques,
                        GError **error)
{
  g_autofree ReleasedGroupsGroup *all = deid_alloc (groups->n_groups, sizeof *all, error);

  *uniques = (DeidReleasedUniques){ 0 };
  if (all == NULL)
    return FALSE;
  for (guint64 row = 0; row < groups->partition->n_rows; row++)
    {
      if (!deid_stop_check_row (groups->stop, row, error))
        return FALSE;
      if (!deid_partition_suppresses (groups->partition, row))
        released_groups_add_row (groups, row, &all[groups->groups[row]]);
    }
  for (guint32 i = 0; i < groups->n_groups; i++)
    {
      uniques->n_alone += all[i].n_records == 1;
      if (groups->table.entities != NULL ? !all[i].has_several : all[i].n_records == 1)
        uniques->n_of_one_person += all[i].n_records;
    }
  return TRUE;
}

gboolean
deid_released_groups_count (DeidReleasedGroups *groups, const guint8 *is_used,
                            DeidReleasedUniques *uniques, GError **error)
{
  memcpy (groups->groups, groups->by_labels, groups->partition->n_rows * sizeof *groups->by_labels);
  groups->n_groups = groups->n_by_labels;
  for (guint k = 0; k < groups->keys.keys.n_columns; k++)
    if (!is_of_classes (groups, k) && is_used[groups->keys.parts[k].first_column]
        && !released_groups_divide (groups, groups->groups, &groups->n_groups, k, error))
      return FALSE;
  return released_groups_sum_up (groups, uniques, error);
}
