/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-private.h"

typedef struct
{
  char *name;
  DeidRole role;
} DeidEngineColumn;

struct DeidEngineTable
{
  gatomicrefcount ref_count;
  DeidEngine *engine;
  char *name;
  DeidEngineColumn *columns; /* that were given a role */
  guint n_columns;
  guint64 columns_capacity;
};

/* Tells whether combinations have a column of this role, apart from weights. */
static inline gboolean
deid_engine_role_is_counted (DeidRole role)
{
  return role == DEID_ROLE_QUASI_IDENTIFYING || role == DEID_ROLE_SENSITIVE
         || role == DEID_ROLE_JUDGED;
}

/* Returns: (nullable): the column of this name, or %NULL if it has no role. */
const DeidEngineColumn *deid_engine_table_find (const DeidEngineTable *table, const char *column);

/* Returns: (nullable): the weight column. */
const DeidEngineColumn *deid_engine_table_find_weight (const DeidEngineTable *table);
