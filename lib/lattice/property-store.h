/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/antichain.h"
#include "lattice/policy-private.h"

/* What is inherited to specializations is kept upside down, the levels counted from the heights:
 * the maximal policies are then the minimal vectors, and the greatest rank below a node the
 * smallest. */
struct DeidPropertyStore
{
  gatomicrefcount ref_count;
  DeidLattice *lattice;
  DeidInheritance inheritance;
  DeidAntichain antichain;
  DeidLevel *mirrored; /* scratch */
};

/* The public functions, of levels that lie in the lattice. */
gboolean deid_property_store_add_levels (DeidPropertyStore *store, const DeidLevel *levels,
                                         GError **error);
gboolean deid_property_store_contains_levels (DeidPropertyStore *store, const DeidLevel *levels);

/* Tells whether a policy is itself one of those kept: added, and not implied by another one. */
gboolean deid_property_store_has_levels (DeidPropertyStore *store, const DeidLevel *levels);
