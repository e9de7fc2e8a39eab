/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidLeftOut: make and keep
 *     DeidLeftOut *deid_left_out_new (result, max_columns, min_records, cancellable, error)
 *     DeidLeftOut *deid_left_out_ref (left_out)
 *     void deid_left_out_unref (left_out)
 *     GType deid_left_out_get_type (void)
 *
 * DeidLeftOut: groups
 *     guint64 deid_left_out_get_n_records (left_out)
 *     guint64 deid_left_out_get_n_suppressed (left_out)
 *     guint64 deid_left_out_get_n_groups (left_out)
 *     guint deid_left_out_get_n_columns (left_out, group)
 *     const char *deid_left_out_get_column (left_out, group, index)
 *     const char *deid_left_out_get_value (left_out, group, index)
 *     guint64 deid_left_out_get_group_n_records (left_out, group)
 *     guint64 deid_left_out_get_group_n_suppressed (left_out, group)
 *     double deid_left_out_get_share (left_out, group)
 *     double deid_left_out_get_ratio (left_out, group)
 *
 * DeidLeftOut: means
 *     guint deid_left_out_get_n_means (left_out)
 *     const char *deid_left_out_get_mean_column (left_out, index)
 *     gboolean deid_left_out_get_mean_released (left_out, index, mean)
 *     gboolean deid_left_out_get_mean_suppressed (left_out, index, mean)
 *
 * DeidLeftOut: write
 *     char *deid_left_out_to_text (left_out, cancellable, error)
 *     char *deid_left_out_to_json (left_out, cancellable, error)
 */
#ifndef DEID_LEFT_OUT_H
#define DEID_LEFT_OUT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-result.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidLeftOut:
 *
 * Who was left out of a release: suppression takes away rare combinations, and with them, more
 * often than others, the records of small groups. For each *group*, the records that have one value
 * of a column, or two values of two columns, it counts how many are suppressed.
 *
 * Of n records in a group and N in the table, s and S are suppressed. The *share* of the group is
 * s / n, and its *ratio* the share over that of the table, (s / n) / (S / N): a ratio of 3 is a
 * group that lost three times as much as the table did. Groups stand in the order of what they lost
 * beyond the share of the table, s - n S / N, the greatest loss first. Records are weighted by the
 * weight column.
 *
 * Values of too few persons are not listed. If the column is a quasi-identifier with a hierarchy,
 * the first label above such a value that has enough persons is a group instead, unless all values
 * have this label.
 *
 * Columns are those that are released or judged: quasi-identifiers, sensitive, insensitive and
 * judged ones. A missing value is one value.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidLeftOut) left_out = deid_left_out_new (result, 1, 20, NULL, &error);
 *
 * for (guint64 i = 0; left_out != NULL && i < deid_left_out_get_n_groups (left_out); i++)
 *   if (deid_left_out_get_ratio (left_out, i) > 2)
 *     g_print ("%s = %s: %.1f %%\n", deid_left_out_get_column (left_out, i, 0),
 *              deid_left_out_get_value (left_out, i, 0),
 *              100 * deid_left_out_get_share (left_out, i));
 * ]|
 *
 * Custodian-only: it lists values of the input, and counts suppressed records. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidLeftOut DeidLeftOut;

