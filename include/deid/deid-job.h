/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the job has settled what
 *   they set: see #DeidJob.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @section: a section, as in deid_job_set().
 * @key: one of its keys.
 * @result: a result of the job's problem; any other sets %DEID_ERROR_INVALID_ARGUMENT.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_JOB_H
#define DEID_JOB_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-baseline.h>
#include <deid/deid-engine-table.h>
#include <deid/deid-output-set.h>
#include <deid/deid-report.h>
#include <deid/deid-risk-options.h>
#include <deid/deid-search.h>

G_BEGIN_DECLS

/**
 * DeidJob:
 *
 * The settings of a whole release: the table to read, the role and the hierarchy of each column,
 * the models, the limit, the search, the reports and the outputs. Settings are texts with defaults.
 * You read them from a problem file or set them one by one.
 *
 * A problem file is a key file like those of GLib, in UTF-8:
 *
 *     [input]
 *     input=discharges.csv
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
 *     model=k:5;dl:2
 *
 *     [limits]
 *     suppression-limit=5%
 *
 * Lines that begin with `#` are comments. Blanks around keys and values are ignored; `\s`, `\n`,
 * `\t`, `\r` and `\\` stand for a blank, a line end, a tab, a carriage return and a backslash.
 * Paths may have any bytes: one that is not UTF-8, or another control character, is written `\x`
 * and two hexadecimal digits, such as `\xE4`. Semicolons separate the items of a list; `\;` is a
 * semicolon within an item. Blanks around items are ignored, unless they are written `\s`. An empty
 * value counts as none. A file that repeats a section or a key is an error. Paths are relative to
 * the folder of the file; `-` is standard input or output. deid_job_list_keys() and
 * `docs/problem-file.md` list all keys with their sections.
 *
 * The section of a column is `column` and its name. In the name `%XX` stands for a byte, as in a
 * URI; any other percent sign stands for itself. Brackets, asterisks, question marks, control
 * characters and blanks at either end must be escaped in this way, as deid_job_get_column_section()
 * does. An unescaped asterisk stands for any characters, a question mark for one: `[column q*]` is
 * about all columns that begin with `q`. For each key, the section with the column's own name takes
 * precedence. The last matching glob comes next, and `[column *]`, which has the defaults, comes
 * last. If one section has both `rule` and `hierarchy`, the one that was set later, or by a later
 * file, counts. If one file has both, deid_job_get_dataset() refuses it.
 *
 * A few calls lead from settings to files:
 *
 *     job = deid_job_new ();
 *     deid_job_load_file (job, "problem.ini", NULL, &error);
 *     result = deid_job_run (job, NULL, &error);
 *     release = deid_job_release (job, result, NULL, &error);
 *     outputs = deid_output_set_new ();
 *     deid_job_reserve_outputs (job, outputs, &error);
 *     deid_job_add_outputs (job, outputs, result, release, NULL, &error);
 *     deid_output_set_commit (outputs, NULL, &error);
 *
 * With `[engine]` the table stays in its engine. The dataset of the job then has the combinations
 * that deid_engine_table_count() counts, and deid_job_release_in_engine() makes the released table
 * in the engine. The job runs the command of `[engine]` as a program: read a problem file of
 * somebody else before you use it.
 *
 * Each step settles a part of the job. Until deid_job_get_dataset() succeeds, you can set
 * everything. Then `[input]`, `[engine]`, the columns and the table are settled, and the job reads
 * no further problem file. Once deid_job_get_problem() succeeds, you can set nothing. A call that
 * fails settles nothing: fix the problem and repeat the call. The exception is standard input,
 * which cannot be read again: the table that deid_job_get_problem() or deid_job_run() read from it
 * stays settled, and you can fix everything but `[input]` and the columns.
 */
typedef struct DeidJob DeidJob;

DEID_AVAILABLE_IN_0_1
GType deid_job_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidJob *deid_job_ref (DeidJob *job);

/**
 * deid_job_unref:
 * @job: (transfer full): a job
 */
DEID_AVAILABLE_IN_0_1
void deid_job_unref (DeidJob *job);

