/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "lattice/lattice-private.h"

struct DeidPolicy
{
  gatomicrefcount ref_count;
  DeidLattice *lattice;
  DeidLevel levels[];
};

/* Makes a policy of levels that are known to lie in the lattice.
 * Returns: the policy, or %NULL with %DEID_ERROR_NO_MEMORY. */
DeidPolicy *deid_policy_new_from_levels (DeidLattice *lattice, const DeidLevel *levels,
                                         GError **error);

/* Adds what deid_policy_to_text() writes of the name of a column. */
void deid_levels_describe_name (const char *name, DeidLongText *text);

/* Adds what deid_policy_to_text() writes of levels. */
void deid_levels_describe (const DeidLattice *lattice, const DeidLevel *levels, DeidLongText *text);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for a level above the height of a dimension. */
gboolean deid_policy_check_level (const DeidLattice *lattice, guint dimension, guint64 level,
                                  GError **error);
