/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call functions of #DeidPrivacyModelFuncs and #DeidPrivacyModel; those of
 *   #DeidTableView and #DeidClassSize, only the thread whose callback was given them.
 * Setters: one thread at a time, while no model uses the slots.
 * Complexity: O(1) unless stated; of _unref, that of the destroy functions.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * Callbacks: one that returns %FALSE or sets @error ends the run or the verification, with
 *   %DEID_ERROR_INVALID_ARGUMENT if @error is not set. Otherwise it returns %TRUE.
 * @funcs: slots that no model uses yet.
 * @table: the classes that would be released.
 * @class_size: the size of a class.
 * @class_number: the number of a class in the order of the sizes, from 0.
 * @state: (nullable): what prepare made, not to be changed.
 * @user_data: the data of the slot.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_PRIVACY_MODEL_FUNCS_H
#define DEID_PRIVACY_MODEL_FUNCS_H

#if !defined(DEID_EXTEND_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid-extend.h> can be included directly."
#endif

#include <deid/deid-class.h>
#include <deid/deid-privacy-input.h>
#include <deid/deid-privacy.h>

G_BEGIN_DECLS

/**
 * DeidPrivacyModelFuncs:
 *
 * The slots of a privacy model: what a host fills in to add a model of its own. The models of the
 * library use the same slots.
 *
 * A model needs describe and one of accept and accept_table. Each slot has its own user data,
 * destroyed exactly once: when the slot is set anew or the last reference to the slots is dropped.
 * If several slots share their data, give the destroy function to one of them. Slots that belong to
 * a model no longer change: setting one is a programmer's error, and its data are destroyed at
 * once. An error of a callback reaches the host unchanged.
 *
 * Callbacks run on the thread that called deid_search_run() or another function that evaluates
 * policies, unless deid_privacy_model_funcs_set_thread_safe() allows more. Host threads may run
 * problems with the same model at the same time; its callbacks then run on all of them with the
 * same user data. Each problem keeps its own state: threads that run a problem one after the other
 * get the same state. Threads that run it at the same time share it if the model is thread-safe;
 * otherwise each has its own.
 */
typedef struct DeidPrivacyModelFuncs DeidPrivacyModelFuncs;

/**
 * DeidSuppressionOrder:
 * @DEID_SUPPRESSION_ORDER_NONE: none: a policy that fails the condition is no solution
 * @DEID_SUPPRESSION_ORDER_SMALLEST_FIRST: the classes of the fewest records first; with an entity
 *   column those of the fewest persons, then of the fewest records
 * @DEID_SUPPRESSION_ORDER_RAREST_FIRST: classes whose labels are rarest in the population first,
 *   and the smallest of these; without a population table the smallest first
 * @DEID_SUPPRESSION_ORDER_NAMED: those that the condition names by deid_table_view_name_class(); it
 *   is asked again about the rest until it names none
 *
 * The order in which *further* classes are suppressed so that a condition on the whole table holds,
 * in addition to those that fail a model by themselves. Ties are broken by the loss when kept,
 * greatest first, and then by the labels as text, attribute by attribute.
 */
typedef enum
{
  DEID_SUPPRESSION_ORDER_NONE = 0,
  DEID_SUPPRESSION_ORDER_SMALLEST_FIRST = 1,
  DEID_SUPPRESSION_ORDER_RAREST_FIRST = 2,
  DEID_SUPPRESSION_ORDER_NAMED = 3
} DeidSuppressionOrder;

/**
 * DeidTableView:
 *
 * The classes that a policy would release, as a whole-table condition sees them. Valid during the
 * callback that receives it.
 */
typedef struct DeidTableView DeidTableView;

/**
 * DeidClassSize:
 *
 * The size of a released class, and of the same class in the population. Valid during the callback
 * that receives it.
 */
typedef struct DeidClassSize DeidClassSize;