/**
 * deid_job_new:
 *
 * Creates a job with the defaults.
 * Returns: (transfer full): a new job
 */
DEID_AVAILABLE_IN_0_1
DeidJob *deid_job_new (void);

/**
 * deid_job_load_file:
 * @job: a job
 * @path: (type filename): a problem file, of at most 64 MiB
 *
 * Reads a problem file. Its settings replace those set before; all other settings stay. So one file
 * can have the roles of columns, and another the models.
 * Errors: %DEID_ERROR_IO; %DEID_ERROR_PARSE for a line that is not a section, key or comment, for
 * an unknown section or key (the message names a similar one), for a repeated one (the message
 * names the line of the first), and for a value that does not suit its key; %DEID_ERROR_ENCODING;
 * %DEID_ERROR_TOO_LARGE; %DEID_ERROR_INVALID_ARGUMENT for shares and parameters of models out of
 * range; %DEID_ERROR_IMMUTABLE, %DEID_ERROR_NO_MEMORY. Messages name the file, the line, the
 * section, the key and the value. One thread at a time. Complexity: O(size of the file and of what
 * was set).
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
 *
 * Reads a problem file from a text as deid_job_load_file() does.
 * Errors: those of deid_job_load_file(), with @name instead of the file. One thread at a time.
 * Complexity: O(length of the text and of what was set).
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
 *
 * Reads a problem file from a stream as deid_job_load_file() does.
 * Errors: those of deid_job_load_file(), with @name instead of the file, and those of @stream. One
 * thread at a time. Complexity: O(length of the stream and of what was set).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_load_stream (DeidJob *job, GInputStream *stream, const char *name,
                               const char *folder, GCancellable *cancellable, GError **error);

/**
 * deid_job_set:
 * @job: a job
 * @section: a section: `input`, or `column` and the name of a column as written by
 *   deid_job_get_column_section()
 * @value: (nullable): the value as in a file but without escapes of characters, in UTF-8 unless it
 *   is a path; or %NULL to unset it. Items of lists keep `\;`, `\\` and `\s`
 * @origin: (nullable): what error messages call the setting, such as `--model`; %NULL for section
 *   and key
 *
 * Sets a key. A path is relative to the current folder. A binding whose texts must be UTF-8 sets
 * any other path by deid_job_load_text(). A section exists from its first mention until its last
 * value is unset. The order of sections is that of the quasi-identifiers.
 *
 * Errors: those of deid_job_load_file() about a section, a key and a value; %DEID_ERROR_IMMUTABLE
 * for `[input]` and columns once the table is settled, for all other sections once the problem is.
 * One thread at a time. Complexity: O(length of @value).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_set (DeidJob *job, const char *section, const char *key, const char *value,
                       const char *origin, GError **error);

/**
 * deid_job_get:
 * @job: a job
 *
 * Gets a value in its normal form: without blanks around it, `yes` for `true`, `0.05` for `5%`.
 * Items of lists have `\;`, `\\` and, for a blank at either end, `\s`. A key that was not set has
 * its default. In the section of a column, except `[column *]`, that default is an empty text,
 * because a glob may set the key. A path is as it was set: see deid_job_get_path(). Complexity:
 * O(length of @section) on average.
 * Returns: (transfer none) (nullable): the value, valid until it is set again; %NULL if there is no
 *   such section or key
 */
DEID_AVAILABLE_IN_0_1
const char *deid_job_get (const DeidJob *job, const char *section, const char *key);

/**
 * deid_job_is_set:
 * @job: a job
 *
 * Complexity: O(length of @section) on average.
 * Returns: whether the key has a value of its own, not its default
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_is_set (const DeidJob *job, const char *section, const char *key);

/**
 * deid_job_get_recoding:
 * @job: a job
 *
 * Returns: the recoding that `[search]` names or, for `auto`, the recoding of the algorithm
 */
DEID_AVAILABLE_IN_0_1
DeidRecodingKind deid_job_get_recoding (const DeidJob *job);

