/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidBias: make and keep
 *     DeidBias *deid_bias_new (problem, k, cancellable, error)
 *     DeidBias *deid_bias_new_after (result, k, cancellable, error)
 *     DeidBias *deid_bias_ref (bias)
 *     void deid_bias_unref (bias)
 *     GType deid_bias_get_type (void)
 *
 * DeidBias: the prediction
 *     guint64 deid_bias_get_k (bias)
 *     guint64 deid_bias_get_n_rare (bias)
 *     guint64 deid_bias_get_n_predicted (bias)
 *
 * DeidBias: columns of numbers
 *     guint deid_bias_get_n_columns (bias)
 *     const char *deid_bias_get_column (bias, index)
 *     guint deid_bias_get_n_attributes (bias)
 *     const char *deid_bias_get_attribute (bias, attribute)
 *     gboolean deid_bias_get_mean (bias, index, mean, deviation)
 *     gboolean deid_bias_get_correlation (bias, index, attribute, correlation)
 *     gboolean deid_bias_get_combined_correlation (bias, index, correlation)
 *     gboolean deid_bias_get_predicted_shift (bias, index, shift)
 *     gboolean deid_bias_get_shift (bias, index, shift)
 *
 * DeidBias: write
 *     char *deid_bias_to_text (bias, cancellable, error)
 *     char *deid_bias_to_json (bias, cancellable, error)
 */
#ifndef DEID_BIAS_H
#define DEID_BIAS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-result.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidBias:
 *
 * Which numbers suppression will shift: it takes away the records whose values are rare, and where
 * rare records have other numbers than frequent ones, means move. That shows before any release.
 *
 * For each column of type integer or decimal that is released or judged it has Pearson's
 * correlation of its values with their records' *frequencies*: how many records have the same value
 * of a quasi-identifier, or the same values of all quasi-identifiers together. A correlation near 1
 * means that rare records have low numbers, one near -1 that they have high ones.
 *
 * The *predicted shift* of a mean is what comes of suppressing, at the original values, records
 * whose combination is rarer than k, the rarest first, until none is left or the problem's
 * suppression limit is reached; of combinations that are equally rare and too many, each gives the
 * same share of its records. A search generalizes, too, and suppresses others: the prediction says
 * where to look, not what will come. Made of a result, the bias has the shift that came as well:
 * the mean of the released records less that of all.
 *
 * Records are weighted by the weight column; with an entity column the size of a combination is its
 * number of persons. Records without a value of a column count in frequencies, but not in what is
 * said of that column.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidBias) bias = deid_bias_new (problem, 0, NULL, &error);
 * double r;
 *
 * for (guint i = 0; bias != NULL && i < deid_bias_get_n_columns (bias); i++)
 *   if (deid_bias_get_combined_correlation (bias, i, &r))
 *     g_print ("%s: %.2f\n", deid_bias_get_column (bias, i), r);
 * ]|
 *
 * Custodian-only: it is computed from the original values. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidBias DeidBias;

