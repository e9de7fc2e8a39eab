/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/engine-private.h"
#include "base/text.h"

#include <string.h>

/* Tables that are made, and who may read them. */

/* Default privileges may give a new table to others. They lose it in the statement that makes it,
 * before there are rows. */
static gboolean
execute_privately (DeidEngine *engine, const char *step, const char *name, DeidLongText *create,
                   GCancellable *cancellable, GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (engine);
  g_autofree char *statement = deid_long_text_end (create, error), *text = NULL;
  DeidLongText block = { 0 }, sql = { 0 };

  if (statement == NULL)
    return FALSE;
  deid_long_text_add (&block, "%s%s%s", facts->private_before, statement, facts->private_behind);
  deid_dialect_add_table_literal (facts, &block, name);
  deid_long_text_add (&block, "%s", facts->private_end);
  text = deid_long_text_end (&block, error);
  if (text == NULL)
    return FALSE;
  deid_dialect_add (facts, &sql, "DO %L", text);
  return deid_engine_execute (engine, step, &sql, cancellable, error);
}

/* Creates a table without rows that only its owner has privileges on: @definition, which is taken,
 * is what comes behind its name. @step says in messages what it is for. */
static gboolean
engine_create_table (DeidEngine *engine, const char *step, const char *name,
                     DeidLongText *definition, GCancellable *cancellable, GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (engine);
  g_autofree char *defined = deid_long_text_end (definition, error);
  DeidLongText create = { 0 };

  if (defined == NULL)
    return FALSE;
  deid_dialect_add (facts, &create, "CREATE TABLE %T %s", name, defined);
  return facts->private_before != NULL
             ? execute_privately (engine, step, name, &create, cancellable, error)
             : deid_engine_execute (engine, step, &create, cancellable, error);
}

gboolean
deid_engine_create_filled (DeidEngine *engine, const char *step, const char *name,
                           DeidLongText *query, GCancellable *cancellable, GError **error)
{
  g_autofree char *text = deid_long_text_end (query, error);
  DeidLongText definition = { 0 }, sql = { 0 };

  if (text == NULL)
    return FALSE;
  deid_long_text_add (&definition, "%s AS %s LIMIT 0", deid_engine_get_facts (engine)->storage,
                      text);
  if (!engine_create_table (engine, step, name, &definition, cancellable, error))
    return FALSE;
  deid_dialect_add (deid_engine_get_facts (engine), &sql, "INSERT INTO %T %s", name, text);
  return deid_engine_execute (engine, step, &sql, cancellable, error);
}

#define MARK_TIME "%Y%m%d%H%M%S"

char *
deid_engine_make_mark (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, MARK_TIME);
  const guint32 high = g_random_int () & 0xFFFF, low = g_random_int ();

  return g_strdup_printf ("%s_%04x%08x", time, high, low);
}

gboolean
deid_engine_analyze (DeidEngine *engine, const char *name, GCancellable *cancellable,
                     GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (engine);
  DeidLongText sql = { 0 };

  if (facts->analyze == NULL || engine->project != NULL)
    return TRUE;
  deid_dialect_add (facts, &sql, "%s%T", facts->analyze, name);
  return deid_engine_execute (engine, "counting the values of a helper table", &sql, cancellable,
                              error);
}

gboolean
deid_engine_drop (DeidEngine *engine, const char *name, GError **error)
{
  DeidLongText sql = { 0 };

  deid_dialect_add (deid_engine_get_facts (engine), &sql, "DROP TABLE IF EXISTS %T", name);
  return deid_engine_execute (engine, "dropping a helper table", &sql, NULL, error);
}

static gboolean
take_name (const DeidField *values, gpointer user_data, GError **error)
{
  g_ptr_array_add (user_data,
                   g_strndup (values[0].text != NULL ? values[0].text : "", values[0].length));
  return TRUE;
}

