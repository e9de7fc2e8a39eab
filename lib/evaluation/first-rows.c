/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/first-rows.h"

#include "base/memory.h"

void
deid_first_rows_clear (DeidFirstRows *first)
{
  for (guint64 i = 0; i < first->n; i++)
    g_free (first->columns[i].rows);
  g_free (first->columns);
  *first = (DeidFirstRows){ 0 };
}

/* Most columns have all of their values in few rows. */
static void
first_rows_find_rows (const DeidColumn *column, guint64 *rows)
{
  const guint64 n_rows = column->codes.n;
  guint32 n_left = column->dictionary.n;

  for (guint32 code = 0; code < column->dictionary.n; code++)
    rows[code] = n_rows;
  for (guint64 row = 0; row < n_rows && n_left > 0; row++)
    {
      guint64 *first = &rows[deid_codes_get (&column->codes, row)];

      if (*first == n_rows)
        {
          *first = row;
          n_left--;
        }
    }
}

static gboolean
first_rows_add_column (DeidFirstRows *first, const DeidColumn *column, GError **error)
{
  guint64 *rows;

  if (!deid_grow ((gpointer *) &first->columns, &first->capacity, first->n + 1,
                  sizeof *first->columns, error)
      || (rows = deid_alloc (column->dictionary.n, sizeof *rows, error)) == NULL)
    return FALSE;
  first_rows_find_rows (column, rows);
  first->columns[first->n++] = (DeidFirstRowsOfColumn){ column, rows };
  return TRUE;
}

gboolean
deid_first_rows_find (DeidFirstRows *first, const DeidColumn *column, guint32 code, guint64 *row,
                      GError **error)
{
  guint64 i = first->n;

  *row = column->codes.n;
  if (code == DEID_NO_CODE)
    return TRUE;
  while (i > 0 && first->columns[i - 1].column != column)
    i--;
  if (i == 0)
    {
      if (!first_rows_add_column (first, column, error))
        return FALSE;
      i = first->n;
    }
  *row = first->columns[i - 1].rows[code];
  return TRUE;
}
