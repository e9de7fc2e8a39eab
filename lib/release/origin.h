/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

#include "release/released-rows.h"
#include "table/dataset-view.h"

/* What a released table remembers of its origin; custodian-only, never written. */
struct DeidOrigin
{
  DeidDataset *source;
  DeidProblem *problem;        /* that it was released by, with the policy */
  DeidPolicy *policy;          /* or NULL: */
  DeidPartition *partition;    /* the local recoding that it was released by, or NULL */
  DeidReleaseOptions *options; /* how */
  DeidReleasedRows rows;
};

/* Returns: the origin of a table, which had none and owns it: empty, to be filled in. */
DeidOrigin *deid_dataset_make_origin (DeidDataset *dataset);

/* Returns: (nullable): the problem that a table was released by, and the policy in @policy, which
 * may be %NULL; the table's. %NULL if it was not released. */
DeidProblem *deid_dataset_get_origin (const DeidDataset *dataset, DeidPolicy **policy,
                                      DeidPartition **partition);

/* Returns: (nullable): how a table was released; the table's. %NULL if it was not released. */
DeidReleaseOptions *deid_dataset_get_release_options (const DeidDataset *dataset);
