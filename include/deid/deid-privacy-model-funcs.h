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

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-class.h>
#include <deid/deid-privacy-input.h>
#include <deid/deid-privacy.h>

G_BEGIN_DECLS

/**
 * DeidPrivacyModelFuncs:
 *
 * The slots of a privacy model: what a host fills in to add a model of its own. The models of the
 * library are written against the same slots.
 *
 * A model needs describe and one of accept and accept_table. A callback that fails sets its error
 * and returns %FALSE, which ends the search; the error reaches the host unchanged. Each slot has
 * user data of its own, destroyed exactly once: when the slot is set anew or the last reference to
 * the slots is dropped. Where several slots share their data, give the destroy function to one of
 * them. Slots that belong to a model no longer change: setting one is then a programmer's error,
 * and its data are destroyed at once.
 *
 * Callbacks run on the thread that called deid_search_run() or another function that evaluates
 * policies, and a search keeps to that thread, unless deid_privacy_model_funcs_set_thread_safe()
 * says more. Host threads may run problems with the same model at the same time; its callbacks then
 * run on all of them at once, with the same user data. Each problem has a state of its own, which
 * it keeps: threads that run a problem one after the other are handed the same state, and those
 * that run it at the same time share it if the model is thread-safe, otherwise each has its own.
 */
typedef struct DeidPrivacyModelFuncs DeidPrivacyModelFuncs;

/**
 * DeidSuppressionOrder:
 * @DEID_SUPPRESSION_ORDER_NONE: none: a policy that fails the condition is no solution
 * @DEID_SUPPRESSION_ORDER_SMALLEST_FIRST: the classes of the fewest records first; if the dataset
 * has an entity column those of the fewest persons, and among these the fewest records
 * @DEID_SUPPRESSION_ORDER_RAREST_FIRST: those first whose labels the fewest records of the
 * population have, and among these the smallest; without a population table the smallest first
 * @DEID_SUPPRESSION_ORDER_NAMED: those that the condition names by deid_table_view_name_class(); it
 * is asked again of the rest until it names none
 *
 * The order in which *further* classes are suppressed, besides those that a model fails by
 * themselves, to make a condition on the whole table hold. Of classes that the order does not tell
 * apart those go first that lose most when they are kept, and then those whose labels, attribute by
 * attribute, come first as text.
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
 * What a whole-table condition sees: the classes that a policy would release. Valid during the
 * callback that receives it.
 */
typedef struct DeidTableView DeidTableView;

/**
 * DeidClassSize:
 *
 * What the term of a released class is made of: its size and that of its like in the population.
 * Valid during the callback that receives it.
 */
typedef struct DeidClassSize DeidClassSize;

/**
 * DeidDescribeFunc:
 *
 * Writes the name and the parameters of a model in its specification, such as `to:0.2:int`, in
 * UTF-8 and without `@`. Reports, stored policies and certificates carry it, with the sensitive
 * attributes behind an `@`. They tell models apart by nothing else, so it has to name every
 * parameter, and must not be one of the library's specifications: who reads the policy without the
 * host's model would get the library's. Called once, when the model is made.
 *
 * Returns: (transfer full): the specification, freed with g_free()
 */
typedef char *(*DeidDescribeFunc) (gpointer user_data);

/**
 * DeidCompareFunc:
 * @a: a value
 * @b: another value
 * @order: (out): less than, equal to or greater than 0 as @a comes before @b, neither, or after it
 *
 * Compares two values of a sensitive attribute. @a and @b are valid during the callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidCompareFunc) (const char *a, const char *b, gpointer user_data, int *order,
                                     GError **error);

/**
 * DeidPrivacyPrepareFunc:
 * @input: the table as a whole
 * @state: (out) (type guintptr): the state that the other slots are handed, none if nothing sets it
 *
 * Makes what the verdicts need, as a rule once a problem, which keeps it: see #DeidProblem. @input,
 * and what its functions return, are valid until free_state has run; the state is what the other
 * slots are handed until then. %NULL is a state like any other, but it is not kept, since a model
 * that returns none may keep it in @user_data, where the next table's takes its place: each call
 * that evaluates prepares anew.
 *
 * For language bindings the state is a number. A model in another language keeps its states in a
 * table of its own, sets the key of one, which is not 0, and removes it in free_state.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidPrivacyPrepareFunc) (const DeidPrivacyInput *input, gpointer user_data,
                                            gpointer *state, GError **error);

/**
 * DeidFreeStateFunc:
 * @state: (nullable): what prepare made
 *
 * Frees a state. Called exactly once for each call of prepare that succeeded, at the latest when
 * the problem is freed.
 */
