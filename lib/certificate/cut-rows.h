/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/grouping.h"

/* Rows of the table class by class. */
typedef struct
{
  guint64 n_rows;
  guint32 *rows;
  guint64 *starts; /* of each class the first of its rows, and behind the last */
  guint64 starts_capacity;
} DeidCutRows;

/* On failure they may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_cut_rows_init (DeidCutRows *rows, guint64 n_rows, GError **error);
void deid_cut_rows_clear (DeidCutRows *rows);

/* Lists the rows of classes, but of those that are left out, none if @is_left_out is NULL. Errors:
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows + classes). */
gboolean deid_cut_rows_list (DeidCutRows *rows, const DeidGrouping *grouping,
                             const guint8 *is_left_out, GError **error);

/* Returns: the first row of a class, of @n. */
static inline const guint32 *
deid_cut_rows_get (const DeidCutRows *rows, guint64 number, guint64 *n)
{
  *n = rows->starts[number + 1] - rows->starts[number];
  return rows->rows + rows->starts[number];
}
