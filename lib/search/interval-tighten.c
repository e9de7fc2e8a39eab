/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Narrows a box from both sides. From above: where raising lo in one dimension to a level would
 * make the box one to be dropped, hi is lowered below that level, in all dimensions at once. From
 * below: where the policies of the box up to some level in one dimension are known, from what other
 * policies showed, to suppress too much, lo is raised above that level. */
#include <string.h>

#include "search/interval.h"

static void
update_incumbent (DeidWorker *worker)
{
  DeidRun *run = worker->interval->run;
  DeidLevel *levels = worker->incumbent.levels;

  if (g_atomic_int_get (&run->incumbent_version) == worker->incumbent_version)
    return;
  g_mutex_lock (&run->mutex);
  worker->incumbent = run->incumbent;
  worker->incumbent_version = run->incumbent_version;
  memcpy (levels, run->incumbent.levels, worker->interval->lattice->n_dimensions * sizeof *levels);
  g_mutex_unlock (&run->mutex);
  worker->incumbent.levels = levels;
}

/* Finds for each dimension the highest level that a better policy of the box can have.
 * Returns: whether some level is below hi. */
static gboolean
find_ceiling (DeidWorker *worker, const DeidBox *box)
{
  const guint n_dimensions = worker->interval->lattice->n_dimensions;
  DeidLevel *probe = worker->probe, *ceiling = worker->ceiling;
  gboolean lowered = FALSE;

  memcpy (probe, box->lo, n_dimensions * sizeof *probe);
  for (guint d = 0; d < n_dimensions; d++)
    {
      const DeidLevel hi = box->refined.levels[d];

      ceiling[d] = box->lo[d];
      while (ceiling[d] < hi)
        {
          probe[d] = (DeidLevel) (ceiling[d] + 1);
          worker->bounds[d] = deid_refiner_get_bound (&worker->refiner, &box->refined, probe);
          if (deid_worker_is_dominated (worker, worker->bounds[d], probe))
            break;
          ceiling[d]++;
        }
      probe[d] = box->lo[d];
      lowered |= ceiling[d] < hi;
    }
  return lowered;
}

/* Learns from a lowering from the levels in @probe to the ceiling, unless it passed several levels:
 * how much each of them added is not known. */
static void
learn (DeidWorker *worker, guint64 n_before, guint64 n_after)
{
  const guint n_dimensions = worker->interval->lattice->n_dimensions;
  guint dimension = 0;

  if (deid_levels_sum (worker->probe, n_dimensions)
      != deid_levels_sum (worker->ceiling, n_dimensions) + 1)
    return;
  while (worker->probe[dimension] == worker->ceiling[dimension])
    dimension++;
  deid_growth_learn (&worker->interval->growth, dimension, worker->ceiling[dimension],
                     n_after - n_before);
}

static gboolean
lower_to_ceiling (DeidWorker *worker, DeidBox *box, gboolean *open, GError **error)
{
  const DeidProofFuncs *proof = worker->interval->proof;
  DeidRun *run = worker->interval->run;
  gpointer data = worker->interval->proof_data;
  const guint64 n_before = box->refined.verdict.n_necessary;

  *open = deid_run_may_evaluate (run);
  if (!*open)
    return TRUE;
  if (proof != NULL && !proof->lower (data, worker->ceiling, worker->bounds, error))
    return FALSE;
  memcpy (worker->probe, box->refined.levels,
          worker->interval->lattice->n_dimensions * sizeof *worker->probe);
  if (!deid_refiner_lower (&worker->refiner, &box->refined, worker->ceiling, &box->refined,
                           &run->stop, open, error))
    return FALSE;
  learn (worker, n_before, box->refined.verdict.n_necessary);
  if (!deid_worker_consider (worker, &box->refined, *open, error))
    return FALSE;
  return *open || proof == NULL || proof->settle_infeasible (data, &box->refined.verdict, error);
}

/* Whether what is known of a part of the box, besides S°(hi), settles that part. */
static gboolean
is_settled (DeidWorker *worker, const DeidBox *box)
{
  const DeidInstance *instance = worker->interval->run->instance;
  const guint64 n_rows
      = deid_row_set_subtract (&worker->known, &box->refined.removed, worker->rows);
  guint64 n_suppressed = box->refined.verdict.n_necessary;
  double bound;

  for (guint64 i = 0; i < n_rows; i++)
    n_suppressed += deid_rows_get_weight (&instance->rows, worker->rows[i]);
  if (n_suppressed > instance->limit)
    return TRUE;
  deid_refiner_get_covered (&worker->refiner, &box->refined, box->lo, worker->sums);
  deid_loss_add_suppressed_rows (&instance->loss, &instance->rows, worker->rows, n_rows,
                                 n_suppressed - box->refined.verdict.n_necessary, box->lo,
                                 worker->sums);
  bound = deid_loss_get_bound_of_sums (&instance->loss, box->lo, worker->sums, n_suppressed);
  return deid_worker_is_dominated (worker, bound, box->lo);
}

/* Returns: the lowest level that a better policy of the box can have in a dimension. */
static DeidLevel
find_floor (DeidWorker *worker, const DeidBox *box, guint dimension)
{
  deid_row_set_empty (&worker->known);
  for (DeidLevel level = box->refined.levels[dimension]; level > box->lo[dimension]; level--)
    {
      gboolean is_infeasible;

      if (deid_evidence_ring_join (&worker->evidence, dimension, level - 1u, &worker->known,
                                   &is_infeasible)
          && (is_infeasible || is_settled (worker, box)))
        return level;
    }
  return box->lo[dimension];
}

/* Returns: whether lo was raised. A proof does without, since evidence is no part of it. */
static gboolean
raise_to_floor (DeidWorker *worker, DeidBox *box)
{
  gboolean raised = FALSE;

  if (worker->interval->proof != NULL)
    return FALSE;
  deid_evidence_ring_compare (&worker->evidence, box->refined.levels);
  for (guint d = 0; d < worker->interval->lattice->n_dimensions; d++)
    {
      const DeidLevel floor = find_floor (worker, box, d);

      raised |= floor > box->lo[d];
      box->lo[d] = floor;
    }
  return raised;
}

gboolean
deid_worker_tighten (DeidWorker *worker, DeidBox *box, gboolean *open, GError **error)
{
  const DeidInterval *interval = worker->interval;

  do
    {
      update_incumbent (worker);
      box->bound = deid_refiner_get_bound (&worker->refiner, &box->refined, box->lo);
      *open = !deid_worker_is_dominated (worker, box->bound, box->lo);
      if (!*open)
        return interval->proof == NULL
               || interval->proof->settle_bounded (interval->proof_data, box->bound, error);
      if (!find_ceiling (worker, box))
        {
          if (raise_to_floor (worker, box))
            continue;
          return TRUE;
        }
      if (!lower_to_ceiling (worker, box, open, error))
        return FALSE;
    }
  while (*open);
  return TRUE;
}
