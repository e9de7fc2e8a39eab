/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/algorithms/level-walk.h"

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_level_walk_init (DeidLevelWalk *walk, const DeidLattice *lattice, GError **error)
{
  const guint n_dimensions = lattice->n_dimensions;

  *walk = (DeidLevelWalk){ .lattice = lattice };
  if (!deid_new_arrays (error, DEID_NEW (walk->levels, n_dimensions)))
    return FALSE;
  deid_lattice_copy_bottom (lattice, walk->levels);
  walk->left = deid_alloc (n_dimensions + 1, sizeof *walk->left, error);
  if (walk->left == NULL)
    return FALSE;
  for (guint d = n_dimensions; d-- > 0;)
    walk->left[d] = walk->left[d + 1] + deid_lattice_count_levels (lattice, d) - 1;
  return TRUE;
}

void
deid_level_walk_clear (DeidLevelWalk *walk)
{
  deid_free_arrays (walk->left, walk->levels);
}

/* Gives a dimension and those that follow all levels that are @sum steps above the bottom. */
static gboolean
level_walk_go_on (DeidLevelWalk *walk, guint dimension, guint64 sum)
{
  const DeidLattice *lattice = walk->lattice;
  const guint64 following = walk->left[dimension + 1];
  const guint64 lowest = sum > following ? sum - following : 0;
  const guint64 highest = MIN (sum, deid_lattice_count_levels (lattice, dimension) - 1);
  gboolean success = TRUE;

  for (guint64 step = lowest; success && step <= highest; step++)
    {
      walk->levels[dimension] = (DeidLevel) (lattice->floors[dimension] + step);
      if (dimension + 1 == lattice->n_dimensions)
        success = walk->visit (walk->levels, walk->data);
      else if (walk->may_enter (walk->levels, walk->data))
        success = level_walk_go_on (walk, dimension + 1, sum - step);
      else
        break;
    }
  walk->levels[dimension] = lattice->floors[dimension];
  return success;
}

gboolean
deid_level_walk_run (DeidLevelWalk *walk, guint64 sum)
{
  if (walk->lattice->n_dimensions == 0)
    return sum > 0 || walk->visit (walk->levels, walk->data);
  return level_walk_go_on (walk, 0, sum);
}
