/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

struct DeidPolicy
{
  gatomicrefcount ref_count;
  DeidLattice *lattice;
  DeidLevel levels[];
};

/* Makes a policy of levels that are known to lie in the lattice. */
DeidPolicy *deid_policy_new_from_levels (DeidLattice *lattice, const DeidLevel *levels);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a level above the height of a dimension. */
gboolean deid_policy_check_level (const DeidLattice *lattice, guint dimension, guint64 level,
                                  GError **error);
