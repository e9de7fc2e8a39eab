/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "table/arrow.h"
#include "table/dataset-private.h"
#include "table/dataset-write.h"

#include <errno.h>
#include <string.h>

/* Children that were moved out have no release callback any more. */
#define RELEASE_CHILDREN(parent)                                                                   \
  G_STMT_START                                                                                     \
  {                                                                                                \
    for (gint64 i = 0; (parent)->children != NULL && i < (parent)->n_children; i++)                \
      {                                                                                            \
        if ((parent)->children[i] != NULL && (parent)->children[i]->release != NULL)               \
          (parent)->children[i]->release ((parent)->children[i]);                                  \
        g_free ((parent)->children[i]);                                                            \
      }                                                                                            \
    g_free ((parent)->children);                                                                   \
    if ((parent)->dictionary != NULL && (parent)->dictionary->release != NULL)                     \
      (parent)->dictionary->release ((parent)->dictionary);                                        \
    g_free ((parent)->dictionary);                                                                 \
    (parent)->release = NULL;                                                                      \
  }                                                                                                \
  G_STMT_END

static void
release_schema (struct ArrowSchema *schema)
{
  g_free ((char *) schema->name);
  RELEASE_CHILDREN (schema);
}

static void
release_array (struct ArrowArray *array)
{
  for (gint64 i = 0; array->buffers != NULL && i < array->n_buffers; i++)
    g_free ((gpointer) array->buffers[i]);
  g_free (array->buffers);
  RELEASE_CHILDREN (array);
}

/* Makes room for children, none of which is there yet. */
#define ADD_CHILDREN(parent, n, error)                                                             \
  (((parent)->children = deid_alloc ((guint64) (n), sizeof *(parent)->children, (error))) != NULL)

static gboolean
init_schema (struct ArrowSchema *schema, const char *format, const char *name, gint64 n_children,
             GError **error)
{
  *schema = (struct ArrowSchema){ .format = format,
                                  .flags = ARROW_FLAG_NULLABLE,
                                  .n_children = n_children,
                                  .release = release_schema };
  schema->name = deid_copy_text (name, error);
  return schema->name != NULL && ADD_CHILDREN (schema, n_children, error);
}

/* What is not known to be null is not. */
static gboolean
init_array (struct ArrowArray *array, guint64 length, gint64 n_buffers, gint64 n_children,
            GError **error)
{
  *array = (struct ArrowArray){ .length = (gint64) length,
                                .n_buffers = n_buffers,
                                .n_children = n_children,
                                .release = release_array };
  array->buffers = deid_alloc ((guint64) n_buffers, sizeof *array->buffers, error);
  return array->buffers != NULL && ADD_CHILDREN (array, n_children, error);
}

gboolean
deid_arrow_table_init (DeidArrowTable *table, guint64 n_rows, guint n_columns, GError **error)
{
  *table = (DeidArrowTable){ 0 };
  return init_schema (&table->schema, "+s", "", n_columns, error)
         && init_array (&table->array, n_rows, 1, n_columns, error);
}

void
deid_arrow_table_clear (DeidArrowTable *table)
{
  if (table->schema.release != NULL)
    table->schema.release (&table->schema);
  if (table->array.release != NULL)
    table->array.release (&table->array);
}

/* Makes what a schema and an array have in their places of a child or of a dictionary. */
static gboolean
add_place (struct ArrowSchema **schema, struct ArrowArray **array, GError **error)
{
  return (*schema = deid_alloc (1, sizeof **schema, error)) != NULL
         && (*array = deid_alloc (1, sizeof **array, error)) != NULL;
}

gboolean
deid_arrow_table_start_column (DeidArrowTable *table, guint column, const char *name,
                               const char *format, GError **error)
{
  struct ArrowSchema **schema = &table->schema.children[column];
  struct ArrowArray **array = &table->array.children[column];

  return add_place (schema, array, error) && init_schema (*schema, format, name, 0, error)
         && init_array (*array, (guint64) table->array.length, 2, 0, error);
}