typedef void (*DeidFreeStateFunc) (gpointer state, gpointer user_data);

/**
 * DeidJudgeFunc:
 * @eq_class: an equivalence class
 * @passes: (out): whether the class passes, %FALSE if nothing sets it
 *
 * Judges a class. The verdict must depend on nothing but the class and the state. @eq_class, and
 * what its functions return, are valid during the callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidJudgeFunc) (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                   gboolean *passes, GError **error);

/**
 * DeidJudgeTableFunc:
 * @passes: (out): whether they meet the condition, %FALSE if nothing sets it
 *
 * Judges all released classes together. @table, and what its functions return, are valid during the
 * callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidJudgeTableFunc) (const DeidTableView *table, gpointer state,
                                        gpointer user_data, gboolean *passes, GError **error);

/**
 * DeidClassTermFunc:
 * @high: (out): the upper 64 bits of the term
 * @low: (out): the lower 64 bits
 *
 * Tells what a released class adds to a sum, an integer of 128 bits. It is also asked of classes of
 * policies that are no solutions. @class_size is valid during the callback. The term must depend on
 * nothing but @class_size and the state. A sum of 2^128 or more ends the run with
 * %DEID_ERROR_TOO_LARGE.
 *
 * Returns: whether the term is known
 */
typedef gboolean (*DeidClassTermFunc) (const DeidClassSize *class_size, gpointer state,
                                       gpointer user_data, guint64 *high, guint64 *low,
                                       GError **error);

