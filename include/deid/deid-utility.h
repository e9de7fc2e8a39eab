/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidRegressionFunc: a callback of the host
 *
 * DeidUtility: make and keep
 *     DeidUtility *deid_utility_new (result, targets, n_folds, max_records, seed, fit, fit_data,
 *                                    cancellable, error)
 *     DeidUtility *deid_utility_ref (utility)
 *     void deid_utility_unref (utility)
 *     GType deid_utility_get_type (void)
 *
 * DeidUtility: records and columns
 *     guint64 deid_utility_get_n_drawn (utility)
 *     guint64 deid_utility_get_n_released (utility)
 *     guint deid_utility_get_n_excluded (utility)
 *     const char *deid_utility_get_excluded (utility, index)
 *
 * DeidUtility: propensity score
 *     double deid_utility_get_pmse (utility)
 *     double deid_utility_get_expected_pmse (utility)
 *     double deid_utility_get_pmse_ratio (utility)
 *     guint deid_utility_get_n_parameters (utility)
 *
 * DeidUtility: predictions
 *     guint deid_utility_get_n_targets (utility)
 *     const char *deid_utility_get_target (utility, index)
 *     guint deid_utility_get_n_values (utility, index)
 *     double deid_utility_get_baseline (utility, index)
 *     double deid_utility_get_accuracy_before (utility, index)
 *     double deid_utility_get_accuracy_after (utility, index)
 *
 * DeidUtility: write
 *     char *deid_utility_to_text (utility, cancellable, error)
 *     char *deid_utility_to_json (utility, cancellable, error)
 */
#ifndef DEID_UTILITY_H
#define DEID_UTILITY_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-result.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidFeature:
 * @number: the number of the feature, from 1 on
 * @value: its value, which is finite and not 0
 *
 * A feature of a record. The layout is that of liblinear's `struct feature_node`.
 *
 * Since: 0.1
 */
typedef struct
{
  int number;
  double value;
} DeidFeature;

/**
 * DeidRegression:
 * @n_records: the number of records, from 2 to 2000000
 * @n_features: the number of features, from 1 to 20000
 * @records: (array length=n_records): for each record its features that are not 0, by ascending
 *   number, and behind the last one a feature of number -1. Feature 1 has the value 1 in every
 *   record: its coefficient is the intercept. Several records may share one array.
 * @labels: (array length=n_records): for each record 1 if the record belongs to the class, else -1;
 *   both labels are there
 * @likelihood_weight: C below, above 0
 * @tolerance: the fit may stop once the norm of the gradient is at most this share of the norm at
 *   coefficients of 0
 *
 * A logistic regression to fit: the coefficients w that minimize
 *
 *     |w|^2 / 2 + C sum over the records x with label y of log (1 + exp (-y w.x))
 *
 * The library owns the arrays. Later versions may add fields at the end.
 *
 * Since: 0.1
 */
typedef struct
{
  guint n_records;
  guint n_features;
  const DeidFeature *const *records;
  const double *labels;
  double likelihood_weight;
  double tolerance;
} DeidRegression;

/**
 * DeidRegressionFunc:
 * @regression: what to fit
 * @coefficients: (out caller-allocates): room for `n_features` coefficients, 0 at first: that of
 *   feature 1 comes first
 * @user_data: the host's data
 * @error: return location for an error, or %NULL
 *
 * Fits a logistic regression. The function is called in the thread that called deid_utility_new(),
 * for one regression after another. @regression is valid during the callback. For figures that can
 * be repeated, make the coefficients depend on @regression alone. `tools/liblinear-fit.c` in the
 * source of libdeid is such a function: it calls liblinear's `train()` with `L2R_LR`.
 *
 * Returns: %FALSE with @error set if the regression cannot be fitted
 *
 * Since: 0.1
 */
typedef gboolean (*DeidRegressionFunc) (const DeidRegression *regression, double *coefficients,
                                        gpointer user_data, GError **error);