/* Starts its dictionary, of @n texts. */
static gboolean
arrow_table_start_dictionary (DeidArrowTable *table, guint column, guint64 n, const char *format,
                              GError **error)
{
  struct ArrowSchema **schema = &table->schema.children[column]->dictionary;
  struct ArrowArray **array = &table->array.children[column]->dictionary;

  return add_place (schema, array, error) && init_schema (*schema, format, "", 0, error)
         && init_array (*array, n, 3, 0, error);
}

gpointer
deid_arrow_add_buffer (struct ArrowArray *array, guint buffer, guint64 n, gsize size,
                       GError **error)
{
  gpointer added = deid_alloc (n, size, error);

  array->buffers[buffer] = added;
  return added;
}

/* Of what is freed by release_schema() each schema has its own. */
static gboolean
copy_schema (struct ArrowSchema *copy, const struct ArrowSchema *schema)
{
  if (!init_schema (copy, schema->format, schema->name, schema->n_children, NULL))
    return FALSE;
  for (gint64 i = 0; i < schema->n_children; i++)
    {
      copy->children[i] = deid_alloc (1, sizeof *copy, NULL);
      if (copy->children[i] == NULL || !copy_schema (copy->children[i], schema->children[i]))
        return FALSE;
    }
  if (schema->dictionary == NULL)
    return TRUE;
  copy->dictionary = deid_alloc (1, sizeof *copy, NULL);
  return copy->dictionary != NULL && copy_schema (copy->dictionary, schema->dictionary);
}

typedef struct
{
  DeidArrowTable table; /* whose array is moved out */
  const char *error;    /* of the last call, or NULL */
} Stream;

static int
get_schema (struct ArrowArrayStream *stream, struct ArrowSchema *schema)
{
  Stream *data = stream->private_data;

  data->error = NULL;
  if (copy_schema (schema, &data->table.schema))
    return 0;
  schema->release (schema);
  data->error = "out of memory";
  return ENOMEM;
}

/* An array that was moved out ends the stream. */
static int
get_next (struct ArrowArrayStream *stream, struct ArrowArray *array)
{
  Stream *data = stream->private_data;

  data->error = NULL;
  *array = data->table.array;
  data->table.array.release = NULL;
  return 0;
}

static const char *
get_last_error (struct ArrowArrayStream *stream)
{
  const Stream *data = stream->private_data;

  return data->error;
}

static void
release_stream (struct ArrowArrayStream *stream)
{
  Stream *data = stream->private_data;

  deid_arrow_table_clear (&data->table);
  g_free (data);
  stream->release = NULL;
}

gboolean
deid_arrow_table_to_stream (DeidArrowTable *table, struct ArrowArrayStream *stream, GError **error)
{
  Stream *data = deid_alloc (1, sizeof *data, error);

  if (data == NULL)
    return FALSE;
  data->table = *table;
  *stream = (struct ArrowArrayStream){ .get_schema = get_schema,
                                       .get_next = get_next,
                                       .get_last_error = get_last_error,
                                       .release = release_stream,
                                       .private_data = data };
  return TRUE;
}

/* Datasets to Arrow streams. */

#define SMALL_TEXT "u"
#define LARGE_TEXT "U"

