/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* With G (c) = h (c) - gamma - log 2, the estimate log n - sum c G (c) / n is at least log l if
 *
 *     sum c h (c) <= n (log n + log 2 + gamma - log l),
 *
 * where h (2 k + 1) = h (2 k) = 2 (1 + 1/3 + ... + 1/(2 k - 1)). Beyond a table that is
 * psi (k + 1/2) + gamma + 2 log 2, whose asymptotic expansion alternates: its error is less than
 * the first term left out. Doubles decide wherever the two sides differ by more than rounding can
 * explain, and integers with 120 bits behind the point decide the rest. */
#include <math.h>

#include "base/memory.h"
#include "privacy/fixed-log.h"
#include "privacy/parameter.h"
#include "privacy/privacy-model-private.h"

#define TABLE_SIZE 2048

/* Sides that differ by less than this per record count as equal. What logarithms, h and constants
 * are off by is less than 2^-107 together. */
#define TOLERANCE ((DeidWide) 1 << (DEID_FIXED_BITS - 101))

/* More than 2 e^gamma = 3.56214483598..., which l of classes of single records is per value. */
#define GREATEST_NUMERATOR   35621449
#define GREATEST_DENOMINATOR 10000000

typedef struct
{
  double value;
  DeidWide fixed;
} Term;

typedef struct
{
  double constant; /* log 2 + gamma - log l */
  double log_of_parts;
  Term h[TABLE_SIZE]; /* h (2 k) */
} State;

/* A sum of products with 192 bits. */
typedef struct
{
  DeidWide low;
  guint64 high;
} Sum;

static char *
describe (gpointer user_data)
{
  return deid_parameter_spell (user_data, "elg");
}

static double
to_double (DeidWide fixed)
{
  return ldexp ((double) fixed, -DEID_FIXED_BITS);
}

static gpointer
prepare (const DeidModelInput *input, gpointer user_data, GError **error)
{
  const DeidParameter *l = user_data;
  const double log_numerator = log ((double) l->numerator);
  const double log_denominator = log ((double) l->denominator);
  State *state = g_new0 (State, 1);

  (void) input;
  (void) error;
  state->constant
      = to_double (DEID_FIXED_LOG_2 + DEID_FIXED_GAMMA) - (log_numerator - log_denominator);
  state->log_of_parts = log_numerator + log_denominator;
  for (guint k = 1; k < TABLE_SIZE; k++)
    {
      state->h[k].fixed = state->h[k - 1].fixed + 2 * DEID_FIXED_ONE / (2 * k - 1);
      state->h[k].value = to_double (state->h[k].fixed);
    }
  return state;
}

static void
free_state (gpointer state, gpointer user_data)
{
  (void) user_data;
  g_free (state);
}

static double
get_h (const State *state, guint64 count)
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
get_fixed_h (const State *state, guint64 count)
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
add_product (Sum *sum, guint64 n, DeidWide number)
{
  const DeidWide low = (DeidWide) n * (guint64) number;
  const DeidWide high = (DeidWide) n * (guint64) (number >> 64) + (low >> 64);
  const DeidWide product = high << 64 | (guint64) low;

  sum->low += product;
  sum->high += (guint64) (high >> 64) + (sum->low < product ? 1 : 0);
}

static gboolean
accept_narrowly (const DeidParameter *l, const State *state, guint64 n, const guint64 *counts,
                 guint32 n_counts)
{
  Sum left = { 0 }, right = { 0 };

  add_product (&left, n, deid_fixed_log (l->numerator));
  for (guint32 i = 0; i < n_counts; i++)
    add_product (&left, counts[i], get_fixed_h (state, counts[i]));
  add_product (&right, n,
               deid_fixed_log (n) + deid_fixed_log (l->denominator) + DEID_FIXED_LOG_2
                   + DEID_FIXED_GAMMA + TOLERANCE);
  return left.high < right.high || (left.high == right.high && left.low <= right.low);
}

/* The estimate is at most log m + log 2 + gamma for m values, since log c - G (c) is largest for
 * c = 1. */
static gboolean
necessary (const DeidClass *judged, gpointer state, gpointer user_data, GError **error)
{
  const DeidParameter *l = user_data;
  guint32 n_values;

  (void) state;
  (void) error;
  deid_class_get_values (judged, 0, &n_values);
  return (DeidWide) n_values * GREATEST_NUMERATOR * l->denominator
         >= (DeidWide) l->numerator * GREATEST_DENOMINATOR;
}

static gboolean
accept (const DeidClass *judged, gpointer data, gpointer user_data, GError **error)
{
  const DeidParameter *l = user_data;
  const State *state = data;
  const guint64 n = deid_class_get_n_records (judged);
  const double log_n = log ((double) n);
  double sum = 0, difference, bound;
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (judged, 0, &n_values);

  if (!necessary (judged, data, user_data, error))
    return FALSE;
  for (guint32 i = 0; i < n_values; i++)
    sum += (double) counts[i] * get_h (state, counts[i]);
  difference = (double) n * (log_n + state->constant) - sum;
  /* With logarithms good to 2 ulp each term is off by at most 6 x 2^-53 of itself, and each
   * addition by 2^-53 of what it yields; no partial sum exceeds n (log n + log p + log q + 2) for
   * l = p / q. The bound is more than twice that. */
  bound = ldexp ((double) n_values + 16.0, -51) * (double) n * (log_n + state->log_of_parts + 2);
  if (fabs (difference) > bound)
    return difference > 0;
  return accept_narrowly (l, state, n, counts, n_values);
}

/* By the definition for small counts, by the expansion for large ones. */
static long double
get_g (guint64 count)
{
  static const long double gamma = 0.57721566490153286060651209L;
  const guint64 k = count / 2;
  long double g = -gamma - logl (2);

  if (k > 10000)
    return logl ((long double) k) + 1 / (24 * (long double) k * (long double) k) + logl (2);
  for (guint64 i = 1; i <= k; i++)
    g += 2 / (long double) (2 * i - 1);
  return g;
}

static int
recheck (const DeidClass *judged, const DeidModelInput *input, gpointer user_data, GError **error)
{
  const DeidParameter *l = user_data;
  const long double n = (long double) deid_class_get_n_records (judged);
  long double estimate = logl (n), log_l;
  guint32 n_values;
  const guint64 *counts = deid_class_get_counts (judged, 0, &n_values);

  (void) input;
  (void) error;
  for (guint32 i = 0; i < n_values; i++)
    estimate -= (long double) counts[i] / n * get_g (counts[i]);
  log_l = logl ((long double) l->numerator / (long double) l->denominator);
  if (fabsl (estimate - log_l) <= 1e-12L)
    return 0;
  return estimate > log_l ? 1 : -1;
}

DeidPrivacyModel *
deid_grassberger_l_diversity_new (const char *sensitive, double l, GError **error)
{
  static const DeidModelSlots slots = {
    .describe = describe,
    .prepare = prepare,
    .free_state = free_state,
    .accept = accept,
    .necessary = necessary,
    .recheck = recheck,
    .closure = DEID_CLOSURE_NONE,
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
