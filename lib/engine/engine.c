/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Statements, and the rows of their answers. */
#include <string.h>

#include "base/handle.h"
#include "base/memory.h"
#include "base/text.h"
#include "engine/engine-private.h"
#include "table/arrow.h"

/* The bytes of statements from which on they do not wait any longer. */
#define MAX_WAITING (4 * 1024 * 1024)

static void
engine_statement_free (gpointer data)
{
  DeidEngineStatement *statement = data;

  g_clear_error (&statement->rows.error);
  g_free (statement->sql);
  g_free (statement);
}

static void
deid_engine_free (DeidEngine *engine)
{
  if (engine->destroy != NULL)
    engine->destroy (engine->data);
  g_ptr_array_unref (engine->waiting);
  g_clear_pointer (&engine->client, deid_engine_client_free);
  g_clear_pointer (&engine->origin, deid_engine_unref);
  deid_dialect_free (engine->own);
  g_free (engine);
}

DEID_DEFINE_HANDLE (DeidEngine, deid_engine)

static DeidEngine *
engine_make (const DeidDialectFacts *facts)
{
  DeidEngine *engine = DEID_NEW_HANDLE (DeidEngine);

  engine->facts = facts;
  engine->waiting = g_ptr_array_new_with_free_func (engine_statement_free);
  return engine;
}

static gboolean
check_dialect (DeidDialect dialect, GError **error)
{
  return deid_dialect_get_facts (dialect) != NULL
         || deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                       "there is no dialect %d, expected one of DeidDialect", (int) dialect);
}

DeidEngine *
deid_engine_new (DeidDialect dialect, DeidEngineRunFunc run, gpointer user_data,
                 GDestroyNotify destroy, GError **error)
{
  DeidEngine *engine;

  g_return_val_if_fail (run != NULL, NULL);

  if (!check_dialect (dialect, error))
    {
      if (destroy != NULL)
        destroy (user_data);
      return NULL;
    }
  engine = engine_make (deid_dialect_get_facts (dialect));
  engine->run = run;
  engine->data = user_data;
  engine->destroy = destroy;
  return engine;
}

DeidEngine *
deid_engine_new_command (DeidDialect dialect, const char *command, GError **error)
{
  DeidEngineClient *client;
  DeidEngine *engine;

  g_return_val_if_fail (command != NULL, NULL);

  if (!check_dialect (dialect, error))
    return NULL;
  client = deid_engine_client_new (deid_dialect_get_facts (dialect), command, error);
  if (client == NULL)
    return NULL;
  engine = engine_make (deid_dialect_get_facts (dialect));
  engine->client = client;
  return engine;
}

DeidEngine *
deid_engine_connect (DeidEngine *engine)
{
  DeidEngine *connected = engine_make (engine->facts);

  connected->origin = deid_engine_ref (engine);
  connected->run = engine->run;
  connected->data = engine->data;
  if (engine->client != NULL)
    connected->client = deid_engine_client_copy (engine->client);
  connected->show_values = engine->show_values;
  return connected;
}

static gboolean
record (const char *sql, DeidEngineRows *rows, GCancellable *cancellable, gpointer user_data,
        GError **error)
{
  deid_long_text_add (user_data, "%s;\n", sql);
  return TRUE;
}

DeidEngine *
deid_engine_new_recorder (DeidEngine *engine, DeidLongText *script, DeidEngineProject *project)
{
  DeidEngine *recorder = engine_make (engine->facts);

  recorder->origin = deid_engine_ref (engine);
  recorder->run = record;
  recorder->data = script;
  recorder->project = project;
  return recorder;
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
deid_engine_set_dialect (DeidEngine *engine, const char *text, GError **error)
{
  DeidDialectFacts *facts;

  g_return_val_if_fail (engine != NULL, FALSE);
  g_return_val_if_fail (text != NULL, FALSE);

  if (!deid_check_mutable (&engine->immutable, NULL, "the engine has a table", error))
    return FALSE;
  facts = deid_dialect_read (text, error);
  if (facts == NULL)
    return FALSE;
  if (engine->client != NULL && facts->client_setup == NULL)
    {
      deid_dialect_free (facts);
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "the dialect has no fragment 'client-setup', expected one for an engine "
                        "that runs a command");
    }
  if (engine->client != NULL)
    deid_engine_client_set_facts (engine->client, facts);
  deid_dialect_free (engine->own);
  engine->facts = engine->own = facts;
  return TRUE;
}

