/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Boxes of lattices with cuts. One cut changes little, so that what is suppressed at the upper
 * corner hardly bounds such a box; a sum of dynamic programs does (cut-bound.h). What a level of a
 * dimension would cost narrows the box from both sides before it is split. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "search/interval/interval.h"

/* For how many evaluations one is spent on looking for a better incumbent. */
#define DESCENT_ONE_IN 10

/* How often a box is narrowed before it is split. */
#define MAX_ROUNDS 3

/* Steps that the multipliers of the whole lattice take before it is split. */
#define N_STEPS_AT_TOP 60

/* How far above the bound of a box, as a share of it, the incumbent may be to be next to it. */
#define INTERVAL_CUTS_NEAR 1e-4

#define STEP_AT_TOP        0.5
#define STEP               0.6

/* What the two parts of a split are worth in units, besides what the bound says. */
#define BELOW_SHARE 1e-2
#define ABOVE_SHARE 1e-4

/* Returns: units above which no policy is wanted, below those of what is not possible. */
static gint64
get_threshold (DeidWorker *worker)
{
  gint64 n;

  deid_worker_update_incumbent (worker);
  n = deid_units_from_objective (&worker->interval->space.units,
                                 worker->incumbent.exists ? worker->incumbent.verdict.objective
                                                          : INFINITY);
  return MIN (n, DEID_NO_UNITS - 1);
}

gboolean
deid_worker_prove_units (DeidWorker *worker, GError **error)
{
  const DeidInterval *interval = worker->interval;
  const DeidUnits *units = &interval->space.units;
  const DeidProofUnits stated = { .exponent = units->exponent,
                                  .prices = units->prices,
                                  .lambda_unit = interval->space.lambda_unit,
                                  .least = interval->space.needs.n_records,
                                  .threshold = get_threshold (worker) };

  return interval->proof->state_units (interval->proof_data, &stated, error);
}

/* A box that is normalized differs from the part that it was made of. */
static gboolean
prove_needless (const DeidInterval *interval, const DeidBox *box, GError **error)
{
  return interval->proof == NULL
         || interval->proof->drop_needless (interval->proof_data, box->refined.levels, error);
}

/* Settles a box whose upper corner was evaluated and is no solution, nor any policy below, or which
 * is that corner alone. */
static gboolean
prove_corner (const DeidWorker *worker, gboolean feasible, GError **error)
{
  const DeidProofFuncs *proof = worker->interval->proof;
  const DeidVerdict *verdict = &worker->cuts.verdict;

  if (proof == NULL)
    return TRUE;
  return feasible ? proof->settle_policy (worker->interval->proof_data, verdict, error)
                  : proof->settle_infeasible (worker->interval->proof_data, verdict, error);
}

static gboolean
prove_exceeding (const DeidInterval *interval, const DeidBox *box, GError **error)
{
  return interval->proof == NULL
         || interval->proof->settle_exceeding (interval->proof_data, box->multipliers, error);
}

static gboolean
evaluate_corner (DeidWorker *worker, DeidBox *box, gboolean *feasible, GError **error)
{
  DeidRun *run = worker->interval->run;

  if (!deid_cut_bound_set (&worker->cuts, box->lo, box->refined.levels, &run->stop, feasible,
                           error))
    return FALSE;
  deid_run_consider (run, box->refined.levels, &worker->cuts.verdict);
  worker->n_evaluated++;
  return TRUE;
}

/* Evaluates the policy of the partitions that cost least, which may be a good one. */
static gboolean
try_chosen (DeidWorker *worker, const DeidBox *box, GError **error)
{
  DeidRun *run = worker->interval->run;
  DeidCutBound *cuts = &worker->cuts;
  const gsize size = worker->interval->lattice->n_dimensions * sizeof *cuts->answer.chosen;
  DeidVerdict verdict;

  if (worker->interval->proof != NULL)
    return TRUE;
  if (memcmp (cuts->answer.chosen, box->refined.levels, size) == 0
      || memcmp (cuts->answer.chosen, worker->probe, size) == 0 || !deid_run_may_evaluate (run))
    return TRUE;
  memcpy (worker->probe, cuts->answer.chosen, size);
  if (!deid_cut_bound_evaluate (cuts, cuts->answer.chosen, &run->stop, &verdict, error))
    return FALSE;
  deid_run_consider (run, cuts->answer.chosen, &verdict);
  worker->n_evaluated++;
  return TRUE;
}

/* Looks for the best multipliers of the whole lattice; other boxes inherit them. That takes its
 * time where columns have thousands of values, and may be all that is done. */
