/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models that cost classes by their sizes alone. */
#include "base/text.h"
#include "quality/models.h"
#include "quality/quality-model-private.h"

/* The discernibility metric: a record costs as many as it cannot be told from. */

static gboolean
discernibility_cost_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                           guint64 *cost, GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);

  *cost = n * (deid_class_is_suppressed (eq_class) ? *(const guint64 *) state : n);
  return TRUE;
}

/* A record that is kept ends in a class that has at least the records of its own, and no fewer than
 * any class needs. */
static gboolean
discernibility_bound_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                            guint64 *bound, GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);
  const guint64 min_records = deid_class_get_min_records (eq_class);

  *bound = n * MIN (MAX (n, min_records), *(const guint64 *) state);
  return TRUE;
}

DeidQualityModel *
deid_quality_model_new_discernibility (void)
{
  static const DeidClassModelSlots slots = {
    .name = "dm",
    .sentence
    = "how many records each record looks like; one that is withheld counts as like all ($:)",
    .prepare = deid_class_model_prepare_squares,
    .class_cost = discernibility_cost_class,
    .finish = deid_class_model_finish_squares,
    .class_bound = discernibility_bound_class,
    .size_only = TRUE,
    .rises_with_size = TRUE,
  };

  return deid_class_model_new (&slots, NULL, NULL);
}

/* The discernibility metric without a penalty for what is suppressed. */

static gboolean
monotonic_discernibility_cost_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                     guint64 *cost, GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);

  *cost = n * n;
  return TRUE;
}

/* The square of a sum is no less than the sum of the squares. */
static gboolean
monotonic_discernibility_bound_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                      guint64 *bound, GError **error)
{
  return monotonic_discernibility_cost_class (eq_class, state, user_data, bound, error);
}

DeidQualityModel *
deid_quality_model_new_monotonic_discernibility (void)
{
  static const DeidClassModelSlots slots = {
    .name = "dmstar",
    .sentence = "how many records each record looks like, whether it is withheld or not ($:)",
    .prepare = deid_class_model_prepare_squares,
    .class_cost = monotonic_discernibility_cost_class,
    .finish = deid_class_model_finish_squares,
    .class_bound = monotonic_discernibility_bound_class,
    .size_only = TRUE,
    .rises_with_size = TRUE,
  };

  return deid_class_model_new (&slots, NULL, NULL);
}

/* The average size of a class. The sum of the costs is the number of records without that of the
 * classes that are kept, which the average follows from. */

#define MAX_SHIFT 20

/* Integers up to here are doubles, so that the difference of two of them is exact. */
#define MAX_UNITS (G_GUINT64_CONSTANT (1) << 53)

typedef struct
{
  guint64 n_records;
  guint shift; /* costs are in units of 2^-shift */
} AverageClassSizeState;

static gboolean
average_class_size_prepare (const DeidQualityInput *input, gpointer user_data, gpointer *made,
                            GError **error)
{
  const guint64 n_records = deid_quality_input_get_n_records (input);
  guint shift = MAX_SHIFT;
  AverageClassSizeState *state;

  if (n_records > MAX_UNITS)
    return deid_fail (error, DEID_ERROR_TOO_LARGE,
                      "quality model aecs: %" G_GUINT64_FORMAT " records, expected at most 2^53",
                      n_records);
  while (n_records > MAX_UNITS >> shift)
    shift--;
  state = g_new (AverageClassSizeState, 1);
  *state = (AverageClassSizeState){ n_records, shift };
  *made = state;
  return TRUE;
}

static gboolean
average_class_size_cost_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                               guint64 *cost, GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);

  *cost = (n - (deid_class_is_suppressed (eq_class) ? 0 : 1))
          << ((const AverageClassSizeState *) state)->shift;
  return TRUE;
}

/* Returns: of a class in need of others, which takes part in theirs, what it costs less its share
 * of the one that they become: of m records or more it is no more than n / m. */
static guint64
bound_needy (guint64 units, guint64 min_records)
{
  return units - units / min_records - (units % min_records != 0);
}

static gboolean
average_class_size_bound_class (const DeidClass *eq_class, gpointer state, gpointer user_data,
                                guint64 *bound, GError **error)
{
  const guint64 n = deid_class_get_n_records (eq_class);
  const guint64 units = n << ((const AverageClassSizeState *) state)->shift;
  const guint64 min_records = deid_class_get_min_records (eq_class);

  if (n >= min_records)
    return average_class_size_cost_class (eq_class, state, user_data, bound, error);
  *bound = bound_needy (units, min_records);
  return TRUE;
}

static gboolean
average_class_size_finish (const DeidCostSum *sum, gpointer data, gpointer user_data, double *loss,
                           GError **error)
{
  const AverageClassSizeState *state = data;
  const double unit = (double) (G_GUINT64_CONSTANT (1) << state->shift);

  *loss = 1 / MAX (1, (double) state->n_records - deid_cost_sum_get_value (sum) / unit);
  return TRUE;
}

DeidQualityModel *
deid_quality_model_new_average_class_size (void)
{
  static const DeidClassModelSlots slots = {
    .name = "aecs",
    .sentence
    = "how few groups there are: 1 over the number of groups of records that look alike ($:)",
    .prepare = average_class_size_prepare,
    .class_cost = average_class_size_cost_class,
    .finish = average_class_size_finish,
    .class_bound = average_class_size_bound_class,
    .size_only = TRUE,
  };

  return deid_class_model_new (&slots, NULL, NULL);
}
