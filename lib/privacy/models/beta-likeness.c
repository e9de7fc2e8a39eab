/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* (p - q) / q <= beta for p > q means p <= (1 + beta) q for all p. In counts c of n records and C
 * of N, with beta = a / b, that is
 *
 *     c N b <= n C (a + b),
 *
 * and the bound -log q of the enhanced model, with u = c N - n C and w = n C, is
 *
 *     u / w <= log (N / C)    or    e^u C^w <= N^w,
 *
 * with equality for N = C only. */
#include <math.h>

#include "privacy/privacy-model-private.h"
#include "base/big-number.h"
#include "base/text.h"
#include "privacy/closeness.h"
#include "privacy/models.h"

/* Twice as many bits, and what squaring adds, are within the range of power products. */
#define MAX_ENHANCED_RECORDS (G_GUINT64_CONSTANT (1) << 56)

typedef struct
{
  DeidParameter beta;
  gboolean is_enhanced;
} BetaLikenessParameters;

static const char *
beta_likeness_get_name (gboolean is_enhanced)
{
  return is_enhanced ? "ebl" : "bl";
}

static char *
beta_likeness_describe (gpointer user_data)
{
  const BetaLikenessParameters *parameters = user_data;

  return deid_parameter_spell (&parameters->beta, beta_likeness_get_name (parameters->is_enhanced));
}

static gboolean
beta_likeness_prepare (const DeidPrivacyInput *input, gpointer user_data, gpointer *state,
                       GError **error)
{
  const BetaLikenessParameters *parameters = user_data;
  const guint64 n_records = deid_privacy_input_get_n_records (input);
  DeidShareLimits *limits;

  if (parameters->is_enhanced && n_records >= MAX_ENHANCED_RECORDS)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "enhanced beta-likeness: %" G_GUINT64_FORMAT
                      " records, expected fewer than 2^56",
                      n_records);
  limits = deid_share_limits_new (input, error);
  for (guint32 v = 0; limits != NULL && v < limits->n_values; v++)
    {
      double bound = parameters->beta.value;

      if (parameters->is_enhanced)
        bound = MIN (bound, log ((double) n_records / (double) limits->counts[v]));
      deid_share_limits_set (limits, v, 1 + bound);
    }
  *state = limits;
  return limits != NULL;
}

static void
beta_likeness_free_state (gpointer state, gpointer user_data)
{
  deid_share_limits_free (state);
}

static gboolean
compare_with_beta (const DeidShares *shares, const DeidParameter *beta, int *sign, GError **error)
{
  const guint64 above = beta->numerator + beta->denominator;
  DeidPowerProduct product;
  gboolean success;

  deid_power_product_init (&product);
  success = deid_power_product_multiply (&product, shares->count, 1, 1, error)
            && deid_power_product_multiply (&product, shares->n_table_records, 1, 1, error)
            && deid_power_product_multiply (&product, beta->denominator, 1, 1, error)
            && deid_power_product_multiply (&product, shares->n_records, 1, -1, error)
            && deid_power_product_multiply (&product, shares->table_count, 1, -1, error)
            && deid_power_product_multiply (&product, above, 1, -1, error)
            && deid_power_product_compare_to_one (&product, sign, error);
  deid_power_product_clear (&product);
  return success;
}

static gboolean
compare_with_logarithm (const DeidShares *shares, int *sign, GError **error)
{
  const DeidWide left = (DeidWide) shares->count * shares->n_table_records;
  const DeidWide right = (DeidWide) shares->n_records * shares->table_count;
  DeidPowerProduct product;
  gboolean success;

  deid_power_product_init (&product);
  deid_power_product_multiply_e (&product, left, 1);
  deid_power_product_multiply_e (&product, right, -1);
  success = deid_power_product_multiply (&product, shares->table_count, right, 1, error)
            && deid_power_product_multiply (&product, shares->n_table_records, right, -1, error)
            && deid_power_product_compare_to_one (&product, sign, error);
  deid_power_product_clear (&product);
  return success;
}

