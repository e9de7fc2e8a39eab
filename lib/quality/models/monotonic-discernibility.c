/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The discernibility metric without a penalty for what is suppressed. */
#include "quality/quality-model-private.h"
#include "quality/models.h"

static gboolean
monotonic_discernibility_cost_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                     guint64 *cost, GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);

  *cost = n * n;
  return TRUE;
}

/* The square of a sum is no less than the sum of the squares. */
static gboolean
monotonic_discernibility_bound_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                      guint64 *bound, GError **error)
{
  return monotonic_discernibility_cost_class (eq_class, state, user_data, bound, error);
}

DeidQualityModel *
deid_quality_model_new_monotonic_discernibility (void)
{
  static const DeidClassModelSlots slots = {
    .name = "dmstar",
    .sentence = "how many records each record looks like, whether it is withheld or not ($:)",
    .prepare = deid_class_model_prepare_squares,
    .class_cost = monotonic_discernibility_cost_class,
    .finish = deid_class_model_finish_squares,
    .class_bound = monotonic_discernibility_bound_class,
    .size_only = TRUE,
    .rises_with_size = TRUE,
  };

  return deid_class_model_new (&slots, NULL, NULL);
}
