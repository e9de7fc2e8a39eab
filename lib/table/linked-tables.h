/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Several tables of the same persons, stacked into one. */
#pragma once

#include "base/work.h"
#include "table/column.h"

#include <deid/deid.h>

/* The column that names the table of each row. */
#define DEID_TABLE_COLUMN "table"

/* The maximum number of tables. */
#define DEID_MAX_LINKED_TABLES 64

/* One of the tables that were stacked. */
typedef struct
{
  char *name;
  char *file; /* escaped, for messages */
  guint64 n_rows;
  guint64 first_line; /* of the file, if every row is one line of it; otherwise 0 */
} DeidLinkedTable;

/* Finds the table of a row, by its place among the rows of all @linked tables. Sets @row to its
 * place in that table. Returns: the number of the table. */
guint deid_linked_tables_find (const GArray *linked, guint64 place, guint64 *row);

/* Stacks @n tables as they were read: none may have been changed. Columns with the same name become
 * one column; rows of a table that lacks the column have a missing value. The last column is
 * %DEID_TABLE_COLUMN, with the @names of the tables. Errors: %DEID_ERROR_EMPTY for a table without
 * rows, %DEID_ERROR_DUPLICATE_COLUMN for a table that has a column of that name,
 * %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). Complexity: O(rows x columns). */
DeidDataset *deid_dataset_new_linked (DeidDataset *const *tables, const char *const *names, guint n,
                                      const DeidStop *stop, GError **error);

/* Returns: (nullable): the column that names the table of each row; %NULL unless the dataset was
 * stacked. */
const DeidColumn *deid_linked_tables_get (const DeidDataset *dataset);

/* Returns: (nullable): the first of the stacked tables that lacks a column. An unknown column
 * counts as one of all tables. */
const DeidLinkedTable *deid_linked_tables_find_without (const DeidDataset *dataset,
                                                        const char *column);

/* Takes one table out of a release: the rows of table number @table, which is called @name, and the
 * columns that it has in @source. Errors: %DEID_ERROR_NO_MEMORY, those of deid_stop_check().
 * Returns: (transfer full) (nullable): the table. */
DeidDataset *deid_dataset_take_linked (const DeidDataset *release, const DeidDataset *source,
                                       guint table, const char *name, GCancellable *cancellable,
                                       GError **error);