/**
 * deid_job_get_path:
 * @job: a job
 * @key: one of its keys whose value is a path
 *
 * Complexity: O(length of the path).
 * Returns: (transfer full) (nullable) (type filename): the path of a file; a relative one is
 *   resolved in the folder of the problem file that names it; `-` is `/dev/fd/0` for input and
 *   `/dev/fd/1` for output; %NULL if none is set
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_get_path (const DeidJob *job, const char *section, const char *key);

/**
 * deid_job_list_paths:
 * @job: a job
 * @key: one of its keys whose value is a list of paths, such as `linked`
 *
 * Lists the paths of a setting, each as deid_job_get_path() returns the path of a setting with one
 * file. None of them is `-`. Complexity: O(length of the value).
 * Returns: (transfer full) (array zero-terminated=1) (element-type filename): the paths; free them
 *   with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_job_list_paths (const DeidJob *job, const char *section, const char *key);

/**
 * deid_job_get_column_section:
 * @column: the name of a column
 *
 * Complexity: O(length of @column).
 * Returns: (transfer full): the section of a column: `column` and its name, escaped
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_get_column_section (const char *column);

/**
 * deid_job_list_column_sections:
 * @job: a job
 *
 * Lists the sections of columns that were mentioned, in their order, as deid_job_set() takes them.
 * deid_job_list_keys() lists the other sections, which are the same for every job. Complexity:
 * O(sections).
 * Returns: (transfer full) (array zero-terminated=1): the sections; free them with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_job_list_column_sections (const DeidJob *job);

/**
 * deid_job_list_keys:
 * @sections: (out) (optional) (transfer full) (array zero-terminated=1): the section of each key,
 *   such as `input`, and `column *` for those of columns; free it with g_strfreev()
 * @forms: (out) (optional) (transfer full) (array zero-terminated=1): the form of each value, such
 *   as `FILE` or `yes|no`; free it with g_strfreev()
 * @summaries: (out) (optional) (transfer full) (array zero-terminated=1): a phrase on each key;
 *   free it with g_strfreev()
 *
 * Lists all keys with their sections, for help texts and choosers. For a new job, deid_job_get()
 * gives their defaults. Complexity: O(keys).
 * Returns: (transfer full) (array zero-terminated=1): the keys; free them with g_strfreev()
 */
DEID_AVAILABLE_IN_0_1
char **deid_job_list_keys (char ***sections, char ***forms, char ***summaries);

