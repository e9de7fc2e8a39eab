/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/memory.h"
#include "base/text.h"
#include "stored-policy/stored-policy-private.h"

#include <deid/deid.h>

gboolean
deid_stored_member_fail (const char *member, const char *expected, GError **error)
{
  return deid_fail (error, DEID_ERROR_PARSE, "member '%s': expected %s", DEID_SHOW (member),
                    expected);
}

const char *
deid_stored_member_get_string (const DeidJsonValue *object, const char *name, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (object, name);

  if (deid_json_is (value, DEID_JSON_STRING))
    return value->string;
  deid_stored_member_fail (name, "a string", error);
  return NULL;
}

gboolean
deid_stored_member_get_integer (const DeidJsonValue *object, const char *name, gint64 smallest,
                                gint64 largest, gint64 *integer, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (object, name);

  if (!deid_json_is (value, DEID_JSON_INTEGER))
    return deid_stored_member_fail (name, "an integer", error);
  *integer = value->integer;
  return (*integer >= smallest && *integer <= largest)
         || deid_stored_member_fail (name, "an integer within its range", error);
}

const DeidJsonValue *
deid_stored_member_get_object (const DeidJsonValue *object, const char *name, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (object, name);

  if (deid_json_is (value, DEID_JSON_OBJECT))
    return value;
  deid_stored_member_fail (name, "an object", error);
  return NULL;
}

const DeidJsonValue *
deid_stored_member_get_array (const DeidJsonValue *object, const char *name, GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (object, name);

  if (deid_json_is (value, DEID_JSON_ARRAY))
    return value;
  deid_stored_member_fail (name, "an array", error);
  return NULL;
}

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
  return deid_fail (error, DEID_ERROR_PARSE,
                    "member '%s': expected an object with a rule, or an array with, for each "
                    "value, an array of labels",
                    DEID_SHOW (name));
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

#define STORED_GROUPS_MEMBER "group_limits"
#define WEIGHTS_MEMBER       "group_weights"

/* Each is an array: the column, the value, the weight. */
static void
stored_groups_write_weights (DeidJsonWriter *writer, const DeidGroupWeights *weights)
{
  deid_json_write_name (writer, WEIGHTS_MEMBER);
  deid_json_write_begin (writer, '[');
  for (guint i = 0; i < weights->len; i++)
    {
      const DeidGroupWeight *weight = deid_group_weights_get (weights, i);

      deid_json_write_begin (writer, '[');
      deid_json_write_string (writer, weight->column);
      if (weight->value != NULL)
        deid_json_write_string (writer, weight->value);
      else
        deid_json_write_null (writer);
      deid_json_write_number (writer, weight->weight);
      deid_json_write_end (writer, ']');
    }
  deid_json_write_end (writer, ']');
}

void
deid_stored_groups_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  if (policy->group_weights->len > 0)
    stored_groups_write_weights (writer, policy->group_weights);
  if (policy->limits.groups->len == 0)
    return;
  deid_json_write_name (writer, STORED_GROUPS_MEMBER);
  deid_json_write_begin (writer, '{');
  for (guint i = 0; i < policy->limits.groups->len; i++)
    {
      const DeidGroupLimit *limit = deid_group_limits_get (policy->limits.groups, i);

      deid_json_write_name (writer, limit->column);
      deid_json_write_number (writer, limit->fraction);
    }
  deid_json_write_end (writer, '}');
}

/* Which roles may have limits is said where they are applied. */
static gboolean
stored_groups_is_mentioned (const DeidStoredPolicy *policy, const char *name)
{
  for (guint a = 0; a < policy->n_attributes; a++)
    if (g_str_equal (policy->attributes[a].name, name))
      return TRUE;
  for (guint i = 0; i < policy->n_roles; i++)
    if (g_str_equal (policy->roles[i].name, name))
      return TRUE;
  return FALSE;
}

