/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Half the sum of |p - q| over all values is the sum of p - q over those with p > q, and these are
 * present in the class: no other value need be visited. */
#include "privacy/closeness.h"
#include "privacy/models/t-closeness.h"

typedef struct
{
  guint64 n_records;
  const guint64 *counts; /* of the table */
  DeidClosenessLimit limit;
} EqualTClosenessState;

static gboolean
equal_t_closeness_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *made,
                           GError **error)
{
  const DeidTCloseness *model = data;
  EqualTClosenessState *state = g_new0 (EqualTClosenessState, 1);
  guint32 n_values;

  state->n_records = deid_privacy_input_get_n_records (input);
  state->counts = deid_privacy_input_get_counts (input, 0, &n_values);
  if (!deid_closeness_limit_init (&state->limit, &model->t, state->n_records, 1, error))
    {
      g_free (state);
      return FALSE;
    }
  *made = state;
  return TRUE;
}

static gboolean
equal_t_closeness_accept (const DeidClass *eq_class, gpointer data, gpointer model,
                          gboolean *passes, GError **error)
{
  const EqualTClosenessState *state = data;
  const guint64 n = deid_class_get_n_records (eq_class);
  const DeidWide allowed = deid_closeness_limit_get (&state->limit, n);
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);
  DeidWide sum = 0;

  for (guint32 j = 0; j < n_present && sum <= allowed; j++)
    {
      const DeidWide own = (DeidWide) state->n_records * counts[j];
      const DeidWide expected = (DeidWide) n * state->counts[values[j]];

      sum += own > expected ? own - expected : 0;
    }
  *passes = sum <= allowed;
  return TRUE;
}

/* Each absent value is 1 away from every other. */
static gboolean
equal_t_closeness_necessary (const DeidClass *eq_class, gpointer data, gpointer model,
                             gboolean *passes, GError **error)
{
  const EqualTClosenessState *state = data;
  guint32 n_present;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  guint64 absent = state->n_records;

  for (guint32 j = 0; j < n_present; j++)
    absent -= state->counts[values[j]];
  *passes = absent <= state->limit.per_record;
  return TRUE;
}

/* Half the sum of |p - q| over all values. */
static gboolean
equal_t_closeness_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer data,
                           int *verdict, GError **error)
{
  const DeidTCloseness *model = data;
  const DeidSignedWide n_records = deid_privacy_input_get_n_records (input);
  const DeidSignedWide n = deid_class_get_n_records (eq_class);
  guint32 n_values, n_present;
  const guint64 *table = deid_privacy_input_get_counts (input, 0, &n_values);
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_present);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_present);
  DeidWide sum = 0;

  for (guint32 v = 0, j = 0; v < n_values; v++)
    {
      const guint64 count = j < n_present && values[j] == v ? counts[j++] : 0;
      const DeidSignedWide difference = n_records * count - n * table[v];

      sum += (DeidWide) (difference < 0 ? -difference : difference);
    }
  *verdict = deid_closeness_compare (sum, (DeidWide) (2 * n * n_records), &model->t);
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_equal_t_closeness (const char *sensitive, double t, GError **error)
{
  const DeidModelSlots slots = {
    .prepare = equal_t_closeness_prepare,
    .free_state = deid_model_free_state,
    .accept = equal_t_closeness_accept,
    .necessary = equal_t_closeness_necessary,
    .recheck = equal_t_closeness_recheck,
    .sentence = "In each group of records that look alike, the values of $@ are spread as in the "
                "whole table, up to a distance of $1",
  };

  g_return_val_if_fail (sensitive != NULL, NULL);

  return deid_t_closeness_new (slots, "te", sensitive, t, DEID_VALUE_ORDER_TYPE, error);
}
