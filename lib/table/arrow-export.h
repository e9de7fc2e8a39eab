/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Arrow arrays that are made here: who has got them releases them. */
#pragma once

#include <deid/deid.h>

/* A table that is being made: a struct of columns, and its only array. */
typedef struct
{
  struct ArrowSchema schema;
  struct ArrowArray array;
} DeidArrowTable;

/* What has zeros for release callbacks may be cleared. Errors, as of all of these:
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_arrow_table_init (DeidArrowTable *table, guint64 n_rows, guint n_columns,
                                GError **error);
void deid_arrow_table_clear (DeidArrowTable *table);

/* Starts a column, of a format that is not copied. */
gboolean deid_arrow_table_start_column (DeidArrowTable *table, guint column, const char *name,
                                        const char *format, GError **error);

/* Starts its dictionary, of @n texts. */
gboolean deid_arrow_table_start_dictionary (DeidArrowTable *table, guint column, guint64 n,
                                            const char *format, GError **error);

/* Adds a buffer of zeros, to be filled in, to an array: that of bits that say what is not null
 * comes first, and may be left out. */
enum
{
  DEID_ARROW_VALIDITY = 0,
  DEID_ARROW_ITEMS = 1,
  DEID_ARROW_BYTES = 2
};
gpointer deid_arrow_add_buffer (struct ArrowArray *array, guint buffer, guint64 n, gsize size,
                                GError **error);

/* Moves a table to a stream. On failure it is still to be cleared. */
gboolean deid_arrow_table_to_stream (DeidArrowTable *table, struct ArrowArrayStream *stream,
                                     GError **error);
