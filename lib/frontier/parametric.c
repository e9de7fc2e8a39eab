/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "frontier/parametric.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/* Interval branch and bound, as the search for a single optimum (search/interval/interval.c), for
 * all k, or all suppression limits, at once.
 *
 * A box [lo, hi] is a set of policies. One evaluation of hi tells for each strictness which records
 * every policy of the box suppresses at least, and thereby bounds their objective; hi itself is a
 * candidate wherever it is a solution. The box stays open at the strictnesses at which the bound
 * does not come after the best policy known there. Where too many records are suppressed at one
 * strictness, so they are at all greater ones. A box that is open nowhere is dropped; else it is
 * narrowed to what may be better anywhere and split. When no box is left, each policy on the stairs
 * is the optimum of its strictnesses: no other one was dropped that comes before it there. */

gboolean
deid_parametric_init (DeidParametric *parametric, const DeidPreparedProblem *prepared,
                      const DeidFrontierRange *range, const DeidStop *stop, GError **error)
{
  const DeidLattice *lattice = prepared->lattice;
  const guint n = lattice->n_dimensions;

  *parametric
      = (DeidParametric){ .prepared = prepared, .lattice = lattice, .range = *range, .stop = stop };
  return deid_growth_init (&parametric->growth, lattice, error)
         && deid_new_arrays (error, DEID_NEW (parametric->probe, n),
                             DEID_NEW (parametric->ceiling, n),
                             DEID_NEW (parametric->expected, parametric->growth.n_levels))
         && deid_stairs_init (&parametric->stairs, n, range->n, error)
         && deid_steps_init (&parametric->steps, &prepared->rows, prepared->attributes, stop, error)
         && deid_refining_evaluator_init (&parametric->refiner, prepared, &parametric->steps, error)
         && deid_profiler_init (&parametric->profiler, range, &parametric->refiner,
                                &parametric->stairs, error);
}

static void
parametric_free_box (DeidParametricBox *box)
{
  g_free (box->lo);
  deid_refined_clear (&box->refined);
  deid_profile_clear (&box->profile);
  g_free (box);
}

void
deid_parametric_clear (DeidParametric *parametric)
{
  while (parametric->n_stack > 0)
    parametric_free_box (parametric->stack[--parametric->n_stack]);
  while (parametric->spare != NULL)
    {
      DeidParametricBox *box = parametric->spare;

      parametric->spare = box->next;
      parametric_free_box (box);
    }
  g_free (parametric->stack);
  deid_profiler_clear (&parametric->profiler);
  deid_evaluator_clear (&parametric->refiner.base);
  deid_steps_clear (&parametric->steps);
  deid_stairs_clear (&parametric->stairs);
  deid_growth_clear (&parametric->growth);
  deid_free_arrays (parametric->probe, parametric->ceiling, parametric->expected);
}

/* Returns: (nullable): an unused box. */
static DeidParametricBox *
parametric_get_box (DeidParametric *parametric, GError **error)
{
  DeidParametricBox *box = parametric->spare;

  if (box != NULL)
    {
      parametric->spare = box->next;
      return box;
    }
  box = g_new0 (DeidParametricBox, 1);
  if (deid_new_arrays (error, DEID_NEW (box->lo, parametric->lattice->n_dimensions))
      && deid_refined_init (&box->refined, &parametric->refiner, error))
    return box;
  parametric_free_box (box);
  return NULL;
}

static void
parametric_release_box (DeidParametric *parametric, DeidParametricBox *box)
{
  box->next = parametric->spare;
  parametric->spare = box;
}

/* Takes the box. */
static gboolean
push (DeidParametric *parametric, DeidParametricBox *box, GError **error)
{
  if (!deid_grow_list (parametric, stack, parametric->n_stack + 1, error))
    {
      parametric_release_box (parametric, box);
      return FALSE;
    }
  parametric->stack[parametric->n_stack++] = box;
  return TRUE;
}

/* Evaluates a specialization of the upper corner of a box at the strictnesses of @to and makes it
 * the upper corner of @to, which may be that box; where that has no solution there, the profile has
 * no pieces. Errors: those of deid_parametric_run(). */
