/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/class-rows.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_class_rows_init (DeidClassRows *rows, guint64 n_rows, GError **error)
{
  *rows = (DeidClassRows){ 0 };
  return deid_new_arrays (error, DEID_NEW (rows->sorted, n_rows));
}

void
deid_class_rows_clear (DeidClassRows *rows)
{
  g_free (rows->places);
  g_free (rows->next);
  g_free (rows->sorted);
}

gboolean
deid_class_rows_set (DeidClassRows *rows, const guint32 *class_of_row, guint32 n_classes,
                     const guint8 *is_left_out, guint64 n_rows, GError **error)
{
  const guint64 n = (guint64) n_classes + 1;
  guint64 place = 0;

  if (!deid_grow ((gpointer *) &rows->places, &rows->places_capacity, n, sizeof *rows->places,
                  error)
      || !deid_grow ((gpointer *) &rows->next, &rows->next_capacity, n, sizeof *rows->next, error))
    return FALSE;
  rows->class_of_row = class_of_row;
  rows->n_classes = n_classes;
  rows->is_left_out = is_left_out;
  memset (rows->places, 0, n * sizeof *rows->places);
  for (guint64 row = 0; row < n_rows; row++)
    rows->places[class_of_row[row]] += !is_left_out[row];
  for (guint64 number = 0; number < n; number++)
    {
      const guint64 n_of_class = rows->places[number];

      rows->places[number] = place;
      place += n_of_class;
    }
  return TRUE;
}

void
deid_class_rows_sort (DeidClassRows *rows, const DeidCutAxis *axis)
{
  memcpy (rows->next, rows->places, rows->n_classes * sizeof *rows->places);
  for (guint64 i = 0; i < axis->n_rows; i++)
    {
      const DeidRankedRow *row = &axis->rows[i];

      if (!rows->is_left_out[row->row])
        rows->sorted[rows->next[rows->class_of_row[row->row]]++] = *row;
    }
}
