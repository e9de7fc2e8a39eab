/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/release-keys.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* Texts are sorted by their beginnings, in which most differ, and then as a whole. */

/* How many bytes of a text its keys have. */
#define BYTES_A_KEY 4
#define N_TEXT_KEYS 2

/* Returns: the bytes of a text at the place of a key as a number, which is not the greatest one, as
 * UTF-8 has no byte 0xFF. */
static guint32
get_text_key (gconstpointer data, guint c, guint32 label)
{
  const char *text = deid_released_column_get_text (data, label);
  guint32 keys[N_TEXT_KEYS] = { 0 };

  for (guint i = 0; text != NULL && i < sizeof keys && text[i] != '\0'; i++)
    keys[i / BYTES_A_KEY] |= (guint32) (guint8) text[i] << 8 * (BYTES_A_KEY - 1 - i % BYTES_A_KEY);
  return keys[c];
}

/* A label with its text, to be sorted by it. */
typedef struct
{
  const char *text;
  guint32 label;
} LabelText;

static int
label_ranks_compare_texts (const void *a, const void *b)
{
  return g_strcmp0 (((const LabelText *) a)->text, ((const LabelText *) b)->text);
}

/* Ranks labels whose texts begin alike, the first of which has the rank @first. */
static gboolean
rank_alike (const DeidReleasedColumn *column, const guint32 *labels, guint32 n, guint32 first,
            guint32 *ranks, const DeidStop *stop, GError **error)
{
  g_autofree LabelText *order = deid_alloc (n, sizeof *order, error);

  for (guint32 i = 0; order != NULL && i < n; i++)
    order[i] = (LabelText){ deid_released_column_get_text (column, labels[i]), labels[i] };
  if (order == NULL
      || !deid_stopped_sort (order, n, sizeof *order, label_ranks_compare_texts, stop, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    ranks[order[i].label] = i > 0 && label_ranks_compare_texts (&order[i - 1], &order[i]) == 0
                                ? ranks[order[i - 1].label]
                                : first + i;
  return TRUE;
}

/* Ranks labels that are in the order of the keys of their texts. */
static gboolean
rank_sorted (const DeidReleasedColumn *column, const DeidRowKeys *keys, const guint32 *order,
             guint32 *ranks, const DeidStop *stop, GError **error)
{
  guint32 first = 0;

  for (guint32 i = 0; i < column->n_labels; i++)
    {
      const gboolean is_last
          = i + 1 == column->n_labels || !deid_row_keys_are_alike (keys, order[i], order[i + 1]);

      if (!deid_stop_check_value (stop, i, error))
        return FALSE;
      if (!is_last)
        continue;
      if (first == i)
        ranks[order[i]] = i;
      else if (!rank_alike (column, &order[first], i + 1 - first, first, ranks, stop, error))
        return FALSE;
      first = i + 1;
    }
  ranks[column->n_labels] = column->n_labels;
  return TRUE;
}

/* Complexity: O(labels) but for texts that begin alike, which are compared.
 *
 * Returns: (transfer full): the rank of each label of a column in the order of texts, a missing
 * one being the first; that of suppressed values is the last. */
static guint32 *
label_ranks_new (const DeidReleasedColumn *column, guint n_threads, const DeidStop *stop,
                 GError **error)
{
  static const guint32 n_keys[N_TEXT_KEYS] = { G_MAXUINT32, G_MAXUINT32 };
  const DeidRowKeys keys
      = { .n_columns = N_TEXT_KEYS, .n_keys = n_keys, .get_key = get_text_key, .data = column };
  g_autofree guint32 *order = NULL, *ranks = NULL;

  if (!deid_new_arrays (error, DEID_NEW (order, column->n_labels),
                        DEID_NEW (ranks, (guint64) column->n_labels + 1)))
    return NULL;
  for (guint32 label = 0; label < column->n_labels; label++)
    order[label] = label;
  return deid_row_order_sort (order, column->n_labels, &keys, n_threads, stop, error)
                 && rank_sorted (column, &keys, order, ranks, stop, error)
             ? g_steal_pointer (&ranks)
             : NULL;
}

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
      keys->ranks[c] = label_ranks_new (&keys->columns[c], n_threads, stop, error);
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
  deid_free_arrays (keys->ranks, keys->parts, keys->n_keys);
}

gboolean
deid_released_rows_merge (DeidReleasedRows *rows, const DeidRowKeys *keys, guint n_threads,
                          const DeidStop *stop, GError **error)
{
  const guint64 n_sources = rows->n;

  rows->starts = deid_alloc (n_sources + 1, sizeof *rows->starts, error);
  if (rows->starts == NULL
      || !deid_row_order_sort (rows->sources, n_sources, keys, n_threads, stop, error))
    return FALSE;
  rows->n = 0;
  for (guint64 s = 0; s < n_sources; s++)
    if (!deid_stop_check_row (stop, s, error))
      return FALSE;
    else if (s == 0 || !deid_row_keys_are_alike (keys, rows->sources[s - 1], rows->sources[s]))
      rows->starts[rows->n++] = (guint32) s;
  rows->starts[rows->n] = (guint32) n_sources;
  return deid_realloc ((gpointer *) &rows->starts, rows->n + 1, sizeof *rows->starts, error);
}

/* Puts merged rows in an order given by their numbers. */
static gboolean
rearrange (DeidReleasedRows *rows, const guint32 *order, GError **error)
{
  DeidReleasedRows arranged
      = { .sources = deid_alloc (rows->starts[rows->n], sizeof *arranged.sources, error),
          .n = rows->n };
  guint64 n = 0;

  if (arranged.sources != NULL)
    arranged.starts = deid_alloc (rows->n + 1, sizeof *arranged.starts, error);
  if (arranged.starts == NULL)
    {
      deid_released_rows_clear (&arranged);
      return FALSE;
    }
  for (guint64 i = 0; i < rows->n; i++)
    {
      guint64 n_sources;
      const guint32 *sources = deid_released_rows_get (rows, order[i], &n_sources);

      arranged.starts[i] = (guint32) n;
      memcpy (arranged.sources + n, sources, n_sources * sizeof *sources);
      n += n_sources;
    }
  arranged.starts[rows->n] = (guint32) n;
  deid_released_rows_clear (rows);
  *rows = arranged;
  return TRUE;
}

static guint32
get_first (gconstpointer data, guint column, guint32 row)
{
  return deid_released_rows_get_first (data, row);
}

/* Returns: the numbers of merged rows in their order. */
static guint32 *
row_layout_number_rows (const DeidReleasedRows *rows, GError **error)
{
  guint32 *order = deid_alloc (rows->n, sizeof *order, error);

  for (guint64 i = 0; order != NULL && i < rows->n; i++)
    order[i] = (guint32) i;
  return order;
}

gboolean
deid_released_rows_keep_order (DeidReleasedRows *rows, guint64 n_sources, guint n_threads,
                               const DeidStop *stop, GError **error)
{
  const guint32 n_keys = (guint32) n_sources;
  const DeidRowKeys keys
      = { .n_columns = 1, .n_keys = &n_keys, .get_key = get_first, .data = rows };
  g_autofree guint32 *order = row_layout_number_rows (rows, error);

  return order != NULL && deid_row_order_sort (order, rows->n, &keys, n_threads, stop, error)
         && rearrange (rows, order, error);
}

gboolean
deid_released_rows_shuffle (DeidReleasedRows *rows, const DeidRowKeys *keys, guint n_threads,
                            guint64 seed, const DeidStop *stop, GError **error)
{
  g_autofree guint32 *order = NULL;

  if (rows->starts == NULL)
    {
      if (!deid_row_order_sort (rows->sources, rows->n, keys, n_threads, stop, error))
        return FALSE;
      deid_row_order_shuffle (rows->sources, rows->n, seed);
      return TRUE;
    }
  order = row_layout_number_rows (rows, error);
  if (order == NULL)
    return FALSE;
  deid_row_order_shuffle (order, rows->n, seed);
  return rearrange (rows, order, error);
}
