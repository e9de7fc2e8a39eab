/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/parameter.h"
#include "privacy/privacy-model-private.h"

static char *
describe (gpointer data)
{
  return deid_parameter_spell (data, "avg");
}

static gboolean
accept_table (const DeidTableView *table, gpointer state, gpointer data, GError **error)
{
  guint32 n_classes;

  (void) state;
  (void) error;
  deid_table_view_get_sizes (table, &n_classes);
  return deid_parameter_admits (data, n_classes, deid_table_view_get_n_persons (table));
}

DeidPrivacyModel *
deid_average_risk_new (double threshold, GError **error)
{
  static const DeidModelSlots slots = {
    .describe = describe,
    .accept_table = accept_table,
    .size_only = TRUE,
    .withholding = DEID_WITHHOLDING_SMALLEST_FIRST,
    .is_table_monotone = TRUE,
  };

  return deid_privacy_model_new_of_share (&slots, "avg", threshold, FALSE, error);
}
