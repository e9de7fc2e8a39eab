/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-levels.h"
#include "engine/engine-private.h"

typedef struct
{
  char *name;
  DeidRole role;
  DeidEngineLevels *levels; /* of a quasi-identifier, or NULL */
} DeidEngineColumn;

struct DeidEngineTable
{
  gatomicrefcount ref_count;
  DeidEngine *engine;
  char *name;
  DeidEngineColumn *columns; /* that were given a role */
  guint n_columns;
  guint64 columns_capacity;
  guint64 max_combinations; /* %G_MAXUINT64 if there may be any number */
  DeidQualityModel
      *quality; /* whose weights of attributes count where levels are raised, or NULL */
};

/* Tells whether combinations have a column of this role, apart from weights. */
static inline gboolean
deid_engine_role_is_counted (DeidRole role)
{
  return role == DEID_ROLE_QUASI_IDENTIFYING || role == DEID_ROLE_SENSITIVE
         || role == DEID_ROLE_JUDGED;
}

/* Tells whether a column is generalized before it is counted. */
static inline gboolean
deid_engine_column_is_generalized (const DeidEngineTable *table, const DeidEngineColumn *column)
{
  return column->role == DEID_ROLE_QUASI_IDENTIFYING && column->levels != NULL
         && (column->levels->lowest > 0 || table->max_combinations < G_MAXUINT64);
}

/* Returns: (nullable): the column of this name, or %NULL if it has no role. */
const DeidEngineColumn *deid_engine_table_find (const DeidEngineTable *table, const char *column);

/* Counts combinations, or those that were counted @before once more, and the rows that they are of.
 * Errors: those of deid_engine_table_count() that come once the engine's columns are known. */
DeidDataset *deid_engine_table_recount (const DeidEngineTable *table, const DeidDataset *before,
                                        guint64 *n_rows, GCancellable *cancellable, GError **error);

/* Returns: how many columns have a role. */
guint deid_engine_table_count_role (const DeidEngineTable *table, DeidRole role);

/* Returns: (nullable): the weight column. */
const DeidEngineColumn *deid_engine_table_find_weight (const DeidEngineTable *table);
