/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/wide.h"
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
  const DeidParameter *threshold = data;
  guint32 n_classes;

  (void) state;
  (void) error;
  deid_table_view_get_sizes (table, &n_classes);
  return (DeidWide) n_classes * threshold->denominator
         <= (DeidWide) threshold->numerator * deid_table_view_get_n_persons (table);
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
  DeidParameter parameter;

  if (!deid_parameter_init (&parameter, threshold, FALSE, "avg", error)
      || !deid_parameter_check_share (&parameter, "avg", error))
    return NULL;
  return deid_privacy_model_new_of_slots (&slots, g_memdup2 (&parameter, sizeof parameter), g_free,
                                          NULL, error);
}
