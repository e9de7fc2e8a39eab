/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/release-keys.h"

#include "base/arrays.h"
#include "release/label-ranks.h"

/* What classes are ranked by. */
typedef struct
{
  const DeidReleaseKeys *keys;
  guint first_column;
} ClassOrder;

static guint32
get_class_key (gconstpointer data, guint c, guint32 number)
{
  const ClassOrder *order = data;
  const DeidReleaseKeys *keys = order->keys;
  const guint column = order->first_column + c;

  return keys->ranks[column][deid_released_column_get_class_label (&keys->columns[column],
                                                                   keys->partition, number)];
}

static guint32
get_row_key (gconstpointer data, guint c, guint32 row)
{
  const DeidReleaseKeys *keys = data;
  const DeidReleaseKey *key = &keys->parts[c];
  const guint32 number = keys->partition->class_of_row[row];

  if (key->class_ranks != NULL)
    return key->class_ranks[number];
  return keys->ranks[key->first_column][deid_released_column_get_label (
      &keys->columns[key->first_column], keys->partition, number, row)];
}

/* Ranks classes by the columns of a key; those that are alike in all have the same rank. */
static gboolean
rank_classes (const DeidReleaseKeys *keys, DeidReleaseKey *key, guint32 *n_ranks, guint n_threads,
              const DeidStop *stop, GError **error)
{
  const guint32 n_classes = keys->partition->n_classes;
  const ClassOrder by = { .keys = keys, .first_column = key->first_column };
  g_autofree guint32 *n_keys = NULL, *order = NULL;
  DeidRowKeys class_keys = { .n_columns = key->n_columns, .get_key = get_class_key, .data = &by };

  if (!deid_new_arrays (error, DEID_NEW (n_keys, key->n_columns), DEID_NEW (order, n_classes),
                        DEID_NEW (key->class_ranks, n_classes)))
    return FALSE;
  for (guint c = 0; c < key->n_columns; c++)
    n_keys[c] = keys->columns[key->first_column + c].n_labels + 1;
  class_keys.n_keys = n_keys;
  for (guint32 number = 0; number < n_classes; number++)
    order[number] = number;
  if (!deid_row_order_sort (order, n_classes, &class_keys, n_threads, stop, error))
    return FALSE;
  *n_ranks = 0;
  for (guint32 i = 0; i < n_classes; i++)
    {
      if (i == 0 || !deid_row_keys_are_alike (&class_keys, order[i - 1], order[i]))
        ++*n_ranks;
      key->class_ranks[order[i]] = *n_ranks - 1;
    }
  return TRUE;
}

/* Adds a column to the key of the one before it if both are of classes, or else to a new one. */
static void
release_keys_add_column (DeidReleaseKeys *keys, guint c)
{
  DeidReleaseKey *last = keys->keys.n_columns > 0 ? &keys->parts[keys->keys.n_columns - 1] : NULL;

  if (last == NULL || last->first_column + last->n_columns != c
      || !deid_released_column_is_of_class (&keys->columns[c - 1])
      || !deid_released_column_is_of_class (&keys->columns[c]))
    {
      last = &keys->parts[keys->keys.n_columns++];
      last->first_column = c;
    }
  last->n_columns++;
}

static gboolean
rank_columns (DeidReleaseKeys *keys, guint n_threads, const DeidStop *stop, GError **error)
{
  for (guint c = 0; c < keys->n_columns; c++)
    {
      if (keys->columns[c].role == DEID_ROLE_WEIGHT)
        continue;
      keys->ranks[c] = deid_label_ranks_new (&keys->columns[c], n_threads, stop, error);
      if (keys->ranks[c] == NULL)
        return FALSE;
      release_keys_add_column (keys, c);
    }
  return TRUE;
}

gboolean
deid_release_keys_init (DeidReleaseKeys *keys, const DeidPartition *partition,
                        const DeidReleasedColumn *columns, guint n_columns, guint n_threads,
                        const DeidStop *stop, GError **error)
{
  *keys = (DeidReleaseKeys){ .partition = partition, .columns = columns, .n_columns = n_columns };
  if (!deid_new_arrays (error, DEID_NEW (keys->ranks, n_columns), DEID_NEW (keys->parts, n_columns),
                        DEID_NEW (keys->n_keys, n_columns))
      || !rank_columns (keys, n_threads, stop, error))
    return FALSE;
  for (guint k = 0; k < keys->keys.n_columns; k++)
    {
      const DeidReleasedColumn *first = &columns[keys->parts[k].first_column];

      keys->n_keys[k] = first->n_labels + 1;
      if (deid_released_column_is_of_class (first)
          && !rank_classes (keys, &keys->parts[k], &keys->n_keys[k], n_threads, stop, error))
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
  for (guint c = 0; keys->ranks != NULL && c < keys->n_columns; c++)
    g_free (keys->ranks[c]);
  for (guint k = 0; k < keys->keys.n_columns; k++)
    g_free (keys->parts[k].class_ranks);
  g_free (keys->ranks);
  g_free (keys->parts);
  g_free (keys->n_keys);
}
