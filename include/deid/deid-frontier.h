/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidFrontier: make and keep
 *     DeidFrontier *deid_frontier_new_over_k (problem, first, last, cancellable, error)
 *     DeidFrontier *deid_frontier_new_over_limit (problem, cancellable, error)
 *     DeidFrontier *deid_frontier_ref (frontier)
 *     void deid_frontier_unref (frontier)
 *     GType deid_frontier_get_type (void)
 *
 * DeidFrontier: read
 *     DeidProblem *deid_frontier_get_problem (frontier)
 *     gboolean deid_frontier_is_over_k (frontier)
 *     guint64 deid_frontier_get_first (frontier)
 *     guint64 deid_frontier_get_last (frontier)
 *     guint64 deid_frontier_get_n_records (frontier)
 *     guint64 deid_frontier_get_n_evaluated (frontier)
 *     guint64 deid_frontier_get_n_steps (frontier)
 *     guint64 deid_frontier_get_step_first (frontier, step)
 *     guint64 deid_frontier_get_step_last (frontier, step)
 *     DeidPolicy *deid_frontier_get_step_policy (frontier, step)
 *     double deid_frontier_get_step_loss (frontier, step)
 *     guint64 deid_frontier_get_step_n_suppressed (frontier, step)
 *     gboolean deid_frontier_find_step (frontier, value, step)
 *
 * DeidFrontier: write
 *     char *deid_frontier_to_text (frontier, cancellable, error)
 *     char *deid_frontier_to_csv (frontier, cancellable, error)
 *     char *deid_frontier_to_json (frontier, cancellable, error)
 */
#ifndef DEID_FRONTIER_H
#define DEID_FRONTIER_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-policy.h>
#include <deid/deid-problem.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * DeidFrontier:
 *
 * The trade between privacy, suppression and loss, exactly: the proven optimum of a problem for
 * every k of a range, or for every suppression limit, found by one search. The values of the
 * parameter at which the same policy is the optimum, with the same loss and the same suppressed
 * records, make a *step*; steps are as long as they can be and ascend. The policy of a step is the
 * one that deid_search_run() finds with the optimal search at each of its values: the smallest
 * loss, then the smallest level sum, then the lexicographically smallest levels.
 *
 * As k grows, or the limit falls, the loss never falls. Where no policy is a solution there is no
 * step: those values are the largest of k or the smallest of the limit.
 *
 * |[<!-- language="C" -->
 * g_autoptr (DeidFrontier) frontier = deid_frontier_new_over_k (problem, 2, 60, NULL, &error);
 *
 * for (guint64 i = 0; frontier != NULL && i < deid_frontier_get_n_steps (frontier); i++)
 *   g_print ("a loss of %.4f from k = %" G_GUINT64_FORMAT " on\n",
 *            deid_frontier_get_step_loss (frontier, i),
 *            deid_frontier_get_step_first (frontier, i));
 * ]|
 *
 * The search is an interval branch and bound on boxes of policies, like that for one optimum. The
 * sizes of the classes of one policy tell for all k at once how many records it suppresses and what
 * it loses, and so they do for bounds.
 *
 * Custodian-only: how many records a policy suppresses at one k and the next tells the sizes of
 * small classes of the input. Immutable.
 *
 * Since: 0.1
 */
typedef struct DeidFrontier DeidFrontier;

