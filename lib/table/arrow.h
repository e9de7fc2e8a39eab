/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/column.h"

#include <deid/deid.h>

/* What the values of an Arrow column are, by the format string of its schema. */

typedef enum
{
  DEID_ARROW_NOTHING, /* all are null */
  DEID_ARROW_BITS,
  DEID_ARROW_FIXED,  /* @width bytes each */
  DEID_ARROW_TEXT32, /* offsets of 32 bits, and bytes */
  DEID_ARROW_TEXT64,
  DEID_ARROW_VIEWS
} DeidArrowLayout;

/* Room for the text of any value but those that are texts. */
#define DEID_ARROW_TEXT_SIZE 192

typedef struct DeidArrowType DeidArrowType;

/* Writes a value of #DEID_ARROW_FIXED. Errors: %DEID_ERROR_INVALID_ARGUMENT for one that has no
 * text. */
typedef gboolean (*DeidArrowWriteFunc) (const DeidArrowType *type, const guint8 *bytes,
                                        char text[DEID_ARROW_TEXT_SIZE], GError **error);

struct DeidArrowType
{
  DeidArrowLayout layout;
  guint width;
  gboolean is_signed; /* of integers */
  gint scale;         /* of decimals */
  gint64 units;       /* of times and timestamps, in a second; of dates, in a day */
  gboolean has_zone;  /* of timestamps */
  DeidArrowWriteFunc write;
  DeidColumnType column_type;
};

/* Errors: %DEID_ERROR_INVALID_ARGUMENT for a format that is not supported. */
gboolean deid_arrow_type_init (DeidArrowType *type, const char *format, GError **error);

/* The same of the integers that a dictionary is asked by. */
gboolean deid_arrow_type_init_keys (DeidArrowType *type, const char *format, GError **error);

/* The values of an Arrow array, as far as it can be told that they are there. */

/* How many values there are, and which are null; before the offset are values that do not count. */
typedef struct
{
  guint64 n;
  guint64 offset;
  const guint8 *validity; /* a bit each, or NULL */
} DeidArrowRows;

typedef struct
{
  const DeidArrowType *type;
  DeidArrowRows rows;
  const guint8 *items;       /* bits, values, offsets or views */
  const char *bytes;         /* of texts, may be NULL if all are empty */
  const void *const *others; /* of views */
  guint64 n_others;
  const guint8 *sizes; /* of these, as integers of 64 bits */
} DeidArrowValues;

/* Looks at the counts of an array of @n_buffers and @n_children. Errors, as of all of these:
 * %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_arrow_rows_init (DeidArrowRows *rows, const struct ArrowArray *array,
                               gint64 n_buffers, gint64 n_children, GError **error);

/* Lends the values of an array, which has to outlive it. */
gboolean deid_arrow_values_init (DeidArrowValues *values, const DeidArrowType *type,
                                 const struct ArrowArray *array, GError **error);

/* Gives the text of a value, which may be in @room; one that is null has none. */
gboolean deid_arrow_values_read (const DeidArrowValues *values, guint64 i,
                                 char room[DEID_ARROW_TEXT_SIZE], const char **text, gsize *length,
                                 GError **error);

/* A column of a dataset that is made of Arrow arrays, one after the other. */

typedef struct
{
  DeidColumn column;
  DeidArrowType type; /* of values */
  DeidArrowType keys; /* of a dictionary, if it has one */
  gboolean has_dictionary;
  guint32 *numbers; /* of each value of the dictionary its code and 1, or 0 */
  guint64 numbers_capacity;
} DeidArrowColumn;

/* All rows of an Arrow stream. */

typedef struct
{
  DeidArrowColumn *columns;
  guint n_columns;
  guint64 n_rows;
} DeidArrowContents;

/* Reads a stream, which is taken over; @name calls it something in messages. On failure the table
 * may be cleared, and nothing else. Errors: those of deid_dataset_new_from_arrow_stream() but about
 * names of columns. */
gboolean deid_arrow_contents_read (DeidArrowContents *table, struct ArrowArrayStream *stream,
                                   const char *name, const DeidStop *stop, GError **error);
void deid_arrow_contents_clear (DeidArrowContents *table);

/* Arrow arrays that are made here: who has got them releases them. */

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
                                        const char *format, guint n_children, GError **error);

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

/* Reads the list that a text stands for. Errors: %DEID_ERROR_PARSE, %DEID_ERROR_NO_MEMORY. */
typedef char **(*DeidArrowListFunc) (const char *text, GError **error);

/* Does what deid_dataset_export_lists_to_arrow_stream() does, with a reader of lists. */
gboolean deid_dataset_export_with_lists (const DeidDataset *dataset, const char *const *lists,
                                         DeidArrowListFunc read, struct ArrowArrayStream *stream,
                                         GCancellable *cancellable, GError **error);
