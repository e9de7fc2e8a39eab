/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/stored-hierarchy.h"

#include "release/json-read.h"

void
deid_stored_hierarchy_build (JsonBuilder *builder, const DeidHierarchy *hierarchy)
{
  const DeidDictionary *leaves;

  if (deid_hierarchy_is_suppression (hierarchy))
    {
      json_builder_add_null_value (builder);
      return;
    }
  leaves = &hierarchy->levels[0].labels;
  json_builder_begin_array (builder);
  for (guint32 leaf = 0; leaf < leaves->n; leaf++)
    {
      const char *value = deid_dictionary_get (leaves, leaf);

      json_builder_begin_array (builder);
      for (guint level = 0; level < hierarchy->n_levels; level++)
        json_builder_add_string_value (builder,
                                       deid_hierarchy_generalize (hierarchy, value, level));
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

static gboolean
fail (const char *name, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "member '%s': expected null or an array with, for each value, an array of labels",
               name);
  return FALSE;
}

static gboolean
read_leaf (DeidHierarchyBuilder *builder, JsonNode *node, const char *name, GError **error)
{
  JsonArray *row = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  const guint n = row != NULL ? json_array_get_length (row) : 0;
  g_autofree const char **labels = g_new0 (const char *, n + 1);

  if (n == 0)
    return fail (name, error);
  for (guint level = 0; level < n; level++)
    {
      JsonNode *label = json_array_get_element (row, level);

      if (!deid_json_holds (label, G_TYPE_STRING))
        return fail (name, error);
      labels[level] = json_node_get_string (label);
    }
  return deid_hierarchy_builder_add_row (builder, labels, error);
}

DeidHierarchy *
deid_stored_hierarchy_read (JsonNode *node, const char *name, GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (name);
  JsonArray *leaves;

  if (JSON_NODE_HOLDS_NULL (node))
    return deid_hierarchy_new_suppression ();
  if (!JSON_NODE_HOLDS_ARRAY (node))
    {
      fail (name, error);
      return NULL;
    }
  leaves = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (leaves); i++)
    if (!read_leaf (builder, json_array_get_element (leaves, i), name, error))
      return NULL;
  return deid_hierarchy_builder_build (builder, error);
}
