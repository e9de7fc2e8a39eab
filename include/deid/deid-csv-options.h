/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted; getters, once the options are
 *   used.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE after a call that read or
 *   wrote with @options.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_CSV_OPTIONS_H
#define DEID_CSV_OPTIONS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidCsvOptions:
 *
 * How a CSV file is laid out: delimiter, quote, header, and the strings that stand for a missing
 * value.
 */
typedef struct DeidCsvOptions DeidCsvOptions;

DEID_AVAILABLE_IN_0_1
GType deid_csv_options_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidCsvOptions *deid_csv_options_ref (DeidCsvOptions *options);

/**
 * deid_csv_options_unref:
 * @options: (transfer full): CSV options
 */
DEID_AVAILABLE_IN_0_1
void deid_csv_options_unref (DeidCsvOptions *options);

/**
 * deid_csv_options_new:
 *
 * Creates the default options: delimiter `,`, quote `"`, a header line, and no missing-value
 * strings except the empty one.
 * Returns: (transfer full): new options
 */
DEID_AVAILABLE_IN_0_1
DeidCsvOptions *deid_csv_options_new (void);

/**
 * deid_csv_options_set_delimiter:
 * @options: CSV options
 * @delimiter: the character between fields: one of ASCII other than CR, LF and the quote, or 0 for
 *   the default
 *
 * Sets the delimiter. Default: `,` for tables; hierarchies are read with the one that their first
 * lines show, see deid_hierarchy_new_from_csv().
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_delimiter (DeidCsvOptions *options, gunichar delimiter,
                                         GError **error);

/**
 * deid_csv_options_get_delimiter:
 * @options: CSV options
 *
 * Returns: the delimiter that was set, or 0, the default
 */
DEID_AVAILABLE_IN_0_1
gunichar deid_csv_options_get_delimiter (const DeidCsvOptions *options);

/**
 * deid_csv_options_set_quote:
 * @options: CSV options
 * @quote: the character around fields: one of ASCII other than NUL, CR, LF, blank and the delimiter
 *
 * Sets the quote; within a quoted field it is written twice. Default: `"`.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_quote (DeidCsvOptions *options, gunichar quote, GError **error);

/**
 * deid_csv_options_get_quote:
 * @options: CSV options
 *
 * Returns: the quote, `"` by default
 */
DEID_AVAILABLE_IN_0_1
gunichar deid_csv_options_get_quote (const DeidCsvOptions *options);

/**
 * deid_csv_options_set_header:
 * @options: CSV options
 * @header: whether the first line holds the names of the columns; otherwise they are called
 *   `column1`, `column2`, … and none are written
 *
 * Sets whether there is a header line. Default: %TRUE. Hierarchies never have one.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_header (DeidCsvOptions *options, gboolean header, GError **error);

/**
 * deid_csv_options_get_header:
 * @options: CSV options
 *
 * Returns: whether there is a header line
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_get_header (const DeidCsvOptions *options);

/**
 * deid_csv_options_set_spreadsheet_safe:
 * @options: CSV options
 * @spreadsheet_safe: whether a cell that a spreadsheet would take for a formula is written with an
 *   apostrophe before it
 *
 * Sets whether tables are written for people who open them in a spreadsheet. Default: %FALSE. Cells
 * and names of columns that begin with `=`, `+`, `-`, `@` or one of their full-width forms, a tab
 * or a carriage return, or with blanks before one of these, are then written with an apostrophe
 * before them (`'=1+2`), as OWASP advises against CSV injection, and so are those that begin with
 * an apostrophe themselves, so that taking one off gives back each text. A plain number such as
 * `-5` or `-1.5e3` is no formula and stays as it is. This holds in a spreadsheet that splits lines
 * at the delimiter of the file alone: one that splits at others too, such as `;` in a file with
 * `,`, makes cells of the parts of a text. Reading does not take apostrophes off.
 * deid_result_verify() checks the released table before it is written; to compare such a file with
 * it, take the first apostrophe off each cell that begins with one.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_spreadsheet_safe (DeidCsvOptions *options, gboolean spreadsheet_safe,
                                                GError **error);

/**
 * deid_csv_options_get_spreadsheet_safe:
 * @options: CSV options
 *
 * Returns: whether formulas are written as texts
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_get_spreadsheet_safe (const DeidCsvOptions *options);

/**
 * deid_csv_options_set_show_values:
 * @options: CSV options
 * @show_values: whether messages may show what stands in the file
 *
 * Sets whether the messages of errors show values. Default: %FALSE: they name the place alone, by
 * file, line and column, since messages end up in logs that more people read than the file. The
 * dataset that is read takes this over, see deid_dataset_set_show_values(), and so does a
 * hierarchy, whose leaves are values too. A value that is shown is cut after 60 characters, and
 * whatever could forge a line or move a terminal is escaped.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_show_values (DeidCsvOptions *options, gboolean show_values,
                                           GError **error);

/**
 * deid_csv_options_get_show_values:
 * @options: CSV options
 *
 * Returns: whether messages show values
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_get_show_values (const DeidCsvOptions *options);

/**
 * deid_csv_options_set_n_threads:
 * @options: CSV options
 * @n_threads: how many threads reading or writing a table may use, the caller's included, from 1 to
 *   1024
 *
 * Sets the number of threads. What is read or written does not depend on it, nor on how many the
 * system grants. A host's stream is written by the calling thread alone. Default: 1, so that a
 * library in a host starts no threads unasked.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_n_threads (DeidCsvOptions *options, guint n_threads, GError **error);

/**
 * deid_csv_options_get_n_threads:
 * @options: CSV options
 *
 * Returns: the number of threads that reading or writing a table may use
 */
DEID_AVAILABLE_IN_0_1
guint deid_csv_options_get_n_threads (const DeidCsvOptions *options);

/**
 * deid_csv_options_set_missing_values:
 * @options: CSV options
 * @values: (array zero-terminated=1): strings that stand for a missing value, such as `NA`
 *
 * Sets which fields are missing values, besides empty ones, which always are. When writing, a
 * missing value becomes the first of @values, or an empty field if there are none. They are missing
 * codes of each column that is read (deid_dataset_get_missing_codes()), so that a stored policy
 * keeps them.
 * Errors: %DEID_ERROR_ENCODING for a string that is not UTF-8. Complexity: O(length of @values).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_missing_values (DeidCsvOptions *options, const char *const *values,
                                              GError **error);

/**
 * deid_csv_options_get_missing_values:
 * @options: CSV options
 *
 * Returns: (transfer none) (array zero-terminated=1): the strings that
 *   deid_csv_options_set_missing_values() set, valid until it is called again
 */
DEID_AVAILABLE_IN_0_1
const char *const *deid_csv_options_get_missing_values (const DeidCsvOptions *options);

G_END_DECLS

#endif
