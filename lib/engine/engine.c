/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statements, and the rows of their answers. */
#include <string.h>

#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "engine/engine-private.h"
#include "table/arrow.h"

struct DeidEngineRows
{
  DeidEngineRowFunc func; /* or NULL of a statement without an answer */
  gpointer data;
  guint n_values;
  gboolean show_values; /* in what the engine complains about */
  GCancellable *cancellable;
  GError *error; /* of the first row that was not taken */
};

static void
deid_engine_free (DeidEngine *engine)
{
  if (engine->destroy != NULL)
    engine->destroy (engine->data);
  g_free (engine);
}

DEID_DEFINE_HANDLE (DeidEngine, deid_engine)

DeidEngine *
deid_engine_new (DeidDialect dialect, DeidEngineRunFunc run, gpointer user_data,
                 GDestroyNotify destroy, GError **error)
{
  DeidEngine *engine;

  g_return_val_if_fail (run != NULL, NULL);

  if (deid_dialect_get_facts (dialect) == NULL)
    {
      deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                 "there is no dialect %d, expected one of DeidDialect", (int) dialect);
      if (destroy != NULL)
        destroy (user_data);
      return NULL;
    }
  engine = DEID_NEW_HANDLE (DeidEngine);
  engine->dialect = dialect;
  engine->run = run;
  engine->data = user_data;
  engine->destroy = destroy;
  return engine;
}

static gboolean
record (const char *sql, DeidEngineRows *rows, GCancellable *cancellable, gpointer user_data,
        GError **error)
{
  deid_long_text_add (user_data, "%s;\n", sql);
  return TRUE;
}

DeidEngine *
deid_engine_new_recorder (DeidDialect dialect, DeidLongText *script)
{
  return deid_engine_new (dialect, record, script, NULL, NULL);
}

gboolean
deid_engine_is_recorder (const DeidEngine *engine)
{
  return engine->run == record;
}

void
deid_engine_freeze (DeidEngine *engine)
{
  g_atomic_int_set (&engine->immutable, TRUE);
}

gboolean
deid_engine_set_show_values (DeidEngine *engine, gboolean show_values, GError **error)
{
  g_return_val_if_fail (engine != NULL, FALSE);

  if (!deid_check_mutable (&engine->immutable, NULL, "the engine has a table", error))
    return FALSE;
  engine->show_values = show_values;
  return TRUE;
}

gboolean
deid_engine_rows_show_values (const DeidEngineRows *rows)
{
  return rows->show_values;
}

const DeidDialectFacts *
deid_engine_get_facts (const DeidEngine *engine)
{
  return deid_dialect_get_facts (engine->dialect);
}

static gboolean
take_row (const DeidEngineRows *rows, DeidField *fields, guint n_fields, GError **error)
{
  if (rows->func == NULL || n_fields != rows->n_values)
    return deid_fail (error, DEID_ERROR_ENGINE,
                      "the engine answered with a row of %u values, expected %u", n_fields,
                      rows->func != NULL ? rows->n_values : 0);
  for (guint i = 0; i < n_fields; i++)
    if (fields[i].text == NULL || !deid_key_read (&fields[i].text, &fields[i].length))
      return deid_fail (
          error, DEID_ERROR_ENGINE,
          "the engine answered with a value %u that the statement does not select, expected = "
          "before and behind it, or - for one that is missing; a value may hold a NUL",
          i + 1);
  return rows->func (fields, rows->data, error);
}

gboolean
deid_engine_rows_add_fields (DeidEngineRows *rows, DeidField *fields, guint n_fields,
                             GError **error)
{
  if (rows->error == NULL)
    take_row (rows, fields, n_fields, &rows->error);
  if (rows->error != NULL && error != NULL)
    *error = g_error_copy (rows->error);
  return rows->error == NULL;
}

