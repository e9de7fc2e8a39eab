/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/dialect.h"
#include "table/csv-reader.h"

/* Called for each row of an answer: @values are those of the keys that the statement selects, with
 * the text NULL where one is missing. Texts are not checked, and end without a NUL. */
typedef gboolean (*DeidEngineRowFunc) (const DeidField *values, gpointer user_data, GError **error);

struct DeidEngine
{
  gatomicrefcount ref_count;
  DeidDialect dialect;
  DeidEngineRunFunc run;
  gpointer data;
  GDestroyNotify destroy;
  gboolean show_values; /* in messages */
  gint immutable;       /* a table was named */
};

const DeidDialectFacts *deid_engine_get_facts (const DeidEngine *engine);

/* Returns: (transfer full): an engine that runs nothing, and adds statements to a script. */
DeidEngine *deid_engine_new_recorder (DeidDialect dialect, DeidLongText *script);

/* Tells whether statements are only written down. */
gboolean deid_engine_is_recorder (const DeidEngine *engine);

/* Ends the time in which an engine can be changed. */
void deid_engine_freeze (DeidEngine *engine);

/* Tells whether an error of a statement may show values. */
gboolean deid_engine_rows_show_values (const DeidEngineRows *rows);

/* Runs a statement, which is taken, and hands over the rows of its answer, each of @n_values keys.
 * @step says in messages what it is for. Errors: what the slot gives, %DEID_ERROR_ENGINE,
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_engine_query (DeidEngine *engine, const char *step, DeidLongText *sql, guint n_values,
                            DeidEngineRowFunc func, gpointer user_data, GCancellable *cancellable,
                            GError **error);

/* The same for a statement that answers with no rows. */
gboolean deid_engine_execute (DeidEngine *engine, const char *step, DeidLongText *sql,
                              GCancellable *cancellable, GError **error);

/* Runs a statement that selects one count. Errors: the same. */
gboolean deid_engine_query_count (DeidEngine *engine, const char *step, DeidLongText *sql,
                                  guint64 *count, GCancellable *cancellable, GError **error);

/* Adds a row of an answer as deid_engine_rows_add() does; texts may hold a NUL. */
gboolean deid_engine_rows_add_fields (DeidEngineRows *rows, DeidField *fields, guint n_fields,
                                      GError **error);

/* Creates a table like that, and fills it with the rows of a query, which is taken. Errors: the
 * same. */
gboolean deid_engine_create_filled (DeidEngine *engine, const char *step, const char *name,
                                    DeidLongText *query, GCancellable *cancellable, GError **error);

/* Tables that the library makes for itself in an engine. Their names begin with `deid_` and have a
 * mark, which nobody else uses. */

/* Returns: (transfer full): a random mark. */
char *deid_engine_make_mark (void);

/* Has the engine look at the values of a helper table, if it plans by them. Errors: those of
 * deid_engine_execute(). */
gboolean deid_engine_analyze (DeidEngine *engine, const char *name, GCancellable *cancellable,
                              GError **error);

/* Drops a table if it is there, also once the call is cancelled. Errors: the same. */
gboolean deid_engine_drop (DeidEngine *engine, const char *name, GError **error);

/* Drops tables of one mark, up to a %NULL, after a failure. Its error then names those that are
 * still there, or says that the engine does not tell. */
void deid_engine_undo (DeidEngine *engine, const char *const *names, GError **error);

/* Returns: (transfer full) (nullable): the statements that drop helper tables of other runs; none
 * if there are no such tables, or the engine does not tell. */
char *deid_engine_list_leftovers (DeidEngine *engine, GCancellable *cancellable);

/* Rows on their way into a new table of an engine, many a statement. */
typedef struct
{
  DeidEngine *engine;
  const char *name; /* of the table */
  GCancellable *cancellable;
  DeidLongText sql; /* of rows that are not there yet */
  guint64 n_rows;
} DeidEngineUpload;

/* Makes the table, whose columns are written as in CREATE TABLE. Errors: those of
 * deid_engine_execute(). */
gboolean deid_engine_upload_start (DeidEngineUpload *upload, DeidEngine *engine, const char *name,
                                   const char *columns, GCancellable *cancellable, GError **error);

/* Begins a row: its values are then added to the statement, which is returned. */
DeidLongText *deid_engine_upload_begin_row (DeidEngineUpload *upload);

/* Ends a row. Errors: those of deid_engine_execute(). */
gboolean deid_engine_upload_end_row (DeidEngineUpload *upload, GError **error);

/* Sends what is left, and has the engine count the rows, unless it is a recorder: scripts check
 * what comes of them. Errors: the same, and %DEID_ERROR_ENGINE if the table has other rows. */
gboolean deid_engine_upload_finish (DeidEngineUpload *upload, GError **error);

/* Forgets rows that were not sent. */
void deid_engine_upload_clear (DeidEngineUpload *upload);
