/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/origin.h"

#include "table/dataset-private.h"

static void
origin_free (DeidOrigin *origin)
{
  g_clear_pointer (&origin->source, deid_dataset_unref);
  g_clear_pointer (&origin->problem, deid_problem_unref);
  g_clear_pointer (&origin->policy, deid_policy_unref);
  g_clear_pointer (&origin->partition, deid_partition_unref);
  g_clear_pointer (&origin->options, deid_release_options_unref);
  deid_released_rows_clear (&origin->rows);
  g_free (origin);
}

DeidOrigin *
deid_dataset_make_origin (DeidDataset *dataset)
{
  dataset->origin = g_new0 (DeidOrigin, 1);
  dataset->free_origin = origin_free;
  return dataset->origin;
}

DeidProblem *
deid_dataset_get_origin (const DeidDataset *dataset, DeidPolicy **policy, DeidPartition **partition)
{
  if (dataset->origin == NULL)
    return NULL;
  if (policy != NULL)
    *policy = dataset->origin->policy;
  if (partition != NULL)
    *partition = dataset->origin->partition;
  return dataset->origin->problem;
}

DeidReleaseOptions *
deid_dataset_get_release_options (const DeidDataset *dataset)
{
  return dataset->origin != NULL ? dataset->origin->options : NULL;
}
