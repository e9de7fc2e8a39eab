/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What columns a table has, asked of its engine. */
#include "engine/engine-columns.h"

#include <string.h>

#include "base/text.h"
#include "engine/engine-table-private.h"
#include "table/dataset-view.h"

static gboolean
engine_columns_add_column (const DeidField *values, gpointer user_data, GError **error)
{
  g_autofree char *name
      = g_strndup (values[0].text != NULL ? values[0].text : "", values[0].length);

  return deid_dataset_add_string_column (user_data, name, NULL, 0, NULL, error);
}

DeidDataset *
deid_engine_table_list_columns (const DeidEngineTable *table, GCancellable *cancellable,
                                GError **error)
{
  g_autoptr (DeidDataset) columns = deid_dataset_new (table->name);
  const DeidDialectFacts *facts = deid_engine_get_facts (table->engine);
  g_autofree char *shown = deid_text_show (table->name, -1);
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "SELECT %s", facts->columns_before);
  deid_dialect_add_literal (facts, &sql, table->name);
  deid_long_text_add (&sql, "%s", facts->columns_after);
  if (!deid_engine_query (table->engine, "listing columns", &sql, 1, engine_columns_add_column,
                          columns, cancellable, error))
    return NULL;
  if (deid_dataset_get_n_columns (columns) > 0)
    return g_steal_pointer (&columns);
  g_set_error (error, DEID_ERROR, DEID_ERROR_ENGINE,
               "there is no table '%s' with a column in the engine", shown);
  return NULL;
}

/* Where aliases stand for their expressions everywhere, so do names of columns. */
static gboolean
check_no_expression (const DeidDataset *columns, GError **error)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (columns); c++)
    {
      const char *name = deid_dataset_get_column_name (columns, c);
      g_autofree char *shown = deid_text_show (name, -1);

      if (strchr (name, '(') == NULL)
        continue;
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "the table in the engine has a column '%s', which the engine may take for an "
                   "expression, expected names without parentheses",
                   shown);
      return FALSE;
    }
  return TRUE;
}

gboolean
deid_engine_table_check_columns (const DeidEngineTable *table, GCancellable *cancellable,
                                 GError **error)
{
  g_autoptr (DeidDataset) columns = deid_engine_table_list_columns (table, cancellable, error);

  if (columns != NULL && deid_engine_get_facts (table->engine)->has_loud_aliases
      && !check_no_expression (columns, error))
    return FALSE;
  for (guint c = 0; columns != NULL && c < table->n_columns; c++)
    {
      g_autofree char *shown = NULL;

      if (table->columns[c].role == DEID_ROLE_IDENTIFYING
          || deid_dataset_look_up (columns, table->columns[c].name) != DEID_NO_COLUMN)
        continue;
      shown = deid_text_show (table->columns[c].name, -1);
      g_set_error (
          error, DEID_ERROR, DEID_ERROR_UNKNOWN_COLUMN,
          "the engine lists no column '%s' of the table, expected the name of one, spelled "
          "as the engine does",
          shown);
      return FALSE;
    }
  return columns != NULL;
}
