/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-table-private.h"
#include "evaluation/partition.h"

/* A released table that is being made. */
typedef struct
{
  const DeidEngineTable *table;
  DeidEngine *engine; /* that makes it, or a script that will */
  const DeidDialectFacts *facts;
  const DeidPartition *partition;
  DeidDataset *expected; /* what the combinations are released as */
  char *kept;            /* the helper table of classes */
  char *made;            /* the released table before it gets its name */
  char **labels;         /* the helper tables of attributes, to a NULL */
  GCancellable *cancellable;
} DeidEngineRelease;

/* Makes the release of the combinations, and verifies it. What is made is cleared, also on failure.
 * Errors: those of deid_engine_table_release() that come before anything is asked of the engine. */
gboolean deid_engine_release_init (DeidEngineRelease *release, const DeidEngineTable *table,
                                   DeidResult *result, const char *output,
                                   GCancellable *cancellable, GError **error);
void deid_engine_release_clear (DeidEngineRelease *release);

/* Gives the tables that are made names that have a mark, which nobody else uses. */
void deid_engine_release_name_tables (DeidEngineRelease *release, const char *mark);

/* Makes the helper tables, and the released table under another name. Errors: those of
 * deid_engine_execute() and of uploads. */
gboolean deid_engine_release_make (const DeidEngineRelease *release, GError **error);

/* Drops the helper tables. */
gboolean deid_engine_release_drop_helpers (const DeidEngineRelease *release, GError **error);

/* Gives the released table its name. */
gboolean deid_engine_release_rename (const DeidEngineRelease *release, const char *output,
                                     GError **error);

/* Returns: (nullable): the column of the expected release, unless it is the weight. */
const DeidColumn *deid_engine_release_find_column (const DeidEngineRelease *release,
                                                   const char *name);

/* Adds the statement that selects the rows of the released table, from the table and the helper
 * tables. */
void deid_engine_release_add_select (const DeidEngineRelease *release, DeidLongText *sql);
