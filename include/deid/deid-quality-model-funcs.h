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

#if !defined(DEID_EXTEND_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid-extend.h> can be included directly."
#endif

#include <deid/deid-privacy-model-funcs.h>
#include <deid/deid-quality-input.h>
#include <deid/deid-quality.h>

G_BEGIN_DECLS

/**
 * DeidQualityModelFuncs:
 *
 * The slots of a quality model: what a host fills in to add a model of its own. The models of the
 * library use the same slots.
 *
 * A model needs describe, and one of two kinds of costs: attribute_costs, where the loss consists
 * of the costs of single values, or class_cost, where a class has a cost as a whole. The former
 * tells a search more, and is faster. Slots keep and destroy their user data as
 * #DeidPrivacyModelFuncs do, and are immutable once they belong to a model. An error of a callback
 * reaches the host unchanged.
 *
 * Callbacks run on the same threads, and problems keep states, as described for
 * #DeidPrivacyModelFuncs; with class_cost a search uses one thread, unless
 * deid_quality_model_funcs_set_thread_safe() allows more.
 */
typedef struct DeidQualityModelFuncs DeidQualityModelFuncs;

/**
 * DeidAttributeCosts:
 *
 * What the values of one quasi-identifier cost. Each label has an extent x, an integer from 0 to
 * 2^32 - 1 that says how much the label hides. A value that is kept costs k x / d, a suppressed one
 * (s + c x) / d, where x is the extent of the label that the policy gives it, and k, s, c and d are
 * integers of the quasi-identifier. Costs may be relative to that of the original value:
 * deid_attribute_costs_set_relative().
 *
 * The library sums integers and divides at the very end, so that the loss has the same bits
 * whatever the order of work. It refuses costs that its lower bounds cannot rely on: d must be
 * positive, extents must not fall when a value is generalized, costs must be from 0 to 1, and a
 * suppressed value must not cost less than a kept one.
 *
 * Valid during the callback that receives it.
 */
typedef struct DeidAttributeCosts DeidAttributeCosts;

/**
 * DeidQualityPrepareFunc:
 * @input: the table and its hierarchies
 * @state: (out) (type guintptr): the state for the other slots, none if not set
 *
 * Makes what the other slots need, usually once per problem, which keeps the state unless it is
 * %NULL: see #DeidProblem. @input, and what its functions return, are valid until free_state has
 * run. For language bindings the state is a number, as in #DeidPrivacyPrepareFunc.
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
 * Sets what the values of a quasi-identifier cost. Called for each quasi-identifier after prepare.
 * @costs is valid during the callback, @input until free_state has run.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidAttributeCostsFunc) (DeidAttributeCosts *costs,
                                            const DeidQualityInput *input, guint attribute,
                                            gpointer state, gpointer user_data, GError **error);

/**
 * DeidRecheckedValue:
 *
 * A value whose cost the verifier computes once more. Valid during the callback that receives it.
 */
typedef struct DeidRecheckedValue DeidRecheckedValue;

/**
 * DeidRecheckCostFunc:
 * @cost: (out): what the value costs, from 0 to 1
 *
 * Computes the cost of a value once more, for the verifier, by the definition of the model, as
 * plainly as possible and without anything that prepare or attribute_costs made. @value is valid
 * during the callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidRecheckCostFunc) (const DeidRecheckedValue *value, gpointer user_data,
                                         double *cost, GError **error);

/**
 * DeidCostSum:
 *
 * What the loss of a policy is computed from if classes have costs: the sum of the costs of its
 * classes, or a lower bound of the sums of several policies. Valid during the callback that
 * receives it.
 */
typedef struct DeidCostSum DeidCostSum;

/**
 * DeidClassCostFunc:
 * @eq_class: an equivalence class, suppressed or not: deid_class_is_suppressed()
 * @cost: (out): what the class costs
 *
 * Computes the cost of a class, which must depend on the class and the state alone. Instead of
 * sensitive attributes the class has the columns of deid_quality_model_funcs_set_columns().
 * @eq_class, and what its functions return, are valid during the callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidClassCostFunc) (const DeidClass *eq_class, gpointer state,
                                       gpointer user_data, guint64 *cost, GError **error);

/**
 * DeidFinishLossFunc:
 * @sum: what all classes cost, or a lower bound of that
 * @loss: (out): the loss, finite and not negative; any other ends the run with
 *   %DEID_ERROR_INVALID_ARGUMENT
 *
 * Computes the loss from the sum of the costs. It must not fall when the sum rises, and must depend
 * on @sum and the state alone. @sum is valid during the callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidFinishLossFunc) (const DeidCostSum *sum, gpointer state, gpointer user_data,
                                        double *loss, GError **error);

/**
 * DeidClassBoundFunc:
 * @eq_class: an equivalence class of a policy
 * @bound: (out): what the records of the class cost at least
 *
 * Bounds what the records of the class add to the sum of the costs, under this policy and any
 * generalization. There they belong to a kept class of at least deid_class_get_min_records()
 * records, or to a suppressed one. The bounds of classes must together not exceed the cost of the
 * class that they are joined to. The greater the bound the better. It must depend on the class and
 * the state alone. @eq_class, and what its functions return, are valid during the callback.
 * Returns: whether it succeeded
 */
