/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "support/duckdb.h"

/* A database of a test, and its client. */
typedef struct
{
  DeidDialect dialect;
  char *command;        /* as hosts give it */
  char **plain_command; /* the same with what tests need of its output */
  const char *to_hex;   /* an expression of a text's bytes in hexadecimal digits, with a %s */
  const char *from_hex; /* the other way */
  const char *text;     /* the type of a column of texts and NULL */
  const char *storage;  /* stands behind the columns of a new table */
  const char *list_tables;
  char *folder, *database; /* of PostgreSQL: where its socket is, and the name of the database */
  Duck *duck;              /* the database if it is in this process, or NULL */
} SqlClient;

/* Finds an empty database. Returns: whether there is such an engine here; if not, a message says
 * so, and the test counts as skipped. */
gboolean sql_client_init (SqlClient *client, DeidDialect dialect);

/* The same of DuckDB in this process, where there is no command. */
gboolean sql_client_init_duck (SqlClient *client);
void sql_client_clear (SqlClient *client);

/* The same of some servers of ClickHouse, the shards of `cluster`. */
gboolean sql_client_init_shards (SqlClient *clients, guint n);

/* Returns: (transfer full): a command that runs the client behind a script in shell. For each
 * statement of the library, which stands in $statement, with the line that has its end row selected
 * in $line, the script calls its function pass, which may hand them on by `hand_on`, or fail: then
 * the client gets no more, and the status is 3. $@ is the client, and $0.pid has its process. */
char *sql_client_wrap (const SqlClient *client, const char *name, const char *script,
                       const char *arguments);

/* Runs a script, which must succeed. Returns: (transfer full): what the client writes: values
 * separated by `|`, a row a line. */
char *sql_client_run (const SqlClient *client, const char *script);

/* Runs a script that may fail. Returns: whether it succeeded. */
gboolean sql_client_try (const SqlClient *client, const char *script);

/* Returns: (transfer full): the names of all tables, sorted, each with a line break. */
char *sql_client_list_tables (const SqlClient *client);
