/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* DuckDB in this process, by its C library, which is looked for when the program runs: at the path
 * that DEID_DUCKDB holds, or else where the loader looks for libduckdb.so. */
#pragma once

#include <deid/deid.h>

typedef struct Duck Duck;

/* Called for each row of an answer: NULL is a value that is NULL. */
typedef gboolean (*DuckRowFunc) (const char *const *values, guint n_values, gpointer user_data,
                                 GError **error);

/* Runs a statement, and makes a stream of its answer, which the caller releases. */
gboolean duck_query_stream (Duck *duck, const char *sql, struct ArrowArrayStream *stream,
                            GError **error);

/* Tells whether the library is there. */
gboolean duck_is_here (void);

/* Opens a database in a file, or one in memory if @path is NULL. Errors: %DEID_ERROR_ENGINE, as of
 * all of these. */
Duck *duck_open (const char *path, GError **error);
void duck_close (Duck *duck);

/* Runs statements, and hands over the rows that the last one answers with, unless @func is NULL. */
gboolean duck_run (Duck *duck, const char *sql, DuckRowFunc func, gpointer user_data,
                   GError **error);
