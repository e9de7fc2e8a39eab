/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidJob: make and keep
 *     DeidJob *deid_job_new (void)
 *     DeidJob *deid_job_new_from_file (path, cancellable, error)
 *     DeidJob *deid_job_ref (job)
 *     void deid_job_unref (job)
 *     GType deid_job_get_type (void)
 *
 * DeidJob: fill in
 *     gboolean deid_job_set (job, section, key, value, origin, error)
 *
 * DeidJob: use
 *     gboolean deid_job_load_file (job, path, cancellable, error)
 *     gboolean deid_job_load_text (job, text, name, folder, error)
 *     gboolean deid_job_load_stream (job, stream, name, folder, cancellable, error)
 *     char **deid_job_list_sections (job)
 *     char **deid_job_list_keys (forms, summaries)
 *     char *deid_job_to_text (job, folder, error)
 *
 * DeidJob: read
 *     const char *deid_job_get (job, section, key)
 *     gboolean deid_job_is_set (job, section, key)
 *     char *deid_job_get_path (job, section, key)
 *     char *deid_job_get_column_section (column)
 */
#ifndef DEID_JOB_H
#define DEID_JOB_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <gio/gio.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidJob:
 *
 * The whole of a release as settings: the table to read, the role and the hierarchy of each column,
 * the models, the limit, the search, what is reported and what is written. Settings have texts as
 * values; they come from a problem file or one by one, and a job that has none has the defaults.
 *
 * A problem file is a key file as GLib writes them, in UTF-8:
 *
 *     [input]
 *     file=discharges.csv
 *     delimiter=;
 *
 *     [column diagnosis]
 *     role=sensitive
 *
 *     [column zip]
 *     role=quasi-identifying
 *     rule=prefix:4,3,2
 *
 *     [models]
 *     privacy=k:5;dl:2
 *
 *     [limits]
 *     suppression=5%
 *
 * Lines that begin with `#` are comments. Blanks around keys and values do not count; `\s`, `\n`,
 * `\t`, `\r` and `\\` stand for a blank, a line end, a tab, a carriage return and a backslash.
 * Lists have semicolons between their items, a semicolon within one is `\;`. An empty value says
 * nothing, as if it were not there. A section that stands twice in a file is an error, and so is a
 * key. Paths are relative to the folder of the file; they may be any bytes. `-` is standard input
 * or output. deid_job_list_keys() lists all sections and keys, and so does `docs/problem-file.md`.
 *
 * A column has a section with its name behind `column`. In the name `%XX` stands for a byte, as in
 * a URI; any other percent sign stands for itself. Brackets, asterisks, question marks, control
 * characters and blanks at either end are written so; deid_job_get_column_section() does it. An
 * asterisk that is not escaped stands for any characters, a question mark for one:
 * `[column q*]` speaks of all columns that begin with `q`. What the section with a column's own
 * name says of a key goes first, then that of the last one of the globs; `[column *]` comes after
 * all others, and holds the defaults.
 *
 * A job can be changed until it was run.
 *
 * Since: 0.1
 */
typedef struct DeidJob DeidJob;

