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
  for (guint i = 0; i < policy->parts.n; i++)
    is_mentioned[deid_dataset_look_up (dataset, policy->parts.items[i].text)] = TRUE;
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

      if (is_mentioned[c]
          && deid_dataset_get_missing_policy (dataset, c) == DEID_MISSING_POLICY_ABOVE)
        g_ptr_array_add (policy->filled, g_strdup (deid_dataset_get_column_name (dataset, c)));
      for (; is_mentioned[c] && can_miss (dataset, c) && *codes != NULL; codes++)
        if (deid_stored_texts_add (&policy->codes, deid_dataset_get_column_name (dataset, c),
                                   *codes, error)
            == NULL)
          return FALSE;
    }
  return TRUE;
}

void
deid_stored_filled_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  if (policy->filled->len == 0)
    return;
  deid_json_write_begin (writer, DEID_STORED_FILLED, '[');
  for (guint i = 0; i < policy->filled->len; i++)
    deid_json_write_string (writer, NULL, g_ptr_array_index (policy->filled, i));
  deid_json_write_end (writer, ']');
}

gboolean
deid_stored_filled_read (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  if (!deid_json_is (name, DEID_JSON_STRING))
    return deid_stored_member_fail (DEID_STORED_FILLED, "strings", error);
  g_ptr_array_add (reading->policy->filled, g_strdup (name->string));
  return TRUE;
}

/* Tells whether a column has all of @n codes. */
static gboolean
has_codes (const DeidDataset *dataset, guint column, const DeidStoredText *codes, guint n,
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
set_codes (DeidDataset *dataset, const DeidStoredText *codes, guint n, GCancellable *cancellable,
           GError **error)
{
  g_autofree const char **texts = deid_alloc ((guint64) n + 1, sizeof *texts, error);

  if (texts == NULL)
    return FALSE;
  for (guint i = 0; i < n; i++)
    texts[i] = codes[i].text;
  return deid_dataset_add_missing_codes (dataset, codes->column, texts, cancellable, error);
}

gboolean
deid_stored_missing_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                           GCancellable *cancellable, GError **error)
{
  for (guint i = 0, next; i < policy->codes.n; i = next)
    {
      const DeidStoredText *codes = &policy->codes.items[i];
      gboolean has_all;
      guint column;

      next = deid_stored_texts_find_next (&policy->codes, i);
      if (!deid_dataset_find_column (dataset, codes->column, &column, NULL))
        continue;
      if (!has_codes (dataset, column, codes, next - i, &has_all, error)
          || (!has_all && !set_codes (dataset, codes, next - i, cancellable, error)))
        return FALSE;
    }
  for (guint i = 0; i < policy->filled->len; i++)
    {
      const char *name = g_ptr_array_index (policy->filled, i);
      guint column;

      if (deid_dataset_find_column (dataset, name, &column, NULL)
          && deid_dataset_get_missing_policy (dataset, column) != DEID_MISSING_POLICY_ABOVE
          && !deid_dataset_set_missing_policy (dataset, name, DEID_MISSING_POLICY_ABOVE, error))
        return FALSE;
    }
  return TRUE;
}

/* What a joint column combines: where a missing value of a part is an error, the model that judges
 * the joint column is refused, so the parts must not be forgotten; nor their order, which the texts
 * of combinations have. */

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
      DeidStoredText *part
          = deid_stored_texts_add (&policy->parts, column->name, combined->name, error);

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

static gboolean
stored_parts_refuse (const DeidDataset *dataset, const DeidColumn *column, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "%s: column '%s': expected one that joins the same columns as the stored "
                    "policy's, in the same order",
                    deid_dataset_get_name (dataset), deid_column_show (column));
}

gboolean
deid_stored_parts_check (const DeidStoredPolicy *policy, const DeidDataset *dataset, GError **error)
{
  for (guint i = 0, next; i < policy->parts.n; i = next)
    {
      const char *name = policy->parts.items[i].column;
      const DeidColumn *joint;

      if (!deid_stored_sets_has_column (policy, dataset, name, error))
        return FALSE;
      joint = deid_dataset_get_column (dataset, deid_dataset_look_up (dataset, name));
      next = deid_stored_texts_find_next (&policy->parts, i);
      for (guint p = i; joint != NULL && p < next; p++)
        {
          guint column;

          if (!deid_dataset_find_column (dataset, policy->parts.items[p].text, &column, error))
            return FALSE;
          if (p - i == joint->n_joined || joint->joined[p - i] != column
              || (p + 1 == next && next - i < joint->n_joined))
            return stored_parts_refuse (dataset, joint, error);
        }
    }
  return TRUE;
}
