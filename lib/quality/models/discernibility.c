/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The discernibility metric: a record costs as many as it cannot be told from. */
#include "quality/quality-model-private.h"

static gboolean
discernibility_cost_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                           guint64 *cost, GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);

  *cost = n * (deid_class_is_suppressed (eq_class) ? *(const guint64 *) state : n);
  return TRUE;
}

/* A record that is kept ends in a class that has at least the records of its own, and no fewer than
 * any class needs. */
static gboolean
discernibility_bound_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                            guint64 *bound, GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);
  const guint64 min_records = deid_class_get_min_records (eq_class);

  *bound = n * MIN (MAX (n, min_records), *(const guint64 *) state);
  return TRUE;
}

DeidQualityModel *
deid_quality_model_new_discernibility (void)
{
  static const DeidClassModelSlots slots = {
    .name = "dm",
    .sentence
    = "how many records each record looks like; one that is withheld counts as like all ($:)",
    .prepare = deid_class_model_prepare_squares,
    .class_cost = discernibility_cost_class,
    .finish = deid_class_model_finish_squares,
    .class_bound = discernibility_bound_class,
    .size_only = TRUE,
    .rises_with_size = TRUE,
  };

  return deid_class_model_new (&slots, NULL, NULL);
}
