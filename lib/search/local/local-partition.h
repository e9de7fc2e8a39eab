/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/partition.h"
#include "search/local/clusters.h"

/* Makes the partition of clusters that all records are in, with the labels of their nodes: those
 * with the same nodes become one class. Nothing is suppressed, and no model is asked: the classes
 * must be known to meet them. The loss is counted from extents, as that of a policy is, and not
 * from the rounded costs of clusters.
 *
 * Errors: those of deid_stop_check(), of the quality model, %DEID_ERROR_NO_MEMORY. Complexity:
 * O(rows + classes x attributes). */
DeidPartition *deid_local_partition_new (DeidLocalClusters *clusters, const DeidStop *stop,
                                         GError **error);
