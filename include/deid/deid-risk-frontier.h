/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidRiskFrontier: make and keep
 *     DeidRiskFrontier *deid_risk_frontier_new (problem, measure, options, error)
 *     DeidRiskFrontier *deid_risk_frontier_new_optimal (problem, measure, thresholds, n_thresholds,
 *           cancellable, error)
 *     DeidRiskFrontier *deid_risk_frontier_ref (frontier)
 *     void deid_risk_frontier_unref (frontier)
 *     GType deid_risk_frontier_get_type (void)
 *
 * DeidRiskFrontier: fill in
 *     gboolean deid_risk_frontier_add_optima (frontier, thresholds, n_thresholds, cancellable,
 *           error)
 *     gboolean deid_risk_frontier_add_result (frontier, result, cancellable, error)
 *     gboolean deid_risk_frontier_add_alternatives (frontier, alternatives, cancellable, error)
 *     gboolean deid_risk_frontier_add_tradeoff (frontier, tradeoff, cancellable, error)
 *
 * DeidRiskFrontier: read
 *     DeidProblem *deid_risk_frontier_get_problem (frontier)
 *     DeidRiskMeasure deid_risk_frontier_get_measure (frontier)
 *     DeidRiskOptions *deid_risk_frontier_get_risk_options (frontier)
 *     guint64 deid_risk_frontier_get_n_points (frontier)
 *     DeidRiskPointSource deid_risk_frontier_get_point_source (frontier, point)
 *     gboolean deid_risk_frontier_get_point_threshold (frontier, point, threshold)
 *     DeidTradeoff *deid_risk_frontier_get_point_cell (frontier, point, cell)
 *     gboolean deid_risk_frontier_is_point_solved (frontier, point)
 *     gboolean deid_risk_frontier_is_point_proven (frontier, point)
 *     gboolean deid_risk_frontier_is_point_non_dominated (frontier, point)
 *     double deid_risk_frontier_get_point_risk (frontier, point)
 *     double deid_risk_frontier_get_point_loss (frontier, point)
 *     guint64 deid_risk_frontier_get_point_n_suppressed (frontier, point)
 *     DeidPolicy *deid_risk_frontier_get_point_policy (frontier, point)
 *
 * DeidRiskFrontier: write
 *     char *deid_risk_frontier_to_text (frontier, cancellable, error)
 *     char *deid_risk_frontier_to_csv (frontier, cancellable, error)
 *     char *deid_risk_frontier_to_json (frontier, cancellable, error)
 */
#ifndef DEID_RISK_FRONTIER_H
#define DEID_RISK_FRONTIER_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-alternatives.h>
#include <deid/deid-problem.h>
#include <deid/deid-result.h>
#include <deid/deid-risk-options.h>
#include <deid/deid-tradeoff.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidRiskFrontier:
 *
 * Risk against loss: what a custodian may choose among, and which of it no other choice betters.
 * A *point* is a released table with its risk, its loss and its policy: the optimum at a threshold
 * of the risk, the result of a search, a policy that a search lists as an alternative, or what
 * other settings release.
 *
 * A point is *dominated* if another one has no more risk and no more loss, and less of at least
 * one of them; of points with the same risk and the same loss all but the first are dominated, too.
 * Those that are not dominated are the frontier. Risks are compared exactly, as fractions of
 * integers, losses as the doubles that they are.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidRiskFrontier) frontier = deid_risk_frontier_new_optimal (
 *     problem, DEID_RISK_MEASURE_HIGHEST, NULL, 0, NULL, &error);
 *
 * for (guint64 i = 0; frontier != NULL && i < deid_risk_frontier_get_n_points (frontier); i++)
 *   if (deid_risk_frontier_is_point_solved (frontier, i))
 *     g_print ("a risk of %.4f for a loss of %.4f\n",
 *              deid_risk_frontier_get_point_risk (frontier, i),
 *              deid_risk_frontier_get_point_loss (frontier, i));
 * ]|
 *
 * A frontier (deid_report_new_frontier()), in contrast, is over k or the suppression limit, and has all of their values.
 *
 * Custodian-only: it counts suppressed records. Immutable once it was given to a page.
 *
 * Since: 0.1
 */
typedef struct DeidRiskFrontier DeidRiskFrontier;

