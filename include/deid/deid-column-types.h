/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a lattice has the
 *   dataset.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @column: index of a column, below deid_dataset_get_n_columns().
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_COLUMN_TYPES_H
#define DEID_COLUMN_TYPES_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-dataset.h>

G_BEGIN_DECLS

/* What the values of a column are, and which of them say that there is none.
 *
 * Values are texts, whatever their type: classes, hierarchies and privacy models compare them as
 * texts, so that `7` and `7.0` are two values. A type is a promise that was checked: every value of
 * the column can be read as the type says. It tells hosts and reports how to read the column, and
 * suggestions which rule suits it. It is never taken from the values unasked.
 */

/**
 * DeidColumnType:
 * @DEID_COLUMN_TYPE_TEXT: any text. The type of every column that was given no other
 * @DEID_COLUMN_TYPE_INTEGER: digits, with a minus sign before them or none, such as `-12`; any
 *   number of them
 * @DEID_COLUMN_TYPE_DECIMAL: a decimal, such as `-1.50` or `2e3`: an optional minus sign, digits
 *   with or without a point, and an optional exponent of up to nine digits
 * @DEID_COLUMN_TYPE_DATE: a day of the Gregorian calendar, with a time of day or without, in the
 *   format of the column
 *
 * What the values of a column are.
 */
typedef enum
{
  DEID_COLUMN_TYPE_TEXT = 0,
  DEID_COLUMN_TYPE_INTEGER = 1,
  DEID_COLUMN_TYPE_DECIMAL = 2,
  DEID_COLUMN_TYPE_DATE = 3
} DeidColumnType;

/**
 * deid_dataset_set_column_type:
 * @dataset: a dataset
 * @column: the name of a column
 * @type: what its values are
 * @format: (nullable): the format of dates, such as `DD.MM.YYYY`, %NULL for ISO 8601, such as
 *   `2023-07-31`; or how numbers are written, such as `decimal=, thousands=.`, %NULL for decimals
 *   with a point. Behind a blank, `unparsable=missing` says what becomes of other values
 *
 * Sets the type of a column, whose values are all checked. Missing values suit every type. Default:
 * %DEID_COLUMN_TYPE_INTEGER for columns of deid_dataset_add_integer_column(),
 * %DEID_COLUMN_TYPE_DECIMAL for those of deid_dataset_add_double_column(), the Arrow type for those
 * of deid_dataset_new_from_arrow_stream(), otherwise %DEID_COLUMN_TYPE_TEXT. In a released table
 * columns that are written unchanged keep their type, and columns of labels are texts.
 *
 * `decimal` is `.` or `,`, and `thousands` is `.`, `,`, `'` or `blank`. `thousands` alone implies
 * `decimal`; `decimal` alone means that numbers have no separators. Values may then have a currency
 * sign or code, or a per cent sign, all the same one. They become decimals with a point, for the
 * library and in deid_dataset_get_value(). CSV files are written with numbers as they came, and
 * with labels that have the same decimal mark.
 *
 * With `unparsable=missing`, values that are not of the type become missing, which
 * deid_dataset_list_notes() says. Texts that functions returned before are then no longer valid, as
 * after deid_dataset_add_missing_codes().
 *
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_PARSE for an invalid @format, and for values that
 * are not of the type: the message says how many different values in how many rows, and where the
 * first of them is, or the first values if the dataset shows them; %DEID_ERROR_INVALID_ARGUMENT for
 * an invalid type, or a @format of a type that has none, and if values become others that a joint
 * column combines; %DEID_ERROR_ROLE if weights would be missing. Complexity: O(distinct values),
 * O(rows) if values change.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_set_column_type (DeidDataset *dataset, const char *column,
                                       DeidColumnType type, const char *format, GError **error);

/**
 * deid_dataset_get_column_type:
 * @dataset: a dataset
 *
 * Returns: the type of the column's values
 */
DEID_AVAILABLE_IN_0_1
DeidColumnType deid_dataset_get_column_type (const DeidDataset *dataset, guint column);

/**
 * deid_dataset_get_column_format:
 * @dataset: a dataset
 *
 * Returns: (transfer none) (nullable): the format that deid_dataset_set_column_type() was given,
 *   valid until it is called again
 */
DEID_AVAILABLE_IN_0_1
const char *deid_dataset_get_column_format (const DeidDataset *dataset, guint column);

