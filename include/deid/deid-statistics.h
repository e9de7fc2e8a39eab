/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Synopsis:
 *
 * DeidStatistics: make and keep
 *     DeidStatistics *deid_statistics_ref (statistics)
 *     void deid_statistics_unref (statistics)
 *     GType deid_statistics_get_type (void)
 *
 * DeidStatistics: use
 *     char *deid_statistics_to_text (statistics, error)
 *     char *deid_statistics_to_json (statistics, error)
 *
 * DeidStatistics: read
 *     guint deid_statistics_get_n_figures (statistics)
 *     const char *deid_statistics_get_name (statistics, index)
 *     double deid_statistics_get_value (statistics, index)
 *     gboolean deid_statistics_find (statistics, name, value)
 *     const double *deid_statistics_find_series (statistics, name, n_values)
 */
#ifndef DEID_STATISTICS_H
#define DEID_STATISTICS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <glib-object.h>

#include <deid/deid-version.h>

G_BEGIN_DECLS

/**
 * DeidStatistics:
 *
 * What a run took, as figures with names: for research, and for whoever wonders where the time
 * goes. None of it says anything about the solution. Get them with deid_result_get_statistics().
 *
 * |[<!-- language="C" -->
 * double seconds;
 *
 * if (deid_statistics_find (deid_result_get_statistics (result), "search-seconds", &seconds))
 *   g_print ("%g s\n", seconds);
 * ]|
 *
 * A figure is a number, or a series of numbers in the order in which they came about. Of every run
 * of a search there are
 *
 * - `prepare-seconds`: encoding the table, unless the problem kept that;
 * - `search-seconds`: the search itself;
 * - `evaluate-seconds`: of the search, the evaluation of policies on the table, summed over
 * threads;
 * - `bookkeeping-seconds`: what of the search is not evaluation: choosing policies, bounds, what is
 *   known of policies not evaluated; of a search with several threads at most that;
 * - `bytes`: memory that the search held at most: encodings for it, classes, what it knows of
 *   policies. The dataset and the prepared problem are not part of it;
 * - `improvement-losses`, `improvement-seconds`, `improvement-evaluations`: three series as long as
 *   each other, with an element for each time that the loss of the best solution so far became
 * less: that loss, the seconds since the search began, preparation left out, and the policies
 * evaluated by then. A policy that is better in the order of levels alone is no improvement.
 *
 * Flash, best-first and the search of sub-lattices keep the policies of two predictive properties
 * (see #DeidPropertyStore). *Insufficient privacy*: too many records fail the superset-closed part
 * of the models, so that the policy is no solution; inherited to specializations. *Insufficient
 * quality*: the loss cannot be less than that of the best solution so far; inherited to
 * generalizations. Of the first there are the figures below, and of the second those that begin
 * with `insufficient-quality` instead:
 *
 * - `insufficient-privacy-inserts`: policies that were found to have the property, other than by
 *   asking for it;
 * - `insufficient-privacy-queries`: how often it was asked whether a policy has it;
 * - `insufficient-privacy-hits`: how many of these questions found that it has;
 * - `insufficient-privacy-kept`: policies kept at the end, that no other one implies; 0 where each
 *   policy of the lattice has a flag;
 * - `insufficient-privacy-max-kept`: the same, at most;
 * - `insufficient-privacy-bytes`: the memory that keeping them took at most.
 *
 * Local recodings have these figures: `iterations`, the steps that deid_search_new_local() took,
 * and `iterations-accepted`, how many of those that anneal changed something; `rises` and
 * `bound-seconds`, if prices of a bound rose; `rounds` of the search `rounds`, and `cuts` of
 * `mondrian`; and `forced-records`, how many records are in classes with a label
 * that forces a finer one, see deid_problem_set_no_forced_labels(). Policies that they evaluate on
 * parts of the table are not part of `evaluate-seconds`.
 *
 * A search of a host has, besides, the figures that it gave to
 * deid_search_context_set_statistic().
 *
 * Since: 0.1
 */
typedef struct DeidStatistics DeidStatistics;

/**
 * deid_statistics_get_type:
 *
 * Gets the type under which #DeidStatistics is registered with GObject's type system.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the boxed type
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
GType deid_statistics_get_type (void);

/**
 * deid_statistics_ref:
 * @statistics: statistics
 *
 * Takes a reference.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer full): @statistics
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
DeidStatistics *deid_statistics_ref (DeidStatistics *statistics);

/**
 * deid_statistics_unref:
 * @statistics: (transfer full): statistics
 *
 * Drops a reference; the last one frees the statistics.
 *
 * Any thread may call this. Complexity: O(1), or the size of what is freed.
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
void deid_statistics_unref (DeidStatistics *statistics);

/**
 * deid_statistics_get_n_figures:
 * @statistics: statistics
 *
 * Gets how many figures there are.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number of figures
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_statistics_get_n_figures (const DeidStatistics *statistics);

/**
 * deid_statistics_get_name:
 * @statistics: statistics
 * @index: index of a figure, below deid_statistics_get_n_figures()
 *
 * Gets the name of a figure.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: (transfer none): the name
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const char *deid_statistics_get_name (const DeidStatistics *statistics, guint index);

/**
 * deid_statistics_get_value:
 * @statistics: statistics
 * @index: index of a figure, below deid_statistics_get_n_figures()
 *
 * Gets a figure. Whole numbers are exact up to 2^53.
 *
 * Any thread may call this. Complexity: O(1).
 *
 * Returns: the number, of a series the last one
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
double deid_statistics_get_value (const DeidStatistics *statistics, guint index);

/**
 * deid_statistics_find:
 * @statistics: statistics
 * @name: the name of a figure
 * @value: (out) (optional): the number, of a series the last one; 0 if there is no such figure
 *
 * Looks a figure up by its name.
 *
 * Any thread may call this. Complexity: O(figures).
 *
 * Returns: whether there is one
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_statistics_find (const DeidStatistics *statistics, const char *name, double *value);

/**
 * deid_statistics_find_series:
 * @statistics: statistics
 * @name: the name of a figure
 * @n_values: (out): how many numbers it has, 0 if there is no such figure
 *
 * Gets all numbers of a figure; one that is no series has one.
 *
 * Any thread may call this. Complexity: O(figures).
 *
 * Returns: (transfer none) (nullable) (array length=n_values): the numbers, as long as @statistics
 * exist; %NULL if there is no such figure
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
const double *deid_statistics_find_series (const DeidStatistics *statistics, const char *name,
                                           gsize *n_values);

/**
 * deid_statistics_to_text:
 * @statistics: statistics
 * @error: return location for an error, or %NULL
 *
 * Writes statistics as text, a line for each figure: its name, a colon, and its numbers with spaces
 * before them.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(size of the text).
 *
 * Returns: (transfer full): the text, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_statistics_to_text (const DeidStatistics *statistics, GError **error);

/**
 * deid_statistics_to_json:
 * @statistics: statistics
 * @error: return location for an error, or %NULL
 *
 * Writes statistics as a JSON object, with a member for each figure: a number, or an array for a
 * series. What is not finite is null.
 *
 * Errors: %DEID_ERROR_NO_MEMORY. Any thread may call this. Complexity: O(size of the text).
 *
 * Returns: (transfer full): the JSON text, or %NULL
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
char *deid_statistics_to_json (const DeidStatistics *statistics, GError **error);

G_END_DECLS

#endif
