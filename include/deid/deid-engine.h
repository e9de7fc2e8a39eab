/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_ENGINE_H
#define DEID_ENGINE_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-arrow.h>
#include <deid/deid-error.h>
#include <gio/gio.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidEngine:
 *
 * A database engine that tables stay in: a dialect of SQL, and a way to run a statement. See
 * #DeidEngineTable. An engine is immutable once a table of it was named. Several threads may use
 * one if its callback allows that.
 */
typedef struct DeidEngine DeidEngine;

/**
 * DeidDialect:
 * @DEID_DIALECT_SQLITE: SQLite, 3.26 or newer
 * @DEID_DIALECT_POSTGRESQL: PostgreSQL, 12 or newer
 * @DEID_DIALECT_DUCKDB: DuckDB, 1.5 or newer
 * @DEID_DIALECT_CLICKHOUSE: ClickHouse, 18.16 or newer
 * @DEID_DIALECT_ANSI: SQL written from the grammar of Trino; tested on PostgreSQL, not on Trino
 *
 * The SQL that an engine understands. For any other dialect, call deid_engine_set_dialect().
 */
typedef enum
{
  DEID_DIALECT_SQLITE = 0,
  DEID_DIALECT_POSTGRESQL = 1,
  DEID_DIALECT_DUCKDB = 2,
  DEID_DIALECT_CLICKHOUSE = 3,
  DEID_DIALECT_ANSI = 4
} DeidDialect;

/**
 * DeidEngineRows:
 *
 * The rows that a statement answers with.
 */
typedef struct DeidEngineRows DeidEngineRows;

/**
 * deid_engine_rows_add:
 * @rows: where rows go
 * @values: (array length=n_values) (element-type utf8): the values of the row as texts, in the
 *   order of the statement. No statement of the library selects NULL
 * @n_values: number of values
 *
 * Adds the next row of an answer. Rows may come in any order.
 * Errors: %DEID_ERROR_ENGINE if the values are not what the statement selects, or
 * %DEID_ERROR_ENCODING if one is not UTF-8; those of deid_dataset_add_string_column(). The callback
 * must fail with them. One thread at a time. Complexity: O(length of the values) on average.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_rows_add (DeidEngineRows *rows, const char *const *values, guint n_values,
                               GError **error);

/**
 * deid_engine_rows_add_arrow:
 * @rows: where rows go
 * @stream: (type gpointer): a `struct ArrowArrayStream` of the next rows, taken over as by
 *   deid_dataset_new_from_arrow_stream(). Its columns are the values in the order of the statement,
 *   as utf8, large utf8, utf8 views or dictionaries of them, with any names
 *
 * Adds rows in the form in which many engines have them in memory. The release callback of @stream
 * is called once, also on failure, and the one in @stream is then %NULL. Nothing of the stream is
 * kept.
 * Errors: those of deid_dataset_new_from_arrow_stream(), except about names of columns, and of
 * deid_engine_rows_add(). The callback must fail with them. Complexity: O(rows x values + length of
 * the values) on average; until it returns, memory for the distinct values and 4 bytes a value.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_rows_add_arrow (DeidEngineRows *rows, struct ArrowArrayStream *stream,
                                     GError **error);

/**
 * DeidEngineRunFunc:
 * @sql: one statement, in UTF-8, without a semicolon behind it
 * @rows: where the rows of its answer go; most statements answer with none
 * @cancellable: (nullable): cancels the statement from another thread
 * @user_data: the data given to deid_engine_new()
 *
 * Runs a statement and adds all rows of its answer by deid_engine_rows_add() or
 * deid_engine_rows_add_arrow(). The next statement must see its effects, so a host that keeps a
 * transaction open runs all of them in it. @sql and @rows are valid during the callback.
 * Returns: whether it succeeded; %FALSE and an error otherwise, which reaches the host with the
 *   step in front of its message: engines' messages may have a value of the table
 */
typedef gboolean (*DeidEngineRunFunc) (const char *sql, DeidEngineRows *rows,
                                       GCancellable *cancellable, gpointer user_data,
                                       GError **error);

DEID_AVAILABLE_IN_0_1
GType deid_engine_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidEngine *deid_engine_ref (DeidEngine *engine);

