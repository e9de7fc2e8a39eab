/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/arrow-maker.h"

#include <string.h>

#include "support/suite.h"

static guint n_alive;

guint
arrow_count_alive (void)
{
  return n_alive;
}

static void
bury (void)
{
  assert_quietly (n_alive > 0);
  n_alive--;
}

#define FREE_CHILDREN(parent)                                                                      \
  G_STMT_START                                                                                     \
  {                                                                                                \
    for (gint64 i = 0; (parent)->children[i] != NULL; i++)                                         \
      {                                                                                            \
        if ((parent)->children[i]->release != NULL)                                                \
          (parent)->children[i]->release ((parent)->children[i]);                                  \
        g_free ((parent)->children[i]);                                                            \
      }                                                                                            \
    g_free ((parent)->children);                                                                   \
    if ((parent)->dictionary != NULL && (parent)->dictionary->release != NULL)                     \
      (parent)->dictionary->release ((parent)->dictionary);                                        \
    g_free ((parent)->dictionary);                                                                 \
    (parent)->release = NULL;                                                                      \
    bury ();                                                                                       \
  }                                                                                                \
  G_STMT_END

static void
release_schema (struct ArrowSchema *schema)
{
  g_free ((char *) schema->format);
  g_free ((char *) schema->name);
  FREE_CHILDREN (schema);
}

static void
release_array (struct ArrowArray *array)
{
  const GPtrArray *buffers = array->private_data;

  for (guint i = 0; i < buffers->len; i++)
    g_free (g_ptr_array_index (buffers, i));
  g_ptr_array_unref (array->private_data);
  g_free (array->buffers);
  FREE_CHILDREN (array);
}

struct ArrowSchema *
arrow_schema_new (const char *format, const char *name, guint n_children)
{
  struct ArrowSchema *schema = g_new0 (struct ArrowSchema, 1);

  schema->format = g_strdup (format);
  schema->name = g_strdup (name);
  schema->n_children = n_children;
  schema->children = g_new0 (struct ArrowSchema *, n_children + 1);
  schema->release = release_schema;
  n_alive++;
  return schema;
}

struct ArrowArray *
arrow_array_new (gint64 length, guint n_buffers, guint n_children)
{
  struct ArrowArray *array = g_new0 (struct ArrowArray, 1);

  array->length = length;
  array->n_buffers = n_buffers;
  array->buffers = g_new0 (const void *, n_buffers + 1);
  array->private_data = g_ptr_array_new ();
  array->n_children = n_children;
  array->children = g_new0 (struct ArrowArray *, n_children + 1);
  array->release = release_array;
  n_alive++;
  return array;
}

void
arrow_array_set_buffer (struct ArrowArray *array, guint buffer, gconstpointer data, gsize size)
{
  char *copy = g_malloc (MAX (size, 1));

  if (size > 0)
    memcpy (copy, data, size);
  array->buffers[buffer] = copy;
  g_ptr_array_add (array->private_data, copy);
}

typedef struct
{
  struct ArrowSchema *schema;
  GPtrArray *arrays;
  guint n_given;
  ArrowTricks tricks;
} Stream;

static int
get_schema (struct ArrowArrayStream *stream, struct ArrowSchema *schema)
{
  Stream *data = stream->private_data;

  if (data->tricks.schema_error != 0)
    return data->tricks.schema_error;
  *schema = *data->schema;
  data->schema->release = NULL;
  return 0;
}

static int
get_next (struct ArrowArrayStream *stream, struct ArrowArray *array)
{
  Stream *data = stream->private_data;
  struct ArrowArray *next;

  if (data->tricks.error != 0 && data->n_given == data->tricks.n_before_error)
    return data->tricks.error;
  array->release = NULL;
  if (data->n_given + 1 >= data->arrays->len && data->tricks.cancellable != NULL)
    g_cancellable_cancel (data->tricks.cancellable);
  if (data->n_given == data->arrays->len)
    return 0;
  next = g_ptr_array_index (data->arrays, data->n_given++);
  *array = *next;
  next->release = NULL;
  return 0;
}

static const char *
get_last_error (struct ArrowArrayStream *stream)
{
  const Stream *data = stream->private_data;

  return data->tricks.message;
}

static void
release_stream (struct ArrowArrayStream *stream)
{
  Stream *data = stream->private_data;

  if (data->schema->release != NULL)
    data->schema->release (data->schema);
  g_free (data->schema);
  for (guint i = 0; i < data->arrays->len; i++)
    {
      struct ArrowArray *array = g_ptr_array_index (data->arrays, i);

      if (array->release != NULL)
        array->release (array);
      g_free (array);
    }
  g_ptr_array_unref (data->arrays);
  g_free (data);
  stream->release = NULL;
  bury ();
}

void
arrow_stream_init (struct ArrowArrayStream *stream, struct ArrowSchema *schema,
                   struct ArrowArray *const *arrays, guint n_arrays, const ArrowTricks *tricks)
{
  Stream *data = g_new0 (Stream, 1);

  data->schema = schema;
  data->arrays = g_ptr_array_new ();
  for (guint i = 0; i < n_arrays; i++)
    g_ptr_array_add (data->arrays, arrays[i]);
  if (tricks != NULL)
    data->tricks = *tricks;
  *stream = (struct ArrowArrayStream){ get_schema, get_next, get_last_error, release_stream, data };
  n_alive++;
}

DeidDataset *
arrow_read_column (const char *format, const char *dictionary_format, struct ArrowArray *array,
                   gint64 n_rows, GError **error)
{
  struct ArrowSchema *schema = arrow_schema_new ("+s", "", 1);
  struct ArrowArray *table = arrow_array_new (n_rows, 1, 1);
  struct ArrowArrayStream stream;
  DeidDataset *dataset;

  schema->children[0] = arrow_schema_new (format, "x", 0);
  if (dictionary_format != NULL)
    schema->children[0]->dictionary = arrow_schema_new (dictionary_format, NULL, 0);
  table->children[0] = array;
  arrow_stream_init (&stream, schema, &table, 1, NULL);
  dataset = deid_dataset_new_from_arrow_stream (&stream, "arrow", NULL, error);
  assert_quietly (stream.release == NULL);
  assert_quietly (arrow_count_alive () == 0);
  return dataset;
}
