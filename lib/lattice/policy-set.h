/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/lattice-private.h"

/* A set of policies, numbered in the order in which they were added. Unlike a property store it
 * knows of these policies alone. */
typedef struct
{
  guint n_dimensions;
  DeidLevel *levels; /* of all, one after another */
  guint64 n;
  guint64 capacity; /* in levels */
  guint32 *slots;   /* number + 1 by hash, 0 where there is none */
  guint bits;       /* there are 2^bits slots; 0 before the first policy */
} DeidPolicySet;

void deid_policy_set_init (DeidPolicySet *set, guint n_dimensions);
void deid_policy_set_clear (DeidPolicySet *set);

/* Returns: whether the set has a policy; its number is then set. */
gboolean deid_policy_set_find (const DeidPolicySet *set, const DeidLevel *levels, guint64 *number);

gboolean deid_policy_set_contains (const DeidPolicySet *set, const DeidLevel *levels);

/* Adds a policy; nothing changes if it is there already. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_policy_set_add (DeidPolicySet *set, const DeidLevel *levels, GError **error);

guint64 deid_policy_set_get_n_bytes (const DeidPolicySet *set);
