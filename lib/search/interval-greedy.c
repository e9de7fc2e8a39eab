/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "search/interval.h"

/* Returns: the dimension with the greatest ratio, or the number of dimensions if all are dead. */
static guint
choose (const double *ratios, const DeidLevel *levels, guint n_dimensions)
{
  guint best = n_dimensions;

  for (guint d = 0; d < n_dimensions; d++)
    if (levels[d] > 0 && ratios[d] > -INFINITY
        && (best == n_dimensions || ratios[d] > ratios[best]))
      best = d;
  return best;
}

static double
get_ratio (const DeidRefiner *refiner, const DeidRefined *from, const DeidRefined *to)
{
  const double gain = deid_refiner_get_bound (refiner, from, from->levels)
                      - deid_refiner_get_bound (refiner, to, to->levels);

  return gain / ((double) (to->verdict.n_necessary - from->verdict.n_necessary) + 1);
}

gboolean
deid_probes_contain (const DeidProbes *probes, const DeidLevel *levels, guint n_dimensions)
{
  for (guint64 i = 0; i < probes->n; i++)
    if (memcmp (probes->levels + i * n_dimensions, levels, n_dimensions * sizeof *levels) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
add_probe (DeidProbes *probes, const DeidLevel *levels, guint n_dimensions, GError **error)
{
  const guint64 end = probes->n * n_dimensions;

  if (!deid_grow ((gpointer *) &probes->levels, &probes->capacity, end + n_dimensions,
                  sizeof *levels, error))
    return FALSE;
  memcpy (probes->levels + end, levels, n_dimensions * sizeof *levels);
  probes->n++;
  return TRUE;
}

static gboolean
descend (DeidWorker *worker, const DeidRefined *top, DeidBox *spare[2], GError **error)
{
  DeidRun *run = worker->interval->run;
  DeidRefiner *refiner = &worker->refiner;
  DeidProbes *probes = &worker->interval->probes;
  const guint n_dimensions = worker->interval->lattice->n_dimensions;
  g_autofree double *ratios = g_new (double, n_dimensions);
  const DeidRefined *current = top;
  DeidRefined *next = &spare[0]->refined;
  guint d;

  for (d = 0; d < n_dimensions; d++)
    ratios[d] = INFINITY;
  while ((d = choose (ratios, current->levels, n_dimensions)) < n_dimensions)
    {
      gboolean feasible;

      if (!deid_run_may_evaluate (run))
        return TRUE;
      memcpy (worker->probe, current->levels, n_dimensions * sizeof *worker->probe);
      worker->probe[d]--;
      if (!deid_refiner_lower (refiner, current, worker->probe, next, &run->stop, &feasible, error))
        return FALSE;
      if (!deid_probes_contain (probes, next->levels, n_dimensions))
        {
          if (!add_probe (probes, next->levels, n_dimensions, error))
            return FALSE;
          deid_run_consider (run, next->levels, &next->verdict);
        }
      ratios[d] = feasible ? get_ratio (refiner, current, next) : -INFINITY;
      if (feasible && choose (ratios, current->levels, n_dimensions) == d)
        {
          current = next;
          next = next == &spare[0]->refined ? &spare[1]->refined : &spare[0]->refined;
        }
    }
  return TRUE;
}

gboolean
deid_worker_find_incumbent (DeidWorker *worker, const DeidRefined *top, GError **error)
{
  DeidBox *spare[2] = { deid_worker_get_box (worker, error), NULL };
  gboolean success = FALSE;

  if (spare[0] != NULL)
    spare[1] = deid_worker_get_box (worker, error);
  if (spare[1] != NULL)
    success = descend (worker, top, spare, error);
  for (guint i = 0; i < 2; i++)
    if (spare[i] != NULL)
      deid_worker_release_box (worker, spare[i]);
  return success;
}
