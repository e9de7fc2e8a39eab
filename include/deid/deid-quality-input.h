/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions while @input is valid.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @input: the table
 * @attribute: the number of a quasi-identifier
 * @level: a level of its hierarchy
 * @label: the number of a label on this level
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_QUALITY_INPUT_H
#define DEID_QUALITY_INPUT_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidQualityInput:
 *
 * What a quality model may prepare itself from: the table whose loss is measured, and what the
 * hierarchies make of its quasi-identifiers. It belongs to the library and stays valid, with all
 * that its functions return, until the model's free_state slot has run.
 *
 * Quasi-identifiers are numbered in the order of the lattice, from 0, levels from 0, which are the
 * original values. Labels are numbered per quasi-identifier and level, from 0; only those are
 * numbered that some value of the table has.
 *
 * With cuts (see #DeidLattice) a policy gives the values of a quasi-identifier labels of several
 * levels. A run of values is on the level that says how many pairs of neighbours are merged in it:
 * of n values there are n levels, or one if n is 0, and level l has all n - l runs of l + 1
 * neighbours, numbered by their first value, those that no record has included. A missing value
 * that the order does not mention is the last label of level 0 and, where n is above 1, part of the
 * only label of level n - 1. With subtrees, levels and labels are those of the hierarchy.
 */
typedef struct DeidQualityInput DeidQualityInput;

/**
 * deid_quality_input_get_n_records:
 *
 * Gets the number of records: the sum of the weights of all rows.
 * Returns: the number of records, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_quality_input_get_n_records (const DeidQualityInput *input);

/**
 * deid_quality_input_has_population:
 *
 * Returns: whether the problem has a population table
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_quality_input_has_population (const DeidQualityInput *input);

/**
 * deid_quality_input_get_n_population:
 *
 * Returns: the number of records, 0 if the problem has no population table, too
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_quality_input_get_n_population (const DeidQualityInput *input);

/**
 * deid_quality_input_get_n_attributes:
 *
 * Returns: the number of quasi-identifiers
 */
DEID_AVAILABLE_IN_0_1
guint deid_quality_input_get_n_attributes (const DeidQualityInput *input);

/**
 * deid_quality_input_get_attribute_name:
 *
 * Gets the name of a quasi-identifier.
 * Returns: (transfer none): the name of its column
 */
DEID_AVAILABLE_IN_0_1
const char *deid_quality_input_get_attribute_name (const DeidQualityInput *input, guint attribute);

/**
 * deid_quality_input_get_n_levels:
 *
 * Gets the number of levels of a quasi-identifier, level 0 included.
 * Returns: the number of levels, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint deid_quality_input_get_n_levels (const DeidQualityInput *input, guint attribute);

/**
 * deid_quality_input_get_n_leaves:
 *
 * Gets the size of the domain of a quasi-identifier: the leaves of its hierarchy or the values in
 * their order, and a missing value that occurs in the table but not there. The leaves of a
 * hierarchy of a rule are the distinct values of the table.
 * Returns: the number of leaves
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_quality_input_get_n_leaves (const DeidQualityInput *input, guint attribute);

/**
 * deid_quality_input_get_n_labels:
 *
 * Returns: the number of labels that the values of the table, or all runs, have on a level
 */
DEID_AVAILABLE_IN_0_1
guint32 deid_quality_input_get_n_labels (const DeidQualityInput *input, guint attribute,
                                         guint level);

/**
 * deid_quality_input_get_label:
 *
 * Complexity: O(1), and O(values) for a run that is asked for the first time.
 * Returns: (transfer none) (nullable): the text of a label, or %NULL for a missing value
 */
DEID_AVAILABLE_IN_0_1
const char *deid_quality_input_get_label (const DeidQualityInput *input, guint attribute,
                                          guint level, guint32 label);

/**
 * deid_quality_input_get_n_covered:
 *
 * Gets how many leaves of the domain a label covers.
 * Returns: the number of leaves, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_quality_input_get_n_covered (const DeidQualityInput *input, guint attribute,
                                          guint level, guint32 label);

/**
 * deid_quality_input_get_n_label_records:
 *
 * Gets how many records of the table have a value with this label.
 * Returns: the number of records; of a run perhaps 0
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_quality_input_get_n_label_records (const DeidQualityInput *input, guint attribute,
                                                guint level, guint32 label);

/**
 * deid_quality_input_count_combinations:
 * @n_combinations: (out): how many there are
 *
 * Counts the records of each combination of original values of the quasi-identifiers that occurs:
 * the classes of the table before anything is generalized, in the order of their first rows.
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED if the run that prepares is. Complexity:
 * O(rows x quasi-identifiers).
 * Returns: (transfer full) (array length=n_combinations): the counts, or %NULL
 */
DEID_AVAILABLE_IN_0_1
guint64 *deid_quality_input_count_combinations (const DeidQualityInput *input,
                                                gsize *n_combinations, GError **error);

G_END_DECLS

#endif
