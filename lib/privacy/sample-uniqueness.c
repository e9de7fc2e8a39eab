/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/wide.h"
#include "privacy/parameter.h"
#include "privacy/privacy-model-private.h"

static char *
describe (gpointer data)
{
  return deid_parameter_spell (data, "uniq");
}

/* Those that are unique come first. */
static gboolean
accept_table (const DeidTableView *table, gpointer state, gpointer data, GError **error)
{
  const DeidParameter *threshold = data;
  guint32 n_classes;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n_classes);
  guint32 n_unique = 0;

  (void) state;
  (void) error;
  while (n_unique < n_classes && sizes[n_unique] == 1)
    n_unique++;
  return (DeidWide) n_unique * threshold->denominator
         <= (DeidWide) threshold->numerator * deid_table_view_get_n_persons (table);
}

DeidPrivacyModel *
deid_sample_uniqueness_new (double threshold, GError **error)
{
  static const DeidModelSlots slots = {
    .describe = describe,
    .accept_table = accept_table,
    .size_only = TRUE,
    .withholding = DEID_WITHHOLDING_SMALLEST_FIRST,
    .is_table_monotone = TRUE,
  };
  DeidParameter parameter;

  if (!deid_parameter_init (&parameter, threshold, TRUE, "uniq", error)
      || !deid_parameter_check_share (&parameter, "uniq", error))
    return NULL;
  return deid_privacy_model_new_of_slots (&slots, g_memdup2 (&parameter, sizeof parameter), g_free,
                                          NULL, error);
}
