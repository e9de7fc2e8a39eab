/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "quality/quality-model-private.h"
#include "stored-policy/stored-policy-private.h"
#include "table/dataset-view.h"

#include <string.h>

/* What stands for a missing value: were it forgotten, `NA` and `unknown` would be two values of a
 * sensitive attribute in the next table, and its classes more diverse than they are. */

static gboolean
add_code (DeidStoredPolicy *policy, const char *name, const char *text, GError **error)
{
  DeidStoredCode *code;

  if (!deid_grow ((gpointer *) &policy->codes, &policy->codes_capacity,
                  (guint64) policy->n_codes + 1, sizeof *policy->codes, error))
    return FALSE;
  code = &policy->codes[policy->n_codes++];
  *code = (DeidStoredCode){ .name = deid_copy_text (name, error) };
  if (code->name != NULL)
    code->text = deid_copy_text (text, error);
  return code->text != NULL;
}

typedef struct
{
  const DeidDataset *dataset;
  guint8 *is_mentioned;
} Marks;

static void
mark_column (const char *name, gpointer data)
{
  const Marks *marks = data;

  marks->is_mentioned[deid_dataset_look_up (marks->dataset, name)] = TRUE;
}

/* Marks the columns of a table that a policy mentions. */
static void
mark_mentioned (const DeidStoredPolicy *policy, const DeidDataset *dataset, guint8 *is_mentioned)
{
  const char *const *columns = policy->quality->columns;

  for (guint a = 0; a < policy->n_attributes; a++)
    is_mentioned[deid_dataset_look_up (dataset, policy->attributes[a].name)] = TRUE;
  for (guint i = 0; i < policy->n_roles; i++)
    is_mentioned[deid_dataset_look_up (dataset, policy->roles[i].name)] = TRUE;
  for (guint i = 0; i < policy->n_parts; i++)
    is_mentioned[deid_dataset_look_up (dataset, policy->parts[i].name)] = TRUE;
  deid_stored_rows_list_columns (policy, mark_column, &(Marks){ dataset, is_mentioned });
  for (; columns != NULL && *columns != NULL; columns++)
    if (deid_dataset_look_up (dataset, *columns) != DEID_NO_COLUMN)
      is_mentioned[deid_dataset_look_up (dataset, *columns)] = TRUE;
}

/* Tells whether a column may have missing values. */
static gboolean
can_miss (const DeidDataset *dataset, guint column)
{
  const DeidRole role = deid_dataset_get_role (dataset, column);

  return role != DEID_ROLE_WEIGHT && role != DEID_ROLE_SURVEY_WEIGHT;
}

gboolean
deid_stored_missing_store (DeidStoredPolicy *policy, const DeidDataset *dataset, GError **error)
{
  const guint n = deid_dataset_get_n_columns (dataset);
  g_autofree guint8 *is_mentioned = deid_alloc (n, sizeof *is_mentioned, error);

  if (is_mentioned == NULL)
    return FALSE;
  mark_mentioned (policy, dataset, is_mentioned);
  for (guint c = 0; c < n; c++)
    {
      const char *const *codes = deid_dataset_get_missing_codes (dataset, c);

      for (; is_mentioned[c] && can_miss (dataset, c) && *codes != NULL; codes++)
        if (!add_code (policy, deid_dataset_get_column_name (dataset, c), *codes, error))
          return FALSE;
    }
  return TRUE;
}

/* Returns: the first code behind those of the column that code @i is of. */
static guint
find_next_column (const DeidStoredPolicy *policy, guint i)
{
  guint next = i + 1;

  while (next < policy->n_codes && g_str_equal (policy->codes[next].name, policy->codes[i].name))
    next++;
  return next;
}

void
deid_stored_missing_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  guint i = 0;

  if (policy->n_codes == 0)
    return;
  deid_json_write_name (writer, DEID_STORED_MISSING);
  deid_json_write_begin (writer, '{');
  while (i < policy->n_codes)
    {
      const guint next = find_next_column (policy, i);

      deid_json_write_name (writer, policy->codes[i].name);
      deid_json_write_begin (writer, '[');
      for (; i < next; i++)
        deid_json_write_string (writer, policy->codes[i].text);
      deid_json_write_end (writer, ']');
    }
  deid_json_write_end (writer, '}');
}

