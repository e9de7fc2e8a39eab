/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: the thread whose callback was given the class may call these functions.
 * Complexity: O(1) unless stated.
 * @eq_class: an equivalence class
 */
#ifndef DEID_CLASS_H
#define DEID_CLASS_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidClass:
 *
 * What a model sees of one equivalence class: the records that share their labels under the policy
 * in question. It belongs to the library and is valid during the callback that receives it, as is
 * all that its functions return.
 *
 * Most of it is worked out when it is asked for, so a model should ask for the cheapest first.
 */
typedef struct DeidClass DeidClass;

/**
 * deid_class_get_n_records:
 *
 * Gets the size of the class in records: the sum of the weights of its rows, where a row without
 * weight counts 1. A row of weight w stands for w records that are alike, so there is no other size
 * that a verdict could depend on.
 * Returns: the number of records, at least 1 but in deid_privacy_model_funcs_set_accept_unmatched()
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_n_records (const DeidClass *eq_class);

/**
 * deid_class_get_n_persons:
 *
 * Complexity: O(rows of the class) the first time if there is an entity column, otherwise O(1).
 * Returns: how many distinct persons the records of the class belong to: values of the entity
 *   column, a missing one being one more, or the number of records if the dataset has no such
 *   column
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_n_persons (const DeidClass *eq_class);

/**
 * deid_class_is_suppressed:
 *
 * Tells a quality model whether the records of the class are suppressed. A privacy model, whose
 * verdict decides that, is told %FALSE of every class, and so is the slot class_bound of a quality
 * model.
 * Returns: whether they are
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_class_is_suppressed (const DeidClass *eq_class);

/**
 * deid_class_get_min_records:
 *
 * Gets the fewest records that a class must have to be kept, as far as the privacy models tell from
 * sizes alone. It is known in the slot class_bound of a quality model.
 * Returns: the number of records, at least 1; 1 where it is not known
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_min_records (const DeidClass *eq_class);

/**
 * deid_class_has_population:
 *
 * Returns: whether the problem has a population table, so that a number of 0 means that none of its
 *   records is like those here
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_class_has_population (const DeidClass *eq_class);

/**
 * deid_class_get_n_population:
 *
 * Gets how many records of the population table share the labels of the class.
 * Returns: the number of records, 0 if there is none like these or, which
 *   deid_class_has_population() tells, no population table
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_n_population (const DeidClass *eq_class);

/**
 * deid_class_get_label:
 * @attribute: the number of a quasi-identifier in the order of the lattice, from 0
 *
 * Complexity: O(rows of the table) for the first label asked for under a policy, otherwise O(1).
 * Returns: (transfer none) (nullable): the label that the records of the class have in common, or
 *   %NULL for a missing value; an empty text if there is no memory for a label of cuts, which ends
 *   the run with %DEID_ERROR_NO_MEMORY
 */
DEID_AVAILABLE_IN_0_1
const char *deid_class_get_label (const DeidClass *eq_class, guint attribute);

/**
 * deid_class_get_n_covered:
 * @eq_class: an equivalence class with records
 * @attribute: the number of a quasi-identifier in the order of the lattice, from 0
 *
 * Gets how many leaves of the domain are covered by the label that the records of the class have in
 * common. deid_privacy_input_get_n_leaves() and deid_quality_input_get_n_leaves() tell how many
 * there are.
 * Complexity: that of deid_class_get_label().
 * Returns: the number of leaves, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_n_covered (const DeidClass *eq_class, guint attribute);

/**
 * deid_class_get_levels:
 * @n_attributes: (out): the number of quasi-identifiers
 *
 * Complexity: O(1); with cuts that of deid_class_get_label_numbers().
 * Returns: (transfer none) (array length=n_attributes): the levels that the policy gives the
 *   quasi-identifiers, in the order of the lattice. With cuts they are those of the labels that the
 *   records of the class have in common (see #DeidQualityInput), valid until those of another class
 *   are asked for
 */
DEID_AVAILABLE_IN_0_1
const guint *deid_class_get_levels (const DeidClass *eq_class, guint *n_attributes);

/**
 * deid_class_get_label_numbers:
 * @eq_class: an equivalence class with records
 * @n_attributes: (out): the number of quasi-identifiers
 *
 * Complexity: O(rows of the table) for the first labels asked for under a policy, otherwise
 * O(quasi-identifiers).
 * Returns: (transfer none) (array length=n_attributes): the labels that the records of the class
 *   have in common as numbers, in the order of the lattice. That takes less time than their text;
 *   deid_privacy_input_get_label() and deid_quality_input_get_label() tell what a number stands for
 *   on the level of deid_class_get_levels(). Valid until those of another class are asked for
 */
DEID_AVAILABLE_IN_0_1
const guint32 *deid_class_get_label_numbers (const DeidClass *eq_class, guint *n_attributes);

/**
 * deid_class_get_values:
 * @sensitive: the number of one of the model's sensitive attributes, from 0
 * @n_values: (out): how many distinct values the class has
 *
 * Complexity: the first time O(rows of the class log rows of the class) or O(values of the
 * attribute), whichever is less, otherwise O(1).
 * Returns: (transfer none) (array length=n_values): the values of a sensitive attribute that occur
 *   in the class, by their numbers, ascending. deid_privacy_input_get_value() tells what a number
 *   stands for
 */
DEID_AVAILABLE_IN_0_1
const guint32 *deid_class_get_values (const DeidClass *eq_class, guint sensitive,
                                      guint32 *n_values);

/**
 * deid_class_get_counts:
 * @sensitive: the number of one of the model's sensitive attributes, from 0
 * @n_values: (out): how many distinct values the class has
 *
 * Gets how many records of the class have each of the values that deid_class_get_values() lists, in
 * the same order. Each is at least 1, and together they make deid_class_get_n_records().
 * Complexity: that of deid_class_get_values().
 * Returns: (transfer none) (array length=n_values): the counts, in records
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_class_get_counts (const DeidClass *eq_class, guint sensitive,
                                      guint32 *n_values);

G_END_DECLS

#endif
