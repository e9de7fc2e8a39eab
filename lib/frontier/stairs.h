/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/verdict.h"

/* The best policy found so far at each strictness, a number from 0 on: what solves a problem at
 * one strictness may be no solution at the next. Neighbours with the same policy, objective and
 * suppressed records make one stair. */
typedef struct
{
  guint64 first;   /* strictness; up to the first one of the next stair */
  gboolean exists; /* some policy was found */
  double objective;
  guint64 n_suppressed;
  guint64 policy; /* its number among those kept */
} DeidStair;

typedef struct
{
  guint n_dimensions;
  guint64 n; /* strictnesses */
  DeidStair *stairs;
  guint64 n_stairs;
  guint64 stairs_capacity;
  DeidStair *next; /* those to come, while a policy is considered */
  guint64 next_capacity;
  DeidLevel *levels; /* of each policy kept */
  guint64 levels_capacity;
  guint64 n_policies;
} DeidStairs;

gboolean deid_stairs_init (DeidStairs *stairs, guint n_dimensions, guint64 n, GError **error);
void deid_stairs_clear (DeidStairs *stairs);

static inline const DeidLevel *
deid_stairs_get_levels (const DeidStairs *stairs, const DeidStair *stair)
{
  return stairs->levels + stair->policy * stairs->n_dimensions;
}

/* Returns: the strictness behind the last one of a stair. */
static inline guint64
deid_stairs_get_end (const DeidStairs *stairs, guint64 number)
{
  return number + 1 < stairs->n_stairs ? stairs->stairs[number + 1].first : stairs->n;
}

/* Returns: the number of the stair of a strictness. Complexity: O(log stairs). */
guint64 deid_stairs_find (const DeidStairs *stairs, guint64 strictness);

/* Tells whether policies with this bound of the objective, none of them before @lowest in the order
 * that settles ties, may come before the best one of a stair. */
static inline gboolean
deid_stairs_may_improve (const DeidStairs *stairs, const DeidStair *stair, const DeidLevel *lowest,
                         double bound)
{
  return !stair->exists
         || !deid_policy_comes_first (deid_stairs_get_levels (stairs, stair), stair->objective,
                                      lowest, bound, stairs->n_dimensions);
}

/* Takes note of a solution at the strictnesses from @first up to, but not including, @end.
 * Complexity: O(stairs x dimensions). */
gboolean deid_stairs_consider (DeidStairs *stairs, guint64 first, guint64 end,
                               const DeidLevel *levels, double objective, guint64 n_suppressed,
                               GError **error);
