/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: the thread whose callback was given the class may call these functions.
 * Complexity: O(1) unless stated.
 * @eq_class: an equivalence class.
 */
#ifndef DEID_CLASS_H
#define DEID_CLASS_H

#if !defined(DEID_EXTEND_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid-extend.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidClass:
 *
 * An equivalence class as a model sees it: the records with the same labels under a policy. It
 * belongs to the library and is valid during the callback that receives it, as is all that its
 * functions return. Most is computed on demand, so ask for the cheapest first.
 */
typedef struct DeidClass DeidClass;

/**
 * deid_class_get_n_records:
 *
 * Returns: the size of the class: the sum of the weights of its rows, or their number without
 *   weights; at least 1 except in deid_privacy_model_funcs_set_accept_unmatched()
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_n_records (const DeidClass *eq_class);

/**
 * deid_class_get_n_persons:
 *
 * Complexity: O(rows of the class) the first time with an entity column, otherwise O(1).
 * Returns: the number of distinct persons: values of the entity column, missing being one more, or
 *   the number of records without an entity column
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_n_persons (const DeidClass *eq_class);

/**
 * deid_class_is_suppressed:
 *
 * Returns: for a quality model, whether the records of the class are suppressed; %FALSE for a
 *   privacy model, whose verdict decides that, and in the slot class_bound
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_class_is_suppressed (const DeidClass *eq_class);

/**
 * deid_class_get_min_records:
 *
 * Returns: the fewest records that a class must have to be kept, as far as the privacy models
 *   decide by size alone; known in the slot class_bound of a quality model, elsewhere 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_min_records (const DeidClass *eq_class);

/**
 * deid_class_has_population:
 *
 * Returns: whether the problem has a population table, so that 0 means that no record of it is like
 *   these
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_class_has_population (const DeidClass *eq_class);

/**
 * deid_class_get_n_population:
 *
 * Returns: the number of records of the population with the labels of the class; also 0 without a
 *   population table, see deid_class_has_population()
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_n_population (const DeidClass *eq_class);

/**
 * deid_class_get_label:
 * @attribute: the number of a quasi-identifier in the order of the lattice, from 0
 *
 * Complexity: O(rows of the table) for the first label asked for under a policy, otherwise O(1).
 * Returns: (transfer none) (nullable): the common label of the records of the class, or %NULL for a
 *   missing value; an empty text if there is no memory for a label of cuts, which ends the run with
 *   %DEID_ERROR_NO_MEMORY
 */
DEID_AVAILABLE_IN_0_1
const char *deid_class_get_label (const DeidClass *eq_class, guint attribute);

/**
 * deid_class_get_n_covered:
 * @eq_class: an equivalence class with records
 * @attribute: the number of a quasi-identifier in the order of the lattice, from 0
 *
 * Complexity: that of deid_class_get_label().
 * Returns: the number of leaves of the domain that the common label covers, at least 1, of
 *   deid_privacy_input_get_n_leaves() or deid_quality_input_get_n_leaves()
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_class_get_n_covered (const DeidClass *eq_class, guint attribute);

/**
 * deid_class_get_levels:
 * @n_attributes: (out): the number of quasi-identifiers
 *
 * Complexity: O(1); with cuts that of deid_class_get_label_numbers().
 * Returns: (transfer none) (array length=n_attributes): the levels that the policy gives the
 *   quasi-identifiers, in the order of the lattice; with cuts those of the common labels of the
 *   class (see #DeidQualityInput), valid until those of another class are asked for
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
 * Returns: (transfer none) (array length=n_attributes): the common labels of the class as numbers,
 *   in the order of the lattice, valid until those of another class are asked for. This is faster
 *   than texts: deid_privacy_input_get_label() and deid_quality_input_get_label() give the text on
 *   the level of deid_class_get_levels()
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
 * Returns: (transfer none) (array length=n_values): the numbers of the values of the sensitive
 *   attribute in the class, ascending: deid_privacy_input_get_value()
 */
DEID_AVAILABLE_IN_0_1
const guint32 *deid_class_get_values (const DeidClass *eq_class, guint sensitive,
                                      guint32 *n_values);

/**
 * deid_class_get_counts:
 * @sensitive: the number of one of the model's sensitive attributes, from 0
 * @n_values: (out): how many distinct values the class has
 *
 * Complexity: that of deid_class_get_values().
 * Returns: (transfer none) (array length=n_values): how many records have each of the values of
 *   deid_class_get_values(), in the same order, at least 1 each; they sum up to
 *   deid_class_get_n_records()
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_class_get_counts (const DeidClass *eq_class, guint sensitive,
                                      guint32 *n_values);

G_END_DECLS

#endif
