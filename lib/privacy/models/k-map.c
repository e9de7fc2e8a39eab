/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-model-private.h"

static char *
describe (gpointer data)
{
  return g_strdup_printf ("kmap:%" G_GUINT64_FORMAT, *(guint64 *) data);
}

/* The state is the parameters. */
static gpointer
prepare (const DeidPrivacyInput *input, gpointer data, GError **error)
{
  deid_privacy_model_check_population ("kmap", input, error);
  return data;
}

static gboolean
accept (const DeidClass *eq_class, gpointer state, gpointer data, GError **error)
{
  (void) state;
  (void) error;
  return deid_class_get_n_population (eq_class) >= *(guint64 *) data;
}

DeidPrivacyModel *
deid_privacy_model_new_k_map (guint64 k, GError **error)
{
  static const DeidModelSlots slots = {
    .describe = describe,
    .prepare = prepare,
    .accept = accept,
    .closure = DEID_CLOSURE_SUPERSET,
  };

  return deid_privacy_model_new_of_count (&slots, "kmap", k, NULL, error);
}
