/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/row-order.h"

#include <string.h>

#include "base/memory.h"
#include "base/random.h"

/* One pass of a radix sort: a stable counting sort by one column. */
static gboolean
sort_by_column (guint32 *rows, guint32 *scratch, guint64 n_rows, guint column, guint32 n_keys,
                DeidRowKeyFunc get_key, gconstpointer data, const DeidStop *stop, GError **error)
{
  g_autofree guint64 *starts = deid_alloc ((guint64) n_keys + 1, sizeof *starts, error);

  if (starts == NULL)
    return FALSE;
  for (guint64 i = 0; i < n_rows; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      starts[get_key (data, column, rows[i]) + 1]++;
    }
  for (guint32 key = 0; key < n_keys; key++)
    starts[key + 1] += starts[key];
  for (guint64 i = 0; i < n_rows; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      scratch[starts[get_key (data, column, rows[i])]++] = rows[i];
    }
  memcpy (rows, scratch, n_rows * sizeof *rows);
  return TRUE;
}

gboolean
deid_row_order_sort (guint32 *rows, guint64 n_rows, guint n_columns, const guint32 *n_keys,
                     DeidRowKeyFunc get_key, gconstpointer data, const DeidStop *stop,
                     GError **error)
{
  g_autofree guint32 *scratch = deid_alloc (n_rows, sizeof *scratch, error);

  if (scratch == NULL)
    return FALSE;
  for (guint column = n_columns; column-- > 0;)
    if (!sort_by_column (rows, scratch, n_rows, column, n_keys[column], get_key, data, stop, error))
      return FALSE;
  return TRUE;
}

void
deid_row_order_shuffle (guint32 *rows, guint64 n_rows, guint64 seed)
{
  DeidRandom random = { .state = seed };

  for (guint64 i = n_rows; i > 1; i--)
    {
      const guint64 j = deid_random_below (&random, i);
      const guint32 row = rows[i - 1];

      rows[i - 1] = rows[j];
      rows[j] = row;
    }
}
