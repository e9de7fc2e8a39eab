/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How many records a table has, apart from what they are. */
#include "engine/engine-total.h"

#include "engine/engine-table-private.h"

/* Adds the number of rows, without those in which a value has a NUL: at that it is cut, and may
 * then be taken for another one. */
static void
engine_total_add_rows (const DeidEngineTable *table, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (table->engine);
  const char * or = "";

  if (facts->nul_before == NULL)
    {
      deid_long_text_add (sql, "count(*)");
      return;
    }
  deid_long_text_add (sql, "coalesce(sum(CASE WHEN ");
  for (guint c = 0; c < table->n_columns; c++)
    if (deid_engine_role_is_counted (table->columns[c].role))
      {
        deid_long_text_add (sql, "%s%s", or, facts->nul_before);
        deid_dialect_add_name (facts, sql, table->columns[c].name);
        deid_long_text_add (sql, "%s > 0", facts->nul_behind);
        or = " OR ";
      }
  deid_long_text_add (sql, " THEN 0 ELSE 1 END), 0)");
}

/* Adds the keys of the number of rows and of the sum of their weights. */
static void
add_query (const DeidEngineTable *table, DeidLongText *sql)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (table->engine);
  const DeidEngineColumn *weight = deid_engine_table_find_weight (table);

  deid_long_text_add (sql, "SELECT ");
  deid_dialect_add_count_key (facts, sql, "n");
  deid_long_text_add (sql, ", ");
  deid_dialect_add_count_key (facts, sql, "w");
  deid_long_text_add (sql, " FROM (SELECT ");
  engine_total_add_rows (table, sql);
  deid_long_text_add (sql, " AS n, ");
  if (weight != NULL)
    {
      deid_long_text_add (sql, "coalesce(sum(CAST(t.");
      deid_dialect_add_name (facts, sql, weight->name);
      deid_long_text_add (sql, " AS %s)), 0)", facts->integer);
    }
  else
    deid_long_text_add (sql, "count(*)");
  deid_long_text_add (sql, " AS w FROM ");
  deid_dialect_add_name (facts, sql, table->name);
  deid_long_text_add (sql, " t) s");
}

typedef struct
{
  guint64 counts[2];
  guint n_rows; /* of the answer */
} Total;

static gboolean
take_total (const DeidField *values, gpointer user_data, GError **error)
{
  Total *total = user_data;

  total->n_rows++;
  for (guint i = 0; i < G_N_ELEMENTS (total->counts); i++)
    if (!deid_key_read_count (values[i].text, values[i].length, &total->counts[i]))
      {
        g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENGINE,
                             "the engine counted something else than an integer");
        return FALSE;
      }
  return TRUE;
}

gboolean
deid_engine_table_check_total (const DeidEngineTable *table, guint64 n_rows, guint64 n_records,
                               GCancellable *cancellable, GError **error)
{
  Total total = { { 0 }, 0 };
  DeidLongText sql = { 0 };

  add_query (table, &sql);
  if (!deid_engine_query (table->engine, "counting records", &sql, G_N_ELEMENTS (total.counts),
                          take_total, &total, cancellable, error))
    return FALSE;
  if (total.n_rows == 1 && total.counts[0] == n_rows && total.counts[1] == n_records)
    return TRUE;
  g_set_error_literal (error, DEID_ERROR, DEID_ERROR_ENGINE,
                       "counting records: the combinations have another number of records than the "
                       "table; it has changed meanwhile, the engine's answer was cut, or a value "
                       "holds a NUL");
  return FALSE;
}
