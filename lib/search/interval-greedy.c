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
descend (DeidRun *run, DeidRefiner *refiner, const DeidRefined *top, DeidRefined spare[2],
         DeidProbes *probes, GError **error)
{
  const guint n_dimensions = run->instance.lattice->n_dimensions;
  g_autofree double *ratios = g_new (double, n_dimensions);
  const DeidRefined *current = top;
  DeidRefined *next = &spare[0];
  guint d;

  for (d = 0; d < n_dimensions; d++)
    ratios[d] = INFINITY;
  while ((d = choose (ratios, current->levels, n_dimensions)) < n_dimensions)
    {
      gboolean feasible;

      if (!deid_run_may_evaluate (run))
        return TRUE;
      if (!deid_refiner_lower (refiner, current, d, next, &run->stop, &feasible, error))
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
          next = next == &spare[0] ? &spare[1] : &spare[0];
        }
    }
  return TRUE;
}

gboolean
deid_interval_find_incumbent (DeidRun *run, DeidRefiner *refiner, const DeidRefined *top,
                              DeidProbes *probes, GError **error)
{
  DeidRefined spare[2] = { 0 };
  gboolean success;

  success = deid_refined_init (&spare[0], refiner, error)
            && deid_refined_init (&spare[1], refiner, error)
            && descend (run, refiner, top, spare, probes, error);
  deid_refined_clear (&spare[0]);
  deid_refined_clear (&spare[1]);
  return success;
}
