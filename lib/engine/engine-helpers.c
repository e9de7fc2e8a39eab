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
  deid_dialect_add_literal (facts, &block, name);
  deid_long_text_add (&block, "%s", facts->private_end);
  text = deid_long_text_end (&block, error);
  if (text == NULL)
    return FALSE;
  deid_long_text_add (&sql, "DO ");
  deid_dialect_add_literal (facts, &sql, text);
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
  deid_long_text_add (&create, "CREATE TABLE ");
  deid_dialect_add_name (facts, &create, name);
  deid_long_text_add (&create, " %s", defined);
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
  deid_long_text_add (&sql, "INSERT INTO ");
  deid_dialect_add_name (deid_engine_get_facts (engine), &sql, name);
  deid_long_text_add (&sql, " %s", text);
  return deid_engine_execute (engine, step, &sql, cancellable, error);
}

char *
deid_engine_make_mark (void)
{
  const guint32 high = g_random_int (), low = g_random_int ();

  return g_strdup_printf ("%08x%08x", high, low);
}

gboolean
deid_engine_analyze (DeidEngine *engine, const char *name, GCancellable *cancellable,
                     GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (engine);
  DeidLongText sql = { 0 };

  if (facts->analyze == NULL || engine->project != NULL)
    return TRUE;
  deid_long_text_add (&sql, "%s", facts->analyze);
  deid_dialect_add_name (facts, &sql, name);
  return deid_engine_execute (engine, "counting the values of a helper table", &sql, cancellable,
                              error);
}

gboolean
deid_engine_drop (DeidEngine *engine, const char *name, GError **error)
{
  DeidLongText sql = { 0 };

  deid_long_text_add (&sql, "DROP TABLE IF EXISTS ");
  deid_dialect_add_name (deid_engine_get_facts (engine), &sql, name);
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
  deid_long_text_add (&sql, "SELECT %s'%s'", listed, pattern);
  return deid_engine_query (engine, "looking for tables", &sql, 1, take_name, names, cancellable,
                            error)
             ? g_steal_pointer (&names)
             : NULL;
}

/* Returns: (transfer full) (nullable): the names of all helper tables; none if there is no catalog
 * to ask. */
static GPtrArray *
list_helpers (DeidEngine *engine, GCancellable *cancellable)
{
  GPtrArray *names = deid_engine_list_tables (engine, "deid%", cancellable, NULL);

  for (guint i = names != NULL ? names->len : 0; i-- > 0;)
    if (!g_regex_match_simple (
            "^deid_[0-9a-f]{16}_(kept|release|expected|groups|label[0-9]+|level[0-9]+)$",
            g_ptr_array_index (names, i), 0, 0))
      g_ptr_array_remove_index (names, i);
  return names;
}

/* Puts before an error which of some tables of one mark are left. */
static void
name_left (DeidEngine *engine, const char *const *names, GError **error)
{
  g_autoptr (GPtrArray) there = list_helpers (engine, NULL);
  g_autoptr (GString) left = g_string_new (NULL);

  if (there == NULL || deid_engine_get_facts (engine)->tables == NULL)
    {
      g_prefix_error (error,
                      "tables whose names begin with '%.*s' may be left in the engine, which could "
                      "not list them: ",
                      (int) (strrchr (names[0], '_') + 1 - names[0]), names[0]);
      return;
    }
  for (guint i = 0; names[i] != NULL; i++)
    if (g_ptr_array_find_with_equal_func (there, names[i], g_str_equal, NULL))
      g_string_append_printf (left, "%s'%s'", left->len > 0 ? ", " : "", names[i]);
  if (left->len > 0)
    g_prefix_error (error,
                    "tables that could not be dropped are left in the engine, %s: ", left->str);
}

static gboolean
drop_together (DeidEngine *engine, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (!deid_engine_drop (engine, names[i], NULL))
      return FALSE;
  return deid_engine_finish (engine, NULL, NULL);
}

void
deid_engine_undo (DeidEngine *engine, const char *const *names, GError **error)
{
  gboolean success = TRUE;

  deid_engine_forget (engine);
  if (drop_together (engine, names))
    return;
  for (guint i = 0; names[i] != NULL; i++)
    if (!deid_engine_drop (engine, names[i], NULL) || !deid_engine_finish (engine, NULL, NULL))
      success = FALSE;
  if (!success)
    name_left (engine, names, error);
}

char *
deid_engine_list_leftovers (DeidEngine *engine, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) names = list_helpers (engine, cancellable);
  DeidLongText text = { 0 };

  if (names == NULL || names->len == 0)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    {
      deid_long_text_add (&text, "%sDROP TABLE ", i > 0 ? "; " : "");
      deid_dialect_add_name (deid_engine_get_facts (engine), &text, g_ptr_array_index (names, i));
    }
  return deid_long_text_end (&text, NULL);
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
    {
      deid_long_text_add (&upload->sql, "INSERT INTO ");
      deid_dialect_add_name (facts, &upload->sql, upload->name);
      deid_long_text_add (&upload->sql, " VALUES (");
    }
  upload->n_rows++;
  upload->has_value = FALSE;
}

/* Returns: where the next value of a row goes. */
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

/* Readers of seeds take a carriage return for a line feed, and NULL for an empty text. */
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
  deid_long_text_add (&sql, "SELECT ");
  deid_dialect_add_count_key (facts, &sql, "count(*)");
  deid_long_text_add (&sql, " FROM ");
  deid_dialect_add_name (facts, &sql, upload->name);
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
