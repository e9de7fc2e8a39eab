/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/partition.h"

/* Finer labels that follow from minimal cover alone, as deid_problem_set_no_forced_labels() defines
 * them. */

/* Only classes of this size have labels that force finer ones. */
#define DEID_FORCED_SIZE 2

/* Tells whether a label of a level has exactly two finer labels, so that each of two records that
 * have it as their lowest common label has one of them; or whether it is a run, whose ends are the
 * values of two such records. No label below @lowest is released. Complexity: O(labels x levels).
 */
gboolean deid_attribute_forces (const DeidAttribute *attribute, guint lowest, guint level,
                                guint32 label);

/* Counts the records of released classes of two that have a label which forces finer ones. Errors:
 * those of
 * deid_stop_check(), %DEID_ERROR_NO_MEMORY. Complexity: O(rows + classes of two x attributes x
 * labels x levels). */
gboolean deid_partition_count_forced (const DeidPartition *partition, guint64 *n_records,
                                      const DeidStop *stop, GError **error);
