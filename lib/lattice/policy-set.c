/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lattice/policy-set.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

#define POLICY_SET_MIN_BITS 8

void
deid_policy_set_init (DeidPolicySet *set, guint n_dimensions)
{
  *set = (DeidPolicySet){ .n_dimensions = n_dimensions };
}

void
deid_policy_set_clear (DeidPolicySet *set)
{
  g_free (set->levels);
  g_free (set->slots);
}

static const DeidLevel *
policy_set_get_levels (const DeidPolicySet *set, guint64 number)
{
  return set->levels + number * set->n_dimensions;
}

/* Returns: the slot of a policy, or the empty one where it would be. */
static guint64
policy_set_find_slot (const DeidPolicySet *set, const guint32 *slots, guint bits,
                      const DeidLevel *levels)
{
  const guint64 mask = (G_GUINT64_CONSTANT (1) << bits) - 1;
  guint64 slot = deid_hash_bytes (levels, set->n_dimensions * sizeof *levels) & mask;

  while (slots[slot] != 0
         && memcmp (policy_set_get_levels (set, slots[slot] - 1), levels,
                    set->n_dimensions * sizeof *levels)
                != 0)
    slot = (slot + 1) & mask;
  return slot;
}

gboolean
deid_policy_set_find (const DeidPolicySet *set, const DeidLevel *levels, guint64 *number)
{
  guint32 found = 0;

  if (set->bits > 0)
    found = set->slots[policy_set_find_slot (set, set->slots, set->bits, levels)];
  *number = found - 1;
  return found != 0;
}

gboolean
deid_policy_set_contains (const DeidPolicySet *set, const DeidLevel *levels)
{
  guint64 number;

  return deid_policy_set_find (set, levels, &number);
}

/* Makes sure that at least a third of the slots stay empty. */
static gboolean
reserve_slot (DeidPolicySet *set, GError **error)
{
  const guint bits = set->bits > 0 ? set->bits + 1 : POLICY_SET_MIN_BITS;
  guint32 *slots;

  if (set->n == G_MAXUINT32 - 1)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_NO_MEMORY, "out of memory: a set of %u policies",
                   G_MAXUINT32 - 1);
      return FALSE;
    }
  if (set->bits > 0 && set->n < (G_GUINT64_CONSTANT (2) << set->bits) / 3)
    return TRUE;
  slots = deid_alloc (G_GUINT64_CONSTANT (1) << bits, sizeof *slots, error);
  if (slots == NULL)
    return FALSE;
  for (guint64 i = 0; i < set->n; i++)
    slots[policy_set_find_slot (set, slots, bits, policy_set_get_levels (set, i))]
        = (guint32) (i + 1);
  g_free (set->slots);
  set->slots = slots;
  set->bits = bits;
  return TRUE;
}

/* The levels are somewhere, also if a policy has none. */
gboolean
deid_policy_set_add (DeidPolicySet *set, const DeidLevel *levels, GError **error)
{
  guint64 slot;

  if (!reserve_slot (set, error)
      || !deid_grow ((gpointer *) &set->levels, &set->capacity,
                     MAX ((set->n + 1) * set->n_dimensions, 1), sizeof *set->levels, error))
    return FALSE;
  slot = policy_set_find_slot (set, set->slots, set->bits, levels);
  if (set->slots[slot] != 0)
    return TRUE;
  memcpy (set->levels + set->n * set->n_dimensions, levels, set->n_dimensions * sizeof *levels);
  set->slots[slot] = (guint32) ++set->n;
  return TRUE;
}

guint64
deid_policy_set_get_n_bytes (const DeidPolicySet *set)
{
  return set->capacity * sizeof *set->levels
         + (set->bits > 0 ? sizeof *set->slots << set->bits : 0);
}
