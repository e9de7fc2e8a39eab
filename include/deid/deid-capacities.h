/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidCapacitySearch: make and keep
 *     DeidCapacitySearch *deid_capacity_search_new (job)
 *     DeidCapacitySearch *deid_capacity_search_ref (search)
 *     void deid_capacity_search_unref (search)
 *     GType deid_capacity_search_get_type (void)
 *
 * DeidCapacitySearch: fill in
 *     gboolean deid_capacity_search_add_column (search, column, error)
 *     gboolean deid_capacity_search_set_weights (search, mean, correlation, loss, error)
 *     gboolean deid_capacity_search_set_restarts (search, n_restarts, seed, error)
 *
 * DeidCapacitySearch: use
 *     DeidReport *deid_report_new_capacities (search, cancellable, error)
 */
#ifndef DEID_CAPACITIES_H
#define DEID_CAPACITIES_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-job.h>
#include <deid/deid-report.h>

G_BEGIN_DECLS

/**
 * DeidCapacitySearch:
 *
 * A search for capacities: how many records the bins of columns should hold so that a release
 * shifts means and correlations little. It is for quasi-identifiers of numbers whose rule is
 * `capacity:…`; the models, the limits and all else are those of a job.
 *
 * A *trial* gives each of these columns one capacity, whose rule keeps its options, and searches
 * for the optimal policy as the job does. Its *score* is the weighted sum of three figures, the
 * less the better: the largest shift of a mean, in standard deviations of the original values, and
 * the largest shift of a correlation, both as in #DeidTradeoff, and the loss. A trial without a
 * solution has none. A column is *lost* if it varies and nothing that is released of it stands for
 * a number, so that there is no shift of its mean. Of two trials the one that loses fewer columns
 * is better, unless neither shift has a weight; then the one with the smaller score; then the one
 * with the smaller loss; then the one that was made first.
 *
 * The candidates of a column are k, the largest one of k-anonymity in the job or 1 without one;
 * the numbers 1, 2, 5, 10, 20, 50 and so on from there to half of the records; and the capacity of
 * its rule, the first if there are several. The search is a coordinate descent: one column after
 * the other, in the order of the table, gets the best of all its candidates while the other
 * columns keep theirs, until no change of one column is better. It starts at the capacities of the
 * rules, then again at candidates drawn at random. No combination is tried twice. So what it finds
 * is the best one for one column, never worse than the rules are, and for several columns one that
 * no change of a single column betters; another combination may.
 *
 * The table is read once. The same job, columns, weights, restarts and seed make the same trials,
 * if the job's search has no time limit. Immutable once a report of it was made.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidCapacitySearch) search = deid_capacity_search_new (job);
 * g_autoptr (DeidReport) report = deid_report_new_capacities (search, NULL, &error);
 *
 * if (report != NULL && deid_report_get_text (report, "settings") != NULL)
 *   g_print ("%s", deid_report_get_text (report, "settings"));
 * ]|
 *
 * Custodian-only: what one capacity suppresses and the next does not tells of single records.
 *
 * Since: 0.1
 */
typedef struct DeidCapacitySearch DeidCapacitySearch;

/**
 * deid_capacity_search_new:
 * @job: a job, whose settings must not be changed before the run is over
 *
 * Creates a search over all columns with such a rule, with the weights 1 of the shift of means, 1
 * of that of correlations and 0 of the loss, 3 restarts and the seed 0.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): a new search
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidCapacitySearch *deid_capacity_search_new (DeidJob *job);

/**
 * deid_capacity_search_get_type:
 *
 * Gets the type under which #DeidCapacitySearch is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_capacity_search_get_type (void);

/**
 * deid_capacity_search_ref:
 * @search: a search for capacities
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @search
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidCapacitySearch *deid_capacity_search_ref (DeidCapacitySearch *search);

/**
 * deid_capacity_search_unref:
 * @search: (transfer full): a search for capacities
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_capacity_search_unref (DeidCapacitySearch *search);

/**
 * deid_capacity_search_add_column:
 * @search: a search for capacities
 * @column: the name of a column
 * @error: return location for an error, or %NULL
 *
 * Adds a column whose capacity is chosen; those not added keep theirs. Without any, all columns
 * with such a rule are.
 *
 * Errors: %DEID_ERROR_DUPLICATE_COLUMN, %DEID_ERROR_IMMUTABLE for a search that was run,
 * %DEID_ERROR_NO_MEMORY. Whether the job has it shows when it is run. One thread at a time.
 * Complexity: O(columns).
 *
 * Returns: whether it was added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_add_column (DeidCapacitySearch *search, const char *column,
                                          GError **error);

/**
 * deid_capacity_search_set_weights:
 * @search: a search for capacities
 * @mean: the weight of the largest shift of a mean
 * @correlation: the weight of the largest shift of a correlation
 * @loss: the weight of the loss
 * @error: return location for an error, or %NULL
 *
 * Sets the weights of the score.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a weight that is negative or not finite, and if all are
 * 0; %DEID_ERROR_IMMUTABLE for a search that was run. One thread at a time. Complexity: O(1).
 *
 * Returns: whether they were set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_set_weights (DeidCapacitySearch *search, double mean,
                                           double correlation, double loss, GError **error);

/**
 * deid_capacity_search_set_restarts:
 * @search: a search for capacities
 * @n_restarts: how often to start again, at most 1000
 * @seed: what random starts are drawn with, any number
 * @error: return location for an error, or %NULL
 *
 * Sets how many starts at random candidates follow the one at the capacities of the rules.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for more than 1000; %DEID_ERROR_IMMUTABLE for a search that
 * was run. One thread at a time. Complexity: O(1).
 *
 * Returns: whether they were set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_set_restarts (DeidCapacitySearch *search, guint n_restarts,
                                            guint64 seed, GError **error);

/**
 * deid_report_new_capacities:
 * @search: a search for capacities; immutable from now on, unless this fails
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Makes the trials, unless a report of them was made, and a report: a row for each trial, in the
 * order in which they were made, the first one with the capacities of the rules; which one is the
 * best, and its rules as the lines of a problem file, which deid_job_load_text() takes behind the
 * settings of the job. That a trial has no solution is no error, nor is it that none has one. The
 * job reads its table, if it has not done so.
 *
 * As CSV the report has a line for each trial. The first line has the names: those of the columns,
 * in quotes, `solved`, `proven`, `best`, `start`, `score`, `mean_shift`, `correlation_shift`,
 * `lost`, `loss`, `suppressed` and `policy`. Flags are 0 or 1; what a trial does not have is empty.
 *
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for a column that is no
 * quasi-identifier with a rule of capacities, or whose type (deid_dataset_set_column_type()) is not
 * integer or decimal while a shift has a weight; %DEID_ERROR_EMPTY if no column has such a rule;
 * those of deid_job_run(), but for %DEID_ERROR_NO_SOLUTION and %DEID_ERROR_LIMIT_REACHED;
 * %G_IO_ERROR_CANCELLED. One thread at a time. Complexity: for each trial that of a search and
 * O(rows x (columns + pairs of columns of numbers)); a round of the descent makes at most as many
 * trials as there are candidates of all columns.
 *
 * Returns: (transfer full): the report, of the kind `capacities`, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_capacities (DeidCapacitySearch *search, GCancellable *cancellable,
                                        GError **error);

G_END_DECLS

#endif
