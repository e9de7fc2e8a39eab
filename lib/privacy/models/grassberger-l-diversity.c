/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* With G (c) = h (c) - gamma - log 2, where h (2 k + 1) = h (2 k) = 2 (1 + 1/3 + ... + 1/(2 k -
 * 1)), the constants cancel in G (n) - sum c G (c) / n, which is rational. It is at least log l if
 *
 *     sum c h (c) + n log l <= n h (n).
 *
 * Both sides are equal for l = 1 alone, and a class of one value: the logarithm of any other
 * fraction is irrational. Beyond a table, h (2 k) is psi (k + 1/2) + gamma + 2 log 2, whose
 * asymptotic expansion alternates: its error is less than the first term left out. Doubles decide
 * wherever the two sides differ by more than rounding can explain, and integers with 120 bits
 * behind the point decide the rest.
 *
 * Of m values the estimate is at most h (m), which m single records reach; so some part of a class
 * passes if and only if h (m) >= log l. Proof: c h (c), less 1 where c is even, is linear between
 * odd numbers and convex; call it f. Then sum c h (c) >= m f (x) for x = n / m, and h (m) is
 * reached at most if f (x) / x >= h (n) - h (m), which is the sum of 2 / j over the odd j from m to
 * n - 1. Each 2 / j is at most log ((j + 1) / (j - 1)).
 *
 * - For one value the estimate is 0 = h (1).
 * - For even m the sum is at most log x. At odd numbers f (2 k + 1) = (2 k + 1) h (2 k), and h (2
 * k) > log k + 1.96 > log (2 k + 1); f (1) = 0. Since x log x is convex, it is at most f in
 * between.
 * - For odd m >= 3 and n > m the sum is at most 2 / m + log (n / (m + 1)) = log x + d, where
 *   d = 2 / m + log (m / (m + 1)) < 0.39. Up to x = 3, f (x) / x - log x = 3 - 3 / x - log x grows,
 *   and at its start, x = 1 + 1 / m, is at least d since 3 / (m + 1) >= 2 / m. Beyond,
 *   x log x + 0.39 x is convex and at most f at odd numbers, since
 *   log k + 1.96 > log (2 k + 1) + 0.39. */
#include <math.h>

#include "base/memory.h"
#include "base/portable-math.h"
#include "privacy/privacy-model-private.h"
#include "privacy/models.h"

#define TABLE_SIZE 2048

/* Sides that differ by less than this per record count as equal. What logarithms, h and constants
 * are off by is less than 2^-107 together. */
#define GRASSBERGER_L_DIVERSITY_TOLERANCE ((DeidWide) 1 << (DEID_FIXED_BITS - 101))

typedef struct
{
  double value;
  DeidWide fixed;
} Term;

typedef struct
{
  double log_l;
  double log_of_parts;
  guint64 n_values;   /* the least number of values of a class that passes */
  Term h[TABLE_SIZE]; /* h (2 k) */
} GrassbergerLDiversityState;

/* A sum of products with 192 bits. */
typedef struct
{
  DeidWide low;
  guint64 high;
} GrassbergerLDiversitySum;

static char *
grassberger_l_diversity_describe (gpointer user_data)
{
  return deid_parameter_spell (user_data, "elg");
}

static double
to_double (DeidWide fixed)
{
  return ldexp ((double) fixed, -DEID_FIXED_BITS);
}

static double
get_h (const GrassbergerLDiversityState *state, guint64 count)
{
  const guint64 k = count / 2;
  double x;

  if (k < TABLE_SIZE)
    return state->h[k].value;
  x = 1 / ((double) k * (double) k);
  return log ((double) k) + x * (1.0 / 24 - x * (7.0 / 960))
         + to_double (DEID_FIXED_GAMMA + 2 * DEID_FIXED_LOG_2);
}

