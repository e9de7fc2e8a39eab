/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Several tables of the same persons as one, whose rows stand below each other. */
#pragma once

#include "base/work.h"
#include "table/column.h"

#include <deid/deid.h>

/* The column that says which table a row is of. */
#define DEID_TABLE_COLUMN "table"

/* The greatest number of tables. */
#define DEID_MAX_LINKED_TABLES 64

/* Makes one table of @n that have rows and have not been changed since they were read. Columns of
 * one name become one column, whose value is missing in the rows of a table that lacks it; the last
 * one is that of the tables, with @names. Errors: %DEID_ERROR_EMPTY for a table without rows,
 * %DEID_ERROR_DUPLICATE_COLUMN for a column of the name of the last one, %DEID_ERROR_NO_MEMORY,
 * those of deid_stop_check(). Complexity: O(rows x columns). */
DeidDataset *deid_dataset_new_linked (DeidDataset *const *tables, const char *const *names, guint n,
                                      const DeidStop *stop, GError **error);

/* Returns: (nullable): the column that says which table a row is of, of a table that was made so.
 */
const DeidColumn *deid_linked_tables_get (const DeidDataset *dataset);

/* Tells whether all of @n tables that one was made of have a column. */
gboolean deid_linked_tables_have (const DeidDataset *dataset, const char *column, guint n);

/* Returns: (transfer full): of a released table what @name has, which is number @table of those
 * that
 * @source was made of: its rows, and the columns that it has there. Errors: %DEID_ERROR_NO_MEMORY,
 * those of deid_stop_check(). */
DeidDataset *deid_dataset_take_linked (const DeidDataset *release, const DeidDataset *source,
                                       guint table, const char *name, GCancellable *cancellable,
                                       GError **error);
