/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/json-read.h"

#include <deid/deid.h>

#include "release/json-check.h"

/* The members met so far of each object, and a member that was met twice. */
typedef struct
{
  GHashTable *sizes;
  char *repeated;
  guint line;
} Members;

/* A repeated member replaces the earlier one, so that the object does not grow. */
static void
count_member (JsonParser *parser, JsonObject *object, const char *name, gpointer data)
{
  Members *members = data;
  const guint size = json_object_get_size (object);

  if (members->repeated == NULL
      && GPOINTER_TO_UINT (g_hash_table_lookup (members->sizes, object)) == size)
    {
      members->repeated = g_strdup (name);
      members->line = json_parser_get_current_line (parser);
    }
  g_hash_table_insert (members->sizes, object, GUINT_TO_POINTER (size));
}

static gboolean
parse (JsonParser *parser, const char *text, gsize length, guint64 first_line, GError **error)
{
  g_autoptr (GHashTable) sizes = g_hash_table_new (NULL, NULL);
  Members members = { .sizes = sizes };
  GError *own_error = NULL;

  g_signal_connect (parser, "object-member", G_CALLBACK (count_member), &members);
  if (!json_parser_load_from_data (parser, text, (gssize) length, &own_error))
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE, "line %" G_GUINT64_FORMAT ": %s",
                   first_line, own_error->message);
      g_error_free (own_error);
    }
  else if (members.repeated != NULL)
    g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
                 "line %" G_GUINT64_FORMAT ": member '%s': expected it only once",
                 first_line + MAX (members.line, 1) - 1, members.repeated);
  else
    return TRUE;
  g_free (members.repeated);
  return FALSE;
}

JsonNode *
deid_json_read (const char *text, gsize length, guint64 first_line, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();

  if (!deid_json_check (text, length, first_line, error)
      || !parse (parser, text, length, first_line, error))
    return NULL;
  return json_parser_steal_root (parser);
}

gboolean
deid_json_holds (JsonNode *node, GType type)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type;
}
