/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-model-private.h"
#include "privacy/table-view.h"
#include "privacy/models.h"

static gboolean
count_unique (const DeidClassSize *class_size, gpointer state, gpointer data, guint64 *high,
              guint64 *low, GError **error)
{
  *high = 0;
  *low = class_size->size == 1 ? 1 : 0;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_sample_uniqueness (double threshold, GError **error)
{
  static const DeidModelSlots slots = {
    .accept_table = deid_parameter_admit_sum,
    .class_term = count_unique,
    .size_only = TRUE,
    .suppression_order = DEID_SUPPRESSION_ORDER_SMALLEST_FIRST,
    .is_table_monotone = TRUE,
    .sentence = "At most a share of $1 of the released $# is alone in its group$+",
  };

  return deid_privacy_model_new_of_share (&slots, "uniq", threshold, TRUE, error);
}