GPtrArray *
deid_engine_list_tables (DeidEngine *engine, const char *pattern, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *listed = deid_engine_get_facts (engine)->tables;
  DeidLongText sql = { 0 };

  if (listed == NULL)
    return g_steal_pointer (&names);
  deid_long_text_add (&sql, "SELECT ");
  deid_dialect_add_catalog (deid_engine_get_facts (engine), &sql, listed, pattern);
  return deid_engine_query (engine, "looking for tables", &sql, 1, take_name, names, cancellable,
                            error)
             ? g_steal_pointer (&names)
             : NULL;
}

/* Takes the name of the database that the client is connected to. */
static gboolean
take_database (const DeidField *values, gpointer user_data, GError **error)
{
  char **database = user_data;

  g_free (*database);
  *database = g_strndup (values[0].text, values[0].length);
  return TRUE;
}

gboolean
deid_engine_check_database (DeidEngine *engine, const char *table, GCancellable *cancellable,
                            GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (engine);
  g_autofree char *database = deid_dialect_get_database (facts, table), *own = NULL;
  DeidLongText sql = { 0 };

  if (database == NULL || facts->only_database == NULL)
    return TRUE;
  deid_long_text_add (&sql, "SELECT '=' || %s || '='", facts->only_database);
  if (!deid_engine_query (engine, "looking for the database", &sql, 1, take_database, &own,
                          cancellable, error))
    return FALSE;
  return g_strcmp0 (own, database) == 0
         || deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                       "table '%s' is in database '%s', and a statement in this engine reads the "
                       "database that its client is connected to, expected that one",
                       DEID_SHOW (table), DEID_SHOW (database));
}

/* Adds a query for the number of tables of a name. */
static void
add_number_of_tables (const DeidDialectFacts *facts, DeidLongText *sql, const char *table)
{
  deid_dialect_add (facts, sql, "SELECT %C FROM ", "count(*)");
  if (facts->catalog != NULL)
    deid_dialect_add_catalog (facts, sql, facts->catalog, table);
  else
    deid_dialect_add (facts, sql, "%T WHERE 1 = 0", table);
}

/* Without a catalog, this reads the table. The statement may fail for any reason, and the count is
 * then 0. An existing table is still not replaced: the last statement, which renames, fails. */
gboolean
deid_engine_count_tables (DeidEngine *engine, const char *table, guint64 *n,
                          GCancellable *cancellable, GError **error)
{
  const gboolean is_listed = deid_engine_get_facts (engine)->catalog != NULL;
  GError *reason = NULL;
  DeidLongText sql = { 0 };
  gboolean success;

  add_number_of_tables (deid_engine_get_facts (engine), &sql, table);
  success = deid_engine_query_count (engine, "looking for a table", &sql, n, cancellable, &reason);
  if (!is_listed)
    {
      *n = success ? 1 : 0;
      if (!g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_clear_error (&reason);
      success = reason == NULL;
    }
  if (reason != NULL)
    g_propagate_error (error, reason);
  return success;
}

/* Puts before an error which of some tables of one mark are left. */
static void
name_left (DeidEngine *engine, const char *const *names, GError **error)
{
  g_autoptr (GString) left = g_string_new (NULL);
  guint64 n = 0;
  gboolean is_known = deid_engine_get_facts (engine)->catalog != NULL;

  for (guint i = 0; is_known && names[i] != NULL; i++)
    {
      is_known = deid_engine_count_tables (engine, names[i], &n, NULL, NULL);
      if (is_known && n > 0)
        g_string_append_printf (left, "%s'%s'", left->len > 0 ? ", " : "", names[i]);
    }
  if (!is_known)
    g_prefix_error (error,
                    "tables whose names begin with '%.*s' may be left in the engine, which could "
                    "not list them: ",
                    (int) (strrchr (names[0], '_') + 1 - names[0]), names[0]);
  else if (left->len > 0)
    g_prefix_error (error,
                    "tables that could not be dropped are left in the engine, %s: ", left->str);
}

gboolean
deid_engine_drop_all (DeidEngine *engine, const char *const *names, GError **error)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (!deid_engine_drop (engine, names[i], error))
      return FALSE;
  return TRUE;
}