/**
 * DeidJudgeSumFunc:
 * @table: the classes that would be released, of which the sum and the numbers of records are shown
 * @verdict: (out): a positive number if they meet the condition, a negative one if they do not, and
 * 0 if the sum does not tell, whereupon the condition on the table is asked
 *
 * Judges all released classes together by the sum of their terms, as far as it tells. @table is
 * valid during the callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidJudgeSumFunc) (const DeidTableView *table, gpointer state,
                                      gpointer user_data, int *verdict, GError **error);

/**
 * DeidRecheckFunc:
 * @eq_class: an equivalence class
 * @input: the table as a whole
 * @verdict: (out): a positive number if it passes, a negative one if it does not, and 0 if rounding
 * does not tell, whereupon accept is asked
 *
 * Judges a class once more, for the verifier, by the model's definition written as plainly as it
 * goes and without anything that prepare made. @eq_class and @input, and what their functions
 * return, are valid during the callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidRecheckFunc) (const DeidClass *eq_class, const DeidPrivacyInput *input,
                                     gpointer user_data, int *verdict, GError **error);

/**
 * DeidRecheckTableFunc:
 * @table: the classes that are released, as the verifier put them together
 * @input: the table as a whole
 * @verdict: (out): a positive number if they meet the condition, a negative one if they do not, and
 * 0 if rounding does not tell, whereupon the condition on the table is asked
 *
 * Judges all released classes together once more, for the verifier, by the condition's definition
 * written as plainly as it goes and without anything that prepare made. It is shown the classes,
 * and a sum of 0. @table and @input, and what their functions return, are valid during the
 * callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidRecheckTableFunc) (const DeidTableView *table, const DeidPrivacyInput *input,
                                          gpointer user_data, int *verdict, GError **error);

DEID_AVAILABLE_IN_0_1
GType deid_privacy_model_funcs_get_type (void);

/**
 * deid_privacy_model_funcs_new:
 *
 * Creates slots that are all empty, with %DEID_CLOSURE_NONE.
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
 * Sets what writes the specification of the model.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_describe (DeidPrivacyModelFuncs *funcs, DeidDescribeFunc func,
                                            gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_compare:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets the order in which values of the sensitive attributes are numbered. It must be a total
 * order, but values may be equal; those are then ordered as text. Called on the thread that runs.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_compare (DeidPrivacyModelFuncs *funcs, DeidCompareFunc func,
                                           gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_prepare:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what is called before any class is judged. Called on the thread that runs.
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
 * Sets what frees the state that prepare made. Called on the thread that drops the problem's last
 * reference, or that runs.
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
 * Sets a condition that every class meets that accept lets pass, and that is superset-closed: a
 * class that meets it still does when any records join it. Searches leave out what it rules out;
 * the stronger it is the better. A condition without these properties makes a search miss the
 * optimum. A model of %DEID_CLOSURE_SUPERSET is its own condition and needs none. Asked only of
 * classes that fail.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_necessary (DeidPrivacyModelFuncs *funcs, DeidJudgeFunc func,
                                             gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_accept_unmatched:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what judges a class of the population table that no record of the table to be released has
 * the labels of: deid_class_get_n_records() is 0. Such a class cannot be suppressed: if it fails,
 * the policy is no solution, nor is any specialization of it, whose unmatched classes include part
 * of this one; the condition must have that property. Without this slot such classes are not
 * judged.
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
 * Sets a condition on all classes together that would be released. Unless
 * deid_privacy_model_funcs_set_suppression_order() says more, a policy that fails it is no
 * solution, and nothing is concluded for other policies.
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
 * Sets what a class adds to a sum on which the condition on the table depends, such as its risk.
 * The condition is then shown the sum, see deid_table_view_get_sum(), and no classes, unless
 * deid_privacy_model_funcs_set_judge_sum() says more. Searches that go from one policy to the next
 * by small steps follow the sum by the classes that change, instead of looking at all of them. It
 * has no effect without a condition on the table.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_class_term (DeidPrivacyModelFuncs *funcs, DeidClassTermFunc func,
                                              gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_judge_sum:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what judges the table by the sum of its terms where that does not always decide, such as one
 * of rounded numbers. Only where this does not tell, the condition on the table is asked; it is
 * then shown the classes as well. It has no effect without a condition on the table and
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
 * Sets what judges a class for deid_result_verify(). Without it, and where its verdict is 0, the
 * verifier asks accept once more, about a class that it put together on its own.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_recheck (DeidPrivacyModelFuncs *funcs, DeidRecheckFunc func,
                                           gpointer user_data, GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_recheck_table:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what judges all released classes together for deid_result_verify(). Without it, or where it
 * does not tell, the verifier asks the condition on the table once more, about classes that it put
 * together on its own. It has no effect without a condition on the table.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_recheck_table (DeidPrivacyModelFuncs *funcs,
                                                 DeidRecheckTableFunc func, gpointer user_data,
                                                 GDestroyNotify destroy);

/**
 * deid_privacy_model_funcs_set_sensitive:
 * @sensitive: (nullable) (array zero-terminated=1): the names of columns, or %NULL for none
 *
 * Sets the sensitive attributes that the model judges, none by default. Callbacks know them by
 * their numbers in this list, from 0. The names stand in the specification behind an `@`, joined by
 * `+`.
 * Complexity: O(names).
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_sensitive (DeidPrivacyModelFuncs *funcs,
                                             const char *const *sensitive);

/**
 * deid_privacy_model_funcs_set_closure:
 * @closure: what is known of the verdict when classes are joined
 *
 * Declares what a search may leave out. A model that promises too much makes a search miss the
 * optimum.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_closure (DeidPrivacyModelFuncs *funcs, DeidClosure closure);

/**
 * deid_privacy_model_funcs_set_size_only:
 * @size_only: whether the model asks a class for the numbers of records and persons only
 *
 * Declares that verdicts depend on deid_class_get_n_records() and deid_class_get_n_persons() alone,
 * so that a search need not tabulate classes and may judge each size once. It may also judge sizes
 * that no class has, to find the fewest records that one needs. %FALSE by default. To ask a class
 * for labels or values is then a programmer's error.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_size_only (DeidPrivacyModelFuncs *funcs, gboolean size_only);

/**
 * deid_privacy_model_funcs_set_suppression_order:
 * @order: the order in which classes are suppressed
 *
 * Says which further classes are suppressed until accept_table holds, besides those that fail
 * accept. %DEID_SUPPRESSION_ORDER_NONE by default. accept_table is then shown the classes that are
 * left in this order, never an empty table. How many further classes go is found by bisection: if
 * accept_table holds for one rest it should hold for every shorter one, or more classes go than it
 * takes. Where several models have an order, each suppresses further classes in turn, until the
 * conditions of all hold.
 *
 * With %DEID_SUPPRESSION_ORDER_NAMED there is no bisection: accept_table sees the labels and the
 * persons of the classes and names those that cannot stay. If it passes, the rest can stay, as far
 * as this model goes; if it does not, it is asked again of the rest; and if it names none then, all
 * classes go. Which classes are left must not depend on the order of the classes. Models that name
 * classes do so before those of the other orders suppress any, and again after that. Sums and
 * populations are not shown to them.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_suppression_order (DeidPrivacyModelFuncs *funcs,
                                                     DeidSuppressionOrder order);

/**
 * deid_privacy_model_funcs_set_table_monotone:
 * @monotone: whether generalizing never makes the condition on the table harder to meet
 *
 * Declares what a search may leave out where further classes are suppressed, see
 * deid_privacy_model_funcs_set_suppression_order(). The promise is that each record has a risk that
 * depends on the size of its class and on the number of records of the population that have its
 * labels, and does not rise with either; that the order of further classes begins with the greatest
 * risk; and that the condition, given the risks of the records that are left, still holds when the
 * record of the greatest risk is suppressed, or when risks fall. A policy and all its
 * specializations then have to suppress more records than there are in all further classes but the
 * last; and where a policy meets the condition with nothing suppressed, so do its generalizations,
 * which is what deid_search_new_bisecting() presumes. %FALSE by default; without effect where the
 * dataset has an entity column and, but for searches that presume this, where nothing is
 * suppressed. A model that promises too much makes a search miss the optimum.
 *
 * For %DEID_SUPPRESSION_ORDER_NAMED the promise is another one: records that can stay together at a
 * policy, so that it names none of their classes, can stay at each generalization too, and when
 * others that can stay together join them. What it names then is suppressed at all specializations.
 * The promise counts with an entity column as well.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_table_monotone (DeidPrivacyModelFuncs *funcs, gboolean monotone);

/**
 * deid_privacy_model_funcs_set_thread_safe:
 * @thread_safe: whether several threads may judge classes at once
 *
 * Declares that accept, necessary, accept_unmatched, accept_table, class_term, judge_sum and
 * recheck may run on any thread, several at once with the same state. %FALSE by default: a search
 * then uses one thread, and one thread verifies classes. The other slots run on the thread that
 * called the library in any case.
 */
