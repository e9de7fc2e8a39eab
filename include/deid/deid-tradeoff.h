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
 *
 * DeidTradeoff: read
 *     DeidJob *deid_tradeoff_get_job (tradeoff)
 *     guint deid_tradeoff_get_n_axes (tradeoff)
 *     const char *deid_tradeoff_get_axis_name (tradeoff, axis)
 *     guint deid_tradeoff_get_axis_n_values (tradeoff, axis)
 *     const char *deid_tradeoff_get_axis_value (tradeoff, axis, index)
 *     guint64 deid_tradeoff_get_n_cells (tradeoff)
 *     guint64 deid_tradeoff_get_n_records (tradeoff)
 *     DeidRiskOptions *deid_tradeoff_get_risk_options (tradeoff)
 *     guint deid_tradeoff_get_cell_index (tradeoff, cell, axis)
 *     gboolean deid_tradeoff_is_cell_solved (tradeoff, cell)
 *     gboolean deid_tradeoff_is_cell_proven (tradeoff, cell)
 *     double deid_tradeoff_get_cell_loss (tradeoff, cell)
 *     guint64 deid_tradeoff_get_cell_n_suppressed (tradeoff, cell)
 *     guint64 deid_tradeoff_get_cell_n_classes (tradeoff, cell)
 *     guint64 deid_tradeoff_get_cell_n_groups_gone (tradeoff, cell)
 *     const char *deid_tradeoff_get_cell_policy (tradeoff, cell)
 *     gboolean deid_tradeoff_get_cell_mean_shift (tradeoff, cell, shift)
 *     gboolean deid_tradeoff_get_cell_correlation_shift (tradeoff, cell, shift)
 *     gboolean deid_tradeoff_get_cell_risk (tradeoff, cell, measure, risk)
 *     gboolean deid_tradeoff_is_cell_non_dominated (tradeoff, cell)
 *     gboolean deid_tradeoff_is_cell_knee (tradeoff, cell)
 *
 * DeidTradeoff: write
 *     char *deid_tradeoff_to_text (tradeoff, cancellable, error)
 *     char *deid_tradeoff_to_csv (tradeoff, cancellable, error)
 *     char *deid_tradeoff_to_json (tradeoff, cancellable, error)
 */
#ifndef DEID_TRADEOFF_H
#define DEID_TRADEOFF_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-job.h>
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
 * limit alone are found by frontiers (deid_report_new_frontier()), if the job's search is the optimal one
 * without limits and its models allow it; others by the search of the job.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidTradeoff) tradeoff = deid_tradeoff_new (job);
 *
 * if (deid_tradeoff_add_axis (tradeoff, "k", "3,5,11", &error)
 *     && deid_tradeoff_add_axis (tradeoff, "suppression", "0,1%,5%", &error)
 *     && deid_tradeoff_run (tradeoff, NULL, &error))
 *   text = deid_tradeoff_to_text (tradeoff, NULL, &error);
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
 * deid_tradeoff_get_job:
 * @tradeoff: a trade-off
 *
 * Gets the job that is varied.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the job
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidJob *deid_tradeoff_get_job (const DeidTradeoff *tradeoff);