const DeidDialectFacts *
deid_engine_get_facts (const DeidEngine *engine)
{
  return engine->facts;
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

/* Takes the row of a statement that selects one count. */
static gboolean
take_count (const DeidField *values, gpointer user_data, GError **error)
{
  DeidEngineStatement *statement = user_data;

  if (!statement->is_counted
      && deid_key_read_count (values[0].text, values[0].length, &statement->counted))
    return statement->is_counted = TRUE;
  return deid_fail (error, DEID_ERROR_ENGINE,
                    "the engine answered with something else than one count");
}

gboolean
deid_engine_statement_check (const DeidEngineStatement *statement, GError **error)
{
  if (statement->is_count && !statement->is_counted)
    return deid_fail (error, DEID_ERROR_ENGINE,
                      "the engine answered with no row, expected one count");
  if (statement->count != NULL)
    *statement->count = statement->counted;
  else if (statement->is_count && statement->counted != statement->expected)
    return deid_fail (error, DEID_ERROR_ENGINE,
                      "a helper table in the engine has another number of rows than were sent, "
                      "expected %" G_GUINT64_FORMAT,
                      statement->expected);
  return TRUE;
}

/* Has a host run statements one by one. */
static gboolean
call_back (const DeidEngine *engine, const GPtrArray *statements, guint *n_done, GError **error)
{
  for (*n_done = 0; *n_done < statements->len; ++*n_done)
    {
      DeidEngineStatement *statement = g_ptr_array_index (statements, *n_done);
      DeidEngineRows *rows = &statement->rows;
      GError *slot_error = NULL;
      const gboolean succeeded
          = engine->run (statement->sql, rows, rows->cancellable, engine->data, &slot_error);

      if (slot_error == NULL)
        slot_error = g_steal_pointer (&rows->error);
      if (!deid_slot_succeeded ("engine", deid_engine_get_facts (engine)->name, succeeded,
                                slot_error, error)
          || !deid_engine_statement_check (statement, error))
        return FALSE;
    }
  return TRUE;
}

void
deid_engine_forget (DeidEngine *engine)
{
  g_ptr_array_set_size (engine->waiting, 0);
  engine->n_waiting = 0;
}

gboolean
deid_engine_finish (DeidEngine *engine, GCancellable *cancellable, GError **error)
{
  const GPtrArray *statements = engine->waiting;
  gboolean success = !g_cancellable_set_error_if_cancelled (cancellable, error);
  guint n_done;

  if (success && statements->len > 0)
    {
      success = engine->client != NULL ? deid_engine_client_run (
                    engine->client, statements, engine->show_values, &n_done, cancellable, error)
                                       : call_back (engine, statements, &n_done, error);
      if (!success && n_done < statements->len)
        g_prefix_error (
            error, "%s: ", ((DeidEngineStatement *) g_ptr_array_index (statements, n_done))->step);
    }
  deid_engine_forget (engine);
  return success;
}

/* Adds a statement that waits to be run. Returns: (nullable): it, or %NULL on failure. */
static DeidEngineStatement *
add_statement (DeidEngine *engine, const char *step, DeidLongText *sql, GCancellable *cancellable,
               GError **error)
{
  const gsize n = sql->n;
  char *text = deid_long_text_end (sql, error);
  DeidEngineStatement *statement;

  if (text == NULL)
    return NULL;
  statement = g_new0 (DeidEngineStatement, 1);
  statement->step = step;
  statement->sql = text;
  statement->rows.cancellable = cancellable;
  g_ptr_array_add (engine->waiting, statement);
  engine->n_waiting += n;
  return statement;
}

/* Has statements wait, unless there is nobody to run several at once, or they are many. */
static gboolean
run_or_wait (DeidEngine *engine, GCancellable *cancellable, GError **error)
{
  return (engine->client != NULL && engine->n_waiting < MAX_WAITING)
         || deid_engine_finish (engine, cancellable, error);
}

gboolean
deid_engine_run_later (DeidEngine *engine, const char *step, DeidLongText *sql, guint n_values,
                       DeidEngineRowFunc func, gpointer user_data, GCancellable *cancellable,
                       GError **error)
{
  DeidEngineStatement *statement = add_statement (engine, step, sql, cancellable, error);

  if (statement == NULL)
    return FALSE;
  statement->rows.func = func;
  statement->rows.data = user_data;
  statement->rows.n_values = n_values;
  return run_or_wait (engine, cancellable, error);
}

gboolean
deid_engine_execute (DeidEngine *engine, const char *step, DeidLongText *sql,
                     GCancellable *cancellable, GError **error)
{
  return deid_engine_run_later (engine, step, sql, 0, NULL, NULL, cancellable, error);
}

gboolean
deid_engine_query (DeidEngine *engine, const char *step, DeidLongText *sql, guint n_values,
                   DeidEngineRowFunc func, gpointer user_data, GCancellable *cancellable,
                   GError **error)
{
  return deid_engine_run_later (engine, step, sql, n_values, func, user_data, cancellable, error)
         && deid_engine_finish (engine, cancellable, error);
}

/* Adds a statement that selects one count. */
static DeidEngineStatement *
engine_add_count (DeidEngine *engine, const char *step, DeidLongText *sql,
                  GCancellable *cancellable, GError **error)
{
  DeidEngineStatement *statement = add_statement (engine, step, sql, cancellable, error);

  if (statement != NULL)
    {
      statement->rows.func = take_count;
      statement->rows.data = statement;
      statement->rows.n_values = 1;
      statement->is_count = TRUE;
    }
  return statement;
}

gboolean
deid_engine_expect (DeidEngine *engine, const char *step, DeidLongText *sql, guint64 expected,
                    GCancellable *cancellable, GError **error)
{
  DeidEngineStatement *statement = engine_add_count (engine, step, sql, cancellable, error);

  if (statement == NULL)
    return FALSE;
  statement->expected = expected;
  return run_or_wait (engine, cancellable, error);
}

gboolean
deid_engine_query_count (DeidEngine *engine, const char *step, DeidLongText *sql, guint64 *count,
                         GCancellable *cancellable, GError **error)
{
  DeidEngineStatement *statement = engine_add_count (engine, step, sql, cancellable, error);

  if (statement == NULL)
    return FALSE;
  statement->count = count;
  return deid_engine_finish (engine, cancellable, error);
}

gboolean
deid_engine_end (DeidEngine *engine, gboolean success, GCancellable *cancellable, GError **error)
{
  success = success && deid_engine_finish (engine, cancellable, error);
  deid_engine_forget (engine);
  if (engine->client == NULL)
    return success;
  if (success)
    return deid_engine_client_end (engine->client, engine->show_values, cancellable, error);
  deid_engine_client_end (engine->client, FALSE, NULL, NULL);
  return FALSE;
}
