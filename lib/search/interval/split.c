/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/split.h"

#include <string.h>

/* How much less a split that skips a level is worth. */
#define LEVEL_DISCOUNT 0.7

gboolean
deid_split_choose (DeidGrowth *growth, const DeidRefiningEvaluator *refiner, const DeidLevel *lo,
                   const DeidLevel *hi, double *expected, DeidLevel *probe, DeidSplit *split)
{
  const DeidLattice *lattice = growth->lattice;
  gboolean found = FALSE;
  double best_score = 0;

  deid_growth_get_expected (growth, lo, hi, expected);
  memcpy (probe, lo, lattice->n_dimensions * sizeof *probe);
  for (guint d = 0; d < lattice->n_dimensions; d++)
    {
      double growth_below = 0, discount = 1;

      for (guint level = hi[d]; level > lo[d]; level--)
        {
          double score;

          growth_below += expected[growth->first[d] + level - 1];
          probe[d] = (DeidLevel) level;
          score = discount * growth_below
                  * deid_refining_evaluator_get_range (refiner, lattice->dimension_attribute[d], lo,
                                                       probe);
          discount *= LEVEL_DISCOUNT;
          if (!found || score > best_score)
            {
              found = TRUE;
              best_score = score;
              *split = (DeidSplit){ .dimension = d, .level = level - 1 };
            }
        }
      probe[d] = lo[d];
    }
  return found;
}
