/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Distinct combinations, counted by the engine. */
#include <string.h>

#include "base/memory.h"
#include "base/rational.h"
#include "engine/engine-table-private.h"
#include "table/dataset-view.h"

#define COUNT_NAME "records"

/* What rows become: the columns that are counted, and behind them the weights. */
typedef struct
{
  const DeidEngineTable *table;
  gboolean has_weight;
  DeidColumn *columns;
  DeidRole *roles;
  guint n_columns;
} Combinations;

static void
combinations_clear (Combinations *combinations)
{
  for (guint c = 0; c < combinations->n_columns; c++)
    deid_column_clear (&combinations->columns[c]);
  g_free (combinations->columns);
  g_free (combinations->roles);
}

static gboolean
add_column (Combinations *combinations, const char *name, DeidRole role, GError **error)
{
  combinations->roles[combinations->n_columns] = role;
  return deid_column_init (&combinations->columns[combinations->n_columns++], name, error);
}

/* Makes the column of counts, called like no other. */
static gboolean
add_weight_column (Combinations *combinations, GError **error)
{
  const DeidEngineColumn *weight = deid_engine_table_find_weight (combinations->table);
  g_autofree char *name = g_strdup (weight != NULL ? weight->name : COUNT_NAME);

  combinations->has_weight = weight != NULL;
  while (weight == NULL && deid_engine_table_find (combinations->table, name) != NULL)
    {
      char *longer = g_strconcat (name, "_", NULL);

      g_free (name);
      name = longer;
    }
  return add_column (combinations, name, DEID_ROLE_WEIGHT, error);
}

static gboolean
combinations_init (Combinations *combinations, const DeidEngineTable *table, GError **error)
{
  *combinations = (Combinations){ .table = table };
  combinations->columns
      = deid_alloc ((guint64) table->n_columns + 1, sizeof *combinations->columns, error);
  combinations->roles
      = deid_alloc ((guint64) table->n_columns + 1, sizeof *combinations->roles, error);
  if (combinations->columns == NULL || combinations->roles == NULL)
    return FALSE;
  for (guint c = 0; c < table->n_columns; c++)
    if (deid_engine_role_is_counted (table->columns[c].role)
        && !add_column (combinations, table->columns[c].name, table->columns[c].role, error))
      return FALSE;
  if (combinations->n_columns > 0)
    return add_weight_column (combinations, error);
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_EMPTY,
                       "no column of the table in the engine is counted, expected a "
                       "quasi-identifier");
  return FALSE;
}

/* Writes SELECT of the keys, the number of their rows behind them. Keys are made of the texts that
 * were grouped, not of each row. Returns: how many it selects. */
static guint
write_query (const Combinations *combinations, DeidLongText *sql)
{
  const guint n_keys = combinations->n_columns - (combinations->has_weight ? 0 : 1);
  const DeidDialectFacts *facts = deid_engine_get_facts (combinations->table->engine);

  deid_long_text_add (sql, "SELECT ");
  for (guint c = 0; c < n_keys; c++)
    deid_long_text_add (sql, DEID_KEY_BEFORE "c%u" DEID_KEY_BEHIND ", ", c);
  deid_dialect_add_count_key (facts, sql, "n");
  deid_long_text_add (sql, " FROM (SELECT ");
  for (guint c = 0; c < n_keys; c++)
    {
      deid_dialect_add_text (facts, sql, combinations->columns[c].name);
      deid_long_text_add (sql, " AS c%u, ", c);
    }
  deid_long_text_add (sql, "count(*) AS n FROM ");
  deid_dialect_add_name (facts, sql, combinations->table->name);
  deid_long_text_add (sql, " t GROUP BY ");
  for (guint c = 0; c < n_keys; c++)
    deid_long_text_add (sql, "%s%u", c > 0 ? ", " : "", c + 1);
  deid_long_text_add (sql, ") g");
  return n_keys + 1;
}

/* Appends how many records a row stands for. */
static gboolean
append_weight (DeidColumn *column, const DeidField *weight, const DeidField *count, GError **error)
{
  guint64 n, factor = 1;
  char text[DEID_DECIMAL_SIZE];

  if (!deid_key_read_count (count->text, count->length, &n) || n == 0)
    g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENGINE,
                         "the engine counted something else than an integer from 1 on");
  else if (weight != NULL
           && (!deid_key_read_count (weight->text, weight->length, &factor) || factor == 0))
    g_set_error (error, DEID_ERROR, DEID_ERROR_WEIGHT,
                 "column '%s': expected a weight, an integer from 1 to 2^63 - 1",
                 deid_column_show (column));
  else if (!g_uint64_checked_mul (&n, n, factor) || n > G_MAXINT64)
    g_set_error (error, DEID_ERROR, DEID_ERROR_WEIGHT,
                 "column '%s': the sum of the weights is 2^63 or more", deid_column_show (column));
  else
    {
      g_snprintf (text, sizeof text, "%" G_GUINT64_FORMAT, n);
      return deid_column_append (column, text, strlen (text), error);
    }
  return FALSE;
}

static gboolean
add_row (const DeidField *values, gpointer user_data, GError **error)
{
  Combinations *combinations = user_data;
  const guint last = combinations->n_columns - 1;

  for (guint c = 0; c < last; c++)
    {
      DeidColumn *column = &combinations->columns[c];

      if (!(values[c].length == 0
                ? deid_column_append_missing (column, error)
                : deid_column_append (column, values[c].text, values[c].length, error)))
        {
          g_prefix_error (error, "column '%s': ", deid_column_show (column));
          return FALSE;
        }
    }
  return combinations->has_weight
             ? append_weight (&combinations->columns[last], &values[last], &values[last + 1], error)
             : append_weight (&combinations->columns[last], NULL, &values[last], error);
}

static DeidDataset *
make_dataset (Combinations *combinations, GError **error)
{
  g_autoptr (DeidDataset) dataset = deid_dataset_new (combinations->table->name);

  for (guint c = 0; c < combinations->n_columns; c++)
    {
      g_autofree char *name = g_strdup (combinations->columns[c].name);

      if (!deid_dataset_take_column (dataset, &combinations->columns[c], error)
          || !deid_dataset_set_role (dataset, name, combinations->roles[c], error))
        return NULL;
    }
  return g_steal_pointer (&dataset);
}

DeidDataset *
deid_engine_table_count (DeidEngineTable *table, GCancellable *cancellable, GError **error)
{
  Combinations combinations;
  DeidLongText sql = { 0 };
  DeidDataset *dataset = NULL;

  g_return_val_if_fail (table != NULL, NULL);

  if (combinations_init (&combinations, table, error))
    {
      const guint n_values = write_query (&combinations, &sql);

      if (deid_engine_query (table->engine, "counting combinations", &sql, n_values, add_row,
                             &combinations, cancellable, error))
        dataset = make_dataset (&combinations, error);
    }
  combinations_clear (&combinations);
  return dataset;
}