/* Writes the keys of all rows: codes without that of the missing value, whose bits are not set. */
static gboolean
write_keys (const DeidColumn *column, struct ArrowArray *array, const DeidStop *stop,
            GError **error)
{
  const guint64 n_rows = column->codes.n;
  const guint32 missing = column->dictionary.missing;
  const guint32 suppressed
      = g_strcmp0 (column->suppressed, "") == 0
            ? deid_dictionary_find (&column->dictionary, DEID_SUPPRESSED_LABEL, 1)
            : DEID_NO_CODE;
  guint32 *keys = deid_arrow_add_buffer (array, DEID_ARROW_ITEMS, n_rows, sizeof *keys, error);
  guint8 *validity = NULL;
  guint64 n_missing = 0;
  gboolean is_null;

  if (keys == NULL)
    return FALSE;
  if ((missing != DEID_NO_CODE || suppressed != DEID_NO_CODE)
      && (validity = deid_arrow_add_buffer (array, DEID_ARROW_VALIDITY, n_rows / 8 + 1, 1, error))
             == NULL)
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 code = deid_codes_get (&column->codes, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      is_null = code == missing || code == suppressed;
      keys[row] = is_null ? 0 : code - (code > missing);
      n_missing += is_null ? 1 : 0;
      if (validity != NULL)
        validity[row / 8] |= (guint8) (!is_null << (row % 8));
    }
  array->null_count = (gint64) n_missing;
  return TRUE;
}

static void
set_offset (gpointer offsets, gboolean is_large, guint64 i, guint64 offset)
{
  if (is_large)
    ((gint64 *) offsets)[i] = (gint64) offset;
  else
    ((gint32 *) offsets)[i] = (gint32) offset;
}

/* Writes the texts one behind the other. */
static gboolean
write_texts (const DeidColumn *column, struct ArrowArray *array, gboolean is_large,
             const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &column->dictionary;
  const gsize n_more = column->suppressed != NULL ? strlen (column->suppressed) : 0;
  gpointer offsets = deid_arrow_add_buffer (array, DEID_ARROW_ITEMS, (guint64) array->length + 1,
                                            is_large ? sizeof (gint64) : sizeof (gint32), error);
  char *bytes = offsets != NULL ? deid_arrow_add_buffer (array, DEID_ARROW_BYTES,
                                                         dictionary->n_bytes + n_more, 1, error)
                                : NULL;
  guint64 end = 0, i = 0;

  if (bytes == NULL)
    return FALSE;
  for (guint32 code = 0; code < dictionary->n; code++)
    {
      const char *text = deid_dictionary_get (dictionary, code);
      gsize length;

      if (n_more > 0 && g_strcmp0 (text, DEID_SUPPRESSED_LABEL) == 0)
        text = column->suppressed;
      length = text != NULL ? strlen (text) : 0;
      if (!deid_stop_check_row (stop, code, error))
        return FALSE;
      if (text == NULL)
        continue;
      memcpy (bytes + end, text, length);
      end += length;
      set_offset (offsets, is_large, ++i, end);
    }
  return TRUE;
}

static gboolean
dataset_arrow_write_write_column (const DeidColumn *column, DeidArrowTable *table, guint number,
                                  const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &column->dictionary;
  const guint32 n_values = dictionary->n - (dictionary->missing != DEID_NO_CODE);
  const gboolean is_large = dictionary->n_bytes > G_MAXINT32;

  return deid_arrow_table_start_column (table, number, column->name,
                                        n_values > G_MAXINT32 ? "I" : "i", error)
         && arrow_table_start_dictionary (table, number, n_values,
                                          is_large ? LARGE_TEXT : SMALL_TEXT, error)
         && write_keys (column, table->array.children[number], stop, error)
         && write_texts (column, table->array.children[number]->dictionary, is_large, stop, error);
}

gboolean
deid_dataset_export_to_arrow_stream (const DeidDataset *dataset, struct ArrowArrayStream *stream,
                                     GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autofree guint *columns = NULL;
  DeidArrowTable table;
  gboolean success;
  guint n_columns;

  g_return_val_if_fail (dataset != NULL && stream != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  columns = deid_dataset_list_written (dataset, &n_columns, error);
  if (columns == NULL)
    return FALSE;
  success = deid_arrow_table_init (&table, dataset->n_rows, n_columns, error);
  for (guint i = 0; success && i < n_columns; i++)
    success
        = dataset_arrow_write_write_column (&dataset->columns[columns[i]], &table, i, stop, error);
  success = success && deid_arrow_table_to_stream (&table, stream, error);
  if (!success)
    deid_arrow_table_clear (&table);
  return success;
}
