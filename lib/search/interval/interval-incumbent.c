/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/memory.h"
#include "search/interval/interval.h"

#include <math.h>
#include <string.h>

gboolean
deid_probes_contain (const DeidProbes *probes, const DeidLevel *levels, guint n_dimensions)
{
  for (guint64 i = 0; i < probes->n; i++)
    if (memcmp (probes->levels + i * n_dimensions, levels, n_dimensions * sizeof *levels) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
probes_add (DeidProbes *probes, const DeidLevel *levels, guint n_dimensions, GError **error)
{
  const guint64 end = probes->n * n_dimensions;

  if (!deid_grow_list (probes, levels, end + n_dimensions, error))
    return FALSE;
  memcpy (probes->levels + end, levels, n_dimensions * sizeof *levels);
  probes->n++;
  return TRUE;
}

/* The first incumbent. A greedy descent from the top lowers again and again the dimension that
 * gains most for each record that it newly suppresses; it is lazy: a dimension is tried again only
 * if its last ratio is still the best, and never again once it was infeasible. On large lattices a
 * local search follows: raise one dimension of the incumbent by a level, descend from there in the
 * others, until nothing is better. */

/* Lattices from this size on are worth a local search: some hundred evaluations. They show how fast
 * S° grows, which of a single descent misleads. */
#define MIN_POLICIES 1e7

typedef struct
{
  DeidWorker *worker;
  double *ratios; /* of each dimension the last one seen, -INFINITY if it must not be lowered */
  DeidLevel *levels;
  DeidBox *boxes[3];
} Climb;

static gboolean
is_large (const DeidInterval *interval)
{
  return deid_lattice_get_size_as_double (interval->lattice) >= MIN_POLICIES;
}

static gboolean
climb_init (Climb *climb, DeidWorker *worker, GError **error)
{
  const guint n_dimensions = worker->interval->lattice->n_dimensions;

  *climb = (Climb){ .worker = worker };
  if (!deid_new_arrays (error, DEID_NEW (climb->ratios, n_dimensions),
                        DEID_NEW (climb->levels, n_dimensions)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (climb->boxes); i++)
    {
      climb->boxes[i] = deid_worker_get_box (worker, error);
      if (climb->boxes[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
climb_clear (Climb *climb)
{
  for (guint i = 0; i < G_N_ELEMENTS (climb->boxes); i++)
    if (climb->boxes[i] != NULL)
      deid_worker_release_box (climb->worker, climb->boxes[i]);
  deid_free_arrays (climb->ratios, climb->levels);
}

/* Returns: the dimension with the greatest ratio, or the number of dimensions if there is none. */
static guint
interval_incumbent_choose (const Climb *climb, const DeidLevel *levels)
{
  const DeidLattice *lattice = climb->worker->interval->lattice;
  const guint n_dimensions = lattice->n_dimensions;
  guint best = n_dimensions;

  for (guint d = 0; d < n_dimensions; d++)
    if (levels[d] > lattice->floors[d] && climb->ratios[d] > -INFINITY
        && (best == n_dimensions || climb->ratios[d] > climb->ratios[best]))
      best = d;
  return best;
}

/* Computes what lowering a policy gains for each record that it newly suppresses. */
static gboolean
get_ratio (const Climb *climb, const DeidRefined *from, const DeidRefined *to, double *ratio,
           GError **error)
{
  DeidRefiningEvaluator *refiner = &climb->worker->refiner;
  const DeidStop *stop = &climb->worker->interval->run->stop;
  double before, after;

  if (!deid_refining_evaluator_get_bound (refiner, from, from->levels, stop, &before, error)
      || !deid_refining_evaluator_get_bound (refiner, to, to->levels, stop, &after, error))
    return FALSE;
  *ratio = (before - after) / ((double) (to->verdict.n_necessary - from->verdict.n_necessary) + 1);
  return TRUE;
}

/* Evaluates the policy in @levels, a specialization of @from. */
static gboolean
interval_incumbent_evaluate (const Climb *climb, const DeidRefined *from, DeidRefined *to,
                             gboolean *feasible, GError **error)
{
  DeidInterval *interval = climb->worker->interval;
  const guint n_dimensions = interval->lattice->n_dimensions;

  if (!deid_refining_evaluator_lower (&climb->worker->refiner, from, climb->levels, to,
                                      &interval->run->stop, feasible, error))
    return FALSE;
  if (!*feasible)
    deid_barriers_add (&climb->worker->deduction.barriers, to->levels);
  if (deid_probes_contain (&interval->probes, to->levels, n_dimensions))
    return TRUE;
  deid_run_consider (interval->run, to->levels, &to->verdict);
  return probes_add (&interval->probes, to->levels, n_dimensions, error);
}

static gboolean
interval_incumbent_descend (const Climb *climb, const DeidRefined *from, GError **error)
{
  const guint n_dimensions = climb->worker->interval->lattice->n_dimensions;
  const DeidRefined *current = from;
  DeidRefined *next = &climb->boxes[0]->refined;
  guint d;

  while ((d = interval_incumbent_choose (climb, current->levels)) < n_dimensions)
    {
      gboolean feasible;

      if (!deid_run_may_evaluate (climb->worker->interval->run))
        return TRUE;
      memcpy (climb->levels, current->levels, n_dimensions * sizeof *climb->levels);
      climb->levels[d]--;
      climb->ratios[d] = -INFINITY;
      if (!interval_incumbent_evaluate (climb, current, next, &feasible, error)
          || (feasible && !get_ratio (climb, current, next, &climb->ratios[d], error)))
        return FALSE;
      if (is_large (climb->worker->interval))
        deid_growth_learn (&climb->worker->interval->growth, d, climb->levels[d],
                           next->verdict.n_necessary - current->verdict.n_necessary);
      if (feasible && interval_incumbent_choose (climb, current->levels) == d)
        {
          current = next;
          next = next == &climb->boxes[0]->refined ? &climb->boxes[1]->refined
                                                   : &climb->boxes[0]->refined;
        }
    }
  return TRUE;
}

static gboolean
descend_in_all_but (const Climb *climb, const DeidRefined *from, guint dimension, GError **error)
{
  for (guint d = 0; d < climb->worker->interval->lattice->n_dimensions; d++)
    climb->ratios[d] = d == dimension ? -INFINITY : INFINITY;
  return interval_incumbent_descend (climb, from, error);
}

/* Raises each dimension of the incumbent in turn until a better one is found. From the top itself
 * the descent was made before. */
static gboolean
interval_incumbent_improve (const Climb *climb, const DeidRefined *top, const DeidLevel *base,
                            GError **error)
{
  const DeidLattice *lattice = climb->worker->interval->lattice;
  DeidRun *run = climb->worker->interval->run;
  DeidRefined *raised = &climb->boxes[2]->refined;
  const gint version = run->incumbent_version;

  for (guint d = 0; d < lattice->n_dimensions && run->incumbent_version == version; d++)
    {
      gboolean feasible;

      if (base[d] == lattice->heights[d])
        continue;
      memcpy (climb->levels, base, lattice->n_dimensions * sizeof *base);
      climb->levels[d]++;
      if (deid_levels_compare (climb->levels, top->levels, lattice->n_dimensions) == 0)
        continue;
      if (!deid_run_may_evaluate (run))
        return TRUE;
      if (!interval_incumbent_evaluate (climb, top, raised, &feasible, error)
          || (feasible && !descend_in_all_but (climb, raised, d, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
search_locally (const Climb *climb, const DeidRefined *top, GError **error)
{
  DeidRun *run = climb->worker->interval->run;
  const guint n = climb->worker->interval->lattice->n_dimensions;
  g_autofree DeidLevel *base = deid_alloc (n, sizeof *base, error);
  gint version;

  if (base == NULL)
    return FALSE;
  do
    {
      version = run->incumbent_version;
      memcpy (base, run->incumbent.levels, n * sizeof *base);
      if (!interval_incumbent_improve (climb, top, base, error))
        return FALSE;
    }
  while (run->incumbent_version != version && !run->ended);
  return TRUE;
}

gboolean
deid_worker_find_incumbent (DeidWorker *worker, const DeidRefined *top, GError **error)
{
  const DeidInterval *interval = worker->interval;
  Climb climb;
  gboolean success;

  success = climb_init (&climb, worker, error)
            && descend_in_all_but (&climb, top, interval->lattice->n_dimensions, error)
            && (!is_large (interval) || !interval->run->incumbent.exists
                || search_locally (&climb, top, error));
  climb_clear (&climb);
  return success;
}