/**
 * DeidDescribeFunc:
 *
 * Writes the specification of a model, such as `to:0.2:int`, in UTF-8 and without `@`. Called once,
 * when the model is made. Reports, stored policies and certificates have it, with the sensitive
 * attributes behind an `@`, and tell models apart by nothing else. So it must name every parameter,
 * and differ from the specifications of the library: otherwise a reader without the host's model
 * would get the library's.
 * Returns: (transfer full): the specification, freed with g_free()
 */
typedef char *(*DeidDescribeFunc) (gpointer user_data);

/**
 * DeidCompareFunc:
 * @a: a value
 * @b: another value
 * @order: (out): less than, equal to or greater than 0 if @a comes before, with or after @b
 *
 * Compares two values of a sensitive attribute. @a and @b are valid during the callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidCompareFunc) (const char *a, const char *b, gpointer user_data, int *order,
                                     GError **error);

/**
 * DeidPrivacyPrepareFunc:
 * @input: the table as a whole
 * @state: (out) (type guintptr): the state for the other slots, none if not set
 *
 * Makes what the verdicts need, usually once per problem, which keeps the state: see #DeidProblem.
 * @input, and what its functions return, are valid until free_state has run. A state of %NULL is
 * not kept: each call that evaluates prepares anew. (A model may keep such a state in @user_data,
 * where the next table's takes its place.)
 *
 * For language bindings the state is a number: a model in another language keeps a table of states,
 * sets the key of one, which is not 0, and removes it in free_state.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidPrivacyPrepareFunc) (const DeidPrivacyInput *input, gpointer user_data,
                                            gpointer *state, GError **error);

/**
 * DeidFreeStateFunc:
 * @state: (nullable): what prepare made
 *
 * Frees a state. Called exactly once for each successful call of prepare, at the latest when the
 * problem is freed.
 */
typedef void (*DeidFreeStateFunc) (gpointer state, gpointer user_data);

/**
 * DeidJudgeFunc:
 * @eq_class: an equivalence class
 * @passes: (out): whether the class passes; %FALSE if not set
 *
 * Judges a class. The verdict must depend on the class and the state alone. @eq_class, and what its
 * functions return, are valid during the callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidJudgeFunc) (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                   gboolean *passes, GError **error);

/**
 * DeidJudgeTableFunc:
 * @passes: (out): whether they meet the condition; %FALSE if not set
 *
 * Judges all released classes together. @table, and what its functions return, are valid during the
 * callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidJudgeTableFunc) (const DeidTableView *table, gpointer state,
                                        gpointer user_data, gboolean *passes, GError **error);

/**
 * DeidClassTermFunc:
 * @high: (out): the upper 64 bits of the term
 * @low: (out): the lower 64 bits
 *
 * Computes what a released class adds to a sum, an integer of 128 bits, also for policies that are
 * no solutions. The term must depend on @class_size and the state alone. A sum of 2^128 or more
 * ends the run with %DEID_ERROR_TOO_LARGE. @class_size is valid during the callback.
 * Returns: whether the term is known
 */
typedef gboolean (*DeidClassTermFunc) (const DeidClassSize *class_size, gpointer state,
                                       gpointer user_data, guint64 *high, guint64 *low,
                                       GError **error);

