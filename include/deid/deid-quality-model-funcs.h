/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call functions of #DeidQualityModelFuncs and #DeidQualityModel; those of
 *   other types, only the thread whose callback was given them.
 * Setters: one thread at a time, while no model uses the slots.
 * Complexity: O(1) unless stated; of _unref, that of the destroy functions.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * Callbacks: one that returns %FALSE or sets @error ends the run or the verification, with
 *   %DEID_ERROR_INVALID_ARGUMENT if @error is not set. Otherwise it returns %TRUE.
 * @funcs: slots that no model uses yet.
 * @costs: the costs of a quasi-identifier.
 * @value: a value of a quasi-identifier.
 * @sum: a sum of costs.
 * @state: (nullable): what prepare made, not to be changed.
 * @user_data: the data of the slot.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_QUALITY_MODEL_FUNCS_H
#define DEID_QUALITY_MODEL_FUNCS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-privacy-model-funcs.h>
#include <deid/deid-quality-input.h>
#include <deid/deid-quality.h>

G_BEGIN_DECLS

/**
 * DeidQualityModelFuncs:
 *
 * The slots of a quality model: what a host fills in to add a model of its own. The models of the
 * library are written against the same slots.
 *
 * A model needs describe, and one of two kinds of costs: attribute_costs, where the loss is made up
 * of what single values cost, or class_cost, where a class costs something as a whole. The former
 * tells a search more, and is faster. A callback that fails sets its error, which ends the run and
 * reaches the host unchanged. Each slot has user data of its own, destroyed exactly once:
 * when the slot is set anew or the last reference to the slots is dropped. Where several slots
 * share their data, give the destroy function to one of them. Slots that belong to a model no
 * longer change: setting one is then a programmer's error, and its data are destroyed at once.
 *
 * Callbacks run on the thread that called deid_search_run() or another function that evaluates
 * policies, and with class_cost a search keeps to that thread, unless
 * deid_quality_model_funcs_set_thread_safe() says more. Host threads may run problems
 * with the same model at the same time; its callbacks then run on all of them at once, with the
 * same user data. Each problem has a state of its own, which it keeps: threads that run a problem
 * one after the other are handed the same state, and those that run it at the same time share it if
 * the model is thread-safe, otherwise each has its own.
 */
typedef struct DeidQualityModelFuncs DeidQualityModelFuncs;

/**
 * DeidAttributeCosts:
 *
 * What the values of one quasi-identifier cost. Each label has an extent x, an integer from 0 to
 * 2^32 - 1 that says how much the label hides. A value that is kept then costs k x / d, one that is
 * suppressed (s + c x) / d, x being the extent of the label that the policy would have given it; k,
 * s, c and d are four integers that belong to the quasi-identifier. Both may be relative to what
 * the original value would cost: see deid_attribute_costs_set_relative().
 *
 * The library sums integers and divides at the very end, so that the loss has the same bits
 * whatever the order of work. It needs d to be positive, extents that do not fall when a value is
 * generalized, costs from 0 to 1, and suppressed values that cost at least what they would if they
 * were kept: its lower bounds rest on that, and it refuses costs without these properties.
 *
 * Valid during the callback that receives it.
 */
typedef struct DeidAttributeCosts DeidAttributeCosts;

/**
 * DeidQualityPrepareFunc:
 * @input: the table and its hierarchies
 * @state: (out) (type guintptr): the state that the other slots are handed, none if nothing sets it
 *
 * Makes what the other slots need, as a rule once a problem, which keeps it unless it is %NULL: see
 * #DeidProblem. @input, and what its functions return, are valid until free_state has run; the
 * state is what the other slots are handed until then. For language bindings it is a number, as in
 * #DeidPrivacyPrepareFunc.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidQualityPrepareFunc) (const DeidQualityInput *input, gpointer user_data,
                                            gpointer *state, GError **error);

/**
 * DeidAttributeCostsFunc:
 * @costs: what to fill in by deid_attribute_costs_set_extent() and deid_attribute_costs_set_rates()
 * @input: the table and its hierarchies
 * @attribute: the number of the quasi-identifier
 *
 * Says what the values of a quasi-identifier cost. Called for each of them after prepare. @costs is
 * valid during the callback, @input until free_state has run.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidAttributeCostsFunc) (DeidAttributeCosts *costs,
                                            const DeidQualityInput *input, guint attribute,
                                            gpointer state, gpointer user_data, GError **error);

/**
 * DeidRecheckedValue:
 *
 * What the verifier says of a value whose cost is computed once more. Valid during the callback
 * that receives it.
 */
