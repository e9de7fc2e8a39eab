/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The Kullback-Leibler divergence, by natural logarithms in fixed point. With q the distribution
 * that the release suggests, a record costs -log (q). What the original values cost, N times the
 * entropy of p, is the least. */
#include "quality/quality-model-private.h"

#include "base/memory.h"
#include "base/portable-math.h"
#include "quality/models.h"

#define KL_DIVERGENCE_MAX_BITS 40    /* of fractions */
#define MAX_TABLE              65536 /* logarithms of numbers up to this are made beforehand */

typedef struct
{
  guint n_attributes;
  guint bits; /* of fractions: costs are in units of 2^-bits */
  guint64 n_records;
  guint64 n_table;
  guint64 *logs;        /* of numbers up to n_table */
  DeidLabelTable areas; /* logarithms of how many leaves are covered */
  guint64 whole;        /* logarithm of the number of records */
  guint64 most;         /* what a suppressed record costs */
  DeidWide original;    /* what all records cost as they are */
  gboolean is_additive; /* bounds are, of labels and of sizes */
} KlDivergenceState;

static void
kl_divergence_free_state (gpointer data, gpointer user_data)
{
  KlDivergenceState *state = data;

  deid_label_table_clear (&state->areas);
  g_free (state->logs);
  g_free (state);
}

/* Rounded down, or off by one unit where the logarithm is next to a whole one. */
static guint64
kl_divergence_get_log (guint64 n, gconstpointer data)
{
  const KlDivergenceState *state = data;

  return n <= state->n_table ? state->logs[n]
                             : (guint64) (deid_fixed_log (n) >> (DEID_FIXED_BITS - state->bits));
}

/* Logarithms of composite numbers are sums, which takes a tenth of the time. */
static gboolean
make_logs (KlDivergenceState *state, GError **error)
{
  const guint64 n = state->n_table;
  g_autofree DeidWide *exact = deid_alloc (n + 1, sizeof *exact, error);
  g_autofree guint32 *factors = exact != NULL ? deid_alloc (n + 1, sizeof *factors, error) : NULL;

  if (factors == NULL)
    return FALSE;
  state->logs = deid_alloc (n + 1, sizeof *state->logs, error);
  if (state->logs == NULL)
    return FALSE;
  for (guint64 i = 2; i <= n; i++)
    {
      if (factors[i] > 0)
        exact[i] = exact[factors[i]] + exact[i / factors[i]];
      else
        {
          exact[i] = deid_fixed_log (i);
          for (guint64 multiple = i * i; multiple <= n; multiple += i)
            factors[multiple] = (guint32) i;
        }
      state->logs[i] = (guint64) (exact[i] >> (DEID_FIXED_BITS - state->bits));
    }
  return TRUE;
}

/* As many bits as leave the cost of all records, and what is rounded, within 63. */
static void
kl_divergence_choose_bits (KlDivergenceState *state, const DeidQualityInput *input)
{
  DeidWide most = deid_fixed_log (state->n_records) >> (DEID_FIXED_BITS - KL_DIVERGENCE_MAX_BITS);

  for (guint a = 0; a < state->n_attributes; a++)
    most += deid_fixed_log (deid_quality_input_get_n_leaves (input, a))
            >> (DEID_FIXED_BITS - KL_DIVERGENCE_MAX_BITS);
  state->bits = KL_DIVERGENCE_MAX_BITS;
  while (state->bits > 0
         && ((most >> (KL_DIVERGENCE_MAX_BITS - state->bits)) + state->n_attributes + 4)
                    * state->n_records
                >= (DeidWide) 1 << 63)
    state->bits--;
}

/* Returns: what a record of a class costs, given the logarithm of what the class covers. */
static guint64
kl_divergence_get_rate (const KlDivergenceState *state, guint64 area, guint64 n_records)
{
  const guint64 sum = area + state->whole, log = kl_divergence_get_log (n_records, state);

  return sum > log ? sum - log : 0;
}

static gboolean
measure_whole (KlDivergenceState *state, const DeidQualityInput *input, GError **error)
{
  gsize n;
  g_autofree guint64 *counts = deid_quality_input_count_combinations (input, &n, error);

  state->most = state->whole = kl_divergence_get_log (state->n_records, state);
  for (guint a = 0; a < state->n_attributes; a++)
    state->most += kl_divergence_get_log (deid_quality_input_get_n_leaves (input, a), state);
  for (gsize i = 0; counts != NULL && i < n; i++)
    state->original += (DeidWide) counts[i] * kl_divergence_get_rate (state, 0, counts[i]);
  return counts != NULL;
}

/* Returns: what rounding may take from the cost of a record of a class by more than it takes where
 * this is joined to others: less than a unit for each logarithm in one way, and a unit and what
 * they are off by themselves in the other. */
static guint64
get_rounded (const KlDivergenceState *state)
{
  return state->n_attributes + 3;
}

/* Tells whether bounds need not be kept from falling below 0: all classes but one of all records
 * cost more than is rounded, and logarithms of different numbers of leaves are in their order. */
