/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Splits a box again and again, keeping the part above a level, until that is settled. The parts
 * below become boxes of their own, worked on from the last to the first: there is evidence for each
 * from those split off after it. On small lattices a good incumbent is worth more than evidence,
 * and the first comes first. */
#include <math.h>
#include <string.h>

#include "search/interval/interval.h"
#include "search/interval/split.h"

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

      if (!deid_worker_tighten (worker, box, &open, error))
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

      if (!deid_worker_raise (worker, box, &raised, error)
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
