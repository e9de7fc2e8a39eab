/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What columns a table has, asked of its engine. */
#include "engine/engine-columns.h"

#include "base/text.h"
#include "engine/engine-table-private.h"

static gboolean
add_column (const DeidField *values, gpointer user_data, GError **error)
{
  g_autofree char *name = g_strndup (values[0].text, values[0].length);

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
  if (!deid_engine_query (table->engine, "listing columns", &sql, 1, add_column, columns,
                          cancellable, error))
    return NULL;
  if (deid_dataset_get_n_columns (columns) > 0)
    return g_steal_pointer (&columns);
  g_set_error (error, DEID_ERROR, DEID_ERROR_ENGINE,
               "there is no table '%s' with a column in the engine", shown);
  return NULL;
}
