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

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy-model-funcs.h>
#include <deid/deid-search.h>

G_BEGIN_DECLS

/**
 * DeidSearchFuncs:
 *
 * The slots of a search: what a host fills in to add an algorithm of its own. The searches of the
 * library are written against the same slots.
 *
 * A search needs describe and run. Each slot has user data of its own, destroyed exactly once: when
 * the slot is set anew or the last reference to the slots is dropped. Where both slots share their
 * data, give the destroy function to one of them. Slots that belong to a search no longer change:
 * setting one is then a programmer's error, and its data are destroyed at once.
 *
 * Callbacks run on the thread that called deid_search_run(). Host threads may run the same search
 * at the same time; its callbacks then run on all of them at once, each with a context of its own
 * and all with the same user data.
 */
typedef struct DeidSearchFuncs DeidSearchFuncs;

/**
 * DeidSearchContext:
 *
 * What an algorithm sees of a run: it evaluates policies and says what is known so far. Every
 * policy evaluated counts for limits, progress and statistics, and the best solution among them is
 * what the run returns; the algorithm need not keep it. Valid during the callback that receives it,
 * on the thread that this runs on.
 *
 * In short, by the names behind deid_search_context_:
 *
 * - what is to be solved: get_problem;
 * - a policy: evaluate, and then is_solution, get_loss, get_n_suppressed, get_smallest_class,
 *   may_specialize;
 * - what need not be evaluated: get_bound, may_improve;
 * - the best so far: get_best, get_best_loss;
 * - whether to go on: may_go_on, get_steps_left, get_seconds_left;
 * - what was proven: raise_lower_bound, declare_optimal;
 * - what the host is told: set_open, set_statistic, add_bytes.
 */
typedef struct DeidSearchContext DeidSearchContext;

/**
 * DeidSearchRunFunc:
 * @context: the run
 *
 * Searches: evaluates policies of the problem's lattice until it has done what it does, or until
 * deid_search_context_evaluate() or deid_search_context_may_go_on() says that the run has ended.
 * An error that it sets ends the run and reaches the host unchanged; a failure after the run has
 * ended is dropped, since how the run ended and what was found by then count. @context is valid
 * during the callback, on the thread that this runs on.
 *
 * Returns: whether it succeeded, as it also did where the run has ended; %FALSE fails the run, with
 *   %DEID_ERROR_INVALID_ARGUMENT if @error is not set, and so does whatever is returned with @error
 *   set
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
 * Creates slots that are all empty.
 * Returns: (transfer full): new slots
 */
DEID_AVAILABLE_IN_0_1
DeidSearchFuncs *deid_search_funcs_new (void);

/**
 * deid_search_funcs_set_describe:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): the callback, or %NULL
 * @destroy: (nullable): called once when @user_data is not needed any more
 *
 * Sets what writes the specification of the search, see deid_search_to_specification(): valid
 * UTF-8, not empty and without control characters. Called once, when the search is made.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_funcs_set_describe (DeidSearchFuncs *funcs, DeidDescribeFunc func,
                                     gpointer user_data, GDestroyNotify destroy);

/**
 * deid_search_funcs_set_run:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): the callback, or %NULL
 * @destroy: (nullable): called once when @user_data is not needed any more
 *
 * Sets what searches.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_funcs_set_run (DeidSearchFuncs *funcs, DeidSearchRunFunc func, gpointer user_data,
                                GDestroyNotify destroy);

/**
 * deid_search_new:
 * @funcs: the slots, which from now on do not change unless this fails
 *
 * Creates a search from its slots.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a slot it needs is empty, or its specification has no
 * name, is not valid UTF-8 or holds an `@` or a control character.
 * Returns: (transfer full): a new search, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidSearch *deid_search_new (DeidSearchFuncs *funcs, GError **error);

/**
 * deid_search_context_get_problem:
 *
 * Returns: (transfer none): what is to be solved, and with it the lattice
 */
DEID_AVAILABLE_IN_0_1
DeidProblem *deid_search_context_get_problem (const DeidSearchContext *context);

/**
 * deid_search_context_evaluate:
 *
 * Evaluates a policy on the table. The functions below tell what it was found to be, until another
 * one is evaluated. A policy that is evaluated twice counts twice.
 * Complexity: O(rows x attributes), less where a specialization was evaluated not long ago.
 * Returns: whether it was evaluated; otherwise the run has ended, by a limit, a cancellation or an
 *   error that the library passes on, and the callback is to return
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_context_evaluate (DeidSearchContext *context, const DeidPolicy *policy);

/**
 * deid_search_context_may_go_on:
 *
 * Tells whether the run has not ended, and calls the progress function if it is time, for callbacks
 * that do much between two evaluations.
 * Returns: whether to go on; otherwise the callback is to return
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
 * Tells whether some specialization of the policy evaluated last may be a solution, as far as the
 * superset-closed part of the models tells (see #DeidClosure): the records that fail it are within
 * the suppression limit, and those of each group within its own. If not, the policy has a property
 * that a #DeidPropertyStore can keep.
 * Returns: %FALSE if neither the policy nor any specialization is a solution
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_context_may_specialize (const DeidSearchContext *context);

/**
 * deid_search_context_get_loss:
 *
 * Gets the loss of the policy evaluated last.
 * Returns: the loss, infinity if the policy is no solution, or if the quality model fails to tell
 *   it, which ends the run
 */
