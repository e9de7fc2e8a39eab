/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "certificate/cut-rows.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_cut_rows_init (DeidCutRows *rows, guint64 n_rows, GError **error)
{
  *rows = (DeidCutRows){ .n_rows = n_rows };
  return deid_new_arrays (error, DEID_NEW (rows->rows, n_rows));
}

void
deid_cut_rows_clear (DeidCutRows *rows)
{
  g_free (rows->rows);
  g_free (rows->starts);
}

gboolean
deid_cut_rows_list (DeidCutRows *rows, const DeidGrouping *grouping, const guint8 *is_left_out,
                    GError **error)
{
  const guint32 *class_of_row = grouping->class_of_row;
  const guint64 n_classes = grouping->n_classes;
  guint64 *starts;

  if (!deid_grow ((gpointer *) &rows->starts, &rows->starts_capacity, n_classes + 1,
                  sizeof *rows->starts, error))
    return FALSE;
  starts = rows->starts;
  memset (starts, 0, (n_classes + 1) * sizeof *starts);
  for (guint64 row = 0; row < rows->n_rows; row++)
    starts[class_of_row[row] + 1] += is_left_out == NULL || !is_left_out[class_of_row[row]];
  for (guint64 number = 0; number < n_classes; number++)
    starts[number + 1] += starts[number];
  for (guint64 row = 0; row < rows->n_rows; row++)
    if (is_left_out == NULL || !is_left_out[class_of_row[row]])
      rows->rows[starts[class_of_row[row]]++] = (guint32) row;
  memmove (starts + 1, starts, n_classes * sizeof *starts);
  starts[0] = 0;
  return TRUE;
}
