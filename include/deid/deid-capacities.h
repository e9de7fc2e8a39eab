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
 *     void deid_capacity_search_get_weights (search, mean, correlation, loss)
 *     gboolean deid_capacity_search_set_n_restarts (search, n_restarts, error)
 *     guint deid_capacity_search_get_n_restarts (search)
 *     gboolean deid_capacity_search_set_seed (search, seed, error)
 *     guint64 deid_capacity_search_get_seed (search)
 *
 * DeidCapacitySearch: use
 *     gboolean deid_capacity_search_run (search, cancellable, error)
 *
 * DeidCapacitySearch: read
 *     DeidJob *deid_capacity_search_get_job (search)
 *     guint deid_capacity_search_get_n_columns (search)
 *     const char *deid_capacity_search_get_column_name (search, column)
 *     guint deid_capacity_search_get_n_candidates (search, column)
 *     guint64 deid_capacity_search_get_candidate (search, column, candidate)
 *     guint64 deid_capacity_search_get_n_records (search)
 *     guint64 deid_capacity_search_get_n_trials (search)
 *     gboolean deid_capacity_search_get_best_trial (search, trial)
 *     guint64 deid_capacity_search_get_trial_capacity (search, trial, column)
 *     char *deid_capacity_search_get_trial_rule (search, trial, column)
 *     char *deid_capacity_search_get_trial_settings (search, trial, error)
 *     guint deid_capacity_search_get_trial_start (search, trial)
 *     gboolean deid_capacity_search_is_trial_solved (search, trial)
 *     gboolean deid_capacity_search_is_trial_proven (search, trial)
 *     double deid_capacity_search_get_trial_loss (search, trial)
 *     guint64 deid_capacity_search_get_trial_n_suppressed (search, trial)
 *     guint deid_capacity_search_get_trial_n_lost (search, trial)
 *     gboolean deid_capacity_search_get_trial_mean_shift (search, trial, shift)
 *     gboolean deid_capacity_search_get_trial_correlation_shift (search, trial, shift)
 *     gboolean deid_capacity_search_get_trial_score (search, trial, score)
 *     const char *deid_capacity_search_get_trial_policy (search, trial)
 *
 * DeidCapacitySearch: write
 *     char *deid_capacity_search_to_text (search, cancellable, error)
 *     char *deid_capacity_search_to_csv (search, cancellable, error)
 *     char *deid_capacity_search_to_json (search, cancellable, error)
 */
#ifndef DEID_CAPACITIES_H
#define DEID_CAPACITIES_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-job.h>

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
 * if the job's search has no time limit.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidCapacitySearch) search = deid_capacity_search_new (job);
 * guint64 best;
 *
 * if (deid_capacity_search_run (search, NULL, &error)
 *     && deid_capacity_search_get_best_trial (search, &best))
 *   settings = deid_capacity_search_get_trial_settings (search, best, &error);
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
 * deid_capacity_search_get_weights:
 * @search: a search for capacities
 * @mean: (out): return location for the weight of the largest shift of a mean
 * @correlation: (out): return location for that of the largest shift of a correlation
 * @loss: (out): return location for that of the loss
 *
 * Gets the weights of the score.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_capacity_search_get_weights (const DeidCapacitySearch *search, double *mean,
                                       double *correlation, double *loss);