/**
 * deid_frontier_new_over_k:
 * @problem: a problem; its k-anonymity, if any, does not count
 * @first: the least k, at least 1
 * @last: the greatest k, at least @first and below @first + 2^24
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Finds the optimum for each k. The other models of the problem hold, and its suppression limits,
 * those of groups (deid_problem_set_group_limit()) too. With an entity column k counts persons.
 *
 * Errors: those of deid_search_run() with the optimal search, but for limits of a search and
 * %DEID_ERROR_NO_SOLUTION: where there is no solution, there is no step;
 * %DEID_ERROR_INVALID_ARGUMENT for a range that is none, for a problem with a population or with
 * weights of groups (deid_problem_set_group_weight()), a privacy model that judges all released
 * classes together or a quality model that costs classes, and for cut lattices;
 * %DEID_ERROR_TOO_LARGE for a longer range; %G_IO_ERROR_CANCELLED. Any thread may call this.
 * Complexity: O(policies x (rows + steps)), mostly much less.
 *
 * Returns: (transfer full): the frontier, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidFrontier *deid_frontier_new_over_k (DeidProblem *problem, guint64 first, guint64 last,
                                        GCancellable *cancellable, GError **error);

/**
 * deid_frontier_new_over_limit:
 * @problem: a problem
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Finds the optimum for each suppression limit, a number of records, from 0 to that of the problem,
 * whose models all hold.
 *
 * Errors: those of deid_search_run() with the optimal search, but for limits of a search and
 * %DEID_ERROR_NO_SOLUTION: where there is no solution, there is no step;
 * %DEID_ERROR_INVALID_ARGUMENT for cut lattices; %G_IO_ERROR_CANCELLED. Any thread may call this.
 * Complexity: O(policies x (rows + steps)), mostly much less.
 *
 * Returns: (transfer full): the frontier, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidFrontier *deid_frontier_new_over_limit (DeidProblem *problem, GCancellable *cancellable,
                                            GError **error);

/**
 * deid_frontier_get_type:
 *
 * Gets the type under which #DeidFrontier is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_frontier_get_type (void);

/**
 * deid_frontier_ref:
 * @frontier: a frontier
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
DeidFrontier *deid_frontier_ref (DeidFrontier *frontier);

/**
 * deid_frontier_unref:
 * @frontier: (transfer full): a frontier
 *
 * Drops a reference; the last one frees it.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_frontier_unref (DeidFrontier *frontier);

/**
 * deid_frontier_get_problem:
 * @frontier: a frontier
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
DeidProblem *deid_frontier_get_problem (const DeidFrontier *frontier);

/**
 * deid_frontier_is_over_k:
 * @frontier: a frontier
 *
 * Tells whether its parameter is k; otherwise it is the suppression limit, in records.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: whether it is over k
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_frontier_is_over_k (const DeidFrontier *frontier);

/**
 * deid_frontier_get_first:
 * @frontier: a frontier
 *
 * Gets the first value of the parameter: the least k, or a limit of 0.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the first value
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_frontier_get_first (const DeidFrontier *frontier);

/**
 * deid_frontier_get_last:
 * @frontier: a frontier
 *
 * Gets the last value of the parameter: the greatest k, or the limit of the problem in records.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the last value
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_frontier_get_last (const DeidFrontier *frontier);

/**
 * deid_frontier_get_n_records:
 * @frontier: a frontier
 *
 * Gets the number of records of the table, weighted by the weight column.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_frontier_get_n_records (const DeidFrontier *frontier);

/**
 * deid_frontier_get_n_evaluated:
 * @frontier: a frontier
 *
 * Gets how many policies the search evaluated; one that was evaluated again counts again.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of policies
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_frontier_get_n_evaluated (const DeidFrontier *frontier);

/**
 * deid_frontier_get_n_steps:
 * @frontier: a frontier
 *
 * Gets the number of steps.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of steps, 0 if there is no solution at any value
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_frontier_get_n_steps (const DeidFrontier *frontier);

/**
 * deid_frontier_get_step_first:
 * @frontier: a frontier
 * @step: index of a step, below deid_frontier_get_n_steps()
 *
 * Gets the first value of the parameter that is in a step.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the value, a k or a number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_frontier_get_step_first (const DeidFrontier *frontier, guint64 step);

/**
 * deid_frontier_get_step_last:
 * @frontier: a frontier
 * @step: index of a step, below deid_frontier_get_n_steps()
 *
 * Gets the last value of the parameter that is in a step.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the value, a k or a number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_frontier_get_step_last (const DeidFrontier *frontier, guint64 step);

/**
 * deid_frontier_get_step_policy:
 * @frontier: a frontier
 * @step: index of a step, below deid_frontier_get_n_steps()
 *
 * Gets the optimum of all values in a step.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the policy
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_frontier_get_step_policy (const DeidFrontier *frontier, guint64 step);

/**
 * deid_frontier_get_step_loss:
 * @frontier: a frontier
 * @step: index of a step, below deid_frontier_get_n_steps()
 *
 * Gets the loss of the optimum of a step.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the loss
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_frontier_get_step_loss (const DeidFrontier *frontier, guint64 step);

/**
 * deid_frontier_get_step_n_suppressed:
 * @frontier: a frontier
 * @step: index of a step, below deid_frontier_get_n_steps()
 *
 * Gets how many records the optimum of a step suppresses.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of records
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_frontier_get_step_n_suppressed (const DeidFrontier *frontier, guint64 step);

/**
 * deid_frontier_find_step:
 * @frontier: a frontier
 * @value: a value of the parameter
 * @step: (out): return location for the index of a step
 *
 * Finds the step that a value is in.
 *
 * Any thread may call this. Complexity: O(steps).
 *
 * Returns: whether there is one; there is none where no policy is a solution, and outside of the
 * range
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_frontier_find_step (const DeidFrontier *frontier, guint64 value, guint64 *step);

/**
 * deid_frontier_to_text:
 * @frontier: a frontier
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the steps as lines for a custodian to read, and where there is no solution.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(steps x quasi-identifiers).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_frontier_to_text (const DeidFrontier *frontier, GCancellable *cancellable,
                             GError **error);

/**
 * deid_frontier_to_csv:
 * @frontier: a frontier
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes the steps as comma-separated values. The first line has the names: `k_first` and `k_last`,
 * or `limit_first` and `limit_last`, `loss`, `suppressed`, `records` (of the table) and, in quotes,
 * those of the quasi-identifiers, whose columns have the levels of the policy.
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(steps x quasi-identifiers).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_frontier_to_csv (const DeidFrontier *frontier, GCancellable *cancellable,
                            GError **error);

/**
 * deid_frontier_to_json:
 * @frontier: a frontier
 * @cancellable: (nullable): cancels the call from another thread
 * @error: return location for an error, or %NULL
 *
 * Writes all of it as a JSON object with the members `audience` (`custodian-only`), `parameter`
 * (`k` or `suppression`), `first` and `last`, its range, `records` and `steps`, an array of objects
 * with `first`, `last`, `loss`, `suppressed` and `policy`, an object with the level of each
 * quasi-identifier. Where a job stated the problem, `problem` is the text of
 * deid_problem_get_statement().
 *
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED. Any thread may call this. Complexity:
 * O(steps x quasi-identifiers).
 *
 * Returns: (transfer full): the text, to be freed with g_free(), or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_frontier_to_json (const DeidFrontier *frontier, GCancellable *cancellable,
                             GError **error);

G_END_DECLS

#endif