void
deid_engine_undo (DeidEngine *engine, const char *const *names, GError **error)
{
  gboolean success = TRUE;

  deid_engine_forget (engine);
  if (deid_engine_drop_all (engine, names, NULL) && deid_engine_finish (engine, NULL, NULL))
    return;
  for (guint i = 0; names[i] != NULL; i++)
    if (!deid_engine_drop (engine, names[i], NULL) || !deid_engine_finish (engine, NULL, NULL))
      success = FALSE;
  if (!success)
    name_left (engine, names, error);
}

/* Tells by its name whether a helper table belongs to a run that began before a time. Marks of
 * scripts have no time. */
static gboolean
is_before (const char *name, const char *before)
{
  return name[strlen ("deid_") + strlen (before)] == '_'
         && strncmp (name + strlen ("deid_"), before, strlen (before)) < 0;
}

/* Returns: (transfer full): the time some hours ago as in a mark; at most 10,000,000 hours. */
static char *
format_time (guint64 n_hours)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) then = g_date_time_add_hours (now, -(gint) MIN (n_hours, 10000000));

  return g_date_time_format (then, MARK_TIME);
}

void
deid_engine_take_leftovers (DeidEngine *engine, const char *in, guint64 max_hours, guint *n_dropped,
                            DeidLongText *statements, GCancellable *cancellable)
{
  g_autofree char *pattern = deid_dialect_make_sibling (in, "deid%");
  g_autofree char *before = max_hours < G_MAXUINT64 ? format_time (max_hours) : NULL;
  g_autoptr (GPtrArray) names = deid_engine_list_tables (engine, pattern, cancellable, NULL);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      const char *own = g_ptr_array_index (names, i);
      g_autofree char *name = deid_dialect_make_sibling (in, own);

      if (!g_regex_match_simple (
              "^deid_([0-9]{14}_[0-9a-f]{12}|[0-9a-f]{16})_"
              "(kept|release|expected|groups|label[0-9]+|level[0-9]+|person[0-9]+)$",
              own, 0, 0))
        continue;
      if (before != NULL && is_before (own, before) && deid_engine_drop (engine, name, NULL)
          && deid_engine_finish (engine, cancellable, NULL))
        {
          ++*n_dropped;
          continue;
        }
      deid_dialect_add (deid_engine_get_facts (engine), statements, "%sDROP TABLE %T",
                        statements->n > 0 ? "; " : "", name);
    }
}

/* The bytes of a statement from which on it is sent. */
#define FULL (256 * 1024)

void
deid_engine_upload_init (DeidEngineUpload *upload, DeidEngine *engine, const char *name,
                         GCancellable *cancellable)
{
  *upload = (DeidEngineUpload){ .engine = engine, .name = name, .cancellable = cancellable };
}

void
deid_engine_upload_add_column (DeidEngineUpload *upload, const char *letter, gint number,
                               DeidUploadColumn column)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (upload->engine);
  const char *const types[] = { facts->text, facts->text, facts->integer, facts->text_or_null };
  const char *const conditions[] = { facts->unique, facts->not_null, facts->not_null, "" };
  g_autofree char *name = number < 0 ? g_strdup (letter) : g_strdup_printf ("%s%d", letter, number);

  if (upload->engine->project != NULL)
    {
      const char *comma = upload->columns.n > 0 ? "," : "";

      deid_long_text_add (&upload->columns, "%s%s", comma, name);
      deid_long_text_add (&upload->types, "%s\"%s\": ", comma, name);
      deid_long_text_add_json (&upload->types, types[column]);
      return;
    }
  deid_long_text_add (&upload->columns, "%s%s %s%s", upload->columns.n > 0 ? ", " : "", name,
                      types[column], conditions[column]);
}

gboolean
deid_engine_upload_start (DeidEngineUpload *upload, GError **error)
{
  DeidLongText definition = { 0 };

  if (!deid_long_text_check (&upload->columns, error))
    return FALSE;
  if (upload->engine->project != NULL)
    {
      deid_long_text_add (&upload->sql, "%s\n", upload->columns.text);
      return TRUE;
    }
  deid_long_text_add (&definition, "(%s)%s", upload->columns.text,
                      deid_engine_get_facts (upload->engine)->storage);
  return engine_create_table (upload->engine, "making a helper table", upload->name, &definition,
                              upload->cancellable, error);
}

