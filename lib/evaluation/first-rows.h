/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/column.h"

/* The first row of each value of a column. */
typedef struct
{
  const DeidColumn *column;
  guint64 *rows; /* of each code, or the number of rows where none has it */
} DeidFirstRowsOfColumn;

/* Those of some columns, each found in one pass over the column when it is first asked for. All
 * zero is valid. The columns do not change. */
typedef struct
{
  DeidFirstRowsOfColumn *columns;
  guint64 capacity;
  guint64 n;
} DeidFirstRows;

void deid_first_rows_clear (DeidFirstRows *first);

/* Sets @row to the first row that has a code, which may be %DEID_NO_CODE, or to the number of rows
 * if none has. Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(rows) for the first value of a column,
 * O(columns asked for) for others. */
gboolean deid_first_rows_find (DeidFirstRows *first, const DeidColumn *column, guint32 code,
                               guint64 *row, GError **error);
