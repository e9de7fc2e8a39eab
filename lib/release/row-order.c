/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keys of neighbouring columns are the digits of one number while it stays below 2^64. Rows are
 * sorted by these numbers, the least significant one first. */
#include "release/row-order.h"

#include "base/arrays.h"
#include "base/portable-math.h"

/* Returns: the first of the columns before @end whose keys fit in one number. */
static guint
find_first_column (const DeidRowKeys *keys, guint end)
{
  guint64 n_numbers = 1;
  guint first = end;

  for (; first > 0 && n_numbers <= G_MAXUINT64 / MAX (keys->n_keys[first - 1], 1); first--)
    n_numbers *= MAX (keys->n_keys[first - 1], 1);
  return first;
}

/* Gives each row the number that the keys from column @first to @end make. */
static gboolean
row_order_make_numbers (const guint32 *rows, guint64 n_rows, const DeidRowKeys *keys, guint first,
                        guint end, DeidKeyedNumber *numbers, const DeidStop *stop, GError **error)
{
  for (guint64 i = 0; i < n_rows; i++)
    {
      guint64 key = 0;

      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      for (guint c = first; c < end; c++)
        key = key * keys->n_keys[c] + keys->get_key (keys->data, c, rows[i]);
      numbers[i] = (DeidKeyedNumber){ key, rows[i] };
    }
  return TRUE;
}

gboolean
deid_row_order_sort (guint32 *rows, guint64 n_rows, const DeidRowKeys *keys, const DeidStop *stop,
                     GError **error)
{
  g_autofree DeidKeyedNumber *numbers = NULL, *scratch = NULL;
  guint first;

  if (!deid_new_arrays (error, DEID_NEW (numbers, n_rows), DEID_NEW (scratch, n_rows)))
    return FALSE;
  for (guint end = keys->n_columns; end > 0; end = first)
    {
      first = find_first_column (keys, end);
      if (!row_order_make_numbers (rows, n_rows, keys, first, end, numbers, stop, error))
        return FALSE;
      deid_key_sort (numbers, scratch, n_rows);
      for (guint64 i = 0; i < n_rows; i++)
        rows[i] = numbers[i].number;
    }
  return TRUE;
}

/* So many numbers are drawn ahead that rows come from memory while others are exchanged. */
#define ROW_ORDER_N_DRAWN 64

void
deid_row_order_shuffle (guint32 *rows, guint64 n_rows, guint64 seed)
{
  DeidRandom random = { .state = seed };
  guint32 drawn[ROW_ORDER_N_DRAWN];
  guint n;

  for (guint64 end = n_rows; end > 1; end -= n)
    {
      n = (guint) MIN (end - 1, ROW_ORDER_N_DRAWN);
      for (guint i = 0; i < n; i++)
        {
          drawn[i] = (guint32) deid_random_below (&random, end - i);
          __builtin_prefetch (&rows[drawn[i]], 1);
        }
      for (guint i = 0; i < n; i++)
        {
          const guint32 row = rows[end - i - 1];

          rows[end - i - 1] = rows[drawn[i]];
          rows[drawn[i]] = row;
        }
    }
}