typedef gboolean (*DeidClassBoundFunc) (const DeidClass *eq_class, gpointer state,
                                        gpointer user_data, guint64 *bound, GError **error);

DEID_AVAILABLE_IN_0_1
GType deid_quality_model_funcs_get_type (void);

/**
 * deid_quality_model_funcs_new:
 *
 * Creates empty slots.
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
 * Sets what writes the specification, such as `loss:0.2`, without sensitive attributes.
 * deid_quality_model_to_specification() puts the aggregate, if any, behind the name:
 * `loss:arith:0.2`.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_describe (DeidQualityModelFuncs *funcs, DeidDescribeFunc func,
                                            gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_prepare:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what runs before any cost is asked for, on the thread that runs.
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
 * Sets what frees the state of prepare. Called on the thread that runs, or that drops the problem's
 * last reference.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_free_state (DeidQualityModelFuncs *funcs, DeidFreeStateFunc func,
                                              gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_attribute_costs:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what states the costs of single values. The loss of a quasi-identifier is their mean over
 * all records, and the aggregate combines the losses of the quasi-identifiers. Searches know all
 * about such a model that bounds need. Called on the thread that runs.
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
 * attribute_costs.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_recheck (DeidQualityModelFuncs *funcs, DeidRecheckCostFunc func,
                                           gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_class_cost:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what computes the cost of a class. The costs of all classes are summed as integers of 128
 * bits, and converted to a double once, so that the loss has the same bits whatever the order of
 * work. Such a model has no aggregate and no attribute weights. deid_result_verify() asks again
 * about classes that it put together on its own.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_class_cost (DeidQualityModelFuncs *funcs, DeidClassCostFunc func,
                                              gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_finish:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what computes the loss from the sum of the costs of all classes. Without it the loss is the
 * sum divided by the number of records. Used with class_cost only. Called on the thread that runs.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_finish (DeidQualityModelFuncs *funcs, DeidFinishLossFunc func,
                                          gpointer user_data, GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_class_bound:
 * @func: (nullable) (scope notified) (closure user_data) (destroy destroy): a callback, or %NULL
 * @destroy: (nullable): called once with @user_data when it is no longer needed
 *
 * Sets what lets a search skip policies without evaluating them: the bounds of the classes of a
 * policy sum up to a bound for all its generalizations. If the records of a class are known to be
 * suppressed, the search takes the class_cost of the suppressed class instead. So the slot also
 * promises that the costs of suppressed classes do not exceed that of the suppressed class that
 * they are joined to. A broken promise makes a search miss the optimum. Without this slot a search
 * finds the same, later: it prunes by the privacy models alone. Used with class_cost only.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_class_bound (DeidQualityModelFuncs *funcs,
                                               DeidClassBoundFunc func, gpointer user_data,
                                               GDestroyNotify destroy);

/**
 * deid_quality_model_funcs_set_aggregate:
 * @aggregate: an aggregate; deid_quality_model_new() refuses an invalid one
 *
 * Sets how the losses of the quasi-identifiers are combined, %DEID_AGGREGATE_ARITHMETIC_MEAN by
 * default. Not used with class_cost.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_aggregate (DeidQualityModelFuncs *funcs, DeidAggregate aggregate);

/**
 * deid_quality_model_funcs_set_columns:
 * @columns: (nullable) (array zero-terminated=1): names of columns of any role, or %NULL for none
 *
 * Sets the columns that the costs of classes depend on, none by default, such as a response that
 * others are to learn from the release. deid_class_get_values() and deid_class_get_counts() then
 * tell how often each original value occurs in a class, missing being one more; the numbers of
 * values mean nothing else. The specification has the names behind an `@`, joined by `+`. A run
 * fails with %DEID_ERROR_UNKNOWN_COLUMN if a column is missing. Used with class_cost only.
 * Complexity: O(names).
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_columns (DeidQualityModelFuncs *funcs,
                                           const char *const *columns);

/**
 * deid_quality_model_funcs_set_size_only:
 * @size_only: whether the model uses only the number of records of a class
 *
 * Declares that class_cost depends on deid_class_get_n_records() and deid_class_is_suppressed()
 * alone, and class_bound on the former and deid_class_get_min_records(), so that a search need not
 * tabulate classes. %FALSE by default. Asking a class for labels, persons or values is then a
 * programmer's error. Used with class_cost only.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_size_only (DeidQualityModelFuncs *funcs, gboolean size_only);

/**
 * deid_quality_model_funcs_set_rises_with_size:
 * @rises_with_size: whether records cost no less in larger classes
 *
 * Declares that the class_cost of a kept class and its class_bound, each divided by the number of
 * records, do not fall when the class gets larger, and that *n* suppressed records cost at least
 * *n* times what one costs as a class of its own. With it searches over cuts prove optima, and
 * certificates can be written and verified. %FALSE by default. It needs size_only and class_bound.
 *
 * Searches over cuts and certificates ask about single sizes, from 1 to the number of records, and
 * fail with %DEID_ERROR_INVALID_ARGUMENT if class_bound for all records exceeds class_cost, or an
 * answer contradicts the declaration. Other broken promises make a search miss the optimum.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_rises_with_size (DeidQualityModelFuncs *funcs,
                                                   gboolean rises_with_size);

/**
 * deid_quality_model_funcs_set_sentence:
 * @sentence: (nullable): how loss is measured, in UTF-8, without a full stop; %NULL for the
 *   specification
 *
 * Sets what pages say of the model to people who know no specification. In it `$:` is the
 * specification, and `$;` how the losses of the quasi-identifiers are combined, such as `; the loss
 * is the mean over the columns`. Complexity: O(length of the sentence).
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_sentence (DeidQualityModelFuncs *funcs, const char *sentence);

/**
 * deid_quality_model_funcs_set_thread_safe:
 * @thread_safe: whether several threads may ask for costs at once
 *
 * Declares that class_cost and class_bound may run on any thread, several at once with the same
 * state. %FALSE by default: one thread searches, and one verifies classes.
 */
