/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a joint column combines: where a missing value of a part is an error, the model that judges
 * the joint column is refused, so the parts must not be forgotten; nor their order, which the texts
 * of combinations have. */
#include "stored-policy/stored-parts.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "stored-policy/stored-member.h"
#include "table/dataset-view.h"

#define STORED_PARTS_MEMBER "joint_columns"

static DeidStoredPart *
stored_parts_add_part (DeidStoredPolicy *policy, const char *joint, const char *name,
                       GError **error)
{
  DeidStoredPart *part;

  if (!deid_grow ((gpointer *) &policy->parts, &policy->parts_capacity,
                  (guint64) policy->n_parts + 1, sizeof *policy->parts, error))
    return NULL;
  part = &policy->parts[policy->n_parts++];
  *part = (DeidStoredPart){ .joint = deid_copy_text (joint, error) };
  if (part->joint != NULL)
    part->name = deid_copy_text (name, error);
  return part->name != NULL ? part : NULL;
}

/* What a policy knows of a column. */
enum
{
  STORED_PARTS_UNKNOWN,
  PART,  /* some joint column combines it */
  STORED /* its missing policy, too */
};

static gboolean
store_parts (DeidStoredPolicy *policy, const DeidDataset *dataset, const DeidColumn *column,
             guint8 *states, GError **error)
{
  for (guint i = 0; i < column->n_joined; i++)
    {
      const guint c = column->joined[i];
      const DeidColumn *combined = deid_dataset_get_column (dataset, c);
      DeidStoredPart *part = stored_parts_add_part (policy, column->name, combined->name, error);

      if (part == NULL)
        return FALSE;
      if (states[c] == PART)
        part->missing_policy = combined->missing_policy;
      states[c] = STORED;
    }
  return TRUE;
}

/* Columns that a joint one combines stand before it, so that one pass finds joint ones behind
 * others. */
gboolean
deid_stored_parts_store (DeidStoredPolicy *policy, const DeidDataset *dataset, GError **error)
{
  const guint n = deid_dataset_get_n_columns (dataset);
  g_autofree guint8 *states = deid_alloc (n, sizeof *states, error);

  if (states == NULL)
    return FALSE;
  for (guint a = 0; a < policy->n_attributes; a++)
    states[deid_dataset_look_up (dataset, policy->attributes[a].name)] = STORED;
  for (guint i = 0; i < policy->n_roles; i++)
    states[deid_dataset_look_up (dataset, policy->roles[i].name)] = STORED;
  for (guint c = n; c > 0; c--)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c - 1);

      for (guint i = 0; states[c - 1] != STORED_PARTS_UNKNOWN && i < column->n_joined; i++)
        states[column->joined[i]] = MAX (states[column->joined[i]], PART);
    }
  for (guint c = 0; c < n; c++)
    if (states[c] != STORED_PARTS_UNKNOWN
        && !store_parts (policy, dataset, deid_dataset_get_column (dataset, c), states, error))
      return FALSE;
  return TRUE;
}

/* Tells whether a part is the first one of its joint column. */
static gboolean
stored_parts_is_first (const DeidStoredPolicy *policy, guint i)
{
  return i == 0 || !g_str_equal (policy->parts[i - 1].joint, policy->parts[i].joint);
}

void
deid_stored_parts_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  if (policy->n_parts == 0)
    return;
  deid_json_write_name (writer, STORED_PARTS_MEMBER);
  deid_json_write_begin (writer, '{');
  for (guint i = 0; i < policy->n_parts; i++)
    {
      if (stored_parts_is_first (policy, i))
        {
          deid_json_write_name (writer, policy->parts[i].joint);
          deid_json_write_begin (writer, '[');
        }
      deid_json_write_string (writer, policy->parts[i].name);
      if (i + 1 == policy->n_parts || stored_parts_is_first (policy, i + 1))
        deid_json_write_end (writer, ']');
    }
  deid_json_write_end (writer, '}');
}

static gboolean
stored_parts_read_parts (DeidStoredPolicy *policy, const DeidJsonValue *joint, GError **error)
{
  const DeidJsonValue *names = joint + 1, *name;

  if (!deid_json_is (names, DEID_JSON_ARRAY) || names->n < 2)
    return deid_stored_member_fail (STORED_PARTS_MEMBER, "lists of two columns or more", error);
  name = deid_json_enter (names);
  for (guint64 i = 0; i < names->n; i++, name = deid_json_skip (name))
    {
      if (!deid_json_is (name, DEID_JSON_STRING))
        return deid_stored_member_fail (STORED_PARTS_MEMBER, "names of columns", error);
      if (stored_parts_add_part (policy, joint->string, name->string, error) == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_stored_parts_read (DeidStoredPolicy *policy, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *joints, *joint;

  if (deid_json_get_member (root, STORED_PARTS_MEMBER) == NULL)
    return TRUE;
  joints = deid_stored_member_get_object (root, STORED_PARTS_MEMBER, error);
  if (joints == NULL)
    return FALSE;
  joint = joints + 1;
  for (guint64 i = 0; i < joints->n; i++, joint = deid_json_skip (joint + 1))
    if (!stored_parts_read_parts (policy, joint, error))
      return FALSE;
  return TRUE;
}

static gboolean
stored_parts_refuse (const DeidDataset *dataset, const DeidColumn *column, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: column '%s': expected one that joins the same columns as the stored policy's, "
               "in the same order",
               deid_dataset_show (dataset), deid_column_show (column));
  return FALSE;
}

gboolean
deid_stored_parts_check (const DeidStoredPolicy *policy, const DeidDataset *dataset, GError **error)
{
  const DeidColumn *joint = NULL;
  guint n = 0; /* parts of it before the next one */

  for (guint i = 0; i < policy->n_parts; i++)
    {
      guint column;

      if (stored_parts_is_first (policy, i))
        {
          if (!deid_dataset_find_column (dataset, policy->parts[i].joint, &column, error))
            return FALSE;
          joint = deid_dataset_get_column (dataset, column);
          n = 0;
        }
      if (!deid_dataset_find_column (dataset, policy->parts[i].name, &column, error))
        return FALSE;
      if (n == joint->n_joined || joint->joined[n++] != column)
        return stored_parts_refuse (dataset, joint, error);
      if (n < joint->n_joined
          && (i + 1 == policy->n_parts || stored_parts_is_first (policy, i + 1)))
        return stored_parts_refuse (dataset, joint, error);
    }
  return TRUE;
}