/**
 * DeidJudgeSumFunc:
 * @table: the classes that would be released; only the sum and the numbers of records are shown
 * @verdict: (out): positive if they meet the condition, negative if not, 0 to have the condition on
 *   the table asked
 *
 * Judges all released classes by the sum of their terms. @table is valid during the callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidJudgeSumFunc) (const DeidTableView *table, gpointer state,
                                      gpointer user_data, int *verdict, GError **error);

/**
 * DeidRecheckFunc:
 * @eq_class: an equivalence class
 * @input: the table as a whole
 * @verdict: (out): positive if the class passes, negative if not, 0 if rounding leaves it open;
 *   then accept is asked
 *
 * Judges a class once more, for the verifier, by the definition of the model, as plainly as
 * possible and without anything that prepare made. @eq_class and @input, and what their functions
 * return, are valid during the callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidRecheckFunc) (const DeidClass *eq_class, const DeidPrivacyInput *input,
                                     gpointer user_data, int *verdict, GError **error);

/**
 * DeidRecheckTableFunc:
 * @table: the classes that are released, as the verifier put them together
 * @input: the table as a whole
 * @verdict: (out): positive if they meet the condition, negative if not, 0 if rounding leaves it
 *   open; then the condition on the table is asked
 *
 * Judges all released classes once more, for the verifier, by the definition of the condition, as
 * plainly as possible and without anything that prepare made. It sees the classes, and a sum of 0.
 * @table and @input, and what their functions return, are valid during the callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidRecheckTableFunc) (const DeidTableView *table, const DeidPrivacyInput *input,
                                          gpointer user_data, int *verdict, GError **error);

DEID_AVAILABLE_IN_0_1
GType deid_privacy_model_funcs_get_type (void);

/**
 * deid_privacy_model_funcs_new:
 *
 * Creates empty slots, with %DEID_CLOSURE_NONE.
 * Returns: (transfer full): new slots
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModelFuncs *deid_privacy_model_funcs_new (void);

DEID_AVAILABLE_IN_0_1
DeidPrivacyModelFuncs *deid_privacy_model_funcs_ref (DeidPrivacyModelFuncs *funcs);

/**
 * deid_privacy_model_funcs_unref:
 * @funcs: (transfer full): slots of a privacy model
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_unref (DeidPrivacyModelFuncs *funcs);

/**
 * deid_privacy_model_funcs_set_describe:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what writes the specification.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_describe (DeidPrivacyModelFuncs *funcs, DeidDescribeFunc func,
                                            gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_compare:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets the order in which values of the sensitive attributes are numbered: a total order, in which
 * equal values are ordered as text. deid_privacy_model_funcs_set_value_order() takes its place for
 * the orders of the library. Called on the thread that runs.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_compare (DeidPrivacyModelFuncs *funcs, DeidCompareFunc func,
                                           gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_prepare:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what runs before any class is judged, on the thread that runs.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_prepare (DeidPrivacyModelFuncs *funcs,
                                           DeidPrivacyPrepareFunc func, gpointer user_data,
                                           GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_free_state:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what frees the state of prepare. Called on the thread that runs, or that drops the problem's
 * last reference.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_free_state (DeidPrivacyModelFuncs *funcs, DeidFreeStateFunc func,
                                              gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_accept:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what judges a class. Classes that fail are suppressed.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_accept (DeidPrivacyModelFuncs *funcs, DeidJudgeFunc func,
                                          gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_necessary:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets a superset-closed condition that every class accepted by the model meets: a class that meets
 * it still does when records join it. Searches prune by it; the stronger it is, the better. A
 * condition without these properties makes a search miss the optimum. Only classes that fail are
 * asked. A model of %DEID_CLOSURE_SUPERSET needs none.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_necessary (DeidPrivacyModelFuncs *funcs, DeidJudgeFunc func,
                                             gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_accept_unmatched:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what judges a class of the population whose labels no record of the table has:
 * deid_class_get_n_records() is 0. Such a class cannot be suppressed. If it fails, neither the
 * policy nor any specialization is a solution, since their unmatched classes include part of this
 * one; the condition must have that property. Without this slot such classes are not judged.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_accept_unmatched (DeidPrivacyModelFuncs *funcs,
                                                    DeidJudgeFunc func, gpointer user_data,
                                                    GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_accept_table:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets a condition on all classes that would be released. Unless
 * deid_privacy_model_funcs_set_suppression_order() says more, a policy that fails it is no
 * solution, and other policies are not affected.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_accept_table (DeidPrivacyModelFuncs *funcs,
                                                DeidJudgeTableFunc func, gpointer user_data,
                                                GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_class_term:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what a class adds to a sum that the condition on the table depends on, such as its risk. The
 * condition then sees deid_table_view_get_sum() and no classes, unless
 * deid_privacy_model_funcs_set_judge_sum() is set. Searches that move by small steps update the sum
 * by the classes that change. No effect without a condition on the table.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_class_term (DeidPrivacyModelFuncs *funcs, DeidClassTermFunc func,
                                              gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_judge_sum:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what judges the table by the sum of its terms where the sum does not always decide, for
 * example because of rounding. Only if it does not, the condition on the table is asked, and also
 * sees the classes. No effect without a condition on the table and
 * deid_privacy_model_funcs_set_class_term().
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_judge_sum (DeidPrivacyModelFuncs *funcs, DeidJudgeSumFunc func,
                                             gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_recheck:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what judges a class for deid_result_verify(). Without it, or if its verdict is 0, the
 * verifier asks accept about a class that it put together on its own.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_recheck (DeidPrivacyModelFuncs *funcs, DeidRecheckFunc func,
                                           gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_recheck_table:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what judges all released classes for deid_result_verify(). Without it, or if its verdict is
 * 0, the verifier asks the condition on the table about classes that it put together on its own. No
 * effect without a condition on the table.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_recheck_table (DeidPrivacyModelFuncs *funcs,
                                                 DeidRecheckTableFunc func, gpointer user_data,
                                                 GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_sensitive:
 * @sensitive: (nullable) (array zero-terminated=1): the names of columns, or %NULL for none
 *
 * Sets the sensitive attributes that the model judges, none by default. Callbacks number them in
 * this order, from 0. The specification has them behind an `@`, joined by `+`. Complexity:
 * O(names).
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_sensitive (DeidPrivacyModelFuncs *funcs,
                                             const char *const *sensitive);

/**
 * deid_privacy_model_funcs_set_closure:
 * @closure: what is known of the verdict when classes are joined
 *
 * Declares what a search may prune. A model that promises too much makes a search miss the optimum.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_closure (DeidPrivacyModelFuncs *funcs, DeidClosure closure);

/**
 * deid_privacy_model_funcs_set_size_only:
 * @size_only: whether the model uses only the numbers of records and persons of a class
 *
 * Declares that verdicts depend on deid_class_get_n_records() and deid_class_get_n_persons() alone,
 * so that a search need not tabulate classes and may judge each size once, also sizes that no class
 * has. %FALSE by default. Asking a class for labels or values is then a programmer's error.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_size_only (DeidPrivacyModelFuncs *funcs, gboolean size_only);

/**
 * deid_privacy_model_funcs_set_value_order:
 * @order: the order of values
 *
 * Has values of the sensitive attributes numbered in an order of the library, instead of that of
 * deid_privacy_model_funcs_set_compare(). Stored policies and certificates then keep the types of
 * these columns if they are ordered by them.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_value_order (DeidPrivacyModelFuncs *funcs, DeidValueOrder order);

/**
 * deid_privacy_model_funcs_set_least_values:
 * @least_values: a number of values, 0 by default
 *
 * Declares that each class that accept passes has at least so many different values of each
 * sensitive attribute, a missing one included. Searches bound the sizes of classes by it. A model
 * that promises too much makes a search miss the optimum.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_least_values (DeidPrivacyModelFuncs *funcs, guint64 least_values);

/**
 * deid_privacy_model_funcs_set_sentence:
 * @sentence: (nullable): a sentence in UTF-8 without control characters and without its full stop;
 *   %NULL for the specification
 * @public_sentence: (nullable): what the public reads instead, if a parameter is not for it; %NULL
 *   for @sentence
 *
 * Sets what pages say of the model to people who know no specification. In both, `$1` to `$9` are
 * the parameters of the specification, `$@` the sensitive attributes, `$:` the specification, `$#`
 * what classes count, `records` or `persons`, and `$+` is nothing or, for persons, `, counting a
 * person once in each group`. Complexity: O(length of the sentences).
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_sentence (DeidPrivacyModelFuncs *funcs, const char *sentence,
                                            const char *public_sentence);

/**
 * deid_privacy_model_funcs_set_suppression_order:
 * @order: the order in which classes are suppressed
 *
 * Sets which further classes are suppressed until accept_table passes, in addition to those that
 * fail accept. %DEID_SUPPRESSION_ORDER_NONE by default. accept_table then sees the remaining
 * classes in this order, never an empty table. The number of further classes is found by bisection:
 * if accept_table passes for some remaining classes, it should pass for any fewer, or more classes
 * go than necessary. If several models have an order, each suppresses further classes in turn until
 * all conditions pass.
 *
 * With %DEID_SUPPRESSION_ORDER_NAMED there is no bisection: accept_table sees the labels and
 * persons of the classes and names those that cannot stay. If it passes, the rest can stay; if not,
 * it is asked again about the rest; if it then names none, all classes go. The outcome must not
 * depend on the order of the classes. Models that name classes go first, and again after the
 * others. They see no sums and populations.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_suppression_order (DeidPrivacyModelFuncs *funcs,
                                                     DeidSuppressionOrder order);

/**
 * deid_privacy_model_funcs_set_table_monotone:
 * @monotone: whether generalizing never makes the condition on the table harder to meet
 *
 * Declares what a search may prune where further classes are suppressed:
 * deid_privacy_model_funcs_set_suppression_order(). The promise has three parts. Each record has a
 * risk that depends on the size of its class and on the number of records of the population with
 * its labels, and does not rise with either. The suppression order begins with the greatest risk.
 * The condition, given the risks of the remaining records, still passes when the record of the
 * greatest risk is suppressed, or when risks fall. Then a policy and all its specializations must
 * suppress more records than all further classes except the last have. And if a policy meets the
 * condition with nothing suppressed, so do its generalizations, which deid_search_new_bisecting()
 * relies on. %FALSE by default. No effect with an entity column or, except for searches that rely
 * on this, where nothing is suppressed. A model that promises too much makes a search miss the
 * optimum.
 *
 * For %DEID_SUPPRESSION_ORDER_NAMED the promise is: records that can stay together at a policy, so
 * that it names none of their classes, can stay at each generalization too, and when others that
 * can stay together join them. What it names is then suppressed at all specializations. This holds
 * with an entity column as well.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_table_monotone (DeidPrivacyModelFuncs *funcs, gboolean monotone);

/**
 * deid_privacy_model_funcs_set_thread_safe:
 * @thread_safe: whether several threads may judge classes at once
 *
 * Declares that accept, necessary, accept_unmatched, accept_table, class_term, judge_sum and
 * recheck may run on any thread, several at once with the same state. %FALSE by default: one thread
 * searches, and one verifies classes. The other slots always run on the thread that called the
 * library.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_thread_safe (DeidPrivacyModelFuncs *funcs, gboolean thread_safe);

/**
 * deid_privacy_model_new:
 * @funcs: the slots, immutable from now on unless this fails
 *
 * Creates a privacy model from its slots.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a required slot is empty; if the specification has no
 * name, is not UTF-8 or has an `@` or a control character; if a sentence is not UTF-8 or has a
 * control character; or if the name of a sensitive attribute is empty, not UTF-8 or given twice.
 * Complexity: O(names).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new (DeidPrivacyModelFuncs *funcs, GError **error);

/**
 * deid_table_view_get_n_records:
 *
 * Returns: the number of records that are not suppressed
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_table_view_get_n_records (const DeidTableView *table);

/**
 * deid_table_view_get_n_persons:
 *
 * Returns: the sum of the sizes of these classes: the number of records or, with an entity column,
 *   of persons, who count once in each class
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_table_view_get_n_persons (const DeidTableView *table);

/**
 * deid_table_view_get_n_suppressed:
 *
 * Returns: the number of suppressed records: in classes that fail a model by themselves, and in
 *   further classes that the view leaves out
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_table_view_get_n_suppressed (const DeidTableView *table);

/**
 * deid_table_view_get_sizes:
 * @n_classes: (out): the number of classes
 *
 * Gets the sizes of the classes, in the suppression order of the model, or in no meaningful order
 * without one. A model with deid_privacy_model_funcs_set_class_term() sees none, unless
 * deid_privacy_model_funcs_set_judge_sum() left it open.
 * Returns: (transfer none) (array length=n_classes): the number of records of each class, or of
 *   persons with an entity column
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_table_view_get_sizes (const DeidTableView *table, guint32 *n_classes);

/**
 * deid_table_view_has_population:
 *
 * A model with deid_privacy_model_funcs_set_size_only() sees no population, nor does one that
 * suppresses the smallest classes first, whatever the population.
 * Returns: whether the model sees a population table
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_table_view_has_population (const DeidTableView *table);

/**
 * deid_table_view_get_populations:
 * @n_classes: (out): the number of classes, 0 if none are seen
 *
 * Returns: (transfer none) (nullable) (array length=n_classes): the number of records of the
 *   population with the labels of each class, in the order of the sizes; %NULL unless the model
 *   sees sizes and a population
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_table_view_get_populations (const DeidTableView *table, guint32 *n_classes);

/**
 * deid_table_view_get_sum:
 * @high: (out): the upper 64 bits of the sum
 * @low: (out): the lower 64 bits
 *
 * Gets the sum of the terms of these classes: deid_privacy_model_funcs_set_class_term(). It is 0
 * for a model without terms.
 */
