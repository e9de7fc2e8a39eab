/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/host-quality.h"

#include "support/suite.h"

/* What the model prepares. */
typedef struct
{
  guint64 n_records;
  const DeidQualityInput *input; /* valid as long as the state is */
} State;

static char *
describe (gpointer user_data)
{
  const HostQuality *host = user_data;

  return g_strdup_printf ("host:%u:%u", host->kind, host->factor_tenths);
}

/* Returns: whether the call succeeds. */
static gboolean
count_call (HostQuality *host, GError **error)
{
  assert_quietly (!host->has_failed);
  assert_quietly (host->thread_safe || g_thread_self () == host->thread);
  if (g_atomic_int_add (&host->n_calls, 1) + 1 != host->fail_at)
    return TRUE;
  host->has_failed = TRUE;
  g_set_error (error, HOST_ERROR, HOST_ERROR_CODE, "call %d", host->fail_at);
  return FALSE;
}

static gboolean
prepare (const DeidQualityInput *input, gpointer user_data, gpointer *state, GError **error)
{
  HostQuality *host = user_data;

  if (!count_call (host, error))
    {
      *state = host;
      return TRUE;
    } /* which must not be freed */
  host->n_states++;
  *state = g_memdup2 (&(State){ deid_quality_input_get_n_records (input), input }, sizeof (State));
  return TRUE;
}

static void
free_state (gpointer state, gpointer user_data)
{
  HostQuality *host = user_data;

  assert_quietly (host->n_states > 0);
  host->n_states--;
  g_free (state);
}

/* The formula of deid_quality_model_new_iyengar_loss() times 10 (D - 1), or times 10 D - (20 - 2
 * t), with g = t / 10. */
static gboolean
cost_iyengar (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute,
              gpointer state, gpointer user_data, GError **error)
{
  HostQuality *host = user_data;
  const guint64 t = host->factor_tenths, d = deid_quality_input_get_n_leaves (input, attribute);

  ck_assert_ptr_eq (((State *) state)->input, input);
  ck_assert_uint_eq (((State *) state)->n_records, deid_quality_input_get_n_records (input));
  if (!count_call (host, error))
    return FALSE;
  for (guint level = 0; level < deid_quality_input_get_n_levels (input, attribute); level++)
    for (guint32 label = 0; label < deid_quality_input_get_n_labels (input, attribute, level);
         label++)
      deid_attribute_costs_set_extent (
          costs, level, label,
          (guint32) deid_quality_input_get_n_covered (input, attribute, level, label) - 1);
  if (d == 1)
    deid_attribute_costs_set_rates (costs, 0, 0, 0, 1);
  else if (t <= 5)
    deid_attribute_costs_set_rates (costs, 10, 2 * t * (d - 1), 10 - 2 * t, 10 * (d - 1));
  else
    deid_attribute_costs_set_rates (costs, 20 - 2 * t, 10 * d - (20 - 2 * t), 0,
                                    10 * d - (20 - 2 * t));
  return TRUE;
}

static gboolean
recheck_iyengar (const DeidRecheckedValue *value, gpointer user_data, double *cost, GError **error)
{
  const double g = ((HostQuality *) user_data)->factor_tenths / 10.0;
  const double n = (double) deid_rechecked_value_get_n_covered (value);
  const double d = (double) deid_rechecked_value_get_n_leaves (value);

  assert_quietly (deid_rechecked_value_get_level (value)
                  < deid_rechecked_value_get_n_levels (value));
  if (deid_rechecked_value_get_n_leaves (value) == 1)
    *cost = 0;
  else if (deid_rechecked_value_is_suppressed (value))
    *cost = g < 0.5 ? 2 * g + (1 - 2 * g) * (n - 1) / (d - 1) : 1;
  else
    *cost = g < 0.5 ? (n - 1) / (d - 1) : (2 - 2 * g) * (n - 1) / (d - (2 - 2 * g));
  return count_call (user_data, error);
}

/* The discernibility metric (Bayardo, Agrawal: Data privacy through optimal k-anonymization, ICDE
 * 2005): a record costs as many as it cannot be told from. */
