/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From sums of extents to losses and to bounds of losses. */
#include "quality/loss.h"

#include <math.h>

#define POW_SLACK 1e-12

static double
get_attribute_loss (const DeidLossAttribute *term, DeidLossSums sums, guint64 suppressed_weight)
{
  return (double) (term->kept * sums.kept + term->suppressed * suppressed_weight
                   + term->covered * sums.covered - term->original)
         / term->scale;
}

double
deid_loss_get_attribute (const DeidLoss *loss, guint attribute, DeidLossSums sums,
                         guint64 suppressed_weight)
{
  return get_attribute_loss (&loss->terms[attribute], sums, suppressed_weight);
}

static double
start_objective (const DeidLoss *loss)
{
  return loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN ? 1 : 0;
}

static double
loss_add_attribute (const DeidLoss *loss, double objective, const DeidLossAttribute *term, double x)
{
  switch (loss->aggregate)
    {
    case DEID_AGGREGATE_GEOMETRIC_MEAN:
      return objective * (loss->weighted ? pow (1 + x, term->weight / loss->weight_scale) : 1 + x);
    case DEID_AGGREGATE_MAXIMUM:
      return MAX (objective, term->weight * x);
    case DEID_AGGREGATE_ARITHMETIC_MEAN:
    case DEID_AGGREGATE_SUM:
    default:
      return objective + term->weight * x;
    }
}

static double
finish_objective (const DeidLoss *loss, double objective)
{
  return loss->aggregate == DEID_AGGREGATE_ARITHMETIC_MEAN
                 || loss->aggregate == DEID_AGGREGATE_MAXIMUM
             ? objective / loss->weight_scale
             : objective;
}

double
deid_loss_get_objective (const DeidLoss *loss, const DeidLossSums *sums, guint64 suppressed_weight)
{
  double objective = start_objective (loss);

  for (guint a = 0; a < loss->n_attributes; a++)
    objective
        = loss_add_attribute (loss, objective, &loss->terms[a],
                              get_attribute_loss (&loss->terms[a], sums[a], suppressed_weight));
  return finish_objective (loss, objective);
}

double
deid_loss_get_kept (const DeidLoss *loss, const DeidLossSums *sums)
{
  double sum = 0;

  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const DeidLossAttribute *term = &loss->terms[a];

      sum += term->weight * ((double) (term->kept * sums[a].covered) / term->scale);
    }
  return sum;
}

double
deid_loss_measure (const DeidLoss *loss, const DeidLevel *levels, DeidLossSums *sums,
                   guint64 suppressed_weight)
{
  for (guint a = 0; a < loss->n_attributes; a++)
    sums[a].kept = deid_loss_get_level_sum (loss, a, levels) - sums[a].covered;
  return deid_loss_get_objective (loss, sums, suppressed_weight);
}

double
deid_loss_relax (const DeidLoss *loss, double objective)
{
  return loss->weighted && loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN
             ? objective * (1 - POW_SLACK)
             : objective;
}

double
deid_loss_get_bound_of_sums (const DeidLoss *loss, const DeidLevel *levels, DeidLossSums *sums,
                             guint64 suppressed_weight)
{
  return deid_loss_is_separable (loss)
             ? deid_loss_relax (loss, deid_loss_measure (loss, levels, sums, suppressed_weight))
             : 0;
}

double
deid_loss_get_bound (const DeidLoss *loss, const DeidLevel *levels)
{
  double objective = start_objective (loss);

  if (!deid_loss_is_separable (loss))
    return 0;
  for (guint a = 0; a < loss->n_attributes; a++)
    {
      const DeidLossSums sums = { .kept = deid_loss_get_level_sum (loss, a, levels) };

      objective = loss_add_attribute (loss, objective, &loss->terms[a],
                                      get_attribute_loss (&loss->terms[a], sums, 0));
    }
  return deid_loss_relax (loss, finish_objective (loss, objective));
}

static double
get_lost_information (const DeidLoss *loss, guint attribute, guint lo, guint hi)
{
  const double *lacking = loss->lacking;

  for (guint a = 0; a < attribute; a++)
    lacking += loss->attributes[a].n_levels;
  return lacking[hi] - lacking[lo];
}

double
deid_loss_get_range (const DeidLoss *loss, guint attribute, const DeidLevel *lo,
                     const DeidLevel *hi)
{
  const guint dimension = loss->attributes[attribute].first_dimension;
  DeidLossSums lower = { 0 }, upper = { 0 };
  const DeidLossAttribute *term;

  if (!deid_loss_is_separable (loss))
    return get_lost_information (loss, attribute, lo[dimension], hi[dimension]);
  term = &loss->terms[attribute];
  lower.kept = deid_loss_get_level_sum (loss, attribute, lo);
  upper.kept = deid_loss_get_level_sum (loss, attribute, hi);
  return term->weight * (get_attribute_loss (term, upper, 0) - get_attribute_loss (term, lower, 0));
}

/* The mean of losses of at most 1 is none above that, whatever pow() makes of it. */
static double
take_root (const DeidLoss *loss, double objective)
{
  const double mean = (loss->weighted ? objective : pow (objective, 1.0 / loss->n_attributes)) - 1;

  return CLAMP (mean, 0, 1);
}

/* An infinite bound, above which nothing is left to be found, is no sum. */
gboolean
deid_loss_from_objective (const DeidLoss *loss, double objective, double *value, GError **error)
{
  *value = objective;
  if (isinf (objective))
    return TRUE;
  if (!deid_loss_is_separable (loss))
    return deid_quality_model_finish (loss->model, loss->input, loss->state, objective, value,
                                      error);
  if (loss->aggregate == DEID_AGGREGATE_GEOMETRIC_MEAN)
    *value = take_root (loss, objective);
  return deid_quality_model_check_loss (loss->model, *value, error);
}
