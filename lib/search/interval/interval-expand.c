/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/growth.h"
#include "search/interval/interval.h"

#include <math.h>
#include <string.h>

/* Narrows a box from both sides. From above: where raising lo in one dimension to a level would
 * make the box one to be dropped, hi is lowered below that level, in all dimensions at once. From
 * below: where the policies of the box up to some level in one dimension are known, from what other
 * policies showed, to suppress too much, lo is raised above that level. */

static inline gboolean
worker_is_dominated (const DeidWorker *worker, double bound, const DeidLevel *lo)
{
  return deid_incumbent_dominates (&worker->incumbent, bound, lo,
                                   worker->interval->lattice->n_dimensions);
}

void
deid_worker_update_incumbent (DeidWorker *worker)
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

/* Bounds what a box costs from the policy in the probe on. */
static gboolean
is_probe_dominated (DeidWorker *worker, const DeidBox *box, double *bound, gboolean *dominated,
                    GError **error)
{
  if (!deid_refining_evaluator_get_bound (&worker->refiner, &box->refined, worker->probe,
                                          &worker->interval->run->stop, bound, error))
    return FALSE;
  *dominated = worker_is_dominated (worker, *bound, worker->probe);
  return TRUE;
}

/* Finds for each dimension the highest level that a better policy of the box can have, and what the
 * levels up to it cost if costs add up. Where classes are grouped for bounds, each of these takes
 * longer than the evaluations that the whole saves, and hi stays as it is. */
static gboolean
interval_tighten_find_ceiling (DeidWorker *worker, const DeidBox *box, GError **error)
{
  const guint n_dimensions = worker->interval->lattice->n_dimensions;
  DeidLevel *probe = worker->probe, *ceiling = worker->ceiling;

  if (!deid_refining_evaluator_has_cheap_bounds (&worker->refiner))
    {
      memcpy (ceiling, box->refined.levels, n_dimensions * sizeof *ceiling);
      return TRUE;
    }
  memcpy (probe, box->lo, n_dimensions * sizeof *probe);
  for (guint d = 0; d < n_dimensions; d++)
    {
      const DeidLevel hi = box->refined.levels[d];

      ceiling[d] = box->lo[d];
      *deid_deduction_get_cost (&worker->deduction, d, ceiling[d]) = 0;
      while (ceiling[d] < hi)
        {
          gboolean dominated;

          probe[d] = (DeidLevel) (ceiling[d] + 1);
          if (!is_probe_dominated (worker, box, &worker->bounds[d], &dominated, error))
            return FALSE;
          if (dominated)
            break;
          ceiling[d]++;
          if (deid_loss_is_sum (&worker->interval->run->prepared->loss))
            *deid_deduction_get_cost (&worker->deduction, d, ceiling[d])
                = worker->bounds[d] - box->bound;
        }
      probe[d] = box->lo[d];
    }
  return TRUE;
}

/* Returns: how much the bound of a box may gain, if what raising lo in each dimension adds to it
 * adds up; rounding errors are far less than the share that is added. */
static double
get_slack (const DeidWorker *worker, const DeidBox *box)
{
  const DeidIncumbent *incumbent = &worker->incumbent;

  return incumbent->exists && deid_loss_is_sum (&worker->interval->run->prepared->loss)
             ? incumbent->verdict.objective * (1 + 1e-9) - box->bound
             : INFINITY;
}

/* Narrows a box between lo and the ceiling without evaluations; @raised tells whether lo is. A
 * proof does without, since barriers are no part of it. */
static gboolean
deduce (DeidWorker *worker, DeidBox *box, gboolean *raised)
{
  const DeidLattice *lattice = worker->interval->lattice;
  const guint64 sum = deid_levels_sum (box->lo, lattice->n_dimensions);

  *raised = FALSE;
  if (worker->interval->proof != NULL)
    return TRUE;
  worker->deduction.slack = get_slack (worker, box);
  if (!deid_deduction_narrow (&worker->deduction, box->lo, worker->ceiling))
    return FALSE;
  *raised = deid_levels_sum (box->lo, lattice->n_dimensions) > sum;
  return TRUE;
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

  *open = deid_run_may_go_on (run);
  if (!*open)
    return TRUE;
  if (proof != NULL && !proof->lower (data, worker->ceiling, worker->bounds, error))
    return FALSE;
  memcpy (worker->probe, box->refined.levels,
          worker->interval->lattice->n_dimensions * sizeof *worker->probe);
  deid_growth_get_expected (&worker->interval->growth, worker->ceiling, worker->probe,
                            worker->expected);
  if (!deid_refining_evaluator_lower (&worker->refiner, &box->refined, worker->ceiling,
                                      &box->refined, &run->stop, open, error))
    return FALSE;
  learn (worker, n_before, box->refined.verdict.n_necessary);
  if (!deid_worker_consider (worker, &box->refined, *open, error))
    return FALSE;
  return *open || proof == NULL || proof->settle_infeasible (data, &box->refined.verdict, error);
}

