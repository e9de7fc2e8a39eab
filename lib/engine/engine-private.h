/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/dialect.h"
#include "table/csv-reader.h"

/* Called for each row of an answer: @values are those of the keys that the statement selects, with
 * the text NULL where one is missing. Texts are not checked, and end without a NUL. */
typedef gboolean (*DeidEngineRowFunc) (const DeidField *values, gpointer user_data, GError **error);

struct DeidEngineRows
{
  DeidEngineRowFunc func; /* or NULL of a statement without an answer */
  gpointer data;
  guint n_values;
  GCancellable *cancellable;
  GError *error; /* of the first row that was refused, after which no row is taken */
};

/* A statement that waits until it is run. */
typedef struct
{
  const char *step; /* what it is for, in messages */
  char *sql;
  DeidEngineRows rows;
  /* For a statement that selects one count: the count, and where it is stored; if that is NULL,
   * what the count must be. */
  gboolean is_count, is_counted;
  guint64 counted, expected, *count;
} DeidEngineStatement;

/* A client program that runs statements. */
typedef struct DeidEngineClient DeidEngineClient;

/* The files of a dbt project, which a shell script writes. In statements, the names of tables
 * contain the mark; the names of files begin with the name of the released table. */
typedef struct
{
  DeidLongText *script;
  const char *output;   /* the name of the released table */
  const char *digested; /* what the digest is of: policy or classes */
  const char *mark;
  DeidLongText seeds; /* the properties of all seeds */
  DeidLongText sums;  /* the SHA-256 of all seeds */
} DeidEngineProject;

/* An engine is a callback, or a client. Each table has one of its own, made of that of the host. */
struct DeidEngine
{
  gatomicrefcount ref_count;
  const DeidDialectFacts *facts;
  DeidDialectFacts *own; /* a dialect that the host provided, or NULL */
  DeidEngineRunFunc run;
  gpointer data;
  GDestroyNotify destroy;
  DeidEngine *origin;         /* the engine whose data and dialect this one uses, or NULL */
  DeidEngineClient *client;   /* or NULL */
  GPtrArray *waiting;         /* statements for the client */
  gsize n_waiting;            /* bytes of these */
  DeidEngineProject *project; /* of a recorder, or NULL */
  gboolean show_values;       /* in messages */
  gint immutable;             /* whether a table was created */
};

const DeidDialectFacts *deid_engine_get_facts (const DeidEngine *engine);

/* Returns: (transfer full): an engine that runs nothing. It adds statements in the dialect of
 * @engine to @script or, if @project is not %NULL, tables to @project. */
DeidEngine *deid_engine_new_recorder (DeidEngine *engine, DeidLongText *script,
                                      DeidEngineProject *project);

/* Checks that files and tables can be named after the released table, and that dbt can use the name
 * of the input. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_engine_project_check_names (const DeidDialectFacts *facts, const char *input,
                                          const char *output, GError **error);

/* Begins the shell script; @digest is a SHA-256. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_engine_project_begin (DeidEngineProject *project, const char *digest, GError **error);

/* Adds the key of a value, or of a missing one if it is NULL, to a row of a seed. */
void deid_engine_project_add_key (DeidLongText *rows, const char *value);

/* Adds a seed for a helper table; @types are the types of its columns as members of JSON. */
void deid_engine_project_add_seed (DeidEngineProject *project, const char *table, const char *types,
                                   const char *rows);

/* Adds a file with a query. Its name is that of the released table and, unless it is %NULL,
 * @suffix. */
void deid_engine_project_add_query (DeidEngineProject *project, const DeidDialectFacts *facts,
                                    const char *folder, const char *suffix, const char *query);

/* Adds the files that say how the others belong together. */
void deid_engine_project_end (DeidEngineProject *project, const char *input, const char *digest);

/* Tells whether statements are only written down. */
gboolean deid_engine_is_recorder (const DeidEngine *engine);

/* Ends the time in which an engine can be changed. */
void deid_engine_freeze (DeidEngine *engine);

/* Returns: (transfer full): an engine that the caller alone uses: it has the same callback, or a
 * client of its own. */
DeidEngine *deid_engine_connect (DeidEngine *engine);

