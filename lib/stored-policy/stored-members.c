/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
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
deid_stored_member_get_list (const DeidJsonValue *object, const char *name, DeidJsonKind kind,
                             GError **error)
{
  const DeidJsonValue *value = deid_json_get_member (object, name);

  if (deid_json_is (value, kind))
    return value;
  deid_stored_member_fail (name, kind == DEID_JSON_OBJECT ? "an object" : "an array", error);
  return NULL;
}

gboolean
deid_stored_list_read (DeidStoredReading *reading, const char *name, DeidJsonKind kind,
                       gboolean may_miss, DeidStoredReadFunc read, GError **error)
{
  const DeidJsonValue *list, *item;

  if (may_miss && deid_json_get_member (reading->root, name) == NULL)
    return TRUE;
  list = deid_stored_member_get_list (reading->root, name, kind, error);
  if (list == NULL)
    return FALSE;
  item = list + 1;
  for (reading->n_read = 0; reading->n_read < list->n; reading->n_read++)
    {
      if (!deid_stop_check_row (reading->stop, reading->n_read, error)
          || !read (reading, item, error))
        return FALSE;
      item = deid_json_skip (kind == DEID_JSON_OBJECT ? item + 1 : item);
    }
  return TRUE;
}

DeidStoredText *
deid_stored_texts_add (DeidStoredTexts *texts, const char *column, const char *text, GError **error)
{
  DeidStoredText *added;

  if (!deid_grow ((gpointer *) &texts->items, &texts->capacity, (guint64) texts->n + 1,
                  sizeof *texts->items, error))
    return NULL;
  added = &texts->items[texts->n++];
  *added = (DeidStoredText){ .column = deid_copy_text (column, error) };
  if (added->column != NULL)
    added->text = deid_copy_text (text, error);
  return added->text != NULL ? added : NULL;
}

void
deid_stored_texts_clear (DeidStoredTexts *texts)
{
  for (guint i = 0; i < texts->n; i++)
    {
      g_free (texts->items[i].column);
      g_free (texts->items[i].text);
    }
  g_free (texts->items);
}

guint
deid_stored_texts_find_next (const DeidStoredTexts *texts, guint i)
{
  guint next = i + 1;

  while (next < texts->n && g_str_equal (texts->items[next].column, texts->items[i].column))
    next++;
  return next;
}

void
deid_stored_texts_write (DeidJsonWriter *writer, const char *member, const DeidStoredTexts *texts)
{
  guint i = 0;

  if (texts->n == 0)
    return;
  deid_json_write_begin (writer, member, '{');
  while (i < texts->n)
    {
      const guint next = deid_stored_texts_find_next (texts, i);

      deid_json_write_begin (writer, texts->items[i].column, '[');
      for (; i < next; i++)
        deid_json_write_string (writer, NULL, texts->items[i].text);
      deid_json_write_end (writer, ']');
    }
  deid_json_write_end (writer, '}');
}