static gboolean
is_additive (const KlDivergenceState *state, const DeidQualityInput *input)
{
  for (guint a = 0; a < state->n_attributes; a++)
    if (deid_quality_input_get_n_leaves (input, a) << 2 >> state->bits > 0)
      return FALSE;
  return state->n_records > 1
         && kl_divergence_get_rate (state, 0, state->n_records - 1) > get_rounded (state);
}

static gboolean
kl_divergence_prepare (const DeidQualityInput *input, gpointer user_data, gpointer *made,
                       GError **error)
{
  KlDivergenceState *state = g_new (KlDivergenceState, 1);

  *state = (KlDivergenceState){ .n_attributes = deid_quality_input_get_n_attributes (input),
                                .n_records = deid_quality_input_get_n_records (input) };
  state->n_table = MIN (state->n_records, MAX_TABLE);
  kl_divergence_choose_bits (state, input);
  if (make_logs (state, error)
      && deid_label_table_init (&state->areas, input, kl_divergence_get_log, state, error)
      && measure_whole (state, input, error))
    {
      state->is_additive = is_additive (state, input);
      *made = state;
      return TRUE;
    }
  kl_divergence_free_state (state, NULL);
  return FALSE;
}

static guint64
get_class_rate (const DeidClass *eq_class, const KlDivergenceState *state)
{
  return kl_divergence_get_rate (state, deid_label_table_sum (&state->areas, eq_class),
                                 deid_class_get_n_records (eq_class));
}

static gboolean
kl_divergence_cost_class (const DeidClass *eq_class, gpointer data, gpointer user_data,
                          guint64 *cost, GError **error)
{
  const KlDivergenceState *state = data;

  *cost = deid_class_get_n_records (eq_class)
          * (deid_class_is_suppressed (eq_class) ? state->most : get_class_rate (eq_class, state));
  return TRUE;
}

/* By the log-sum inequality classes that cover different combinations cost no less when they are
 * joined, but for what was rounded. A class of all records is joined to none. */
static gboolean
kl_divergence_bound_class (const DeidClass *eq_class, gpointer data, gpointer user_data,
                           guint64 *bound, GError **error)
{
  const KlDivergenceState *state = data;
  const guint64 rate = get_class_rate (eq_class, state), n = deid_class_get_n_records (eq_class);
  const guint64 rounded = state->is_additive && n == state->n_records ? 0 : get_rounded (state);

  *bound = rate > rounded ? n * (rate - rounded) : 0;
  return TRUE;
}

static void
kl_divergence_add_costs (gconstpointer data, const guint64 *sizes, guint64 n, DeidWide *sum)
{
  const KlDivergenceState *state = data;
  guint64 cost = 0;

  for (guint64 i = 0; i < n; i++)
    cost += sizes[i] * kl_divergence_get_rate (state, 0, sizes[i]);
  *sum += cost;
}

static void
kl_divergence_add_bounds (gconstpointer data, const guint64 *sizes, guint64 n, DeidWide *sum)
{
  const KlDivergenceState *state = data;
  const guint64 rounded = get_rounded (state);
  guint64 bound = 0;

  for (guint64 i = 0; i < n; i++)
    if (sizes[i] < state->n_records)
      bound += sizes[i] * (kl_divergence_get_rate (state, 0, sizes[i]) - rounded);
  *sum += bound;
}

static void
kl_divergence_add_suppressed (gconstpointer data, const guint64 *sizes, guint64 n, DeidWide *sum)
{
  const KlDivergenceState *state = data;

  for (guint64 i = 0; i < n; i++)
    *sum += sizes[i] * state->most;
}

static gboolean
kl_divergence_get_form (gconstpointer data, DeidClassForm *form)
{
  const KlDivergenceState *state = data;

  *form = (DeidClassForm){ .has_costs = TRUE,
                           .add_sizes[DEID_COST_KEPT] = kl_divergence_add_costs,
                           .add_sizes[DEID_COST_BOUND] = kl_divergence_add_bounds,
                           .add_sizes[DEID_COST_SUPPRESSED] = kl_divergence_add_suppressed,
                           .labels = &state->areas };
  return state->is_additive;
}

static gboolean
kl_divergence_finish (const DeidCostSum *sum, gpointer data, gpointer user_data, double *loss,
                      GError **error)
{
  const KlDivergenceState *state = data;
  const double value = deid_cost_sum_get_value (sum);
  const double original = (double) state->original;
  const double range = (double) ((DeidWide) state->n_records * state->most) - original;

  *loss = value > original && range > 0 ? (value - original) / range : 0;
  return TRUE;
}

DeidQualityModel *
deid_quality_model_new_kl_divergence (void)
{
  static const DeidClassModelSlots slots = {
    .name = "kl",
    .sentence
    = "how far the release misleads on how often each combination of values occurs "
      "(Kullback-Leibler divergence), from 0 for not at all to 1 if all records were withheld ($:)",
    .prepare = kl_divergence_prepare,
    .free_state = kl_divergence_free_state,
    .class_cost = kl_divergence_cost_class,
    .finish = kl_divergence_finish,
    .class_bound = kl_divergence_bound_class,
    .get_form = kl_divergence_get_form,
  };

  return deid_class_model_new (&slots, NULL, NULL);
}
