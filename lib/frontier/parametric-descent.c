/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* First policies for the stairs: a greedy descent from the top at each of a few strictnesses lowers
 * again and again the dimension that gains most for each record that it newly suppresses there. It
 * is lazy: a dimension is tried again only if its last ratio is still the best, and never again
 * once it was infeasible. Whatever it evaluates is a candidate at all strictnesses. */
#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "frontier/parametric.h"

/* Of each descent the strictness is half as far from the last one as that of the one before. */
#define PARAMETRIC_DESCENT_N_DESCENTS 5

typedef struct
{
  DeidParametric *parametric;
  guint64 strictness;
  double *ratios; /* of each dimension the last one seen, -INFINITY if it must not be lowered */
  DeidLevel *levels;
  DeidParametricBox *boxes[2];
} ParametricDescentDescent;

static gboolean
descent_init (ParametricDescentDescent *descent, DeidParametric *parametric, GError **error)
{
  const guint n = parametric->lattice->n_dimensions;

  *descent = (ParametricDescentDescent){ .parametric = parametric };
  if (!deid_new_arrays (error, DEID_NEW (descent->ratios, n), DEID_NEW (descent->levels, n)))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (descent->boxes); i++)
    {
      descent->boxes[i] = deid_parametric_get_box (parametric, error);
      if (descent->boxes[i] == NULL)
        return FALSE;
      descent->boxes[i]->first = 0;
      descent->boxes[i]->end = parametric->range.n;
    }
  return TRUE;
}

static void
descent_clear (ParametricDescentDescent *descent)
{
  for (guint i = 0; i < G_N_ELEMENTS (descent->boxes); i++)
    if (descent->boxes[i] != NULL)
      deid_parametric_release_box (descent->parametric, descent->boxes[i]);
  deid_free_arrays (descent->ratios, descent->levels);
}

/* Returns: the dimension with the greatest ratio, or the number of dimensions if there is none. */
static guint
parametric_descent_choose (const ParametricDescentDescent *descent, const DeidLevel *levels)
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
find_piece (const ParametricDescentDescent *descent, const DeidProfile *profile)
{
  guint64 piece = 0;

  while (piece + 1 < profile->n_pieces && profile->pieces[piece + 1].first <= descent->strictness)
    piece++;
  return piece;
}

/* Computes the loss at the upper corner of a box if exactly S° were suppressed, and its size. */
static gboolean
parametric_descent_measure (const ParametricDescentDescent *descent, const DeidParametricBox *box,
                            double *bound, double *n_necessary, GError **error)
{
  const guint64 piece = find_piece (descent, &box->profile);

  *n_necessary = (double) box->profile.pieces[piece].n_necessary;
  return deid_profiler_get_bound (&descent->parametric->profiler, &box->refined, &box->profile,
                                  piece, box->refined.levels, descent->parametric->stop, bound,
                                  error);
}

static gboolean
set_ratio (ParametricDescentDescent *descent, guint dimension, const DeidParametricBox *from,
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
parametric_descent_descend (ParametricDescentDescent *descent, const DeidParametricBox *top,
                            GError **error)
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
      if (!deid_parametric_lower (descent->parametric, current, descent->levels, next, error))
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

gboolean
deid_parametric_descend (DeidParametric *parametric, const DeidParametricBox *top, GError **error)
{
  const guint64 last = top->profile.end - 1;
  ParametricDescentDescent descent;
  gboolean success = descent_init (&descent, parametric, error);

  for (guint i = 0; success && i < PARAMETRIC_DESCENT_N_DESCENTS; i++)
    {
      /* Over k the optimum changes most often at the least ones, over limits at the last, small
       * ones. */
      const guint64 distance = i + 1 < PARAMETRIC_DESCENT_N_DESCENTS ? last >> i : 0;

      descent.strictness = parametric->range.is_k ? distance : last - distance;
      success = (i > 0 && distance == last >> (i - 1))
                || parametric_descent_descend (&descent, top, error);
    }
  descent_clear (&descent);
  return success;
}
