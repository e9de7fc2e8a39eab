/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Ownership: arrays and labels belong to the partition and live as long as it does.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @attribute: index of a quasi-identifier, below deid_partition_get_n_attributes().
 * @eq_class: index of a class, below deid_partition_get_n_classes().
 * @cancellable: (nullable): cancels the call from another thread, with %G_IO_ERROR_CANCELLED.
 * @error: return location for an error, or %NULL.
 */
#ifndef DEID_PARTITION_H
#define DEID_PARTITION_H

#if !defined(DEID_H_INSIDE) && !defined(DEID_COMPILATION)
#error "Only <deid/deid.h> can be included directly."
#endif

#include <deid/deid-lattice.h>

G_BEGIN_DECLS

/**
 * DeidPartition:
 *
 * The equivalence classes that a result makes of the rows of its dataset, numbered from 0 in the
 * order of their first rows. A class has one label of every quasi-identifier, and is released with
 * its labels or suppressed. Labels belong to classes, not to values: a local recoding has labels of
 * several levels, see deid_partition_get_level().
 *
 * |[<!-- language="C" -->
 * DeidPartition *partition = deid_result_get_partition (result, NULL, &error);
 *
 * for (guint32 i = 0; partition != NULL && i < deid_partition_get_n_classes (partition); i++)
 *   if (!deid_partition_is_suppressed (partition, i))
 *     g_print ("%" G_GUINT64_FORMAT " records\n", deid_partition_get_n_records (partition, i));
 * ]|
 *
 * The library makes released tables, figures, explanations and certificates from the partition. It
 * has everything that the custodian knows, also the suppressed classes: do not publish it.
 * Immutable.
 */
typedef struct DeidPartition DeidPartition;

DEID_AVAILABLE_IN_0_1
GType deid_partition_get_type (void);

DEID_AVAILABLE_IN_0_1
DeidPartition *deid_partition_ref (DeidPartition *partition);

/**
 * deid_partition_unref:
 * @partition: (transfer full): a partition
 */
DEID_AVAILABLE_IN_0_1
void deid_partition_unref (DeidPartition *partition);

/**
 * deid_partition_get_n_rows:
 * @partition: a partition
 *
 * Returns: the number of rows of the dataset
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_partition_get_n_rows (const DeidPartition *partition);

/**
 * deid_partition_get_n_classes:
 * @partition: a partition
 *
 * Returns: the number of classes, including suppressed ones, below 2^32 - 1; each has at least one
 *   row
 */
DEID_AVAILABLE_IN_0_1
guint32 deid_partition_get_n_classes (const DeidPartition *partition);

/**
 * deid_partition_get_n_attributes:
 * @partition: a partition
 *
 * Returns: the number of quasi-identifiers
 */
DEID_AVAILABLE_IN_0_1
guint deid_partition_get_n_attributes (const DeidPartition *partition);

/**
 * deid_partition_get_attribute_name:
 * @partition: a partition
 *
 * Returns: (transfer none): the name of the quasi-identifier's column
 */
DEID_AVAILABLE_IN_0_1
const char *deid_partition_get_attribute_name (const DeidPartition *partition, guint attribute);

/**
 * deid_partition_get_attribute_loss:
 * @partition: a partition
 * @loss: (out): its loss, 0 if it has none of its own
 *
 * Gets the loss of one quasi-identifier before its weight, the x of #DeidAggregate. It tells which
 * column costs most. A quality model that costs classes, such as discernibility, has no such
 * losses.
 * Returns: whether quasi-identifiers have losses of their own
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_partition_get_attribute_loss (const DeidPartition *partition, guint attribute,
                                            double *loss);

/**
 * deid_partition_get_class:
 * @partition: a partition
 * @row: index of a row of the dataset, below deid_partition_get_n_rows()
 *
 * Returns: the index of the class that the row is in
 */
DEID_AVAILABLE_IN_0_1
guint32 deid_partition_get_class (const DeidPartition *partition, guint64 row);

/**
 * deid_partition_get_classes:
 * @partition: a partition
 * @n_rows: (out): the number of rows
 *
 * Returns: (transfer none) (array length=n_rows): the index of the class of each row
 */