/**
 * deid_capacity_search_set_n_restarts:
 * @search: a search for capacities
 * @n_restarts: how often to start again, at most 1000
 * @error: return location for an error, or %NULL
 *
 * Sets how many starts at random candidates follow the one at the capacities of the rules.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for more than 1000; %DEID_ERROR_IMMUTABLE for a search that
 * was run. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_set_n_restarts (DeidCapacitySearch *search, guint n_restarts,
                                              GError **error);

/**
 * deid_capacity_search_get_n_restarts:
 * @search: a search for capacities
 *
 * Gets how many starts at random candidates there are.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of restarts
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_capacity_search_get_n_restarts (const DeidCapacitySearch *search);

/**
 * deid_capacity_search_set_seed:
 * @search: a search for capacities
 * @seed: any number
 * @error: return location for an error, or %NULL
 *
 * Sets the seed that random starts are drawn with.
 *
 * Errors: %DEID_ERROR_IMMUTABLE for a search that was run. One thread at a time. Complexity: O(1).
 *
 * Returns: whether it was set
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_set_seed (DeidCapacitySearch *search, guint64 seed, GError **error);

/**
 * deid_capacity_search_get_seed:
 * @search: a search for capacities
 *
 * Gets the seed.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the seed
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_capacity_search_get_seed (const DeidCapacitySearch *search);

/**
 * deid_capacity_search_run:
 * @search: a search for capacities
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Makes the trials. That one has no solution is no error, nor is it that none has one. The job
 * reads its table, if it has not done so.
 *
 * Errors: %DEID_ERROR_UNKNOWN_COLUMN; %DEID_ERROR_INVALID_ARGUMENT for a column that is no
 * quasi-identifier with a rule of capacities, or whose type (deid_dataset_set_column_type()) is not
 * integer or decimal while a shift has a weight; %DEID_ERROR_EMPTY if no column has such a rule;
 * those of deid_job_run(), but for %DEID_ERROR_NO_SOLUTION and %DEID_ERROR_LIMIT_REACHED;
 * %DEID_ERROR_IMMUTABLE for a search that was run; %G_IO_ERROR_CANCELLED. One thread at a time.
 * Complexity: for each trial that of a search and O(rows x (columns + pairs of columns of
 * numbers)); a round of the descent makes at most as many trials as there are candidates of all
 * columns.
 *
 * Returns: whether it was run
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_run (DeidCapacitySearch *search, GCancellable *cancellable,
                                   GError **error);

/**
 * deid_capacity_search_get_job:
 * @search: a search for capacities
 *
 * Gets the job.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the job
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidJob *deid_capacity_search_get_job (const DeidCapacitySearch *search);

/**
 * deid_capacity_search_get_n_columns:
 * @search: a search for capacities
 *
 * Gets how many columns capacities are chosen for.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of columns, 0 before the run
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_capacity_search_get_n_columns (const DeidCapacitySearch *search);

/**
 * deid_capacity_search_get_column_name:
 * @search: a search for capacities
 * @column: number of a column, below deid_capacity_search_get_n_columns()
 *
 * Gets the name of a column. They are in the order of the table.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_capacity_search_get_column_name (const DeidCapacitySearch *search, guint column);

/**
 * deid_capacity_search_get_n_candidates:
 * @search: a search for capacities
 * @column: number of a column, below deid_capacity_search_get_n_columns()
 *
 * Gets how many candidates a column has.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of candidates
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_capacity_search_get_n_candidates (const DeidCapacitySearch *search, guint column);

/**
 * deid_capacity_search_get_candidate:
 * @search: a search for capacities
 * @column: number of a column, below deid_capacity_search_get_n_columns()
 * @candidate: number of a candidate, below deid_capacity_search_get_n_candidates()
 *
 * Gets a candidate of a column; they rise.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the capacity, in records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_capacity_search_get_candidate (const DeidCapacitySearch *search, guint column,
                                            guint candidate);

/**
 * deid_capacity_search_get_n_records:
 * @search: a search for capacities
 *
 * Gets the number of records of the table, weighted by the weight column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records, 0 before the run
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_capacity_search_get_n_records (const DeidCapacitySearch *search);

/**
 * deid_capacity_search_get_n_trials:
 * @search: a search for capacities
 *
 * Gets how many combinations were tried. They are in the order in which that was done; the first
 * one has the capacities of the rules.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of trials, 0 before the run
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_capacity_search_get_n_trials (const DeidCapacitySearch *search);

/**
 * deid_capacity_search_get_best_trial:
 * @search: a search for capacities
 * @trial: (out): return location for the number of the trial
 *
 * Gets the best trial.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is one: some trial has a solution
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_get_best_trial (const DeidCapacitySearch *search, guint64 *trial);

/**
 * deid_capacity_search_get_trial_capacity:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 * @column: number of a column, below deid_capacity_search_get_n_columns()
 *
 * Gets the capacity of a column in a trial.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the capacity, in records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_capacity_search_get_trial_capacity (const DeidCapacitySearch *search, guint64 trial,
                                                 guint column);

/**
 * deid_capacity_search_get_trial_rule:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 * @column: number of a column, below deid_capacity_search_get_n_columns()
 *
 * Gets the rule of a column in a trial, for deid_hierarchy_new_from_specification() or the key
 * `rule` of a problem file.
 *
 * Any thread may call this. Complexity: O(its length).
 *
 * Returns: (transfer full): the rule, to be freed with g_free()
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_capacity_search_get_trial_rule (const DeidCapacitySearch *search, guint64 trial,
                                           guint column);

/**
 * deid_capacity_search_get_trial_settings:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 * @error: return location for an error, or %NULL
 *
 * Writes the rules of a trial as the lines of a problem file, which deid_job_load_text() takes
 * behind the settings of the job.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(columns).
 *
 * Returns: (transfer full): the lines, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_capacity_search_get_trial_settings (const DeidCapacitySearch *search, guint64 trial,
                                               GError **error);

/**
 * deid_capacity_search_get_trial_start:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 *
 * Gets which start came to a trial first: 0 for the capacities of the rules, or the number of a
 * restart.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of the start
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_capacity_search_get_trial_start (const DeidCapacitySearch *search, guint64 trial);

/**
 * deid_capacity_search_is_trial_solved:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 *
 * Tells whether a trial has a solution. All that follows is 0 or %NULL where it has none.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it has one
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_is_trial_solved (const DeidCapacitySearch *search, guint64 trial);

/**
 * deid_capacity_search_is_trial_proven:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 *
 * Tells whether it is proven that the policy of a trial is the optimum for its capacities, or that
 * there is no solution.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is proven
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_is_trial_proven (const DeidCapacitySearch *search, guint64 trial);

/**
 * deid_capacity_search_get_trial_loss:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 *
 * Gets the loss of a trial.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the loss
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_capacity_search_get_trial_loss (const DeidCapacitySearch *search, guint64 trial);

/**
 * deid_capacity_search_get_trial_n_suppressed:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 *
 * Gets how many records a trial suppresses.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_capacity_search_get_trial_n_suppressed (const DeidCapacitySearch *search,
                                                     guint64 trial);

/**
 * deid_capacity_search_get_trial_n_lost:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 *
 * Gets how many columns a trial loses: they vary, and nothing released stands for a number.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of columns
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_capacity_search_get_trial_n_lost (const DeidCapacitySearch *search, guint64 trial);

/**
 * deid_capacity_search_get_trial_mean_shift:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 * @shift: (out): return location for the change, in standard deviations
 *
 * Gets the largest change of the mean of a column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is one: some column has a mean before and after
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_get_trial_mean_shift (const DeidCapacitySearch *search, guint64 trial,
                                                    double *shift);

/**
 * deid_capacity_search_get_trial_correlation_shift:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 * @shift: (out): return location for the change
 *
 * Gets the largest change of the correlation of two columns; one that is lost counts as 0
 * afterwards.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is one: some pair has a correlation before
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_get_trial_correlation_shift (const DeidCapacitySearch *search,
                                                           guint64 trial, double *shift);

/**
 * deid_capacity_search_get_trial_score:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 * @score: (out): return location for the score
 *
 * Gets the score of a trial. A shift that there is none of counts as 0; columns that are lost count
 * before all scores.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it has one: it is solved
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_capacity_search_get_trial_score (const DeidCapacitySearch *search, guint64 trial,
                                               double *score);

/**
 * deid_capacity_search_get_trial_policy:
 * @search: a search for capacities
 * @trial: number of a trial, below deid_capacity_search_get_n_trials()
 *
 * Gets the policy of a trial, as deid_policy_to_text() writes it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the policy
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_capacity_search_get_trial_policy (const DeidCapacitySearch *search, guint64 trial);

/**
 * deid_capacity_search_to_text:
 * @search: a search for capacities
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all trials as lines for a custodian to read, and the rules of the best one as those of a
 * problem file.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(trials x columns).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_capacity_search_to_text (const DeidCapacitySearch *search, GCancellable *cancellable,
                                    GError **error);

/**
 * deid_capacity_search_to_csv:
 * @search: a search for capacities
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all trials as comma-separated values. The first line has the names: those of the columns,
 * in quotes, `solved`, `proven`, `best`, `start`, `score`, `mean_shift`, `correlation_shift`,
 * `lost`, `loss`, `suppressed` and `policy`. Flags are 0 or 1; what a trial does not have is empty.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(trials x columns).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_capacity_search_to_csv (const DeidCapacitySearch *search, GCancellable *cancellable,
                                   GError **error);

/**
 * deid_capacity_search_to_json:
 * @search: a search for capacities
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all of it as a JSON object with the members `audience` (`custodian-only`), `records`,
 * `weights` (`mean`, `correlation` and `loss`), `restarts`, `seed`, `columns`, their names,
 * `trials`, an array of objects with `capacities`, in the order of the columns, `solved`, `proven`,
 * `best`, `start` and, if it is solved, `score`, `mean_shift` and `correlation_shift` (null without
 * one), `lost`, `loss`, `suppressed` and `policy`; `best`, the rules of the best trial by column,
 * or null; and `problem`, the text of deid_job_to_text().
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(trials x columns).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_capacity_search_to_json (const DeidCapacitySearch *search, GCancellable *cancellable,
                                    GError **error);

G_END_DECLS

#endif
