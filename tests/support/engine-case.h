/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/sql-client.h"

#define CASE_MAX_ROWS    60
#define CASE_MAX_COLUMNS 7
#define CASE_SENSITIVE   "x'); DROP TABLE safe; --"

/* A random table whose names and values are such as an engine may stumble on. */
typedef struct
{
  guint n_rows, n_columns;
  const char *names[CASE_MAX_COLUMNS];
  DeidRole roles[CASE_MAX_COLUMNS];
  const char *values[CASE_MAX_COLUMNS][CASE_MAX_ROWS]; /* NULL is missing, as is the empty text */
  gboolean has_groups[CASE_MAX_COLUMNS]; /* its hierarchy has a level between values and `*` */
} EngineCase;

void engine_case_init_random (EngineCase *table, GRand *rand, gboolean has_weights);

/* Makes a table of it in a database. */
void engine_case_load (const EngineCase *table, const SqlClient *client, const char *name);

/* The whole table in memory, and as one of an engine. */
DeidDataset *engine_case_build (const EngineCase *table);
DeidEngineTable *engine_case_name (const EngineCase *table, DeidEngine *engine, const char *name);

/* Searches the table, or its combinations. Returns: (nullable): NULL if there is no solution. */
DeidResult *engine_case_solve (const EngineCase *table, DeidDataset *dataset, const char *models,
                               double limit);

/* Returns: (transfer full): rows of a released table in memory, or of one in a database, as sorted
 * lines. */
char *engine_case_list (const EngineCase *table, DeidDataset *release);
char *engine_case_list_table (const EngineCase *table, const SqlClient *client, const char *name);