DEID_AVAILABLE_IN_0_1
void deid_table_view_get_sum (const DeidTableView *table, guint64 *high, guint64 *low);

/**
 * deid_table_view_get_n_attributes:
 *
 * Returns: the number of quasi-identifiers whose labels the model sees, or 0 for a model without
 *   %DEID_SUPPRESSION_ORDER_NAMED
 */
DEID_AVAILABLE_IN_0_1
guint deid_table_view_get_n_attributes (const DeidTableView *table);

/**
 * deid_table_view_get_labels:
 * @attribute: the number of a quasi-identifier in the order of the lattice, from 0
 * @n_classes: (out): the number of classes, 0 if the model sees no labels
 *
 * Returns: (transfer none) (nullable) (array length=n_classes): a number for the label of each
 *   class, in the order of the sizes; classes have the same number if and only if they have the
 *   same label of this attribute. %NULL for a model without %DEID_SUPPRESSION_ORDER_NAMED
 */
DEID_AVAILABLE_IN_0_1
const guint32 *deid_table_view_get_labels (const DeidTableView *table, guint attribute,
                                           guint32 *n_classes);

/**
 * deid_table_view_get_persons:
 * @class_number: the number of a class in the order of the sizes, from 0
 * @n_persons: (out): the number of persons, 0 if none are seen
 *
 * Returns: (transfer none) (nullable) (array length=n_persons): numbers for the persons with
 *   records in a class, each once, that tell persons apart in all classes; %NULL without an entity
 *   column or %DEID_SUPPRESSION_ORDER_NAMED
 */
