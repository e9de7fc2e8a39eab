/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call functions of #DeidSearchFuncs and #DeidSearch; those of
 *   #DeidSearchContext, setters too, only the thread that runs the callback.
 * Setters: one thread at a time.
 * Complexity: O(1) unless stated; of _unref, that of the destroy functions.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @context: a run.
 * @funcs: slots of a search.
 * @policy: a policy of the problem's lattice.
 * @user_data: the data of the slot.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_SEARCH_FUNCS_H
#define DEID_SEARCH_FUNCS_H

#if !defined(DEID_EXTEND_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid-extend.h> can be included directly."
#endif

#include <deid/deid-privacy-model-funcs.h>
#include <deid/deid-search.h>

G_BEGIN_DECLS

/**
 * DeidSearchFuncs:
 *
 * The slots of a search: what a host fills in to add an algorithm of its own. The searches of the
 * library use the same slots.
 *
 * A search needs describe and run. Slots keep and destroy their user data as #DeidPrivacyModelFuncs
 * do, and are immutable once they belong to a search.
 *
 * Callbacks run on the thread that called deid_search_run(). Host threads may run the same search
 * at the same time; its callbacks then run on all of them, each with its own context and all with
 * the same user data.
 */
typedef struct DeidSearchFuncs DeidSearchFuncs;

/**
 * DeidSearchContext:
 *
 * A run as the algorithm sees it: it evaluates policies and says what is known so far. Every policy
 * evaluated counts for limits, progress and statistics. The run returns the best solution
 * evaluated; the algorithm need not keep it. Valid during the callback that receives it, on its
 * thread.
 *
 * In short, by the names behind deid_search_context_:
 *
 * - the problem: get_problem;
 * - a policy: evaluate, and then is_solution, get_loss, get_n_suppressed, get_smallest_class,
 *   may_specialize;
 * - what need not be evaluated: get_bound, may_improve;
 * - whether to go on: may_go_on;
 * - what was proven: raise_lower_bound, declare_optimal;
 * - what the host is told: set_open, set_statistic, add_bytes.
 */
typedef struct DeidSearchContext DeidSearchContext;

/**
 * DeidSearchRunFunc:
 * @context: the run
 *
 * Searches: evaluates policies until it is done, or until deid_search_context_evaluate() or
 * deid_search_context_may_go_on() says that the run has ended. @context is valid during the
 * callback, on its thread.
 * Returns: whether it succeeded, also if the run has ended; %FALSE fails the run with @error, or
 *   %DEID_ERROR_INVALID_ARGUMENT if @error is not set, and so does any return with @error set.
 *   Failures after the run has ended are dropped
 */
typedef gboolean (*DeidSearchRunFunc) (DeidSearchContext *context, gpointer user_data,
                                       GError **error);

DEID_AVAILABLE_IN_0_1
GType deid_search_funcs_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidSearchFuncs *deid_search_funcs_ref (DeidSearchFuncs *funcs);

/**
 * deid_search_funcs_unref:
 * @funcs: (transfer full): slots of a search
 */
DEID_AVAILABLE_IN_0_1
void deid_search_funcs_unref (DeidSearchFuncs *funcs);

/**
 * deid_search_funcs_new:
 *
 * Creates empty slots.
 * Returns: (transfer full): new slots
 */
DEID_AVAILABLE_IN_0_1
DeidSearchFuncs *deid_search_funcs_new (void);

/**
 * deid_search_funcs_set_describe:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): the callback, or %NULL
 * @destroy: (nullable): called once when @user_data is no longer needed
 *
 * Sets what writes the specification of the search, see deid_search_to_specification(): UTF-8, not
 * empty and without control characters. Called once, when the search is made.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_funcs_set_describe (DeidSearchFuncs *funcs, DeidDescribeFunc func,
                                     gpointer user_data, GDestroyNotify destroy);

/**
 * deid_search_funcs_set_run:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): the callback, or %NULL
 * @destroy: (nullable): called once when @user_data is no longer needed
 *
 * Sets what searches.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_funcs_set_run (DeidSearchFuncs *funcs, DeidSearchRunFunc func, gpointer user_data,
                                GDestroyNotify destroy);

/**
 * deid_search_new:
 * @funcs: the slots, immutable from now on unless this fails
 *
 * Creates a search from its slots.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a required slot is empty, or the specification has no
 * name, is not UTF-8 or has an `@` or a control character.
 * Returns: (transfer full): a new search, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new (DeidSearchFuncs *funcs, GError **error);

/**
 * deid_search_context_get_problem:
 *
 * Returns: (transfer none): the problem, and with it the lattice
 */
DEID_AVAILABLE_IN_0_1
DeidProblem *deid_search_context_get_problem (const DeidSearchContext *context);

