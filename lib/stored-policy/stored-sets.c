/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/item-set.h"
#include "base/memory.h"
#include "stored-policy/stored-policy-private.h"
#include "table/dataset-view.h"

#include <string.h>

/* Separators of sets, and joint columns. If a separator were forgotten, one set in two orders would
 * be two values in the next table. */

gboolean
deid_stored_sets_store (DeidStoredPolicy *policy, const DeidDataset *dataset, GError **error)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);

      if (column->separator != '\0' && column->role != DEID_ROLE_IDENTIFYING
          && deid_stored_texts_add (&policy->separators, column->name,
                                    (const char[]){ column->separator, '\0' }, error)
                 == NULL)
        return FALSE;
    }
  return TRUE;
}

void
deid_stored_sets_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  if (policy->separators.n == 0)
    return;
  deid_json_write_begin (writer, DEID_STORED_SEPARATORS, '{');
  for (guint i = 0; i < policy->separators.n; i++)
    {
      deid_json_write_string (writer, policy->separators.items[i].column,
                              policy->separators.items[i].text);
    }
  deid_json_write_end (writer, '}');
}

gboolean
deid_stored_separator_read (DeidStoredReading *reading, const DeidJsonValue *name, GError **error)
{
  const DeidJsonValue *sign = name + 1;

  if (!deid_json_is (sign, DEID_JSON_STRING) || strlen (sign->string) != 1
      || !deid_item_separator_is_valid (sign->string[0]))
    return deid_stored_member_fail (DEID_STORED_SEPARATORS,
                                    "a punctuation mark other than *, a blank or a tab", error);
  return deid_stored_texts_add (&reading->policy->separators, name->string, sign->string, error)
         != NULL;
}

static gboolean
is_joint (const DeidStoredPolicy *policy, const char *name)
{
  for (guint i = 0; i < policy->parts.n; i++)
    if (g_str_equal (policy->parts.items[i].column, name))
      return TRUE;
  return FALSE;
}

gboolean
deid_stored_sets_has_column (const DeidStoredPolicy *policy, const DeidDataset *dataset,
                             const char *name, GError **error)
{
  if (!is_joint (policy, name))
    return deid_dataset_find_column (dataset, name, NULL, error);
  for (guint i = 0; i < policy->parts.n; i++)
    if (g_str_equal (policy->parts.items[i].column, name)
        && !is_joint (policy, policy->parts.items[i].text)
        && !deid_dataset_find_column (dataset, policy->parts.items[i].text, NULL, error))
      return FALSE;
  return TRUE;
}

static gboolean
set_separators (const DeidStoredPolicy *policy, DeidDataset *dataset, gboolean of_joints,
                GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < policy->separators.n; i++)
    {
      const DeidStoredText *own = &policy->separators.items[i];

      if (is_joint (policy, own->column) == of_joints
          && deid_dataset_find_column (dataset, own->column, NULL, NULL)
          && !deid_dataset_set_separator (dataset, own->column, (guchar) own->text[0], cancellable,
                                          error))
        return FALSE;
    }
  return TRUE;
}

/* Adds the joint columns that a table lacks, if it has the columns that they combine. Those that
 * others combine come first, as they were stored. */
static gboolean
add_joints (const DeidStoredPolicy *policy, DeidDataset *dataset, GCancellable *cancellable,
            GError **error)
{
  for (guint i = 0, next; i < policy->parts.n; i = next)
    {
      const char *name = policy->parts.items[i].column;
      g_autoptr (GPtrArray) parts = g_ptr_array_new ();
      gboolean is_addable = !deid_dataset_find_column (dataset, name, NULL, NULL);

      next = deid_stored_texts_find_next (&policy->parts, i);
      for (guint p = i; p < next; p++)
        {
          is_addable &= deid_dataset_find_column (dataset, policy->parts.items[p].text, NULL, NULL);
          g_ptr_array_add (parts, policy->parts.items[p].text);
        }
      g_ptr_array_add (parts, NULL);
      if (is_addable
          && !deid_dataset_add_joint_column (dataset, name, (const char *const *) parts->pdata,
                                             cancellable, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_stored_sets_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                        GCancellable *cancellable, GError **error)
{
  return set_separators (policy, dataset, FALSE, cancellable, error)
         && add_joints (policy, dataset, cancellable, error)
         && set_separators (policy, dataset, TRUE, cancellable, error);
}
