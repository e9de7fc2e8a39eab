/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/json-compare.h"

#include <deid/deid.h>

#include "base/text.h"

static gboolean compare (JsonNode *found, JsonNode *expected, const char *path, GError **error);

static char *
write_value (JsonNode *node)
{
  g_autofree char *text = json_to_string (node, FALSE);

  return deid_text_shorten (text);
}

static gboolean
fail (JsonNode *found, JsonNode *expected, const char *path, GError **error)
{
  g_autofree char *found_text = write_value (found), *expected_text = write_value (expected);

  g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "member '%s' is %s, expected %s", path,
               found_text, expected_text);
  return FALSE;
}

static gboolean
fail_member (const char *name, const char *path, const char *what, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_CERTIFICATE, "member '%s%s%s' %s", path,
               path[0] != '\0' ? "." : "", name, what);
  return FALSE;
}

static gboolean
compare_objects (JsonObject *found, JsonObject *expected, const char *path, GError **error)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, expected);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      g_autofree char *own_path = g_strconcat (path, path[0] != '\0' ? "." : "", name, NULL);

      if (!json_object_has_member (found, name))
        return fail_member (name, path, "is missing", error);
      if (!compare (json_object_get_member (found, name), node, own_path, error))
        return FALSE;
    }
  json_object_iter_init_ordered (&iter, found);
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    if (!json_object_has_member (expected, name))
      return fail_member (name, path, "is unknown", error);
  return TRUE;
}

static gboolean
compare_elements (JsonArray *found, JsonArray *expected, const char *path, GError **error)
{
  for (guint i = 0; i < json_array_get_length (expected); i++)
    {
      g_autofree char *own_path = g_strdup_printf ("%s[%u]", path, i);

      if (!compare (json_array_get_element (found, i), json_array_get_element (expected, i),
                    own_path, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_number (JsonNode *node)
{
  return json_node_get_value_type (node) == G_TYPE_INT64
         || json_node_get_value_type (node) == G_TYPE_DOUBLE;
}

static gboolean
are_equal (JsonNode *found, JsonNode *expected)
{
  if (json_node_get_value_type (found) == json_node_get_value_type (expected))
    return json_node_equal (found, expected);
  return is_number (found) && is_number (expected)
         && json_node_get_double (found) == json_node_get_double (expected);
}

static gboolean
compare (JsonNode *found, JsonNode *expected, const char *path, GError **error)
{
  if (json_node_get_node_type (found) != json_node_get_node_type (expected))
    return fail (found, expected, path, error);
  if (JSON_NODE_HOLDS_OBJECT (expected))
    return compare_objects (json_node_get_object (found), json_node_get_object (expected), path,
                            error);
  if (!JSON_NODE_HOLDS_ARRAY (expected))
    return are_equal (found, expected) || fail (found, expected, path, error);
  if (json_array_get_length (json_node_get_array (found))
      != json_array_get_length (json_node_get_array (expected)))
    return fail (found, expected, path, error);
  return compare_elements (json_node_get_array (found), json_node_get_array (expected), path,
                           error);
}

gboolean
deid_json_compare (JsonNode *found, JsonNode *expected, GError **error)
{
  return compare (found, expected, "", error);
}
