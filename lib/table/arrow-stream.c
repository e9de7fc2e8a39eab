/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "table/arrow.h"
#include "table/dataset-private.h"

#include <string.h>

static inline gboolean
arrow_rows_have (const DeidArrowRows *rows, guint64 i)
{
  const guint64 bit = rows->offset + i;

  return rows->validity == NULL || (rows->validity[bit / 8] >> (bit % 8) & 1) != 0;
}

/* Rows that are worked through between two checks. */
#define ARROW_COLUMN_BLOCK 1024

static gboolean
arrow_column_refuse (const char *what, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "the Arrow schema %s", what);
}

static gboolean
init_type (DeidArrowColumn *column, const struct ArrowSchema *schema, GError **error)
{
  const struct ArrowSchema *values = schema->dictionary;

  column->has_dictionary = values != NULL;
  if (!column->has_dictionary)
    return deid_arrow_type_init (&column->type, schema->format, error);
  if (values->dictionary != NULL)
    return arrow_column_refuse ("has a dictionary of dictionaries, expected one of values", error);
  return deid_arrow_type_init_keys (&column->keys, schema->format, error)
         && deid_arrow_type_init (&column->type, values->format, error);
}

static gboolean
arrow_column_init (DeidArrowColumn *column, const struct ArrowSchema *schema, GError **error)
{
  *column = (DeidArrowColumn){ 0 };
  if (schema == NULL || schema->release == NULL)
    return arrow_column_refuse ("lacks a child, expected as many as it says", error);
  if (!deid_column_init (&column->column, schema->name != NULL ? schema->name : "", error))
    return FALSE;
  if (init_type (column, schema, error))
    {
      deid_column_set_type (&column->column, column->type.column_type, NULL);
      return TRUE;
    }
  g_prefix_error (error, "column '%s': ", deid_column_show (&column->column));
  return FALSE;
}

static void
arrow_column_clear (DeidArrowColumn *column)
{
  deid_column_clear (&column->column);
  g_clear_pointer (&column->numbers, g_free);
}

/* Rows of the table, which a row that is null lacks altogether, and what they have. */
typedef struct
{
  const DeidArrowRows *table;
  DeidArrowValues keys;
  DeidArrowValues values;
  gboolean is_numbered; /* by the numbers of the column */
} Chunk;

/* A dictionary of more values than rows is not worth a table. */
static gboolean
init_dictionary (DeidArrowColumn *column, Chunk *chunk, const struct ArrowArray *array,
                 GError **error)
{
  if (!deid_arrow_values_init (&chunk->keys, &column->keys, array, error)
      || !deid_arrow_values_init (&chunk->values, &column->type, array->dictionary, error))
    return FALSE;
  chunk->is_numbered = chunk->values.rows.n <= chunk->table->n;
  if (!chunk->is_numbered)
    return TRUE;
  if (!deid_grow ((gpointer *) &column->numbers, &column->numbers_capacity, chunk->values.rows.n,
                  sizeof *column->numbers, error))
    return FALSE;
  if (chunk->values.rows.n > 0)
    memset (column->numbers, 0, chunk->values.rows.n * sizeof *column->numbers);
  return TRUE;
}

static gboolean
init_chunk (DeidArrowColumn *column, Chunk *chunk, const struct ArrowArray *array, GError **error)
{
  const DeidArrowRows *rows = column->has_dictionary ? &chunk->keys.rows : &chunk->values.rows;

  if (!(column->has_dictionary
            ? init_dictionary (column, chunk, array, error)
            : deid_arrow_values_init (&chunk->values, &column->type, array, error)))
    return FALSE;
  if (!column->has_dictionary && array->dictionary != NULL)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "an Arrow array with a dictionary, expected none as the schema says");
  else if (rows->n < chunk->table->offset + chunk->table->n)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "an Arrow array of the length %" G_GUINT64_FORMAT
               ", expected at least %" G_GUINT64_FORMAT " as its table has",
               rows->n, chunk->table->offset + chunk->table->n);
  else
    return TRUE;
  return FALSE;
}

/* Gives the code of a value, which the column gets if it is new. */
static gboolean
arrow_column_add_value (DeidArrowColumn *column, const DeidArrowValues *values, guint64 i,
                        guint32 *code, GError **error)
{
  DeidDictionary *dictionary = &column->column.dictionary;
  char room[DEID_ARROW_TEXT_SIZE];
  const char *text = "";
  gsize length = 0;

  if (values->type->layout != DEID_ARROW_NOTHING && arrow_rows_have (&values->rows, i)
      && !deid_arrow_values_read (values, i, room, &text, &length, error))
    return FALSE;
  return length > 0 ? deid_dictionary_add (dictionary, text, length, code, error)
                    : deid_dictionary_add_missing (dictionary, code, error);
}