/**
 * deid_job_to_text:
 * @job: a job
 * @folder: (nullable) (type filename): the folder of the file that you will write, which paths
 *   become relative to; %NULL for absolute paths
 *
 * Writes the normal form of a problem file: each section with each key, each value in its normal
 * form, defaults where nothing was set, no comments. The sections of columns are `[column *]` with
 * the defaults, and then those that were mentioned, in their order, each with the keys that were
 * set. Paths outside @folder are absolute. Reading the text makes the same job, which writes the
 * same text.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(sections + length of the values).
 * Returns: (transfer full): the text, in UTF-8, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_to_text (const DeidJob *job, const char *folder, GError **error);

/**
 * deid_job_set_dataset:
 * @job: a job
 * @dataset: (nullable): the table, immutable from now on, or %NULL to unset it
 *
 * Makes the job use a table instead of the file of `[input]`. deid_job_get_dataset() copies the
 * columns, except joint ones, with their types and missing codes, and applies the sections of
 * columns to the copy, and `missing`, `keep` and `drop` of `[input]`. So several jobs can share one
 * table. What `[input]` says of the layout of files then concerns only the release, and `[engine]`
 * must not be set. Reports and pages name a file only if `[input]` does.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_set_dataset (DeidJob *job, DeidDataset *dataset, GError **error);

/**
 * deid_job_get_dataset:
 * @job: a job
 *
 * Reads the table the first time, and gives each column its missing codes, type and role. This
 * settles the table. A section of a column that the table lacks is an error, and so is a glob that
 * no column matches. A key that the role of a column does not use, such as the rule of an
 * insensitive column, has no effect: to change a column, you need edit only its role. The key is an
 * error if deid_job_set() set it for this column alone, with an origin, as options do.
 *
 * After a failure you can change the job and repeat the call. It then reads a file again, or copies
 * the dataset again. It cannot read standard input again. If the failed call read nothing, the
 * repeated call reads. If the failed call read the whole table and gave no column missing codes, a
 * type or a role, for example because a section matches no column, the job kept the table and the
 * repeated call uses it, unless you set `[input]` meanwhile. Otherwise the repeated call fails with
 * %DEID_ERROR_IO until deid_job_set_dataset() sets a table. A call that is cancelled before it
 * begins changes nothing.
 * Errors: those of deid_dataset_new_from_csv_file(), deid_engine_table_count() and the setters of
 * #DeidDataset, with the place of the setting before the message; %DEID_ERROR_UNKNOWN_COLUMN,
 * %DEID_ERROR_ROLE, %DEID_ERROR_DUPLICATE_COLUMN, %DEID_ERROR_INVALID_ARGUMENT if no table is
 * named, %DEID_ERROR_IO if standard input would be read a second time, %DEID_ERROR_NO_MEMORY. One
 * thread at a time. Complexity: O(size of the table + columns x globs).
 * Returns: (transfer none): the table, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_job_get_dataset (DeidJob *job, GCancellable *cancellable, GError **error);

/**
 * deid_job_get_problem:
 * @job: a job
 *
 * Makes the problem the first time, after deid_job_get_dataset(): checks that settings of limits,
 * of the population and of a policy do not contradict each other, reads hierarchies from files, and
 * makes the lattice, the models and the limit. The problem keeps the normal form of the job for its
 * reports: see deid_problem_get_statement(). This settles the whole job.
 *
 * Quasi-identifiers are in the order of the sections that give them their role; those of one
 * section are in the order of the table. A model that names no column is added for each sensitive
 * column in the same order, then for each judged column. With `recoding=cells` a quasi-identifier
 * has at most two levels: the lowest one of its hierarchy that may be chosen, and `*` if the
 * highest one may be chosen. Without a hierarchy these are its values and `*`. The problem gets the
 * hierarchy of a sensitive or judged column. The population table gets the missing codes and types
 * of the columns that both tables have.
 * Errors: those of deid_job_get_dataset(), of reading hierarchies and making rules, and of the
 * setters of #DeidLattice and #DeidProblem; %DEID_ERROR_INVALID_ARGUMENT for settings that
 * contradict each other. One thread at a time. Complexity: that of reading the files.
 * Returns: (transfer none): the problem, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidProblem *deid_job_get_problem (DeidJob *job, GCancellable *cancellable, GError **error);

/**
 * deid_job_make_baseline:
 * @job: a job
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if no rule is named; %DEID_ERROR_IO, and
 * %DEID_ERROR_TOO_LARGE for a file of more than 1 MiB; those of deid_baseline_new_from_text() and
 * deid_dataset_new_from_csv_file(). One thread at a time. Complexity: that of reading.
 *
 * Returns: (transfer full): the baseline, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidBaseline *deid_job_make_baseline (const DeidJob *job, GCancellable *cancellable,
                                      GError **error);

/**
 * deid_job_make_search:
 * @job: a job
 *
 * Makes the search with the time limit of `[search] time-limit`. The host can add a progress
 * function.
 * Errors: those of deid_search_new_from_specification() and of the setters of #DeidSearch;
 * %DEID_ERROR_INVALID_ARGUMENT for a recoding that the algorithm does not make, for iterations if
 * the algorithm takes none or its specification states them, and for an alternative if it lists
 * none.
 * Returns: (transfer full): a new search, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_job_make_search (const DeidJob *job, GError **error);

/**
 * deid_job_choose:
 * @job: a job
 * @found: a result of its problem
 *
 * Chooses the policy of the release: the alternative that `[release]` names, or the policy of
 * @found.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if the search found no such alternative, or @found is a
 * result of another problem; those of deid_problem_evaluate(). Complexity: that of
 * deid_problem_evaluate().
 * Returns: (transfer full): @found or another result, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_job_choose (const DeidJob *job, DeidResult *found, GCancellable *cancellable,
                             GError **error);

/**
 * deid_job_run:
 * @job: a job
 * @cancellable: (nullable): ends the search from another thread
 *
 * Runs the job up to its result: deid_job_get_problem(), deid_job_make_search(), deid_search_run()
 * and deid_job_choose(). If `[search] evaluate` states a policy, deid_policy_new_from_text() and
 * deid_problem_evaluate() replace the last three. The job keeps a table and a problem made by this
 * call only if it succeeds; see #DeidJob.
 * Errors: those of these functions, such as %DEID_ERROR_NO_SOLUTION for a policy that is not a
 * solution. One thread at a time. Complexity: that of deid_search_run().
 * Returns: (transfer full): the result to release, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidResult *deid_job_run (DeidJob *job, GCancellable *cancellable, GError **error);

/**
 * deid_job_release:
 * @job: a job
 *
 * Makes the released table and verifies it: deid_result_apply() with the options of `[release]`,
 * and deid_result_verify().
 * Errors: those of these functions. Complexity: that of deid_result_verify().
 * Returns: (transfer full): the released table, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidDataset *deid_job_release (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                               GError **error);

/**
 * deid_job_release_in_engine:
 * @job: a job whose table is in an engine
 *
 * Makes the released table in the engine by deid_engine_table_release(), with the name of `[engine]
 * output-table`.
 * Errors: those of deid_engine_table_release(); %DEID_ERROR_INVALID_ARGUMENT without an engine or a
 * name. One thread at a time. Complexity: that of deid_engine_table_release().
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_release_in_engine (const DeidJob *job, DeidResult *result,
                                     GCancellable *cancellable, GError **error);

/**
 * deid_job_verify_in_engine:
 * @job: a job that names an engine
 *
 * Checks the released table `[engine] output-table` against the stored policy `[output] policy`, as
 * deid_engine_verify() does. If `[engine] table` is set, it is the original. The job also needs
 * `[engine] dialect` and `[engine] command`; of the other settings only `[input] show-values` has
 * an effect.
 * Errors: those of deid_engine_verify() and deid_stored_policy_new_from_json_file();
 * %DEID_ERROR_INVALID_ARGUMENT if a setting is missing. Complexity: that of these functions.
 * Returns: (transfer full): the checks, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_job_verify_in_engine (const DeidJob *job, GCancellable *cancellable,
                                       GError **error);

/**
 * deid_job_make_script:
 * @job: a job whose table is in an engine
 *
 * Writes a script that makes the released table in the engine by deid_engine_table_make_script(),
 * with the name of `[engine] output-table`. `[output] sql-only` names a file for it.
 * Errors: those of deid_engine_table_make_script(); %DEID_ERROR_INVALID_ARGUMENT without an engine
 * or a name. One thread at a time. Complexity: that of deid_engine_table_make_script().
 * Returns: (transfer full): the script, or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_make_script (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                            GError **error);

/**
 * deid_job_reserve_outputs:
 * @job: a job
 * @outputs: an output set
 *
 * Reserves the files that `[output]` names, and tells the set which files the job reads, so that
 * none of these is overwritten. Call it first, before the job spends time. Sets the mode if
 * `[output] mode` is set. A failure leaves the set unchanged.
 * Errors: those of deid_output_set_add_input() and deid_output_set_reserve(). One thread at a time.
 * Complexity: O(number of files ^ 2).
 * Returns: whether all can be written
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_reserve_outputs (const DeidJob *job, DeidOutputSet *outputs, GError **error);

/**
 * deid_job_add_outputs:
 * @job: a job
 * @outputs: an output set
 * @release: what deid_job_release() made of it
 *
 * Adds the files that `[output]` names: the released table, the stored policy, the certificate and
 * the script of deid_job_make_script(). They appear with deid_output_set_commit(). The host adds
 * the page itself, as the text of deid_page_to_html(); deid_job_reserve_outputs() only reserves its
 * file. The function also tells the set the inputs and the mode, so that calling
 * deid_job_reserve_outputs() is optional. After a failure discard the set: it may have some of the
 * files.
 * Errors: those of deid_output_set_set_mode(), deid_output_set_add_input(),
 * deid_output_set_add_release(), deid_stored_policy_new(), deid_output_set_add_stored_policy(),
 * deid_output_set_add_certificate() and deid_job_make_script(). Complexity: that of these.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_job_add_outputs (const DeidJob *job, DeidOutputSet *outputs, DeidResult *result,
                               DeidDataset *release, GCancellable *cancellable, GError **error);

/**
 * deid_job_make_csv_options:
 * @job: a job
 *
 * Makes the layout of the tables read and written.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 * Returns: (transfer full): new options, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidCsvOptions *deid_job_make_csv_options (const DeidJob *job, GError **error);

/**
 * deid_job_make_release_options:
 * @job: a job
 *
 * Makes the options of `[release]`, with bin means and microaggregation of columns once the job has
 * its dataset.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 * Returns: (transfer full): new options, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReleaseOptions *deid_job_make_release_options (const DeidJob *job, GError **error);

/**
 * deid_job_make_risk_options:
 * @job: a job
 *
 * Makes the options of `[report]`.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 * Returns: (transfer full): new options, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidRiskOptions *deid_job_make_risk_options (const DeidJob *job, GError **error);

/**
 * deid_job_make_report:
 * @job: a job
 * @kind: `risks`, `input_risks`, `attribute_risks`, `bias`, `left_out`, `distortion`,
 *   `explanation`, `warnings`, `statistics`, `baseline` or `suggestions`
 * @result: (nullable): a result of the job; %NULL for `suggestions`, and for `baseline` to measure
 *   no release
 *
 * Makes a report with the settings of `[report]` and `[release]`, by the function deid_report_new_…
 * of its name. `risks` measures the release, `input_risks` the table as it is. If `[report]` sets
 * no size, `attribute_risks` looks at subsets of up to 3 quasi-identifiers, and `left_out` at
 * single columns. `explanation` lists up to 5 policies. `baseline` compares with the rule that
 * `[baseline]` names: see deid_report_new_baseline(). The job evaluates the baseline once, together
 * with the problem. With `baseline-limit=yes` the risk of the baseline is the limit of the
 * population risk of the problem, with %DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES. `suggestions`
 * looks at the rows of the table that `keep` and `drop` leave, with the missing codes of columns,
 * and does not settle the job. A
 * report on utility needs a function that fits regressions: see deid_job_measure_utility().
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for another kind, if @result is missing, and for `baseline`
 * if no rule is named; those of the functions of #DeidReport. One thread at a time. Complexity:
 * that of these.
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_job_make_report (DeidJob *job, const char *kind, DeidResult *result,
                                  GCancellable *cancellable, GError **error);

/**
 * deid_job_make_page:
 * @job: a job
 * @release: (nullable): what deid_job_release() made of it
 *
 * Makes a page for `[report] audience` with the reports `distortion`, `left_out` and `warnings` of
 * deid_job_make_report(), and `baseline` if the job names one. For a page with more reports use
 * #DeidPage.
 * Errors: those of deid_job_make_report() and of deid_page_to_html(). One thread at a time.
 * Complexity: that of these.
 * Returns: (transfer full): the page (HTML, UTF-8), or %NULL
 */