/* Runs a statement, which is taken, or has it wait for deid_engine_finish (), which then gives its
 * errors: clients run many statements at once. The rows of its answer, each of @n_values keys, are
 * passed to @func, which is %NULL if the statement selects none. Messages name @step, its purpose.
 * Errors: what the slot gives, %DEID_ERROR_ENGINE, %DEID_ERROR_NO_MEMORY. */
gboolean deid_engine_run_later (DeidEngine *engine, const char *step, DeidLongText *sql,
                                guint n_values, DeidEngineRowFunc func, gpointer user_data,
                                GCancellable *cancellable, GError **error);

/* The same for a statement that answers with no rows. */
gboolean deid_engine_execute (DeidEngine *engine, const char *step, DeidLongText *sql,
                              GCancellable *cancellable, GError **error);

/* The same for a statement that counts the rows of a helper table, and has to select this count. */
gboolean deid_engine_expect (DeidEngine *engine, const char *step, DeidLongText *sql,
                             guint64 expected, GCancellable *cancellable, GError **error);

/* Runs the statements that wait, up to the first that fails. */
gboolean deid_engine_finish (DeidEngine *engine, GCancellable *cancellable, GError **error);

/* Has the statements that wait never run. */
void deid_engine_forget (DeidEngine *engine);

/* Runs them, a statement behind them, and hands over its rows. */
gboolean deid_engine_query (DeidEngine *engine, const char *step, DeidLongText *sql, guint n_values,
                            DeidEngineRowFunc func, gpointer user_data, GCancellable *cancellable,
                            GError **error);

/* Runs them, and a statement that selects one count. */
gboolean deid_engine_query_count (DeidEngine *engine, const char *step, DeidLongText *sql,
                                  guint64 *count, GCancellable *cancellable, GError **error);

/* Ends a client until the next statement starts it again, after a success only once the statements
 * that wait are run. Returns: @success; %FALSE also if a statement or the client fails then. */
gboolean deid_engine_end (DeidEngine *engine, gboolean success, GCancellable *cancellable,
                          GError **error);

/* Checks what an answered statement has to have selected. Errors: %DEID_ERROR_ENGINE. */
gboolean deid_engine_statement_check (const DeidEngineStatement *statement, GError **error);

/* Returns: (transfer full): what runs a command once there are statements, or %NULL with
 * %DEID_ERROR_PARSE. */
DeidEngineClient *deid_engine_client_new (const DeidDialectFacts *facts, const char *command,
                                          GError **error);

/* Sets the dialect of a client that was not started yet. */
void deid_engine_client_set_facts (DeidEngineClient *client, const DeidDialectFacts *facts);

/* Returns: (transfer full): the same command. */
DeidEngineClient *deid_engine_client_copy (const DeidEngineClient *client);
void deid_engine_client_free (DeidEngineClient *client);

/* Feeds statements to the client, which is started first if it does not run, and hands over the
 * rows of their answers. @n_done tells how many of them were answered. Errors: %DEID_ERROR_ENGINE,
 * %DEID_ERROR_PARSE, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. */
gboolean deid_engine_client_run (DeidEngineClient *client, const GPtrArray *statements,
                                 gboolean show_values, guint *n_done, GCancellable *cancellable,
                                 GError **error);

/* Has the client come to its end, if it runs. Errors: the same. */
gboolean deid_engine_client_end (DeidEngineClient *client, gboolean show_values,
                                 GCancellable *cancellable, GError **error);

/* Adds a row of an answer as deid_engine_rows_add() does; texts may hold a NUL. */
gboolean deid_engine_rows_add_fields (DeidEngineRows *rows, DeidField *fields, guint n_fields,
                                      GError **error);

/* Creates a table to which default privileges give nobody access, and fills it with the rows of a
 * query, which is taken. Errors: those of deid_engine_execute(). */
gboolean deid_engine_create_filled (DeidEngine *engine, const char *step, const char *name,
                                    DeidLongText *query, GCancellable *cancellable, GError **error);

/* Tables that the library makes for itself in an engine. Their names begin with `deid_` and have a
 * mark, which nobody else uses. */

/* Returns: (transfer full): a new mark: the time in UTC, and random digits. */
char *deid_engine_make_mark (void);

/* Checks that a table is in the database of the client, if the engine reads no other one. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT, those of deid_engine_query(). */
gboolean deid_engine_check_database (DeidEngine *engine, const char *table,
                                     GCancellable *cancellable, GError **error);