static gboolean
solve_top (DeidWorker *worker, DeidBox *box, GError **error)
{
  DeidCutBound *cuts = &worker->cuts;
  const gsize size = deid_cut_space_count_multipliers (cuts->space) * sizeof *box->multipliers;
  g_autofree guint16 *best = deid_alloc (size, 1, error);
  const guint n_steps = cuts->space->costs_classes ? 1 : N_STEPS_AT_TOP;
  const DeidStop *stop = &worker->interval->run->stop;
  gint64 best_bound = -1;

  if (best == NULL)
    return FALSE;
  deid_cut_bound_start (cuts, box->multipliers);
  for (guint i = 0; i < n_steps && deid_run_may_go_on (worker->interval->run); i++)
    {
      if (!deid_cut_bound_share (cuts, box->multipliers, stop, error))
        return FALSE;
      if (cuts->bound > best_bound)
        {
          best_bound = cuts->bound;
          memcpy (best, box->multipliers, size);
        }
      if (cuts->bound >= DEID_NO_UNITS)
        break;
      box->bound = MAX (box->bound, deid_units_to_objective (&cuts->space->units, best_bound));
      deid_worker_publish_bound (worker, box);
      if (!try_chosen (worker, box, error))
        return FALSE;
      deid_cut_bound_step (cuts, STEP_AT_TOP / (1 + 0.2 * i), box->multipliers);
    }
  memcpy (box->multipliers, best, size);
  return deid_cut_bound_share (cuts, box->multipliers, stop, error);
}

/* Leaves the levels that some better policy may have. Sets whether the upper corner changed. */
static gboolean
interval_cuts_narrow (DeidWorker *worker, DeidBox *box, gint64 threshold, gboolean *changed,
                      GError **error)
{
  const DeidInterval *interval = worker->interval;
  const DeidCutBound *cuts = &worker->cuts;
  const DeidCutSpace *space = cuts->space;
  DeidLevel *hi = box->refined.levels;
  const gsize size = space->lattice->n_dimensions * sizeof *hi;

  memcpy (worker->ceiling, hi, size);
  for (guint a = 0; a < space->n_axes; a++)
    {
      const DeidCutAxis *axis = &space->axes[a];
      for (guint d = axis->first_dimension; d < axis->first_dimension + axis->n_dimensions; d++)
        {
          const gint64 *values = cuts->answer.values + space->first_values[d];

          while (box->lo[d] < hi[d]
                 && deid_cut_bound_replace (cuts, a, values[box->lo[d]]) > threshold)
            box->lo[d]++;
          while (box->lo[d] < hi[d] && deid_cut_bound_replace (cuts, a, values[hi[d]]) > threshold)
            hi[d]--;
        }
    }
  if (interval->proof != NULL
      && !interval->proof->narrow (interval->proof_data, box->lo, hi, box->multipliers, error))
    return FALSE;
  deid_cut_space_normalize (space, box->lo, hi);
  *changed = memcmp (worker->ceiling, hi, size) != 0;
  return prove_needless (interval, box, error);
}

typedef struct
{
  guint dimension;
  guint level;  /* the part below has this one at most */
  gint64 below; /* by how much the bound rises in each part */
  gint64 above;
} CutSplit;

/* Returns: by how much the bound rises if an attribute has one of some levels. */
static gint64
interval_cuts_get_rise (const DeidCutBound *cuts, guint axis, const gint64 *values, guint first,
                        guint last)
{
  gint64 least = values[first];

  for (guint level = first + 1; level <= last; level++)
    least = MIN (least, values[level]);
  return deid_cut_bound_replace (cuts, axis, least) - cuts->bound;
}

static double
interval_cuts_score (const DeidCutBound *cuts, const CutSplit *split, gint64 threshold)
{
  const guint value = cuts->space->first_values[split->dimension] + split->level;
  const double growth = (double) cuts->answer.growth[value] * (double) cuts->space->units.greatest;

  return ((double) split->below + growth + BELOW_SHARE * (double) threshold)
         * ((double) split->above + ABOVE_SHARE * (double) threshold);
}

static gboolean
choose_split (const DeidCutBound *cuts, const DeidBox *box, gint64 threshold, CutSplit *best)
{
  const DeidCutSpace *space = cuts->space;
  double best_score = -1;

  for (guint a = 0; a < space->n_axes; a++)
    {
      const DeidCutAxis *axis = &space->axes[a];

      for (guint d = axis->first_dimension; d < axis->first_dimension + axis->n_dimensions; d++)
        for (guint level = box->lo[d]; level < box->refined.levels[d]; level++)
          {
            const gint64 *values = cuts->answer.values + space->first_values[d];
            const CutSplit split
                = { d, level, interval_cuts_get_rise (cuts, a, values, box->lo[d], level),
                    interval_cuts_get_rise (cuts, a, values, level + 1, box->refined.levels[d]) };
            const double own = interval_cuts_score (cuts, &split, threshold);

            if (own > best_score)
              {
                best_score = own;
                *best = split;
              }
          }
    }
  return best_score >= 0;
}

