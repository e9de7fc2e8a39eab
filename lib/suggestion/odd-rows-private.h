/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "suggestion/odd-rows.h"
#include "table/column.h"

/* Adds what is odd; @text, which may be %NULL, is taken. */
void deid_odd_rows_add (GPtrArray *list, DeidOddKind kind, guint column, guint64 row,
                        guint64 n_rows, char *text);

/* Adds columns whose cells seem to be merged, from a row on. */
void deid_merged_cells_list (GPtrArray *list, const DeidDataset *dataset, guint64 first);

static inline gboolean
deid_column_is_missing (const DeidColumn *column, guint64 row)
{
  return deid_codes_get (&column->codes, row) == column->dictionary.missing;
}
