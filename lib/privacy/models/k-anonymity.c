/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/privacy-model-private.h"

static gboolean
k_anonymity_accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                    GError **error)
{
  *passes = deid_class_get_n_persons (eq_class) >= *(guint64 *) data;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_k_anonymity (guint64 k, GError **error)
{
  static const DeidModelSlots slots = {
    .accept = k_anonymity_accept,
    .closure = DEID_CLOSURE_SUPERSET,
    .size_only = TRUE,
    .sentence = "Each released combination of quasi-identifiers belongs to at least $1 $#",
  };

  return deid_privacy_model_new_of_count (&slots, "k", k, NULL, error);
}

/* The state is the parameters. */
static gboolean
k_map_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  *state = data;
  return deid_privacy_model_check_population ("kmap", input, error);
}

static gboolean
k_map_accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
              GError **error)
{
  *passes = deid_class_get_n_population (eq_class) >= *(guint64 *) data;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_k_map (guint64 k, GError **error)
{
  static const DeidModelSlots slots = {
    .prepare = k_map_prepare,
    .accept = k_map_accept,
    .closure = DEID_CLOSURE_SUPERSET,
    .sentence = "In the quasi-identifiers, each released record fits at least $1 people of the "
                "population, whether they are in the table or not",
  };

  return deid_privacy_model_new_of_count (&slots, "kmap", k, NULL, error);
}
