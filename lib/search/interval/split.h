/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/refining-evaluator.h"
#include "search/interval/growth.h"

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
