/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a joint column combines: where a missing value of a part is an error, the model that judges
 * the joint column is refused, so the parts must not be forgotten. */
#include "stored-policy/stored-parts.h"

#include <stdlib.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "stored-policy/stored-member.h"
#include "table/dataset-view.h"

#define MEMBER "joint_columns"

static DeidStoredPart *
add_part (DeidStoredPolicy *policy, const char *joint, const char *name, GError **error)
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

gboolean
deid_stored_parts_store (DeidStoredPolicy *policy, const DeidDataset *dataset,
                         const DeidColumn *column, GError **error)
{
  for (guint p = 0; p < column->n_parts; p++)
    {
      const DeidColumn *combined = deid_dataset_get_column (dataset, column->parts[p]);
      DeidStoredPart *part = add_part (policy, column->name, combined->name, error);

      if (part == NULL)
        return FALSE;
      if (combined->role == DEID_ROLE_IDENTIFYING)
        part->missing_policy = combined->missing_policy;
    }
  return TRUE;
}

/* Tells whether a part is the first one of its joint column. */
static gboolean
is_first (const DeidStoredPolicy *policy, guint i)
{
  return i == 0 || !g_str_equal (policy->parts[i - 1].joint, policy->parts[i].joint);
}

void
deid_stored_parts_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  if (policy->n_parts == 0)
    return;
  deid_json_write_name (writer, MEMBER);
  deid_json_write_begin (writer, '{');
  for (guint i = 0; i < policy->n_parts; i++)
    {
      if (is_first (policy, i))
        {
          deid_json_write_name (writer, policy->parts[i].joint);
          deid_json_write_begin (writer, '[');
        }
      deid_json_write_string (writer, policy->parts[i].name);
      if (i + 1 == policy->n_parts || is_first (policy, i + 1))
        deid_json_write_end (writer, ']');
    }
  deid_json_write_end (writer, '}');
}

static gboolean
read_parts (DeidStoredPolicy *policy, const DeidJsonValue *joint, GError **error)
{
  const DeidJsonValue *names = joint + 1, *name;

  if (!deid_json_is (names, DEID_JSON_ARRAY) || names->n < 2)
    return deid_stored_member_fail (MEMBER, "lists of two columns or more", error);
  name = deid_json_enter (names);
  for (guint64 i = 0; i < names->n; i++, name = deid_json_skip (name))
    {
      if (!deid_json_is (name, DEID_JSON_STRING))
        return deid_stored_member_fail (MEMBER, "names of columns", error);
      if (add_part (policy, joint->string, name->string, error) == NULL)
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_stored_parts_read (DeidStoredPolicy *policy, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *joints, *joint;

  if (deid_json_get_member (root, MEMBER) == NULL)
    return TRUE;
  joints = deid_stored_member_get_object (root, MEMBER, error);
  if (joints == NULL)
    return FALSE;
  joint = joints + 1;
  for (guint64 i = 0; i < joints->n; i++, joint = deid_json_skip (joint + 1))
    if (!read_parts (policy, joint, error))
      return FALSE;
  return TRUE;
}

static int
compare_columns (const void *a, const void *b)
{
  const guint *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

static gboolean
refuse (const DeidDataset *dataset, const DeidColumn *column, GError **error)
{
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%s: column '%s': expected one that joins the same columns as the stored policy's",
               deid_dataset_show (dataset), deid_column_show (column));
  return FALSE;
}

gboolean
deid_stored_parts_check (const DeidStoredPolicy *policy, const DeidDataset *dataset, GError **error)
{
  const DeidColumn *joint = NULL;
  guint n_left = 0;

  for (guint i = 0; i < policy->n_parts; i++)
    {
      guint column;

      if (is_first (policy, i))
        {
          if (!deid_dataset_find_column (dataset, policy->parts[i].joint, &column, error))
            return FALSE;
          joint = deid_dataset_get_column (dataset, column);
          n_left = joint->n_parts;
        }
      if (!deid_dataset_find_column (dataset, policy->parts[i].name, &column, error))
        return FALSE;
      if (n_left-- == 0
          || bsearch (&column, joint->parts, joint->n_parts, sizeof column, compare_columns)
                 == NULL)
        return refuse (dataset, joint, error);
      if (n_left > 0 && (i + 1 == policy->n_parts || is_first (policy, i + 1)))
        return refuse (dataset, joint, error);
    }
  return TRUE;
}