typedef struct DeidRecheckedValue DeidRecheckedValue;

/**
 * DeidRecheckCostFunc:
 * @cost: (out): what the value costs, from 0 to 1
 *
 * Computes what a value costs once more, for the verifier, by the model's definition written as
 * plainly as it goes and without anything that prepare or attribute_costs made. @value is valid
 * during the callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidRecheckCostFunc) (const DeidRecheckedValue *value, gpointer user_data,
                                         double *cost, GError **error);

/**
 * DeidCostSum:
 *
 * What the loss of a policy is made of where classes are costed: the sum of the costs of its
 * classes, or a lower bound of the sums of several policies. Valid during the callback that
 * receives it.
 */
typedef struct DeidCostSum DeidCostSum;

/**
 * DeidClassCostFunc:
 * @eq_class: an equivalence class, of which deid_class_is_suppressed() tells whether it is
 * suppressed
 * @cost: (out): what the class costs
 *
 * Says what a class costs. The cost must depend on nothing but the class and the state. The class
 * has no sensitive attributes, but the columns that were given to
 * deid_quality_model_funcs_set_columns(), if any, in their place. @eq_class, and what its functions
 * return, are valid during the callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidClassCostFunc) (const DeidClass *eq_class, gpointer state,
                                       gpointer user_data, guint64 *cost, GError **error);

/**
 * DeidFinishLossFunc:
 * @sum: what all classes cost, or a lower bound of that
 * @loss: (out): the loss, a finite number that is not negative; any other ends the run with
 *   %DEID_ERROR_INVALID_ARGUMENT
 *
 * Makes the loss of the sum of the costs. It must not fall when the sum rises, and must depend on
 * nothing but @sum and the state. @sum is valid during the callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidFinishLossFunc) (const DeidCostSum *sum, gpointer state, gpointer user_data,
                                        double *loss, GError **error);

/**
 * DeidClassBoundFunc:
 * @eq_class: an equivalence class of a policy
 * @bound: (out): what the records of the class cost at least
 *
 * Bounds what the records of a class add to the sum of the costs, under its policy and under any
 * generalization of it. There the class is part of a class that is kept, of at least
 * deid_class_get_min_records() records, or of one that is suppressed. The bounds of classes that
 * are joined must not exceed the cost of what they make, together. The greater the bound the
 * better. It must depend on nothing but the class and the state. @eq_class, and what its functions
 * return, are valid during the callback.
 *
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidClassBoundFunc) (const DeidClass *eq_class, gpointer state,
                                        gpointer user_data, guint64 *bound, GError **error);

DEID_AVAILABLE_IN_0_1
GType deid_quality_model_funcs_get_type (void);

/**
 * deid_quality_model_funcs_new:
 *
 * Creates slots that are all empty.
 * Returns: (transfer full): new slots
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModelFuncs *deid_quality_model_funcs_new (void);

DEID_AVAILABLE_IN_0_1
DeidQualityModelFuncs *deid_quality_model_funcs_ref (DeidQualityModelFuncs *funcs);

/**
 * deid_quality_model_funcs_unref:
 * @funcs: (transfer full): slots of a quality model
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_unref (DeidQualityModelFuncs *funcs);

/**
 * deid_quality_model_funcs_set_describe:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what writes the specification of the model, such as `loss:0.2`, without sensitive
 * attributes. Where the model has an aggregate, deid_quality_model_to_specification() puts it
 * behind the name: `loss:arith:0.2`.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_describe (DeidQualityModelFuncs *funcs, DeidDescribeFunc func,
                                            gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_prepare:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what is called before any cost is asked for. Called on the thread that runs.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_prepare (DeidQualityModelFuncs *funcs,
                                           DeidQualityPrepareFunc func, gpointer user_data,
                                           GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_free_state:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what frees the state that prepare made. Called on the thread that drops the problem's last
 * reference, or that runs.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_free_state (DeidQualityModelFuncs *funcs, DeidFreeStateFunc func,
                                              gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_attribute_costs:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what says how the loss of a policy is made up of costs of single values: the loss of a
 * quasi-identifier is the mean of them over all records, and the aggregate makes one number of the
 * losses of the quasi-identifiers. Searches know everything about such a model that bounds need.
 * Called on the thread that runs.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_attribute_costs (DeidQualityModelFuncs *funcs,
                                                   DeidAttributeCostsFunc func, gpointer user_data,
                                                   GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_recheck:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what computes the cost of a value for deid_result_verify(). Without it the verifier asks
 * attribute_costs once more.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_recheck (DeidQualityModelFuncs *funcs, DeidRecheckCostFunc func,
                                           gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_class_cost:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what says what a class costs. The costs of all classes are summed as integers of 128 bits,
 * and the sum is converted to a double once, so that the loss has the same bits whatever the order
 * of work. Such a model has no aggregate and no attribute weights. deid_result_verify() asks it
 * once more, about classes that it put together on its own.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_class_cost (DeidQualityModelFuncs *funcs, DeidClassCostFunc func,
                                              gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_finish:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what makes the loss of the sum of the costs of all classes; without it the loss is the sum
 * over the number of records. Used with class_cost only. Called on the thread that runs.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_finish (DeidQualityModelFuncs *funcs, DeidFinishLossFunc func,
                                          gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_class_bound:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what lets a search leave out policies without evaluating them: it sums the bounds of the
 * classes of a policy, which no generalization of it costs less than. Where it knows that the
 * records of a class are suppressed, it takes what class_cost says of them instead. So the slot is
 * a promise about both: what suppressed classes cost must not exceed what the class costs that they
 * are joined to, if that is suppressed. A promise that is not kept makes a search miss the optimum.
 * Without this slot a search finds the same, later: it leaves out only what the privacy models rule
 * out. Used with class_cost only.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_class_bound (DeidQualityModelFuncs *funcs,
                                               DeidClassBoundFunc func, gpointer user_data,
                                               GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_aggregate:
 * @aggregate: an aggregate; deid_quality_model_new() refuses what is none
 *
 * Sets how the losses of the quasi-identifiers become one number, %DEID_AGGREGATE_ARITHMETIC_MEAN
 * by default. Not used with class_cost.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_aggregate (DeidQualityModelFuncs *funcs, DeidAggregate aggregate);

/**
 * deid_quality_model_funcs_set_columns:
 * @columns: (nullable) (array zero-terminated=1): the names of columns of any role, or %NULL for
 *   none
 *
 * Sets the columns that classes are costed by, none by default, such as a response that others are
 * to learn from the release: deid_class_get_values() and deid_class_get_counts() tell how often
 * each value occurs in a class. Values are those of the table before anything is generalized, a
 * missing one being one more; numbers tell them apart, and mean nothing else. The names stand in
 * the specification behind an `@`, joined by `+`. A run fails with %DEID_ERROR_UNKNOWN_COLUMN if a
 * column is missing. Used with class_cost only.
 * Complexity: O(names).
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_columns (DeidQualityModelFuncs *funcs,
                                           const char *const *columns);

/**
 * deid_quality_model_funcs_set_size_only:
 * @size_only: whether the model asks a class for the number of records only
 *
 * Declares that class_cost depends on deid_class_get_n_records() and deid_class_is_suppressed()
 * alone, and class_bound on the former and deid_class_get_min_records(), so that a search need not
 * tabulate classes. %FALSE by default. To ask a class for labels, persons or values is then a
 * programmer's error. Used with class_cost only.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_size_only (DeidQualityModelFuncs *funcs, gboolean size_only);

/**
 * deid_quality_model_funcs_set_thread_safe:
 * @thread_safe: whether several threads may ask for costs at once
 *
 * Declares that class_cost and class_bound may run on any thread, several at once with the same
 * state. %FALSE by default: a search then uses one thread, and one thread verifies classes.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_thread_safe (DeidQualityModelFuncs *funcs, gboolean thread_safe);

/**
 * deid_attribute_costs_set_extent:
 * @level: a level of its hierarchy
 * @label: the number of a label on this level
 * @extent: x, at least that of each label of a lower level whose values it has; 0 where not set
 *
 * Sets the extent of a label.
 */
