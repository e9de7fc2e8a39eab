/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/item-set.h"
#include "base/memory.h"
#include "stored-policy/stored-policy-private.h"
#include "table/dataset-view.h"

#include <string.h>

/* What stands between the values of a cell: were it forgotten, one set in two orders would be two
 * values in the next table. */

#define STORED_SETS_MEMBER "separators"

static gboolean
add_separator (DeidStoredPolicy *policy, const char *name, char separator, GError **error)
{
  DeidStoredSeparator *added;

  if (!deid_grow ((gpointer *) &policy->separators, &policy->separators_capacity,
                  (guint64) policy->n_separators + 1, sizeof *policy->separators, error))
    return FALSE;
  added = &policy->separators[policy->n_separators++];
  *added = (DeidStoredSeparator){ deid_copy_text (name, error), separator };
  return added->name != NULL;
}

gboolean
deid_stored_sets_store (DeidStoredPolicy *policy, const DeidDataset *dataset, GError **error)
{
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    {
      const DeidColumn *column = deid_dataset_get_column (dataset, c);

      if (column->separator != '\0' && column->role != DEID_ROLE_IDENTIFYING
          && !add_separator (policy, column->name, column->separator, error))
        return FALSE;
    }
  return TRUE;
}

void
deid_stored_sets_write (DeidJsonWriter *writer, const DeidStoredPolicy *policy)
{
  if (policy->n_separators == 0)
    return;
  deid_json_write_name (writer, STORED_SETS_MEMBER);
  deid_json_write_begin (writer, '{');
  for (guint i = 0; i < policy->n_separators; i++)
    {
      deid_json_write_name (writer, policy->separators[i].name);
      deid_json_write_string (writer, (const char[]){ policy->separators[i].separator, '\0' });
    }
  deid_json_write_end (writer, '}');
}

gboolean
deid_stored_sets_read (DeidStoredPolicy *policy, const DeidJsonValue *root, GError **error)
{
  const DeidJsonValue *columns, *name;

  if (deid_json_get_member (root, STORED_SETS_MEMBER) == NULL)
    return TRUE;
  columns = deid_stored_member_get_object (root, STORED_SETS_MEMBER, error);
  if (columns == NULL)
    return FALSE;
  name = columns + 1;
  for (guint64 i = 0; i < columns->n; i++, name = deid_json_skip (name + 1))
    {
      const DeidJsonValue *sign = name + 1;

      if (!deid_json_is (sign, DEID_JSON_STRING) || strlen (sign->string) != 1
          || !deid_item_separator_is_valid (sign->string[0]))
        return deid_stored_member_fail (STORED_SETS_MEMBER,
                                        "a punctuation mark other than *, a blank or a tab", error);
      if (!add_separator (policy, name->string, sign->string[0], error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (transfer container): the columns that a joint one combines, to a NULL. */
static GPtrArray *
list_slots (const DeidStoredPolicy *policy, const char *joint)
{
  GPtrArray *slots = g_ptr_array_new ();

  for (guint i = 0; i < policy->n_parts; i++)
    if (g_str_equal (policy->parts[i].joint, joint))
      g_ptr_array_add (slots, policy->parts[i].name);
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
  for (guint i = 0; i < policy->n_separators; i++)
    is_set |= g_str_equal (policy->separators[i].name, name);
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
  for (guint i = 0; i < policy->n_separators; i++)
    {
      const DeidStoredSeparator *own = &policy->separators[i];

      if (!deid_stored_sets_has_column (policy, dataset, own->name, NULL))
        continue;
      if (!deid_dataset_find_column (dataset, own->name, NULL, NULL))
        {
          g_autoptr (GPtrArray) slots = list_slots (policy, own->name);

          if (!deid_dataset_add_joint_column (
                  dataset, own->name, (const char *const *) slots->pdata, cancellable, error))
            return FALSE;
        }
      if (!deid_dataset_set_separator (dataset, own->name, (guchar) own->separator, cancellable,
                                       error))
        return FALSE;
    }
  return TRUE;
}
