/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "stored-policy/stored-groups.h"

#include "stored-policy/stored-member.h"

#define MEMBER "group_limits"

void
deid_stored_groups_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  if (policy->group_limits->len == 0)
    return;
  deid_json_write_name (writer, MEMBER);
  deid_json_write_begin (writer, '{');
  for (guint i = 0; i < policy->group_limits->len; i++)
    {
      const DeidGroupLimit *limit = deid_group_limits_get (policy->group_limits, i);

      deid_json_write_name (writer, limit->column);
      deid_json_write_number (writer, limit->fraction);
    }
  deid_json_write_end (writer, '}');
}

/* Which roles may have limits is said where they are applied. */
static gboolean
is_mentioned (const DeidStoredPolicy *policy, const char *name)
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
deid_stored_groups_read (DeidStoredPolicy *policy, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *limits = deid_json_get_member (root, MEMBER), *name;

  if (limits == NULL)
    return TRUE;
  if (!deid_json_is (limits, DEID_JSON_OBJECT))
    return deid_stored_member_fail (MEMBER, "an object", error);
  name = limits + 1;
  for (guint64 i = 0; i < limits->n; i++, name = deid_json_skip (name + 1))
    {
      double fraction;

      if (!is_mentioned (policy, name->string))
        return deid_stored_member_fail (MEMBER, "names of attributes or of columns with a role",
                                        error);
      if (!deid_json_get_number (name + 1, &fraction) || !(fraction >= 0 && fraction <= 1))
        return deid_stored_member_fail (MEMBER, "numbers from 0 to 1", error);
      deid_group_limits_set (policy->group_limits, name->string, fraction);
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