DEID_AVAILABLE_IN_0_1
double deid_search_context_get_loss (const DeidSearchContext *context);

/**
 * deid_search_context_get_n_suppressed:
 *
 * Gets how many records the policy evaluated last suppresses: those of classes that fail a privacy
 * model, and those suppressed for a condition on the whole table. Of a policy that is no solution
 * the latter may not all be counted.
 * Returns: the number of records
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_search_context_get_n_suppressed (const DeidSearchContext *context);

/**
 * deid_search_context_get_smallest_class:
 *
 * Gets how many records the smallest equivalence class of the policy evaluated last has.
 * Returns: the number of records
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_search_context_get_smallest_class (const DeidSearchContext *context);

/**
 * deid_search_context_get_bound:
 *
 * Complexity: O(attributes); if classes are costed, O(rows x attributes) the first time for a
 * policy.
 * Returns: a lower bound of the loss of a policy and of all its generalizations: its loss if
 *   nothing were suppressed or, of a quality model that costs classes, what it says that they cost
 *   at least. If the model fails, the run ends and the bound is 0
 */
DEID_AVAILABLE_IN_0_1
double deid_search_context_get_bound (DeidSearchContext *context, const DeidPolicy *policy);

/**
 * deid_search_context_may_improve:
 *
 * Tells whether a policy or any of its generalizations may be better than the best solution so far:
 * of a smaller loss or, with the same loss, earlier in the order of deid_policy_compare(). If not,
 * the policy has a property that a #DeidPropertyStore can keep, since it stays so.
 * Complexity: O(attributes); if classes are costed, O(rows x attributes) the first time for a
 * policy.
 * Returns: %FALSE if the bound shows that none of them is better
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_search_context_may_improve (DeidSearchContext *context, const DeidPolicy *policy);

/**
 * deid_search_context_get_best:
 *
 * Gets the best solution so far.
 * Complexity: O(dimensions).
 * Returns: (transfer none) (nullable): the policy, valid until the next call; %NULL if no solution
 *   was found yet, or if there is no memory for it, which ends the run
 */
DEID_AVAILABLE_IN_0_1
DeidPolicy *deid_search_context_get_best (DeidSearchContext *context);

/**
 * deid_search_context_get_best_loss:
 *
 * Gets the loss of the best solution so far.
 * Returns: the loss, infinity if no solution was found yet, or if the quality model fails to tell
 *   it, which ends the run
 */
DEID_AVAILABLE_IN_0_1
double deid_search_context_get_best_loss (const DeidSearchContext *context);

/**
 * deid_search_context_raise_lower_bound:
 * @loss: a number that no solution's loss is below
 *
 * Says what the algorithm has proven so far. The gap of the result follows from it; the library
 * cannot check it. A number below one given earlier changes nothing, and neither does one that is
 * not a number. A number above the loss of the best solution, which says that nothing better is to
 * be found, counts as that loss: the result is then proven optimal if the run does not end before
 * the callback returns.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_raise_lower_bound (DeidSearchContext *context, double loss);

/**
 * deid_search_context_declare_optimal:
 *
 * Says that the algorithm, once it returns, has proven the best solution found to be the optimum,
 * or, where none was found, that there is none. The library cannot check it. It has no effect on a
 * run that has ended before.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_declare_optimal (DeidSearchContext *context);

/**
 * deid_search_context_set_open:
 * @n_policies: how many policies may still be the best solution for all that is known, at least 0;
 *   infinity to say nothing new
 * @share_of_work: an estimate of the share of the work that is left, from 0 to 1; infinity to say
 *   nothing new
 *
 * Says how far the algorithm has come, which the progress function is told. Neither number ever
 * rises: one above that given earlier changes nothing.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_set_open (DeidSearchContext *context, double n_policies,
                                   double share_of_work);

/**
 * deid_search_context_get_steps_left:
 *
 * Gets how many more policies the step limit lets the algorithm evaluate, for those that share them
 * out.
 * Returns: the number of policies, 0 if the run has ended, %G_MAXUINT64 without a limit
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_search_context_get_steps_left (const DeidSearchContext *context);

/**
 * deid_search_context_get_seconds_left:
 *
 * Gets how much time the time limit leaves the algorithm.
 * Returns: the time in seconds, 0 if the run has ended, infinity without a limit
 */
DEID_AVAILABLE_IN_0_1
double deid_search_context_get_seconds_left (const DeidSearchContext *context);

/**
 * deid_search_context_set_statistic:
 * @name: a name: valid UTF-8, not empty and without control characters
 * @value: a number
 *
 * Adds a figure of the algorithm's own to the statistics of the result, in place of the one with
 * the same name if there is one. The names that #DeidStatistics lists for every run are the
 * library's, which sets them when the callback has returned. If there is no memory, the run ends.
 * Complexity: O(figures).
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_set_statistic (DeidSearchContext *context, const char *name, double value);

/**
 * deid_search_context_add_bytes:
 * @n_bytes: the memory that the algorithm held at most of its own, or a part of it
 *
 * Adds to the figure `bytes` of the statistics.
 */
DEID_AVAILABLE_IN_0_1
void deid_search_context_add_bytes (DeidSearchContext *context, guint64 n_bytes);

G_END_DECLS

#endif
