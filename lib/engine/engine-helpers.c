/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "engine/engine-helpers.h"

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

  if (facts->analyze == NULL)
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

void
deid_engine_undo (DeidEngine *engine, const char *name, GError **error)
{
  if (deid_engine_drop (engine, name, NULL) || deid_engine_drop (engine, name, NULL))
    return;
  g_prefix_error (error, "the table '%s' may be left in the engine: ", name);
}