gboolean
deid_engine_rows_add (DeidEngineRows *rows, const char *const *values, guint n_values,
                      GError **error)
{
  g_autofree DeidField *fields = NULL;

  g_return_val_if_fail (rows != NULL, FALSE);
  g_return_val_if_fail (values != NULL || n_values == 0, FALSE);

  fields = deid_alloc (n_values, sizeof *fields, error);
  for (guint i = 0; fields != NULL && i < n_values; i++)
    fields[i] = (DeidField){ values[i], values[i] != NULL ? strlen (values[i]) : 0 };
  return fields != NULL && deid_engine_rows_add_fields (rows, fields, n_values, error);
}

/* Adds the rows of an answer that was read. */
static gboolean
engine_add_table (DeidEngineRows *rows, const DeidArrowContents *table, GError **error)
{
  g_autofree DeidField *fields = deid_alloc (table->n_columns, sizeof *fields, error);

  for (guint64 row = 0; fields != NULL && row < table->n_rows; row++)
    {
      for (guint c = 0; c < table->n_columns; c++)
        {
          const DeidColumn *column = &table->columns[c].column;
          const char *text
              = deid_dictionary_get (&column->dictionary, deid_codes_get (&column->codes, row));

          fields[c] = (DeidField){ text, text != NULL ? strlen (text) : 0 };
        }
      if (!deid_engine_rows_add_fields (rows, fields, table->n_columns, error))
        return FALSE;
    }
  return fields != NULL;
}

gboolean
deid_engine_rows_add_arrow (DeidEngineRows *rows, struct ArrowArrayStream *stream, GError **error)
{
  DeidArrowContents table;
  GError *reason = NULL;
  gboolean success;

  g_return_val_if_fail (rows != NULL, FALSE);
  g_return_val_if_fail (stream != NULL, FALSE);

  success = deid_arrow_contents_read (&table, stream, "the engine's answer",
                                      DEID_STOP_OF (rows->cancellable), &reason)
            && engine_add_table (rows, &table, &reason);
  deid_arrow_contents_clear (&table);
  if (success)
    return TRUE;
  if (rows->error == NULL)
    rows->error = g_error_copy (reason);
  g_propagate_error (error, reason);
  return FALSE;
}

gboolean
deid_engine_query (DeidEngine *engine, const char *step, DeidLongText *sql, guint n_values,
                   DeidEngineRowFunc func, gpointer user_data, GCancellable *cancellable,
                   GError **error)
{
  DeidEngineRows rows = { .func = func,
                          .data = user_data,
                          .n_values = n_values,
                          .show_values = engine->show_values,
                          .cancellable = cancellable };
  g_autofree char *text = deid_long_text_end (sql, error);
  GError *slot_error = NULL;
  gboolean succeeded;

  if (text == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  succeeded = engine->run (text, &rows, cancellable, engine->data, &slot_error);
  if (slot_error == NULL)
    slot_error = g_steal_pointer (&rows.error);
  g_clear_error (&rows.error);
  if (deid_slot_succeeded ("engine", deid_engine_get_facts (engine)->name, succeeded, slot_error,
                           error))
    return TRUE;
  g_prefix_error (error, "%s: ", step);
  return FALSE;
}

gboolean
deid_engine_execute (DeidEngine *engine, const char *step, DeidLongText *sql,
                     GCancellable *cancellable, GError **error)
{
  return deid_engine_query (engine, step, sql, 0, NULL, NULL, cancellable, error);
}

static gboolean
take_count (const DeidField *values, gpointer user_data, GError **error)
{
  guint64 **count = user_data;

  if (*count != NULL && deid_key_read_count (values[0].text, values[0].length, *count))
    {
      *count = NULL;
      return TRUE;
    }
  return deid_fail (error, DEID_ERROR_ENGINE,
                    "the engine answered with something else than one count");
}

gboolean
deid_engine_query_count (DeidEngine *engine, const char *step, DeidLongText *sql, guint64 *count,
                         GCancellable *cancellable, GError **error)
{
  guint64 *missing = count;

  if (!deid_engine_query (engine, step, sql, 1, take_count, &missing, cancellable, error))
    return FALSE;
  if (missing == NULL)
    return TRUE;
  return deid_fail (error, DEID_ERROR_ENGINE,
                    "%s: the engine answered with no row, expected one count", step);
}
