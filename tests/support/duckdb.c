/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/duckdb.h"

#include <dlfcn.h>

/* As its documentation has it: what is in it is not looked at. */
typedef struct
{
  guint64 numbers[3];
  gpointer pointers[3];
} Result;

/* The functions that are asked for by their names; a state of 0 is success. */
typedef struct
{
  int (*duckdb_open) (const char *path, gpointer *database);
  void (*duckdb_close) (gpointer *database);
  int (*duckdb_connect) (gpointer database, gpointer *connection);
  void (*duckdb_disconnect) (gpointer *connection);
  int (*duckdb_query) (gpointer connection, const char *sql, Result *result);
  const char *(*duckdb_result_error) (Result *result);
  int (*duckdb_result_return_type) (Result result);
  guint64 (*duckdb_column_count) (Result *result);
  guint64 (*duckdb_row_count) (Result *result);
  char *(*duckdb_value_varchar) (Result *result, guint64 column, guint64 row);
  void (*duckdb_destroy_result) (Result *result);
  void (*duckdb_free) (gpointer memory);
  int (*duckdb_query_arrow) (gpointer connection, const char *sql, gpointer *answer);
  const char *(*duckdb_query_arrow_error) (gpointer answer);
  int (*duckdb_query_arrow_schema) (gpointer answer, struct ArrowSchema **schema);
  int (*duckdb_query_arrow_array) (gpointer answer, struct ArrowArray **array);
  void (*duckdb_destroy_arrow) (gpointer *answer);
} Library;

#define RETURNS_ROWS 3 /* DUCKDB_RESULT_TYPE_QUERY_RESULT */

struct Duck
{
  gpointer database;
  gpointer connection;
};

static Library library;

static gboolean
find (gpointer handle, const char *name, gpointer function)
{
  *(gpointer *) function = dlsym (handle, name);
  return *(gpointer *) function != NULL;
}

#define FIND(name) find (handle, #name, &library.name)

gboolean
duck_is_here (void)
{
  static gpointer handle;
  const char *path = g_getenv ("DEID_DUCKDB");

  if (handle == NULL)
    handle = dlopen (path != NULL ? path : "libduckdb.so", RTLD_NOW | RTLD_LOCAL);
  return handle != NULL && FIND (duckdb_open) && FIND (duckdb_close) && FIND (duckdb_connect)
         && FIND (duckdb_disconnect) && FIND (duckdb_query) && FIND (duckdb_result_error)
         && FIND (duckdb_result_return_type) && FIND (duckdb_column_count)
         && FIND (duckdb_row_count) && FIND (duckdb_value_varchar) && FIND (duckdb_destroy_result)
         && FIND (duckdb_free) && FIND (duckdb_query_arrow) && FIND (duckdb_query_arrow_error)
         && FIND (duckdb_query_arrow_schema) && FIND (duckdb_query_arrow_array)
         && FIND (duckdb_destroy_arrow);
}

static gboolean
refuse (const char *message, GError **error)
{
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENGINE, message);
  return FALSE;
}

Duck *
duck_open (const char *path, GError **error)
{
  Duck *duck = g_new0 (Duck, 1);

  if (!duck_is_here ())
    refuse ("there is no libduckdb.so", error);
  else if (library.duckdb_open (path, &duck->database) != 0)
    refuse ("the database cannot be opened", error);
  else if (library.duckdb_connect (duck->database, &duck->connection) != 0)
    refuse ("there is no connection to the database", error);
  else
    return duck;
  duck_close (duck);
  return NULL;
}

void
duck_close (Duck *duck)
{
  if (duck->connection != NULL)
    library.duckdb_disconnect (&duck->connection);
  if (duck->database != NULL)
    library.duckdb_close (&duck->database);
  g_free (duck);
}

static gboolean
hand_over (Result *result, DuckRowFunc func, gpointer user_data, GError **error)
{
  const guint n = (guint) library.duckdb_column_count (result);
  const guint64 n_rows = library.duckdb_row_count (result);
  g_autofree char **values = g_new0 (char *, n);
  gboolean success = TRUE;

  for (guint64 row = 0; success && row < n_rows; row++)
    {
      for (guint i = 0; i < n; i++)
        values[i] = library.duckdb_value_varchar (result, i, row);
      success = func ((const char *const *) values, n, user_data, error);
      for (guint i = 0; i < n; i++)
        library.duckdb_free (values[i]);
    }
  return success;
}

gboolean
duck_run (Duck *duck, const char *sql, DuckRowFunc func, gpointer user_data, GError **error)
{
  Result result;
  gboolean success;

  if (library.duckdb_query (duck->connection, sql, &result) != 0)
    success = refuse (library.duckdb_result_error (&result), error);
  else
    success = func == NULL || library.duckdb_result_return_type (result) != RETURNS_ROWS
              || hand_over (&result, func, user_data, error);
  library.duckdb_destroy_result (&result);
  return success;
}

static int
get_schema (struct ArrowArrayStream *stream, struct ArrowSchema *schema)
{
  return library.duckdb_query_arrow_schema (stream->private_data, &schema);
}

/* What is not filled in is the end. */
static int
get_next (struct ArrowArrayStream *stream, struct ArrowArray *array)
{
  *array = (struct ArrowArray){ 0 };
  return library.duckdb_query_arrow_array (stream->private_data, &array);
}

static const char *
get_last_error (struct ArrowArrayStream *stream)
{
  return library.duckdb_query_arrow_error (stream->private_data);
}

static void
release (struct ArrowArrayStream *stream)
{
  library.duckdb_destroy_arrow (&stream->private_data);
  stream->release = NULL;
}

gboolean
duck_query_stream (Duck *duck, const char *sql, struct ArrowArrayStream *stream, GError **error)
{
  *stream = (struct ArrowArrayStream){ .get_schema = get_schema,
                                       .get_next = get_next,
                                       .get_last_error = get_last_error,
                                       .release = release };
  if (library.duckdb_query_arrow (duck->connection, sql, &stream->private_data) == 0)
    return TRUE;
  refuse (library.duckdb_query_arrow_error (stream->private_data), error);
  release (stream);
  return FALSE;
}
