/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables of engines, and what their columns are. */
#include <string.h>

#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "engine/engine-table-private.h"

static void
deid_engine_table_free (DeidEngineTable *table)
{
  for (guint i = 0; i < table->n_columns; i++)
    {
      deid_engine_levels_free (table->columns[i].levels);
      g_free (table->columns[i].name);
    }
  g_free (table->columns);
  g_clear_pointer (&table->quality, deid_quality_model_unref);
  g_free (table->name);
  deid_engine_unref (table->engine);
  g_free (table);
}

DEID_DEFINE_HANDLE (DeidEngineTable, deid_engine_table)

DeidEngineTable *
deid_engine_table_new (DeidEngine *engine, const char *name, GError **error)
{
  DeidEngineTable *table;

  g_return_val_if_fail (engine != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  if (!deid_dialect_check_name (deid_engine_get_facts (engine), "a table", name, error))
    return NULL;
  table = g_new0 (DeidEngineTable, 1);
  g_atomic_ref_count_init (&table->ref_count);
  deid_engine_freeze (engine);
  table->engine = deid_engine_ref (engine);
  table->name = g_strdup (name);
  table->max_combinations = G_MAXUINT64;
  return table;
}

const DeidEngineColumn *
deid_engine_table_find (const DeidEngineTable *table, const char *column)
{
  for (guint i = 0; i < table->n_columns; i++)
    if (strcmp (table->columns[i].name, column) == 0)
      return &table->columns[i];
  return NULL;
}

guint
deid_engine_table_count_role (const DeidEngineTable *table, DeidRole role)
{
  guint n = 0;

  for (guint i = 0; i < table->n_columns; i++)
    n += table->columns[i].role == role ? 1 : 0;
  return n;
}

const DeidEngineColumn *
deid_engine_table_find_weight (const DeidEngineTable *table)
{
  for (guint i = 0; i < table->n_columns; i++)
    if (table->columns[i].role == DEID_ROLE_WEIGHT)
      return &table->columns[i];
  return NULL;
}

static gboolean
engine_table_check_role (const DeidEngineTable *table, const char *column, DeidRole role,
                         GError **error)
{
  const DeidEngineColumn *weight = deid_engine_table_find_weight (table);
  g_autofree char *shown = deid_text_show (column, -1);

  if (deid_role_get_name (role) == NULL)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "role %d of column '%s', expected one of DeidRole", (int) role, shown);
  else if (role == DEID_ROLE_ENTITY || role == DEID_ROLE_SURVEY_WEIGHT)
    g_set_error (
        error, DEID_ERROR, DEID_ERROR_ROLE,
        "column '%s' has the role %s, expected another: entities and survey weights are not "
        "counted in an engine",
        shown, deid_role_get_name (role));
  else if (role == DEID_ROLE_WEIGHT && weight != NULL && strcmp (weight->name, column) != 0)
    g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE,
                 "column '%s' is a second weight, expected at most one", shown);
  else
    return TRUE;
  return FALSE;
}

gboolean
deid_engine_table_set_role (DeidEngineTable *table, const char *column, DeidRole role,
                            GError **error)
{
  DeidEngineColumn *known;

  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (column != NULL, FALSE);

  if (!deid_dialect_check_name (deid_engine_get_facts (table->engine), "a column", column, error)
      || !engine_table_check_role (table, column, role, error))
    return FALSE;
  known = (DeidEngineColumn *) deid_engine_table_find (table, column);
  if (known == NULL)
    {
      if (!deid_grow ((gpointer *) &table->columns, &table->columns_capacity,
                      (guint64) table->n_columns + 1, sizeof *table->columns, error))
        return FALSE;
      known = &table->columns[table->n_columns++];
      *known = (DeidEngineColumn){ .name = g_strdup (column) };
    }
  known->role = role;
  return TRUE;
}

DeidEngine *
deid_engine_table_get_engine (const DeidEngineTable *table)
{
  g_return_val_if_fail (table != NULL, NULL);

  return table->engine;
}

const char *
deid_engine_table_get_name (const DeidEngineTable *table)
{
  g_return_val_if_fail (table != NULL, NULL);

  return table->name;
}

DeidRole
deid_engine_table_get_role (const DeidEngineTable *table, const char *column)
{
  const DeidEngineColumn *known;

  g_return_val_if_fail (table != NULL, DEID_ROLE_IDENTIFYING);
  g_return_val_if_fail (column != NULL, DEID_ROLE_IDENTIFYING);

  known = deid_engine_table_find (table, column);
  return known != NULL ? known->role : DEID_ROLE_IDENTIFYING;
}

/* Returns: (nullable): the levels of a column, %NULL if none were set. */
static DeidEngineLevels *
engine_table_find_levels (const DeidEngineTable *table, const char *column)
{
  const DeidEngineColumn *known = deid_engine_table_find (table, column);

  return known != NULL ? known->levels : NULL;
}

gboolean
deid_engine_table_set_level_range (DeidEngineTable *table, const char *column,
                                   DeidHierarchy *hierarchy, guint lowest, guint highest,
                                   GError **error)
{
  DeidEngineColumn *known;
  DeidEngineLevels *levels;

  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (column != NULL, FALSE);
  g_return_val_if_fail (hierarchy != NULL, FALSE);

  known = (DeidEngineColumn *) deid_engine_table_find (table, column);
  if (known == NULL || known->role != DEID_ROLE_QUASI_IDENTIFYING)
    {
      g_autofree char *shown = deid_text_show (column, -1);

      g_set_error (error, DEID_ERROR, DEID_ERROR_ROLE,
                   "column '%s' is no quasi-identifier of the table in the engine", shown);
      return FALSE;
    }
  levels = deid_engine_levels_new (hierarchy, column, lowest, highest, error);
  if (levels == NULL)
    return FALSE;
  deid_engine_levels_free (known->levels);
  known->levels = levels;
  return TRUE;
}

gboolean
deid_engine_table_get_level_range (const DeidEngineTable *table, const char *column, guint *lowest,
                                   guint *highest)
{
  const DeidEngineLevels *levels;

  g_return_val_if_fail (table != NULL, FALSE);
  g_return_val_if_fail (column != NULL, FALSE);

  levels = engine_table_find_levels (table, column);
  if (lowest != NULL)
    *lowest = levels != NULL ? levels->level : 0;
  if (highest != NULL)
    *highest = levels != NULL ? levels->highest : 0;
  return levels != NULL;
}

DeidHierarchy *
deid_engine_table_get_hierarchy (const DeidEngineTable *table, const char *column)
{
  const DeidEngineLevels *levels;

  g_return_val_if_fail (table != NULL, NULL);
  g_return_val_if_fail (column != NULL, NULL);

  levels = engine_table_find_levels (table, column);
  return levels != NULL ? deid_engine_levels_get_hierarchy (levels) : NULL;
}

gboolean
deid_engine_table_set_combination_limit (DeidEngineTable *table, guint64 n_combinations,
                                         DeidQualityModel *quality, GError **error)
{
  g_return_val_if_fail (table != NULL, FALSE);

  if (n_combinations == 0)
    {
      g_set_error_literal (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                           "at most 0 combinations, expected 1 or more");
      return FALSE;
    }
  table->max_combinations = n_combinations;
  if (quality != NULL)
    deid_quality_model_ref (quality);
  g_clear_pointer (&table->quality, deid_quality_model_unref);
  table->quality = quality;
  return TRUE;
}

guint64
deid_engine_table_get_combination_limit (const DeidEngineTable *table)
{
  g_return_val_if_fail (table != NULL, G_MAXUINT64);

  return table->max_combinations;
}
