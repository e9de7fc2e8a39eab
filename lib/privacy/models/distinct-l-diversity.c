/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/models.h"
#include "privacy/privacy-model-private.h"

static gboolean
distinct_l_diversity_accept (const DeidClass *eq_class, gpointer state, gpointer data,
                             gboolean *passes, GError **error)
{
  guint32 n_values;

  deid_class_get_values (eq_class, 0, &n_values);
  *passes = n_values >= *(guint64 *) data;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_distinct_l_diversity (const char *sensitive, guint64 l, GError **error)
{
  const DeidModelSlots slots = {
    .accept = distinct_l_diversity_accept,
    .closure = DEID_CLOSURE_SUPERSET,
    .least_values = l,
    .profile = { .n_values = l },
    .sentence = "Each group of records that look alike has at least $1 different values of $@, "
                "where a missing value counts as one",
  };

  g_return_val_if_fail (sensitive != NULL, NULL);

  return deid_privacy_model_new_of_count (&slots, "dl", l, sensitive, error);
}

static char *
known_l_diversity_describe (gpointer data)
{
  return g_strdup_printf ("dl:%" G_GUINT64_FORMAT ":known", *(guint64 *) data);
}

/* The state is the number of the missing value, or of none. */
static gboolean
known_l_diversity_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state,
                           GError **error)
{
  guint32 missing = 0, n_values;

  deid_privacy_input_get_counts (input, 0, &n_values);
  while (missing < n_values && deid_privacy_input_get_value (input, 0, missing) != NULL)
    missing++;
  *state = g_memdup2 (&missing, sizeof missing);
  return TRUE;
}

static gboolean
known_l_diversity_accept (const DeidClass *eq_class, gpointer state, gpointer data,
                          gboolean *passes, GError **error)
{
  const guint32 missing = *(const guint32 *) state;
  guint32 n_values;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_values);

  *passes = n_values >= *(guint64 *) data;
  for (guint32 v = 0; *passes && n_values == *(guint64 *) data && v < n_values; v++)
    *passes = values[v] != missing;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_known_l_diversity (const char *sensitive, guint64 l, GError **error)
{
  const DeidModelSlots slots = {
    .describe = known_l_diversity_describe,
    .prepare = known_l_diversity_prepare,
    .free_state = deid_model_free_state,
    .accept = known_l_diversity_accept,
    .closure = DEID_CLOSURE_SUPERSET,
    .least_values = l,
    .profile = { .n_values = l, .passes_missing = TRUE },
    .sentence = "Each group of records that look alike has at least $1 different values of $@, "
                "where missing ones do not count",
  };

  return deid_privacy_model_new_of_count (&slots, "dl", l, sensitive, error);
}
