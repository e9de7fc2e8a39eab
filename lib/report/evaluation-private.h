/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/partition.h"

struct DeidEvaluation
{
  gatomicrefcount ref_count;
  DeidProblem *problem;
  DeidPolicy *policy;
  DeidPartition *partition; /* whose verdict is that without a limit */
  guint64 n_records;
  guint64 limit;      /* records that may be suppressed */
  guint64 *n_failing; /* records, for each model */
};