static DeidBox *
copy_box (DeidWorker *worker, const DeidBox *box, GError **error)
{
  const DeidCutSpace *space = worker->cuts.space;
  const gsize size = space->lattice->n_dimensions * sizeof *box->lo;
  DeidBox *copy = deid_worker_get_box (worker, error);

  if (copy == NULL)
    return NULL;
  memcpy (copy->lo, box->lo, size);
  memcpy (copy->refined.levels, box->refined.levels, size);
  memcpy (copy->multipliers, box->multipliers,
          deid_cut_space_count_multipliers (space) * sizeof *copy->multipliers);
  return copy;
}

static gboolean
push_copy (DeidWorker *worker, DeidBox *copy, double bound, GError **error)
{
  copy->bound = bound;
  deid_worker_describe (worker, copy);
  return deid_worker_push (worker, copy, error);
}

/* Tells whether each policy of a box has. Certificates refuse such limits. */
static gboolean
has_too_many_blocks (const DeidWorker *worker, const DeidBox *box)
{
  return deid_lattice_find_block_excess (worker->interval->lattice, box->refined.levels).n_blocks
         > 0;
}

/* Makes a box of a part of another one. */
static gboolean
push_part (DeidWorker *worker, const DeidBox *whole, const CutSplit *split, gboolean is_above,
           gint64 threshold, GError **error)
{
  const DeidCutSpace *space = worker->cuts.space;
  const gint64 bound = worker->cuts.bound + (is_above ? split->above : split->below);
  DeidBox *part;

  if (bound > threshold && worker->interval->proof == NULL)
    return TRUE;
  part = copy_box (worker, whole, error);
  if (part == NULL)
    return FALSE;
  if (is_above)
    part->lo[split->dimension] = (DeidLevel) (split->level + 1);
  else
    part->refined.levels[split->dimension] = (DeidLevel) split->level;
  deid_cut_space_normalize (space, part->lo, part->refined.levels);
  if (has_too_many_blocks (worker, part))
    {
      deid_worker_release_box (worker, part);
      return TRUE;
    }
  return push_copy (worker, part,
                    MAX (whole->bound, deid_units_to_objective (&space->units, bound)), error);
}

/* Makes a box of what is left of another one. */
static gboolean
push_box (DeidWorker *worker, const DeidBox *box, GError **error)
{
  DeidBox *copy = copy_box (worker, box, error);

  return copy != NULL && push_copy (worker, copy, box->bound, error);
}

static gboolean
is_single (const DeidWorker *worker, const DeidBox *box)
{
  return memcmp (box->lo, box->refined.levels,
                 worker->interval->lattice->n_dimensions * sizeof *box->lo)
         == 0;
}

/* Makes the box its part above a split, if the upper corner stays as it is.
 * Returns: whether it does. */
static gboolean
keep_above (DeidWorker *worker, DeidBox *box, const CutSplit *split)
{
  const DeidCutSpace *space = worker->cuts.space;
  DeidLevel *hi = box->refined.levels;
  const gsize size = space->lattice->n_dimensions * sizeof *hi;
  const DeidLevel level = box->lo[split->dimension];

  if (space->costs_classes)
    return FALSE;
  memcpy (worker->ceiling, hi, size);
  box->lo[split->dimension] = (DeidLevel) (split->level + 1);
  deid_cut_space_normalize (space, box->lo, hi);
  if (memcmp (worker->ceiling, hi, size) == 0)
    return TRUE;
  memcpy (hi, worker->ceiling, size);
  box->lo[split->dimension] = level;
  return FALSE;
}

/* Splits a box once: the walk of a proof goes on with the part above. */
static gboolean
split_proof (DeidWorker *worker, DeidBox *box, GError **error)
{
  const gint64 threshold = get_threshold (worker);
  const DeidInterval *interval = worker->interval;
  CutSplit split = { 0 };

  if (!choose_split (&worker->cuts, box, threshold, &split))
    return TRUE;
  deid_cut_bound_step (&worker->cuts, STEP, box->multipliers);
  return interval->proof->split (interval->proof_data, split.dimension, split.level, error)
         && push_part (worker, box, &split, FALSE, threshold, error)
         && push_part (worker, box, &split, TRUE, threshold, error);
}

/* Splits a box again and again. The part above a split has the same upper corner, so that what
 * fails is known of it already; a last policy is left to be evaluated unless the corner was. */