/* Reads the texts of a column from its name and the array behind it. */
static gboolean
read_texts (DeidStoredTexts *texts, const DeidJsonValue *name, guint64 least, const char *member,
            const char *expected, const char *expected_texts, GError **error)
{
  const DeidJsonValue *list = name + 1, *text = list + 1;

  if (!deid_json_is (list, DEID_JSON_ARRAY) || list->n < least)
    return deid_stored_member_fail (member, expected, error);
  for (guint64 i = 0; i < list->n; i++, text = deid_json_skip (text))
    {
      if (!deid_json_is (text, DEID_JSON_STRING))
        return deid_stored_member_fail (member, expected_texts, error);
      if (deid_stored_texts_add (texts, name->string, text->string, error) == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_stored_parts_read (DeidStoredReading *reading, const DeidJsonValue *joint, GError **error)
{
  return read_texts (&reading->policy->parts, joint, 2, DEID_STORED_PARTS,
                     "lists of two columns or more", "names of columns", error);
}

gboolean
deid_stored_missing_read (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  const char *expected = "strings that are not empty";
  const DeidStoredTexts *codes = &reading->policy->codes;
  const guint n_before = codes->n;

  if (!read_texts (&reading->policy->codes, name, 1, DEID_STORED_MISSING,
                   "lists of one code or more", expected, error))
    return FALSE;
  for (guint i = n_before; i < codes->n; i++)
    if (codes->items[i].text[0] == '\0')
      return deid_stored_member_fail (DEID_STORED_MISSING, expected, error);
  return TRUE;
}

gboolean
deid_stored_hierarchy_write (DeidJsonWriter *writer, const char *name,
                             const DeidHierarchy *hierarchy, const DeidStop *stop, GError **error)
{
  const DeidDictionary *leaves;

  if (hierarchy->rule != NULL)
    {
      deid_json_write_begin (writer, name, '{');
      deid_json_write_string (writer, "rule", deid_rule_get_text (hierarchy->rule));
      deid_json_write_end (writer, '}');
      return TRUE;
    }
  leaves = &hierarchy->levels[0].labels;
  deid_json_write_begin (writer, name, '[');
  for (guint32 leaf = 0; leaf < leaves->n; leaf++)
    {
      guint32 code = leaf;

      if (!deid_stop_check_row (stop, leaf, error))
        return FALSE;
      deid_json_write_begin (writer, NULL, '[');
      for (guint level = 0; level < hierarchy->n_levels; level++)
        {
          const DeidHierarchyLevel *own = &hierarchy->levels[level];

          deid_json_write_string (writer, NULL, deid_dictionary_get (&own->labels, code));
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

/* Each is an array: the column, the value, the weight. */
static void
stored_groups_write_weights (DeidJsonWriter *writer, const DeidGroupWeights *weights)
{
  deid_json_write_begin (writer, DEID_STORED_GROUP_WEIGHTS, '[');
  for (guint i = 0; i < weights->len; i++)
    {
      const DeidGroupWeight *weight = deid_group_weights_get (weights, i);

      deid_json_write_begin (writer, NULL, '[');
      deid_json_write_string (writer, NULL, weight->column);
      deid_json_write_string (writer, NULL, weight->value);
      deid_json_write_number (writer, NULL, weight->weight);
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
  deid_json_write_begin (writer, DEID_STORED_GROUP_LIMITS, '{');
  for (guint i = 0; i < policy->limits.groups->len; i++)
    {
      const DeidGroupLimit *limit = deid_group_limits_get (policy->limits.groups, i);

      deid_json_write_number (writer, limit->column, limit->fraction);
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

gboolean
deid_stored_group_weight_read (DeidStoredReading *reading, const DeidJsonValue *stored,
                               GError **error)
{
  DeidStoredPolicy *policy = reading->policy;
  const DeidJsonValue *column = stored + 1, *value = stored + 2, *weight = stored + 3;
  double number;

  if (!deid_json_is (stored, DEID_JSON_ARRAY) || stored->n != 3
      || !deid_json_is (column, DEID_JSON_STRING)
      || !stored_groups_is_mentioned (policy, column->string)
      || !(deid_json_is (value, DEID_JSON_NULL) || deid_json_is (value, DEID_JSON_STRING))
      || !deid_json_get_number (weight, &number) || !deid_group_weight_check (number, NULL))
    return deid_stored_member_fail (DEID_STORED_GROUP_WEIGHTS,
                                    "arrays of an attribute or column with a role, a value or "
                                    "null, and a number from 0.001 to 1000",
                                    error);
  return deid_group_weights_set (policy->group_weights, column->string,
                                 deid_json_is (value, DEID_JSON_STRING) ? value->string : NULL,
                                 number, error);
}

gboolean
deid_stored_group_limit_read (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  double fraction;

  if (!stored_groups_is_mentioned (reading->policy, name->string))
    return deid_stored_member_fail (DEID_STORED_GROUP_LIMITS,
                                    "names of attributes or of columns with a role", error);
  if (!deid_json_get_number (name + 1, &fraction) || !(fraction >= 0 && fraction <= 1))
    return deid_stored_member_fail (DEID_STORED_GROUP_LIMITS, "numbers from 0 to 1", error);
  deid_group_limits_set (reading->policy->limits.groups, name->string, fraction);
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

      if (!deid_stop_check_class (stop, i, error))
        return FALSE;
      if (column != NULL && deid_group_weight_find_code (column, weight->value) == DEID_NO_CODE)
        continue;
      if (!deid_problem_set_group_weight (problem, weight->column, weight->value, weight->weight,
                                          error))
        return FALSE;
    }
  return TRUE;
}
