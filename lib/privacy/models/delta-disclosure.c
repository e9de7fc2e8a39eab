/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* |log (p / q)| < delta means base^-delta < p / q < base^delta. In counts c of n records and C of
 * N, with delta = a / b, that is
 *
 *     (c N)^b < (n C)^b base^a    and    (n C)^b < (c N)^b base^a. */
#include <math.h>

#include "privacy/privacy-model-private.h"
#include "base/big-number.h"
#include "base/text.h"
#include "privacy/closeness.h"
#include "privacy/models.h"

typedef struct
{
  DeidParameter delta;
  DeidLogarithm base;
  gboolean absent_count;
} DeltaDisclosureParameters;

typedef struct
{
  DeidShareLimits *upper;
  DeidShareLimits *lower;
  guint32 rarest; /* a value with the smallest share in the table */
} DeltaDisclosureState;

static char *
delta_disclosure_describe (gpointer user_data)
{
  static const char *const bases[] = {
    [DEID_LOGARITHM_BINARY] = "",
    [DEID_LOGARITHM_NATURAL] = ":e",
    [DEID_LOGARITHM_DECIMAL] = ":10",
  };
  const DeltaDisclosureParameters *parameters = user_data;
  g_autofree char *name_and_delta = deid_parameter_spell (&parameters->delta, "dd");

  return g_strconcat (name_and_delta, bases[parameters->base],
                      parameters->absent_count ? ":absent" : "", NULL);
}

static long double
get_log_of_base (const DeltaDisclosureParameters *parameters)
{
  switch (parameters->base)
    {
    case DEID_LOGARITHM_BINARY:
      return logl (2);
    case DEID_LOGARITHM_DECIMAL:
      return logl (10);
    case DEID_LOGARITHM_NATURAL:
    default:
      return 1;
    }
}

static void
delta_disclosure_free_state (gpointer data, gpointer user_data)
{
  DeltaDisclosureState *state = data;

  g_clear_pointer (&state->upper, deid_share_limits_free);
  g_clear_pointer (&state->lower, deid_share_limits_free);
  g_free (state);
}

/* Beyond e^709 the ratio leaves the range of doubles; up to there, an error of 2^-52 in its
 * logarithm is one of less than 2^-42 in the ratio. */
static gboolean
delta_disclosure_prepare (const DeidPrivacyInput *input, gpointer user_data, gpointer *made,
                          GError **error)
{
  const DeltaDisclosureParameters *parameters = user_data;
  const double logarithm = parameters->delta.value * (double) get_log_of_base (parameters);
  DeltaDisclosureState *state = g_new0 (DeltaDisclosureState, 1);

  state->upper = deid_share_limits_new (input, error);
  if (state->upper != NULL)
    state->lower = deid_share_limits_new (input, error);
  if (state->lower == NULL)
    {
      delta_disclosure_free_state (state, NULL);
      return FALSE;
    }
  for (guint32 v = 0; v < state->upper->n_values; v++)
    {
      deid_share_limits_set (state->upper, v, exp (logarithm));
      deid_share_limits_set (state->lower, v, exp (-logarithm));
      if (state->upper->counts[v] < state->upper->counts[state->rarest])
        state->rarest = v;
    }
  *made = state;
  return TRUE;
}

/* Compares p / q with base^delta or, for @direction -1, with base^-delta. */
static gboolean
delta_disclosure_compare (const DeidShares *shares, const DeltaDisclosureParameters *parameters,
                          int direction, int *sign, GError **error)
{
  const guint64 a = parameters->delta.numerator, b = parameters->delta.denominator;
  const guint64 base = parameters->base == DEID_LOGARITHM_BINARY ? 2 : 10;
  DeidPowerProduct product;
  gboolean success;

  deid_power_product_init (&product);
  success = deid_power_product_multiply (&product, shares->count, b, 1, error)
            && deid_power_product_multiply (&product, shares->n_table_records, b, 1, error)
            && deid_power_product_multiply (&product, shares->n_records, b, -1, error)
            && deid_power_product_multiply (&product, shares->table_count, b, -1, error);
  if (parameters->base == DEID_LOGARITHM_NATURAL)
    deid_power_product_multiply_e (&product, a, -direction);
  else
    success = success && deid_power_product_multiply (&product, base, a, -direction, error);
  success = success && deid_power_product_compare_to_one (&product, sign, error);
  deid_power_product_clear (&product);
  return success;
}

static gboolean
compare_with_upper (const DeidShares *shares, gconstpointer parameters, int *sign, GError **error)
{
  return delta_disclosure_compare (shares, parameters, 1, sign, error);
}

static gboolean
compare_with_lower (const DeidShares *shares, gconstpointer parameters, int *sign, GError **error)
{
  return delta_disclosure_compare (shares, parameters, -1, sign, error);
}