/* Tells whether what is known of a part of the box, besides S°(hi), settles that part. */
static gboolean
check_settled (DeidWorker *worker, const DeidBox *box, gboolean *settled, GError **error)
{
  const DeidPreparedProblem *prepared = worker->interval->run->prepared;
  const guint64 n_rows
      = deid_row_set_subtract (&worker->known, &box->refined.removed, worker->rows);
  DeidFurtherRows further = { worker->rows, n_rows, 0 };
  double bound;

  for (guint64 i = 0; i < n_rows; i++)
    further.n_records += deid_rows_get_weight (&prepared->rows, worker->rows[i]);
  *settled = box->refined.verdict.n_necessary + further.n_records > prepared->limit;
  if (*settled)
    return TRUE;
  if (!deid_refining_evaluator_get_bound_with (&worker->refiner, &box->refined, box->lo, &further,
                                               &worker->interval->run->stop, &bound, error))
    return FALSE;
  *settled = worker_is_dominated (worker, bound, box->lo);
  return TRUE;
}

/* Finds the lowest level that a better policy of the box can have in a dimension. */
static gboolean
find_floor (DeidWorker *worker, const DeidBox *box, guint dimension, DeidLevel *floor,
            GError **error)
{
  deid_row_set_empty (&worker->known);
  for (*floor = box->refined.levels[dimension]; *floor > box->lo[dimension]; --*floor)
    {
      gboolean settled;

      if (!deid_evidence_ring_join (&worker->evidence, dimension, *floor - 1u, &worker->known))
        continue;
      if (!check_settled (worker, box, &settled, error))
        return FALSE;
      if (settled)
        break;
    }
  return TRUE;
}

/* Raises the lower corner of a box by evidence; @raised tells whether that was possible. A proof
 * does without, since evidence is no part of it. */
static gboolean
worker_raise (DeidWorker *worker, DeidBox *box, gboolean *raised, GError **error)
{
  *raised = FALSE;
  if (worker->interval->proof != NULL)
    return TRUE;
  deid_evidence_ring_compare (&worker->evidence, box->refined.levels);
  for (guint d = 0; d < worker->interval->lattice->n_dimensions; d++)
    {
      DeidLevel floor;

      if (!find_floor (worker, box, d, &floor, error))
        return FALSE;
      *raised |= floor > box->lo[d];
      box->lo[d] = floor;
    }
  return TRUE;
}

/* Narrows a box until nothing changes; @open becomes FALSE if it is settled or the run has
 * ended. */
static gboolean
worker_tighten (DeidWorker *worker, DeidBox *box, gboolean *open, GError **error)
{
  const DeidInterval *interval = worker->interval;

  do
    {
      gboolean raised;

      deid_worker_update_incumbent (worker);
      if (!deid_refining_evaluator_get_bound (&worker->refiner, &box->refined, box->lo,
                                              &interval->run->stop, &box->bound, error))
        return FALSE;
      *open = !worker_is_dominated (worker, box->bound, box->lo);
      if (!*open)
        return interval->proof == NULL
               || interval->proof->settle_bounded (interval->proof_data, box->bound, error);
      if (!interval_tighten_find_ceiling (worker, box, error))
        return FALSE;
      *open = deduce (worker, box, &raised);
      if (!*open)
        return TRUE;
      if (deid_levels_compare (worker->ceiling, box->refined.levels,
                               interval->lattice->n_dimensions)
          == 0)
        {
          if (!raised && !worker_raise (worker, box, &raised, error))
            return FALSE;
          if (raised)
            continue;
          return TRUE;
        }
      if (!lower_to_ceiling (worker, box, open, error))
        return FALSE;
    }
  while (*open);
  return TRUE;
}

/* Splits a box again and again, keeping the part above a level, until that is settled. The parts
 * below become boxes of their own, worked on from the last to the first: there is evidence for each
 * from those split off after it. On small lattices a good incumbent is worth more than evidence,
 * and the first comes first. */