DEID_AVAILABLE_IN_0_1
void deid_attribute_costs_set_extent (DeidAttributeCosts *costs, guint level, guint32 label,
                                      guint32 extent);

/**
 * deid_attribute_costs_set_rates:
 * @kept: k: what each unit of its extent adds to the cost of a value that is kept
 * @suppressed: s: what a value that is suppressed costs at least
 * @covered: c: what each unit of its extent adds to that
 * @denominator: d, what all of these are divided by; positive
 *
 * Sets how costs follow from extents. Without it all costs are 0.
 */
DEID_AVAILABLE_IN_0_1
void deid_attribute_costs_set_rates (DeidAttributeCosts *costs, guint64 kept, guint64 suppressed,
                                     guint64 covered, guint64 denominator);

/**
 * deid_attribute_costs_set_relative:
 * @relative: whether costs are relative
 *
 * Makes costs relative to those of the original values, %FALSE by default: with o the extent of the
 * original value, that of its label on level 0, a value that is kept costs k (x - o) / d, one that
 * is suppressed (s + c x - k o) / d. What is suppressed may so cost more or less than other values
 * with the same label, by what they were. Costs of single values may then be above 1; their mean
 * over all records, if all are suppressed, must not.
 */
DEID_AVAILABLE_IN_0_1
void deid_attribute_costs_set_relative (DeidAttributeCosts *costs, gboolean relative);

