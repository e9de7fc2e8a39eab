/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "search/alternatives/boundary-search.h"

#include <string.h>

/* Directed search. Source: deid-search.h. */

/* Draws a policy, each with the same probability. */
static void
draw_policy (DeidBoundarySearch *search, DeidLevel *levels)
{
  const DeidLattice *lattice = search->lattice;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    levels[d] = (DeidLevel) (lattice->floors[d]
                             + deid_random_below (&search->random,
                                                  deid_lattice_count_levels (lattice, d)));
}

/* Returns: a dimension of those whose level can be raised, or lowered, each with the same
 * probability; there is one. */
static guint
draw_dimension (DeidBoundarySearch *search, const DeidLevel *levels, gboolean upwards)
{
  const DeidLattice *lattice = search->lattice;
  guint n = 0;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    if (levels[d] != (upwards ? lattice->heights[d] : lattice->floors[d]))
      search->order[n++] = d;
  return search->order[deid_random_below (&search->random, n)];
}

static gboolean
walk_down (DeidBoundarySearch *search, DeidLevel *levels)
{
  gboolean is_solution = TRUE;

  while (is_solution)
    if (!deid_boundary_search_lower (search, levels, draw_dimension (search, levels, FALSE),
                                     &is_solution))
      return FALSE;
  return TRUE;
}

static gboolean
walk_up (DeidBoundarySearch *search, DeidLevel *levels)
{
  gboolean is_solution = FALSE;

  while (!is_solution)
    {
      levels[draw_dimension (search, levels, TRUE)]++;
      if (!deid_boundary_search_ask (search, levels, &is_solution))
        return FALSE;
    }
  return TRUE;
}

static gboolean
directed_find_boundary (DeidBoundarySearch *search, DeidLevel *levels, gpointer data)
{
  gboolean is_solution;

  draw_policy (search, levels);
  if (!deid_boundary_search_ask (search, levels, &is_solution))
    return FALSE;
  return is_solution ? walk_down (search, levels) : walk_up (search, levels);
}

static gboolean
run_directed (DeidSearchContext *context, gpointer data, GError **error)
{
  return deid_boundary_search_run (context, data, "directed", directed_find_boundary, NULL, error);
}

DeidSearch *
deid_search_new_directed (guint64 n_iterations, guint64 seed, gboolean polish)
{
  const DeidBoundaryOptions options = { n_iterations, seed, polish };

  return deid_boundary_search_new ("directed", run_directed, &options);
}

/* Bisecting search. Source and weights: deid-search.h. */

#define WEIGHT_ONE (1u << 24)

typedef struct
{
  guint64 *domain_weights; /* of each dimension, what its attribute adds to the weight */
  DeidUnitDraw draw;
  DeidLevel *specific; /* the end that is no solution */
  DeidLevel *half;     /* the policy between the ends */
} Bisecting;

static gboolean
bisecting_init (Bisecting *bisecting, const DeidLattice *lattice, GError **error)
{
  guint64 sum = 0;

  *bisecting = (Bisecting){ .specific = NULL };
  if (!deid_unit_draw_init (&bisecting->draw, lattice->n_dimensions, error)
      || !deid_new_arrays (error, DEID_NEW (bisecting->domain_weights, lattice->n_dimensions),
                           DEID_NEW (bisecting->specific, lattice->n_dimensions),
                           DEID_NEW (bisecting->half, lattice->n_dimensions)))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    sum += lattice->attributes[a].n_leaves;
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      const guint64 n = lattice->attributes[lattice->dimension_attribute[d]].n_leaves;

      bisecting->domain_weights[d] = (guint64) ((DeidWide) WEIGHT_ONE * (sum - n) / sum);
    }
  return TRUE;
}

static void
bisecting_clear (Bisecting *bisecting)
{
  deid_free_arrays (bisecting->domain_weights, bisecting->specific, bisecting->half);
  deid_unit_draw_clear (&bisecting->draw);
}

static void
bisecting_set_weights (Bisecting *bisecting, const DeidBoundarySearch *search)
{
  const DeidLattice *lattice = search->lattice;

  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      const guint64 height = MAX (deid_lattice_count_levels (lattice, d) - 1, 1);
      const guint64 novelty = WEIGHT_ONE * height / (height + search->n_apart[d]);

      bisecting->draw.weights[d] = MAX (bisecting->domain_weights[d] + novelty, 1);
    }
}

/* Sets the policy that keeps apart half of what the general end merges and the specific one does
 * not; @n is half the number of units. */
static void
set_half (Bisecting *bisecting, DeidBoundarySearch *search, const DeidLevel *general, guint64 n)
{
  memcpy (bisecting->half, general, search->lattice->n_dimensions * sizeof *general);
  deid_unit_draw_start (&bisecting->draw, bisecting->specific, general);
  for (guint64 i = 0; i < n; i++)
    bisecting->half[deid_unit_draw_next (&bisecting->draw, &search->random)]--;
}

static gboolean
bisecting_find_boundary (DeidBoundarySearch *search, DeidLevel *levels, gpointer data)
{
  const DeidLattice *lattice = search->lattice;
  const gsize size = lattice->n_dimensions * sizeof *levels;
  Bisecting *bisecting = data;
  guint64 n = deid_lattice_get_depth (lattice);

  memcpy (levels, lattice->heights, size);
  deid_lattice_copy_bottom (lattice, bisecting->specific);
  bisecting_set_weights (bisecting, search);
  while (n > 1)
    {
      gboolean is_solution;

      set_half (bisecting, search, levels, n / 2);
      if (!deid_boundary_search_ask (search, bisecting->half, &is_solution))
        return FALSE;
      memcpy (is_solution ? levels : bisecting->specific, bisecting->half, size);
      n = is_solution ? n - n / 2 : n / 2;
    }
  return TRUE;
}

static gboolean
run_bisecting (DeidSearchContext *context, gpointer data, GError **error)
{
  Bisecting bisecting;
  const gboolean success
      = bisecting_init (&bisecting, deid_search_context_get_own_lattice (context), error)
        && deid_boundary_search_run (context, data, "bisecting", bisecting_find_boundary,
                                     &bisecting, error);

  bisecting_clear (&bisecting);
  return success;
}

DeidSearch *
deid_search_new_bisecting (guint64 n_iterations, guint64 seed, gboolean polish)
{
  const DeidBoundaryOptions options = { n_iterations, seed, polish };

  return deid_boundary_search_new ("bisecting", run_bisecting, &options);
}
