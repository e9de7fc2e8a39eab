/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
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
 * The layout of a CSV file: delimiter, quote, header, and the strings that stand for a missing
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
 * @delimiter: the character between fields: ASCII other than CR, LF and the quote, or 0 for the
 *   default
 *
 * Sets the delimiter. Default: `,` for tables, or what a first line such as `sep=;` names; that of
 * hierarchies is detected, see deid_hierarchy_new_from_csv_file().
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_delimiter (DeidCsvOptions *options, gunichar delimiter,
                                         GError **error);

/**
 * deid_csv_options_set_quote:
 * @options: CSV options
 * @quote: the character around fields: ASCII other than CR, LF, blank and the delimiter; or 0 for
 *   none
 *
 * Sets the quote, which is doubled within a quoted field. Default: `"`. Without a quote, fields are
 * read as they stand, and `"` is written around fields that need it.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_quote (DeidCsvOptions *options, gunichar quote, GError **error);

/**
 * deid_csv_options_set_encoding:
 * @options: CSV options
 * @encoding: (nullable): a name that iconv knows, such as `latin1`, `windows-1252` or `utf-16`, or
 *   %NULL for UTF-8
 *
 * Sets the encoding of tables that are read. Default: UTF-8. Hierarchies may be UTF-8 or UTF-16 in
 * any case; others are read in this encoding or, with the default, in the one that their bytes look
 * like. Files are written in UTF-8. Reading a table fails with %DEID_ERROR_ENCODING if bytes are no
 * characters of the encoding, or if the file is plainly in another encoding; the message names line
 * and byte. `utf-16` without a byte order mark is read in the order that it looks like, and low
 * byte first if it looks like neither. Names of columns and values are UTF-8 in every call. Errors:
 * %DEID_ERROR_INVALID_ARGUMENT for a name that iconv does not know.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_encoding (DeidCsvOptions *options, const char *encoding,
                                        GError **error);

/**
 * deid_csv_options_set_header:
 * @options: CSV options
 * @header: whether the first line has the names of the columns; otherwise they are `column1`,
 *   `column2`, … and no names are written
 *
 * Sets whether there is a header line. Default: %TRUE. Hierarchies never have one.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_header (DeidCsvOptions *options, gboolean header, GError **error);

/**
 * deid_csv_options_set_spreadsheet_safe:
 * @options: CSV options
 * @spreadsheet_safe: whether an apostrophe is written before a cell that a spreadsheet would take
 *   for a formula
 *
 * Sets whether tables are written for people who open them in a spreadsheet. Default: %FALSE. Cells
 * and names of columns get an apostrophe (`'=1+2`) if they begin with `=`, `+`, `-`, `@` or one of
 * their full-width forms, a tab or a carriage return, or with blanks before one of these, as OWASP
 * advises against CSV injection; and if they begin with an apostrophe, so that removing one
 * restores each text. A plain number such as `-5` or `-1.5e3` stays unchanged. This is safe in a
 * spreadsheet that splits lines only at the delimiter of the file: one that also splits at others,
 * such as `;` in a file with `,`, makes cells of parts of a text. Reading does not remove
 * apostrophes. deid_result_verify() checks the released table before it is written; to compare such
 * a file with it, remove the first apostrophe of each cell that begins with one.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_spreadsheet_safe (DeidCsvOptions *options, gboolean spreadsheet_safe,
                                                GError **error);

/**
 * deid_csv_options_set_show_values:
 * @options: CSV options
 * @show_values: whether messages may show the content of the file
 *
 * Sets whether error messages show values. Default: %FALSE: they name file, line and column, since
 * more people read logs than the file. The dataset that is read inherits the setting, see
 * deid_dataset_set_show_values(), and so does a hierarchy, whose leaves are values too. A value is
 * cut after 60 characters, and escaped so that it cannot forge a line or control a terminal.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_show_values (DeidCsvOptions *options, gboolean show_values,
                                           GError **error);

/**
 * deid_csv_options_set_n_threads:
 * @options: CSV options
 * @n_threads: how many threads reading or writing a table may use, including the caller's, from 1
 *   to 1024; 1 by default
 *
 * Sets the number of threads. The content does not depend on it, nor on how many the system grants.
 * A host's stream is written by the calling thread alone.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_n_threads (DeidCsvOptions *options, guint n_threads, GError **error);

/**
 * deid_csv_options_set_missing_values:
 * @options: CSV options
 * @values: (array zero-terminated=1): strings that stand for a missing value, such as `NA`
 *
 * Sets which fields are missing values, in addition to empty ones. A missing value is written as
 * the first of @values, or as an empty field if there are none. They become missing codes of each
 * column that is read (deid_dataset_get_missing_codes()), and so part of a stored policy.
 * Errors: %DEID_ERROR_ENCODING for a string that is not UTF-8. Complexity: O(length of @values).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_csv_options_set_missing_values (DeidCsvOptions *options, const char *const *values,
                                              GError **error);

G_END_DECLS

#endif