static gboolean
interval_cuts_split_box (DeidWorker *worker, DeidBox *box, gboolean is_evaluated, GError **error)
{
  DeidCutBound *cuts = &worker->cuts;
  const gsize size = deid_cut_space_count_multipliers (cuts->space) * sizeof *box->multipliers;

  for (;;)
    {
      const gint64 threshold = get_threshold (worker);
      CutSplit split = { 0 };
      gboolean changed;
      gint64 below;

      if (cuts->bound > threshold)
        return TRUE;
      if (is_single (worker, box))
        return is_evaluated || push_box (worker, box, error);
      if (!choose_split (cuts, box, threshold, &split))
        return TRUE;
      below = cuts->bound + split.below;
      memcpy (worker->multipliers, box->multipliers, size);
      deid_cut_bound_step (cuts, STEP, box->multipliers);
      if (!push_part (worker, box, &split, FALSE, threshold, error))
        return FALSE;
      if (!keep_above (worker, box, &split))
        return push_part (worker, box, &split, TRUE, threshold, error);
      if (!deid_cut_bound_solve (cuts, worker->multipliers, &worker->interval->run->stop, error))
        return FALSE;
      memcpy (box->multipliers, worker->multipliers, size);
      if (cuts->bound > get_threshold (worker))
        return TRUE;
      box->bound = MAX (box->bound, deid_units_to_objective (&cuts->space->units, cuts->bound));
      if (!interval_cuts_narrow (worker, box, threshold, &changed, error))
        return FALSE;
      if (changed || cuts->bound > below)
        {
          deid_cut_bound_step (cuts, STEP, box->multipliers);
          return push_box (worker, box, error);
        }
    }
}

/* Next to the incumbent most policies differ in what happens to suppressed records alone. Elsewhere
 * it would take more evaluations to tell than it saves. A proof does without. */
static gboolean
is_near_incumbent (DeidWorker *worker, const DeidBox *box)
{
  const DeidUnits *units = &worker->interval->space.units;

  return worker->interval->proof == NULL
         && deid_units_to_objective (units, get_threshold (worker))
                < box->bound * (1 + INTERVAL_CUTS_NEAR);
}

/* Narrows a box until it is to be split; @open becomes FALSE if it is settled or the run has ended.
 * The upper corner that is left may be another one than was evaluated last. */
static gboolean
narrow_box (DeidWorker *worker, DeidBox *box, gboolean *open, gboolean *is_evaluated,
            GError **error)
{
  DeidCutBound *cuts = &worker->cuts;
  gboolean changed = TRUE;

  *open = FALSE;
  for (guint round = 0; changed && (round < MAX_ROUNDS || is_single (worker, box)); round++)
    {
      gboolean feasible;
      gint64 threshold;

      if (!deid_run_may_evaluate (worker->interval->run))
        return TRUE;
      cuts->leaves_out = is_near_incumbent (worker, box);
      if (!evaluate_corner (worker, box, &feasible, error))
        return FALSE;
      if (!feasible || is_single (worker, box))
        return prove_corner (worker, feasible, error);
      if (box->is_top)
        {
          if (!solve_top (worker, box, error))
            return FALSE;
          box->is_top = FALSE;
        }
      else if (!deid_cut_bound_share (cuts, box->multipliers, &worker->interval->run->stop, error))
        return FALSE;
      threshold = get_threshold (worker);
      if (cuts->bound > threshold)
        return prove_exceeding (worker->interval, box, error);
      box->bound = MAX (box->bound, deid_units_to_objective (&cuts->space->units, cuts->bound));
      if (!interval_cuts_narrow (worker, box, threshold, &changed, error))
        return FALSE;
    }
  *open = TRUE;
  *is_evaluated = !changed;
  return TRUE;
}

/* Looks for a better incumbent, as far as the first worker's evaluations allow; a proof begins with
 * the best. */
static gboolean
interval_cuts_descend (DeidWorker *worker, GError **error)
{
  DeidDescent *descent = &worker->descent;

  if (worker->number > 0 || worker->interval->proof != NULL)
    return TRUE;
  deid_worker_update_incumbent (worker);
  if (!worker->incumbent.exists)
    return TRUE;
  deid_descent_start (descent, worker->incumbent.levels, &worker->incumbent.verdict);
  while (descent->n_evaluated * DESCENT_ONE_IN < worker->n_evaluated
         && deid_run_may_evaluate (worker->interval->run))
    if (!deid_descent_step (descent, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_worker_expand_cuts (DeidWorker *worker, DeidBox *box, GError **error)
{
  gboolean open, is_evaluated;

  if (!prove_needless (worker->interval, box, error) || !interval_cuts_descend (worker, error)
      || !narrow_box (worker, box, &open, &is_evaluated, error))
    return FALSE;
  if (!open)
    return TRUE;
  if (is_single (worker, box))
    return prove_corner (worker, TRUE, error);
  if (worker->interval->proof != NULL)
    return split_proof (worker, box, error);
  return try_chosen (worker, box, error)
         && interval_cuts_split_box (worker, box, is_evaluated, error);
}
