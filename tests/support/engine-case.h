/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/sql-client.h"

#define CASE_MAX_ROWS    60
#define CASE_MAX_COLUMNS 9
#define CASE_SENSITIVE   "x'); DROP TABLE safe; --"

/* A random table whose names and values are such as an engine may stumble on. */
typedef struct
{
  guint n_rows, n_columns;
  const char *names[CASE_MAX_COLUMNS];
  DeidRole roles[CASE_MAX_COLUMNS];
  const char *values[CASE_MAX_COLUMNS][CASE_MAX_ROWS]; /* NULL is missing, as is the empty text */
  const char *codes[CASE_MAX_COLUMNS][3]; /* that stand for a missing value, to a NULL */
  const char *rules[CASE_MAX_COLUMNS];    /* of its hierarchy, or NULL if that has rows */
  guint lowest[CASE_MAX_COLUMNS];         /* level that policies may give it */
  const char *search;                     /* its specification; NULL for the optimal one */
} EngineCase;

void engine_case_init_random (EngineCase *table, GRand *rand, gboolean has_weights);

/* Adds a column of persons, each with some rows, and their survey weights. */
void engine_case_add_persons (EngineCase *table, GRand *rand);

/* Takes one of some parts of the rows. */
void engine_case_init_part (EngineCase *part, const EngineCase *table, guint which, guint n);

/* Adds the columns that are counted, in quotes, with a comma between them. */
void engine_case_append_counted (const EngineCase *table, const SqlClient *client, GString *sql);

/* Makes a table of it in a database. A column that the dialect cannot name gets another name. */
void engine_case_load (EngineCase *table, const SqlClient *client, const char *name);

/* The whole table in memory, and as one of an engine. */
DeidDataset *engine_case_build (const EngineCase *table);
DeidEngineTable *engine_case_name (const EngineCase *table, DeidEngine *engine, const char *name);

/* Gives quasi-identifiers random lowest levels. */
void engine_case_draw_levels (EngineCase *table, GRand *rand);

/* Has the engine generalize to these before it counts. */
void engine_case_set_levels (const EngineCase *table, DeidEngineTable *named);

/* Takes the levels that the engine raised to. */
void engine_case_get_levels (EngineCase *table, const DeidEngineTable *named);

/* Searches the table, or its combinations, whose engine may have hierarchies. Returns: (nullable):
 * NULL if there is no solution. */
DeidResult *engine_case_solve (const EngineCase *table, DeidDataset *dataset,
                               const DeidEngineTable *named, const char *models, double limit);

/* Returns: (transfer full): rows of a released table in memory, or of one in a database, as sorted
 * lines. */
char *engine_case_list (const EngineCase *table, DeidDataset *release);
char *engine_case_list_table (const EngineCase *table, const SqlClient *client, const char *name);
