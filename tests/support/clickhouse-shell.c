/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Stands in for a newer `clickhouse-client` than Debian's, by the library chDB, an embedded
 * ClickHouse. Reads all statements, runs them and writes their answers. DEID_CHDB is the path of
 * the library.
 *
 *     clickhouse-shell FOLDER [--multiquery] [--format=FORMAT] */
#include <dlfcn.h>
#include <glib.h>
#include <stdio.h>
#include <string.h>

/* The functions of chdb.h. */
typedef struct
{
  gpointer *(*chdb_connect) (int argc, char **argv);
  void (*chdb_close_conn) (gpointer *connection);
  gpointer (*chdb_query_n) (gpointer connection, const char *sql, gsize n_sql, const char *format,
                            gsize n_format);
  const char *(*chdb_result_buffer) (gpointer result);
  gsize (*chdb_result_length) (gpointer result);
  const char *(*chdb_result_error) (gpointer result);
} Library;

static gboolean
find (gpointer handle, const char *name, gpointer function)
{
  *(gpointer *) function = dlsym (handle, name);
  return *(gpointer *) function != NULL;
}

#define FIND(name) find (handle, #name, &library->name)

static gboolean
load (Library *library)
{
  const char *path = g_getenv ("DEID_CHDB");
  gpointer handle = dlopen (path != NULL ? path : "libchdb.so", RTLD_NOW | RTLD_LOCAL);

  return handle != NULL && FIND (chdb_connect) && FIND (chdb_close_conn) && FIND (chdb_query_n)
         && FIND (chdb_result_buffer) && FIND (chdb_result_length) && FIND (chdb_result_error);
}

static GString *
read_input (void)
{
  GString *text = g_string_new (NULL);
  char part[4096];
  gsize n;

  while ((n = fread (part, 1, sizeof part, stdin)) > 0)
    g_string_append_len (text, part, (gssize) n);
  return text;
}

/* Returns: what is wrong, or NULL. */
static const char *
run (const Library *library, gpointer connection, const char *format)
{
  g_autoptr (GString) sql = read_input ();
  gpointer result = library->chdb_query_n (connection, sql->str, sql->len, format, strlen (format));
  const char *error = library->chdb_result_error (result);

  if (error == NULL)
    fwrite (library->chdb_result_buffer (result), 1, library->chdb_result_length (result), stdout);
  return error;
}

int
main (int argc, char **argv)
{
  Library library;
  const char *format = "TabSeparated";
  const char *error = "expected a folder";
  gpointer *connection = NULL;

  for (int i = 2; i < argc; i++)
    if (g_str_has_prefix (argv[i], "--format="))
      format = argv[i] + strlen ("--format=");
  if (argc > 1 && !load (&library))
    error = "there is no library chDB";
  else if (argc > 1)
    {
      char *arguments[] = { "clickhouse", g_strconcat ("--path=", argv[1], NULL), NULL };

      connection = library.chdb_connect (2, arguments);
      error = connection == NULL ? "the folder cannot be opened"
                                 : run (&library, *connection, format);
    }
  if (error != NULL)
    fprintf (stderr, "%s\n", error);
  if (connection != NULL)
    library.chdb_close_conn (connection);
  return error != NULL;
}
