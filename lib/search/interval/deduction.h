/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/barriers.h"

/* A way past a barrier: to be at a level or above it in a dimension. */
typedef struct
{
  guint dimension;
  guint level;
} DeidWay;

/* Narrows a box [lo, hi] without evaluations, by barriers and by what it costs to raise lo. */
typedef struct
{
  const DeidGrowth *growth; /* which numbers levels */
  DeidBarriers barriers;
  double *costs; /* of each level, of level 0, too: what the bound of the box gains if lo is raised
                    to it in one dimension */
  double slack;  /* how much the bound may gain; what several dimensions add to it is added up
                    unless this is INFINITY */
  guint *found;
  DeidWay *ways; /* past each barrier that is before the box, those of one together */
  guint *ends;   /* of the ways past each */
  guint n;       /* such barriers */
  DeidLevel *probe;
} DeidDeduction;

/* Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_deduction_init (DeidDeduction *deduction, const DeidGrowth *growth, GError **error);
void deid_deduction_clear (DeidDeduction *deduction);
guint64 deid_deduction_get_n_bytes (const DeidDeduction *deduction);

/* Returns: the cost of a level. */
static inline double *
deid_deduction_get_cost (const DeidDeduction *deduction, guint dimension, guint level)
{
  return &deduction->costs[deduction->growth->first[dimension] + dimension + level];
}

/* Raises @lo and lowers @hi where no better policy of the box is left out. The costs are those of
 * the levels from @lo to @hi, and 0 at @lo.
 * Returns: FALSE if there is no better policy in the box. */
gboolean deid_deduction_narrow (DeidDeduction *deduction, DeidLevel *lo, DeidLevel *hi);
