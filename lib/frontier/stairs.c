/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "frontier/stairs.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_stairs_init (DeidStairs *stairs, guint n_dimensions, guint64 n, GError **error)
{
  *stairs = (DeidStairs){ .n_dimensions = n_dimensions, .n = n, .n_stairs = 1 };
  if (!deid_grow_list (stairs, stairs, 1, error))
    return FALSE;
  stairs->stairs[0] = (DeidStair){ .first = 0 };
  return TRUE;
}

void
deid_stairs_clear (DeidStairs *stairs)
{
  deid_free_arrays (stairs->stairs, stairs->next, stairs->levels);
}

guint64
deid_stairs_find (const DeidStairs *stairs, guint64 strictness)
{
  guint64 low = 0, high = stairs->n_stairs;

  while (high - low > 1)
    {
      const guint64 middle = low + (high - low) / 2;

      if (stairs->stairs[middle].first <= strictness)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static gboolean
is_improved (const DeidStairs *stairs, guint64 first, guint64 end, const DeidLevel *levels,
             double objective)
{
  for (guint64 i = deid_stairs_find (stairs, first);
       i < stairs->n_stairs && stairs->stairs[i].first < end; i++)
    if (deid_stairs_may_improve (stairs, &stairs->stairs[i], levels, objective))
      return TRUE;
  return FALSE;
}

static gboolean
keep_policy (DeidStairs *stairs, const DeidLevel *levels, GError **error)
{
  const guint64 n = stairs->n_policies * stairs->n_dimensions;

  if (!deid_grow_list (stairs, levels, n + stairs->n_dimensions, error)
      || !deid_grow_list (stairs, next, 3 * stairs->n_stairs, error))
    return FALSE;
  memcpy (stairs->levels + n, levels, stairs->n_dimensions * sizeof *levels);
  stairs->n_policies++;
  return TRUE;
}

/* The same policy may have been found more than once. */
static gboolean
stairs_are_alike (const DeidStairs *stairs, const DeidStair *a, const DeidStair *b)
{
  if (!a->exists || !b->exists)
    return a->exists == b->exists;
  return a->objective == b->objective && a->n_suppressed == b->n_suppressed
         && memcmp (deid_stairs_get_levels (stairs, a), deid_stairs_get_levels (stairs, b),
                    stairs->n_dimensions * sizeof (DeidLevel))
                == 0;
}

/* Adds a stair to those to come, if it has a strictness, or makes it part of the one before. */
static void
stairs_add_next (DeidStairs *stairs, guint64 *n_next, const DeidStair *like, guint64 first,
                 guint64 end)
{
  if (first >= end || (*n_next > 0 && stairs_are_alike (stairs, &stairs->next[*n_next - 1], like)))
    return;
  stairs->next[*n_next] = *like;
  stairs->next[(*n_next)++].first = first;
}

static void
stairs_swap (DeidStairs *stairs, guint64 n_next)
{
  DeidStair *next = stairs->next;
  const guint64 capacity = stairs->next_capacity;

  stairs->next = stairs->stairs;
  stairs->next_capacity = stairs->stairs_capacity;
  stairs->stairs = next;
  stairs->stairs_capacity = capacity;
  stairs->n_stairs = n_next;
}

gboolean
deid_stairs_consider (DeidStairs *stairs, guint64 first, guint64 end, const DeidLevel *levels,
                      double objective, guint64 n_suppressed, GError **error)
{
  DeidStair found = { .exists = TRUE, .objective = objective, .n_suppressed = n_suppressed };
  guint64 n_next = 0;

  if (first >= end || !is_improved (stairs, first, end, levels, objective))
    return TRUE;
  found.policy = stairs->n_policies;
  if (!keep_policy (stairs, levels, error))
    return FALSE;
  for (guint64 i = 0; i < stairs->n_stairs; i++)
    {
      const DeidStair *old = &stairs->stairs[i];
      const guint64 old_end = deid_stairs_get_end (stairs, i);
      const guint64 from = CLAMP (first, old->first, old_end);
      const guint64 to = CLAMP (end, old->first, old_end);

      if (from < to && deid_stairs_may_improve (stairs, old, levels, objective))
        {
          stairs_add_next (stairs, &n_next, old, old->first, from);
          stairs_add_next (stairs, &n_next, &found, from, to);
          stairs_add_next (stairs, &n_next, old, to, old_end);
        }
      else
        stairs_add_next (stairs, &n_next, old, old->first, old_end);
    }
  stairs_swap (stairs, n_next);
  return TRUE;
}