/**
 * deid_tradeoff_get_n_axes:
 * @tradeoff: a trade-off
 *
 * Gets the number of axes.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of axes
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_tradeoff_get_n_axes (const DeidTradeoff *tradeoff);

/**
 * deid_tradeoff_get_axis_name:
 * @tradeoff: a trade-off
 * @axis: number of an axis, below deid_tradeoff_get_n_axes()
 *
 * Gets the name of an axis.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_tradeoff_get_axis_name (const DeidTradeoff *tradeoff, guint axis);

/**
 * deid_tradeoff_get_axis_n_values:
 * @tradeoff: a trade-off
 * @axis: number of an axis, below deid_tradeoff_get_n_axes()
 *
 * Gets how many values an axis has.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of values
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_tradeoff_get_axis_n_values (const DeidTradeoff *tradeoff, guint axis);

/**
 * deid_tradeoff_get_axis_value:
 * @tradeoff: a trade-off
 * @axis: number of an axis, below deid_tradeoff_get_n_axes()
 * @index: number of a value, below deid_tradeoff_get_axis_n_values()
 *
 * Gets a value of an axis.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the value, as it was given
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_tradeoff_get_axis_value (const DeidTradeoff *tradeoff, guint axis, guint index);

/**
 * deid_tradeoff_get_n_cells:
 * @tradeoff: a trade-off
 *
 * Gets the number of cells, the product of the numbers of values. The last axis varies first.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of cells, 0 before the run
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_tradeoff_get_n_cells (const DeidTradeoff *tradeoff);

/**
 * deid_tradeoff_get_n_records:
 * @tradeoff: a trade-off
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
guint64 deid_tradeoff_get_n_records (const DeidTradeoff *tradeoff);

/**
 * deid_tradeoff_get_risk_options:
 * @tradeoff: a trade-off
 *
 * Gets the risk options of the job as it was run, whose threshold says which records are at risk.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the options, or %NULL before the run
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskOptions *deid_tradeoff_get_risk_options (const DeidTradeoff *tradeoff);

/**
 * deid_tradeoff_get_cell_index:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 * @axis: number of an axis, below deid_tradeoff_get_n_axes()
 *
 * Gets which value of an axis a cell has.
 *
 * Any thread may call this. Complexity: O(axes).
 *
 * Returns: the number of the value
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_tradeoff_get_cell_index (const DeidTradeoff *tradeoff, guint64 cell, guint axis);

/**
 * deid_tradeoff_is_cell_solved:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 *
 * Tells whether a cell has a solution. All that follows is 0 or %NULL where it has none.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it has one
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_tradeoff_is_cell_solved (const DeidTradeoff *tradeoff, guint64 cell);

/**
 * deid_tradeoff_is_cell_proven:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 *
 * Tells whether it is proven that a cell has the optimum, or that there is no solution.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is proven
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_tradeoff_is_cell_proven (const DeidTradeoff *tradeoff, guint64 cell);

/**
 * deid_tradeoff_get_cell_loss:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 *
 * Gets the loss of a cell.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the loss
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_tradeoff_get_cell_loss (const DeidTradeoff *tradeoff, guint64 cell);

/**
 * deid_tradeoff_get_cell_n_suppressed:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 *
 * Gets how many records a cell suppresses.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_tradeoff_get_cell_n_suppressed (const DeidTradeoff *tradeoff, guint64 cell);

/**
 * deid_tradeoff_get_cell_n_classes:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 *
 * Gets how many classes a cell releases.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of classes
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_tradeoff_get_cell_n_classes (const DeidTradeoff *tradeoff, guint64 cell);

/**
 * deid_tradeoff_get_cell_n_groups_gone:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 *
 * Gets how many groups are nearly gone in a cell.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of groups
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_tradeoff_get_cell_n_groups_gone (const DeidTradeoff *tradeoff, guint64 cell);

/**
 * deid_tradeoff_get_cell_policy:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 *
 * Gets the policy of a cell, as deid_policy_to_text() writes it: the lattices of cells differ.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the policy
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_tradeoff_get_cell_policy (const DeidTradeoff *tradeoff, guint64 cell);

/**
 * deid_tradeoff_get_cell_mean_shift:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
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
gboolean deid_tradeoff_get_cell_mean_shift (const DeidTradeoff *tradeoff, guint64 cell,
                                            double *shift);

/**
 * deid_tradeoff_get_cell_correlation_shift:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
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
gboolean deid_tradeoff_get_cell_correlation_shift (const DeidTradeoff *tradeoff, guint64 cell,
                                                   double *shift);

/**
 * deid_tradeoff_get_cell_risk:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 * @measure: what is measured
 * @risk: (out): return location for the risk, from 0 to 1
 *
 * Gets a risk of what a cell releases. Averages and shares are over records or, if the dataset has
 * an entity column, over persons: those of deid_risk_report_get_person_risks(). At risk are those
 * above the threshold of deid_tradeoff_get_risk_options(). A population risk is rounded up, another
 * one to the nearest double.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is one: the cell has a solution and, for a population risk, the job has a
 *   population; if not, it is 0
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_tradeoff_get_cell_risk (const DeidTradeoff *tradeoff, guint64 cell,
                                      DeidRiskMeasure measure, double *risk);

/**
 * deid_tradeoff_is_cell_non_dominated:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 *
 * Tells whether a cell is not dominated.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is not; no cell without a solution is
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_tradeoff_is_cell_non_dominated (const DeidTradeoff *tradeoff, guint64 cell);

/**
 * deid_tradeoff_is_cell_knee:
 * @tradeoff: a trade-off
 * @cell: number of a cell, below deid_tradeoff_get_n_cells()
 *
 * Tells whether a cell is a knee.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is one
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_tradeoff_is_cell_knee (const DeidTradeoff *tradeoff, guint64 cell);

/**
 * deid_tradeoff_to_text:
 * @tradeoff: a trade-off
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the cells as lines for a custodian to read.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(cells).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_tradeoff_to_text (const DeidTradeoff *tradeoff, GCancellable *cancellable,
                             GError **error);

/**
 * deid_tradeoff_to_csv:
 * @tradeoff: a trade-off
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the cells as comma-separated values. The first line has the names: those of the axes,
 * `solved`, `proven`, `loss`, `suppressed`, `classes`, `mean_shift`, `correlation_shift`,
 * `highest_risk`, `average_risk`, `at_risk`, `population_risk_mean`, `groups_gone`,
 * `non_dominated`, `knee`, `policy` and `sizes_count`: `persons` if the dataset has an entity
 * column, otherwise `records`. Averages and shares of risk are over persons or records, as
 * `sizes_count` says. Flags are 0 or 1; what a cell does not have is empty. Names and values of
 * axes are in quotes.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(cells).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_tradeoff_to_csv (const DeidTradeoff *tradeoff, GCancellable *cancellable,
                            GError **error);

/**
 * deid_tradeoff_to_json:
 * @tradeoff: a trade-off
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all of it as a JSON object with the members `audience` (`custodian-only`), `records`,
 * `sizes_count` (see deid_tradeoff_to_csv()), `above` (the risk above which a record is at risk, or
 * null before the run), `axes`, their names, `cells`, an array of objects with `values`, of each
 * axis in their order, `solved`, `proven` and, if it is solved, `loss`, `suppressed`, `classes`,
 * `mean_shift`, `correlation_shift`, `highest_risk`, `average_risk`, `at_risk` and
 * `population_risk_mean` (each of them null without one), `groups_gone`, `non_dominated`, `knee`
 * and `policy`; and `problem`, the text of deid_job_to_text(), as the job was run.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(cells).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_tradeoff_to_json (const DeidTradeoff *tradeoff, GCancellable *cancellable,
                             GError **error);

G_END_DECLS

#endif
