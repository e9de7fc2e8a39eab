/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "stored-policy/stored-hierarchy.h"

#include "base/memory.h"
#include "base/text.h"
#include "stored-policy/stored-member.h"

gboolean
deid_stored_hierarchy_write (DeidJsonWriter *writer, const DeidHierarchy *hierarchy,
                             const DeidStop *stop, GError **error)
{
  const DeidDictionary *leaves;

  if (hierarchy->rule != NULL)
    {
      deid_json_write_begin (writer, '{');
      deid_json_write_name (writer, "rule");
      deid_json_write_string (writer, deid_rule_get_text (hierarchy->rule));
      deid_json_write_end (writer, '}');
      return TRUE;
    }
  leaves = &hierarchy->levels[0].labels;
  deid_json_write_begin (writer, '[');
  for (guint32 leaf = 0; leaf < leaves->n; leaf++)
    {
      guint32 code = leaf;

      if (!deid_stop_check_row (stop, leaf, error))
        return FALSE;
      deid_json_write_begin (writer, '[');
      for (guint level = 0; level < hierarchy->n_levels; level++)
        {
          const DeidHierarchyLevel *own = &hierarchy->levels[level];

          deid_json_write_string (writer, deid_dictionary_get (&own->labels, code));
          code = own->parents[code];
        }
      deid_json_write_end (writer, ']');
    }
  deid_json_write_end (writer, ']');
  return TRUE;
}

static gboolean
stored_hierarchy_fail (const char *name, GError **error)
{
  g_autofree char *shown = deid_text_show (name, -1);

  g_set_error (error, DEID_ERROR, DEID_ERROR_PARSE,
               "member '%s': expected an object with a rule, or an array with, for each value, an "
               "array of labels",
               shown);
  return FALSE;
}

static gboolean
read_leaf (DeidHierarchyBuilder *builder, const DeidJsonValue *row, const char *name,
           GError **error)
{
  const guint64 n = deid_json_is (row, DEID_JSON_ARRAY) ? row->n : 0;
  g_autofree const char **labels = NULL;

  if (n == 0)
    return stored_hierarchy_fail (name, error);
  labels = deid_alloc (n + 1, sizeof *labels, error);
  if (labels == NULL)
    return FALSE;
  for (guint64 level = 0; level < n; level++)
    {
      const DeidJsonValue *label = row + 1 + level;

      if (!deid_json_is (label, DEID_JSON_STRING))
        return stored_hierarchy_fail (name, error);
      labels[level] = label->string;
    }
  return deid_hierarchy_builder_add_row (builder, labels, error);
}

DeidHierarchy *
deid_stored_rule_read (const DeidJsonValue *object, const char *member, GError **error)
{
  const char *text = deid_stored_member_get_string (object, member, error);
  g_autoptr (DeidRule) rule = text != NULL ? deid_rule_new (text, error) : NULL;

  if (rule == NULL)
    {
      if (text != NULL)
        g_prefix_error (error, "member '%s': ", member);
      return NULL;
    }
  if (deid_rule_is_frozen (rule))
    return deid_hierarchy_new_of_rule (rule, error);
  deid_stored_member_fail (member, "one that does not depend on data", error);
  return NULL;
}

DeidHierarchy *
deid_stored_hierarchy_read (const DeidJsonValue *value, const char *name, const DeidStop *stop,
                            GError **error)
{
  g_autoptr (DeidHierarchyBuilder) builder = NULL;
  const DeidJsonValue *row = value + 1;

  if (value->kind == DEID_JSON_OBJECT)
    return deid_stored_rule_read (value, "rule", error);
  if (value->kind != DEID_JSON_ARRAY)
    {
      stored_hierarchy_fail (name, error);
      return NULL;
    }
  builder = deid_hierarchy_builder_new (name);
  for (guint64 i = 0; i < value->n; i++, row = deid_json_skip (row))
    if (!deid_stop_check_row (stop, i, error) || !read_leaf (builder, row, name, error))
      return NULL;
  return deid_hierarchy_builder_build (builder, error);
}
