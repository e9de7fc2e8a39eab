/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/refining-evaluator.h"
#include "lattice/lattice-private.h"

/* How many records join S° when a level is lowered, learnt from what was seen. Threads may share
 * it. */
typedef struct
{
  const DeidLattice *lattice;
  guint *first; /* of each dimension: the number of its level 0 */
  guint n_levels;
  GMutex mutex; /* guards all that follows */
  double *sums; /* of each level that a dimension can be lowered to */
  double *counts;
  double *dimension_sums; /* over all levels */
  double *dimension_counts;
} DeidGrowth;

gboolean deid_growth_init (DeidGrowth *growth, const DeidLattice *lattice, GError **error);
void deid_growth_clear (DeidGrowth *growth);

/* Learns that lowering one dimension to @level from the one above added so many records. */
void deid_growth_learn (DeidGrowth *growth, guint dimension, guint level, guint64 n_records);

/* Writes the expected growth for lowering each dimension of @hi by one level to each level from
 * @lo on; the number of a level is first[dimension] + level. */
void deid_growth_get_expected (DeidGrowth *growth, const DeidLevel *lo, const DeidLevel *hi,
                               double *expected);

/* Where a box is cut in two. */
typedef struct
{
  guint dimension;
  guint level; /* the greatest of the part below */
} DeidSplit;

/* Chooses the split of a box [@lo, @hi] with the greatest product of what the bound of the part
 * above gains, the range of cost up to its lo, and what that of the part below is expected to gain,
 * the records that join S°. @expected, of the growth's levels, and @probe, of the dimensions, are
 * room to work in.
 * Returns: whether there is one: a single policy is not split. */
gboolean deid_split_choose (DeidGrowth *growth, const DeidRefiningEvaluator *refiner,
                            const DeidLevel *lo, const DeidLevel *hi, double *expected,
                            DeidLevel *probe, DeidSplit *split);
