/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-table-private.h"
#include "evaluation/partition.h"

/* A released table that is being made. */
typedef struct
{
  const DeidEngineTable *table;
  const DeidDialectFacts *facts;
  const DeidPartition *partition;
  DeidDataset *expected; /* what the combinations are released as */
  char *kept;            /* the helper table of classes */
  char *made;            /* the released table before it gets its name */
  char **labels;         /* the helper tables of attributes, to a NULL */
  GCancellable *cancellable;
} DeidEngineRelease;

/* Returns: (nullable): the column of the expected release, unless it is the weight. */
const DeidColumn *deid_engine_release_find_column (const DeidEngineRelease *release,
                                                   const char *name);

/* Adds the statement that selects the rows of the released table, from the table and the helper
 * tables. */
void deid_engine_release_add_select (const DeidEngineRelease *release, DeidLongText *sql);
