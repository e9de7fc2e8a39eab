/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "table/dataset-view.h"

#include <deid/deid.h>
#include <glib.h>

/* The rows of a released table, and those of the input that each of them stands for. Both have
 * fewer than 2^32 rows. */
typedef struct
{
  guint32 *sources; /* rows of the input, one row of the release after the other */
  guint32 *starts; /* where those of each row begin, and where the last end; NULL if each has one */
  guint64 n;       /* rows of the release */
} DeidReleasedRows;

static inline void
deid_released_rows_clear (DeidReleasedRows *rows)
{
  g_free (rows->sources);
  g_free (rows->starts);
}

static inline const guint32 *
deid_released_rows_get (const DeidReleasedRows *rows, guint64 i, guint64 *n_sources)
{
  *n_sources = rows->starts != NULL ? rows->starts[i + 1] - rows->starts[i] : 1;
  return rows->sources + (rows->starts != NULL ? rows->starts[i] : i);
}

static inline guint32
deid_released_rows_get_first (const DeidReleasedRows *rows, guint64 i)
{
  guint64 n_sources;

  return deid_released_rows_get (rows, i, &n_sources)[0];
}

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
