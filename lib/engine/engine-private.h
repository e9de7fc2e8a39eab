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

/* Files of a project for dbt, which a shell script writes. Statements name its tables by their
 * mark; files call them after the released table. */
typedef struct
{
  DeidLongText *script;
  const char *output; /* the name of the released table */
  const char *mark;
  DeidLongText seeds; /* their properties */
  DeidLongText sums;  /* their digests */
} DeidEngineProject;

/* An engine is a callback, or a client. Each table has one of its own, made of that of the host. */
struct DeidEngine
{
  gatomicrefcount ref_count;
  const DeidDialectFacts *facts;
  DeidDialectFacts *own; /* facts that the host gave, or NULL */
  DeidEngineRunFunc run;
  gpointer data;
  GDestroyNotify destroy;
  DeidEngine *origin;         /* whose data and facts it uses, or NULL */
  DeidEngineClient *client;   /* or NULL */
  GPtrArray *waiting;         /* statements for the client */
  gsize n_waiting;            /* bytes of these */
  DeidEngineProject *project; /* of a recorder, or NULL */
  gboolean show_values;       /* in messages */
  gint immutable;             /* a table was named */
};

const DeidDialectFacts *deid_engine_get_facts (const DeidEngine *engine);

/* Returns: (transfer full): an engine that runs nothing, and adds statements in the dialect of
 * another to a script, or tables to a project, which may be %NULL. */
DeidEngine *deid_engine_new_recorder (DeidEngine *engine, DeidLongText *script,
                                      DeidEngineProject *project);

/* Checks that files and tables can be called after a released table, and that dbt takes the name of
 * the input as it is. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_engine_project_check_names (const DeidDialectFacts *facts, const char *input,
                                          const char *output, GError **error);

/* Begins the script; @digest is that of the policy. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_engine_project_begin (DeidEngineProject *project, const char *digest, GError **error);

/* Adds the key of a value to a row of a seed. */
void deid_engine_project_add_key (DeidLongText *rows, const char *value);

/* Adds a seed for a helper table: @types are the types of its columns as members of JSON. */
void deid_engine_project_add_seed (DeidEngineProject *project, const char *table, const char *types,
                                   const char *rows);

/* Adds a file that has a query. @suffix, which may be %NULL, comes behind the name of the release.
 */
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

/* Has a client that was not started yet understand another dialect. */
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

/* Creates a table like that, and fills it with the rows of a query, which is taken. Errors: the
 * same. */
gboolean deid_engine_create_filled (DeidEngine *engine, const char *step, const char *name,
                                    DeidLongText *query, GCancellable *cancellable, GError **error);

/* Tables that the library makes for itself in an engine. Their names begin with `deid_` and have a
 * mark, which nobody else uses. */

/* Returns: (transfer full): a mark of the time and random digits. */
char *deid_engine_make_mark (void);

/* Checks that a table is in the database of the client, where the engine reads no other one.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, those of deid_engine_query(). */
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

/* Drops tables of one mark, up to a %NULL, after a failure; what waits is not run. Its error then
 * names the tables that are still there, or says that the engine cannot be asked. */
void deid_engine_undo (DeidEngine *engine, const char *const *names, GError **error);

/* Returns: (transfer full): the own names of the tables and views in a schema that match a pattern
 * of LIKE; none if there is no catalog to ask; %NULL with the errors of deid_engine_query(). */
GPtrArray *deid_engine_list_tables (DeidEngine *engine, const char *pattern,
                                    GCancellable *cancellable, GError **error);

/* Finds the tables that other runs have left in a schema, that of the table @in: drops those of
 * runs that began more than @max_hours ago, counted as @n_dropped, and adds the statements that
 * drop the others. Finds none where the engine does not tell. */
void deid_engine_take_leftovers (DeidEngine *engine, const char *in, guint64 max_hours,
                                 guint *n_dropped, DeidLongText *statements,
                                 GCancellable *cancellable);

/* What a column of a new table has. */
typedef enum
{
  DEID_UPLOAD_KEY,    /* keys, all different */
  DEID_UPLOAD_TEXT,   /* keys that may be the same */
  DEID_UPLOAD_NUMBER, /* integers */
  DEID_UPLOAD_LABEL   /* texts and NULL, which are not compared */
} DeidUploadColumn;

/* Rows on their way into a new table of an engine, many a statement, or into a file of a project.
 */
typedef struct
{
  DeidEngine *engine;
  const char *name; /* of the table */
  GCancellable *cancellable;
  DeidLongText columns; /* as in CREATE TABLE, or in the first line of a seed */
  DeidLongText types;   /* of the columns of a seed, as members of JSON */
  DeidLongText sql;     /* of rows that are not there yet */
  guint64 n_rows;
  gboolean has_value; /* the row has one before the next */
  gboolean has_lost;  /* a character that seeds lose */
} DeidEngineUpload;

/* Begins a table that has no columns yet. Clear it in the end. */
void deid_engine_upload_init (DeidEngineUpload *upload, DeidEngine *engine, const char *name,
                              GCancellable *cancellable);

/* Adds a column that is called by a letter and a number, or by the letter alone if that is -1. */
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

/* Sends what is left, and has the engine count the rows, unless it is a recorder: scripts check
 * what comes of them. Errors: those of deid_engine_expect (). */
gboolean deid_engine_upload_finish (DeidEngineUpload *upload, GError **error);

/* Forgets rows that were not sent. */
void deid_engine_upload_clear (DeidEngineUpload *upload);
