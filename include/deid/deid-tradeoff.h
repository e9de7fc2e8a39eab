/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidTradeoff: make and keep
 *     DeidTradeoff *deid_tradeoff_new (job)
 *     DeidTradeoff *deid_tradeoff_ref (tradeoff)
 *     void deid_tradeoff_unref (tradeoff)
 *     GType deid_tradeoff_get_type (void)
 *
 * DeidTradeoff: fill in
 *     gboolean deid_tradeoff_add_axis (tradeoff, name, values, error)
 *
 * DeidTradeoff: use
 *     gboolean deid_tradeoff_run (tradeoff, cancellable, error)
 *     DeidReport *deid_report_new_tradeoff (tradeoff, cancellable, error)
 *     DeidReport *deid_report_new_risk_frontier_with (report, result, tradeoff, alternatives,
 *           cancellable, error)
 */
#ifndef DEID_TRADEOFF_H
#define DEID_TRADEOFF_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-job.h>
#include <deid/deid-report.h>
#include <deid/deid-risk-options.h>

G_BEGIN_DECLS

/**
 * DeidTradeoff:
 *
 * A job with some of its settings varied: a grid whose *axes* are settings, each with a list of
 * values, and whose *cells* are what comes of each combination of values: loss, suppressed records,
 * policy, classes that are released, their risks, what happened to the data, and whether all of
 * that is proven.
 *
 * The name of an axis is
 *
 * - a privacy model of the job, such as `k` or `dl`: values are the parameters behind the first
 *   colon, such as 5, or `0.4:0.2` of two; a job without `k` has it from the axis;
 * - `suppression`: the share of records that may be suppressed, such as `0`, `1%`, `0.05`; or
 *   `records`: their number;
 * - `capacity:COLUMN`: the capacities of a column whose rule is `capacity:…`, which keeps its
 *   options;
 * - `SECTION.KEY`: a key of the sections models, quality, limits and search of a problem file, or
 *   the key rule, hierarchy, kind, levels or weight of `column NAME`, such as `column age.levels`.
 *
 * The shifts of a cell are those of columns of numbers (deid_dataset_set_column_type()) that are
 * released: the largest change of a mean, in standard deviations of the original values, and the
 * largest change of a correlation. A number in a generalized column stands for the middle of the
 * range that its label names; records whose label has no two ends have no number. A *group* is the
 * records with one value of a column, at least 20; it is nearly gone if at least four in five of
 * them are suppressed, and more than twice the share of the table.
 *
 * A cell is *not dominated* if no other cell is as good in all of k, suppressed records, loss,
 * shifts and columns without any number left, and better in one. Cells with other privacy models
 * than k, another quality model or other weights are not compared. Of cells with the same k a
 * *knee* is the one from which on more suppression gains little: with suppressed records and loss
 * of the cells that no other one betters in both scaled to [0, 1], the one that is farthest below
 * the line between the first and the last. Source: V. Satopaa, J. Albrecht, D. Irwin, B. Raghavan,
 * "Finding a 'Kneedle' in a Haystack", IEEE ICDCS Workshops 2011, without smoothing.
 *
 * The table is read once, and so is each hierarchy. Cells that differ in k and the suppression
 * limit alone are found by frontiers (deid_report_new_frontier()), if the job's search is the
 * optimal one without limits and its models allow it; others by the search of the job.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidTradeoff) tradeoff = deid_tradeoff_new (job);
 *
 * if (deid_tradeoff_add_axis (tradeoff, "k", "3,5,11", &error)
 *     && deid_tradeoff_add_axis (tradeoff, "suppression", "0,1%,5%", &error)
 *     && deid_tradeoff_run (tradeoff, NULL, &error))
 *   report = deid_report_new_tradeoff (tradeoff, NULL, &error);
 * ]|
 *
 * Custodian-only: what one setting suppresses and the next does not tells of single records.
 *
 * Since: 0.1
 */
typedef struct DeidTradeoff DeidTradeoff;

