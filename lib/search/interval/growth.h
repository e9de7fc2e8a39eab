/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/refining-evaluator.h"
#include "lattice/lattice-private.h"

/* How many records join S° when a level is lowered, learnt from earlier evaluations. Threads may
 * share it. */
typedef struct
{
  const DeidLattice *lattice;
  guint *first; /* of each dimension: the number of its level 0 */
  guint n_levels;
  GMutex mutex; /* guards all fields below */
  double *sums; /* for each level that a dimension can be lowered to */
  double *counts;
  double *dimension_sums; /* over all levels */
  double *dimension_counts;
} DeidGrowth;

gboolean deid_growth_init (DeidGrowth *growth, const DeidLattice *lattice, GError **error);
void deid_growth_clear (DeidGrowth *growth);

/* Learns that lowering one dimension to @level, from the level above, added @n_records. */
void deid_growth_learn (DeidGrowth *growth, guint dimension, guint level, guint64 n_records);

/* Writes the expected growth for lowering each dimension of @hi by one level to each level from
 * @lo on; the number of a level is first[dimension] + level. */
void deid_growth_get_expected (DeidGrowth *growth, const DeidLevel *lo, const DeidLevel *hi,
                               double *expected);

/* Where a box is split. */
typedef struct
{
  guint dimension;
  guint level; /* the highest level of the lower part */
} DeidSplit;

/* Chooses the split of a box [@lo, @hi] with the greatest product of two gains: the gain of the
 * bound of the upper part, the range of cost up to its lo; and the expected gain of the bound of
 * the lower part, the records that join S°. @expected (for the growth's levels) and @probe (for the
 * dimensions) are scratch. Returns: whether there is a split; a single policy has none. */
gboolean deid_split_choose (DeidGrowth *growth, const DeidRefiningEvaluator *refiner,
                            const DeidLevel *lo, const DeidLevel *hi, double *expected,
                            DeidLevel *probe, DeidSplit *split);
