/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"

#include <deid/deid.h>

/* Rows that are left out by a condition: `year = 2019 and age >= 18`, `ward in (A, "B 2")`,
 * `birth is missing`. `and` goes before `or`; there are no parentheses around conditions. Columns
 * are compared as their type says; texts only by = and !=. A missing value meets no comparison. */

/* Returns: (transfer full): the normal form of a condition, or NULL with %DEID_ERROR_PARSE. */
char *deid_condition_normalize (const char *text, GError **error);

/* Adds a name or a value in quotes, within which two quotes stand for one. */
void deid_condition_add_quoted (GString *condition, const char *text);

/* Returns: (transfer full): the condition that a column has one of some values, an ellipsis if
 * @values is NULL. */
char *deid_condition_make (const char *column, const GPtrArray *values);

/* Calls @func with the columns that a condition in its normal form names. */
void deid_condition_list_columns (const char *text,
                                  void (*func) (const char *column, gpointer data), gpointer data);

typedef enum
{
  DEID_ROWS_DROP = 0, /* rows that meet any condition */
  DEID_ROWS_KEEP      /* rows that do not meet all conditions */
} DeidRowsKind;

/* Leaves rows out of a dataset and notes how many; the dataset remembers the conditions, which are
 * to a NULL. @types, which may be NULL, has types of columns that are texts so far, as
 * deid_type_reader_init_from_text() takes them. Values that are not of the type of their column
 * have no order; with @is_strict a value of a condition must be of the type or occur in the column.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN, %DEID_ERROR_PARSE, %DEID_ERROR_INVALID_ARGUMENT if no row is
 * left, %DEID_ERROR_IMMUTABLE, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Complexity: O(rows x
 * columns). */
gboolean deid_dataset_filter_rows (DeidDataset *dataset, DeidRowsKind kind,
                                   const char *const *conditions, GHashTable *types,
                                   gboolean is_strict, GCancellable *cancellable, GError **error);

/* Leaves all rows out but those of @kept, which are in their order; takes it, also on failure. */
gboolean deid_dataset_keep_rows (DeidDataset *dataset, guint64 *kept, guint64 n_kept,
                                 const DeidStop *stop, GError **error);

/* Returns: (nullable): the conditions by which rows were left out, to a NULL. */
const char *const *deid_dataset_get_row_conditions (const DeidDataset *dataset, DeidRowsKind kind);