static gboolean
has_all_values (const DeidClass *eq_class, const DeidShareLimits *limits)
{
  guint32 n_values;

  deid_class_get_values (eq_class, 0, &n_values);
  return n_values == limits->n_values;
}

static gboolean
delta_disclosure_accept (const DeidClass *eq_class, gpointer data, gpointer user_data,
                         gboolean *passes, GError **error)
{
  const DeltaDisclosureParameters *parameters = user_data;
  const DeltaDisclosureState *state = data;

  *passes = FALSE;
  if (parameters->absent_count && !has_all_values (eq_class, state->upper))
    return TRUE;
  return deid_share_limits_hold (state->upper, eq_class, -1, -1, compare_with_upper, parameters,
                                 passes, error)
         && (!*passes
             || deid_share_limits_hold (state->lower, eq_class, 1, 1, compare_with_lower,
                                        parameters, passes, error));
}

/* Where all values are present there is always room, but the rarest of them needs a record. */
static gboolean
delta_disclosure_necessary (const DeidClass *eq_class, gpointer data, gpointer user_data,
                            gboolean *passes, GError **error)
{
  const DeltaDisclosureParameters *parameters = user_data;
  const DeltaDisclosureState *state = data;

  if (parameters->absent_count)
    *passes = has_all_values (eq_class, state->upper)
              && (double) deid_class_get_n_records (eq_class)
                         * state->upper->limits[state->rarest].above
                     >= 1;
  else
    *passes = deid_share_limits_leave_room (state->upper, eq_class);
  return TRUE;
}

/* By the definition, in extended precision. */
static gboolean
delta_disclosure_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input,
                          gpointer user_data, int *verdict, GError **error)
{
  const DeltaDisclosureParameters *parameters = user_data;
  const long double delta
      = (long double) parameters->delta.numerator / (long double) parameters->delta.denominator;
  const long double n = (long double) deid_class_get_n_records (eq_class);
  const long double n_table = (long double) deid_privacy_input_get_n_records (input);
  guint32 n_values, n_table_values;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_values);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);
  const guint64 *table_counts = deid_privacy_input_get_counts (input, 0, &n_table_values);

  *verdict = -1;
  if (parameters->absent_count && n_values < n_table_values)
    return TRUE;
  *verdict = 1;
  for (guint32 i = 0; i < n_values; i++)
    {
      const long double p = (long double) counts[i] / n;
      const long double q = (long double) table_counts[values[i]] / n_table;
      const long double disclosure = fabsl (logl (p / q)) / get_log_of_base (parameters);

      if (fabsl (disclosure - delta) <= 1e-12L * (1 + delta))
        *verdict = 0;
      else if (disclosure > delta)
        {
          *verdict = -1;
          break;
        }
    }
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_delta_disclosure (const char *sensitive, double delta, DeidLogarithm base,
                                         DeidAbsentValues absent, GError **error)
{
  DeltaDisclosureParameters parameters
      = { .base = base, .absent_count = absent == DEID_ABSENT_VALUES_COUNT };
  DeidModelSlots slots = {
    .describe = delta_disclosure_describe,
    .prepare = delta_disclosure_prepare,
    .free_state = delta_disclosure_free_state,
    .accept = delta_disclosure_accept,
    .necessary = delta_disclosure_necessary,
    .recheck = delta_disclosure_recheck,
    .closure = parameters.absent_count ? DEID_CLOSURE_UNION : DEID_CLOSURE_NONE,
    .sentence
    = parameters.absent_count
          ? "In each group of records that look alike, no value of $@ is much more or less "
            "frequent than in the whole table, nor missing, up to a difference of logarithms of $1 "
            "($:)"
          : "In each group of records that look alike, no value of $@ that occurs is much more or "
            "less frequent than in the whole table, up to a difference of logarithms of $1 ($:)",
  };
  DeltaDisclosureParameters *data;

  g_return_val_if_fail (sensitive != NULL, NULL);

  if ((base != DEID_LOGARITHM_BINARY && base != DEID_LOGARITHM_NATURAL
       && base != DEID_LOGARITHM_DECIMAL)
      || (absent != DEID_ABSENT_VALUES_IGNORED && absent != DEID_ABSENT_VALUES_COUNT))
    return deid_fail_null (
        error, DEID_ERROR_INVALID_ARGUMENT,
        "privacy model dd: there is no logarithm %d or no choice %d for absent values", (int) base,
        (int) absent);
  if (!deid_parameter_init (&parameters.delta, delta, FALSE, "dd", error))
    return NULL;
  data = g_new (DeltaDisclosureParameters, 1);
  *data = parameters;
  return deid_privacy_model_new_of_slots (&slots, data, g_free, sensitive, error);
}