static gboolean
beta_likeness_compare (const DeidShares *shares, gconstpointer data, int *sign, GError **error)
{
  const BetaLikenessParameters *parameters = data;
  int other = -1;

  if (!compare_with_beta (shares, &parameters->beta, sign, error)
      || (parameters->is_enhanced && !compare_with_logarithm (shares, &other, error)))
    return FALSE;
  *sign = MAX (*sign, other);
  return TRUE;
}

static gboolean
beta_likeness_accept (const DeidClass *eq_class, gpointer state, gpointer user_data,
                      gboolean *passes, GError **error)
{
  return deid_share_limits_hold (state, eq_class, -1, 0, beta_likeness_compare, user_data, passes,
                                 error);
}

static gboolean
beta_likeness_necessary (const DeidClass *eq_class, gpointer state, gpointer user_data,
                         gboolean *passes, GError **error)
{
  *passes = deid_share_limits_leave_room (state, eq_class);
  return TRUE;
}

/* By the definition, in extended precision. */
static gboolean
beta_likeness_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer user_data,
                       int *verdict, GError **error)
{
  const BetaLikenessParameters *parameters = user_data;
  const long double beta
      = (long double) parameters->beta.numerator / (long double) parameters->beta.denominator;
  const long double n = (long double) deid_class_get_n_records (eq_class);
  const long double n_table = (long double) deid_privacy_input_get_n_records (input);
  guint32 n_values, n_table_values;
  const guint32 *values = deid_class_get_values (eq_class, 0, &n_values);
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);
  const guint64 *table_counts = deid_privacy_input_get_counts (input, 0, &n_table_values);

  *verdict = 1;
  for (guint32 i = 0; i < n_values; i++)
    {
      const long double p = (long double) counts[i] / n;
      const long double q = (long double) table_counts[values[i]] / n_table;
      const long double bound = parameters->is_enhanced ? MIN (beta, -logl (q)) : beta;
      const long double gain = (p - q) / q;

      if (fabsl (gain - bound) <= 1e-12L * (1 + bound))
        *verdict = 0;
      else if (gain > bound)
        {
          *verdict = -1;
          break;
        }
    }
  return TRUE;
}

static DeidPrivacyModel *
new_model (const char *sensitive, double beta, gboolean is_enhanced, GError **error)
{
  const char *name = beta_likeness_get_name (is_enhanced);
  BetaLikenessParameters parameters = { .is_enhanced = is_enhanced }, *data;
  const DeidModelSlots slots = {
    .describe = beta_likeness_describe,
    .prepare = beta_likeness_prepare,
    .free_state = beta_likeness_free_state,
    .accept = beta_likeness_accept,
    .necessary = beta_likeness_necessary,
    .recheck = beta_likeness_recheck,
    .closure = DEID_CLOSURE_UNION,
    .sentence
    = is_enhanced ? "In each group of records that look alike, the share of a value of $@ exceeds "
                    "its share p in the whole table by at most p times the smaller of $1 and -ln p"
                  : "In each group of records that look alike, no value of $@ is more frequent "
                    "than in the whole table by more than $1 times its frequency there",
  };

  if (!deid_parameter_init (&parameters.beta, beta, TRUE, name, error))
    return NULL;
  if (parameters.beta.numerator > G_MAXUINT64 - parameters.beta.denominator)
    {
      deid_parameter_fail (&parameters.beta, name, "a smaller number with fewer decimals", error);
      return NULL;
    }
  data = g_new (BetaLikenessParameters, 1);
  *data = parameters;
  return deid_privacy_model_new_of_slots (&slots, data, g_free, sensitive, error);
}

DeidPrivacyModel *
deid_privacy_model_new_beta_likeness (const char *sensitive, double beta, GError **error)
{
  g_return_val_if_fail (sensitive != NULL, NULL);

  return new_model (sensitive, beta, FALSE, error);
}

DeidPrivacyModel *
deid_privacy_model_new_enhanced_beta_likeness (const char *sensitive, double beta, GError **error)
{
  g_return_val_if_fail (sensitive != NULL, NULL);

  return new_model (sensitive, beta, TRUE, error);
}