/**
 * deid_tradeoff_new:
 * @job: a job, whose settings must not be changed before the run is over
 *
 * Creates a trade-off without axes.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): a new trade-off
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidTradeoff *deid_tradeoff_new (DeidJob *job);

/**
 * deid_tradeoff_get_type:
 *
 * Gets the type under which #DeidTradeoff is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_tradeoff_get_type (void);

/**
 * deid_tradeoff_ref:
 * @tradeoff: a trade-off
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @tradeoff
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidTradeoff *deid_tradeoff_ref (DeidTradeoff *tradeoff);

/**
 * deid_tradeoff_unref:
 * @tradeoff: (transfer full): a trade-off
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_tradeoff_unref (DeidTradeoff *tradeoff);

/**
 * deid_tradeoff_add_axis:
 * @tradeoff: a trade-off
 * @name: the name of the axis
 * @values: its values, with commas between them; or, if there is a semicolon among them, with
 * semicolons, as in lists of problem files, where `\;` is a semicolon within a value
 * @error: return location for an error, or %NULL
 *
 * Adds an axis, behind the others. What values mean shows when the trade-off is run.
 *
 * Errors: %DEID_ERROR_PARSE for an empty name, no values, an empty one, or one that is there twice:
 * but for an axis SECTION.KEY, `5%` and `0.05` are the same;
 * %DEID_ERROR_INVALID_ARGUMENT for an axis that is there, as suppression and records are one;
 * %DEID_ERROR_TOO_LARGE for more than 10,000 cells; %DEID_ERROR_IMMUTABLE, %DEID_ERROR_NO_MEMORY.
 * One thread at a time. Complexity: O(axes + length of @values).
 *
 * Returns: whether it was added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_tradeoff_add_axis (DeidTradeoff *tradeoff, const char *name, const char *values,
                                 GError **error);

/**
 * deid_tradeoff_run:
 * @tradeoff: a trade-off
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Fills in all cells. A cell without a solution says so. The job reads its table, if it has not
 * done so; its other settings can be changed afterwards.
 *
 * Errors: %DEID_ERROR_EMPTY without an axis; %DEID_ERROR_INVALID_ARGUMENT for an axis whose key has
 * to do with the table or with what is written; %DEID_ERROR_PARSE for an axis that the job does not
 * have and for values that are not what the axis expects; those of deid_job_run(), but for
 * %DEID_ERROR_NO_SOLUTION and %DEID_ERROR_LIMIT_REACHED; %DEID_ERROR_IMMUTABLE for a trade-off that
 * was run; %G_IO_ERROR_CANCELLED. Messages name the axis. One thread at a time. Complexity: that of
 * a search for each cell, and O(rows x (columns + pairs of columns of numbers)).
 *
 * Returns: whether it was run
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_tradeoff_run (DeidTradeoff *tradeoff, GCancellable *cancellable, GError **error);

/**
 * deid_report_new_risk_frontier_with:
 * @report: a report of deid_report_new_risk_frontier(), or of this function
 * @result: (nullable): a result of the problem, or of another one with the same lattice, quality
 *   model, population and weights of groups, whose models and limits may differ
 * @tradeoff: (nullable): a trade-off that was run, of the job that made the problem
 * @alternatives: (nullable): a result whose alternatives (see deid_report_new_alternatives()) are
 *   policies of the lattice of the problem
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Makes a report with the points of another one and, behind them, a result, all cells of a
 * trade-off and all alternatives of a result.
 *
 * A cell is what its own models and limits release; one without a solution is a point without one.
 * The records at risk are those above the threshold of the frontier, whatever that of the job is.
 * Losses that are measured in another way cannot be compared: the problem has to be that of
 * deid_job_get_problem() with the job as it was run, and no axis may vary the quality model or the
 * weight of a column. An alternative is evaluated anew by deid_problem_evaluate(), with the models
 * and limits of the problem.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a report of another kind, a result of another problem,
 * alternatives of a search that lists none, and a trade-off that was not run, is of another job, or
 * has such an axis; those of deid_problem_evaluate(), %DEID_ERROR_NO_SOLUTION for an alternative
 * that is no solution of this problem among them; those of deid_report_new_risks();
 * %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O((results +
 * alternatives) x rows x attributes + cells x sizes of classes), and O(points x points that are not
 * dominated).
 *
 * Returns: (transfer full): the report, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_risk_frontier_with (DeidReport *report, DeidResult *result,
                                                DeidTradeoff *tradeoff, DeidResult *alternatives,
                                                GCancellable *cancellable, GError **error);

/**
 * deid_report_new_tradeoff:
 * @tradeoff: a trade-off that was run
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Makes a report of the cells of a trade-off: a row each, the last axis varying first, with the
 * values of the axes, the policy, loss, suppressed records, classes, shifts, risks, groups that are
 * nearly gone, and whether the cell is proven, not dominated and a knee. A cell without a solution
 * says so and has no figures of a release.
 *
 * As CSV the report has a line for each cell. The first line has the names: those of the axes,
 * `solved`, `proven`, `loss`, `suppressed`, `classes`, `mean_shift`, `correlation_shift`,
 * `highest_risk`, `average_risk`, `at_risk`, `population_risk_mean`, `groups_gone`,
 * `non_dominated`, `knee`, `policy` and `sizes_count`. Flags are 0 or 1; what a cell does not have
 * is empty. Names and values of axes are in quotes.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a trade-off that was not run, %DEID_ERROR_NO_MEMORY,
 * %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity: O(cells).
 *
 * Returns: (transfer full): the report, of the kind `tradeoff`, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidReport *deid_report_new_tradeoff (DeidTradeoff *tradeoff, GCancellable *cancellable,
                                      GError **error);

G_END_DECLS

#endif