/**
 * deid_bias_new:
 * @problem: a problem; it cannot be changed from now on
 * @k: below how many records, or persons if there is an entity column, a combination is rare; or 0
 *   for the least size of a class that may pass the problem's models
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Computes correlations and predicts shifts.
 *
 * Errors: those of preparing the problem (see deid_search_run()), %G_IO_ERROR_CANCELLED. Any thread
 * may call this. Complexity: O(rows x quasi-identifiers x columns of numbers).
 *
 * Returns: (transfer full): the bias, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBias *deid_bias_new (DeidProblem *problem, guint64 k, GCancellable *cancellable,
                         GError **error);

/**
 * deid_bias_new_after:
 * @result: a result
 * @k: as of deid_bias_new()
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Does the same for the problem of a result, and computes the shifts that came.
 *
 * Errors: those of deid_bias_new() and of deid_result_get_partition(). Any thread may call this.
 * Complexity: O(rows x quasi-identifiers x columns of numbers).
 *
 * Returns: (transfer full): the bias, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBias *deid_bias_new_after (DeidResult *result, guint64 k, GCancellable *cancellable,
                               GError **error);

/**
 * deid_bias_get_type:
 *
 * Gets the type under which #DeidBias is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_bias_get_type (void);

/**
 * deid_bias_ref:
 * @bias: a bias
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @bias
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidBias *deid_bias_ref (DeidBias *bias);

/**
 * deid_bias_unref:
 * @bias: (transfer full): a bias
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_bias_unref (DeidBias *bias);

/**
 * deid_bias_get_k:
 * @bias: a bias
 *
 * Gets below which size combinations are rare.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: k
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_bias_get_k (const DeidBias *bias);

/**
 * deid_bias_get_n_rare:
 * @bias: a bias
 *
 * Gets how many records have a rare combination.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_bias_get_n_rare (const DeidBias *bias);

/**
 * deid_bias_get_n_predicted:
 * @bias: a bias
 *
 * Gets how many of these the prediction suppresses: all, or as many as the limit allows.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_bias_get_n_predicted (const DeidBias *bias);

/**
 * deid_bias_get_n_columns:
 * @bias: a bias
 *
 * Gets the number of columns of numbers.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of columns
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_bias_get_n_columns (const DeidBias *bias);

/**
 * deid_bias_get_column:
 * @bias: a bias
 * @index: index of a column of numbers, below deid_bias_get_n_columns()
 *
 * Gets the name of a column of numbers.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_bias_get_column (const DeidBias *bias, guint index);

/**
 * deid_bias_get_n_attributes:
 * @bias: a bias
 *
 * Gets the number of quasi-identifiers.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of quasi-identifiers
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_bias_get_n_attributes (const DeidBias *bias);

/**
 * deid_bias_get_attribute:
 * @bias: a bias
 * @attribute: index of a quasi-identifier, below deid_bias_get_n_attributes()
 *
 * Gets the name of a quasi-identifier.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_bias_get_attribute (const DeidBias *bias, guint attribute);

/**
 * deid_bias_get_mean:
 * @bias: a bias
 * @index: index of a column of numbers, below deid_bias_get_n_columns()
 * @mean: (out): the mean, or 0
 * @deviation: (out): the standard deviation, or 0
 *
 * Gets the mean of a column over all records, and its standard deviation, the root of the mean
 * squared distance from it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether a record has a value
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_bias_get_mean (const DeidBias *bias, guint index, double *mean, double *deviation);

/**
 * deid_bias_get_correlation:
 * @bias: a bias
 * @index: index of a column of numbers, below deid_bias_get_n_columns()
 * @attribute: index of a quasi-identifier, below deid_bias_get_n_attributes()
 * @correlation: (out): the correlation, from -1 to 1, or 0
 *
 * Gets the correlation of a column with the frequency of the value of a quasi-identifier.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is one: neither has the same value in all records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_bias_get_correlation (const DeidBias *bias, guint index, guint attribute,
                                    double *correlation);

/**
 * deid_bias_get_combined_correlation:
 * @bias: a bias
 * @index: index of a column of numbers, below deid_bias_get_n_columns()
 * @correlation: (out): the correlation, from -1 to 1, or 0
 *
 * Gets the correlation of a column with the frequency of the values of all quasi-identifiers
 * together.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is one: neither has the same value in all records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_bias_get_combined_correlation (const DeidBias *bias, guint index,
                                             double *correlation);

/**
 * deid_bias_get_predicted_shift:
 * @bias: a bias
 * @index: index of a column of numbers, below deid_bias_get_n_columns()
 * @shift: (out): the mean of what is left less that of all, or 0
 *
 * Gets the predicted shift of the mean of a column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is one: records with a value are left
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_bias_get_predicted_shift (const DeidBias *bias, guint index, double *shift);

/**
 * deid_bias_get_shift:
 * @bias: a bias
 * @index: index of a column of numbers, below deid_bias_get_n_columns()
 * @shift: (out): the mean of the released records less that of all, or 0
 *
 * Gets the shift that came.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is one: the bias was made of a result, and released records have a value
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_bias_get_shift (const DeidBias *bias, guint index, double *shift);

/**
 * deid_bias_to_text:
 * @bias: a bias
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the bias as lines of text.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(quasi-identifiers x columns of numbers).
 *
 * Returns: (transfer full): the text, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_bias_to_text (const DeidBias *bias, GCancellable *cancellable, GError **error);

/**
 * deid_bias_to_json:
 * @bias: a bias
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the bias as one JSON object.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(quasi-identifiers x columns of numbers).
 *
 * Returns: (transfer full): the text, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_bias_to_json (const DeidBias *bias, GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
