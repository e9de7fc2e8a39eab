/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "quality/label-table.h"

#include "base/arrays.h"
#include "base/memory.h"

static gboolean
label_table_add_level (DeidLabelTable *table, const DeidQualityInput *input, guint attribute,
                       guint level, DeidLabelNumberFunc get_number, gconstpointer data,
                       GError **error)
{
  const guint32 n_labels = deid_quality_input_get_n_labels (input, attribute, level);
  guint64 *numbers = deid_alloc (n_labels, sizeof *numbers, error);

  if (numbers == NULL)
    return FALSE;
  for (guint32 label = 0; label < n_labels; label++)
    numbers[label]
        = get_number (deid_quality_input_get_n_covered (input, attribute, level, label), data);
  table->numbers[table->n_levels++] = numbers;
  return TRUE;
}

gboolean
deid_label_table_init (DeidLabelTable *table, const DeidQualityInput *input,
                       DeidLabelNumberFunc get_number, gconstpointer data, GError **error)
{
  const guint n_attributes = deid_quality_input_get_n_attributes (input);

  guint64 n_all = 0;

  *table = (DeidLabelTable){ .n_attributes = n_attributes };
  for (guint a = 0; a < n_attributes; a++)
    n_all += deid_quality_input_get_n_levels (input, a);
  if (!deid_new_arrays (error, DEID_NEW (table->first, n_attributes),
                        DEID_NEW (table->numbers, n_all)))
    return FALSE;
  for (guint a = 0; a < n_attributes; a++)
    {
      const guint n_levels = deid_quality_input_get_n_levels (input, a);

      table->first[a] = table->n_levels;
      for (guint level = 0; level < n_levels; level++)
        if (!label_table_add_level (table, input, a, level, get_number, data, error))
          return FALSE;
    }
  return TRUE;
}

void
deid_label_table_clear (DeidLabelTable *table)
{
  for (guint level = 0; level < table->n_levels; level++)
    g_free (table->numbers[level]);
  g_free (table->numbers);
  g_free (table->first);
}

guint64
deid_label_table_sum (const DeidLabelTable *table, const DeidClass *eq_class)
{
  guint n_attributes;
  const guint *levels = deid_class_get_levels (eq_class, &n_attributes);
  const guint32 *labels = deid_class_get_label_numbers (eq_class, &n_attributes);
  guint64 sum = 0;

  for (guint a = 0; a < n_attributes; a++)
    sum += deid_label_table_get (table, a, levels[a], labels[a]);
  return sum;
}
