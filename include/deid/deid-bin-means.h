/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions, setters excepted.
 * Setters: one thread at a time. They fail with %DEID_ERROR_IMMUTABLE once the options were used.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_BIN_MEANS_H
#define DEID_BIN_MEANS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-release.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidBinMeanScope:
 * @DEID_BIN_MEAN_NONE: no mean is released
 * @DEID_BIN_MEAN_TABLE: a bin is all released records with the same label of the column
 * @DEID_BIN_MEAN_CLASS: a bin is a released equivalence class
 *
 * The records whose mean is released with a label.
 */
typedef enum
{
  DEID_BIN_MEAN_NONE = 0,
  DEID_BIN_MEAN_TABLE = 1,
  DEID_BIN_MEAN_CLASS = 2
} DeidBinMeanScope;

/**
 * DeidMicroaggregation:
 * @DEID_MICROAGGREGATION_NONE: values or labels are released
 * @DEID_MICROAGGREGATION_MEAN: the mean of the class
 * @DEID_MICROAGGREGATION_MEDIAN: the median of the class, or the middle between the two in the
 *   middle
 *
 * What is released instead of the values of a column of numbers.
 */
typedef enum
{
  DEID_MICROAGGREGATION_NONE = 0,
  DEID_MICROAGGREGATION_MEAN = 1,
  DEID_MICROAGGREGATION_MEDIAN = 2
} DeidMicroaggregation;

/**
 * deid_release_options_set_bin_mean:
 * @options: release options
 * @column: the name of a quasi-identifier of type integer or decimal
 * @scope: of which records means are taken
 *
 * Releases, in addition to the labels of a column, the mean of the original values in each bin, in
 * a column `COLUMN_mean` behind it. All records of a bin have the same mean, even those without a
 * value, which could otherwise be told apart; so the models hold as for the labels. Weights count.
 * Default: %DEID_BIN_MEAN_NONE.
 *
 * The mean is over the released records of the bin that have a value. The cell is empty
 *
 * - if fewer of them than deid_release_options_set_minimum_bin() says have a value, since the
 * others could compute one of them;
 * - if all of them have the same number, unless the label is that value, on level 0: the mean would
 *   be the value that the label hides;
 * - for suppressed records that are kept.
 *
 * Over the records that have a value and whose bin has a mean, the mean of the means is that of the
 * original values, up to rounding, to 1e-12 of the greatest absolute value; if no cell is empty it
 * is the mean of the column. Means are rounded once, written with the digits that read back to the
 * same double, and do not depend on the order of the records.
 *
 * A mean reveals more than its label: one near an end of the range says that most values are there,
 * and someone who knows all values of a bin except one can compute that one. A model that compares
 * with a population counts the people who share the labels, not those who also fit the mean. Means
 * of the table reveal the least, since its bins are the largest. A person with many records, or a
 * record with an extreme value, dominates the mean: with an entity column the minimum counts
 * persons, but ignores their shares of the sum.
 *
 * A stored policy does not keep means: records released by it have labels alone.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for another scope, or a column that is microaggregated;
 * %DEID_ERROR_NO_MEMORY. deid_result_apply() fails with %DEID_ERROR_UNKNOWN_COLUMN if there is no
 * such column, with %DEID_ERROR_ROLE if it is no quasi-identifier, with
 * %DEID_ERROR_INVALID_ARGUMENT if it has another type or a value of 1e100 or more in size, and with
 * %DEID_ERROR_DUPLICATE_COLUMN if the table has a column `COLUMN_mean`. Complexity: O(columns that
 * were set).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_bin_mean (DeidReleaseOptions *options, const char *column,
                                            DeidBinMeanScope scope, GError **error);

/**
 * deid_release_options_get_bin_mean:
 * @options: release options
 * @column: the name of a column
 *
 * Complexity: O(columns that were set).
 * Returns: the records whose means are released for the column
 */
DEID_AVAILABLE_IN_0_1
DeidBinMeanScope deid_release_options_get_bin_mean (const DeidReleaseOptions *options,
                                                    const char *column);

/**
 * deid_release_options_set_microaggregation:
 * @options: release options
 * @column: the name of a quasi-identifying, sensitive or insensitive column of type integer or
 *   decimal
 * @method: what is released
 *
 * Releases the mean or the median of a column's values in each released equivalence class instead
 * of the values or labels (J. Domingo-Ferrer, J. M. Mateo-Sanz, Practical Data-Oriented
 * Microaggregation for Statistical Disclosure Control, IEEE Trans. Knowl. Data Eng. 14, 2002).
 * Weights count. Default: %DEID_MICROAGGREGATION_NONE.
 *
 * The classes are those of the result, a policy or a local recoding, in which a quasi-identifier
 * counts by its labels although these are not released. Models judge the values, not the numbers
 * that replace them. Two classes with the same number remain two, for models and for
 * deid_result_verify(): that they look like one in the release does not make up for a class that
 * fails. For a quasi-identifier all records of a class have the same number, and none if fewer
 * records than deid_release_options_set_minimum_bin() says have a value, or if all have the same
 * one, which labels hide. For other columns, whose values would be released anyway, the class may
 * be of any size, and a missing value stays missing. Suppressed records that are kept have an empty
 * cell. Digits and order are as for deid_release_options_set_bin_mean().
 *
 * A stored policy does not keep this: records released by it have values or labels.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for another method, or a column that has bin means;
 * %DEID_ERROR_NO_MEMORY. deid_result_apply() fails as with bin means. Complexity: O(columns that
 * were set).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_microaggregation (DeidReleaseOptions *options, const char *column,
                                                    DeidMicroaggregation method, GError **error);

/**
 * deid_release_options_get_microaggregation:
 * @options: release options
 * @column: the name of a column
 *
 * Complexity: O(columns that were set).
 * Returns: what is released instead of the column's values
 */
DEID_AVAILABLE_IN_0_1
DeidMicroaggregation deid_release_options_get_microaggregation (const DeidReleaseOptions *options,
                                                                const char *column);

/**
 * deid_release_options_set_minimum_bin:
 * @options: release options
 * @n: a number of records, at least 3; 5 by default
 *
 * Sets how many records with a value, or persons with an entity column, a bin must have for its
 * mean to be released. In a bin of two each would learn the value of the other.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for less than 3.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_release_options_set_minimum_bin (DeidReleaseOptions *options, guint64 n,
                                               GError **error);

/**
 * deid_result_measure_microaggregation:
 * @result: a result
 * @options: release options that microaggregate the column
 * @column: the name of the column
 * @mean_squared_error: (out): the mean of the squared differences between the original values and
 *   the numbers that replace them, over the released records that have both; 0 if there are none
 * @share_of_variance: (out): the same as a share of the variance of these values, SSE / SST; 0 if
 *   they are all the same
 *
 * Measures the loss by microaggregation. With means the share is from 0 to 1, the part of the
 * variance within classes. Custodian-only: it is computed from the original values.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if the options do not microaggregate the column; those of
 * deid_result_apply(). Complexity: O(rows + values log values).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_result_measure_microaggregation (DeidResult *result, DeidReleaseOptions *options,
                                               const char *column, double *mean_squared_error,
                                               double *share_of_variance, GCancellable *cancellable,
                                               GError **error);

G_END_DECLS

#endif
