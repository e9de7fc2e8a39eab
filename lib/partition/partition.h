/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/grouping-evaluator.h"
#include "problem/preparation.h"

/* The labels that the classes of a partition have of one attribute. */
typedef struct
{
  DeidCodes labels;   /* of each class the number of its label */
  guint32 n_labels;   /* some of which no class may have */
  const char **texts; /* of each label, NULL for a missing value; the lattice's, or those of @sets.
                         NULL of classes of the input */
  DeidLevel *levels;  /* of each label, on which it is, or how many leaves it covers besides one if
                         there may be sets; NULL of classes of the input */
  DeidDictionary *sets; /* of a local recoding by sets of values their texts, which are the last
                           labels; else NULL */
} DeidPartitionColumn;

/* The classes are numbered in the order of their first rows. */
struct DeidPartition
{
  gatomicrefcount ref_count;
  DeidLattice *lattice;
  guint64 n_rows;
  DeidVerdict verdict;          /* of classes of the input all 0, as the loss */
  gboolean is_measured;         /* as a solution is, or what keeps a record without the limit */
  double loss;                  /* if it is measured, as what follows */
  double *losses;               /* of each attribute; NULL where classes are costed */
  guint32 n_classes;            /* that have records */
  guint32 *class_of_row;        /* of each row */
  guint64 *records;             /* of each class, as what follows */
  guint64 *persons;             /* NULL without an entity column */
  guint64 *populations;         /* NULL without a population */
  guint8 *suppressed;           /* whether it is */
  DeidPartitionColumn *columns; /* of each attribute */
};

/* Makes the partition of what a policy releases. Errors: those of deid_problem_prepare(), of the
 * models. Complexity: O(rows x attributes). */
DeidPartition *deid_partition_new (DeidProblem *problem, const DeidLevel *levels,
                                   const DeidStop *stop, GError **error);

/* Makes the partition of the policy that was evaluated last, whose verdict is given; the classes
 * are taken. Without a verdict nothing is judged. Errors: those of the quality model. Complexity:
 * O(rows x attributes). */
DeidPartition *deid_partition_new_of_evaluated (DeidGroupingEvaluator *evaluator,
                                                const DeidLevel *levels, const DeidVerdict *verdict,
                                                const DeidStop *stop, GError **error);

/* Makes that of the input, by the values of its quasi-identifiers: nothing is judged, nothing is
 * suppressed. Errors: those of deid_problem_prepare(). Complexity: O(rows x
 * attributes). */
DeidPartition *deid_partition_new_of_input (DeidProblem *problem, const DeidStop *stop,
                                            GError **error);

/* Counts the persons of each class that was judged, if there is an entity column. */
gboolean deid_partition_count_persons (DeidPartition *partition, DeidJudgement *judgement,
                                       const DeidStop *stop, GError **error);

static inline guint64
deid_partition_get_size (const DeidPartition *partition, guint32 number)
{
  return partition->persons != NULL ? partition->persons[number] : partition->records[number];
}

/* Tells whether the class of a row is suppressed. */
static inline gboolean
deid_partition_suppresses (const DeidPartition *partition, guint64 row)
{
  return partition->suppressed[partition->class_of_row[row]];
}

/* Returns: the number of the label of a row. */
static inline guint32
deid_partition_get_row_label (const DeidPartition *partition, guint attribute, guint64 row)
{
  return deid_codes_get (&partition->columns[attribute].labels, partition->class_of_row[row]);
}

/* Finer labels that follow from minimal cover alone, as deid_problem_set_no_forced_labels() defines
 * them. */

/* Only classes of this size have labels that force finer ones, except sets. */
#define DEID_FORCED_SIZE 2

/* Tells whether a label of a level has exactly two finer labels, so that each of two records that
 * have it as their lowest common label has one of them; or whether it is a run, whose ends are the
 * values of two such records. No label below @lowest is released. Complexity: O(labels x levels).
 */
gboolean deid_attribute_forces (const DeidAttribute *attribute, guint lowest, guint level,
                                guint32 label);

/* Counts the records of released classes that have a label which forces finer ones. In a column
 * with sets, it is one that covers as many values as the class has records; in others, classes of
 * two have such labels. @are_wide: longer runs than of two values do not begin and end where their
 * records do. Complexity: O(rows + classes of two x attributes x labels x levels). */
gboolean deid_partition_count_forced (const DeidPartition *partition, gboolean are_wide,
                                      guint64 *n_records, const DeidStop *stop, GError **error);
