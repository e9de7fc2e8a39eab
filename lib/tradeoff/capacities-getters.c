/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "tradeoff/capacities-private.h"

guint
deid_capacity_search_get_n_columns (const DeidCapacitySearch *search)
{
  g_return_val_if_fail (search != NULL, 0);

  return (guint) search->findings.n_columns;
}

/* Returns: (nullable): a column, or %NULL if there is none. */
static const DeidCapacityColumn *
capacities_getters_get_column (const DeidCapacitySearch *search, guint column)
{
  return search != NULL && column < search->findings.n_columns ? &search->findings.columns[column]
                                                               : NULL;
}

const char *
deid_capacity_search_get_column_name (const DeidCapacitySearch *search, guint column)
{
  const DeidCapacityColumn *found = capacities_getters_get_column (search, column);

  g_return_val_if_fail (found != NULL, NULL);

  return found->name;
}

guint
deid_capacity_search_get_n_candidates (const DeidCapacitySearch *search, guint column)
{
  const DeidCapacityColumn *found = capacities_getters_get_column (search, column);

  g_return_val_if_fail (found != NULL, 0);

  return found->n_candidates;
}

guint64
deid_capacity_search_get_candidate (const DeidCapacitySearch *search, guint column, guint candidate)
{
  const DeidCapacityColumn *found = capacities_getters_get_column (search, column);

  g_return_val_if_fail (found != NULL && candidate < found->n_candidates, 0);

  return found->candidates[candidate];
}

guint64
deid_capacity_search_get_n_records (const DeidCapacitySearch *search)
{
  g_return_val_if_fail (search != NULL, 0);

  return search->findings.n_records;
}

guint64
deid_capacity_search_get_n_trials (const DeidCapacitySearch *search)
{
  g_return_val_if_fail (search != NULL, 0);

  return search->findings.n_trials;
}

gboolean
deid_capacity_search_get_best_trial (const DeidCapacitySearch *search, guint64 *trial)
{
  g_return_val_if_fail (search != NULL && trial != NULL, FALSE);

  *trial = search->findings.best;
  return search->findings.has_best;
}

/* Returns: (nullable): a trial, or %NULL if there is none. */
static const DeidCapacityTrial *
get_trial (const DeidCapacitySearch *search, guint64 trial)
{
  return search != NULL && trial < search->findings.n_trials ? &search->findings.trials[trial]
                                                             : NULL;
}

guint64
deid_capacity_search_get_trial_capacity (const DeidCapacitySearch *search, guint64 trial,
                                         guint column)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL && capacities_getters_get_column (search, column) != NULL, 0);

  return capacities_getters_get_column (search, column)->candidates[found->point[column]];
}

char *
deid_capacity_search_get_trial_rule (const DeidCapacitySearch *search, guint64 trial, guint column)
{
  g_return_val_if_fail (get_trial (search, trial) != NULL
                            && capacities_getters_get_column (search, column) != NULL,
                        NULL);

  return deid_capacities_make_rule (&search->findings, trial, column);
}

guint
deid_capacity_search_get_trial_start (const DeidCapacitySearch *search, guint64 trial)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL, 0);

  return found->start;
}

gboolean
deid_capacity_search_is_trial_solved (const DeidCapacitySearch *search, guint64 trial)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL, FALSE);

  return found->cell.is_solved;
}

gboolean
deid_capacity_search_is_trial_proven (const DeidCapacitySearch *search, guint64 trial)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL, FALSE);

  return found->cell.is_proven;
}

double
deid_capacity_search_get_trial_loss (const DeidCapacitySearch *search, guint64 trial)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL, 0);

  return found->cell.loss;
}

guint64
deid_capacity_search_get_trial_n_suppressed (const DeidCapacitySearch *search, guint64 trial)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL, 0);

  return found->cell.n_suppressed;
}

guint
deid_capacity_search_get_trial_n_lost (const DeidCapacitySearch *search, guint64 trial)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL, 0);

  return found->cell.shift.n_lost;
}

gboolean
deid_capacity_search_get_trial_mean_shift (const DeidCapacitySearch *search, guint64 trial,
                                           double *shift)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL && shift != NULL, FALSE);

  *shift = found->cell.shift.mean;
  return found->cell.shift.has_mean;
}

gboolean
deid_capacity_search_get_trial_correlation_shift (const DeidCapacitySearch *search, guint64 trial,
                                                  double *shift)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL && shift != NULL, FALSE);

  *shift = found->cell.shift.correlation;
  return found->cell.shift.has_correlation;
}

gboolean
deid_capacity_search_get_trial_score (const DeidCapacitySearch *search, guint64 trial,
                                      double *score)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL && score != NULL, FALSE);

  *score = found->score;
  return found->cell.is_solved;
}

const char *
deid_capacity_search_get_trial_policy (const DeidCapacitySearch *search, guint64 trial)
{
  const DeidCapacityTrial *found = get_trial (search, trial);

  g_return_val_if_fail (found != NULL, NULL);

  return found->cell.policy;
}
