/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Coordinate descent on the grid of capacities: one column after the other gets the best of its
 * candidates, those of the others being what they are, until a round changes nothing. No point is
 * tried twice. */
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "tradeoff/capacities-private.h"

typedef struct
{
  const DeidCapacitySearch *search;
  DeidCapacityFindings *findings;
  DeidCellMeasure measure;
  guint *point; /* that is to be tried */
  guint start;
} CapacitiesDescendDescent;

static gboolean
find_trial (const CapacitiesDescendDescent *descent, guint64 *trial)
{
  const DeidCapacityFindings *findings = descent->findings;

  for (*trial = 0; *trial < findings->n_trials; ++*trial)
    if (memcmp (findings->trials[*trial].point, descent->point,
                findings->n_columns * sizeof *descent->point)
        == 0)
      return TRUE;
  return FALSE;
}

static DeidJob *
capacities_descend_derive (const CapacitiesDescendDescent *descent, GError **error)
{
  const DeidCapacityFindings *findings = descent->findings;
  g_autoptr (DeidJob) derived = deid_job_derive (descent->search->job, error);

  for (guint64 c = 0; derived != NULL && c < findings->n_columns; c++)
    if (!deid_axis_apply (&findings->columns[c].axis, descent->point[c], derived, error))
      return NULL;
  return g_steal_pointer (&derived);
}

static double
capacities_descend_score (const DeidCapacitySearch *search, const DeidTradeoffCell *cell)
{
  const double mean = cell->shift.has_mean ? cell->shift.mean : 0;
  const double correlation = cell->shift.has_correlation ? cell->shift.correlation : 0;

  return search->mean_weight * mean + search->correlation_weight * correlation
         + search->loss_weight * cell->loss;
}

/* A release without any number of a column shifts no mean of it, which is not to its credit. */
static gboolean
capacities_descend_is_better (const DeidCapacitySearch *search, const DeidCapacityTrial *a,
                              const DeidCapacityTrial *b)
{
  const gboolean has_shifts = search->mean_weight > 0 || search->correlation_weight > 0;

  if (!a->cell.is_solved || !b->cell.is_solved)
    return a->cell.is_solved && !b->cell.is_solved;
  if (has_shifts && a->cell.shift.n_lost != b->cell.shift.n_lost)
    return a->cell.shift.n_lost < b->cell.shift.n_lost;
  if (a->score != b->score)
    return a->score < b->score;
  return a->cell.loss < b->cell.loss;
}

/* Tries a point, unless it was. */
static gboolean
try_point (CapacitiesDescendDescent *descent, guint64 *trial, GError **error)
{
  DeidCapacityFindings *findings = descent->findings;
  g_autoptr (DeidJob) job = NULL;
  DeidCapacityTrial *made;

  if (find_trial (descent, trial))
    return TRUE;
  if (!deid_stop_check (descent->measure.stop, error)
      || !deid_grow ((gpointer *) &findings->trials, &findings->trials_capacity,
                     findings->n_trials + 1, sizeof *made, error))
    return FALSE;
  made = &findings->trials[findings->n_trials++];
  *made = (DeidCapacityTrial){ .start = descent->start };
  made->point
      = deid_copy_array (descent->point, findings->n_columns, sizeof *descent->point, error);
  job = made->point != NULL ? capacities_descend_derive (descent, error) : NULL;
  if (job == NULL || !deid_cell_measure_job (&descent->measure, job, &made->cell, error))
    return FALSE;
  made->score = made->cell.is_solved ? capacities_descend_score (descent->search, &made->cell) : 0;
  return TRUE;
}

/* Gives one column its best candidate. */
static gboolean
move_along (CapacitiesDescendDescent *descent, guint64 column, guint64 *current,
            gboolean *is_changed, GError **error)
{
  DeidCapacityFindings *findings = descent->findings;
  guint64 best = *current;

  for (guint i = 0; i < findings->columns[column].n_candidates; i++)
    {
      guint64 trial;

      descent->point[column] = i;
      if (!try_point (descent, &trial, error))
        return FALSE;
      if (capacities_descend_is_better (descent->search, &findings->trials[trial],
                                        &findings->trials[best]))
        best = trial;
    }
  descent->point[column] = findings->trials[best].point[column];
  *is_changed |= best != *current;
  *current = best;
  return TRUE;
}

/* Each move is to a better trial, of which there are finitely many. */
static gboolean
capacities_descend_descend (CapacitiesDescendDescent *descent, GError **error)
{
  DeidCapacityFindings *findings = descent->findings;
  gboolean is_changed = TRUE;
  guint64 current;

  if (!try_point (descent, &current, error))
    return FALSE;
  while (is_changed)
    {
      is_changed = FALSE;
      for (guint64 c = 0; c < findings->n_columns; c++)
        if (!move_along (descent, c, &current, &is_changed, error))
          return FALSE;
    }
  if (findings->trials[current].cell.is_solved
      && (!findings->has_best
          || capacities_descend_is_better (descent->search, &findings->trials[current],
                                           &findings->trials[findings->best])))
    {
      findings->has_best = TRUE;
      findings->best = current;
    }
  return TRUE;
}

static gboolean
descend_from_all (CapacitiesDescendDescent *descent, GError **error)
{
  const DeidCapacityFindings *findings = descent->findings;
  DeidRandom random = { descent->search->seed };

  for (descent->start = 0; descent->start <= descent->search->n_restarts; descent->start++)
    {
      for (guint64 c = 0; c < findings->n_columns; c++)
        {
          const DeidCapacityColumn *column = &findings->columns[c];

          descent->point[c] = descent->start == 0
                                  ? column->own
                                  : (guint) deid_random_below (&random, column->n_candidates);
        }
      if (!capacities_descend_descend (descent, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_capacities_descend (const DeidCapacitySearch *search, DeidCapacityFindings *findings,
                         const DeidStop *stop, GError **error)
{
  CapacitiesDescendDescent descent
      = { .search = search, .findings = findings, .measure = { .stop = stop } };
  gboolean success;

  descent.point = deid_alloc (findings->n_columns, sizeof *descent.point, error);
  success = descent.point != NULL && descend_from_all (&descent, error);
  deid_cell_measure_clear (&descent.measure);
  g_clear_pointer (&search->job->hierarchies, g_hash_table_unref);
  g_free (descent.point);
  return success;
}