static gboolean
arrow_column_add_key (DeidArrowColumn *column, const Chunk *chunk, guint64 key, guint32 *code,
                      GError **error)
{
  if (key >= chunk->values.rows.n)
    {
      const gboolean is_negative = column->keys.is_signed && key > G_MAXINT64;

      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "the key %s%" G_GUINT64_FORMAT
                        " of an Arrow dictionary, expected one of its %" G_GUINT64_FORMAT " values",
                        is_negative ? "-" : "", is_negative ? 0 - key : key, chunk->values.rows.n);
    }
  if (!chunk->is_numbered)
    return arrow_column_add_value (column, &chunk->values, key, code, error);
  if (column->numbers[key] == 0)
    {
      if (!arrow_column_add_value (column, &chunk->values, key, code, error))
        return FALSE;
      column->numbers[key] = *code + 1;
    }
  *code = column->numbers[key] - 1;
  return TRUE;
}

/* Gives the code of a row. */
static gboolean
arrow_column_add_row (DeidArrowColumn *column, const Chunk *chunk, guint64 row, guint32 *code,
                      GError **error)
{
  const guint64 place = chunk->table->offset + row;
  const DeidArrowValues *keys = &chunk->keys;
  const guint width = column->keys.width;

  if (!arrow_rows_have (chunk->table, row))
    return deid_dictionary_add_missing (&column->column.dictionary, code, error);
  if (!column->has_dictionary)
    return arrow_column_add_value (column, &chunk->values, place, code, error);
  if (!arrow_rows_have (&keys->rows, place))
    return deid_dictionary_add_missing (&column->column.dictionary, code, error);
  return arrow_column_add_key (
      column, chunk,
      deid_host_integer_read (keys->items + (keys->rows.offset + place) * width, width,
                              column->keys.is_signed),
      code, error);
}

/* Codes come in blocks: what stops and grows is looked at once a block. */
static gboolean
arrow_column_append_rows (DeidArrowColumn *column, const Chunk *chunk, const DeidStop *stop,
                          GError **error)
{
  DeidCodes *codes = &column->column.codes;

  for (guint64 row = 0; row < chunk->table->n;)
    {
      const guint n = (guint) MIN (ARROW_COLUMN_BLOCK, chunk->table->n - row);
      guint32 block[ARROW_COLUMN_BLOCK];

      if (!deid_stop_check (stop, error))
        return FALSE;
      for (guint i = 0; i < n; i++, row++)
        if (!arrow_column_add_row (column, chunk, row, &block[i], error))
          {
            g_prefix_error (error, "row %" G_GUINT64_FORMAT ": ", codes->n + i + 1);
            return FALSE;
          }
      if (!deid_codes_append_all (codes, block, n, error))
        return FALSE;
    }
  return TRUE;
}

/* Appends the values of an array, as many as its table has rows; @row counts them on. */
static gboolean
arrow_column_append (DeidArrowColumn *column, const DeidArrowRows *table,
                     const struct ArrowArray *array, const DeidStop *stop, GError **error)
{
  Chunk chunk = { .table = table };

  if (init_chunk (column, &chunk, array, error)
      && deid_codes_reserve (&column->column.codes, table->n, error)
      && arrow_column_append_rows (column, &chunk, stop, error))
    return TRUE;
  g_prefix_error (error, "column '%s': ", deid_column_show (&column->column));
  return FALSE;
}

/* What a stream calls a table: a struct of columns. */
#define TABLE_FORMAT "+s"

typedef struct
{
  struct ArrowArrayStream stream;
  DeidArrowContents *table;
  const DeidStop *stop;
} ArrowStreamReader;

void
deid_arrow_contents_clear (DeidArrowContents *table)
{
  for (guint c = 0; c < table->n_columns; c++)
    arrow_column_clear (&table->columns[c]);
  g_free (table->columns);
}

/* What the stream says about it may be anything. */
static gboolean
arrow_stream_fail (ArrowStreamReader *reader, const char *action, int code, GError **error)
{
  const char *said = reader->stream.get_last_error (&reader->stream);
  g_autofree char *shown = said != NULL ? deid_text_escape (said) : NULL;

  return deid_fail (error, DEID_ERROR_IO, "cannot %s of the Arrow stream: %s%s%s", action,
                    g_strerror (code), shown != NULL ? ": " : "", shown != NULL ? shown : "");
}

