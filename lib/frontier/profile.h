/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/refining-evaluator.h"
#include "frontier/stairs.h"

/* Counts what a policy suppresses of each group that has a limit, over k. Both counts only grow
 * with the strictness, so that each limit is exceeded from one piece of the profile on. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint64 *suppressed; /* records of each value of all columns with a limit, */
  guint64 *necessary;  /* and of these those in S° */
  gboolean may_solve;  /* no group exceeds its limit by what is suppressed, */
  gboolean may_go_on;  /* or by S° */
} DeidProfileGroups;

/* What varies over a frontier: k from @origin on, or the suppression limit from @origin down. In
 * either case strictness 0 is @origin. */
typedef struct
{
  gboolean is_k;
  guint64 origin;
  guint64 n; /* strictnesses */
} DeidFrontierRange;

/* From a strictness on, up to the next piece. */
typedef struct
{
  guint64 first;
  guint64 n_necessary; /* records in S° */
} DeidProfilePiece;

/* What the upper corner of a box says of its policies at each strictness. */
typedef struct
{
  DeidProfilePiece *pieces;
  guint64 pieces_capacity;
  guint64 n_pieces;
  guint64 end;      /* strictness from which on none of the policies is a solution */
  guint64 *covered; /* over k, for each piece U over S° at each level of each attribute */
  guint64 covered_capacity;
} DeidProfile;

void deid_profile_clear (DeidProfile *profile);

/* Returns: the strictness behind the last one of a piece. */
static inline guint64
deid_profile_get_piece_end (const DeidProfile *profile, guint64 piece)
{
  return piece + 1 < profile->n_pieces ? profile->pieces[piece + 1].first : profile->end;
}

/* All classes that join S° at the same strictness. */
typedef struct
{
  guint64 first; /* that strictness */
  guint64 n_records;
  guint64 n_rows;
} DeidProfileSlot;

/* Makes profiles of the policies that a refiner evaluated, and puts what is a solution on the
 * stairs. A problem over k has the least k of the range among its models. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  DeidRefiningEvaluator *refiner;
  DeidStairs *stairs;
  DeidFrontierRange range;
  DeidProfileSlot *slots; /* over k; the first one is of what joins no later than the first piece */
  guint64 slots_capacity;
  guint64 n_slots;
  guint32 *slot_of; /* of each strictness its slot + 1, or 0 */
  guint32 *joins;   /* of each cell the strictness, then its slot; DEID_NO_CLASS if it stays out */
  guint64 joins_capacity;
  guint32 *rows;            /* by slot */
  guint32 *listed;          /* the same in their order */
  guint64 *failing_records; /* by slot, and of those that stay out: records of classes that fail */
  guint64 failing_records_capacity;
  DeidLossSums *failing_sums; /* the same for each attribute */
  guint64 failing_sums_capacity;
  DeidLossSums *sums;
  DeidProfileGroups groups;
  guint64 n_solving; /* pieces, the first ones, at which no group exceeds its limit */
} DeidProfiler;

gboolean deid_profiler_init (DeidProfiler *profiler, const DeidFrontierRange *range,
                             DeidRefiningEvaluator *refiner, DeidStairs *stairs, GError **error);
void deid_profiler_clear (DeidProfiler *profiler);

/* Makes the profile of the policy that the refiner evaluated last, from strictness @first up to,
 * but not including, @end; where no policy of the box is a solution there, it has no pieces.
 * Complexity: O(rows + levels x rows in S°). */
gboolean deid_profiler_run (DeidProfiler *profiler, const DeidRefined *refined, gboolean feasible,
                            guint64 first, guint64 end, DeidProfile *profile, GError **error);

/* Computes a number that, in one piece, the objective of no specialization of the profile's policy
 * that generalizes @lower is below. Complexity: O(attributes), or that of grouping if classes are
 * costed. */
gboolean deid_profiler_get_bound (DeidProfiler *profiler, const DeidRefined *refined,
                                  const DeidProfile *profile, guint64 piece, const DeidLevel *lower,
                                  const DeidStop *stop, double *bound, GError **error);