DEID_AVAILABLE_IN_0_1
void deid_privacy_model_funcs_set_thread_safe (DeidPrivacyModelFuncs *funcs, gboolean thread_safe);

/**
 * deid_privacy_model_new:
 * @funcs: the slots, which from now on do not change unless this fails
 *
 * Creates a privacy model from its slots.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a slot it needs is empty, its specification has no name,
 * is not valid UTF-8 or holds an `@` or a control character, or the name of a sensitive attribute
 * is empty, not valid UTF-8 or given twice. Complexity: O(names).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidPrivacyModel *deid_privacy_model_new (DeidPrivacyModelFuncs *funcs, GError **error);

/**
 * deid_table_view_get_n_records:
 *
 * Gets the number of records in these classes.
 * Returns: the number of records that are not suppressed
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_table_view_get_n_records (const DeidTableView *table);

/**
 * deid_table_view_get_n_persons:
 *
 * Returns: the sum of the sizes of these classes: the number of records, or of persons if the
 *   dataset has an entity column, where a person counts once in each class
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_table_view_get_n_persons (const DeidTableView *table);

/**
 * deid_table_view_get_n_suppressed:
 *
 * Returns: the number of records that are suppressed: those in classes that fail a model by
 *   themselves, and those in further classes that the view leaves out
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_table_view_get_n_suppressed (const DeidTableView *table);

/**
 * deid_table_view_get_sizes:
 * @n_classes: (out): how many there are
 *
 * Gets the sizes of the classes, in the order in which further ones are suppressed if the model has
 * such an order, otherwise in none that means anything. A model that sets
 * deid_privacy_model_funcs_set_class_term() sees none, unless the sum does not tell, see
 * deid_privacy_model_funcs_set_judge_sum().
 * Returns: (transfer none) (array length=n_classes): the number of records of each class, or of
 *   persons if the dataset has an entity column
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_table_view_get_sizes (const DeidTableView *table, guint32 *n_classes);

/**
 * deid_table_view_has_population:
 *
 * Tells whether the problem has a population table that the model sees. A model that declares
 * deid_privacy_model_funcs_set_size_only() sees none, nor does one that suppresses the smallest
 * classes first: classes of a size are then suppressed whatever the population.
 * Returns: whether there is one
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_table_view_has_population (const DeidTableView *table);

/**
 * deid_table_view_get_populations:
 * @n_classes: (out): how many there are, 0 if none are seen
 *
 * Gets how many records of the population have the labels of each class, in the order of the sizes,
 * if the model sees sizes and a population, see deid_table_view_has_population().
 * Returns: (transfer none) (nullable) (array length=n_classes): the number of records of the
 *   population for each class, or %NULL if none are seen
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_table_view_get_populations (const DeidTableView *table, guint32 *n_classes);

/**
 * deid_table_view_get_sum:
 * @high: (out): the upper 64 bits of the sum
 * @low: (out): the lower 64 bits
 *
 * Gets the sum of the terms of these classes, see deid_privacy_model_funcs_set_class_term(); 0 for
 * a model without it.
 */