/**
 * DeidRiskPointSource:
 * @DEID_RISK_POINT_OPTIMUM: the optimum at a threshold: deid_risk_frontier_add_optima()
 * @DEID_RISK_POINT_RESULT: a result: deid_risk_frontier_add_result()
 * @DEID_RISK_POINT_ALTERNATIVE: an alternative: deid_risk_frontier_add_alternatives()
 * @DEID_RISK_POINT_CELL: a cell of a trade-off: deid_risk_frontier_add_tradeoff()
 *
 * Where a point comes from.
 *
 * Since: 0.1
 */
typedef enum
{
  DEID_RISK_POINT_OPTIMUM = 0,
  DEID_RISK_POINT_RESULT = 1,
  DEID_RISK_POINT_ALTERNATIVE = 2,
  DEID_RISK_POINT_CELL = 3
} DeidRiskPointSource;

/**
 * deid_risk_frontier_new:
 * @problem: a problem, which cannot be changed from now on
 * @measure: what is measured
 * @options: (nullable): risk options, whose threshold says which records are at risk, or %NULL for
 * the defaults; immutable from now on
 * @error: return location for an error, or %NULL
 *
 * Creates a frontier without points.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a measure that there is not. Any thread may call this.
 * Complexity: O(1).
 *
 * Returns: (transfer full): the frontier, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskFrontier *deid_risk_frontier_new (DeidProblem *problem, DeidRiskMeasure measure,
                                          DeidRiskOptions *options, GError **error);

/**
 * deid_risk_frontier_new_optimal:
 * @problem: a problem, which cannot be changed from now on
 * @measure: what is measured
 * @thresholds: (array length=n_thresholds) (nullable): thresholds of the risk, or %NULL for the
 * usual ones
 * @n_thresholds: how many they are; 0 with %NULL
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Creates a frontier with default options and adds the optimum at each threshold, as
 * deid_risk_frontier_add_optima() does.
 *
 * Errors: those of deid_risk_frontier_new() and deid_risk_frontier_add_optima(). Any thread may
 * call this. Complexity: that of deid_risk_frontier_add_optima().
 *
 * Returns: (transfer full): the frontier, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskFrontier *deid_risk_frontier_new_optimal (DeidProblem *problem, DeidRiskMeasure measure,
                                                  const double *thresholds, gsize n_thresholds,
                                                  GCancellable *cancellable, GError **error);

/**
 * deid_risk_frontier_ref:
 * @frontier: a frontier of risk
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @frontier
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskFrontier *deid_risk_frontier_ref (DeidRiskFrontier *frontier);

/**
 * deid_risk_frontier_unref:
 * @frontier: (transfer full): a frontier of risk
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_risk_frontier_unref (DeidRiskFrontier *frontier);

/**
 * deid_risk_frontier_get_type:
 *
 * Gets the type under which #DeidRiskFrontier is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_risk_frontier_get_type (void);

/**
 * deid_risk_frontier_add_optima:
 * @frontier: a frontier of risk
 * @thresholds: (array length=n_thresholds) (nullable): thresholds of the risk, each in the range of
 *   its model, or %NULL for 0.05, 0.09, 0.2, 0.33 and 0.5; taken as the shortest decimals that read
 *   back to them
 * @n_thresholds: how many they are; 0 with %NULL
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Adds the proven optimum at each threshold, in the order given: the policy that deid_search_run()
 * finds with the optimal search. Where no policy is a solution, the point says that.
 *
 * A threshold of the highest risk is a k, the least one with 1 / k no greater, in the place of the
 * problem's k-anonymity; it is above 0 and at most 1. For the other measures the model that
 * #DeidRiskMeasure names is added to those of the problem, which all hold, k-anonymity among them.
 * The suppression limits are those of the problem.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a threshold out of its range, or a lattice with cuts,
 * where such optima are not proven in any time; those of deid_search_run() but for
 * %DEID_ERROR_NO_SOLUTION; %DEID_ERROR_IMMUTABLE; %G_IO_ERROR_CANCELLED. Then no point is
 * added. One thread at a time. Complexity: that of the searches, and O(points x points that are not
 * dominated).
 *
 * Returns: whether they were added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_frontier_add_optima (DeidRiskFrontier *frontier, const double *thresholds,
                                        gsize n_thresholds, GCancellable *cancellable,
                                        GError **error);

/**
 * deid_risk_frontier_add_result:
 * @frontier: a frontier of risk
 * @result: a result of the problem, or of another one with the same lattice, quality model,
 * population and weights of groups, whose models and limits may differ
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Adds a result.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a result of another problem; those of
 * deid_risk_report_new_after(); %DEID_ERROR_IMMUTABLE; %G_IO_ERROR_CANCELLED. Then no point is
 * added. One thread at a time. Complexity: O(rows x attributes + points x points that are not
 * dominated).
 *
 * Returns: whether it was added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_frontier_add_result (DeidRiskFrontier *frontier, DeidResult *result,
                                        GCancellable *cancellable, GError **error);

/**
 * deid_risk_frontier_add_alternatives:
 * @frontier: a frontier of risk
 * @alternatives: policies to choose from, of the lattice of the problem
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Adds all alternatives, in their order. Each is evaluated anew by deid_problem_evaluate(), with
 * the models and limits of the problem.
 *
 * Errors: those of deid_problem_evaluate(), %DEID_ERROR_NO_SOLUTION for an alternative that is no
 * solution of this problem among them; %DEID_ERROR_IMMUTABLE; %G_IO_ERROR_CANCELLED. Then no point
 * is added. One thread at a time. Complexity: O(policies x rows x attributes), and O(points x
 * points that are not dominated).
 *
 * Returns: whether they were added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_frontier_add_alternatives (DeidRiskFrontier *frontier,
                                              const DeidAlternatives *alternatives,
                                              GCancellable *cancellable, GError **error);

/**
 * deid_risk_frontier_add_tradeoff:
 * @frontier: a frontier of risk
 * @tradeoff: a trade-off that was run, of the job that made the problem
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Adds all cells of a trade-off, in their order: what each releases by its own models and limits.
 * The records at risk are those above the threshold of the frontier, whatever that of the job is. A
 * cell without a solution is a point without one.
 *
 * Losses that are measured in another way cannot be compared: the problem has to be that of
 * deid_job_get_problem() with the job as it was run, and no axis may vary the quality model or the
 * weight of a column.
 *
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a trade-off that was not run, is of another job, or has
 * such an axis; %DEID_ERROR_IMMUTABLE, %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Then no point
 * is added. One thread at a time. Complexity: O(cells x sizes of classes), and O(points x points
 * that are not dominated).
 *
 * Returns: whether they were added
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_frontier_add_tradeoff (DeidRiskFrontier *frontier, DeidTradeoff *tradeoff,
                                          GCancellable *cancellable, GError **error);

/**
 * deid_risk_frontier_get_problem:
 * @frontier: a frontier of risk
 *
 * Gets the problem that it is of.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the problem
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidProblem *deid_risk_frontier_get_problem (const DeidRiskFrontier *frontier);

/**
 * deid_risk_frontier_get_measure:
 * @frontier: a frontier of risk
 *
 * Gets what is measured.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the measure
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskMeasure deid_risk_frontier_get_measure (const DeidRiskFrontier *frontier);

/**
 * deid_risk_frontier_get_risk_options:
 * @frontier: a frontier of risk
 *
 * Gets the risk options, whose threshold says which records are at risk.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): what deid_risk_frontier_new() took, or the defaults
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskOptions *deid_risk_frontier_get_risk_options (const DeidRiskFrontier *frontier);

/**
 * deid_risk_frontier_get_n_points:
 * @frontier: a frontier of risk
 *
 * Gets the number of points.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of points
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_frontier_get_n_points (const DeidRiskFrontier *frontier);

/**
 * deid_risk_frontier_get_point_source:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 *
 * Gets where a point comes from.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the source
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidRiskPointSource deid_risk_frontier_get_point_source (const DeidRiskFrontier *frontier,
                                                         guint64 point);

/**
 * deid_risk_frontier_get_point_threshold:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 * @threshold: (out) (optional): return location for the threshold, as it was given
 *
 * Gets the threshold that a point is the optimum at.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is an optimum; nothing is written otherwise
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_frontier_get_point_threshold (const DeidRiskFrontier *frontier, guint64 point,
                                                 double *threshold);

/**
 * deid_risk_frontier_get_point_cell:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 * @cell: (out) (optional): return location for the number of the cell
 *
 * Gets the cell of a trade-off that a point is.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the trade-off, or %NULL if it is no cell; nothing is written
 *   then
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidTradeoff *deid_risk_frontier_get_point_cell (const DeidRiskFrontier *frontier, guint64 point,
                                                 guint64 *cell);

/**
 * deid_risk_frontier_is_point_solved:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 *
 * Tells whether there is a policy. There is none for an optimum at a threshold that no policy
 * keeps, nor for a cell without a solution.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether there is one; if not, risk, loss and suppressed records are 0
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_frontier_is_point_solved (const DeidRiskFrontier *frontier, guint64 point);

/**
 * deid_risk_frontier_is_point_proven:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 *
 * Tells whether it is proven that nothing better is a solution: of an optimum, at its threshold, or
 * that there is no solution; of a result, what deid_result_is_proven_optimal() says of its problem;
 * of a cell, what deid_tradeoff_is_cell_proven() says.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is proven; never of an alternative
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_frontier_is_point_proven (const DeidRiskFrontier *frontier, guint64 point);

/**
 * deid_risk_frontier_is_point_non_dominated:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 *
 * Tells whether no other point dominates it.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is on the frontier; never without a policy
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_risk_frontier_is_point_non_dominated (const DeidRiskFrontier *frontier,
                                                    guint64 point);

/**
 * deid_risk_frontier_get_point_risk:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 *
 * Gets the risk reached, which may be below the threshold.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the risk, from 0 to 1; a population risk is rounded up, another one to the nearest
 *   double
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_risk_frontier_get_point_risk (const DeidRiskFrontier *frontier, guint64 point);

/**
 * deid_risk_frontier_get_point_loss:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 *
 * Gets the loss.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the loss
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_risk_frontier_get_point_loss (const DeidRiskFrontier *frontier, guint64 point);

/**
 * deid_risk_frontier_get_point_n_suppressed:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 *
 * Gets how many records are suppressed.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_risk_frontier_get_point_n_suppressed (const DeidRiskFrontier *frontier, guint64 point);

/**
 * deid_risk_frontier_get_point_policy:
 * @frontier: a frontier of risk
 * @point: index of a point, below deid_risk_frontier_get_n_points()
 *
 * Gets the policy.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none) (nullable): the policy, or %NULL where there is no solution, of a local
 *   recoding, which has none, and of a cell, whose lattice may be another one: see
 *   deid_tradeoff_get_cell_policy()
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_risk_frontier_get_point_policy (const DeidRiskFrontier *frontier, guint64 point);

/**
 * deid_risk_frontier_to_text:
 * @frontier: a frontier of risk
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the points as lines for a custodian to read, in their order.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(points x dimensions).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_risk_frontier_to_text (const DeidRiskFrontier *frontier, GCancellable *cancellable,
                                  GError **error);

/**
 * deid_risk_frontier_to_csv:
 * @frontier: a frontier of risk
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the points as comma-separated values. The first line has the names: `source` (`optimum`,
 * `result`, `alternative` or `cell`), `threshold`, `solved`, `proven`, `risk`, `loss`,
 * `suppressed`, `non_dominated` and, in quotes, `policy`, as deid_policy_to_text() writes it, and
 * `settings`, what a cell has for each axis. Flags are 0 or 1; what there is not is empty.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(points x dimensions).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_risk_frontier_to_csv (const DeidRiskFrontier *frontier, GCancellable *cancellable,
                                 GError **error);

/**
 * deid_risk_frontier_to_json:
 * @frontier: a frontier of risk
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all of it as a JSON object with the members `audience` (`custodian-only`), `measure`
 * (`highest`, `average`, `at-risk` or `population`), `above` (the risk above which a record is at
 * risk, or null where that is not the measure), `records` (of the table), `sizes_count` (`persons`
 * if the dataset has an entity column, otherwise `records`: what an average or a share is over) and
 * `points`, an array of objects with `source` (`optimum`, `result`, `alternative` or `cell`),
 * `threshold` (or null), of a cell `settings`, an object with the value of each axis by its name,
 * `solved` and `proven` and, if there is a policy, `risk`, `loss`, `suppressed`, `non_dominated`
 * and `policy`, as deid_policy_to_text() writes it. Where a job stated the problem, `problem` is
 * the text of deid_problem_get_statement().
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(points x dimensions).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_risk_frontier_to_json (const DeidRiskFrontier *frontier, GCancellable *cancellable,
                                  GError **error);

G_END_DECLS

#endif