/* Off by less than 2^-109. */
static DeidWide
get_fixed_h (const GrassbergerLDiversityState *state, guint64 count)
{
  static const struct
  {
    guint numerator;
    guint denominator;
  } coefficients[] = { { 1, 24 }, { 7, 960 }, { 31, 8064 }, { 127, 30720 } };
  const guint64 k = count / 2;
  DeidWide power = DEID_FIXED_ONE, h;

  if (k < TABLE_SIZE)
    return state->h[k].fixed;
  h = deid_fixed_log (k) + DEID_FIXED_GAMMA + 2 * DEID_FIXED_LOG_2;
  for (guint i = 0; i < G_N_ELEMENTS (coefficients); i++)
    {
      power = power / k / k;
      if (i % 2 == 0)
        h += power * coefficients[i].numerator / coefficients[i].denominator;
      else
        h -= power * coefficients[i].numerator / coefficients[i].denominator;
    }
  return h;
}

static void
add_product (GrassbergerLDiversitySum *sum, guint64 n, DeidWide number)
{
  const DeidWide low = (DeidWide) n * (guint64) number;
  const DeidWide high = (DeidWide) n * (guint64) (number >> 64) + (low >> 64);
  const DeidWide product = high << 64 | (guint64) low;

  sum->low += product;
  sum->high += (guint64) (high >> 64) + (sum->low < product ? 1 : 0);
}

/* Tells whether @n_values single records pass, all of them different. */
static gboolean
grassberger_l_diversity_may_pass (const DeidParameter *l, const GrassbergerLDiversityState *state,
                                  guint64 n_values)
{
  return deid_fixed_log (l->numerator) <= get_fixed_h (state, n_values)
                                              + deid_fixed_log (l->denominator)
                                              + GRASSBERGER_L_DIVERSITY_TOLERANCE;
}

/* Returns: the least number of values that may pass, of at most 2^32. */
static guint64
grassberger_l_diversity_find_least (const DeidParameter *l, const GrassbergerLDiversityState *state)
{
  guint64 least = 1, beyond = (guint64) 1 << 32;

  while (least < beyond)
    {
      const guint64 middle = least + (beyond - least) / 2;

      if (grassberger_l_diversity_may_pass (l, state, middle))
        beyond = middle;
      else
        least = middle + 1;
    }
  return least;
}

static gboolean
grassberger_l_diversity_prepare (const DeidPrivacyInput *input, gpointer user_data, gpointer *made,
                                 GError **error)
{
  const DeidParameter *l = user_data;
  const double log_numerator = log ((double) l->numerator);
  const double log_denominator = log ((double) l->denominator);
  GrassbergerLDiversityState *state = deid_alloc (1, sizeof *state, error);

  if (state == NULL)
    return FALSE;
  state->log_l = log_numerator - log_denominator;
  state->log_of_parts = log_numerator + log_denominator;
  for (guint k = 1; k < TABLE_SIZE; k++)
    {
      state->h[k].fixed = state->h[k - 1].fixed + 2 * DEID_FIXED_ONE / (2 * k - 1);
      state->h[k].value = to_double (state->h[k].fixed);
    }
  state->n_values = grassberger_l_diversity_find_least (l, state);
  *made = state;
  return TRUE;
}

static gboolean
accept_narrowly (const DeidParameter *l, const GrassbergerLDiversityState *state, guint64 n,
                 const guint64 *counts, guint32 n_counts)
{
  GrassbergerLDiversitySum left = { 0 }, right = { 0 };

  add_product (&left, n, deid_fixed_log (l->numerator));
  for (guint32 i = 0; i < n_counts; i++)
    add_product (&left, counts[i], get_fixed_h (state, counts[i]));
  add_product (&right, n,
               get_fixed_h (state, n) + deid_fixed_log (l->denominator)
                   + GRASSBERGER_L_DIVERSITY_TOLERANCE);
  return left.high < right.high || (left.high == right.high && left.low <= right.low);
}