/**
 * DeidUtility:
 *
 * How useful a release is as a whole, by two figures that models give: whether records of the
 * release can be told from those of the input, and how well a column can be predicted before and
 * after.
 *
 * *Propensity score.* The records of the input and those of the release are put into one table of N
 * records, of which the release has the share c. A logistic regression gives each record the
 * probability p that it is one of the release. The propensity score's mean squared error is
 *
 *     pMSE = sum of (p - c)^2 / N
 *
 * (M.-J. Woo, J. P. Reiter, A. Oganian, A. F. Karr: Global measures of data utility for microdata
 * masked for disclosure limitation, J. Privacy and Confidentiality 1, 2009). It is 0 if the model
 * cannot tell the two apart, and at most c (1 - c). With k parameters, the intercept included, it
 * is expected to be
 *
 *     (k - 1) (1 - c)^2 c / N
 *
 * if the release was drawn anew, from the distribution that the input is from, and the *pMSE ratio*
 * is pMSE over that (J. Snoke, G. M. Raab, B. Nowok, C. Dibben, A. Slavkovic: General and specific
 * utility measures for synthetic data, J. R. Stat. Soc. A 181, 2018).
 *
 * The labels of a generalized column would tell the two apart by themselves, since no record of the
 * input has them, and the figure would say nothing but that something was generalized. So the
 * records of the input, those included that are suppressed, take part with the labels that the
 * policy gives them: the score measures what *suppression* shifted, in all columns that are
 * released together. What generalization costs is told by the loss, and by the predictions below.
 *
 * A release is a part of the input, and not drawn anew, so that the ratio is not around 1 where all
 * is well: it is 0 if no record is suppressed, and about the share of suppressed records if these
 * are suppressed at random, since the mean of a part of this size, drawn without replacement,
 * varies by that much less. A ratio many times as great says that those who are left out are
 * others than those who stay. It grows with N where there is a shift, so that ratios of different
 * numbers of records do not compare.
 *
 * *Predictions.* A column, the target, is predicted from the quasi-identifiers other than itself by
 * logistic regressions of each of its values against all others, with cross-validation: records are
 * dealt out to folds at random, and those of a fold are predicted by what was learnt from the other
 * folds. The *accuracy* is the share of records that are predicted rightly: before, from the values
 * of the input; after, from the labels of the release. What is to be predicted is the value that
 * the input has, in both cases. After, only released records are learnt from, as whoever gets the
 * release can do, and a suppressed record, of which nobody gets a label, is predicted to have the
 * most frequent value among these: suppression costs accuracy, it does not hide records that are
 * hard to predict. The *baseline* is the share of the most frequent value: who knows nothing of a
 * record is right so often.
 *
 * *Features.* A column of integers or decimals (deid_dataset_set_column_type()) whose values, or
 * labels, are all numbers enters as a number, less the mean and in standard deviations, with one
 * more feature if some are missing. Any other column has a feature for each value or label that
 * records have, a missing one being one of them, but for the most frequent one. A column that has
 * more than 1000, or with which all features would be more than 20000, is *excluded*, and listed.
 * Parameters are counted as if no feature followed from others.
 *
 * *Models.* The host fits both models by a #DeidRegressionFunc, so that the library needs no
 * package for that. What is minimized includes half the square of the coefficients. In the
 * propensity score the likelihood weighs 1e8 times as much, so that with liblinear the pMSE is that
 * of the maximum of the likelihood to 5 digits, also where labels tell records apart perfectly and
 * the coefficients of the maximum are infinite; where a combination of numbers does so, which takes
 * few records and many columns, to 2 digits. In predictions the likelihood weighs as much as the
 * square, as in liblinear's own tool.
 *
 * Not all records are looked at if they are more than asked for: so many are drawn at random,
 * without replacement, a row of weight w being w records. The same seed gives the same figures, to
 * the bit with the same function and C library.
 *
 * |[<!-- language="C" -->
 * static const char *const targets[] = { "income", NULL };
 * g_autoptr (DeidUtility) utility = deid_utility_new (result, targets, 10, 20000, 0, fit,
 *                                                      NULL, NULL, &error);
 *
 * if (utility != NULL)
 *   g_print ("income: %.1f %% before, %.1f %% after\n",
 *            100 * deid_utility_get_accuracy_before (utility, 0),
 *            100 * deid_utility_get_accuracy_after (utility, 0));
 * ]|
 *
 * Custodian-only: it looks at suppressed records. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidUtility DeidUtility;

/**
 * deid_utility_new:
 * @result: a result
 * @targets: (nullable) (array zero-terminated=1): names of columns to predict, whatever their
 *   roles, with a %NULL at the end
 * @n_folds: into how many folds records are dealt out: from 2 to 100; usually 10
 * @max_records: how many records are looked at, from 1 to 1000000; usually 20000
 * @seed: where the generator starts that draws records, and the order in which they are dealt out
 * @fit: (scope call) (closure fit_data): fits regressions
 * @fit_data: the data of @fit
 * @cancellable: (nullable): cancels the call from another thread, between two regressions
 * @error: return location for an error, or %NULL
 *
 * Measures the utility of what a result releases.
 *
 * Errors: those of @fit; %DEID_ERROR_INVALID_ARGUMENT if @fit fails without an error or finds a
 * coefficient that is not finite, for @n_folds or @max_records outside their range, and, if there
 * are targets, for more folds than records, or a target with one value or more than 100;
 * %DEID_ERROR_UNKNOWN_COLUMN; those of deid_result_get_partition(). Any thread may call this.
 * Complexity: O(rows), and for each step of each fit, of which there are one, and two for each fold
 * of each value of each target, O(@max_records x columns).
 *
 * Returns: (transfer full): the utility, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidUtility *deid_utility_new (DeidResult *result, const char *const *targets, guint n_folds,
                               guint max_records, guint64 seed, DeidRegressionFunc fit,
                               gpointer fit_data, GCancellable *cancellable, GError **error);

/**
 * deid_utility_get_type:
 *
 * Gets the type under which #DeidUtility is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_utility_get_type (void);

/**
 * deid_utility_ref:
 * @utility: a utility
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @utility
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidUtility *deid_utility_ref (DeidUtility *utility);

/**
 * deid_utility_unref:
 * @utility: (transfer full): a utility
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_utility_unref (DeidUtility *utility);

/**
 * deid_utility_get_n_drawn:
 * @utility: a utility
 *
 * Gets how many records of the input were looked at.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records, above 0
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_utility_get_n_drawn (const DeidUtility *utility);

/**
 * deid_utility_get_n_released:
 * @utility: a utility
 *
 * Gets how many of them are released.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of released records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_utility_get_n_released (const DeidUtility *utility);

/**
 * deid_utility_get_n_excluded:
 * @utility: a utility
 *
 * Gets the number of columns that make no features in some model, having too many values or labels.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of columns
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_utility_get_n_excluded (const DeidUtility *utility);

/**
 * deid_utility_get_excluded:
 * @utility: a utility
 * @index: index of a column, below deid_utility_get_n_excluded()
 *
 * Gets the name of a column that makes no features in some model. They stand in the order of the
 * table.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_utility_get_excluded (const DeidUtility *utility, guint index);

/**
 * deid_utility_get_pmse:
 * @utility: a utility
 *
 * Gets the propensity score's mean squared error.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the error, in [0, 1/4]; 0 if none of the records that were looked at is released
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_utility_get_pmse (const DeidUtility *utility);

/**
 * deid_utility_get_expected_pmse:
 * @utility: a utility
 *
 * Gets the pMSE that is expected of a release that is drawn anew.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the expected error, from 0 on; 0 if the intercept is the only parameter
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_utility_get_expected_pmse (const DeidUtility *utility);

/**
 * deid_utility_get_pmse_ratio:
 * @utility: a utility
 *
 * Gets the pMSE over what is expected of it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the ratio, from 0 on; 0 if 0 is expected
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_utility_get_pmse_ratio (const DeidUtility *utility);

/**
 * deid_utility_get_n_parameters:
 * @utility: a utility
 *
 * Gets the number of parameters of the propensity score's model.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of parameters, the intercept included, from 1 to 20000
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_utility_get_n_parameters (const DeidUtility *utility);

/**
 * deid_utility_get_n_targets:
 * @utility: a utility
 *
 * Gets the number of columns that are predicted.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of targets
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_utility_get_n_targets (const DeidUtility *utility);

/**
 * deid_utility_get_target:
 * @utility: a utility
 * @index: index of a target, below deid_utility_get_n_targets()
 *
 * Gets the name of a column that is predicted. They stand in the order that was asked for.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_utility_get_target (const DeidUtility *utility, guint index);

/**
 * deid_utility_get_n_values:
 * @utility: a utility
 * @index: index of a target, below deid_utility_get_n_targets()
 *
 * Gets how many values of a target the input has, a missing one included.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of values, from 2 to 100
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_utility_get_n_values (const DeidUtility *utility, guint index);

/**
 * deid_utility_get_baseline:
 * @utility: a utility
 * @index: index of a target, below deid_utility_get_n_targets()
 *
 * Gets the share of the records that have the most frequent value of a target.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the share, in (0, 1)
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_utility_get_baseline (const DeidUtility *utility, guint index);

/**
 * deid_utility_get_accuracy_before:
 * @utility: a utility
 * @index: index of a target, below deid_utility_get_n_targets()
 *
 * Gets the share of the records of which a target is predicted rightly from the input's
 * quasi-identifiers.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the share, in [0, 1]
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_utility_get_accuracy_before (const DeidUtility *utility, guint index);

/**
 * deid_utility_get_accuracy_after:
 * @utility: a utility
 * @index: index of a target, below deid_utility_get_n_targets()
 *
 * Gets the share of the records, suppressed ones included, of which a target is predicted rightly
 * from what is released of the quasi-identifiers.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the share, in [0, 1]
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_utility_get_accuracy_after (const DeidUtility *utility, guint index);

/**
 * deid_utility_to_text:
 * @utility: a utility
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the figures as lines for a custodian to read.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(targets + excluded columns).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_utility_to_text (const DeidUtility *utility, GCancellable *cancellable, GError **error);

/**
 * deid_utility_to_json:
 * @utility: a utility
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the figures as a JSON object with the members `audience` (`custodian-only`), `drawn`,
 * `released`, `seed`, `folds`, `parameters`, `pmse`, `expected_pmse`, `pmse_ratio`, `excluded`, an
 * array of names, and `targets`, an array of objects with `column`, `values`, `before`, `after` and
 * `baseline`. Where a job stated the problem, `problem` is the text of
 * deid_problem_get_statement().
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(targets + excluded columns).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_utility_to_json (const DeidUtility *utility, GCancellable *cancellable, GError **error);

G_END_DECLS

#endif
