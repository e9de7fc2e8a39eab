/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "base/text.h"
#include "quality/quality-model-private.h"

#include <string.h>

static char *
class_model_describe (gpointer user_data)
{
  return g_strdup (user_data);
}

DeidQualityModel *
deid_class_model_new (const DeidClassModelSlots *slots, const char *column, GError **error)
{
  const char *const columns[] = { column, NULL };
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, class_model_describe, (gpointer) slots->name, NULL);
  deid_quality_model_funcs_set_prepare (funcs, slots->prepare, (gpointer) slots->name, NULL);
  deid_quality_model_funcs_set_free_state (
      funcs, slots->free_state != NULL ? slots->free_state : deid_model_free_state, NULL, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, slots->class_cost, NULL, NULL);
  deid_quality_model_funcs_set_finish (funcs, slots->finish, NULL, NULL);
  deid_quality_model_funcs_set_class_bound (funcs, slots->class_bound, NULL, NULL);
  deid_quality_model_funcs_set_size_only (funcs, slots->size_only);
  deid_quality_model_funcs_set_rises_with_size (funcs, slots->rises_with_size);
  deid_quality_model_funcs_set_sentence (funcs, slots->sentence);
  deid_quality_model_funcs_set_thread_safe (funcs, TRUE);
  deid_quality_model_funcs_set_columns (funcs, columns);
  funcs->get_form = slots->get_form;
  return deid_quality_model_new (funcs, error);
}

gboolean
deid_class_model_prepare_squares (const DeidQualityInput *input, gpointer user_data,
                                  gpointer *state, GError **error)
{
  const guint64 n = deid_quality_input_get_n_records (input);

  if (n <= G_MAXUINT32)
    {
      *state = g_memdup2 (&n, sizeof n);
      return TRUE;
    }
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "quality model %s: %" G_GUINT64_FORMAT
                    " records, expected fewer than 2^32, whose square fits 64 bits",
                    (const char *) user_data, n);
}

gboolean
deid_class_model_finish_squares (const DeidCostSum *sum, gpointer state, gpointer user_data,
                                 double *loss, GError **error)
{
  const double n = (double) *(const guint64 *) state;

  *loss = deid_cost_sum_get_value (sum) / (n * n);
  return TRUE;
}

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

void
deid_level_extents_set (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute)
{
  const guint n_levels = deid_quality_input_get_n_levels (input, attribute);

  for (guint level = 0; level < n_levels; level++)
    {
      const guint32 n_labels = deid_quality_input_get_n_labels (input, attribute, level);

      for (guint32 label = 0; label < n_labels; label++)
        deid_attribute_costs_set_extent (costs, level, label, level);
    }
}

/* What is left of 120 fractional bits, so that products with units stay in 128. */
#define KEPT_BITS 80

DeidWide
deid_log_extents_measure (guint64 n)
{
  return deid_fixed_log (n) >> (DEID_FIXED_BITS - KEPT_BITS);
}

void
deid_log_extents_init (DeidLogExtents *extents, DeidWide whole, guint64 n_records)
{
  extents->whole = whole;
  extents->n_units = (guint32) MIN (G_MAXUINT32, G_MAXINT64 / n_records);
  memset (extents->known, 0, sizeof extents->known);
}

guint32
deid_log_extents_get (DeidLogExtents *extents, guint64 n)
{
  guint32 extent;

  if (n <= 1)
    return 0;
  if (n < DEID_LOG_EXTENTS_KNOWN && extents->known[n] > 0)
    return extents->known[n];
  extent = (guint32) (deid_log_extents_measure (n) * extents->n_units / extents->whole);
  if (n < DEID_LOG_EXTENTS_KNOWN)
    extents->known[n] = extent;
  return extent;
}