static gboolean
cost_discernibility (const DeidClass *eq_class, gpointer state, gpointer user_data, guint64 *cost,
                     GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);

  assert_quietly (deid_class_get_min_records (eq_class) == 1);
  *cost = n * (deid_class_is_suppressed (eq_class) ? ((State *) state)->n_records : n);
  return count_call (user_data, error);
}

/* A record is kept with those it is with, and with as many as a class must have. */
static gboolean
bound_discernibility (const DeidClass *eq_class, gpointer state, gpointer user_data, guint64 *bound,
                      GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);
  const guint64 min_records = deid_class_get_min_records (eq_class);

  assert_quietly (!deid_class_is_suppressed (eq_class));
  assert_quietly (min_records >= 1 && min_records <= ((State *) state)->n_records);
  *bound = n * MAX (n, min_records);
  return count_call (user_data, error);
}

static gboolean
finish_discernibility (const DeidCostSum *sum, gpointer state, gpointer user_data, double *loss,
                       GError **error)
{
  const double n = (double) ((State *) state)->n_records;

  assert_quietly (deid_cost_sum_get_n_records (sum) == ((State *) state)->n_records);
  *loss = deid_cost_sum_get_value (sum) / (n * n);
  return count_call (user_data, error);
}

static gboolean
cost_arbitrarily (const DeidClass *eq_class, gpointer state, gpointer user_data, guint64 *cost,
                  GError **error)
{
  const guint n_attributes = deid_quality_input_get_n_attributes (((State *) state)->input);
  guint hash = deid_class_is_suppressed (eq_class) ? 7 : 1;

  for (guint a = 0; a < n_attributes; a++)
    {
      const char *label = deid_class_get_label (eq_class, a);

      hash = hash * 31 + (label != NULL ? g_str_hash (label) : 5);
    }
  *cost = hash % 100 * deid_class_get_n_records (eq_class) + deid_class_get_n_persons (eq_class);
  return count_call (user_data, error);
}

static void
note_destroyed (gpointer user_data)
{
  ((HostQuality *) user_data)->n_destroyed++;
}

static void
set_class_slots (DeidQualityModelFuncs *funcs, HostQuality *host)
{
  const gboolean is_arbitrary = host->kind == HOST_ARBITRARY;

  deid_quality_model_funcs_set_class_cost (
      funcs, is_arbitrary ? cost_arbitrarily : cost_discernibility, host, note_destroyed);
  if (!is_arbitrary)
    deid_quality_model_funcs_set_finish (funcs, finish_discernibility, host, NULL);
  if (host->kind == HOST_DISCERNIBILITY_BOUNDED)
    deid_quality_model_funcs_set_class_bound (funcs, bound_discernibility, host, NULL);
  deid_quality_model_funcs_set_thread_safe (funcs, host->thread_safe);
}

DeidQualityModelFuncs *
host_quality_new (HostQuality *host)
{
  DeidQualityModelFuncs *funcs = deid_quality_model_funcs_new ();

  host->thread = g_thread_self ();
  deid_quality_model_funcs_set_describe (funcs, describe, host, note_destroyed);
  deid_quality_model_funcs_set_prepare (funcs, prepare, host, note_destroyed);
  deid_quality_model_funcs_set_free_state (funcs, free_state, host, note_destroyed);
  if (host->kind != HOST_IYENGAR)
    set_class_slots (funcs, host);
  else
    deid_quality_model_funcs_set_attribute_costs (funcs, cost_iyengar, host, note_destroyed);
  deid_quality_model_funcs_set_aggregate (funcs, host->aggregate);
  if (host->has_recheck)
    deid_quality_model_funcs_set_recheck (funcs, recheck_iyengar, host, note_destroyed);
  return funcs;
}

void
host_quality_use (DeidQualityModelFuncs *funcs, const RandomProblem *random, gboolean has_weights,
                  DeidProblem *problem)
{
  GError *error = NULL;
  g_autoptr (DeidQualityModel) model = deid_quality_model_new (funcs, &error);

  assert_no_error (error);
  for (guint a = 0; has_weights && a < random->n_attributes; a++)
    {
      const char name[] = { 'q', (char) ('0' + a), '\0' };

      deid_quality_model_set_attribute_weight (model, name, random->attributes[a].weight, &error);
      assert_no_error (error);
    }
  deid_problem_set_quality_model (problem, model, &error);
  assert_no_error (error);
}