DEID_AVAILABLE_IN_0_1
const guint32 *deid_partition_get_classes (const DeidPartition *partition, gsize *n_rows);

/**
 * deid_partition_is_suppressed:
 * @partition: a partition
 *
 * Returns: whether the class is suppressed, because its records fail a privacy model or for a
 *   condition on the whole table
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_partition_is_suppressed (const DeidPartition *partition, guint32 eq_class);

/**
 * deid_partition_get_n_records:
 * @partition: a partition
 *
 * Returns: the number of records of the class, the sum of the weights of its rows, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_partition_get_n_records (const DeidPartition *partition, guint32 eq_class);

/**
 * deid_partition_get_n_persons:
 * @partition: a partition
 *
 * Returns: the number of different persons of the class or, without an entity column, of records;
 *   at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_partition_get_n_persons (const DeidPartition *partition, guint32 eq_class);

/**
 * deid_partition_has_population:
 * @partition: a partition
 *
 * Returns: whether the problem has a population
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_partition_has_population (const DeidPartition *partition);

/**
 * deid_partition_get_n_population:
 * @partition: a partition
 *
 * Returns: the number of records of the population with the labels of the class; also 0 without a
 *   population, see deid_partition_has_population()
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_partition_get_n_population (const DeidPartition *partition, guint32 eq_class);

/**
 * deid_partition_get_suppressed:
 * @partition: a partition
 * @n_classes: (out): the number of classes
 *
 * Returns: (transfer none) (array length=n_classes): for each class, 1 if it is suppressed,
 *   otherwise 0
 */
DEID_AVAILABLE_IN_0_1
const guint8 *deid_partition_get_suppressed (const DeidPartition *partition, gsize *n_classes);

/**
 * deid_partition_get_label:
 * @partition: a partition
 *
 * Returns: (transfer none) (nullable): the label of the quasi-identifier, or %NULL for a missing
 *   value. The label of a suppressed class distinguishes the class from others, and is not released
 */
DEID_AVAILABLE_IN_0_1
const char *deid_partition_get_label (const DeidPartition *partition, guint32 eq_class,
                                      guint attribute);

/**
 * deid_partition_get_level:
 * @partition: a partition
 *
 * Returns: the level of the label in the hierarchy, 0 for original values. With cuts that merge
 *   neighbours it is the number of pairs that the label merges, in a policy or a local recoding. In
 *   a local recoding by sets of values, it is the number of values that the label covers, less one.
 *   In a policy without cuts, all labels of a quasi-identifier have the same level
 */
DEID_AVAILABLE_IN_0_1
guint deid_partition_get_level (const DeidPartition *partition, guint32 eq_class, guint attribute);

/**
 * deid_partition_count_cells:
 * @partition: a partition
 * @n_suppressed: (out) (optional): number of cells released with the one label of all values, such
 *   as `*`, that the dataset does not have there
 * @n_missing_before: (out) (optional): number of cells missing in the dataset
 * @n_missing_after: (out) (optional): number of cells released as missing
 *
 * Counts cells of a quasi-identifier, without records that are suppressed as a whole. A cell counts
 * as many records as its row stands for. A missing cell may be suppressed like others. The one
 * label of all values is that of the highest level of the hierarchy, if it has only one, or of all
 * neighbours merged. A value that happens to be the only one of its column is not suppressed.
 * Complexity: O(rows + classes).
 */
DEID_AVAILABLE_IN_0_1
void deid_partition_count_cells (const DeidPartition *partition, guint attribute,
                                 guint64 *n_suppressed, guint64 *n_missing_before,
                                 guint64 *n_missing_after);

/**
 * deid_partition_list_labels:
 * @partition: a partition
 * @n_classes: (out): the number of classes
 *
 * Lists the labels of a quasi-identifier of all classes. The label of a missing value is empty; no
 * other label is.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(classes).
 * Returns: (transfer container) (array length=n_classes) (element-type utf8): the labels, or %NULL
 */
DEID_AVAILABLE_IN_0_1
const char **deid_partition_list_labels (const DeidPartition *partition, guint attribute,
                                         gsize *n_classes, GCancellable *cancellable,
                                         GError **error);

G_END_DECLS

#endif