DEID_AVAILABLE_IN_0_1
void deid_table_view_get_sum (const DeidTableView *table, guint64 *high, guint64 *low);

/**
 * deid_table_view_get_n_attributes:
 *
 * Gets the number of quasi-identifiers whose labels the model sees.
 * Returns: the number of quasi-identifiers, or 0 for a model without %DEID_SUPPRESSION_ORDER_NAMED
 */
DEID_AVAILABLE_IN_0_1
guint deid_table_view_get_n_attributes (const DeidTableView *table);

/**
 * deid_table_view_get_labels:
 * @attribute: the number of a quasi-identifier in the order of the lattice, from 0
 * @n_classes: (out): how many classes there are, 0 if the model sees no labels
 *
 * Returns: (transfer none) (nullable) (array length=n_classes): a number for the label of each
 *   class, in the order of the sizes, or %NULL for a model without %DEID_SUPPRESSION_ORDER_NAMED.
 *   Two classes have the same number if and only if they have the same label of this attribute. The
 *   numbers mean nothing else
 */
DEID_AVAILABLE_IN_0_1
const guint32 *deid_table_view_get_labels (const DeidTableView *table, guint attribute,
                                           guint32 *n_classes);

/**
 * deid_table_view_get_persons:
 * @class_number: the number of a class in the order of the sizes, from 0
 * @n_persons: (out): how many persons the class has, 0 if none are seen
 *
 * Returns: (transfer none) (nullable) (array length=n_persons): the persons whose records are in a
 *   class, each once, by numbers that tell persons apart in all classes and mean nothing else, or
 *   %NULL if the dataset has no entity column or the model no %DEID_SUPPRESSION_ORDER_NAMED
 */
DEID_AVAILABLE_IN_0_1
const guint32 *deid_table_view_get_persons (const DeidTableView *table, guint32 class_number,
                                            guint64 *n_persons);

/**
 * deid_table_view_name_class:
 * @class_number: the number of a class in the order of the sizes, from 0
 *
 * Names a class that cannot stay among these. Without effect for a model without
 * %DEID_SUPPRESSION_ORDER_NAMED. It may be called from accept_table and recheck_table.
 */
DEID_AVAILABLE_IN_0_1
void deid_table_view_name_class (const DeidTableView *table, guint32 class_number);

/**
 * deid_table_view_check_cancelled:
 *
 * Checks whether it is time to give up. A condition that takes long asks now and then, and fails
 * with this error.
 * Errors: %G_IO_ERROR_CANCELLED, %DEID_ERROR_LIMIT_REACHED. The thread whose callback was given
 * @table may call this.
 *
 * Returns: whether to go on
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_table_view_check_cancelled (const DeidTableView *table, GError **error);

/**
 * deid_class_size_get_size:
 *
 * Gets the number of records of a class, or of persons if the dataset has an entity column.
 * Returns: the size, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_size_get_size (const DeidClassSize *class_size);

/**
 * deid_class_size_has_population:
 *
 * Tells whether the problem has a population table that the model sees, see
 * deid_table_view_has_population().
 * Returns: whether there is one
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_class_size_has_population (const DeidClassSize *class_size);

/**
 * deid_class_size_get_n_population:
 *
 * Gets how many records of the population have the labels of the class.
 * Returns: the number of records, 0 if there is none like these or, which
 *   deid_class_size_has_population() tells, no population table
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_size_get_n_population (const DeidClassSize *class_size);

G_END_DECLS

#endif