static gboolean
parametric_lower (DeidParametric *parametric, const DeidParametricBox *from,
                  const DeidLevel *levels, DeidParametricBox *to, GError **error)
{
  gboolean feasible;

  parametric->n_evaluated++;
  return deid_stop_check (parametric->stop, error)
         && deid_refining_evaluator_lower (&parametric->refiner, &from->refined, levels,
                                           &to->refined, parametric->stop, &feasible, error)
         && deid_profiler_run (&parametric->profiler, &to->refined, feasible, to->first, to->end,
                               &to->profile, error);
}

/* First policies for the stairs: a greedy descent from the top at each of a few strictnesses lowers
 * again and again the dimension that gains most for each record that it newly suppresses there. It
 * is lazy: a dimension is tried again only if its last ratio is still the best, and never again
 * once it was infeasible. Whatever it evaluates is a candidate at all strictnesses. */

/* Of each descent the strictness is half as far from the last one as that of the one before. */
#define N_PARAMETRIC_DESCENTS 5

typedef struct
{
  DeidParametric *parametric;
  guint64 strictness;
  double *ratios; /* of each dimension the last one seen, -INFINITY if it must not be lowered */
  DeidLevel *levels;
  DeidParametricBox *boxes[2];
} ParametricDescent;

static gboolean
descent_init (ParametricDescent *descent, DeidParametric *parametric, GError **error)
{
  const guint n = parametric->lattice->n_dimensions;

  *descent = (ParametricDescent){ .parametric = parametric };
  if (!deid_new_arrays (error, DEID_NEW (descent->ratios, n), DEID_NEW (descent->levels, n)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (descent->boxes); i++)
    {
      descent->boxes[i] = parametric_get_box (parametric, error);
      if (descent->boxes[i] == NULL)
        return FALSE;
      descent->boxes[i]->first = 0;
      descent->boxes[i]->end = parametric->range.n;
    }
  return TRUE;
}

static void
descent_clear (ParametricDescent *descent)
{
  for (guint i = 0; i < G_N_ELEMENTS (descent->boxes); i++)
    if (descent->boxes[i] != NULL)
      parametric_release_box (descent->parametric, descent->boxes[i]);
  deid_free_arrays (descent->ratios, descent->levels);
}

/* Returns: the dimension with the greatest ratio, or the number of dimensions if there is none. */
static guint
parametric_descent_choose (const ParametricDescent *descent, const DeidLevel *levels)
{
  const DeidLattice *lattice = descent->parametric->lattice;
  guint best = lattice->n_dimensions;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    if (levels[d] > lattice->floors[d] && descent->ratios[d] > -INFINITY
        && (best == lattice->n_dimensions || descent->ratios[d] > descent->ratios[best]))
      best = d;
  return best;
}

/* Returns: the piece of a profile that the strictness is in. */
static guint64
find_piece (const ParametricDescent *descent, const DeidProfile *profile)
{
  guint64 piece = 0;

  while (piece + 1 < profile->n_pieces && profile->pieces[piece + 1].first <= descent->strictness)
    piece++;
  return piece;
}

/* Computes the loss at the upper corner of a box if exactly S° were suppressed, and its size. */
static gboolean
parametric_descent_measure (const ParametricDescent *descent, const DeidParametricBox *box,
                            double *bound, double *n_necessary, GError **error)
{
  const guint64 piece = find_piece (descent, &box->profile);

  *n_necessary = (double) box->profile.pieces[piece].n_necessary;
  return deid_profiler_get_bound (&descent->parametric->profiler, &box->refined, &box->profile,
                                  piece, box->refined.levels, descent->parametric->stop, bound,
                                  error);
}

static gboolean
set_ratio (ParametricDescent *descent, guint dimension, const DeidParametricBox *from,
           const DeidParametricBox *to, GError **error)
{
  double before, after, n_before, n_after;

  if (!parametric_descent_measure (descent, from, &before, &n_before, error)
      || !parametric_descent_measure (descent, to, &after, &n_after, error))
    return FALSE;
  descent->ratios[dimension] = (before - after) / (n_after - n_before + 1);
  return TRUE;
}

static gboolean
descend_at_strictness (ParametricDescent *descent, const DeidParametricBox *top, GError **error)
{
  const guint n = descent->parametric->lattice->n_dimensions;
  const DeidParametricBox *current = top;
  DeidParametricBox *next = descent->boxes[0];
  guint d;

  for (d = 0; d < n; d++)
    descent->ratios[d] = INFINITY;
  while ((d = parametric_descent_choose (descent, current->refined.levels)) < n)
    {
      gboolean feasible;

      memcpy (descent->levels, current->refined.levels, n * sizeof *descent->levels);
      descent->levels[d]--;
      descent->ratios[d] = -INFINITY;
      if (!parametric_lower (descent->parametric, current, descent->levels, next, error))
        return FALSE;
      feasible = next->profile.n_pieces > 0 && next->profile.end > descent->strictness;
      if (feasible && !set_ratio (descent, d, current, next, error))
        return FALSE;
      if (feasible && parametric_descent_choose (descent, current->refined.levels) == d)
        {
          current = next;
          next = next == descent->boxes[0] ? descent->boxes[1] : descent->boxes[0];
        }
    }
  return TRUE;
}

/* Finds good policies for a few strictnesses. */
static gboolean
parametric_descend (DeidParametric *parametric, const DeidParametricBox *top, GError **error)
{
  const guint64 last = top->profile.end - 1;
  ParametricDescent descent;
  gboolean success = descent_init (&descent, parametric, error);

  for (guint i = 0; success && i < N_PARAMETRIC_DESCENTS; i++)
    {
      /* Over k the optimum changes most often at the least ones, over limits at the last, small
       * ones. */
      const guint64 distance = i + 1 < N_PARAMETRIC_DESCENTS ? last >> i : 0;

      descent.strictness = parametric->range.is_k ? distance : last - distance;
      success
          = (i > 0 && distance == last >> (i - 1)) || descend_at_strictness (&descent, top, error);
    }
  descent_clear (&descent);
  return success;
}

/* The stairs of the strictnesses of one piece, whose bound is the same. */
static gboolean
find_open_in_piece (const DeidStairs *stairs, const DeidLevel *lower, double bound, guint64 from,
                    guint64 to, gboolean asks, guint64 *first, guint64 *end)
{
  for (guint64 i = deid_stairs_find (stairs, from);
       i < stairs->n_stairs && stairs->stairs[i].first < to; i++)
    if (deid_stairs_may_improve (stairs, &stairs->stairs[i], lower, bound))
      {
        if (*first == *end)
          *first = MAX (from, stairs->stairs[i].first);
        *end = MIN (to, deid_stairs_get_end (stairs, i));
        if (asks)
          return TRUE;
      }
  return FALSE;
}

/* Finds the strictnesses at which policies of a box from @lower on may come before what is on the
 * stairs, from the first one to behind the last one; equal if there is none. If it @asks only
 * whether there is one, it ends with the first. */
static gboolean
find_open (DeidParametric *parametric, const DeidParametricBox *box, const DeidLevel *lower,
           gboolean asks, guint64 *first, guint64 *end, GError **error)
{
  const DeidProfile *profile = &box->profile;

  *first = *end = box->first;
  for (guint64 p = 0; p < profile->n_pieces && profile->pieces[p].first < box->end; p++)
    {
      const guint64 from = MAX (box->first, profile->pieces[p].first);
      const guint64 to = MIN (box->end, deid_profile_get_piece_end (profile, p));
      double bound;

      if (from >= to)
        continue;
      if (!deid_profiler_get_bound (&parametric->profiler, &box->refined, profile, p, lower,
                                    parametric->stop, &bound, error))
        return FALSE;
      if (find_open_in_piece (&parametric->stairs, lower, bound, from, to, asks, first, end))
        return TRUE;
    }
  return TRUE;
}

/* Finds for each dimension the highest level that a better policy of the box can have; @lowered
 * tells whether some level is below hi. */
static gboolean
parametric_find_ceiling (DeidParametric *parametric, const DeidParametricBox *box,
                         gboolean *lowered, GError **error)
{
  const guint n_dimensions = parametric->lattice->n_dimensions;
  DeidLevel *probe = parametric->probe, *ceiling = parametric->ceiling;

  *lowered = FALSE;
  memcpy (probe, box->lo, n_dimensions * sizeof *probe);
  for (guint d = 0; d < n_dimensions; d++)
    {
      const DeidLevel hi = box->refined.levels[d];

      for (ceiling[d] = box->lo[d]; ceiling[d] < hi; ceiling[d]++)
        {
          guint64 first, end;

          probe[d] = (DeidLevel) (ceiling[d] + 1);
          if (!find_open (parametric, box, probe, TRUE, &first, &end, error))
            return FALSE;
          if (first == end)
            break;
        }
      probe[d] = box->lo[d];
      *lowered |= ceiling[d] < hi;
    }
  return TRUE;
}

/* Narrows a box until nothing changes; @open becomes FALSE if it is settled. */
static gboolean
parametric_tighten (DeidParametric *parametric, DeidParametricBox *box, gboolean *open,
                    GError **error)
{
  gboolean lowered = TRUE;

  for (;;)
    {
      guint64 first, end;

      if (!find_open (parametric, box, box->lo, FALSE, &first, &end, error))
        return FALSE;
      box->first = first;
      box->end = end;
      *open = first < end;
      if (!*open)
        return TRUE;
      if (!parametric_find_ceiling (parametric, box, &lowered, error))
        return FALSE;
      if (!lowered)
        return TRUE;
      if (!parametric_lower (parametric, box, parametric->ceiling, box, error))
        return FALSE;
    }
}

/* Keeps the part above; the part below goes on the stack unless nothing in it is a solution. */
static gboolean
parametric_split_box (DeidParametric *parametric, DeidParametricBox *box, DeidSplit split,
                      GError **error)
{
  const gsize size = parametric->lattice->n_dimensions * sizeof *box->lo;
  DeidParametricBox *below = parametric_get_box (parametric, error);

  if (below == NULL)
    return FALSE;
  below->first = box->first;
  below->end = box->end;
  memcpy (below->lo, box->lo, size);
  memcpy (parametric->probe, box->refined.levels, size);
  parametric->probe[split.dimension] = (DeidLevel) split.level;
  if (!parametric_lower (parametric, box, parametric->probe, below, error))
    {
      parametric_release_box (parametric, below);
      return FALSE;
    }
  if (box->refined.levels[split.dimension] == split.level + 1)
    deid_growth_learn (&parametric->growth, split.dimension, split.level,
                       below->refined.verdict.n_necessary - box->refined.verdict.n_necessary);
  box->lo[split.dimension] = (DeidLevel) (split.level + 1);
  if (below->profile.n_pieces > 0)
    return push (parametric, below, error);
  parametric_release_box (parametric, below);
  return TRUE;
}

static void
parametric_reverse (DeidParametricBox **boxes, guint64 n)
{
  for (guint64 i = 0; i < n / 2; i++)
    {
      DeidParametricBox *box = boxes[i];

      boxes[i] = boxes[n - 1 - i];
      boxes[n - 1 - i] = box;
    }
}

/* Settles a box but for parts of it that become boxes on the stack, the first one on top. */
static gboolean
expand (DeidParametric *parametric, DeidParametricBox *box, GError **error)
{
  const guint64 first = parametric->n_stack;

  for (;;)
    {
      DeidSplit split = { 0 };
      gboolean open;

      if (!parametric_tighten (parametric, box, &open, error))
        return FALSE;
      if (!open
          || !deid_split_choose (&parametric->growth, &parametric->refiner, box->lo,
                                 box->refined.levels, parametric->expected, parametric->probe,
                                 &split))
        break;
      if (!parametric_split_box (parametric, box, split, error))
        return FALSE;
    }
  if (parametric->n_stack > first)
    parametric_reverse (parametric->stack + first, parametric->n_stack - first);
  return TRUE;
}

/* Makes the whole lattice the first open box. */
static gboolean
parametric_start (DeidParametric *parametric, DeidParametricBox *top, GError **error)
{
  gboolean feasible;

  deid_lattice_copy_bottom (parametric->lattice, top->lo);
  top->first = 0;
  top->end = parametric->range.n;
  parametric->n_evaluated++;
  return deid_refining_evaluator_start (&parametric->refiner, &top->refined, parametric->stop,
                                        &feasible, error)
         && deid_profiler_run (&parametric->profiler, &top->refined, feasible, top->first, top->end,
                               &top->profile, error)
         && (top->profile.n_pieces == 0 || parametric_descend (parametric, top, error));
}

gboolean
deid_parametric_run (DeidParametric *parametric, GError **error)
{
  DeidParametricBox *box = parametric_get_box (parametric, error);
  gboolean success;

  if (box == NULL)
    return FALSE;
  success = parametric_start (parametric, box, error) && expand (parametric, box, error);
  parametric_release_box (parametric, box);
  while (success && parametric->n_stack > 0)
    {
      box = parametric->stack[--parametric->n_stack];
      success = expand (parametric, box, error);
      parametric_release_box (parametric, box);
    }
  return success;
}