DEID_AVAILABLE_IN_0_1
char *deid_job_make_page (DeidJob *job, DeidResult *result, DeidDataset *release,
                          GCancellable *cancellable, GError **error);

/**
 * deid_job_measure_utility:
 * @job: a job
 * @fit: (scope call) (closure fit_data): fits regressions
 * @fit_data: the data of @fit
 *
 * Measures the utility of a release, and predicts the columns of `[report] predict`, by
 * deid_report_new_utility() with 20000 records, the seed 0, and 10 folds, or one for each record if
 * there are fewer. It ignores `[report] utility`.
 * Errors: those of deid_report_new_utility(). One thread at a time. Complexity: that of
 * deid_report_new_utility().
 * Returns: (transfer full): the report, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_job_measure_utility (const DeidJob *job, DeidResult *result,
                                      DeidRegressionFunc fit, gpointer fit_data,
                                      GCancellable *cancellable, GError **error);

/**
 * deid_report_new_tradeoff:
 * @job: a job, whose settings must not be changed meanwhile
 * @axes: a line `NAME=VALUES` for each axis, such as `k=3,5,11`
 *
 * Varies settings of a job. Each *axis* of the grid is a setting with a list of values, each *cell*
 * is the outcome for one combination of values. The report has a row for each cell, with the last
 * axis varying fastest: the values of the axes, the policy, loss, suppressed records, classes,
 * shifts, risks, groups that are nearly gone, and whether the cell is proven, not dominated and a
 * knee. A cell without a solution says so and has no figures of a release.
 *
 * Commas separate the values. If a value contains a comma, separate them with semicolons, as in
 * lists of problem files. Lines that begin with `#` are comments. The name of an axis is
 *
 * - a privacy model of the job, such as `k` or `dl`: a value is the part after the first colon,
 *   such as `5`, or `0.4:0.2` for two parameters; the axis `k` adds the model to a job without it;
 * - `suppression-limit`: the share of records that may be suppressed, such as `0`, `1%`, `0.05`; or
 *   `suppression-count`: their number;
 * - `capacity:COLUMN`: the capacities of a column whose rule is `capacity:…`, which keeps its
 *   options. In its name `%20` is a blank, as needed at its ends and around `=`;
 * - `SECTION.KEY`: a key of the sections models, limits and search of a problem file, such as
 *   `models.quality`, or the key rule, hierarchy, generalize-by, levels, keep-apart, keep-together,
 *   max-blocks or loss-weight of `column NAME`, such as `column age.levels`.
 *
 * The shifts of a cell are about the released columns of numbers (deid_dataset_set_column_type()):
 * the largest change of a mean, in standard deviations of the original values, and the largest
 * change of a correlation. A label that is a range counts as the middle of the range. A record has
 * no number if its label has no two ends. A *group* is the records with one value of a column, if
 * they are at least 20. It is nearly gone if at least four in five of its records are suppressed,
 * and if that share is more than twice the share of the table.
 *
 * A cell is *dominated* if another cell is as good in k, suppressed records, loss, shifts and the
 * number of columns without any number left, and better in one of them. Only cells that have the
 * same privacy models except k, the same quality model and the same weights are compared. Among
 * cells with the same k the *knee* is the cell beyond which more suppression gains little. To find
 * it, take the cells that no other cell beats in both suppressed records and loss, and scale both
 * to [0, 1]: the knee is the cell farthest below the line between the first and the last. Source:
 * V. Satopaa, J. Albrecht, D. Irwin, B. Raghavan, "Finding a 'Kneedle' in a Haystack", IEEE ICDCS
 * Workshops 2011, without smoothing.
 *
 * The job reads its table, if it has not done so. The table and each hierarchy are read once. If
 * the job has the optimal search without limits and its models allow it, frontiers
 * (deid_report_new_frontier()) find the cells that differ only in k and the suppression limit. The
 * search of the job finds all other cells.
 *
 * |[<!-- language="C" -->
 * report = deid_report_new_tradeoff (job, "k=3,5,11\nsuppression-limit=0,1%,5%", NULL, &error);
 * ]|
 *
 * Custodian-only: the difference between two settings can reveal single records.
 *
 * Errors: %DEID_ERROR_EMPTY without an axis; %DEID_ERROR_PARSE for a line that is not of this form,
 * a line without values, an empty value, a value that is there twice (`5%` and `0.05` are the same,
 * except on an axis SECTION.KEY), an axis that the job does not have, and a value that the axis
 * does not take; %DEID_ERROR_INVALID_ARGUMENT for an axis that is there twice (`suppression-limit`
 * and `suppression-count` are one axis), and for a key about the table or the outputs;
 * %DEID_ERROR_TOO_LARGE for more than 10,000 cells; those of deid_job_run(), except
 * %DEID_ERROR_NO_SOLUTION and %DEID_ERROR_LIMIT_REACHED. Messages name the axis. One thread at a
 * time. Complexity: that of a search for each cell, and O(rows x (columns + pairs of columns of
 * numbers)).
 *
 * Returns: (transfer full): the report, of the kind `tradeoff`, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_tradeoff (DeidJob *job, const char *axes, GCancellable *cancellable,
                                      GError **error);

/**
 * deid_report_new_capacities:
 * @job: a job, whose settings must not be changed meanwhile
 * @settings: (nullable): lines `KEY=VALUE`, or %NULL for the defaults
 *
 * Searches for capacities: how many records each bin of a column should hold, so that a release
 * shifts means and correlations little. It varies quasi-identifiers of numbers whose rule is
 * `capacity:…`. Everything else is as in the job.
 *
 * A *trial* gives each of these columns one capacity, keeps the options of its rule, and searches
 * for the optimal policy as the job does. Its *score* is the weighted sum of three figures; less is
 * better. They are the largest shift of a mean, in standard deviations of the original values, the
 * largest shift of a correlation, both as in deid_report_new_tradeoff(), and the loss. A trial
 * without a solution has no score. A column is *lost* if its values vary and no released label of
 * it counts as a number, so that its mean has no shift. Trials are compared by the number of lost
 * columns, unless neither shift has a weight; then by score; then by loss; then the earlier trial
 * is better.
 *
 * The candidates of a column are k, the largest one of k-anonymity in the job or 1 without one; the
 * numbers 1, 2, 5, 10, 20, 50 and so on from there to half of the records; and the capacity of its
 * rule, the first if there are several. The search is a coordinate descent. One column after the
 * other, in the order of the table, gets the best of all its candidates while the other columns
 * keep theirs, until no change of one column is better. The search starts at the capacities of the
 * rules, then again at candidates drawn at random. It tries no combination twice. The result is
 * never worse than the rules. For one column it is the best candidate. For several columns no
 * change of a single column is better, but a change of several may be.
 *
 * The keys are
 *
 * - `columns`: the names of the columns whose capacity is chosen, separated by semicolons; others
 *   keep theirs. Without this key, all columns with such a rule;
 * - `mean`, `correlation` and `loss`: the weights of the score, 1, 1 and 0 by default;
 * - `restarts`: how often to start again at random candidates, at most 1000, 3 by default;
 * - `seed`: the seed of the random candidates, 0 by default.
 *
 * The same job and settings make the same trials, if the job's search has no time limit. The job
 * reads its table, if it has not done so.
 *
 * |[<!-- language="C" -->
 * report = deid_report_new_capacities (job, "columns=age;stay\nrestarts=5", NULL, &error);
 * ]|
 *
 * The report has a row for each trial, in the order in which they were made; the first one has the
 * capacities of the rules. It names the best trial and has its rules as lines of a problem file,
 * which deid_job_load_text() reads on top of the settings of the job. It is not an error if a trial
 * has no solution, or if none has one.
 *
 * Custodian-only: the difference between two capacities can reveal single records.
 *
 * Errors: %DEID_ERROR_PARSE for any other line or value, and for a key that is there twice;
 * %DEID_ERROR_DUPLICATE_COLUMN, %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT if all
 * weights are 0, for a column that is not a quasi-identifier with a rule of capacities, or whose
 * type (deid_dataset_set_column_type()) is not integer or decimal while a shift has a weight;
 * %DEID_ERROR_EMPTY if no column has such a rule; those of deid_job_run(), except
 * %DEID_ERROR_NO_SOLUTION and %DEID_ERROR_LIMIT_REACHED. One thread at a time. Complexity: for each
 * trial that of a search and O(rows x (columns + pairs of columns of numbers)); a round of the
 * descent makes at most as many trials as there are candidates of all columns.
 * Returns: (transfer full): the report, of the kind `capacities`, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_capacities (DeidJob *job, const char *settings,
                                        GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