static gboolean
read_codes (DeidStoredPolicy *policy, const DeidJsonValue *name, GError **error)
{
  const DeidJsonValue *codes = name + 1, *code;

  if (!deid_json_is (codes, DEID_JSON_ARRAY) || codes->n == 0)
    return deid_stored_member_fail (DEID_STORED_MISSING, "lists of one code or more", error);
  code = deid_json_enter (codes);
  for (guint64 i = 0; i < codes->n; i++, code = deid_json_skip (code))
    {
      if (!deid_json_is (code, DEID_JSON_STRING) || code->string[0] == '\0')
        return deid_stored_member_fail (DEID_STORED_MISSING, "strings that are not empty", error);
      if (!add_code (policy, name->string, code->string, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_stored_missing_read (DeidStoredPolicy *policy, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *columns, *name;

  if (deid_json_get_member (root, DEID_STORED_MISSING) == NULL)
    return TRUE;
  columns = deid_stored_member_get_object (root, DEID_STORED_MISSING, error);
  if (columns == NULL)
    return FALSE;
  name = columns + 1;
  for (guint64 i = 0; i < columns->n; i++, name = deid_json_skip (name + 1))
    if (!read_codes (policy, name, error))
      return FALSE;
  return TRUE;
}

/* Tells whether a column has all of @n codes. */
static gboolean
has_codes (const DeidDataset *dataset, guint column, const DeidStoredCode *codes, guint n,
           gboolean *has_all, GError **error)
{
  const char *const *own = deid_dataset_get_missing_codes (dataset, column);
  DeidDictionary texts;
  gboolean success = TRUE;

  deid_dictionary_init (&texts);
  for (guint32 code; success && *own != NULL; own++)
    success = deid_dictionary_add (&texts, *own, strlen (*own), &code, error);
  *has_all = success;
  for (guint i = 0; *has_all && i < n; i++)
    *has_all = deid_dictionary_find (&texts, codes[i].text, strlen (codes[i].text)) != DEID_NO_CODE;
  deid_dictionary_clear (&texts);
  return success;
}

static gboolean
set_codes (DeidDataset *dataset, const DeidStoredCode *codes, guint n, GCancellable *cancellable,
           GError **error)
{
  g_autofree const char **texts = deid_alloc ((guint64) n + 1, sizeof *texts, error);

  if (texts == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    texts[i] = codes[i].text;
  return deid_dataset_add_missing_codes (dataset, codes->name, texts, cancellable, error);
}

gboolean
deid_stored_missing_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                           GCancellable *cancellable, GError **error)
{
  for (guint i = 0, next; i < policy->n_codes; i = next)
    {
      const DeidStoredCode *codes = &policy->codes[i];
      gboolean has_all;
      guint column;

      next = find_next_column (policy, i);
      if (!deid_dataset_find_column (dataset, codes->name, &column, NULL))
        continue;
      if (!has_codes (dataset, column, codes, next - i, &has_all, error)
          || (!has_all && !set_codes (dataset, codes, next - i, cancellable, error)))
        return FALSE;
    }
  return TRUE;
}

/* What a joint column combines: where a missing value of a part is an error, the model that judges
 * the joint column is refused, so the parts must not be forgotten; nor their order, which the texts
 * of combinations have. */

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
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: column '%s': expected one that joins the same columns as the stored "
                    "policy's, in the same order",
                    deid_dataset_show (dataset), deid_column_show (column));
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
          if (!deid_stored_sets_has_column (policy, dataset, policy->parts[i].joint, error))
            return FALSE;
          column = deid_dataset_look_up (dataset, policy->parts[i].joint);
          joint = deid_dataset_get_column (dataset, column);
          n = 0;
        }
      if (!deid_dataset_find_column (dataset, policy->parts[i].name, &column, error))
        return FALSE;
      if (joint == NULL)
        continue;
      if (n == joint->n_joined || joint->joined[n++] != column)
        return stored_parts_refuse (dataset, joint, error);
      if (n < joint->n_joined
          && (i + 1 == policy->n_parts || stored_parts_is_first (policy, i + 1)))
        return stored_parts_refuse (dataset, joint, error);
    }
  return TRUE;
}
