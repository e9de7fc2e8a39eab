/* SPDX-License-Identifier: LGPL-2.1-or-later */
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
#include "frontier/parametric.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

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

DeidParametricBox *
deid_parametric_get_box (DeidParametric *parametric, GError **error)
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

void
deid_parametric_release_box (DeidParametric *parametric, DeidParametricBox *box)
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
      deid_parametric_release_box (parametric, box);
      return FALSE;
    }
  parametric->stack[parametric->n_stack++] = box;
  return TRUE;
}

gboolean
deid_parametric_lower (DeidParametric *parametric, const DeidParametricBox *from,
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
      if (!deid_parametric_lower (parametric, box, parametric->ceiling, box, error))
        return FALSE;
    }
}

/* Keeps the part above; the part below goes on the stack unless nothing in it is a solution. */
static gboolean
parametric_split_box (DeidParametric *parametric, DeidParametricBox *box, DeidSplit split,
                      GError **error)
{
  const gsize size = parametric->lattice->n_dimensions * sizeof *box->lo;
  DeidParametricBox *below = deid_parametric_get_box (parametric, error);

  if (below == NULL)
    return FALSE;
  below->first = box->first;
  below->end = box->end;
  memcpy (below->lo, box->lo, size);
  memcpy (parametric->probe, box->refined.levels, size);
  parametric->probe[split.dimension] = (DeidLevel) split.level;
  if (!deid_parametric_lower (parametric, box, parametric->probe, below, error))
    {
      deid_parametric_release_box (parametric, below);
      return FALSE;
    }
  if (box->refined.levels[split.dimension] == split.level + 1)
    deid_growth_learn (&parametric->growth, split.dimension, split.level,
                       below->refined.verdict.n_necessary - box->refined.verdict.n_necessary);
  box->lo[split.dimension] = (DeidLevel) (split.level + 1);
  if (below->profile.n_pieces > 0)
    return push (parametric, below, error);
  deid_parametric_release_box (parametric, below);
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
         && (top->profile.n_pieces == 0 || deid_parametric_descend (parametric, top, error));
}

gboolean
deid_parametric_run (DeidParametric *parametric, GError **error)
{
  DeidParametricBox *box = deid_parametric_get_box (parametric, error);
  gboolean success;

  if (box == NULL)
    return FALSE;
  success = parametric_start (parametric, box, error) && expand (parametric, box, error);
  deid_parametric_release_box (parametric, box);
  while (success && parametric->n_stack > 0)
    {
      box = parametric->stack[--parametric->n_stack];
      success = expand (parametric, box, error);
      deid_parametric_release_box (parametric, box);
    }
  return success;
}