/* Evaluates the upper corner of the part below a split. */
static gboolean
evaluate_below (DeidWorker *worker, DeidBox *box, DeidSplit split, DeidBox *below,
                gboolean *feasible, GError **error)
{
  DeidInterval *interval = worker->interval;
  const gsize size = interval->lattice->n_dimensions * sizeof *below->lo;

  memcpy (below->lo, box->lo, size);
  memcpy (worker->probe, box->refined.levels, size);
  worker->probe[split.dimension] = (DeidLevel) split.level;
  if (!deid_refining_evaluator_lower (&worker->refiner, &box->refined, worker->probe,
                                      &below->refined, &interval->run->stop, feasible, error))
    return FALSE;
  if (box->refined.levels[split.dimension] == split.level + 1)
    deid_growth_learn (&interval->growth, split.dimension, split.level,
                       below->refined.verdict.n_necessary - box->refined.verdict.n_necessary);
  return deid_worker_consider (worker, &below->refined, *feasible, error);
}

static gboolean
prove_split (const DeidInterval *interval, DeidSplit split, const DeidBox *below, gboolean feasible,
             GError **error)
{
  if (interval->proof == NULL)
    return TRUE;
  if (feasible)
    return interval->proof->split (interval->proof_data, split.dimension, split.level, error);
  return interval->proof->cut (interval->proof_data, split.dimension, split.level,
                               &below->refined.verdict, error);
}

/* Keeps the part above; the part below goes on the stack unless it is infeasible. */
static gboolean
interval_expand_split_box (DeidWorker *worker, DeidBox *box, DeidSplit split, GError **error)
{
  DeidBox *below = deid_worker_get_box (worker, error);
  gboolean feasible;

  if (below == NULL)
    return FALSE;
  if (!evaluate_below (worker, box, split, below, &feasible, error)
      || !prove_split (worker->interval, split, below, feasible, error))
    {
      deid_worker_release_box (worker, below);
      return FALSE;
    }
  box->lo[split.dimension] = (DeidLevel) (split.level + 1);
  if (feasible)
    {
      if (deid_refining_evaluator_get_bound (&worker->refiner, &below->refined, below->lo,
                                             &worker->interval->run->stop, &below->bound, error))
        return deid_worker_push (worker, below, error);
    }
  deid_worker_release_box (worker, below);
  return !feasible;
}

static gboolean
interval_expand_settle_policy (const DeidInterval *interval, const DeidBox *box, GError **error)
{
  return interval->proof == NULL
         || interval->proof->settle_policy (interval->proof_data, &box->refined.verdict, error);
}

/* Splits until the part that is kept is settled or the run has ended. */
static gboolean
interval_expand_settle (DeidWorker *worker, DeidBox *box, GError **error)
{
  DeidInterval *interval = worker->interval;

  for (;;)
    {
      DeidSplit split = { 0 };
      gboolean open;

      if (!worker_tighten (worker, box, &open, error))
        return FALSE;
      if (!open)
        return TRUE;
      if (!deid_split_choose (&interval->growth, &worker->refiner, box->lo, box->refined.levels,
                              worker->expected, worker->probe, &split))
        return interval_expand_settle_policy (interval, box, error);
      if (!deid_run_may_go_on (interval->run))
        return TRUE;
      if (!interval_expand_split_box (worker, box, split, error))
        return FALSE;
    }
}

static void
interval_expand_reverse (DeidBox **boxes, guint64 n)
{
  for (guint64 i = 0; i < n / 2; i++)
    {
      DeidBox *box = boxes[i];

      boxes[i] = boxes[n - 1 - i];
      boxes[n - 1 - i] = box;
    }
}

/* Makes the most, for boxes that were split off, of what was seen of those split off after them:
 * their turn may come when that is forgotten. */
static gboolean
raise_parts (DeidWorker *worker, guint64 first, GError **error)
{
  for (guint64 i = first; i < worker->n_stack; i++)
    {
      DeidBox *box = worker->stack[i];
      gboolean raised;

      if (!worker_raise (worker, box, &raised, error)
          || (raised
              && !deid_refining_evaluator_get_bound (&worker->refiner, &box->refined, box->lo,
                                                     &worker->interval->run->stop, &box->bound,
                                                     error)))
        return FALSE;
      deid_worker_describe (worker, box);
    }
  return TRUE;
}

gboolean
deid_worker_expand (DeidWorker *worker, DeidBox *box, GError **error)
{
  const DeidInterval *interval = worker->interval;
  const guint64 first = worker->n_stack;

  if (!interval_expand_settle (worker, box, error) || !raise_parts (worker, first, error))
    return FALSE;
  if (worker->n_stack > first && interval->proof == NULL
      && deid_interval_is_small (interval->lattice))
    interval_expand_reverse (worker->stack + first, worker->n_stack - first);
  return TRUE;
}
