/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

/* Is told of a policy.
 * Returns: whether to go on. */
typedef gboolean (*DeidVisitFunc) (const DeidLevel *levels, gpointer data);

/* Goes through the policies of a lattice whose levels have one sum. */
typedef struct
{
  const DeidLattice *lattice;
  DeidVisitFunc may_enter; /* asked of the lowest policy with the levels given so far; what it
                              refuses it must refuse the generalizations of, too */
  DeidVisitFunc visit;
  gpointer data;
  guint64 *left; /* of each dimension, what it and those that follow can sum to */
  DeidLevel *levels;
} DeidLevelWalk;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_level_walk_init (DeidLevelWalk *walk, const DeidLattice *lattice, GError **error);
void deid_level_walk_clear (DeidLevelWalk *walk);

/* Visits in the order of levels, but for those that it may not enter.
 * Returns: whether no visit has ended the walk. */
gboolean deid_level_walk_run (DeidLevelWalk *walk, guint64 sum);
