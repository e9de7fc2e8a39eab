/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Since: 0.1
 * Threads: any thread may call these functions.
 * Complexity: O(1) unless stated; of _unref, the size of what it frees.
 * Errors: of the domain %DEID_ERROR. A function that fails returns %FALSE or %NULL.
 * @attribute: index of a quasi-identifier, below deid_partition_get_n_attributes()
 * @eq_class: index of a class, below deid_partition_get_n_classes()
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
 * The equivalence classes that a result makes of the rows of its dataset, each with one label of
 * every quasi-identifier; a class is released with its labels, or it is suppressed. They are
 * numbered from 0 in the order of their first rows. Labels belong to classes, not to values: those
 * of a local recoding are of several levels, see deid_partition_get_level().
 *
 * |[<!-- language="C" -->
 * DeidPartition *partition = deid_result_get_partition (result, NULL, &error);
 *
 * for (guint32 i = 0; partition != NULL && i < deid_partition_get_n_classes (partition); i++)
 *   if (!deid_partition_is_suppressed (partition, i))
 *     g_print ("%" G_GUINT64_FORMAT " records\n", deid_partition_get_n_records (partition, i));
 * ]|
 *
 * Released tables, the figures of released tables, explanations and certificates of a result are
 * made of its partition. It knows all that the custodian knows, the classes that are suppressed
 * included: not to be published. Immutable.
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
 * Gets the number of classes, those that are suppressed included. Each has at least one row.
 * Returns: the number of classes, below 2^32 - 1
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
 * Returns: (transfer none): the name of the column of a quasi-identifier
 */
DEID_AVAILABLE_IN_0_1
const char *deid_partition_get_attribute_name (const DeidPartition *partition, guint attribute);

/**
 * deid_partition_get_attribute_loss:
 * @partition: a partition
 * @loss: (out): return location for its loss, or for 0 where it has none of its own
 *
 * Gets the loss of one quasi-identifier before its weight: the x of #DeidAggregate, which says how
 * these make the loss of the whole. So a report can tell which column costs most. A quality model
 * that costs classes, such as discernibility, has no losses of single quasi-identifiers.
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
 * Gets the class that a row is in.
 * Returns: the index of the class
 */
DEID_AVAILABLE_IN_0_1
guint32 deid_partition_get_class (const DeidPartition *partition, guint64 row);

/**
 * deid_partition_get_classes:
 * @partition: a partition
 * @n_rows: (out): the number of rows
 *
 * Gets the class of each row.
 * Returns: (transfer none) (array length=n_rows): the indices of the classes, as long as @partition
 *   exists
 */
DEID_AVAILABLE_IN_0_1
const guint32 *deid_partition_get_classes (const DeidPartition *partition, gsize *n_rows);

/**
 * deid_partition_is_suppressed:
 * @partition: a partition
 *
 * Returns: whether a class is suppressed: its records fail a privacy model, or are suppressed for a
 *   condition on the whole table
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_partition_is_suppressed (const DeidPartition *partition, guint32 eq_class);

/**
 * deid_partition_get_n_records:
 * @partition: a partition
 *
 * Gets the number of records of a class: of rows, or the sum of their weights.
 * Returns: the number of records, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_partition_get_n_records (const DeidPartition *partition, guint32 eq_class);

/**
 * deid_partition_get_n_persons:
 * @partition: a partition
 *
 * Gets the number of different persons of a class, or of records without an entity column.
 * Returns: the number of persons, at least 1
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_partition_get_n_persons (const DeidPartition *partition, guint32 eq_class);

/**
 * deid_partition_has_population:
 * @partition: a partition
 *
 * Tells whether the problem states a population.
 * Returns: whether it does
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_partition_has_population (const DeidPartition *partition);

/**
 * deid_partition_get_n_population:
 * @partition: a partition
 *
 * Gets how many records of the population have the labels of a class: 0 if none is like it, and 0
 * without a population, see deid_partition_has_population().
 * Returns: the number of records of the population
 */
DEID_AVAILABLE_IN_0_1
guint64 deid_partition_get_n_population (const DeidPartition *partition, guint32 eq_class);