static gboolean
arrow_stream_start_columns (ArrowStreamReader *reader, const struct ArrowSchema *schema,
                            GError **error)
{
  g_autofree char *shown = deid_text_show (schema->format != NULL ? schema->format : "", -1);

  if (g_strcmp0 (schema->format, TABLE_FORMAT) != 0)
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "an Arrow stream of the format '%s', expected a table: a struct, '%s'", shown,
               TABLE_FORMAT);
  else if (schema->n_children < 0 || (schema->n_children > 0 && schema->children == NULL))
    deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
               "an Arrow schema of %" G_GINT64_FORMAT " columns, expected 0 or more that are there",
               schema->n_children);
  else if (schema->n_children > DEID_MAX_COLUMNS)
    deid_fail (error, DEID_ERROR_TOO_LARGE, "%" G_GINT64_FORMAT " columns, expected at most %u",
               schema->n_children, DEID_MAX_COLUMNS);
  else
    {
      DeidArrowContents *table = reader->table;

      table->columns = deid_alloc ((guint64) schema->n_children, sizeof *table->columns, error);
      for (guint c = 0; table->columns != NULL && c < schema->n_children; c++)
        {
          table->n_columns++;
          if (!arrow_column_init (&table->columns[c], schema->children[c], error))
            return FALSE;
        }
      return table->columns != NULL;
    }
  return FALSE;
}

static gboolean
read_schema (ArrowStreamReader *reader, GError **error)
{
  struct ArrowSchema schema = { 0 };
  const int code = reader->stream.get_schema (&reader->stream, &schema);
  gboolean success;

  if (code != 0)
    return arrow_stream_fail (reader, "read the schema", code, error);
  success = arrow_stream_start_columns (reader, &schema, error);
  if (schema.release != NULL)
    schema.release (&schema);
  return success;
}

static gboolean
arrow_stream_append_rows (ArrowStreamReader *reader, const struct ArrowArray *array, GError **error)
{
  DeidArrowContents *table = reader->table;
  DeidArrowRows rows;

  if (!deid_arrow_rows_init (&rows, array, 1, table->n_columns, error))
    return FALSE;
  for (guint c = 0; c < table->n_columns; c++)
    if (!arrow_column_append (&table->columns[c], &rows, array->children[c], reader->stop, error))
      return FALSE;
  table->n_rows += rows.n;
  return TRUE;
}

static gboolean
read_arrays (ArrowStreamReader *reader, GError **error)
{
  for (;;)
    {
      struct ArrowArray array = { 0 };
      gboolean success;
      int code;

      if (!deid_stop_check (reader->stop, error))
        return FALSE;
      code = reader->stream.get_next (&reader->stream, &array);
      if (code != 0)
        return arrow_stream_fail (reader, "read the next rows", code, error);
      if (array.release == NULL)
        return TRUE;
      success = arrow_stream_append_rows (reader, &array, error);
      array.release (&array);
      if (!success)
        return FALSE;
    }
}

gboolean
deid_arrow_contents_read (DeidArrowContents *table, struct ArrowArrayStream *stream,
                          const char *name, const DeidStop *stop, GError **error)
{
  ArrowStreamReader reader = { .table = table, .stop = stop };
  gboolean success;

  *table = (DeidArrowContents){ 0 };
  if (stream->release == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "%s: the Arrow stream was released, expected one that was not", name);
  reader.stream = *stream;
  stream->release = NULL;
  success = read_schema (&reader, error) && read_arrays (&reader, error);
  reader.stream.release (&reader.stream);
  if (!success)
    g_prefix_error (error, "%s: ", name);
  return success;
}

/* Datasets from Arrow streams. */

DeidDataset *
deid_dataset_new_from_arrow_stream (struct ArrowArrayStream *stream, const char *name,
                                    GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) dataset = NULL;
  DeidArrowContents table;
  gboolean success;

  g_return_val_if_fail (stream != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  dataset = deid_dataset_new (name);
  success
      = deid_arrow_contents_read (&table, stream, dataset->name, DEID_STOP_OF (cancellable), error);
  for (guint c = 0; success && c < table.n_columns; c++)
    success = deid_dataset_take_column (dataset, &table.columns[c].column, error);
  deid_arrow_contents_clear (&table);
  return success ? g_steal_pointer (&dataset) : NULL;
}
