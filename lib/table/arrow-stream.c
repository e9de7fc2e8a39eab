/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/arrow-stream.h"

#include "base/memory.h"
#include "base/text.h"

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
    deid_arrow_column_clear (&table->columns[c]);
  g_free (table->columns);
}

/* What the stream says about it may be anything. */
static gboolean
arrow_stream_fail (ArrowStreamReader *reader, const char *action, int code, GError **error)
{
  const char *said = reader->stream.get_last_error (&reader->stream);
  g_autofree char *shown = said != NULL ? deid_text_escape (said) : NULL;

  g_set_error (error, DEID_ERROR, DEID_ERROR_IO, "cannot %s of the Arrow stream: %s%s%s", action,
               g_strerror (code), shown != NULL ? ": " : "", shown != NULL ? shown : "");
  return FALSE;
}

static gboolean
arrow_stream_start_columns (ArrowStreamReader *reader, const struct ArrowSchema *schema,
                            GError **error)
{
  g_autofree char *shown = deid_text_show (schema->format != NULL ? schema->format : "", -1);

  if (g_strcmp0 (schema->format, TABLE_FORMAT) != 0)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "an Arrow stream of the format '%s', expected a table: a struct, '%s'", shown,
                 TABLE_FORMAT);
  else if (schema->n_children < 0 || (schema->n_children > 0 && schema->children == NULL))
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "an Arrow schema of %" G_GINT64_FORMAT " columns, expected 0 or more that are "
                 "there",
                 schema->n_children);
  else if (schema->n_children > DEID_MAX_COLUMNS)
    g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                 "%" G_GINT64_FORMAT " columns, expected at most %u", schema->n_children,
                 DEID_MAX_COLUMNS);
  else
    {
      DeidArrowContents *table = reader->table;

      table->columns = deid_alloc ((guint64) schema->n_children, sizeof *table->columns, error);
      for (guint c = 0; table->columns != NULL && c < schema->n_children; c++)
        {
          table->n_columns++;
          if (!deid_arrow_column_init (&table->columns[c], schema->children[c], error))
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
    if (!deid_arrow_column_append (&table->columns[c], &rows, array->children[c], reader->stop,
                                   error))
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
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: the Arrow stream was released, expected one that was not", name);
      return FALSE;
    }
  reader.stream = *stream;
  stream->release = NULL;
  success = read_schema (&reader, error) && read_arrays (&reader, error);
  reader.stream.release (&reader.stream);
  if (!success)
    g_prefix_error (error, "%s: ", name);
  return success;
}
