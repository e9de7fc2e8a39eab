/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/dialect.h"
#include "table/csv-reader.h"

/* Called for each row of an answer: @values are those of the keys that the statement selects, with
 * the text NULL where one is missing. Texts are not checked, and end without a NUL. */
typedef gboolean (*DeidEngineRowFunc) (const DeidField *values, gpointer user_data, GError **error);

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