/**
 * deid_partition_get_suppressed:
 * @partition: a partition
 * @n_classes: (out): the number of classes
 *
 * Tells of each class whether it is suppressed, as deid_partition_is_suppressed() does.
 * Returns: (transfer none) (array length=n_classes): 1 for a class that is suppressed, else 0, as
 *   long as @partition exists
 */
DEID_AVAILABLE_IN_0_1
const guint8 *deid_partition_get_suppressed (const DeidPartition *partition, gsize *n_classes);

/**
 * deid_partition_get_record_counts:
 * @partition: a partition
 * @n_classes: (out): the number of classes
 *
 * Gets the number of records of each class, as deid_partition_get_n_records() does.
 * Returns: (transfer none) (array length=n_classes): the numbers of records, as long as @partition
 *   exists
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_partition_get_record_counts (const DeidPartition *partition, gsize *n_classes);

/**
 * deid_partition_get_person_counts:
 * @partition: a partition
 * @n_classes: (out): the number of classes
 *
 * Gets the number of persons of each class, as deid_partition_get_n_persons() does.
 * Returns: (transfer none) (array length=n_classes): the numbers of persons, as long as @partition
 *   exists
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_partition_get_person_counts (const DeidPartition *partition, gsize *n_classes);

/**
 * deid_partition_get_population_counts:
 * @partition: a partition
 * @n_classes: (out): the number of classes
 *
 * Gets how many records of the population have the labels of each class, as
 * deid_partition_get_n_population() does.
 * Returns: (transfer none) (nullable) (array length=n_classes): the numbers of records, as long as
 *   @partition exists; %NULL and no classes without a population
 */
DEID_AVAILABLE_IN_0_1
const guint64 *deid_partition_get_population_counts (const DeidPartition *partition,
                                                     gsize *n_classes);

/**
 * deid_partition_get_label:
 * @partition: a partition
 *
 * Returns: (transfer none) (nullable): the label that a class has of a quasi-identifier, or %NULL
 *   for a missing value. Of a suppressed class it is the label that tells it apart, which is not
 *   released
 */
DEID_AVAILABLE_IN_0_1
const char *deid_partition_get_label (const DeidPartition *partition, guint32 eq_class,
                                      guint attribute);

/**
 * deid_partition_get_level:
 * @partition: a partition
 *
 * Gets the level that the label of a class is on: of the hierarchy, or with cuts that merge
 * neighbouring values how many pairs of neighbours the label merges, be it by a policy or by a
 * local recoding. By a policy without cuts all labels of a quasi-identifier have the same level.
 * Returns: the level, 0 for values as they are
 */
DEID_AVAILABLE_IN_0_1
guint deid_partition_get_level (const DeidPartition *partition, guint32 eq_class, guint attribute);

/**
 * deid_partition_count_cells:
 * @partition: a partition
 * @n_suppressed: (out) (optional): return location for the number of cells that are released with
 *   the one label of all values, such as `*`, and do not read so in the dataset
 * @n_missing_before: (out) (optional): return location for the number of cells that are missing in
 *   the dataset
 * @n_missing_after: (out) (optional): return location for the number of cells that are released as
 *   missing
 *
 * Counts cells of a quasi-identifier, each one in as many records as its row stands for. Records
 * that are suppressed as a whole do not count. A missing cell may be suppressed like others. The
 * one label of all values is that of the highest level of the hierarchy, if it has only one, or of
 * all neighbours merged; a value that happens to be the only one of its column is not suppressed.
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
 * Lists the labels that all classes have of a quasi-identifier. The texts are not copied and belong
 * to @partition. That of a missing value is empty, as no label is.
 * Errors: %DEID_ERROR_NO_MEMORY. Complexity: O(classes).
 * Returns: (transfer container) (array length=n_classes) (element-type utf8): the labels, or %NULL
 */
DEID_AVAILABLE_IN_0_1
const char **deid_partition_list_labels (const DeidPartition *partition, guint attribute,
                                         gsize *n_classes, GCancellable *cancellable,
                                         GError **error);

G_END_DECLS

#endif
