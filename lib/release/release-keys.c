/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/release-keys.h"

#include "base/arrays.h"
#include "base/memory.h"

/* What classes are ranked by. */
typedef struct
{
  const DeidPartition *partition;
  const DeidReleasedColumn *columns;
} ClassOrder;

static guint32
get_class_key (gconstpointer data, guint c, guint32 number)
{
  const ClassOrder *order = data;
  const DeidReleasedColumn *column = &order->columns[c];

  return column->ranks[deid_released_column_get_class_label (column, order->partition, number)];
}

static guint32
get_row_key (gconstpointer data, guint c, guint32 row)
{
  const DeidReleaseKeys *keys = data;
  const DeidReleaseKey *key = &keys->parts[c];
  const guint32 number = keys->partition->class_of_row[row];

  if (key->class_ranks != NULL)
    return key->class_ranks[number];
  return key->columns
      ->ranks[deid_released_column_get_label (key->columns, keys->partition, number, row)];
}

/* Ranks classes by the columns of a key; those that are alike in all have the same rank. */
static gboolean
rank_classes (DeidReleaseKey *key, const DeidPartition *partition, guint32 *n_ranks,
              guint n_threads, const DeidStop *stop, GError **error)
{
  const ClassOrder by = { .partition = partition, .columns = key->columns };
  g_autofree guint32 *n_keys = NULL, *order = NULL;
  DeidRowKeys keys = { .n_columns = key->n_columns, .get_key = get_class_key, .data = &by };

  if (!deid_new_arrays (error, DEID_NEW (n_keys, key->n_columns),
                        DEID_NEW (order, partition->n_classes),
                        DEID_NEW (key->class_ranks, partition->n_classes)))
    return FALSE;
  for (guint c = 0; c < key->n_columns; c++)
    n_keys[c] = key->columns[c].n_labels + 1;
  keys.n_keys = n_keys;
  for (guint32 number = 0; number < partition->n_classes; number++)
    order[number] = number;
  if (!deid_row_order_sort_by (order, partition->n_classes, &keys, n_threads, stop, error))
    return FALSE;
  *n_ranks = 0;
  for (guint32 i = 0; i < partition->n_classes; i++)
    {
      if (i == 0 || !deid_row_keys_are_alike (&keys, order[i - 1], order[i]))
        ++*n_ranks;
      key->class_ranks[order[i]] = *n_ranks - 1;
    }
  return TRUE;
}

/* Returns: the key that a column goes to: that of the one before it if both are of classes. */
static DeidReleaseKey *
choose_key (DeidReleaseKeys *keys, const DeidReleasedColumn *column)
{
  DeidReleaseKey *last = keys->keys.n_columns > 0 ? &keys->parts[keys->keys.n_columns - 1] : NULL;

  if (last != NULL && column == last->columns + last->n_columns
      && deid_released_column_is_of_class (last->columns)
      && deid_released_column_is_of_class (column))
    return last;
  keys->parts[keys->keys.n_columns].columns = column;
  return &keys->parts[keys->keys.n_columns++];
}

gboolean
deid_release_keys_init (DeidReleaseKeys *keys, const DeidPartition *partition,
                        const DeidReleasedColumn *columns, guint n_columns, guint n_threads,
                        const DeidStop *stop, GError **error)
{
  *keys = (DeidReleaseKeys){ .partition = partition };
  if (!deid_new_arrays (error, DEID_NEW (keys->parts, n_columns),
                        DEID_NEW (keys->n_keys, n_columns)))
    return FALSE;
  for (guint c = 0; c < n_columns; c++)
    if (columns[c].role != DEID_ROLE_WEIGHT)
      choose_key (keys, &columns[c])->n_columns++;
  for (guint k = 0; k < keys->keys.n_columns; k++)
    {
      keys->n_keys[k] = keys->parts[k].columns->n_labels + 1;
      if (deid_released_column_is_of_class (keys->parts[k].columns)
          && !rank_classes (&keys->parts[k], partition, &keys->n_keys[k], n_threads, stop, error))
        return FALSE;
    }
  keys->keys.n_keys = keys->n_keys;
  keys->keys.get_key = get_row_key;
  keys->keys.data = keys;
  return TRUE;
}

void
deid_release_keys_clear (DeidReleaseKeys *keys)
{
  for (guint k = 0; keys->parts != NULL && k < keys->keys.n_columns; k++)
    g_free (keys->parts[k].class_ranks);
  g_free (keys->parts);
  g_free (keys->n_keys);
}
