/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidDistortion: make and keep
 *     GType deid_distortion_get_type (void)
 *     DeidDistortion *deid_distortion_ref (distortion)
 *     void deid_distortion_unref (distortion)
 *     DeidDistortion *deid_distortion_new (result, release_options, cancellable, error)
 *     DeidDistortion *deid_distortion_new_public (distortion, cancellable, error)
 *
 * DeidDistortion: use
 *     char *deid_distortion_to_text (distortion, cancellable, error)
 *     char *deid_distortion_to_json (distortion, cancellable, error)
 *
 * DeidDistortion: read
 *     DeidAudience deid_distortion_get_audience (distortion)
 *     gboolean deid_distortion_get_n_records (distortion, side, n_records)
 *     guint deid_distortion_get_n_columns (distortion)
 *     const char *deid_distortion_get_column (distortion, column)
 *     gboolean deid_distortion_has_numbers (distortion, column)
 *     gboolean deid_distortion_get_level (distortion, column, level)
 *     gboolean deid_distortion_get_loss (distortion, column, loss)
 *     gboolean deid_distortion_get_n_distinct (distortion, column, side, n_distinct)
 *     gboolean deid_distortion_get_n_missing (distortion, column, side, n_records)
 *     gboolean deid_distortion_get_n_measured (distortion, column, side, n_records)
 *     guint64 deid_distortion_get_n_stand_in (distortion, column, stand_in)
 *     gboolean deid_distortion_get_figure (distortion, column, figure, side, value)
 *     gboolean deid_distortion_get_change (distortion, column, figure, change)
 *     gboolean deid_distortion_get_relative_change (distortion, column, figure, change)
 *     gboolean deid_distortion_get_mean_shift (distortion, column, shift)
 *     gboolean deid_distortion_get_distance (distortion, column, distance)
 *     guint64 deid_distortion_get_n_values (distortion, column)
 *     const char *deid_distortion_get_value (distortion, column, value)
 *     gboolean deid_distortion_get_value_n_records (distortion, column, value, side, n_records)
 *     gboolean deid_distortion_get_value_share (distortion, column, value, side, share)
 *     guint64 deid_distortion_get_n_pairs (distortion)
 *     const char *deid_distortion_get_pair_column (distortion, pair, index)
 *     gboolean deid_distortion_get_pair_n_records (distortion, pair, side, n_records)
 *     gboolean deid_distortion_get_association (distortion, pair, association, side, value)
 */
#ifndef DEID_DISTORTION_H
#define DEID_DISTORTION_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-release.h>
#include <deid/deid-report.h>
#include <deid/deid-result.h>

G_BEGIN_DECLS

