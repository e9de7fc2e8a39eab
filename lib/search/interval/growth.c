/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/growth.h"

#include "base/arrays.h"

#include <string.h>

#define PRIOR 10.0

gboolean
deid_growth_init (DeidGrowth *growth, const DeidLattice *lattice, GError **error)
{
  const guint n = lattice->n_dimensions;

  *growth = (DeidGrowth){ .lattice = lattice };
  g_mutex_init (&growth->mutex);
  if (!deid_new_arrays (error, DEID_NEW (growth->first, n)))
    return FALSE;
  for (guint d = 0; d < n; d++)
    {
      growth->first[d] = growth->n_levels;
      growth->n_levels += lattice->heights[d];
    }
  return deid_new_arrays (
      error, DEID_NEW (growth->sums, growth->n_levels), DEID_NEW (growth->counts, growth->n_levels),
      DEID_NEW (growth->dimension_sums, n), DEID_NEW (growth->dimension_counts, n));
}

void
deid_growth_clear (DeidGrowth *growth)
{
  g_mutex_clear (&growth->mutex);
  deid_free_arrays (growth->first, growth->sums, growth->counts, growth->dimension_sums,
                    growth->dimension_counts);
}

/* The mean seen at a level, drawn to the mean of its dimension by a weight of PRIOR observations.
 * Where nothing was seen, more than any number of records. */
static double
growth_expect (const DeidGrowth *growth, guint dimension, guint level)
{
  const guint number = growth->first[dimension] + level;
  const double n = growth->dimension_counts[dimension];

  return n > 0 ? (growth->sums[number] + PRIOR * growth->dimension_sums[dimension] / n)
                     / (growth->counts[number] + PRIOR)
               : G_MAXUINT32;
}

void
deid_growth_learn (DeidGrowth *growth, guint dimension, guint level, guint64 n_records)
{
  const guint number = growth->first[dimension] + level;

  g_mutex_lock (&growth->mutex);
  growth->sums[number] += (double) n_records;
  growth->counts[number]++;
  growth->dimension_sums[dimension] += (double) n_records;
  growth->dimension_counts[dimension]++;
  g_mutex_unlock (&growth->mutex);
}

void
deid_growth_get_expected (DeidGrowth *growth, const DeidLevel *lo, const DeidLevel *hi,
                          double *expected)
{
  g_mutex_lock (&growth->mutex);
  for (guint d = 0; d < growth->lattice->n_dimensions; d++)
    for (guint level = lo[d]; level < hi[d]; level++)
      expected[growth->first[d] + level] = growth_expect (growth, d, level);
  g_mutex_unlock (&growth->mutex);
}

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
