/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

/* Steps from a policy to those next to it. A step changes one dimension by a level; but one of a
 * node of a hierarchy, where subtrees are merged, leads from it to the nodes right below, all of
 * them merged, and back. */
typedef struct
{
  const DeidLattice *lattice;
  guint *parents;  /* of each dimension of a node that of the next one above it, or G_MAXUINT */
  guint8 *is_used; /* of each dimension: it changes what some value of the table becomes */
} DeidNextPolicies;

/* Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_next_policies_init (DeidNextPolicies *next, const DeidLattice *lattice,
                                  GError **error);
void deid_next_policies_clear (DeidNextPolicies *next);

/* Lowers a dimension that is above its floor. */
void deid_next_policies_lower (const DeidNextPolicies *next, DeidLevel *levels, guint dimension);

/* Raises a dimension, unless that is not possible or makes no difference to the data. Returns:
 * whether it was raised. */
gboolean deid_next_policies_raise (const DeidNextPolicies *next, DeidLevel *levels,
                                   guint dimension);
