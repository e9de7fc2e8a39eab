/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Datasets from Arrow streams. */
#include "base/memory.h"
#include "base/text.h"
#include "table/arrow-column.h"
#include "table/dataset-private.h"

/* What a stream calls a table: a struct of columns. */
#define TABLE_FORMAT "+s"

typedef struct
{
  struct ArrowArrayStream stream;
  DeidArrowColumn *columns;
  guint n_columns;
  const DeidStop *stop;
} Reader;

static void
reader_clear (Reader *reader)
{
  for (guint c = 0; c < reader->n_columns; c++)
    deid_arrow_column_clear (&reader->columns[c]);
  g_free (reader->columns);
  reader->stream.release (&reader->stream);
}

/* What the stream says about it may be anything. */
static gboolean
fail (Reader *reader, const char *action, int code, GError **error)
{
  const char *said = reader->stream.get_last_error (&reader->stream);
  g_autofree char *shown = said != NULL ? deid_text_escape (said) : NULL;

  g_set_error (error, DEID_ERROR, DEID_ERROR_IO, "cannot %s of the Arrow stream: %s%s%s", action,
               g_strerror (code), shown != NULL ? ": " : "", shown != NULL ? shown : "");
  return FALSE;
}

static gboolean
start_columns (Reader *reader, const struct ArrowSchema *schema, GError **error)
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
      reader->columns = deid_alloc ((guint64) schema->n_children, sizeof *reader->columns, error);
      for (guint c = 0; reader->columns != NULL && c < schema->n_children; c++)
        {
          reader->n_columns++;
          if (!deid_arrow_column_init (&reader->columns[c], schema->children[c], error))
            return FALSE;
        }
      return reader->columns != NULL;
    }
  return FALSE;
}

static gboolean
read_schema (Reader *reader, GError **error)
{
  struct ArrowSchema schema = { 0 };
  const int code = reader->stream.get_schema (&reader->stream, &schema);
  gboolean success;

  if (code != 0)
    return fail (reader, "read the schema", code, error);
  success = start_columns (reader, &schema, error);
  if (schema.release != NULL)
    schema.release (&schema);
  return success;
}

static gboolean
append_table (Reader *reader, const struct ArrowArray *array, GError **error)
{
  DeidArrowRows table;

  if (!deid_arrow_rows_init (&table, array, 1, reader->n_columns, error))
    return FALSE;
  for (guint c = 0; c < reader->n_columns; c++)
    if (!deid_arrow_column_append (&reader->columns[c], &table, array->children[c], reader->stop,
                                   error))
      return FALSE;
  return TRUE;
}

static gboolean
read_tables (Reader *reader, GError **error)
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
        return fail (reader, "read the next rows", code, error);
      if (array.release == NULL)
        return TRUE;
      success = append_table (reader, &array, error);
      array.release (&array);
      if (!success)
        return FALSE;
    }
}

static gboolean
read_columns (Reader *reader, DeidDataset *dataset, GError **error)
{
  if (!read_schema (reader, error) || !read_tables (reader, error))
    {
      g_prefix_error (error, "%s: ", dataset->name);
      return FALSE;
    }
  for (guint c = 0; c < reader->n_columns; c++)
    if (!deid_dataset_take_column (dataset, &reader->columns[c].column, error))
      return FALSE;
  return TRUE;
}

DeidDataset *
deid_dataset_new_from_arrow_stream (struct ArrowArrayStream *stream, const char *name,
                                    GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidDataset) dataset = NULL;
  Reader reader = { .stop = DEID_STOP_OF (cancellable) };
  gboolean success;

  g_return_val_if_fail (stream != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  dataset = deid_dataset_new (name);
  if (stream->release == NULL)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "%s: the Arrow stream was released, expected one that was not", dataset->name);
      return NULL;
    }
  reader.stream = *stream;
  stream->release = NULL;
  success = read_columns (&reader, dataset, error);
  reader_clear (&reader);
  return success ? g_steal_pointer (&dataset) : NULL;
}
