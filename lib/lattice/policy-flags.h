/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

/* Lattices with more policies than this are too large to have a flag for each: a gigabyte. */
#define DEID_MAX_FLAGS (G_GUINT64_CONSTANT (1) << 33)

/* A flag for each policy of a lattice, by rank. */
typedef struct
{
  const DeidLattice *lattice;
  guint64 *strides; /* of each dimension, what a level adds to the rank */
  guint64 *words;
  guint64 n_words;
  DeidLevel *levels; /* scratch, for spreading: the policy reached, */
  guint32 *next;     /* and for each step to it the dimension to go on with */
} DeidPolicyFlags;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_TOO_LARGE,
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_policy_flags_init (DeidPolicyFlags *flags, const DeidLattice *lattice,
                                 GError **error);
void deid_policy_flags_clear (DeidPolicyFlags *flags);

gboolean deid_policy_flags_has (const DeidPolicyFlags *flags, const DeidLevel *levels);
void deid_policy_flags_set (DeidPolicyFlags *flags, const DeidLevel *levels);

/* Called now and then while flags are set.
 * Returns: whether to go on. */
typedef gboolean (*DeidSpreadFunc) (gpointer data);

/* Sets the flags of a policy and of all that inherit from it; where a flag is set already, those of
 * all that inherit from there must be. Complexity: O(dimensions) for each flag that is newly set.
 * Returns: whether @may_go_on let it; otherwise some are set and some are not, and nothing may be
 * spread any more. */
gboolean deid_policy_flags_spread (DeidPolicyFlags *flags, const DeidLevel *levels,
                                   DeidInheritance inheritance, DeidSpreadFunc may_go_on,
                                   gpointer data);

guint64 deid_policy_flags_get_n_bytes (const DeidPolicyFlags *flags);
