/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-model-private.h"

static char *
distinct_l_diversity_describe (gpointer data)
{
  return g_strdup_printf ("dl:%" G_GUINT64_FORMAT, *(guint64 *) data);
}

static gboolean
distinct_l_diversity_accept (const DeidClass *eq_class, gpointer state, gpointer data,
                             gboolean *passes, GError **error)
{
  guint32 n_values;

  (void) state;
  (void) error;
  deid_class_get_values (eq_class, 0, &n_values);
  *passes = n_values >= *(guint64 *) data;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_distinct_l_diversity (const char *sensitive, guint64 l, GError **error)
{
  const DeidModelSlots slots = {
    .describe = distinct_l_diversity_describe,
    .accept = distinct_l_diversity_accept,
    .closure = DEID_CLOSURE_SUPERSET,
    .least_values = l,
    .sentence = "Each group of records that look alike has at least $1 different values of $@",
  };

  g_return_val_if_fail (sensitive != NULL, NULL);

  return deid_privacy_model_new_of_count (&slots, "dl", l, sensitive, error);
}