void
deid_engine_upload_begin_row (DeidEngineUpload *upload)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (upload->engine);

  if (upload->engine->project != NULL)
    ;
  else if (upload->sql.n > 0)
    deid_long_text_add (&upload->sql, "%s(", facts->between_rows);
  else
    deid_dialect_add (facts, &upload->sql, "INSERT INTO %T VALUES (", upload->name);
  upload->n_rows++;
  upload->has_value = FALSE;
}

/* Returns: the text to which the next value of a row is added. */
static DeidLongText *
begin_value (DeidEngineUpload *upload)
{
  if (upload->has_value)
    deid_long_text_add (&upload->sql, upload->engine->project != NULL ? "," : ", ");
  upload->has_value = TRUE;
  return &upload->sql;
}

void
deid_engine_upload_add_key (DeidEngineUpload *upload, const char *value)
{
  DeidLongText *sql = begin_value (upload);

  if (upload->engine->project != NULL)
    {
      upload->has_lost |= value != NULL && strchr (value, '\r') != NULL;
      deid_engine_project_add_key (sql, value);
    }
  else
    deid_dialect_add_key_literal (deid_engine_get_facts (upload->engine), sql, value);
}

void
deid_engine_upload_add_number (DeidEngineUpload *upload, gint64 number)
{
  deid_long_text_add (begin_value (upload), "%" G_GINT64_FORMAT, number);
}

void
deid_engine_upload_add_label (DeidEngineUpload *upload, const char *label)
{
  DeidLongText *sql;

  if (upload->engine->project != NULL)
    {
      deid_engine_upload_add_key (upload, label);
      return;
    }
  sql = begin_value (upload);
  if (label != NULL)
    deid_dialect_add_literal (deid_engine_get_facts (upload->engine), sql, label);
  else
    deid_long_text_add (sql, "NULL");
}

static gboolean
send_rows (DeidEngineUpload *upload, GError **error)
{
  const gboolean success = deid_engine_execute (upload->engine, "filling a helper table",
                                                &upload->sql, upload->cancellable, error);

  upload->sql = (DeidLongText){ 0 };
  return success;
}

gboolean
deid_engine_upload_end_row (DeidEngineUpload *upload, GError **error)
{
  if (upload->engine->project != NULL)
    {
      deid_long_text_add (&upload->sql, "\n");
      return TRUE;
    }
  deid_long_text_add (&upload->sql, ")");
  return (upload->sql.error == NULL && upload->sql.n < FULL) || send_rows (upload, error);
}

/* dbt reads a carriage return in a seed as a line feed. */
static gboolean
finish_seed (const DeidEngineUpload *upload, GError **error)
{
  if (upload->has_lost)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "a value or label has a carriage return, which a seed of dbt loses, expected "
                      "none, or a script");
  deid_engine_project_add_seed (upload->engine->project, upload->name, upload->types.text,
                                upload->sql.text);
  return TRUE;
}

gboolean
deid_engine_upload_finish (DeidEngineUpload *upload, GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (upload->engine);
  DeidLongText sql = { 0 };

  if (upload->engine->project != NULL)
    return deid_long_text_check (&upload->types, error)
           && deid_long_text_check (&upload->sql, error) && finish_seed (upload, error);
  if (upload->sql.n > 0 && !send_rows (upload, error))
    return FALSE;
  if (deid_engine_is_recorder (upload->engine))
    return TRUE;
  deid_dialect_add (facts, &sql, "SELECT %C FROM %T", "count(*)", upload->name);
  return deid_engine_expect (upload->engine, "counting a helper table", &sql, upload->n_rows,
                             upload->cancellable, error);
}

void
deid_engine_upload_clear (DeidEngineUpload *upload)
{
  deid_long_text_clear (&upload->columns);
  deid_long_text_clear (&upload->types);
  deid_long_text_clear (&upload->sql);
}
