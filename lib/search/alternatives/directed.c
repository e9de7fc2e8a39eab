/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Directed search. Source: see the header. */
#include "search/alternatives/boundary-search.h"

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
