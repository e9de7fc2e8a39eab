/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "table/arrow.h"
#include "table/csv-write.h"
#include "table/dataset-private.h"

#include <errno.h>
#include <string.h>

#define SMALL_TEXT "u"
#define LARGE_TEXT "U"

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
                               const char *format, guint n_children, GError **error)
{
  struct ArrowSchema **schema = &table->schema.children[column];
  struct ArrowArray **array = &table->array.children[column];

  return add_place (schema, array, error) && init_schema (*schema, format, name, n_children, error)
         && init_array (*array, (guint64) table->array.length, 2, n_children, error);
}

/* Starts the dictionary of keys, of @n texts. */
static gboolean
start_dictionary (struct ArrowSchema *keys_schema, struct ArrowArray *keys, guint64 n,
                  gboolean is_large, GError **error)
{
  return add_place (&keys_schema->dictionary, &keys->dictionary, error)
         && init_schema (keys_schema->dictionary, is_large ? LARGE_TEXT : SMALL_TEXT, "", 0, error)
         && init_array (keys->dictionary, n, 3, 0, error);
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

/* Writes the key of a value in a dictionary, or a null, whose validity bit is 0. */
static void
write_key (struct ArrowArray *array, guint64 place, guint32 key, gboolean is_null)
{
  guint8 *validity = (gpointer) array->buffers[DEID_ARROW_VALIDITY];

  ((guint32 *) array->buffers[DEID_ARROW_ITEMS])[place] = is_null ? 0 : key;
  if (validity != NULL)
    validity[place / 8] |= (guint8) (!is_null << (place % 8));
  array->null_count += is_null ? 1 : 0;
}

/* Writes the keys of all rows. Keys are codes, numbered without the code of the missing value. */
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
  const gboolean has_nulls = missing != DEID_NO_CODE || suppressed != DEID_NO_CODE;

  if (deid_arrow_add_buffer (array, DEID_ARROW_ITEMS, n_rows, sizeof (guint32), error) == NULL
      || (has_nulls
          && deid_arrow_add_buffer (array, DEID_ARROW_VALIDITY, n_rows / 8 + 1, 1, error) == NULL))
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 code = deid_codes_get (&column->codes, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      write_key (array, row, code - (code > missing), code == missing || code == suppressed);
    }
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

/* Writes the texts one after the other. @suppressed is written in place of %DEID_SUPPRESSED_LABEL
 * unless it is NULL. */
static gboolean
write_texts (const DeidDictionary *dictionary, const char *suppressed, struct ArrowArray *array,
             gboolean is_large, const DeidStop *stop, GError **error)
{
  const gsize n_more = suppressed != NULL ? strlen (suppressed) : 0;
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
        text = suppressed;
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
dataset_arrow_write_column (const DeidColumn *column, DeidArrowTable *table, guint number,
                            const DeidStop *stop, GError **error)
{
  const DeidDictionary *dictionary = &column->dictionary;
  const guint32 n_values = dictionary->n - (dictionary->missing != DEID_NO_CODE);
  const gboolean is_large = dictionary->n_bytes > G_MAXINT32;
  struct ArrowArray *keys;

  if (!deid_arrow_table_start_column (table, number, column->name,
                                      n_values > G_MAXINT32 ? "I" : "i", 0, error))
    return FALSE;
  keys = table->array.children[number];
  return start_dictionary (table->schema.children[number], keys, n_values, is_large, error)
         && write_keys (column, keys, stop, error)
         && write_texts (dictionary, column->suppressed, keys->dictionary, is_large, stop, error);
}

/* Columns of lists. */

/* The lists that the texts of a column stand for. */
typedef struct
{
  DeidDictionary values; /* the first is the missing one */
  guint32 *items;        /* the lists as codes of these values, one after the other */
  guint64 items_capacity;
  guint64 *starts; /* where the list of each text starts, and the last one ends */
} ArrowLists;

static gboolean
arrow_lists_add (ArrowLists *lists, guint64 place, const char *value, GError **error)
{
  return deid_grow ((gpointer *) &lists->items, &lists->items_capacity, place + 1,
                    sizeof *lists->items, error)
         && deid_dictionary_add_value (&lists->values, value[0] != '\0' ? value : NULL,
                                       &lists->items[place], error);
}

/* A missing text has no list, nor has a suppressed one that is written as missing. */
static gboolean
arrow_lists_read_text (ArrowLists *lists, const DeidColumn *column, guint32 code,
                       DeidArrowListFunc read, GError **error)
{
  const char *text = deid_dictionary_get (&column->dictionary, code);
  guint64 end = lists->starts[code];
  g_auto (GStrv) values = NULL;

  if (column->suppressed != NULL && g_strcmp0 (text, DEID_SUPPRESSED_LABEL) == 0)
    text = column->suppressed[0] != '\0' ? column->suppressed : NULL;
  if (text != NULL && (values = read (text, error)) == NULL)
    return FALSE;
  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    if (!arrow_lists_add (lists, end++, values[i], error))
      return FALSE;
  lists->starts[code + 1] = end;
  return TRUE;
}

static gboolean
arrow_lists_read (ArrowLists *lists, const DeidColumn *column, DeidArrowListFunc read,
                  const DeidStop *stop, GError **error)
{
  guint32 missing;

  deid_dictionary_init (&lists->values);
  if (!deid_new_arrays (error, DEID_NEW (lists->starts, column->dictionary.n + 1))
      || !deid_dictionary_add_missing (&lists->values, &missing, error))
    return FALSE;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    if (!deid_stop_check_row (stop, code, error)
        || !arrow_lists_read_text (lists, column, code, read, error))
      return FALSE;
  return TRUE;
}

/* Writes the end of the list of each row. */
static gboolean
arrow_lists_write_ends (const ArrowLists *lists, const DeidColumn *column, struct ArrowArray *array,
                        guint64 *end, GError **error)
{
  const guint64 n_rows = column->codes.n;
  gint64 *ends = deid_arrow_add_buffer (array, DEID_ARROW_ITEMS, n_rows + 1, sizeof *ends, error);
  guint8 *validity = deid_arrow_add_buffer (array, DEID_ARROW_VALIDITY, n_rows / 8 + 1, 1, error);

  if (ends == NULL || validity == NULL)
    return FALSE;
  for (guint64 row = 0; row < n_rows; row++)
    {
      const guint32 code = deid_codes_get (&column->codes, row);
      const guint64 n = lists->starts[code + 1] - lists->starts[code];

      validity[row / 8] |= (guint8) ((n > 0) << (row % 8));
      array->null_count += n == 0 ? 1 : 0;
      ends[row + 1] = (gint64) (*end += n);
    }
  return TRUE;
}

static gboolean
arrow_lists_write_items (const ArrowLists *lists, const DeidColumn *column,
                         struct ArrowArray *array, const DeidStop *stop, GError **error)
{
  const guint64 n = (guint64) array->length;
  guint64 item = 0;

  if (deid_arrow_add_buffer (array, DEID_ARROW_ITEMS, n, sizeof (guint32), error) == NULL
      || deid_arrow_add_buffer (array, DEID_ARROW_VALIDITY, n / 8 + 1, 1, error) == NULL)
    return FALSE;
  for (guint64 row = 0; row < column->codes.n; row++)
    {
      const guint32 code = deid_codes_get (&column->codes, row);

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      for (guint64 i = lists->starts[code]; i < lists->starts[code + 1]; i++, item++)
        write_key (array, item, lists->items[i] - 1, lists->items[i] == 0);
    }
  return TRUE;
}

static gboolean
arrow_lists_write (const ArrowLists *lists, const DeidColumn *column, DeidArrowTable *table,
                   guint number, const DeidStop *stop, GError **error)
{
  const gboolean is_large = lists->values.n_bytes > G_MAXINT32;
  struct ArrowSchema *schema;
  struct ArrowArray *array;
  guint64 n_items = 0;

  if (!deid_arrow_table_start_column (table, number, column->name, "+L", 1, error))
    return FALSE;
  schema = table->schema.children[number];
  array = table->array.children[number];
  return arrow_lists_write_ends (lists, column, array, &n_items, error)
         && add_place (&schema->children[0], &array->children[0], error)
         && init_schema (schema->children[0], "i", "item", 0, error)
         && init_array (array->children[0], n_items, 2, 0, error)
         && start_dictionary (schema->children[0], array->children[0], lists->values.n - 1,
                              is_large, error)
         && arrow_lists_write_items (lists, column, array->children[0], stop, error)
         && write_texts (&lists->values, NULL, array->children[0]->dictionary, is_large, stop,
                         error);
}

static gboolean
write_column_of_lists (const DeidColumn *column, DeidArrowTable *table, guint number,
                       DeidArrowListFunc read, const DeidStop *stop, GError **error)
{
  ArrowLists lists = { 0 };
  gboolean success = arrow_lists_read (&lists, column, read, stop, error);

  if (!success)
    g_prefix_error (error, "column '%s': ", deid_column_show (column));
  success = success && arrow_lists_write (&lists, column, table, number, stop, error);
  deid_dictionary_clear (&lists.values);
  deid_free_arrays (lists.items, lists.starts);
  return success;
}

/* Checks that each name is that of an exported column. */
static gboolean
arrow_lists_check (const DeidDataset *dataset, const guint *columns, guint n_columns,
                   const char *const *lists, GError **error)
{
  for (guint i = 0; lists[i] != NULL; i++)
    {
      guint column = 0;

      while (column < n_columns && !g_str_equal (dataset->columns[columns[column]].name, lists[i]))
        column++;
      if (column == n_columns)
        return deid_fail (error, DEID_ERROR_UNKNOWN_COLUMN,
                          "%s: no column '%s' is written, expected one of lists", dataset->name,
                          DEID_SHOW (lists[i]));
    }
  return TRUE;
}

gboolean
deid_dataset_export_with_lists (const DeidDataset *dataset, const char *const *lists,
                                DeidArrowListFunc read, struct ArrowArrayStream *stream,
                                GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autofree guint *columns = NULL;
  DeidArrowTable table;
  gboolean success;
  guint n_columns;

  columns = deid_dataset_list_written (dataset, &n_columns, error);
  if (columns == NULL || !arrow_lists_check (dataset, columns, n_columns, lists, error))
    return FALSE;
  success = deid_arrow_table_init (&table, dataset->n_rows, n_columns, error);
  for (guint i = 0; success && i < n_columns; i++)
    {
      const DeidColumn *column = &dataset->columns[columns[i]];

      success = g_strv_contains (lists, column->name)
                    ? write_column_of_lists (column, &table, i, read, stop, error)
                    : dataset_arrow_write_column (column, &table, i, stop, error);
    }
  success = success && deid_arrow_table_to_stream (&table, stream, error);
  if (!success)
    deid_arrow_table_clear (&table);
  return success;
}

gboolean
deid_dataset_export_to_arrow_stream (const DeidDataset *dataset, struct ArrowArrayStream *stream,
                                     GCancellable *cancellable, GError **error)
{
  const char *const none[] = { NULL };

  g_return_val_if_fail (dataset != NULL && stream != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  return deid_dataset_export_with_lists (dataset, none, NULL, stream, cancellable, error);
}