/**
 * deid_search_context_evaluate:
 *
 * Evaluates a policy on the table. The functions below describe it until another one is evaluated.
 * A policy evaluated twice counts twice. Complexity: O(rows x attributes), less if a specialization
 * was evaluated recently.
 * Returns: whether it was evaluated; otherwise a limit, a cancellation or an error has ended the
 *   run, and the callback must return
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_context_evaluate (DeidSearchContext *context, const DeidPolicy *policy);

/**
 * deid_search_context_may_go_on:
 *
 * Tells whether the run goes on, and calls the progress function if it is time, for callbacks that
 * work long between two evaluations.
 * Returns: whether to go on; otherwise the callback must return
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_context_may_go_on (DeidSearchContext *context);

/**
 * deid_search_context_is_solution:
 *
 * Returns: whether the policy evaluated last is a solution
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_context_is_solution (const DeidSearchContext *context);

/**
 * deid_search_context_may_specialize:
 *
 * Tells whether some specialization of the policy evaluated last may be a solution, by the
 * superset-closed part of the models (see #DeidClosure): whether the records that fail it are
 * within the suppression limit, and those of each group within its own. If not, the policy has a
 * property that a #DeidPropertyStore can keep.
 * Returns: %FALSE if neither the policy nor any specialization is a solution
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_context_may_specialize (const DeidSearchContext *context);

/**
 * deid_search_context_get_loss:
 *
 * Returns: the loss of the policy evaluated last; infinity if it is no solution, or if the quality
 *   model fails, which ends the run
 */
DEID_AVAILABLE_IN_0_1
double deid_search_context_get_loss (const DeidSearchContext *context);

/**
 * deid_search_context_get_n_suppressed:
 *
 * Returns: the number of records that the policy evaluated last suppresses: those of classes that
 *   fail a privacy model, and those suppressed for a condition on the whole table, which may not
 *   all be counted if the policy is no solution
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_search_context_get_n_suppressed (const DeidSearchContext *context);

/**
 * deid_search_context_get_smallest_class:
 *
 * Returns: the number of records of the smallest equivalence class of the policy evaluated last
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_search_context_get_smallest_class (const DeidSearchContext *context);

/**
 * deid_search_context_get_bound:
 *
 * Complexity: O(attributes); if classes have costs, O(rows x attributes) the first time for a
 * policy.
 * Returns: a lower bound of the loss of a policy and all its generalizations: the loss without
 *   suppression or, if classes have costs, what the quality model states. If the model fails, the
 *   run ends and the bound is 0
 */
DEID_AVAILABLE_IN_0_1
double deid_search_context_get_bound (DeidSearchContext *context, const DeidPolicy *policy);

/**
 * deid_search_context_may_improve:
 *
 * Tells whether a policy or one of its generalizations may be better than the best solution so far:
 * of a smaller loss or, with the same loss, earlier in the order of deid_policy_compare(). If not,
 * the policy has a property that a #DeidPropertyStore can keep. Complexity: as of
 * deid_search_context_get_bound().
 * Returns: %FALSE if the bound shows that none of them is better
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_context_may_improve (DeidSearchContext *context, const DeidPolicy *policy);

/**
 * deid_search_context_raise_lower_bound:
 * @loss: a number that no solution's loss is below
 *
 * States what the algorithm has proven so far, which gives the gap of the result. The library
 * cannot check it. A number below an earlier one, or one that is not a number, changes nothing. A
 * number above the loss of the best solution counts as that loss: the result is then proven optimal
 * unless the run ends before the callback returns.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_raise_lower_bound (DeidSearchContext *context, double loss);

/**
 * deid_search_context_declare_optimal:
 *
 * States that the algorithm, once it returns, has proven the best solution found to be optimal or,
 * if none was found, that there is none. The library cannot check it. No effect on a run that has
 * ended.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_declare_optimal (DeidSearchContext *context);

/**
 * deid_search_context_set_open:
 * @n_policies: how many policies may still be the best solution, at least 0; infinity for no news
 * @share_of_work: an estimate of the share of the work left, from 0 to 1; infinity for no news
 *
 * Sets the progress that the progress function is told. Neither number ever rises: one above an
 * earlier one changes nothing.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_set_open (DeidSearchContext *context, double n_policies,
                                   double share_of_work);

/**
 * deid_search_context_set_statistic:
 * @name: a name: UTF-8, not empty and without control characters
 * @value: a number
 *
 * Adds a figure to the statistics of the result, or replaces the one with the same name. The names
 * that deid_report_new_statistics() lists for every run are set by the library after the callback.
 * If there is no memory, the run ends. Complexity: O(figures).
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_set_statistic (DeidSearchContext *context, const char *name, double value);

/**
 * deid_search_context_add_bytes:
 * @n_bytes: the most memory that the algorithm held, or a part of it
 *
 * Adds to the figure `bytes` of the statistics.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_add_bytes (DeidSearchContext *context, guint64 n_bytes);

G_END_DECLS

#endif
