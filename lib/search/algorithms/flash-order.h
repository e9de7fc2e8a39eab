/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/algorithms/policy-queue.h"

/* What a level adds to the terms of the order. */
typedef struct
{
  double terms[2]; /* shares of the height, and of distinct values gone, up to the level */
  double gains[2]; /* what the next level adds to them */
} DeidFlashLevel;

/* The order in which Flash looks at policies: by the sum of levels, then by average generalization,
 * then by how many of the distinct values are gone, then by levels. */
typedef struct
{
  const DeidLattice *lattice;
  DeidFlashLevel **levels; /* by dimension and level */
} DeidFlashOrder;

gboolean deid_flash_order_init (DeidFlashOrder *order, const DeidLattice *lattice, GError **error);
void deid_flash_order_clear (DeidFlashOrder *order);

DeidPriority deid_flash_order_get_priority (const DeidFlashOrder *order, const DeidLevel *levels);

/* Lists the dimensions in which a policy can be raised, in the order of what raising them by a
 * level makes of it. Sums of terms are not compared for that, since rounding would tell apart what
 * is alike.
 *
 * Returns: their number. */
guint deid_flash_order_list_dimensions (const DeidFlashOrder *order, const DeidLevel *levels,
                                        guint *dimensions);
