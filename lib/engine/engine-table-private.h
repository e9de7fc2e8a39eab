/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "engine/engine-private.h"
#include "table/column.h"

#include <deid/deid.h>

/* What an engine may make of a quasi-identifier before it counts: each value becomes one that has
 * the same label on a level. Higher levels have labels of groups of these, so that policies from
 * that level on make the same of both. */
typedef struct
{
  DeidHierarchy *given;
  guint lowest, highest;
  guint level;          /* that was counted last, from @lowest on */
  DeidDataset *values;  /* of the column, with numbers of records; NULL until they are listed */
  DeidLattice *lattice; /* of these, with one attribute */
} DeidEngineLevels;

/* Takes what the engine counted of the column alone, in place of what it counted before. Errors:
 * those of deid_lattice_add_quasi_identifier(). */
gboolean deid_engine_levels_take_values (DeidEngineLevels *levels, DeidDataset *values,
                                         GCancellable *cancellable, GError **error);

/* Returns: the listed values. */
const DeidColumn *deid_engine_levels_get_column (const DeidEngineLevels *levels);

/* Returns: (transfer full): of each code of a listed value that of the value that stands for it on
 * a level: the missing one if that has the same label, else the first one. */
guint32 *deid_engine_levels_list_groups (const DeidEngineLevels *levels, guint level,
                                         GError **error);

/* Computes the part of Iyengar's loss that the column has on a level: the mean over all records of
 * (n - 1) / (D - 1), where n of D values have the label. Returns: whether there was memory. */
gboolean deid_engine_levels_compute_loss (const DeidEngineLevels *levels, guint level, double *loss,
                                          GError **error);

typedef struct
{
  char *name;
  DeidRole role;
  char **codes;             /* that stand for a missing value, or NULL */
  DeidEngineLevels *levels; /* of a quasi-identifier, or NULL */
} DeidEngineColumn;

struct DeidEngineTable
{
  gatomicrefcount ref_count;
  DeidEngine *engine;
  char *name;
  char *helpers;     /* some table name in the schema of helper tables */
  char *output;      /* some table name in the schema of the released table; NULL if unknown */
  guint64 max_hours; /* for which helper tables of other runs are kept; %G_MAXUINT64 for ever */
  DeidEngineColumn *columns; /* that were given a role */
  guint n_columns;
  guint64 columns_capacity;
  guint64 max_combinations; /* %G_MAXUINT64 if there may be any number */
  gboolean has_fingerprint;
  char *fingerprint;           /* of the rows that were counted, or NULL */
  DeidReleaseOptions *options; /* or NULL */
  DeidQualityModel
      *quality; /* whose weights of attributes count where levels are raised, or NULL */
};

/* Tells whether combinations have a column of this role, apart from weights. */
static inline gboolean
deid_engine_role_is_counted (DeidRole role)
{
  return role == DEID_ROLE_QUASI_IDENTIFYING || role == DEID_ROLE_SENSITIVE
         || role == DEID_ROLE_JUDGED || role == DEID_ROLE_ENTITY || role == DEID_ROLE_SURVEY_WEIGHT;
}

/* Tells whether a column is generalized before it is counted. */
static inline gboolean
deid_engine_column_is_generalized (const DeidEngineTable *table, const DeidEngineColumn *column)
{
  return column->role == DEID_ROLE_QUASI_IDENTIFYING && column->levels != NULL
         && (column->levels->lowest > 0 || table->max_combinations < G_MAXUINT64);
}

/* Returns: (transfer full): a table of an engine, which is taken; its name was checked. */
DeidEngineTable *deid_engine_table_take (DeidEngine *engine, const char *name);

/* Returns: (transfer full): the name of a helper table with its schema; @format gives the name
 * without it. */
char *deid_engine_table_name_helper (const DeidEngineTable *table, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* Sets the name of the released table, in whose schema leftovers are looked for, too. Errors: those
 * of deid_engine_table_new(). */
gboolean deid_engine_table_set_output (DeidEngineTable *table, const char *output, GError **error);

/* Returns: (nullable): the column of this name, or %NULL if it has no role. */
const DeidEngineColumn *deid_engine_table_find (const DeidEngineTable *table, const char *column);

/* Returns: the role of a column, identifying unless it was given one. */
DeidRole deid_engine_table_get_role (const DeidEngineTable *table, const char *column);

/* Counts combinations, or those that were counted @before once more, and the rows that they are of.
 * @fingerprint is that of the rows, if the table has one, or %NULL. Errors: those of
 * deid_engine_table_count() that come once the engine's columns are known. */
DeidDataset *deid_engine_table_recount (const DeidEngineTable *table, const DeidDataset *before,
                                        guint64 *n_rows, char **fingerprint,
                                        GCancellable *cancellable, GError **error);

/* Adds the table for FROM, as `t`: missing codes in its columns are NULL. */
void deid_engine_table_add_from (const DeidEngineTable *table, DeidLongText *sql);

/* Adds the expression for the fingerprint of the rows, called f, and the FROM clause. */
void deid_engine_table_add_fingerprint (const DeidEngineTable *table, DeidLongText *sql);

/* Returns: (nullable): the first column with a role. */
const DeidEngineColumn *deid_engine_table_find_role (const DeidEngineTable *table, DeidRole role);

/* Returns: (transfer full): a dataset without rows that has the columns of a table in its engine,
 * in their order; NULL with %DEID_ERROR_ENGINE if there is no such table, or what
 * deid_engine_table_count() fails with. */
DeidDataset *deid_engine_table_list_columns (const DeidEngineTable *table,
                                             GCancellable *cancellable, GError **error);

/* Checks that the columns that were given a role are columns of the table, by the very names that
 * the engine lists: an engine may know one column by several. Errors: those above,
 * %DEID_ERROR_UNKNOWN_COLUMN. */
gboolean deid_engine_table_check_columns (const DeidEngineTable *table, GCancellable *cancellable,
                                          GError **error);
