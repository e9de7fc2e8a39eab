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
 *     gboolean deid_job_set_path (job, section, key, path, origin, error)
 *     gboolean deid_job_set_input_stream (job, stream, name, error)
 *     gboolean deid_job_add_outputs (job, outputs, result, release, cancellable, error)
 *
 * DeidJob: use
 *     gboolean deid_job_load_file (job, path, cancellable, error)
 *     gboolean deid_job_load_text (job, text, name, folder, error)
 *     gboolean deid_job_load_stream (job, stream, name, folder, cancellable, error)
 *     char **deid_job_list_column_sections (job)
 *     char **deid_job_list_keys (sections, forms, summaries)
 *     char *deid_job_to_text (job, folder, error)
 *     DeidSearch *deid_job_make_search (job, error)
 *     DeidResult *deid_job_choose (job, found, cancellable, error)
 *     DeidResult *deid_job_run (job, cancellable, error)
 *     DeidDataset *deid_job_release (job, result, cancellable, error)
 *     gboolean deid_job_release_in_engine (job, result, cancellable, error)
 *     char *deid_job_make_script (job, result, cancellable, error)
 *     gboolean deid_job_reserve_outputs (job, outputs, error)
 *     DeidCsvOptions *deid_job_make_csv_options (job, error)
 *     DeidReleaseOptions *deid_job_make_release_options (job, error)
 *     DeidRiskOptions *deid_job_make_risk_options (job, error)
 *     DeidBaseline *deid_job_make_baseline (job, cancellable, error)
 *     DeidReport *deid_job_measure_utility (job, result, fit, fit_data, cancellable, error)
 *
 * DeidJob: read
 *     const char *deid_job_get (job, section, key)
 *     gboolean deid_job_is_set (job, section, key)
 *     DeidRecodingKind deid_job_get_recoding (job)
 *     char *deid_job_get_path (job, section, key)
 *     char *deid_job_get_column_section (column)
 *     GInputStream *deid_job_get_input_stream (job)
 *     DeidDataset *deid_job_get_dataset (job, cancellable, error)
 *     DeidProblem *deid_job_get_problem (job, cancellable, error)
 *     DeidBaselineReport *deid_job_get_baseline_report (job, cancellable, error)
 */
#ifndef DEID_JOB_H
#define DEID_JOB_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-baseline-report.h>
#include <deid/deid-engine-table.h>
#include <deid/deid-output-set.h>
#include <deid/deid-report.h>
#include <deid/deid-risk-options.h>
#include <deid/deid-search.h>

G_BEGIN_DECLS