/* Counts the tables of a name. Errors: those of deid_engine_query_count(). */
gboolean deid_engine_count_tables (DeidEngine *engine, const char *table, guint64 *n,
                                   GCancellable *cancellable, GError **error);

/* Has the engine look at the values of a helper table, if it plans by them. Errors: those of
 * deid_engine_execute(). */
gboolean deid_engine_analyze (DeidEngine *engine, const char *name, GCancellable *cancellable,
                              GError **error);

/* Drops a table if it is there, also once the call is cancelled, with the statements that wait.
 * Errors: the same. */
gboolean deid_engine_drop (DeidEngine *engine, const char *name, GError **error);

/* Drops tables that exist. @names ends in %NULL. Errors: the same. */
gboolean deid_engine_drop_all (DeidEngine *engine, const char *const *names, GError **error);

/* Drops tables of one mark, up to a %NULL, after a failure; what waits is not run. Its error then
 * names the tables that are still there, or says that the engine cannot be asked. */
void deid_engine_undo (DeidEngine *engine, const char *const *names, GError **error);

/* Returns: (transfer full): the names, without their schema, of the tables and views in the schema
 * of @pattern that match @pattern as LIKE does; none if the dialect cannot list tables; %NULL with
 * the errors of deid_engine_query(). */
GPtrArray *deid_engine_list_tables (DeidEngine *engine, const char *pattern,
                                    GCancellable *cancellable, GError **error);

/* Looks for helper tables of other runs in the schema of the table @in. Drops those of runs that
 * began more than @max_hours ago, adds their number to @n_dropped, and adds the statements that
 * drop the others to @statements. Finds none if the dialect cannot list tables. */
void deid_engine_take_leftovers (DeidEngine *engine, const char *in, guint64 max_hours,
                                 guint *n_dropped, DeidLongText *statements,
                                 GCancellable *cancellable);

/* What a column of a new table has. */
typedef enum
{
  DEID_UPLOAD_KEY,    /* keys that are all different */
  DEID_UPLOAD_TEXT,   /* keys that may repeat */
  DEID_UPLOAD_NUMBER, /* integers */
  DEID_UPLOAD_LABEL   /* texts and NULL that are never compared */
} DeidUploadColumn;

/* Rows that are sent into a new table of an engine, many in a statement, or written into a seed. */
typedef struct
{
  DeidEngine *engine;
  const char *name; /* of the table */
  GCancellable *cancellable;
  DeidLongText columns; /* of CREATE TABLE, or the first line of a seed */
  DeidLongText types;   /* of the columns of a seed, as members of a JSON object */
  DeidLongText sql;     /* of rows that were not sent yet */
  guint64 n_rows;
  gboolean has_value; /* the row already has a value */
  gboolean has_lost;  /* some value has a carriage return, which seeds lose */
} DeidEngineUpload;

/* Begins a table without columns. Call deid_engine_upload_clear() at the end. */
void deid_engine_upload_init (DeidEngineUpload *upload, DeidEngine *engine, const char *name,
                              GCancellable *cancellable);

/* Adds a column whose name is a letter and a number, or only the letter if @number is -1. */
void deid_engine_upload_add_column (DeidEngineUpload *upload, const char *letter, gint number,
                                    DeidUploadColumn column);

/* Makes the table. Errors: those of deid_engine_execute(). */
gboolean deid_engine_upload_start (DeidEngineUpload *upload, GError **error);

/* Begins a row: its values are then added in the order of the columns. */
void deid_engine_upload_begin_row (DeidEngineUpload *upload);

/* Adds the key of a value, or of a missing one if it is NULL. */
void deid_engine_upload_add_key (DeidEngineUpload *upload, const char *value);
void deid_engine_upload_add_number (DeidEngineUpload *upload, gint64 number);
void deid_engine_upload_add_label (DeidEngineUpload *upload, const char *label);

/* Ends a row. Errors: those of deid_engine_execute(). */
gboolean deid_engine_upload_end_row (DeidEngineUpload *upload, GError **error);

/* Sends the remaining rows, and makes the engine count all rows. A recorder counts nothing, because
 * scripts check the released table. Errors: those of deid_engine_expect (). */
gboolean deid_engine_upload_finish (DeidEngineUpload *upload, GError **error);

/* Forgets rows that were not sent. */
void deid_engine_upload_clear (DeidEngineUpload *upload);