/**
 * deid_dataset_add_missing_codes:
 * @dataset: a dataset
 * @column: the name of a column
 * @codes: (array zero-terminated=1) (element-type utf8): texts that stand for a missing value, such
 *   as `NA` or `-9`
 *
 * Makes the values of a column that are equal to one of @codes missing, as if they had always been,
 * also where the column is written: the codes can no longer be told apart. Codes that no row has do
 * nothing. It cannot be undone, and further calls add codes. For codes of all columns see
 * deid_csv_options_set_missing_values().
 *
 * Texts of the column that functions returned before, such as deid_dataset_list_distinct(), are no
 * longer valid; the bytes of deid_dataset_get_codes() are valid but outdated.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_ENCODING for a code that is not UTF-8;
 * %DEID_ERROR_INVALID_ARGUMENT for an empty one, which is missing anyway, for a joint column, and
 * for one that a joint column combines: set its codes before adding that; %DEID_ERROR_ROLE for a
 * column of weights or survey weights, which cannot be missing; %DEID_ERROR_NO_MEMORY. Complexity:
 * O(rows + length of the distinct values).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_add_missing_codes (DeidDataset *dataset, const char *column,
                                         const char *const *codes, GCancellable *cancellable,
                                         GError **error);

/**
 * deid_dataset_set_suppressed_text:
 * @dataset: a dataset
 * @column: the name of a column
 * @text: what stands for a suppressed value; `*` by default, and empty for an empty field
 *
 * Sets what is written for a suppressed value of a quasi-identifier where a released table is
 * written: in CSV files, and in Arrow streams, where an empty text is null. Reports, and functions
 * that return values of a released table, have `*`.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT if @text or `*` is a value of
 * the column, or @text is not UTF-8. deid_result_apply() fails with the same error if @text is a
 * label.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_set_suppressed_text (DeidDataset *dataset, const char *column,
                                           const char *text, GError **error);

/**
 * deid_dataset_get_suppressed_text:
 * @dataset: a dataset
 * @column: the number of a column
 *
 * Functions that return values of a released table have `*` in its place.
 * Returns: (transfer none): what stands for a suppressed value of the column in files and in Arrow:
 *   `*` by default, and empty for an empty field; valid until another one is set
 */
DEID_AVAILABLE_IN_0_1
const char *deid_dataset_get_suppressed_text (const DeidDataset *dataset, guint column);

/**
 * deid_dataset_get_missing_codes:
 * @dataset: a dataset
 *
 * Returns: (transfer none) (array zero-terminated=1): the texts that stand for a missing value in
 *   the column: first those of the CSV file (deid_csv_options_set_missing_values()), then those
 *   given to deid_dataset_add_missing_codes(), each once, in the order of its calls; valid until it
 *   is called again
 */
DEID_AVAILABLE_IN_0_1
const char *const *deid_dataset_get_missing_codes (const DeidDataset *dataset, guint column);

/**
 * deid_dataset_set_separator:
 * @dataset: a dataset
 * @column: the name of a column
 * @separator: what stands between the values of a cell, such as `|`: an ASCII punctuation mark
 *   other than `*`, a blank or a tab
 *
 * Reads the cells of a column as sets of values: `I10|E11` and `E11| I10|E11` are the same set. Its
 * text has the values sorted by their bytes, each once, with the separator between them; this text
 * is also released. Blanks around values do not count, and an empty set is a missing value. Missing
 * codes of the column are left out. A joint column, see deid_dataset_add_joint_column(), becomes
 * the set of the values of all columns that it combines: of `dx1`, `dx2` and `dx3`, for example. A
 * note among the warnings of reports says how many rows had another order, repetitions or missing
 * codes.
 *
 * Hierarchies of the column are about single values, and become hierarchies of sets when they are
 * first used for it: on each level, the label of a set has the labels of its values, sorted, each
 * once. Their rules count each value in all records that have it. Call it before the column is
 * given to a lattice, and after its missing codes are set; a column is read once. Texts of the
 * column are no longer valid, as with deid_dataset_add_missing_codes().
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for another character, for a
 * column whose type is not %DEID_COLUMN_TYPE_TEXT, which was read by another separator, or which a
 * joint column combines; %DEID_ERROR_ROLE for a column of weights, survey weights or entities;
 * %DEID_ERROR_NO_MEMORY. Complexity: O(rows + length of the distinct values x log values of a
 * cell).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_set_separator (DeidDataset *dataset, const char *column, guchar separator,
                                     GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