DEID_AVAILABLE_IN_0_1
const guint32 *deid_table_view_get_persons (const DeidTableView *table, guint32 class_number,
                                            guint64 *n_persons);

/**
 * deid_table_view_name_class:
 * @class_number: the number of a class in the order of the sizes, from 0
 *
 * Names a class that cannot stay. Called by accept_table and recheck_table. No effect for a model
 * without %DEID_SUPPRESSION_ORDER_NAMED.
 */
DEID_AVAILABLE_IN_0_1
void deid_table_view_name_class (const DeidTableView *table, guint32 class_number);

/**
 * deid_table_view_check_cancelled:
 *
 * Checks whether to give up. A condition that takes long asks now and then, and fails with this
 * error.
 * Errors: %G_IO_ERROR_CANCELLED, %DEID_ERROR_LIMIT_REACHED.
 * Returns: whether to go on
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_table_view_check_cancelled (const DeidTableView *table, GError **error);

/**
 * deid_class_size_get_size:
 *
 * Returns: the number of records of a class, or of persons with an entity column, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_size_get_size (const DeidClassSize *class_size);

/**
 * deid_class_size_has_population:
 *
 * Returns: whether the model sees a population table, as deid_table_view_has_population() says
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_class_size_has_population (const DeidClassSize *class_size);

/**
 * deid_class_size_get_n_population:
 *
 * Returns: the number of records of the population with the labels of the class; also 0 without a
 *   population table, see deid_class_size_has_population()
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_size_get_n_population (const DeidClassSize *class_size);

G_END_DECLS

#endif
