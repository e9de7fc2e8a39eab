/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-model-private.h"

/* The risks of the n records of a class are 1 / n each. */
static gboolean
count_class (const DeidClassSize *class_size, gpointer state, gpointer data, guint64 *high,
             guint64 *low, GError **error)
{
  *high = 0;
  *low = 1;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_average_risk (double threshold, GError **error)
{
  static const DeidModelSlots slots = {
    .accept_table = deid_parameter_admit_sum,
    .class_term = count_class,
    .size_only = TRUE,
    .suppression_order = DEID_SUPPRESSION_ORDER_SMALLEST_FIRST,
    .is_table_monotone = TRUE,
    .sentence = "The average risk of the released $# is at most $1$+",
  };

  return deid_privacy_model_new_of_share (&slots, "avg", threshold, FALSE, error);
}
