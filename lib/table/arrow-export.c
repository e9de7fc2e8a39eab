/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table/arrow-export.h"

#include <errno.h>

#include "base/arrays.h"
#include "base/memory.h"

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

gboolean
deid_arrow_table_start_dictionary (DeidArrowTable *table, guint column, guint64 n,
                                   const char *format, GError **error)
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