/**
 * deid_engine_unref:
 * @engine: (transfer full): an engine; the last reference destroys the data of its callback
 */
DEID_AVAILABLE_IN_0_1
void deid_engine_unref (DeidEngine *engine);

/**
 * deid_engine_new:
 * @dialect: the SQL that it understands
 * @run: (scope notified) (closure user_data) (destroy destroy): runs a statement
 * @user_data: (nullable): the data of @run, such as a connection
 * @destroy: (nullable): called once when @user_data is no longer needed, also on failure
 *
 * Creates an engine from a connection of the host.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is no such dialect.
 * Returns: (transfer full): a new engine, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidEngine *deid_engine_new (DeidDialect dialect, DeidEngineRunFunc run, gpointer user_data,
                             GDestroyNotify destroy, GError **error);

/**
 * deid_engine_new_command:
 * @dialect: the SQL that it understands
 * @command: the program and its arguments, such as `sqlite3 my.db`, `psql -X -d mydb` or
 *   `clickhouse-client`, separated by blanks, with quotes as in a shell. No shell runs it
 *
 * Creates an engine from its client program, `sqlite3`, `psql`, `duckdb` or `clickhouse-client`, or
 * one with the same commands and flags. deid_engine_table_count() starts it once, and
 * deid_engine_table_release() twice: the second program looks whether the table is there. The
 * program reads from its standard input the client's own commands for CSV without a header and a
 * stop at the first error, and then statements. (For ClickHouse `--format=CSV --multiquery` follows
 * @command instead; for ANSI SQL @command must say so.) It writes rows as CSV to its standard
 * output. The command and its environment decide how it finds the database and logs in.
 *
 * The program must run each statement as soon as it has read it, and write the rows at once. Behind
 * each statement, the library has it select a row that is in no answer. An answer counts only if
 * this row follows it, and in the end the program must end with status 0. Programs for ClickHouse
 * and ANSI SQL may read their whole input first; they are started several times. Statements that
 * need not wait for an answer are sent together, as one transaction if the engine has these.
 *
 * A statement that fails is %DEID_ERROR_ENGINE. With deid_engine_set_show_values(), its message has
 * what the program wrote to its standard error, as one line of at most 1,000 bytes, which may have
 * a value. Otherwise `psql` is told to write a code, which is shown, as is that of ClickHouse's
 * client. That text passes through a file in the directory of temporary files, which only the user
 * may read and which is removed once the program has opened it. Cancelling interrupts the program
 * like Ctrl-C, upon which the clients named above cancel the statement, and kills it after 2
 * seconds.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if there is no such dialect; %DEID_ERROR_PARSE if the
 * command is empty or a quote is not closed. Any thread may call this, and use the engine.
 * Complexity: O(length of @command).
 * Returns: (transfer full): a new engine, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidEngine *deid_engine_new_command (DeidDialect dialect, const char *command, GError **error);

/**
 * deid_engine_set_dialect:
 * @engine: an engine
 * @text: a dialect: a line KEY=VALUE for each fragment; lines that begin with `#` are comments.
 *   docs/dialects.md lists the fragments, and docs/dialects has dialect files
 *
 * Sets the SQL that an engine understands, in place of the dialect that it was created with. The
 * author of a dialect decides which statements the library runs, so read a dialect before you use
 * it.
 * Errors: %DEID_ERROR_PARSE with the line; %DEID_ERROR_ENCODING if a fragment is not UTF-8;
 * %DEID_ERROR_INVALID_ARGUMENT with the name of a missing fragment; %DEID_ERROR_IMMUTABLE after a
 * table of @engine was created. Complexity: O(length of @text).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_set_dialect (DeidEngine *engine, const char *text, GError **error);

/**
 * deid_engine_set_show_values:
 * @engine: an engine
 * @show_values: whether messages may show what the client program complains about
 *
 * Sets whether error messages show values. Default: %FALSE, as in
 * deid_csv_options_set_show_values(). For deid_engine_new_command(): the callback of
 * deid_engine_new() writes its own messages.
 * Errors: %DEID_ERROR_IMMUTABLE once a table of @engine was named.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_engine_set_show_values (DeidEngine *engine, gboolean show_values, GError **error);

G_END_DECLS

#endif