static gboolean
grassberger_l_diversity_necessary (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                   gboolean *passes, GError **error)
{
  guint32 n_values;

  deid_class_get_values (eq_class, 0, &n_values);
  *passes = n_values >= ((const GrassbergerLDiversityState *) state)->n_values;
  return TRUE;
}

static gboolean
grassberger_l_diversity_accept (const DeidClass *eq_class, gpointer data, gpointer user_data,
                                gboolean *passes, GError **error)
{
  const DeidParameter *l = user_data;
  const GrassbergerLDiversityState *state = data;
  const guint64 n = deid_class_get_n_records (eq_class);
  double sum = 0, difference, bound;
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);

  grassberger_l_diversity_necessary (eq_class, data, user_data, passes, error);
  if (!*passes)
    return TRUE;
  for (guint32 i = 0; i < n_values; i++)
    sum += (double) counts[i] * get_h (state, counts[i]);
  difference = (double) n * (get_h (state, n) - state->log_l) - sum;
  /* With logarithms good to 2 ulp each term is off by at most 6 x 2^-53 of itself, and each
   * addition by 2^-53 of what it yields. Since h (n) < log n + 2, no partial sum exceeds
   * n (log n + log p + log q + 2) for l = p / q. The bound is more than twice that. */
  bound = ldexp ((double) n_values + 16.0, -51) * (double) n
          * (log ((double) n) + state->log_of_parts + 2);
  *passes = fabs (difference) > bound ? difference > 0
                                      : accept_narrowly (l, state, n, counts, n_values);
  return TRUE;
}

/* Less gamma and log 2; by the definition for small counts, by the expansion for large ones. */
static long double
get_g (guint64 count)
{
  static const long double gamma = 0.57721566490153286060651209L;
  const guint64 k = count / 2;
  long double g = 0;

  if (k > 10000)
    return logl ((long double) k) + 1 / (24 * (long double) k * (long double) k) + 2 * logl (2)
           + gamma;
  for (guint64 i = 1; i <= k; i++)
    g += 2 / (long double) (2 * i - 1);
  return g;
}

static gboolean
grassberger_l_diversity_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input,
                                 gpointer user_data, int *verdict, GError **error)
{
  const DeidParameter *l = user_data;
  const long double n = (long double) deid_class_get_n_records (eq_class);
  long double estimate = get_g (deid_class_get_n_records (eq_class)), log_l;
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (eq_class, 0, &n_values);

  *verdict = 0;
  for (guint32 i = 0; i < n_values; i++)
    estimate -= (long double) counts[i] / n * get_g (counts[i]);
  log_l = logl ((long double) l->numerator / (long double) l->denominator);
  if (fabsl (estimate - log_l) <= 1e-12L)
    return TRUE;
  *verdict = estimate > log_l ? 1 : -1;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_grassberger_l_diversity (const char *sensitive, double l, GError **error)
{
  static const DeidModelSlots slots = {
    .describe = grassberger_l_diversity_describe,
    .prepare = grassberger_l_diversity_prepare,
    .free_state = deid_model_free_state,
    .accept = grassberger_l_diversity_accept,
    .necessary = grassberger_l_diversity_necessary,
    .recheck = grassberger_l_diversity_recheck,
    .closure = DEID_CLOSURE_NONE,
    .sentence = "In each group of records that look alike, the values of $@ are mixed at least as "
                "well as $1 values that are equally frequent, as estimated for few records",
  };
  DeidParameter parameter, *data;

  g_return_val_if_fail (sensitive != NULL, NULL);

  if (!deid_parameter_init (&parameter, l, FALSE, "elg", error))
    return NULL;
  if (parameter.numerator < parameter.denominator)
    {
      deid_parameter_fail (&parameter, "elg", "at least 1", error);
      return NULL;
    }
  data = g_new (DeidParameter, 1);
  *data = parameter;
  return deid_privacy_model_new_of_slots (&slots, data, g_free, sensitive, error);
}
