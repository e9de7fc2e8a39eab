/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/row-layout.h"

#include <string.h>

#include "base/memory.h"

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
  (void) column;
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
