/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/item-set.h"
#include "base/memory.h"
#include "stored-policy/stored-policy-private.h"
#include "table/dataset-view.h"

#include <string.h>

/* What stands between the values of a cell: were it forgotten, one set in two orders would be two
 * values in the next table. */

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

/* Returns: (transfer container): the columns that a joint one combines, to a NULL. */
static GPtrArray *
list_slots (const DeidStoredPolicy *policy, const char *joint)
{
  GPtrArray *slots = g_ptr_array_new ();

  for (guint i = 0; i < policy->parts.n; i++)
    if (g_str_equal (policy->parts.items[i].column, joint))
      g_ptr_array_add (slots, policy->parts.items[i].text);
  g_ptr_array_add (slots, NULL);
  return slots;
}

gboolean
deid_stored_sets_has_column (const DeidStoredPolicy *policy, const DeidDataset *dataset,
                             const char *name, GError **error)
{
  g_autoptr (GPtrArray) slots = NULL;
  gboolean is_set = FALSE;

  if (deid_dataset_find_column (dataset, name, NULL, NULL))
    return TRUE;
  for (guint i = 0; i < policy->separators.n; i++)
    is_set |= g_str_equal (policy->separators.items[i].column, name);
  slots = list_slots (policy, name);
  if (!is_set || slots->len == 1)
    return deid_dataset_find_column (dataset, name, NULL, error);
  for (guint i = 0; i + 1 < slots->len; i++)
    if (!deid_dataset_find_column (dataset, g_ptr_array_index (slots, i), NULL, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_stored_sets_apply (const DeidStoredPolicy *policy, DeidDataset *dataset,
                        GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i < policy->separators.n; i++)
    {
      const DeidStoredText *own = &policy->separators.items[i];

      if (!deid_stored_sets_has_column (policy, dataset, own->column, NULL))
        continue;
      if (!deid_dataset_find_column (dataset, own->column, NULL, NULL))
        {
          g_autoptr (GPtrArray) slots = list_slots (policy, own->column);

          if (!deid_dataset_add_joint_column (
                  dataset, own->column, (const char *const *) slots->pdata, cancellable, error))
            return FALSE;
        }
      if (!deid_dataset_set_separator (dataset, own->column, (guchar) own->text[0], cancellable,
                                       error))
        return FALSE;
    }
  return TRUE;
}
