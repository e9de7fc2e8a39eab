/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* With counts c of a class of n records and l = p / q, entropy >= log l means
 *
 *     sum c log c <= n log (n / l)    or    prod c^c p^n <= n^n q^n.
 *
 * The left form decides wherever the two sides differ by more than rounding can explain; the right
 * one, in integers, decides the rest. */
#include <math.h>

#include "base/memory.h"
#include "base/wide.h"
#include "privacy/power-product.h"
#include "privacy/privacy-model-private.h"

#define MAX_TABLE_SIZE 65536

/* c log c for small c, so that most classes need no logarithm. */
typedef struct
{
  double log_l;
  guint64 n;
  double *c_log_c;
} State;

DeidPrivacyModel *
deid_entropy_l_diversity_new (const char *sensitive, double l, GError **error)
{
  char number[DEID_DECIMAL_SIZE];
  DeidRational parameter;

  g_return_val_if_fail (sensitive != NULL, NULL);

  if (!deid_rational_from_double (l, "entropy l-diversity", &parameter, error))
    return NULL;
  deid_double_to_decimal (l, number);
  return deid_privacy_model_new (&deid_entropy_l_diversity_funcs, sensitive, parameter, number,
                                 error);
}

static double
get_log_l (const DeidPrivacyModel *model)
{
  return log ((double) model->parameter.numerator) - log ((double) model->parameter.denominator);
}

static void
finish (gpointer data)
{
  State *state = data;

  g_free (state->c_log_c);
  g_free (state);
}

static gpointer
prepare (const DeidPrivacyModel *model, const DeidModelInput *input, GError **error)
{
  State *state = g_new0 (State, 1);

  state->log_l = get_log_l (model);
  state->n = MIN (input->n_records + 1, MAX_TABLE_SIZE);
  state->c_log_c = deid_alloc (state->n, sizeof *state->c_log_c, error);
  if (state->c_log_c == NULL)
    {
      finish (state);
      return NULL;
    }
  for (guint64 c = 2; c < state->n; c++)
    state->c_log_c[c] = (double) c * log ((double) c);
  return state;
}

static double
get_c_log_c (const State *state, guint64 c)
{
  return c < state->n ? state->c_log_c[c] : (double) c * log ((double) c);
}

static gboolean
accept_exactly (const DeidPrivacyModel *model, guint64 n_records,
                const DeidDistribution *distribution, GError **error)
{
  DeidPowerProduct product;
  gboolean accepted;
  int sign;

  deid_power_product_init (&product);
  accepted = deid_power_product_multiply (&product, model->parameter.numerator, n_records, 1, error)
             && deid_power_product_multiply (&product, (guint64) model->parameter.denominator,
                                             n_records, -1, error)
             && deid_power_product_multiply (&product, n_records, n_records, -1, error);
  for (guint32 v = 0; accepted && v < distribution->n_values; v++)
    accepted = deid_power_product_multiply (&product, distribution->counts[v],
                                            distribution->counts[v], 1, error);
  accepted = accepted && deid_power_product_compare_to_one (&product, &sign, error) && sign <= 0;
  deid_power_product_clear (&product);
  return accepted;
}

static gboolean
necessary (const DeidPrivacyModel *model, gconstpointer state, const DeidClass *judged,
           const DeidDistribution *distribution, GError **error)
{
  (void) state;
  (void) judged;
  (void) error;
  return (DeidWide) distribution->n_values * model->parameter.denominator
         >= model->parameter.numerator;
}

static gboolean
accept (const DeidPrivacyModel *model, gconstpointer data, const DeidClass *judged,
        const DeidDistribution *distribution, GError **error)
{
  const State *state = data;
  const double n = (double) judged->n_records;
  const double n_log_n = get_c_log_c (state, judged->n_records);
  double sum = 0, difference, bound;

  if (!necessary (model, state, judged, distribution, error))
    return FALSE;
  for (guint32 v = 0; v < distribution->n_values; v++)
    sum += get_c_log_c (state, distribution->counts[v]);
  difference = n_log_n - n * state->log_l - sum;
  /* With logarithms good to 2 ulp each term is off by at most 4 x 2^-53 of itself, and each of the
   * n_values + 3 additions by 2^-53 of what it yields; no partial sum exceeds n log n + n log p + n
   * log q. The bound is more than twice that. */
  bound = ldexp ((double) distribution->n_values + 16.0, -52)
          * (n_log_n
             + n
                   * (log ((double) model->parameter.numerator)
                      + log ((double) model->parameter.denominator)));
  if (fabs (difference) > bound)
    return difference > 0;
  return accept_exactly (model, judged->n_records, distribution, error);
}

/* By the definition, in extended precision. */
static int
recheck (const DeidPrivacyModel *model, const DeidClass *judged,
         const DeidDistribution *distribution)
{
  const long double n = (long double) judged->n_records;
  const long double l
      = (long double) model->parameter.numerator / (long double) model->parameter.denominator;
  long double entropy = 0;

  for (guint32 v = 0; v < distribution->n_values; v++)
    {
      const long double share = (long double) distribution->counts[v] / n;

      entropy -= share * logl (share);
    }
  if (fabsl (entropy - logl (l)) <= 1e-12L)
    return 0;
  return entropy > logl (l) ? 1 : -1;
}

const DeidPrivacyModelFuncs deid_entropy_l_diversity_funcs = {
  .name = "el",
  .closure = DEID_CLOSURE_UNION,
  .prepare = prepare,
  .finish = finish,
  .accept = accept,
  .necessary = necessary,
  .recheck = recheck,
};
