/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Tables that are made, and who may read them. */
#include "engine/engine-create.h"

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

gboolean
deid_engine_create_table (DeidEngine *engine, const char *step, const char *name,
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
  if (!deid_engine_create_table (engine, step, name, &definition, cancellable, error))
    return FALSE;
  deid_long_text_add (&sql, "INSERT INTO ");
  deid_dialect_add_name (deid_engine_get_facts (engine), &sql, name);
  deid_long_text_add (&sql, " %s", text);
  return deid_engine_execute (engine, step, &sql, cancellable, error);
}
