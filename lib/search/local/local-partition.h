/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/partition.h"
#include "search/local/clusters.h"

/* Makes the partition of clusters that all records are in, with the labels of their nodes: those
 * with the same nodes become one class. Whatever the clusters were made for, the models of the
 * problem judge the classes as those of a policy, so that the verdict of the partition says whether
 * it is a solution; the records of the cluster of suppressed ones are suppressed in any case. The
 * loss is counted from extents, as that of a policy is, and not from the rounded costs of clusters.
 *
 * Errors: those of deid_stop_check(), of the models, %DEID_ERROR_NO_MEMORY. Complexity: O(rows x
 * columns that models ask for + classes x attributes). */
DeidPartition *deid_local_partition_new (DeidLocalClusters *clusters, const DeidStop *stop,
                                         GError **error);

/* Makes a partition what the models say of its classes: which are suppressed beside those that are
 * in any case, how many persons they have, the verdict, and the losses. @labels are those of each
 * class, those of a class together; @extents those of the labels of each attribute.
 * Errors: the same. */
gboolean deid_local_partition_judge (DeidPartition *partition, const DeidPreparedProblem *prepared,
                                     const DeidClassLabel *labels, const guint32 *const *extents,
                                     const DeidStop *stop, GError **error);

/* Makes a solution that is the partition of a policy count each label on the lowest level where it
 * reads the same. @sums are those of the policy.
 * Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_partition_lower (DeidPartition *partition, const DeidPreparedProblem *prepared,
                                     DeidLossSums *sums, const DeidStop *stop, GError **error);