DEID_AVAILABLE_IN_0_1
void deid_quality_model_funcs_set_thread_safe (DeidQualityModelFuncs *funcs, gboolean thread_safe);

/**
 * deid_attribute_costs_set_extent:
 * @level: a level of its hierarchy
 * @label: the number of a label on this level
 * @extent: x, at least that of each label of a lower level whose values it has; 0 if not set
 *
 * Sets the extent of a label.
 */
DEID_AVAILABLE_IN_0_1
void deid_attribute_costs_set_extent (DeidAttributeCosts *costs, guint level, guint32 label,
                                      guint32 extent);

/**
 * deid_attribute_costs_set_rates:
 * @kept: k: what each unit of its extent adds to the cost of a kept value
 * @suppressed: s: what a suppressed value costs at least
 * @covered: c: what each unit of its extent adds to that
 * @denominator: d, by which all of these are divided; positive
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
 * Makes costs relative to those of the original values, %FALSE by default. With o the extent of the
 * label on level 0, a kept value costs k (x - o) / d, and a suppressed one (s + c x - k o) / d, so
 * that suppressed values with the same label may cost different amounts. Costs of single values may
 * then be above 1; their mean over all records, if all are suppressed, must not.
 */
DEID_AVAILABLE_IN_0_1
void deid_attribute_costs_set_relative (DeidAttributeCosts *costs, gboolean relative);

/**
 * deid_quality_model_new:
 * @funcs: the slots, immutable from now on unless this fails
 *
 * Creates a quality model from its slots.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if a required slot is empty, both kinds of costs are given,
 * or the aggregate is invalid; if the specification has no name, is not UTF-8 or has an `@` or a
 * control character; or if columns are named without class_cost, or a name is empty, not UTF-8 or
 * given twice. Complexity: O(names).
 * Returns: (transfer full): a new model, or %NULL
 */
DEID_AVAILABLE_IN_0_1
DeidQualityModel *deid_quality_model_new (DeidQualityModelFuncs *funcs, GError **error);

/**
 * deid_rechecked_value_get_n_covered:
 *
 * Returns: the number of leaves that the label of the value covers, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_rechecked_value_get_n_covered (const DeidRecheckedValue *value);

/**
 * deid_rechecked_value_get_n_leaves:
 *
 * Returns: the number of leaves of the domain
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_rechecked_value_get_n_leaves (const DeidRecheckedValue *value);

/**
 * deid_rechecked_value_get_level:
 *
 * Returns: the level of the label, below deid_rechecked_value_get_n_levels(); with cuts as in
 *   #DeidQualityInput
 */
DEID_AVAILABLE_IN_0_1
guint deid_rechecked_value_get_level (const DeidRecheckedValue *value);

/**
 * deid_rechecked_value_get_n_levels:
 *
 * Returns: the number of levels of the quasi-identifier, at least 1
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
 * Returns: the number of the quasi-identifier in the order of the lattice, from 0
 */
DEID_AVAILABLE_IN_0_1
guint deid_rechecked_value_get_attribute (const DeidRecheckedValue *value);

/**
 * deid_cost_sum_get_value:
 * @sum: a sum of costs
 *
 * Returns: the sum, an integer of 128 bits converted to a double once, at least 0
 */
DEID_AVAILABLE_IN_0_1
double deid_cost_sum_get_value (const DeidCostSum *sum);

/**
 * deid_cost_sum_get_n_records:
 * @sum: a sum of costs
 *
 * Returns: the number of records of the table, including suppressed ones, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_cost_sum_get_n_records (const DeidCostSum *sum);

G_END_DECLS

#endif
