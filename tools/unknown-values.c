/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "unknown-values.h"

#include "report-json.h"

/* A stored policy, and the report on it. */
typedef struct
{
  DeidStoredPolicy *stored;
  DeidReport *report;
} Policy;

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
  gsize n_bytes;
  gconstpointer codes = deid_dataset_get_codes (table, column, &width, &n_bytes);
  guint64 n = 0;

  for (guint64 row = 0; row < deid_dataset_get_n_rows (table); row++)
    n += is_unknown[get_code (codes, width, row)] ? 1 : 0;
  return n;
}

/* A missing value is never unknown. */
static gboolean
is_value_unknown (const Policy *policy, guint attribute, const char *value, gboolean *is_unknown,
                  GError **error)
{
  g_autofree char *label = NULL;

  if (!deid_hierarchy_generalize (
          deid_stored_policy_get_hierarchy (policy->stored, attribute), value,
          (guint) get_row_count (policy->report, "attributes", attribute, "hierarchy_level"),
          &label, error))
    return FALSE;
  *is_unknown = value[0] != '\0' && label == NULL;
  return TRUE;
}

static gboolean
add_column (GPtrArray *found, const Policy *policy, guint attribute, DeidDataset *table,
            GError **error)
{
  g_autofree UnknownValues *unknown = g_new0 (UnknownValues, 1);
  g_autoptr (GPtrArray) listed = g_ptr_array_new ();
  g_autofree const char **values = NULL;
  g_autofree gboolean *is_unknown = NULL;
  gsize n_values;
  guint column;

  if (!deid_dataset_find_column (
          table, get_row_text (policy->report, "attributes", attribute, "name"), &column, error)
      || (values = deid_dataset_list_distinct (table, column, &n_values, error)) == NULL)
    return FALSE;
  unknown->column = deid_dataset_get_column_name (table, column);
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
list_unknown_values (DeidStoredPolicy *policy, DeidDataset *table, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (unknown_values_free);
  g_autoptr (DeidReport) report = deid_report_new_stored_policy (policy, error);
  const Policy both = { policy, report };

  if (report == NULL)
    return NULL;
  for (guint a = 0; a < get_n_rows (report, "attributes"); a++)
    if (!add_column (found, &both, a, table, error))
      return NULL;
  return g_steal_pointer (&found);
}
