/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The classification metric: a record costs 1 unless it is kept and has the response that most of
 * its class have. */
#include "quality/quality-model-private.h"
#include "quality/models.h"

static gboolean
count_errors (const DeidClass *eq_class, guint64 *n_errors)
{
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);
  guint64 most = 0;

  for (guint32 value = 0; value < n_values; value++)
    most = MAX (most, counts[value]);
  *n_errors = deid_class_get_n_records (eq_class) - most;
  return TRUE;
}

static gboolean
classification_error_cost_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                 guint64 *cost, GError **error)
{
  *cost = deid_class_get_n_records (eq_class);
  return deid_class_is_suppressed (eq_class) || count_errors (eq_class, cost);
}

/* No response is that of more records of a class than of each of its parts together. */
static gboolean
classification_error_bound_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                  guint64 *bound, GError **error)
{
  return count_errors (eq_class, bound);
}

DeidQualityModel *
deid_quality_model_new_classification_error (const char *response, GError **error)
{
  static const DeidClassModelSlots slots = {
    .name = "ce",
    .sentence = "the share of the records that are withheld, or have another value of the column "
                "to be predicted than the most frequent one of the records that look like them "
                "($:)",
    .class_cost = classification_error_cost_class,
    .class_bound = classification_error_bound_class,
  };

  g_return_val_if_fail (response != NULL, NULL);

  return deid_class_model_new (&slots, response, error);
}
