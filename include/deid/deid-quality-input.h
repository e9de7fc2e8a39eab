/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions while @input is valid.
 * Complexity: O(1) unless stated.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @input: the table.
 * @attribute: the number of a quasi-identifier.
 * @level: a level of its hierarchy.
 * @label: the number of a label on this level.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_QUALITY_INPUT_H
#define DEID_QUALITY_INPUT_H

#if !defined(DEID_EXTEND_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid-extend.h> can be included directly."
#endif

#include <deid/deid-error.h>
#include <glib-object.h>

G_BEGIN_DECLS

/**
 * DeidQualityInput:
 *
 * What a quality model may prepare itself from: the table whose loss is measured, and the
 * hierarchies of its quasi-identifiers. It belongs to the library and is valid, with all that its
 * functions return, until the free_state slot of the model has run.
 *
 * Quasi-identifiers are numbered in the order of the lattice, from 0. Levels are numbered from 0,
 * the original values. Labels are numbered for each quasi-identifier and level, from 0; only labels
 * of values in the table have numbers.
 *
 * With cuts (see #DeidLattice) a policy gives the values of a quasi-identifier labels of several
 * levels. The level of a run of values is the number of pairs of neighbours that it merges: n
 * values have n levels, or one if n is 0, and level l has all n - l runs of l + 1 neighbours,
 * numbered by their first value, including those that no record has. A missing value that the order
 * does not mention is the last label of level 0 and, if n is above 1, part of the only label of
 * level n - 1. With subtrees, levels and labels are those of the hierarchy.
 */
typedef struct DeidQualityInput DeidQualityInput;

/**
 * deid_quality_input_get_n_records:
 *
 * Returns: the number of records, the sum of the weights of all rows, at least 1
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
 * deid_quality_input_get_n_attributes:
 *
 * Returns: the number of quasi-identifiers
 */
DEID_AVAILABLE_IN_0_1
guint deid_quality_input_get_n_attributes (const DeidQualityInput *input);

/**
 * deid_quality_input_get_attribute_name:
 *
 * Returns: (transfer none): the name of the quasi-identifier's column
 */
DEID_AVAILABLE_IN_0_1
const char *deid_quality_input_get_attribute_name (const DeidQualityInput *input, guint attribute);

/**
 * deid_quality_input_get_n_levels:
 *
 * Returns: the number of levels of the quasi-identifier, including level 0, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint deid_quality_input_get_n_levels (const DeidQualityInput *input, guint attribute);

/**
 * deid_quality_input_get_n_leaves:
 *
 * Returns: the size of the quasi-identifier's domain: the leaves of its hierarchy or the values in
 *   their order, and a missing value of the table that these lack; for a rule the distinct values
 *   of the table
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_quality_input_get_n_leaves (const DeidQualityInput *input, guint attribute);

/**
 * deid_quality_input_get_n_labels:
 *
 * Returns: the number of labels that the values of the table, or all runs, have on the level
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
 * Returns: the number of leaves of the domain that the label covers, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_quality_input_get_n_covered (const DeidQualityInput *input, guint attribute,
                                          guint level, guint32 label);

/**
 * deid_quality_input_get_n_label_records:
 *
 * Returns: the number of records of the table with this label; may be 0 for a run
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_quality_input_get_n_label_records (const DeidQualityInput *input, guint attribute,
                                                guint level, guint32 label);

/**
 * deid_quality_input_count_combinations:
 * @n_combinations: (out): number of combinations
 *
 * Counts the records of each combination of original values of the quasi-identifiers that occurs,
 * in the order of their first rows.
 * Errors: %DEID_ERROR_NO_MEMORY, %G_IO_ERROR_CANCELLED if the run that prepares is. Complexity:
 * O(rows x quasi-identifiers).
 * Returns: (transfer full) (array length=n_combinations): the counts, or %NULL
 */
DEID_AVAILABLE_IN_0_1
guint64 *deid_quality_input_count_combinations (const DeidQualityInput *input,
                                                gsize *n_combinations, GError **error);

G_END_DECLS

#endif
