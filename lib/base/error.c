/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Errors, and what spares a binding calls of GLib: names of enumerations, freeing, cancelling. */
#include <deid/deid.h>
#include <gio/gio.h>

/* Written out: G_DEFINE_QUARK() takes the name as bare words, which a formatter may space. */
GQuark
deid_error_quark (void)
{
  return g_quark_from_static_string ("deid-error-quark");
}

int
deid_error_get_code (const GError *failure)
{
  g_return_val_if_fail (failure != NULL, DEID_CODE_OTHER);

  if (failure->domain == DEID_ERROR)
    return failure->code;
  return g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? DEID_CODE_CANCELLED
                                                                     : DEID_CODE_OTHER;
}

const char *
deid_error_get_message (const GError *failure)
{
  g_return_val_if_fail (failure != NULL, NULL);

  return failure->message;
}

void
deid_error_free (GError *failure)
{
  if (failure != NULL)
    g_error_free (failure);
}

void
deid_free (gpointer memory)
{
  g_free (memory);
}

GCancellable *
deid_cancellable_new (void)
{
  return g_cancellable_new ();
}

void
deid_cancellable_cancel (GCancellable *cancellable)
{
  g_return_if_fail (G_IS_CANCELLABLE (cancellable));

  g_cancellable_cancel (cancellable);
}

void
deid_cancellable_free (GCancellable *cancellable)
{
  if (cancellable != NULL)
    g_object_unref (cancellable);
}

/* The values of each begin with 0. */
static const struct
{
  const char *type;
  const char *names[20];
} enumerations[] = {
  { "DeidAudience", { "custodian", "public" } },
  { "DeidColumnType", { "text", "integer", "decimal", "date" } },
  { "DeidDialect", { "sqlite", "postgresql", "duckdb", "clickhouse", "ansi" } },
  { "DeidError",
    { "io", "no-memory", "parse", "encoding", "invalid-argument", "unknown-column",
      "duplicate-column", "role", "hierarchy", "unknown-value", "weight", "empty", "too-large",
      "immutable", "no-solution", "limit-reached", "verification", "certificate", "engine" } },
  { "DeidFigureState", { "absent", "present", "withheld", "undefined" } },
  { "DeidMissingPolicy", { "own-category", "error", "above" } },
  { "DeidRecodingKind", { "global", "local", "cells" } },
  { "DeidRole",
    { "identifying", "quasi-identifying", "sensitive", "insensitive", "entity", "weight",
      "survey-weight", "judged" } },
  { "DeidScriptForm", { "once", "repeatable", "dbt" } },
  { "DeidTermination", { "complete", "time-limit", "step-limit", "cancelled" } },
  { "DeidUnknownValues", { "error", "suppress", "top" } },
};

/* Returns: (nullable): the names of a type, to a %NULL. */
static const char *const *
error_find_names (const char *type)
{
  for (guint i = 0; i < G_N_ELEMENTS (enumerations); i++)
    if (g_str_equal (enumerations[i].type, type))
      return enumerations[i].names;
  return NULL;
}

const char *
deid_enum_get_name (const char *type, int value)
{
  const char *const *names;

  g_return_val_if_fail (type != NULL, NULL);

  names = error_find_names (type);
  return names != NULL && value >= 0 && (guint) value < g_strv_length ((char **) names)
             ? names[value]
             : NULL;
}

gboolean
deid_enum_get_value (const char *type, const char *name, int *value)
{
  const char *const *names;
  int i = 0;

  g_return_val_if_fail (type != NULL && name != NULL && value != NULL, FALSE);

  for (names = error_find_names (type); names != NULL && names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      {
        *value = i;
        return TRUE;
      }
  return FALSE;
}
