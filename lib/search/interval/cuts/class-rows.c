/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/class-rows.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_class_rows_init (DeidClassRows *rows, guint64 n_rows, guint32 max_ranks, GError **error)
{
  *rows = (DeidClassRows){ 0 };
  return deid_new_arrays (error, DEID_NEW (rows->rows, n_rows), DEID_NEW (rows->sums, max_ranks),
                          DEID_NEW (rows->is_there, max_ranks / 64 + 1),
                          DEID_NEW (rows->groups, max_ranks));
}

void
deid_class_rows_clear (DeidClassRows *rows)
{
  g_free (rows->places);
  g_free (rows->next);
  g_free (rows->rows);
  g_free (rows->sums);
  g_free (rows->is_there);
  g_free (rows->groups);
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
  rows->n_classes = n_classes;
  memset (rows->places, 0, n * sizeof *rows->places);
  for (guint64 row = 0; row < n_rows; row++)
    rows->places[class_of_row[row]] += !is_left_out[row];
  for (guint64 number = 0; number < n; number++)
    {
      const guint64 n_of_class = rows->places[number];

      rows->places[number] = rows->next[number] = place;
      place += n_of_class;
    }
  for (guint64 row = 0; row < n_rows; row++)
    if (!is_left_out[row])
      rows->rows[rows->next[class_of_row[row]]++] = (guint32) row;
  return TRUE;
}

/* Returns: how many ranks are there, in their order; they are forgotten. */
static guint64
list_groups (DeidClassRows *rows, guint32 first, guint32 last)
{
  guint64 n = 0;

  for (guint32 word = first / 64; word <= last / 64; word++)
    {
      guint64 bits = rows->is_there[word];

      for (; bits != 0; bits &= bits - 1)
        {
          const guint32 rank = word * 64 + (guint32) __builtin_ctzll (bits);

          rows->groups[n++] = (DeidRankGroup){ rank, rows->sums[rank] };
          rows->sums[rank] = (DeidFailing){ 0 };
        }
      rows->is_there[word] = 0;
    }
  return n;
}

guint64
deid_class_rows_group (DeidClassRows *rows, guint32 number, const DeidCutAxis *axis,
                       const DeidFailing *sums_of_rows)
{
  const guint64 begin = rows->places[number], end = rows->places[number + 1];
  guint32 first = axis->n_ranks - 1, last = 0;

  if (begin == end)
    return 0;
  for (guint64 i = begin; i < end; i++)
    {
      const guint32 rank = axis->ranks[rows->rows[i]];

      deid_failing_add (&rows->sums[rank], &sums_of_rows[i]);
      rows->is_there[rank / 64] |= (guint64) 1 << rank % 64;
      first = MIN (first, rank);
      last = MAX (last, rank);
    }
  return list_groups (rows, first, last);
}
