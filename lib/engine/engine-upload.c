/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/engine-upload.h"

#include "engine/engine-create.h"

/* The bytes of a statement from which on it is sent. */
#define FULL (256 * 1024)

gboolean
deid_engine_upload_start (DeidEngineUpload *upload, DeidEngine *engine, const char *name,
                          const char *columns, GCancellable *cancellable, GError **error)
{
  DeidLongText definition = { 0 };

  *upload = (DeidEngineUpload){ .engine = engine, .name = name, .cancellable = cancellable };
  deid_long_text_add (&definition, "(%s)%s", columns, deid_engine_get_facts (engine)->storage);
  return deid_engine_create_table (engine, "making a helper table", name, &definition, cancellable,
                                   error);
}

DeidLongText *
deid_engine_upload_begin_row (DeidEngineUpload *upload)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (upload->engine);

  if (upload->sql.n > 0)
    deid_long_text_add (&upload->sql, "%s(", facts->between_rows);
  else
    {
      deid_long_text_add (&upload->sql, "INSERT INTO ");
      deid_dialect_add_name (facts, &upload->sql, upload->name);
      deid_long_text_add (&upload->sql, " VALUES (");
    }
  upload->n_rows++;
  return &upload->sql;
}

static gboolean
send (DeidEngineUpload *upload, GError **error)
{
  const gboolean success = deid_engine_execute (upload->engine, "filling a helper table",
                                                &upload->sql, upload->cancellable, error);

  upload->sql = (DeidLongText){ 0 };
  return success;
}

gboolean
deid_engine_upload_end_row (DeidEngineUpload *upload, GError **error)
{
  deid_long_text_add (&upload->sql, ")");
  return (upload->sql.error == NULL && upload->sql.n < FULL) || send (upload, error);
}

gboolean
deid_engine_upload_finish (DeidEngineUpload *upload, GError **error)
{
  const DeidDialectFacts *facts = deid_engine_get_facts (upload->engine);
  DeidLongText sql = { 0 };
  guint64 counted;

  if (upload->sql.n > 0 && !send (upload, error))
    return FALSE;
  if (deid_engine_is_recorder (upload->engine))
    return TRUE;
  deid_long_text_add (&sql, "SELECT ");
  deid_dialect_add_count_key (facts, &sql, "count(*)");
  deid_long_text_add (&sql, " FROM ");
  deid_dialect_add_name (facts, &sql, upload->name);
  if (!deid_engine_query_count (upload->engine, "counting a helper table", &sql, &counted,
                                upload->cancellable, error))
    return FALSE;
  if (counted == upload->n_rows)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_ENGINE,
               "a helper table in the engine has another number of rows than were sent, expected "
               "%" G_GUINT64_FORMAT,
               upload->n_rows);
  return FALSE;
}

void
deid_engine_upload_clear (DeidEngineUpload *upload)
{
  deid_long_text_clear (&upload->sql);
}
