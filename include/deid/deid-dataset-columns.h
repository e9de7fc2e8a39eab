/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once a lattice has the
 *   dataset.
 * Complexity: O(1) unless stated.
 * Ownership: listed texts belong to the dataset. That of a missing value is empty.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @column: index of a column, below deid_dataset_get_n_columns().
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_DATASET_COLUMNS_H
#define DEID_DATASET_COLUMNS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-dataset.h>

G_BEGIN_DECLS

/* Whole columns at a time, for hosts to which a call for each value is too slow.
 *
 * A column is a list of its distinct values and, for each row, the number of its value in that
 * list, which is called its code. Codes begin with 0 and stand in the order of first appearance.
 * Missing values have one code of their own, whose text in a list is empty, as no value is.
 * Released tables are read in the same way, and have only the values that were released.
 *
 * Reading a column takes two calls:
 *
 *     codes = deid_dataset_get_codes (dataset, column, &width, &n_bytes);
 *     values = deid_dataset_list_distinct (dataset, column, &n_values, &error);
 *
 * and the same goes into deid_dataset_add_coded_column() of another table.
 */

/**
 * deid_dataset_get_codes:
 * @dataset: a dataset
 * @width: (out): the size of a code in bytes: 1, 2 or 4
 * @n_bytes: (out): the size of all codes: the number of rows times @width
 *
 * Gets the codes of a column: for each row an unsigned integer of @width bytes in the byte order of
 * the machine. They are not copied, and stay as they are as long as @dataset lives.
 * Returns: (transfer none) (nullable) (array length=n_bytes) (element-type guint8): the codes
 */
DEID_AVAILABLE_IN_0_1
gconstpointer deid_dataset_get_codes (DeidDataset *dataset, guint column, guint *width,
                                      gsize *n_bytes);

/**
 * deid_dataset_list_distinct:
 * @dataset: a dataset
 * @n_values: (out): deid_dataset_get_n_distinct(), and one more if a value is missing
 *
 * Lists the distinct values of a column in the order of their codes.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(distinct values).
 * Returns: (transfer container) (array length=n_values) (element-type utf8): the texts, or %NULL
 */
DEID_AVAILABLE_IN_0_1
const char **deid_dataset_list_distinct (const DeidDataset *dataset, guint column, gsize *n_values,
                                         GError **error);

/**
 * deid_dataset_add_coded_column:
 * @dataset: a dataset
 * @name: the name of the column, not empty, UTF-8
 * @values: (array length=n_values) (element-type utf8): different texts, UTF-8; %NULL or the empty
 *   string, at most once, is the missing value
 * @n_values: the number of texts
 * @codes: (array length=n_bytes) (element-type guint8) (nullable): for each row the number of its
 *   value in @values, from 0: an unsigned integer of @width bytes in the byte order of the machine
 * @n_bytes: the size of all codes: the number of rows times @width
 * @width: the size of a code in bytes: 1, 2 or 4
 *
 * Adds a column by its distinct values and their codes, which are copied. It equals that of
 * deid_dataset_add_string_column() for the same texts: values are renumbered in the order of their
 * first appearance, without those that no row has.
 * Errors: those of deid_dataset_add_string_column() and, naming the row or the number of the value,
 * %DEID_ERROR_INVALID_ARGUMENT for a code without a value, a repeated value, another @width, or an
 * incomplete code at the end. Complexity: O(rows + length of @values).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_add_coded_column (DeidDataset *dataset, const char *name,
                                        const char *const *values, gsize n_values,
                                        gconstpointer codes, gsize n_bytes, guint width,
                                        GCancellable *cancellable, GError **error);

/**
 * deid_dataset_add_joint_column:
 * @dataset: a dataset
 * @name: the name of the new column, not empty, UTF-8, such as `illness+drug`
 * @columns: (array zero-terminated=1) (element-type utf8): the names of at least two different
 *   columns
 *
 * Adds a column whose values are the combinations of the values of others, so that a privacy model
 * judges them jointly: if each of two columns is distributed as in the whole table, by t-closeness,
 * their pairs may not be. It has the role %DEID_ROLE_JUDGED, is named by a model like a sensitive
 * attribute, and is released only if it is given another role.
 *
 * The text of a combination has those of its values in the order of @columns, with a `+` between
 * them and a backslash before each `+` or backslash within them. A missing value is an empty text
 * in it, and a value like any other, unless the policy of its column is %DEID_MISSING_POLICY_ERROR:
 * the model that names the joint column is then refused. The combination of missing values is a
 * value too.
 *
 * A stored policy knows the column by its name and by the columns that it combines: a table that it
 * is evaluated on needs a joint column with the same name, columns and order, or lacks the column,
 * if that is a set of values (deid_dataset_set_separator()): the policy then adds it. The policy
 * gives it its role, unless deid_dataset_set_role() did.
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for fewer than two columns, or
 * one named twice; %DEID_ERROR_TOO_LARGE for more than 131,072 columns or 2^32 - 2 different
 * combinations; %DEID_ERROR_DUPLICATE_COLUMN, %DEID_ERROR_ENCODING, %DEID_ERROR_NO_MEMORY.
 * Complexity: O(rows x length of the values).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_dataset_add_joint_column (DeidDataset *dataset, const char *name,
                                        const char *const *columns, GCancellable *cancellable,
                                        GError **error);

G_END_DECLS

#endif
