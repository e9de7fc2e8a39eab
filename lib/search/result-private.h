/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/partition.h"
#include "search/run.h"

struct DeidResult
{
  gatomicrefcount ref_count;
  DeidProblem *problem;
  DeidPolicy *policy;
  double loss;
  double lower_bound;
  gboolean proven_optimal;
  DeidTermination termination;
  guint64 n_suppressed;
  guint64 n_evaluated;
  guint64 n_pruned;
  DeidStatistics *statistics;
  DeidAlternatives *alternatives; /* or NULL */

  GMutex mutex;             /* guards what follows */
  DeidPartition *partition; /* or NULL */
};

/* Makes a result whose members, but for the reference count, the mutex and the partition, are
 * copied; the policy, the statistics and the alternatives are taken. */
DeidResult *deid_result_new (const DeidResult *members);

/* Makes the partition unless it is there. Returns: (transfer none) (nullable): what
 * deid_result_get_partition() gets. */
const DeidPartition *deid_result_make_partition (DeidResult *result, const DeidStop *stop,
                                                 GError **error);
