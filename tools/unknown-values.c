/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "unknown-values.h"

void
unknown_values_free (gpointer data)
{
  UnknownValues *unknown = data;

  g_ptr_array_unref (unknown->values);
  g_free (unknown);
}

static guint32
get_code (gconstpointer codes, guint width, guint64 row)
{
  return width == 1   ? ((const guint8 *) codes)[row]
         : width == 2 ? ((const guint16 *) codes)[row]
                      : ((const guint32 *) codes)[row];
}

static guint64
count_rows (DeidDataset *table, guint column, const gboolean *is_unknown)
{
  guint width;
  g_autoptr (GBytes) bytes = deid_dataset_get_codes (table, column, &width);
  gconstpointer codes = g_bytes_get_data (bytes, NULL);
  guint64 n = 0;

  for (guint64 row = 0; row < deid_dataset_get_n_rows (table); row++)
    n += is_unknown[get_code (codes, width, row)] ? 1 : 0;
  return n;
}

/* A missing value is never unknown. */
static gboolean
is_value_unknown (const DeidStoredPolicy *policy, guint attribute, const char *value,
                  gboolean *is_unknown, GError **error)
{
  g_autofree char *label = NULL;

  if (!deid_hierarchy_generalize (deid_stored_policy_get_hierarchy (policy, attribute), value,
                                  deid_stored_policy_get_hierarchy_level (policy, attribute),
                                  &label, error))
    return FALSE;
  *is_unknown = value[0] != '\0' && label == NULL;
  return TRUE;
}

static gboolean
add_column (GPtrArray *found, const DeidStoredPolicy *policy, guint attribute, DeidDataset *table,
            GError **error)
{
  g_autofree UnknownValues *unknown = g_new0 (UnknownValues, 1);
  g_autoptr (GPtrArray) listed = g_ptr_array_new ();
  g_autofree const char **values = NULL;
  g_autofree gboolean *is_unknown = NULL;
  gsize n_values;
  guint column;

  unknown->column = deid_stored_policy_get_attribute_name (policy, attribute);
  if (!deid_dataset_find_column (table, unknown->column, &column, error)
      || (values = deid_dataset_list_distinct (table, column, &n_values, error)) == NULL)
    return FALSE;
  is_unknown = g_new0 (gboolean, n_values);
  for (gsize i = 0; i < n_values; i++)
    {
      if (!is_value_unknown (policy, attribute, values[i], &is_unknown[i], error))
        return FALSE;
      if (is_unknown[i])
        g_ptr_array_add (listed, (gpointer) values[i]);
    }
  if (listed->len > 0)
    {
      unknown->values = g_steal_pointer (&listed);
      unknown->n_rows = count_rows (table, column, is_unknown);
      g_ptr_array_add (found, g_steal_pointer (&unknown));
    }
  return TRUE;
}

GPtrArray *
list_unknown_values (const DeidStoredPolicy *policy, DeidDataset *table, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (unknown_values_free);

  for (guint a = 0; a < deid_stored_policy_get_n_attributes (policy); a++)
    if (!add_column (found, policy, a, table, error))
      return NULL;
  return g_steal_pointer (&found);
}