/**
 * deid_quality_model_new:
 * @funcs: the slots, which from now on do not change unless this fails
 *
 * Creates a quality model from its slots.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a slot it needs is empty, both kinds of costs are given,
 * there is no such aggregate, its specification has no name, is not valid UTF-8 or holds an `@` or
 * a control character, or there are names of columns without the slot class_cost or one of them is
 * empty, not valid UTF-8 or given twice. Complexity: O(names).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new (DeidQualityModelFuncs *funcs, GError **error);

/**
 * deid_rechecked_value_get_n_covered:
 *
 * Gets how many leaves the label of the value covers.
 * Returns: the number of leaves, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_rechecked_value_get_n_covered (const DeidRecheckedValue *value);

/**
 * deid_rechecked_value_get_n_leaves:
 *
 * Gets the size of the domain.
 * Returns: the number of leaves
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_rechecked_value_get_n_leaves (const DeidRecheckedValue *value);

/**
 * deid_rechecked_value_get_level:
 *
 * Gets the level of the label (see #DeidQualityInput for quasi-identifiers with cuts).
 * Returns: the level, below deid_rechecked_value_get_n_levels()
 */
DEID_AVAILABLE_IN_0_1
guint deid_rechecked_value_get_level (const DeidRecheckedValue *value);

/**
 * deid_rechecked_value_get_n_levels:
 *
 * Gets the number of levels of the quasi-identifier.
 * Returns: the number of levels, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint deid_rechecked_value_get_n_levels (const DeidRecheckedValue *value);

/**
 * deid_rechecked_value_is_suppressed:
 *
 * Returns: whether the value is suppressed
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_rechecked_value_is_suppressed (const DeidRecheckedValue *value);

/**
 * deid_rechecked_value_get_attribute:
 *
 * Gets which quasi-identifier the value is of.
 * Returns: the number of the quasi-identifier in the order of the lattice, from 0
 */
DEID_AVAILABLE_IN_0_1
guint deid_rechecked_value_get_attribute (const DeidRecheckedValue *value);

/**
 * deid_cost_sum_get_value:
 * @sum: a sum of costs
 *
 * Gets the sum, an integer of 128 bits converted to a double once.
 * Returns: the sum, at least 0
 */
DEID_AVAILABLE_IN_0_1
double deid_cost_sum_get_value (const DeidCostSum *sum);

/**
 * deid_cost_sum_get_n_records:
 * @sum: a sum of costs
 *
 * Gets how many records the classes have together, suppressed ones included: those of the table.
 * Returns: the number of records, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_cost_sum_get_n_records (const DeidCostSum *sum);

G_END_DECLS

#endif