/**
 * deid_job_get_type:
 *
 * Gets the type under which #DeidJob is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_job_get_type (void);

/**
 * deid_job_ref:
 * @job: a job
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @job
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidJob *deid_job_ref (DeidJob *job);

/**
 * deid_job_unref:
 * @job: (transfer full): a job
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_job_unref (DeidJob *job);

/**
 * deid_job_new:
 *
 * Creates a job with the defaults.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): a new job
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidJob *deid_job_new (void);

/**
 * deid_job_new_from_file:
 * @path: (type filename): a problem file
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Creates a job from a problem file: deid_job_new() and deid_job_load_file().
 *
 * Errors: those of deid_job_load_file(). Any thread may call this. Complexity: O(size of the file).
 *
 * Returns: (transfer full): a new job, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidJob *deid_job_new_from_file (const char *path, GCancellable *cancellable, GError **error);

/**
 * deid_job_load_file:
 * @job: a job
 * @path: (type filename): a problem file, of at most 64 MiB
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Reads a problem file. What it says replaces what was set before; what it does not say stays, so
 * that the roles of columns can stand in one file and the models in another.
 *
 * Errors: %DEID_ERROR_IO; %DEID_ERROR_PARSE for a line that is no section, key or comment, for an
 * unknown section or key, with the one that was meant if one is near, for one that is there twice,
 * with the line of the first, and for a value that is not what its key expects;
 * %DEID_ERROR_ENCODING; %DEID_ERROR_TOO_LARGE; %DEID_ERROR_INVALID_ARGUMENT for parameters of
 * models out of range; %DEID_ERROR_IMMUTABLE, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED.
 * Messages name the file, the line, the section, the key and the value. One thread at a time.
 * Complexity: O(size of the file and of what was set).
 *
 * Returns: whether it was read
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_load_file (DeidJob *job, const char *path, GCancellable *cancellable,
                             GError **error);

/**
 * deid_job_load_text:
 * @job: a job
 * @text: the text of a problem file
 * @name: (nullable): what error messages call it; %NULL for `problem`
 * @folder: (nullable) (type filename): the folder that its paths are relative to; %NULL for the
 *   current one
 * @error: return location for an error, or %NULL
 *
 * Reads a problem file as deid_job_load_file() does, from a text.
 *
 * Errors: those of deid_job_load_file(), with @name instead of the file. One thread at a time.
 * Complexity: O(length of the text and of what was set).
 *
 * Returns: whether it was read
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_load_text (DeidJob *job, const char *text, const char *name, const char *folder,
                             GError **error);

/**
 * deid_job_load_stream:
 * @job: a job
 * @stream: what to read, up to its end; it is not closed
 * @name: (nullable): what error messages call it; %NULL for `problem`
 * @folder: (nullable) (type filename): the folder that its paths are relative to; %NULL for the
 *   current one
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Reads a problem file as deid_job_load_file() does, from a stream.
 *
 * Errors: those of deid_job_load_file(), with @name instead of the file, and those of @stream as
 * they are. One thread at a time. Complexity: O(length of the stream and of what was set).
 *
 * Returns: whether it was read
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_load_stream (DeidJob *job, GInputStream *stream, const char *name,
                               const char *folder, GCancellable *cancellable, GError **error);

/**
 * deid_job_set:
 * @job: a job
 * @section: a section: `input`, or `column` and the name of a column as
 *   deid_job_get_column_section() writes it
 * @key: one of its keys
 * @value: (nullable) (type filename): the value as in a file but without the escapes of characters,
 *   or %NULL to take back what was set before
 * @origin: (nullable): what error messages call the setting, such as `--model`; %NULL for section
 *   and key
 * @error: return location for an error, or %NULL
 *
 * Sets a key. A path is relative to the current folder. A section is there from the first time that
 * it is mentioned, and the order of sections is that of the quasi-identifiers.
 *
 * Errors: those of deid_job_load_file() that have to do with a section, a key and a value. One
 * thread at a time. Complexity: O(length of @value).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_set (DeidJob *job, const char *section, const char *key, const char *value,
                       const char *origin, GError **error);

/**
 * deid_job_get:
 * @job: a job
 * @section: a section, as in deid_job_set()
 * @key: one of its keys
 *
 * Gets a value in its normal form: without blanks around it, `yes` for `true`, `0.05` for `5%`. A
 * key that was not set has its default; in the section of a column that is an empty text, since
 * sections with globs may say more, but for `[column *]`. A relative path is not joined with its
 * folder, see deid_job_get_path().
 *
 * Any thread may call this. Complexity: O(length of @section) on average.
 *
 * Returns: (transfer none) (nullable): the value, valid until it is set again; %NULL if there is no
 *   such section or key
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_job_get (const DeidJob *job, const char *section, const char *key);

/**
 * deid_job_is_set:
 * @job: a job
 * @section: a section, as in deid_job_set()
 * @key: one of its keys
 *
 * Tells whether a key has a value of its own, not its default.
 *
 * Any thread may call this. Complexity: O(length of @section) on average.
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_is_set (const DeidJob *job, const char *section, const char *key);

/**
 * deid_job_get_path:
 * @job: a job
 * @section: a section, as in deid_job_set()
 * @key: one of its keys whose value is a path
 *
 * Gets where a file is: the path, behind the folder of the problem file that names it if it is
 * relative. For `-` that is a path of the standard stream: `/dev/fd/0` for what is read, and
 * `/dev/fd/1` for what is written.
 *
 * Any thread may call this. Complexity: O(length of the path).
 *
 * Returns: (transfer full) (nullable) (type filename): the path, or %NULL if none is set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_get_path (const DeidJob *job, const char *section, const char *key);

/**
 * deid_job_get_column_section:
 * @column: the name of a column
 *
 * Gets the section of a column: `column` and its name, with what has a meaning there escaped.
 *
 * Any thread may call this. Complexity: O(length of @column).
 *
 * Returns: (transfer full): the section
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_get_column_section (const char *column);

/**
 * deid_job_list_sections:
 * @job: a job
 *
 * Lists the sections of columns that were mentioned, in their order, as deid_job_set() takes them.
 *
 * Any thread may call this. Complexity: O(sections).
 *
 * Returns: (transfer full) (array zero-terminated=1): the sections; free them with g_strfreev()
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char **deid_job_list_sections (const DeidJob *job);

/**
 * deid_job_list_keys:
 * @forms: (out) (optional) (transfer full) (array zero-terminated=1): return location for the form
 *   of each value, such as `FILE` or `yes|no`; free it with g_strfreev()
 * @summaries: (out) (optional) (transfer full) (array zero-terminated=1): return location for what
 *   each key says, in a sentence; free it with g_strfreev()
 *
 * Lists all keys with their sections, for help texts and choosers: such as `input.file`; those of
 * columns as `column.role`. The value of a new job is the default; that of columns stands in its
 * section `column *`.
 *
 * Any thread may call this. Complexity: O(keys).
 *
 * Returns: (transfer full) (array zero-terminated=1): the keys; free them with g_strfreev()
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char **deid_job_list_keys (char ***forms, char ***summaries);

/**
 * deid_job_to_text:
 * @job: a job
 * @folder: (nullable) (type filename): the folder that paths are to be relative to, for a file that
 *   will stand there; %NULL for absolute paths
 * @error: return location for an error, or %NULL
 *
 * Writes the normal form of a problem file: each section with each key, the default where none was
 * set, each value in its normal form, no comments. Of columns it has the sections that were
 * mentioned, in their order, each with the keys that were set, and before them `[column *]` with
 * the defaults. What is not below @folder has an absolute path. Reading it gives the same job, and
 * writing that the same text.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(sections + length of the
 * values).
 *
 * Returns: (transfer full) (type filename): the text, to be freed with g_free(), or %NULL. It is
 *   UTF-8 if all paths are
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_to_text (const DeidJob *job, const char *folder, GError **error);

G_END_DECLS

#endif