static gboolean
read_weight (DeidStoredPolicy *policy, const DeidJsonValue *stored, GError **error)
{
  const DeidJsonValue *column = stored + 1, *value = stored + 2, *weight = stored + 3;
  double number;

  if (!deid_json_is (stored, DEID_JSON_ARRAY) || stored->n != 3
      || !deid_json_is (column, DEID_JSON_STRING)
      || !stored_groups_is_mentioned (policy, column->string)
      || !(deid_json_is (value, DEID_JSON_NULL) || deid_json_is (value, DEID_JSON_STRING))
      || !deid_json_get_number (weight, &number) || !deid_group_weight_check (number, NULL))
    return deid_stored_member_fail (WEIGHTS_MEMBER,
                                    "arrays of an attribute or column with a role, a value or "
                                    "null, and a number from 0.001 to 1000",
                                    error);
  return deid_group_weights_set (policy->group_weights, column->string,
                                 deid_json_is (value, DEID_JSON_STRING) ? value->string : NULL,
                                 number, error);
}

static gboolean
stored_groups_read_weights (DeidStoredPolicy *policy, const DeidJsonValue *root,
                            const DeidStop *stop, GError **error)
{
  const DeidJsonValue *weights = deid_json_get_member (root, WEIGHTS_MEMBER), *stored;

  if (weights == NULL)
    return TRUE;
  if (!deid_json_is (weights, DEID_JSON_ARRAY))
    return deid_stored_member_fail (WEIGHTS_MEMBER, "an array", error);
  stored = weights + 1;
  for (guint64 i = 0; i < weights->n; i++, stored = deid_json_skip (stored))
    if (!deid_stop_check_row (stop, i, error) || !read_weight (policy, stored, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_stored_groups_read (DeidStoredPolicy *policy, const DeidJsonValue *root, const DeidStop *stop,
                         GError **error)
{
  const DeidJsonValue *limits = deid_json_get_member (root, STORED_GROUPS_MEMBER), *name;

  if (!stored_groups_read_weights (policy, root, stop, error))
    return FALSE;
  if (limits == NULL)
    return TRUE;
  if (!deid_json_is (limits, DEID_JSON_OBJECT))
    return deid_stored_member_fail (STORED_GROUPS_MEMBER, "an object", error);
  name = limits + 1;
  for (guint64 i = 0; i < limits->n; i++, name = deid_json_skip (name + 1))
    {
      double fraction;

      if (!stored_groups_is_mentioned (policy, name->string))
        return deid_stored_member_fail (STORED_GROUPS_MEMBER,
                                        "names of attributes or of columns with a role", error);
      if (!deid_json_get_number (name + 1, &fraction) || !(fraction >= 0 && fraction <= 1))
        return deid_stored_member_fail (STORED_GROUPS_MEMBER, "numbers from 0 to 1", error);
      deid_group_limits_set (policy->limits.groups, name->string, fraction);
    }
  return TRUE;
}

gboolean
deid_stored_groups_apply (const GPtrArray *limits, DeidProblem *problem, GError **error)
{
  for (guint i = 0; i < limits->len; i++)
    {
      const DeidGroupLimit *limit = deid_group_limits_get (limits, i);

      if (!deid_problem_set_group_limit (problem, limit->column, limit->fraction, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_stored_groups_apply_weights (const DeidGroupWeights *weights, DeidProblem *problem,
                                  const DeidStop *stop, GError **error)
{
  for (guint i = 0; i < weights->len; i++)
    {
      const DeidGroupWeight *weight = deid_group_weights_get (weights, i);
      const DeidColumn *column = deid_table_source_find (&problem->lattice->table, weight->column);
      gboolean is_there = TRUE;

      if (!deid_stop_check_class (stop, i, error)
          || (column != NULL
              && !deid_group_weights_find_value (problem->group_weights, column, weight->value,
                                                 &is_there, error)))
        return FALSE;
      if (!is_there)
        continue;
      if (!deid_problem_set_group_weight (problem, weight->column, weight->value, weight->weight,
                                          error))
        return FALSE;
    }
  return TRUE;
}