/**
 * DeidDistortionSide:
 * @DEID_DISTORTION_BEFORE: all records of the table, with their original values
 * @DEID_DISTORTION_AFTER: the records that are released, with what is released of them
 *
 * Which data a figure is of. Rows of suppressed records that a release keeps
 * (deid_release_options_set_keep_suppressed()) are not among those released.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_DISTORTION_BEFORE = 0,
  DEID_DISTORTION_AFTER = 1
} DeidDistortionSide;

/**
 * DeidStandIn:
 * @DEID_STAND_IN_VALUE: the value, a label that is a decimal number, or the mean or median that is
 *   released in their place (deid_release_options_set_microaggregation())
 * @DEID_STAND_IN_BIN_MEAN: the mean that is released beside the label
 *   (deid_release_options_set_bin_mean())
 * @DEID_STAND_IN_MIDDLE: the middle of the range that the label names, such as `20-29`,
 *   `[1.5, 2.0)`, `[20,30)` or `[20, 30[`: in a column of integers the mean of the least and the
 *   greatest integer there, 24.5, and in one of decimals that of the ends, 25
 * @DEID_STAND_IN_NOTHING: no number: a label that is no range with two ends, such as `*`, `>= 80`
 *   or a word, or a value of 1e100 or more in size. Any number in its place would be made of values
 * that the release does not show
 * @DEID_STAND_IN_MISSING: no number, since the value is missing
 *
 * Which number a released cell of a column of numbers stands for. Where the first of these gives
 * none the next one does.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_STAND_IN_VALUE = 0,
  DEID_STAND_IN_BIN_MEAN = 1,
  DEID_STAND_IN_MIDDLE = 2,
  DEID_STAND_IN_NOTHING = 3,
  DEID_STAND_IN_MISSING = 4
} DeidStandIn;

/**
 * DeidDistortionFigure:
 * @DEID_DISTORTION_MEAN: the mean
 * @DEID_DISTORTION_VARIANCE: the variance of a sample, of n - 1; none of fewer than two records
 * @DEID_DISTORTION_QUANTILE_5: the quantile of 5 %. Quantiles are those of type 7: with the numbers
 *   of n records in rising order, counted from 0, the one at place p (n - 1), and between two of
 *   them on the straight line
 * @DEID_DISTORTION_QUANTILE_25: the lower quartile
 * @DEID_DISTORTION_MEDIAN: the median
 * @DEID_DISTORTION_QUANTILE_75: the upper quartile
 * @DEID_DISTORTION_QUANTILE_95: the quantile of 95 %
 *
 * A figure of a column of numbers, over the records that have one. A record with a weight counts as
 * often as the weight says.
 *
 * Source: R. J. Hyndman and Y. Fan, "Sample Quantiles in Statistical Packages", The American
 * Statistician 50, 1996.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_DISTORTION_MEAN = 0,
  DEID_DISTORTION_VARIANCE = 1,
  DEID_DISTORTION_QUANTILE_5 = 2,
  DEID_DISTORTION_QUANTILE_25 = 3,
  DEID_DISTORTION_MEDIAN = 4,
  DEID_DISTORTION_QUANTILE_75 = 5,
  DEID_DISTORTION_QUANTILE_95 = 6
} DeidDistortionFigure;

/**
 * DeidAssociation:
 * @DEID_ASSOCIATION_PEARSON: Pearson's correlation of two columns of numbers
 * @DEID_ASSOCIATION_SPEARMAN: Spearman's correlation of two columns of numbers: Pearson's of their
 *   ranks among the records that have both, equal numbers having the mean of their ranks
 * @DEID_ASSOCIATION_CRAMERS_V: Cramer's V of two columns of which at least one has texts, without a
 *   correction for bias. Categories are the values before release and the labels after. A column of
 *   numbers has its different values as categories if these are at most 20, and otherwise the
 *   tenths of its records; each number after release is in the first category whose greatest
 *   original number is not below it, or in the last. Of independent columns the square is about
 *   (c - 1) / (n - 1) on average, c being the greater number of categories and n that of records
 *   (W. Bergsma, A bias-correction for Cramer's V and Tschuprow's T, Journal of the Korean
 *   Statistical Society 42, 2013): between nearly unique columns it is near 1 whatever they tell of
 *   each other
 *
 * How strongly two columns go together, over the records that have a number or a value in both.
 * There is none where one of the columns does not vary among these.
 *
 * Source: H. Cramer, "Mathematical Methods of Statistics", Princeton University Press, 1946.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_ASSOCIATION_PEARSON = 0,
  DEID_ASSOCIATION_SPEARMAN = 1,
  DEID_ASSOCIATION_CRAMERS_V = 2
} DeidAssociation;

/**
 * DeidDistortion:
 *
 * What a release did to the data: each released column, and each pair of them, before release and
 * after.
 *
 * Columns are quasi-identifiers, sensitive and insensitive ones. A column whose type is integer or
 * decimal (deid_dataset_set_column_type()) has numbers; every other one has texts, whatever they
 * look like. Columns of numbers come first, of these the one whose mean is shifted most, in
 * standard deviations of the original; then columns of texts, of these the one whose distribution
 * is most distant from the original. Pairs with the greatest change of an association come first,
 * where one that there is none of after release counts as 0.
 *
 * Distributions are compared over the labels that are released: those of all records, suppressed
 * ones included, generalized in the same way, against those of the released ones. So they show what
 * suppression shifted, and loss and the number of distinct labels show what generalization took.
 *
 * A report is made for the custodian; figures before and after a release, side by side, can give
 * suppressed records away: of the mean before and after, with one record suppressed, follows its
 * value. deid_distortion_new_public() makes of it a report for the public, which does not hold what
 * is withheld. The rule is that every figure in it is a function of the released records: whoever
 * has the released table, and knows which of its columns have numbers, can compute it. So it tells
 * nothing that the table does not, of suppressed records neither how many there are nor what they
 * have; not even its order, which is that of the columns in the table and of values as texts. It
 * has no level, no loss and no distance, and no V between numbers and texts, whose categories come
 * from the original. Means, variances and associations are rounded to 10 significant digits, since
 * the last bits of sums depend on the order of rows before release. It has counts of single values,
 * as the released table has: publish it beside the table, not in place of it.
 *
 * A function that gets a figure returns whether the report tells it. It does not if the figure is
 * withheld from the public, or if there is none; then nothing is written to where it would go.
 * Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidDistortion DeidDistortion;

/**
 * deid_distortion_get_type:
 *
 * Gets the type under which #DeidDistortion is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_distortion_get_type (void);

/**
 * deid_distortion_ref:
 * @distortion: a distortion report
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @distortion
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidDistortion *deid_distortion_ref (DeidDistortion *distortion);

/**
 * deid_distortion_unref:
 * @distortion: (transfer full): a distortion report
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_distortion_unref (DeidDistortion *distortion);

/**
 * deid_distortion_new:
 * @result: a result
 * @release_options: (nullable): how the table is released, immutable from now on, or %NULL for the
 *    defaults
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Compares a table with what a result releases of it.
 *
 * Errors: those of deid_result_get_partition(), those of deid_result_apply() that come from
 * @release_options. Any thread may call this. Complexity: O(rows x (columns + pairs of columns)),
 * and O(labels log labels) for each column; memory O(rows x columns).
 *
 * Returns: (transfer full): the report for the custodian, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidDistortion *deid_distortion_new (DeidResult *result, DeidReleaseOptions *release_options,
                                     GCancellable *cancellable, GError **error);

/**
 * deid_distortion_new_public:
 * @distortion: a distortion report
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Makes a report that holds only what the public may read, as #DeidDistortion explains.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(pairs + labels), and their order.
 *
 * Returns: (transfer full): the report for the public, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidDistortion *deid_distortion_new_public (DeidDistortion *distortion, GCancellable *cancellable,
                                            GError **error);

/**
 * deid_distortion_to_text:
 * @distortion: a distortion report
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the report as text; the first line says for whom it is.
 *
 * Of the values of a column, and of pairs, the first 20 are shown, and how many more there are.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(columns).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_distortion_to_text (const DeidDistortion *distortion, GCancellable *cancellable,
                               GError **error);

/**
 * deid_distortion_to_json:
 * @distortion: a distortion report
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the report as a JSON object.
 *
 * Its members are `audience`, `records`, `columns` and `pairs`. What is known before and after
 * release is an object with the members `before` and `after`; a figure that is not told is null.
 * A column has `column`, `kind` (`numbers` or `texts`), `level`, `loss`, `distance`, `distinct`,
 * `missing` and `values`, an array of objects with `value`, `before` and `after`, in records. One
 * of
 * numbers has `mean_shift`, too, `stand_ins` with the records of each stand-in after release,
 * `measured` and, under the names of the figures, objects that have `change` and `relative_change`
 * as well. A pair has `columns`, `records`, `pearson`, `spearman` and `cramers_v`. For the
 * custodian, and where a job stated the problem, `problem` is the text of
 * deid_problem_get_statement().
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(columns + values + pairs).
 *
 * Returns: (transfer full): the JSON text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_distortion_to_json (const DeidDistortion *distortion, GCancellable *cancellable,
                               GError **error);

/**
 * deid_distortion_get_audience:
 * @distortion: a distortion report
 *
 * Gets whom the report is for.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the audience
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidAudience deid_distortion_get_audience (const DeidDistortion *distortion);

/**
 * deid_distortion_get_n_records:
 * @distortion: a distortion report
 * @side: before release or after
 * @n_records: (out): return location for the number of records
 *
 * Gets the number of records.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_n_records (const DeidDistortion *distortion, DeidDistortionSide side,
                                        guint64 *n_records);

/**
 * deid_distortion_get_n_columns:
 * @distortion: a distortion report
 *
 * Gets the number of released columns.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of columns
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_distortion_get_n_columns (const DeidDistortion *distortion);

/**
 * deid_distortion_get_column:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 *
 * Gets the name of a column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_distortion_get_column (const DeidDistortion *distortion, guint column);

/**
 * deid_distortion_has_numbers:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 *
 * Tells whether a column is one of numbers.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_has_numbers (const DeidDistortion *distortion, guint column);

/**
 * deid_distortion_get_level:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @level: (out): return location for the level
 *
 * Gets the level that the policy gives a quasi-identifier.
 *
 * There is none for another column, nor for cuts, whose labels are on several levels.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_level (const DeidDistortion *distortion, guint column, guint *level);

/**
 * deid_distortion_get_loss:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @loss: (out): return location for the loss
 *
 * Gets the loss of a quasi-identifier, as deid_partition_get_attribute_loss() does.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_loss (const DeidDistortion *distortion, guint column, double *loss);

/**
 * deid_distortion_get_n_distinct:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @side: before release or after
 * @n_distinct: (out): return location for their number, a missing value not counted
 *
 * Gets how many different values a column has before release, or labels after.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_n_distinct (const DeidDistortion *distortion, guint column,
                                         DeidDistortionSide side, guint64 *n_distinct);

/**
 * deid_distortion_get_n_missing:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @side: before release or after
 * @n_records: (out): return location for the number of records
 *
 * Gets how many records have a missing value in a column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_n_missing (const DeidDistortion *distortion, guint column,
                                        DeidDistortionSide side, guint64 *n_records);

/**
 * deid_distortion_get_n_measured:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @side: before release or after
 * @n_records: (out): return location for the number of records
 *
 * Gets how many records have a number in a column of numbers: what its figures are of.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_n_measured (const DeidDistortion *distortion, guint column,
                                         DeidDistortionSide side, guint64 *n_records);

/**
 * deid_distortion_get_n_stand_in:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @stand_in: a kind of stand-in
 *
 * Gets how many released records have a kind of stand-in in a column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records; 0 for a column of texts
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_distortion_get_n_stand_in (const DeidDistortion *distortion, guint column,
                                        DeidStandIn stand_in);

/**
 * deid_distortion_get_figure:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @figure: which figure
 * @side: before release or after
 * @value: (out): return location for the figure
 *
 * Gets a figure of a column of numbers.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_figure (const DeidDistortion *distortion, guint column,
                                     DeidDistortionFigure figure, DeidDistortionSide side,
                                     double *value);

/**
 * deid_distortion_get_change:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @figure: which figure
 * @change: (out): return location for the change
 *
 * Gets how much greater a figure of a column of numbers is after release.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_change (const DeidDistortion *distortion, guint column,
                                     DeidDistortionFigure figure, double *change);

/**
 * deid_distortion_get_relative_change:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @figure: which figure
 * @change: (out): return location for the relative change
 *
 * Gets the change of a figure, divided by the size of the figure before release.
 *
 * There is none if that is 0.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_relative_change (const DeidDistortion *distortion, guint column,
                                              DeidDistortionFigure figure, double *change);

/**
 * deid_distortion_get_mean_shift:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @shift: (out): return location for the change, below 0 if the mean is smaller after release
 *
 * Gets the change of a column's mean in standard deviations of the original values.
 *
 * There is none if these do not vary.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_mean_shift (const DeidDistortion *distortion, guint column,
                                         double *shift);

/**
 * deid_distortion_get_distance:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @distance: (out): return location for the distance, from 0 to 1
 *
 * Gets the total variation distance of a column: half the sum of the changes of the shares of all
 * labels, in size. A column that is microaggregated has none, since its labels are not released.
 *
 * It is the greatest change of the share of any set of labels.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_distance (const DeidDistortion *distortion, guint column,
                                       double *distance);

/**
 * deid_distortion_get_n_values:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 *
 * Gets how many labels of a column are listed.
 *
 * Listed are all of a column of texts, with those of suppressed records alone, a missing value
 * included; and of one of numbers if at most 20 are released, and it is not microaggregated. The
 * greatest change of a share comes first.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of labels
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_distortion_get_n_values (const DeidDistortion *distortion, guint column);

/**
 * deid_distortion_get_value:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @value: index of a label, below deid_distortion_get_n_values()
 *
 * Gets a label of a column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the label, %NULL for a missing value
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_distortion_get_value (const DeidDistortion *distortion, guint column,
                                       guint64 value);

/**
 * deid_distortion_get_value_n_records:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @value: index of a label, below deid_distortion_get_n_values()
 * @side: all records, generalized as in the release, or those released
 * @n_records: (out): return location for the number of records
 *
 * Gets how many records have a label.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_value_n_records (const DeidDistortion *distortion, guint column,
                                              guint64 value, DeidDistortionSide side,
                                              guint64 *n_records);

/**
 * deid_distortion_get_value_share:
 * @distortion: a distortion report
 * @column: index of a column, below deid_distortion_get_n_columns()
 * @value: index of a label, below deid_distortion_get_n_values()
 * @side: all records, generalized as in the release, or those released
 * @share: (out): return location for the share of the records on that side
 *
 * Gets the share of the records that have a label.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_value_share (const DeidDistortion *distortion, guint column,
                                          guint64 value, DeidDistortionSide side, double *share);

/**
 * deid_distortion_get_n_pairs:
 * @distortion: a distortion report
 *
 * Gets the number of pairs of columns.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of pairs
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_distortion_get_n_pairs (const DeidDistortion *distortion);

/**
 * deid_distortion_get_pair_column:
 * @distortion: a distortion report
 * @pair: index of a pair, below deid_distortion_get_n_pairs()
 * @index: 0 for the column that comes first in the table, 1 for the other one
 *
 * Gets the name of a column of a pair.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_distortion_get_pair_column (const DeidDistortion *distortion, guint64 pair,
                                             guint index);

/**
 * deid_distortion_get_pair_n_records:
 * @distortion: a distortion report
 * @pair: index of a pair, below deid_distortion_get_n_pairs()
 * @side: before release or after
 * @n_records: (out): return location for the number of records
 *
 * Gets how many records the associations of a pair are of.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_pair_n_records (const DeidDistortion *distortion, guint64 pair,
                                             DeidDistortionSide side, guint64 *n_records);

/**
 * deid_distortion_get_association:
 * @distortion: a distortion report
 * @pair: index of a pair, below deid_distortion_get_n_pairs()
 * @association: which measure
 * @side: before release or after
 * @value: (out): return location for the association
 *
 * Gets how strongly the columns of a pair go together.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether the report tells it
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_distortion_get_association (const DeidDistortion *distortion, guint64 pair,
                                          DeidAssociation association, DeidDistortionSide side,
                                          double *value);

G_END_DECLS

#endif