/**
 * deid_left_out_new:
 * @result: a result
 * @max_columns: of how many columns groups are made at most: 1 or 2
 * @min_records: how many records a group has at least or, with an entity column, how many persons;
 *   smaller ones are not listed, and no mean is told of fewer records
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Counts the records that the result suppresses, by groups. With a @min_records of 1 every value is
 * a group, even if only one person has it.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for @max_columns that is neither 1 nor 2; those of
 * deid_result_get_partition(). Any thread may call this. Complexity: O(rows x columns), with pairs
 * O(rows x columns^2), and O(groups x log groups).
 *
 * Returns: (transfer full): the groups, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidLeftOut *deid_left_out_new (DeidResult *result, guint max_columns, guint64 min_records,
                                GCancellable *cancellable, GError **error);

/**
 * deid_left_out_get_type:
 *
 * Gets the type under which #DeidLeftOut is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_left_out_get_type (void);

/**
 * deid_left_out_ref:
 * @left_out: who was left out
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @left_out
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidLeftOut *deid_left_out_ref (DeidLeftOut *left_out);

/**
 * deid_left_out_unref:
 * @left_out: (transfer full): who was left out
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_left_out_unref (DeidLeftOut *left_out);

/**
 * deid_left_out_get_n_records:
 * @left_out: who was left out
 *
 * Gets the number of records of the table.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_left_out_get_n_records (const DeidLeftOut *left_out);

/**
 * deid_left_out_get_n_suppressed:
 * @left_out: who was left out
 *
 * Gets how many of them are suppressed.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of suppressed records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_left_out_get_n_suppressed (const DeidLeftOut *left_out);

/**
 * deid_left_out_get_n_groups:
 * @left_out: who was left out
 *
 * Gets the number of groups that are listed: those with as many records as were asked for.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of groups
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_left_out_get_n_groups (const DeidLeftOut *left_out);

/**
 * deid_left_out_get_n_columns:
 * @left_out: who was left out
 * @group: index of a group, below deid_left_out_get_n_groups()
 *
 * Gets of how many columns a group is made.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: 1 or 2
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_left_out_get_n_columns (const DeidLeftOut *left_out, guint64 group);

/**
 * deid_left_out_get_column:
 * @left_out: who was left out
 * @group: index of a group, below deid_left_out_get_n_groups()
 * @index: index of a column of it, below deid_left_out_get_n_columns()
 *
 * Gets the name of a column of a group.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_left_out_get_column (const DeidLeftOut *left_out, guint64 group, guint index);

/**
 * deid_left_out_get_value:
 * @left_out: who was left out
 * @group: index of a group, below deid_left_out_get_n_groups()
 * @index: index of a column of it, below deid_left_out_get_n_columns()
 *
 * Gets the value that the records of a group have in a column, or the label that stands for it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the value, or %NULL if it is missing
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_left_out_get_value (const DeidLeftOut *left_out, guint64 group, guint index);

/**
 * deid_left_out_get_group_n_records:
 * @left_out: who was left out
 * @group: index of a group, below deid_left_out_get_n_groups()
 *
 * Gets the number of records of a group.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records, above 0
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_left_out_get_group_n_records (const DeidLeftOut *left_out, guint64 group);

/**
 * deid_left_out_get_group_n_suppressed:
 * @left_out: who was left out
 * @group: index of a group, below deid_left_out_get_n_groups()
 *
 * Gets how many records of a group are suppressed.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of suppressed records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_left_out_get_group_n_suppressed (const DeidLeftOut *left_out, guint64 group);

/**
 * deid_left_out_get_share:
 * @left_out: who was left out
 * @group: index of a group, below deid_left_out_get_n_groups()
 *
 * Gets the share of a group that is suppressed.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the share, in [0, 1]
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_left_out_get_share (const DeidLeftOut *left_out, guint64 group);

/**
 * deid_left_out_get_ratio:
 * @left_out: who was left out
 * @group: index of a group, below deid_left_out_get_n_groups()
 *
 * Gets how many times the share of the table the share of a group is.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the ratio, from 0 on; 1 if nothing is suppressed
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_left_out_get_ratio (const DeidLeftOut *left_out, guint64 group);

/**
 * deid_left_out_get_n_means:
 * @left_out: who was left out
 *
 * Gets the number of columns of integers and decimals (deid_dataset_set_column_type()), of which
 * means are told.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of columns
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_left_out_get_n_means (const DeidLeftOut *left_out);

/**
 * deid_left_out_get_mean_column:
 * @left_out: who was left out
 * @index: index of a mean, below deid_left_out_get_n_means()
 *
 * Gets the name of a column that means are told of.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_left_out_get_mean_column (const DeidLeftOut *left_out, guint index);

/**
 * deid_left_out_get_mean_released:
 * @left_out: who was left out
 * @index: index of a mean, below deid_left_out_get_n_means()
 * @mean: (out): return location for the mean
 *
 * Gets the mean of the input's values of a column over the records that are released, as far as
 * they have one. One of 1e100 or more in size does not count.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is a mean: some of these records have a value
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_left_out_get_mean_released (const DeidLeftOut *left_out, guint index, double *mean);

/**
 * deid_left_out_get_mean_suppressed:
 * @left_out: who was left out
 * @index: index of a mean, below deid_left_out_get_n_means()
 * @mean: (out): return location for the mean
 *
 * Gets the mean of the input's values of a column over the records that are suppressed, as far as
 * they have one.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is a mean: some of these records have a value
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_left_out_get_mean_suppressed (const DeidLeftOut *left_out, guint index, double *mean);

/**
 * deid_left_out_to_text:
 * @left_out: who was left out
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the groups that lost more than the table did, the first twenty of them, how many values
 * are not listed, and the means, as lines for a custodian to read. Values are escaped.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(means).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_left_out_to_text (const DeidLeftOut *left_out, GCancellable *cancellable,
                             GError **error);

/**
 * deid_left_out_to_json:
 * @left_out: who was left out
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all of it as a JSON object with the members `audience` (`custodian-only`), `records`,
 * `suppressed`, `groups`, an array of objects with `columns`, `values` (or a label; a missing one
 * is null), `level` (that of the label, 0 for values), `records`, `suppressed`, `share` and
 * `ratio`, `minimum`, the least size of a group, `rare_values`, the number of values of columns
 * that have fewer, and `means`, an array of objects with `column`, `released` and `suppressed`
 * (null without a value). Where a job stated the problem, `problem` is the text of
 * deid_problem_get_statement().
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(groups).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_left_out_to_json (const DeidLeftOut *left_out, GCancellable *cancellable,
                             GError **error);

G_END_DECLS

#endif
