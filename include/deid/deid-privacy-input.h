/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions while @input is valid.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @input: the table.
 * @attribute: the number of a quasi-identifier in the order of the lattice, from 0.
 * @sensitive: the number of one of the model's sensitive attributes, from 0.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_PRIVACY_INPUT_H
#define DEID_PRIVACY_INPUT_H

#if !defined(DEID_EXTEND_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid-extend.h> can be included directly."
#endif

#include <deid/deid-hierarchy.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidPrivacyInput:
 *
 * What a model may prepare itself from: the whole table to be released. It belongs to the library
 * and is valid, with all that its functions return, until the free_state slot of the model has run.
 * Values of a sensitive attribute are numbered from 0, in the order of the compare slot with a
 * missing value first, or in the order of their first appearance.
 */
typedef struct DeidPrivacyInput DeidPrivacyInput;

/**
 * deid_privacy_input_get_n_records:
 *
 * Returns: the number of records: the sum of the weights of all rows
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_privacy_input_get_n_records (const DeidPrivacyInput *input);

/**
 * deid_privacy_input_has_population:
 *
 * Returns: whether the problem has a population table
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_privacy_input_has_population (const DeidPrivacyInput *input);

/**
 * deid_privacy_input_estimate_population:
 * @size: (out): the estimated number of people
 *
 * Estimates the size of the population by the survey weights of the table:
 * deid_dataset_estimate_population().
 * Errors: those of deid_dataset_estimate_population(), cancelled by the run that prepares.
 * Complexity: O(rows).
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_privacy_input_estimate_population (const DeidPrivacyInput *input, guint64 *size,
                                                 GError **error);

/**
 * deid_privacy_input_check_subset:
 * @input: the table of a problem that has a population table
 *
 * Checks that the table may be part of its population: each combination of values of the
 * quasi-identifiers occurs there at least as often, so that each class under any policy has at most
 * as many records as the population has.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, with the values and both numbers; %DEID_ERROR_NO_MEMORY;
 * %G_IO_ERROR_CANCELLED if the run that prepares is. Complexity: O(rows x attributes), those of the
 * population included.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_privacy_input_check_subset (const DeidPrivacyInput *input, GError **error);

/**
 * deid_privacy_input_check_matches:
 * @input: the table of a problem that has a population table
 *
 * Checks that each record has a match in the population: each combination of values of the
 * quasi-identifiers occurs there at least once, so that each class under any policy has a match.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT, with the values of the first 20 absent combinations and the
 * numbers of combinations and records; %DEID_ERROR_NO_MEMORY; %G_IO_ERROR_CANCELLED if the run that
 * prepares is. Complexity: O(rows x attributes), those of the population included.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_privacy_input_check_matches (const DeidPrivacyInput *input, GError **error);

/**
 * deid_privacy_input_get_n_attributes:
 *
 * Returns: the number of quasi-identifiers
 */
DEID_AVAILABLE_IN_0_1
guint deid_privacy_input_get_n_attributes (const DeidPrivacyInput *input);

/**
 * deid_privacy_input_get_attribute_name:
 *
 * Returns: (transfer none): the name of the quasi-identifier's column
 */
DEID_AVAILABLE_IN_0_1
const char *deid_privacy_input_get_attribute_name (const DeidPrivacyInput *input, guint attribute);

/**
 * deid_privacy_input_get_n_levels:
 *
 * Returns: the number of levels of the quasi-identifier, including level 0, at least 1; levels and
 *   labels are numbered as in #DeidQualityInput
 */
DEID_AVAILABLE_IN_0_1
guint deid_privacy_input_get_n_levels (const DeidPrivacyInput *input, guint attribute);

/**
 * deid_privacy_input_get_n_labels:
 * @level: a level of its hierarchy
 *
 * Returns: the number of labels that the values of the table, or all runs, have on the level
 */
DEID_AVAILABLE_IN_0_1
guint32 deid_privacy_input_get_n_labels (const DeidPrivacyInput *input, guint attribute,
                                         guint level);

/**
 * deid_privacy_input_get_label:
 * @level: a level of its hierarchy
 * @label: the number of a label on this level
 *
 * Complexity: O(1), and O(values) for a run that is asked for the first time.
 * Returns: (transfer none) (nullable): the text of a label, numbered as by
 *   deid_class_get_label_numbers(); %NULL for a missing value
 */
DEID_AVAILABLE_IN_0_1
const char *deid_privacy_input_get_label (const DeidPrivacyInput *input, guint attribute,
                                          guint level, guint32 label);

/**
 * deid_privacy_input_get_n_leaves:
 *
 * Returns: the size of the quasi-identifier's domain, as of deid_quality_input_get_n_leaves()
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_privacy_input_get_n_leaves (const DeidPrivacyInput *input, guint attribute);

/**
 * deid_privacy_input_get_value:
 * @value: the number of one of its values
 *
 * Returns: (transfer none) (nullable): the value with this number, or %NULL for a missing one
 */
DEID_AVAILABLE_IN_0_1
const char *deid_privacy_input_get_value (const DeidPrivacyInput *input, guint sensitive,
                                          guint32 value);

/**
 * deid_privacy_input_get_counts:
 * @n_values: (out): number of values of the attribute
 *
 * Returns: (transfer none) (array length=n_values): how many records of the whole table, including
 *   suppressed ones, have each value, at least 1: the reference distribution of models such as
 *   t-closeness
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_privacy_input_get_counts (const DeidPrivacyInput *input, guint sensitive,
                                              guint32 *n_values);

/**
 * deid_privacy_input_get_hierarchy:
 *
 * Returns: (transfer none) (nullable): the hierarchy that deid_problem_set_sensitive_hierarchy()
 *   gave the attribute, or %NULL; each value except a missing one is a leaf of it
 */
DEID_AVAILABLE_IN_0_1
DeidHierarchy *deid_privacy_input_get_hierarchy (const DeidPrivacyInput *input, guint sensitive);

G_END_DECLS

#endif
