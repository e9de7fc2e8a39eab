/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* With counts c of a class of n records and l = p / q, entropy >= log l means
 *
 *     sum c log c <= n log (n / l)    or    prod c^c p^n <= n^n q^n.
 *
 * The left form decides wherever the two sides differ by more than rounding can explain; the right
 * one, in integers, decides the rest. */
#include <math.h>

#include "base/memory.h"
#include "base/rational.h"
#include "base/big-number.h"
#include "privacy/privacy-model-private.h"

#define MAX_TABLE_SIZE 65536

typedef struct
{
  DeidRational l;
  char number[DEID_DECIMAL_SIZE];
} EntropyLDiversityParameters;

/* c log c for small c, so that most classes need no logarithm. */
typedef struct
{
  double log_l;
  guint64 n;
  double *c_log_c;
} EntropyLDiversityState;

static char *
entropy_l_diversity_describe (gpointer data)
{
  return g_strconcat ("el:", ((EntropyLDiversityParameters *) data)->number, NULL);
}

static void
entropy_l_diversity_free_state (gpointer data, gpointer user_data)
{
  EntropyLDiversityState *state = data;

  g_free (state->c_log_c);
  g_free (state);
}

static gboolean
entropy_l_diversity_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *made,
                             GError **error)
{
  const DeidRational l = ((EntropyLDiversityParameters *) data)->l;
  EntropyLDiversityState *state = g_new0 (EntropyLDiversityState, 1);

  state->log_l = log ((double) l.numerator) - log ((double) l.denominator);
  state->n = MIN (deid_privacy_input_get_n_records (input) + 1, MAX_TABLE_SIZE);
  state->c_log_c = deid_alloc (state->n, sizeof *state->c_log_c, error);
  if (state->c_log_c == NULL)
    {
      entropy_l_diversity_free_state (state, NULL);
      return FALSE;
    }
  for (guint64 c = 2; c < state->n; c++)
    state->c_log_c[c] = (double) c * log ((double) c);
  *made = state;
  return TRUE;
}

static double
get_c_log_c (const EntropyLDiversityState *state, guint64 c)
{
  return c < state->n ? state->c_log_c[c] : (double) c * log ((double) c);
}

static gboolean
accept_exactly (DeidRational l, guint64 n_records, const guint64 *counts, guint32 n_values,
                gboolean *passes, GError **error)
{
  DeidPowerProduct product;
  gboolean success;
  int sign = 0;

  deid_power_product_init (&product);
  success = deid_power_product_multiply (&product, l.numerator, n_records, 1, error)
            && deid_power_product_multiply (&product, (guint64) l.denominator, n_records, -1, error)
            && deid_power_product_multiply (&product, n_records, n_records, -1, error);
  for (guint32 v = 0; success && v < n_values; v++)
    success = deid_power_product_multiply (&product, counts[v], counts[v], 1, error);
  success = success && deid_power_product_compare_to_one (&product, &sign, error);
  deid_power_product_clear (&product);
  *passes = sign <= 0;
  return success;
}

static gboolean
entropy_l_diversity_necessary (const DeidClass *eq_class, gpointer state, gpointer data,
                               gboolean *passes, GError **error)
{
  const DeidRational l = ((EntropyLDiversityParameters *) data)->l;
  guint32 n_values;

  deid_class_get_values (eq_class, 0, &n_values);
  *passes = (DeidWide) n_values * l.denominator >= l.numerator;
  return TRUE;
}

static gboolean
entropy_l_diversity_accept (const DeidClass *eq_class, gpointer state, gpointer data,
                            gboolean *passes, GError **error)
{
  const DeidRational l = ((EntropyLDiversityParameters *) data)->l;
  const guint64 n_records = deid_class_get_n_records (eq_class);
  const double n = (double) n_records, n_log_n = get_c_log_c (state, n_records);
  const guint64 *counts;
  double sum = 0, difference, bound;
  guint32 n_values;

  entropy_l_diversity_necessary (eq_class, state, data, passes, error);
  if (!*passes)
    return TRUE;
  counts = deid_class_get_counts (eq_class, 0, &n_values);
  for (guint32 v = 0; v < n_values; v++)
    sum += get_c_log_c (state, counts[v]);
  difference = n_log_n - n * ((EntropyLDiversityState *) state)->log_l - sum;
  /* With logarithms good to 2 ulp each term is off by at most 4 x 2^-53 of itself, and each of the
   * n_values + 3 additions by 2^-53 of what it yields; no partial sum exceeds n log n + n log p + n
   * log q. The bound is more than twice that. */
  bound = ldexp ((double) n_values + 16.0, -52)
          * (n_log_n + n * (log ((double) l.numerator) + log ((double) l.denominator)));
  *passes = difference > 0;
  return fabs (difference) > bound
         || accept_exactly (l, n_records, counts, n_values, passes, error);
}

/* By the definition, in extended precision. */
static gboolean
entropy_l_diversity_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input,
                             gpointer data, int *verdict, GError **error)
{
  const DeidRational rational = ((EntropyLDiversityParameters *) data)->l;
  const long double l = (long double) rational.numerator / (long double) rational.denominator;
  const long double n = (long double) deid_class_get_n_records (eq_class);
  long double entropy = 0;
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);

  *verdict = 0;
  for (guint32 v = 0; v < n_values; v++)
    {
      const long double share = (long double) counts[v] / n;

      entropy -= share * logl (share);
    }
  if (fabsl (entropy - logl (l)) <= 1e-12L)
    return TRUE;
  *verdict = entropy > logl (l) ? 1 : -1;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_entropy_l_diversity (const char *sensitive, double l, GError **error)
{
  DeidModelSlots slots = {
    .describe = entropy_l_diversity_describe,
    .prepare = entropy_l_diversity_prepare,
    .free_state = entropy_l_diversity_free_state,
    .accept = entropy_l_diversity_accept,
    .necessary = entropy_l_diversity_necessary,
    .recheck = entropy_l_diversity_recheck,
    .closure = DEID_CLOSURE_UNION,
    .sentence = "In each group of records that look alike, the values of $@ are mixed at least as "
                "well as $1 values that are equally frequent",
  };
  EntropyLDiversityParameters parameters, *data;

  g_return_val_if_fail (sensitive != NULL, NULL);

  if (!deid_rational_from_double (l, "entropy l-diversity", &parameters.l, error))
    return NULL;
  deid_double_to_decimal (l, parameters.number);
  if (parameters.l.numerator < parameters.l.denominator)
    {
      deid_privacy_model_fail ("el", parameters.number, "at least 1", error);
      return NULL;
    }
  data = g_new (EntropyLDiversityParameters, 1);
  *data = parameters;
  /* n values have an entropy of at most log n */
  slots.least_values = (guint64) ((parameters.l.numerator - 1) / parameters.l.denominator + 1);
  return deid_privacy_model_new_of_slots (&slots, data, g_free, sensitive, error);
}