/**
 * DeidJob:
 *
 * The whole of a release as settings: the table to read, the role and the hierarchy of each column,
 * the models, the limit, the search, what is reported and what is written. Settings have texts as
 * values; they come from a problem file or one by one, and a job that has none has the defaults.
 *
 * A problem file is a key file like those of GLib, in UTF-8:
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
 * Paths may be any bytes: what is not UTF-8 in one is written `\x` and the two hexadecimal digits
 * of the byte, such as `\xE4`; so are other control characters. Lists have semicolons between their
 * items, a semicolon within one is `\;`; blanks around items do not count, unless they are written
 * `\s`. An empty value says nothing, as if it were not there. A section that stands twice in a file
 * is an error, and so is a key. Paths are relative to the folder of the file; `-` is standard input
 * or output. deid_job_list_keys() lists all keys with their sections, and so does
 * `docs/problem-file.md`.
 *
 * A column has a section with its name behind `column`. In the name `%XX` stands for a byte, as in
 * a URI; any other percent sign stands for itself. Brackets, asterisks, question marks, control
 * characters and blanks at either end are written so; deid_job_get_column_section() does it. An
 * asterisk that is not escaped, or several, stands for any characters, a question mark for one:
 * `[column q*]` speaks of all columns that begin with `q`. What the section with a column's own
 * name says of a key goes first, then that of the last one of the globs; `[column *]` comes after
 * all others, and holds the defaults. Of `rule` and `hierarchy` in one section the one that was set
 * later, or by a later file, counts; one file that has both is refused with the table.
 *
 * From settings to files it takes a few calls:
 *
 *     job = deid_job_new_from_file ("problem.ini", NULL, &error);
 *     result = deid_job_run (job, NULL, &error);
 *     release = deid_job_release (job, result, NULL, &error);
 *     outputs = deid_output_set_new ();
 *     deid_job_reserve_outputs (job, outputs, &error);
 *     deid_job_add_outputs (job, outputs, result, release, NULL, &error);
 *     deid_output_set_commit (outputs, NULL, &error);
 *
 * With `[engine]` the table stays in its engine: the dataset of the job has its combinations, as
 * deid_engine_table_count() makes them, and deid_job_release_in_engine() has the engine make the
 * released table. The command of `[engine]` is a program that is run, so a problem file of somebody
 * else should be read before it is used.
 *
 * Each step settles a part of the job. Until deid_job_get_dataset() has succeeded everything can be
 * set; then `[input]`, `[engine]`, the columns and the stream are settled, and no problem file is
 * read any more; once deid_job_get_problem() has succeeded, nothing can be set. A call that failed
 * settles nothing: what it complains of can be mended and the call made again. Only a stream cannot
 * be read again: the table that deid_job_get_problem() or deid_job_run() made of one stays settled,
 * and all but `[input]` and the columns can be mended.
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
 * %DEID_ERROR_ENCODING; %DEID_ERROR_TOO_LARGE; %DEID_ERROR_INVALID_ARGUMENT for shares and
 * parameters of models out of range; %DEID_ERROR_IMMUTABLE, %DEID_ERROR_NO_MEMORY,
 * %G_IO_ERROR_CANCELLED. Messages name the file, the line, the section, the key and the value. One
 * thread at a time. Complexity: O(size of the file and of what was set).
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
 * @value: (nullable): the value as in a file but without the escapes of characters, or %NULL to
 *   take back what was set before. Items of lists keep `\;`, `\\` and `\s`. It is UTF-8, unless it
 *   is a path
 * @origin: (nullable): what error messages call the setting, such as `--model`; %NULL for section
 *   and key
 * @error: return location for an error, or %NULL
 *
 * Sets a key. A path is relative to the current folder; bindings, whose texts are UTF-8, give it to
 * deid_job_set_path(). A section is there from the first time that it is mentioned, and the order
 * of sections is that of the quasi-identifiers. A section whose last value is taken back is gone.
 *
 * Errors: those of deid_job_load_file() that have to do with a section, a key and a value;
 * %DEID_ERROR_IMMUTABLE for `[input]` and columns once the table is there, for all others once the
 * problem is. One thread at a time. Complexity: O(length of @value).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_set (DeidJob *job, const char *section, const char *key, const char *value,
                       const char *origin, GError **error);

/**
 * deid_job_set_path:
 * @job: a job
 * @section: a section, as in deid_job_set()
 * @key: one of its keys whose value is a path
 * @path: (nullable) (type filename): the path, or %NULL to take back what was set before
 * @origin: (nullable): what error messages call the setting, as in deid_job_set()
 * @error: return location for an error, or %NULL
 *
 * Sets a key whose value is a path, as deid_job_set() does. deid_job_get_path() gets it.
 *
 * Errors: those of deid_job_set(); %DEID_ERROR_INVALID_ARGUMENT for a key whose value is no path.
 * One thread at a time. Complexity: O(length of @path).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_set_path (DeidJob *job, const char *section, const char *key, const char *path,
                            const char *origin, GError **error);

/**
 * deid_job_get:
 * @job: a job
 * @section: a section, as in deid_job_set()
 * @key: one of its keys
 *
 * Gets a value in its normal form: without blanks around it, `yes` for `true`, `0.05` for `5%`.
 * Lists have `\;`, `\\` and, for a blank at either end of an item, `\s` within their items. A key
 * that was not set has its default; in the section of a column that is an empty text, since
 * sections with globs may say more, but for `[column *]`. A path is as it was set, relative or not
 * and UTF-8 or not: see deid_job_get_path().
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
 * deid_job_get_recoding:
 * @job: a job
 *
 * Tells what `[search]` asks for: the recoding that it names or, where that is `auto`, that of its
 * algorithm.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: how records are to be recoded
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRecodingKind deid_job_get_recoding (const DeidJob *job);

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
 * deid_job_list_column_sections:
 * @job: a job
 *
 * Lists the sections of columns that were mentioned, in their order, as deid_job_set() takes them.
 * deid_job_list_keys() has the other sections, which are the same for every job.
 *
 * Any thread may call this. Complexity: O(sections).
 *
 * Returns: (transfer full) (array zero-terminated=1): the sections; free them with g_strfreev()
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char **deid_job_list_column_sections (const DeidJob *job);

/**
 * deid_job_list_keys:
 * @sections: (out) (optional) (transfer full) (array zero-terminated=1): return location for the
 *   section of each key, such as `input`, and `column *` for those of columns; free it with
 *   g_strfreev()
 * @forms: (out) (optional) (transfer full) (array zero-terminated=1): return location for the form
 *   of each value, such as `FILE` or `yes|no`; free it with g_strfreev()
 * @summaries: (out) (optional) (transfer full) (array zero-terminated=1): return location for what
 *   each key says, in a sentence; free it with g_strfreev()
 *
 * Lists all keys with their sections, for help texts and choosers. deid_job_get() takes them as
 * they are, and of a new job gets the defaults.
 *
 * Any thread may call this. Complexity: O(keys).
 *
 * Returns: (transfer full) (array zero-terminated=1): the keys; free them with g_strfreev()
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char **deid_job_list_keys (char ***sections, char ***forms, char ***summaries);

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
 * Returns: (transfer full): the text, in UTF-8, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_to_text (const DeidJob *job, const char *folder, GError **error);

/**
 * deid_job_set_input_stream:
 * @job: a job
 * @stream: (nullable): the table to read, up to its end, or %NULL to take back what was given
 *   before; it is not closed
 * @name: (nullable): what error messages call it; %NULL for `table`
 * @error: return location for an error, or %NULL
 *
 * Has the table read from a stream instead of the file that `[input]` names. A stream is read once:
 * after a read that failed or was cancelled on the way the job refuses to read on, until a stream
 * is set again, which may be one that was put back to its beginning. See deid_job_get_dataset().
 *
 * Errors: %DEID_ERROR_IMMUTABLE. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_set_input_stream (DeidJob *job, GInputStream *stream, const char *name,
                                    GError **error);

/**
 * deid_job_get_input_stream:
 * @job: a job
 *
 * Gets the stream that the table is read from.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): what deid_job_set_input_stream() set, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GInputStream *deid_job_get_input_stream (const DeidJob *job);

/**
 * deid_job_get_dataset:
 * @job: a job
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Reads the table the first time, and gives each column its missing codes, type and role. What is
 * said of the table cannot be changed from then on. A section of a column that the table does not
 * have is an error, and so are asterisks that no column fits. A key that the role of a column has
 * no use for, such as the rule of an insensitive one, does nothing, so that in a file the role
 * alone needs to be edited; it is an error if deid_job_set() set it for just this column with an
 * origin, as options do.
 *
 * After a failure the job can be changed and the call be made again. A file is then read again. A
 * stream, and standard input likewise, is not: if the call failed before it read anything, it now
 * begins; if the stream was read to its end and the call failed before it gave any column missing
 * codes, a type or a role, such as for a section that fits none, the table was kept and the call
 * goes on with it, unless `[input]` was set meanwhile; else the call fails with %DEID_ERROR_IO
 * until deid_job_set_input_stream() sets a stream. A call that is cancelled before it begins
 * changes nothing.
 *
 * Errors: those of deid_dataset_new_from_csv(), of deid_engine_table_count() and of the setters of
 * #DeidDataset, with the place of the setting before the message; %DEID_ERROR_UNKNOWN_COLUMN,
 * %DEID_ERROR_ROLE, %DEID_ERROR_DUPLICATE_COLUMN, %DEID_ERROR_INVALID_ARGUMENT if no table is
 * named, %DEID_ERROR_IO if a stream would be read a second time, %DEID_ERROR_NO_MEMORY,
 * %G_IO_ERROR_CANCELLED. One thread at a time. Complexity: O(size of the table + columns x globs).
 *
 * Returns: (transfer none): the table, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_job_get_dataset (DeidJob *job, GCancellable *cancellable, GError **error);

/**
 * deid_job_get_problem:
 * @job: a job
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * States the problem the first time: reads what hierarchies come from files, makes the lattice, the
 * models and the limit. The problem keeps the normal form of the job, for its reports:
 * deid_problem_get_statement(). deid_job_get_dataset() comes first if it did not; settings of
 * limits, of the population and of a policy that contradict each other are found before. The job
 * cannot be changed from then on.
 *
 * Quasi-identifiers are added in the order of the sections that give them their role, those of one
 * section in the order of the table; so are the sensitive columns that a model without a column of
 * its own is asked of, and then the judged ones. For `recoding=cells` a quasi-identifier has the
 * lowest level of its hierarchy that may be chosen, and `*` if the highest one may be chosen, too;
 * without a hierarchy it has its values and `*`. The hierarchy of a sensitive or judged column is
 * given to the problem. The table of the population gets the missing codes and types of the columns
 * that the other one has, too.
 *
 * Errors: those of deid_job_get_dataset(), of reading hierarchies and making rules, and of the
 * setters of #DeidLattice and #DeidProblem; %DEID_ERROR_INVALID_ARGUMENT for settings that do not
 * go together. One thread at a time. Complexity: that of reading the files.
 *
 * Returns: (transfer none): the problem, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidProblem *deid_job_get_problem (DeidJob *job, GCancellable *cancellable, GError **error);

/**
 * deid_job_make_baseline:
 * @job: a job
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Makes the baseline that `[baseline]` names, with its day and areas, which are read.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if no rule is named; those of deid_baseline_new_from_file(),
 * deid_baseline_set_areas() and deid_dataset_new_from_csv(). One thread at a time. Complexity: that
 * of reading.
 *
 * Returns: (transfer full): the baseline, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_job_make_baseline (const DeidJob *job, GCancellable *cancellable,
                                      GError **error);

/**
 * deid_job_get_baseline_report:
 * @job: a job
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Gets what comes of the table by the baseline that `[baseline]` names. It is evaluated together
 * with the problem, whose greatest population risk is its risk where `limit=yes` says so, with
 * %DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if no rule is named; those of deid_job_get_problem(). One
 * thread at a time. Complexity: that of deid_job_get_problem() for the first call, O(1) for others.
 *
 * Returns: (transfer none): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBaselineReport *deid_job_get_baseline_report (DeidJob *job, GCancellable *cancellable,
                                                  GError **error);

/**
 * deid_job_make_search:
 * @job: a job
 * @error: return location for an error, or %NULL
 *
 * Makes the search, with the time limit of `[search] time-limit`. A host can still give it a
 * progress function.
 *
 * Errors: those of deid_search_new_from_specification() and of the setters of #DeidSearch, and
 * %DEID_ERROR_INVALID_ARGUMENT for a recoding that the algorithm does not make, for iterations
 * where it takes none or states its own, and for an alternative where it lists none. Any thread may
 * call this. Complexity: O(1).
 *
 * Returns: (transfer full): a new search, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_job_make_search (const DeidJob *job, GError **error);

/**
 * deid_job_choose:
 * @job: a job
 * @found: a result of its problem
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Chooses what to release by: the alternative that `[release]` names, or the policy of the result.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if the search found no such alternative, or @found is a
 * result of another problem; those of deid_problem_evaluate(). Any thread may call this.
 * Complexity: that of deid_problem_evaluate().
 *
 * Returns: (transfer full): @found or another result, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_job_choose (const DeidJob *job, DeidResult *found, GCancellable *cancellable,
                             GError **error);

/**
 * deid_job_run:
 * @job: a job
 * @cancellable: (nullable): ends the search from another thread
 * @error: return location for an error, or %NULL
 *
 * Runs the job up to its result: deid_job_get_problem(), deid_job_make_search(), deid_search_run()
 * and deid_job_choose(). Where `[search] policy` states a policy nothing is searched:
 * deid_policy_new_from_text() and deid_problem_evaluate() take the place of the last three.
 *
 * A table and a problem that this call made are the job's only if it succeeds; see #DeidJob.
 *
 * Errors: those of these, such as %DEID_ERROR_NO_SOLUTION for a policy that is none. One thread at
 * a time. Complexity: that of deid_search_run().
 *
 * Returns: (transfer full): the result to release by, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_job_run (DeidJob *job, GCancellable *cancellable, GError **error);

/**
 * deid_job_release:
 * @job: a job
 * @result: a result of its problem
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Makes the released table and verifies it: deid_result_apply() with the options of `[release]`,
 * and deid_result_verify().
 *
 * Errors: those of these; %DEID_ERROR_INVALID_ARGUMENT for a result of another problem. Any thread
 * may call this. Complexity: that of deid_result_verify().
 *
 * Returns: (transfer full): the released table, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_job_release (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                               GError **error);

/**
 * deid_job_release_in_engine:
 * @job: a job whose table is in an engine
 * @result: a result of its problem
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Has the engine make the released table: deid_engine_table_release(), with the name that `[engine]
 * output` says.
 *
 * Errors: those of deid_engine_table_release(); %DEID_ERROR_INVALID_ARGUMENT for a result of
 * another problem, or if there is no engine or no name. One thread at a time. Complexity: that of
 * deid_engine_table_release().
 *
 * Returns: whether the table was made
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_release_in_engine (const DeidJob *job, DeidResult *result,
                                     GCancellable *cancellable, GError **error);

/**
 * deid_job_make_script:
 * @job: a job whose table is in an engine
 * @result: a result of its problem
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes what makes the released table in the engine: deid_engine_table_make_script(), with the
 * name that `[engine] output` says. `[output] sql-only` names a file for it.
 *
 * Errors: those of deid_engine_table_make_script(); %DEID_ERROR_INVALID_ARGUMENT for a result of
 * another problem, or if there is no engine or no name. One thread at a time. Complexity: that of
 * deid_engine_table_make_script().
 *
 * Returns: (transfer full): the script, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_make_script (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                            GError **error);

/**
 * deid_job_reserve_outputs:
 * @job: a job
 * @outputs: an output set
 * @error: return location for an error, or %NULL
 *
 * Names the files that the job reads, and reserves those that `[output]` says it writes, so that
 * none is written over another one. That is best done before anything else. If `[output] mode` is
 * set, it becomes that of the set. After a failure the set is as it was before.
 *
 * Errors: those of deid_output_set_add_input() and deid_output_set_reserve(). One thread at a time.
 * Complexity: O(number of files ^ 2).
 *
 * Returns: whether all can be written
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_reserve_outputs (const DeidJob *job, DeidOutputSet *outputs, GError **error);

/**
 * deid_job_add_outputs:
 * @job: a job
 * @outputs: an output set
 * @result: a result of its problem
 * @release: what deid_job_release() made of it
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Adds the files that `[output]` names: the released table, the stored policy, the certificate and
 * the script of deid_job_make_script(). They appear with deid_output_set_commit(). A page that it
 * names is only reserved by deid_job_reserve_outputs(): the host adds the text of
 * deid_page_to_html(), of what it has. The files that the job reads and `[output] mode` are told to
 * the set as by deid_job_reserve_outputs(), which need not come first. After a failure the set is
 * to be discarded: part of it may be there.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a result of another problem; those of
 * deid_output_set_set_mode(), deid_output_set_add_input(), deid_output_set_add_release(),
 * deid_stored_policy_new(), deid_output_set_add_stored_policy(), deid_output_set_add_certificate()
 * and deid_job_make_script(). One thread at a time. Complexity: that of these.
 *
 * Returns: whether all were added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_add_outputs (const DeidJob *job, DeidOutputSet *outputs, DeidResult *result,
                               DeidDataset *release, GCancellable *cancellable, GError **error);

/**
 * deid_job_make_csv_options:
 * @job: a job
 * @error: return location for an error, or %NULL
 *
 * Makes the layout of the tables that are read and written.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT. Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): new options, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidCsvOptions *deid_job_make_csv_options (const DeidJob *job, GError **error);

/**
 * deid_job_make_release_options:
 * @job: a job
 * @error: return location for an error, or %NULL
 *
 * Makes the options of `[release]`, with the bin means and the microaggregation of columns once the
 * job has its dataset.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT. Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): new options, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReleaseOptions *deid_job_make_release_options (const DeidJob *job, GError **error);

/**
 * deid_job_make_risk_options:
 * @job: a job
 * @error: return location for an error, or %NULL
 *
 * Makes the options of `[report]`.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT. Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): new options, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskOptions *deid_job_make_risk_options (const DeidJob *job, GError **error);

/**
 * deid_job_measure_utility:
 * @job: a job
 * @result: a result of its problem
 * @fit: (scope call) (closure fit_data): fits regressions
 * @fit_data: the data of @fit
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Measures the utility of a release, and predicts the columns that `[report] predict` names, as
 * deid_report_new_utility() does with 10 folds, or as many as there are records, 20000 records and
 * the seed 0. Whether `[report] utility` asks for it does not matter.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a result of another problem; those of
 * deid_report_new_utility(). One thread at a time. Complexity: that of deid_report_new_utility().
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_job_measure_utility (const DeidJob *job, DeidResult *result,
                                      DeidRegressionFunc fit, gpointer fit_data,
                                      GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
