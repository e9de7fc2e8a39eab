/* SPDX-License-Identifier: LGPL-2.1-or-later */
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
  guint32 n_classes;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n_classes);
  guint32 n_unique = 0;

  (void) state;
  (void) error;
  while (n_unique < n_classes && sizes[n_unique] == 1)
    n_unique++;
  return deid_parameter_admits (data, n_unique, deid_table_view_get_n_persons (table));
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

  return deid_privacy_model_new_of_share (&slots, "uniq", threshold, TRUE, error);
}
