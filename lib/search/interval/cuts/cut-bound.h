/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/grouping-evaluator.h"
#include "search/interval/cuts/cut-space.h"
#include "search/interval/cuts/partition-bound.h"

/* Bounds boxes of a lattice with cuts. At the upper corner of a box, S° are the records that fail
 * whatever the policy. Of each other record it is known for each block of each attribute whether it
 * fails if that attribute has this block, however coarse the others are. A suppressed record pays,
 * for each attribute whose block fails it, its cost and a share of what suppression adds; the
 * shares of all attributes are no more than that. So the costs of the attributes are independent,
 * and the best partition of each is found by dynamic programming. The records that may be
 * suppressed are limited by a price for each, lambda, that suppressed ones pay besides and the
 * limit gets back (Lagrangian relaxation). Any shares and any price give a bound.
 *
 * It remains one if fewer records are counted than fail: a record pays no less if it fails than if
 * it is kept, since least[] is no more than what suppressing it adds in any of its blocks, and
 * shares are not negative; and a block that too many records fail is no longer ruled out. A column
 * of thousands of values has too many runs to count all of them. The more values a block has, the
 * fewer records fail. So of a long run those are counted that fail in the run of whole cells around
 * it, less all that its ends add, which may be those; of both, least[] is no more than what
 * suppression adds in the long run, if the cells are within its run at the upper corner. Else none
 * is counted. What classes cost does not fall with more values: of a long run that of the cells
 * within it counts.
 *
 * Each thread has its own. */
typedef struct
{
  const DeidCutSpace *space;
  gboolean is_plain;   /* rows pay the shares of all attributes, and fail for too few records alone:
                          what a proof states can then be checked by a shorter definition */
  gboolean leaves_out; /* blocks whose records all fail, and which may be split, where classes are
                          judged by their records alone: split, they cost no more, and the policy
                          that splits them comes first */
  DeidClassNeeds needs; /* those of the space, whose memory it uses */
  DeidGroupingEvaluator evaluator;
  gint64 evaluating;   /* microseconds so far */
  const DeidLevel *lo; /* of the box set last */
  const DeidLevel *hi;
  DeidVerdict verdict; /* on its upper corner */
  gint64 n_lost;       /* records of S° */
  guint8 *is_lost;     /* of each row */
  guint32 *lost_rows;
  guint64 n_lost_rows;
  DeidClassRows rows;
  DeidFailing *sums; /* of each row outside S°, in the order of classes */
  gint64 *gaps;      /* of each of these: units that suppressing it adds at least */
  guint64 *can_fail; /* of each: the attributes whose finest blocks fail it, one bit each */
  guint64 *class_can_fail;
  guint64 class_can_fail_capacity;
  guint32 *finest;
  gboolean *rank_fails;
  gint64 **weights;      /* of each axis and rank, outside S° */
  gint64 **lost;         /* the same of S° */
  gint64 **least;        /* of each axis and rank: what suppressing a record adds at least */
  guint32 **first_ranks; /* of each axis with runs: the run at the upper corner */
  guint32 **last_ranks;
  DeidFailingSums *failing; /* of each axis */
  DeidFailing *columns;
  DeidPartitionScratch scratch;
  DeidClassFloors floors;        /* used if classes are costed, */
  DeidBlockFloors *block_floors; /* of each axis what the records of blocks cost at least, */
  gint64 failing_cost;           /* and what each that fails adds to that */

  gint64 bound;      /* of the box set last by the multipliers used last, or DEID_NO_UNITS */
  gint64 *bests;     /* of each axis, */
  gint64 *alls;      /* what its failing records could pay, */
  gint64 n_failing;  /* and how many records fail in the partitions chosen, by their shares */
  gint64 *values;    /* of each dimension and level, of its attribute */
  gint64 *growth;    /* of each, records that fail if the upper corner is lowered to it */
  guint16 *alone;    /* multipliers by which one attribute pays for all */
  DeidLevel *chosen; /* the policy of the partitions that cost least */
} DeidCutBound;

/* Errors: %DEID_ERROR_NO_MEMORY. On failure it may be cleared, and nothing else. */
gboolean deid_cut_bound_init (DeidCutBound *bound, const DeidCutSpace *space, gboolean is_plain,
                              GError **error);
void deid_cut_bound_clear (DeidCutBound *bound);

/* Returns: the memory it holds. */
guint64 deid_cut_bound_get_n_bytes (const DeidCutBound *bound);

/* Evaluates a policy. Errors: those of deid_evaluator_evaluate(). */
gboolean deid_cut_bound_evaluate (DeidCutBound *bound, const DeidLevel *levels,
                                  const DeidStop *stop, DeidVerdict *verdict, GError **error);

/* Evaluates the upper corner of a box and, if it is @feasible, counts what fails below. The corners
 * must stay as they are. Complexity: O(rows x attributes), and the windows of each class in which
 * fewer records are than a class needs. */
gboolean deid_cut_bound_set (DeidCutBound *bound, const DeidLevel *lo, const DeidLevel *hi,
                             const DeidStop *stop, gboolean *feasible, GError **error);

/* Multipliers are a share of each attribute, in 2^-15, and the price of suppression in units of the
 * space. */
#define DEID_SHARES (1 << DEID_SHARE_BITS)

/* Returns: how many words multipliers have. */
static inline guint
deid_cut_space_count_multipliers (const DeidCutSpace *space)
{
  return space->n_axes + 1;
}

/* Computes the bound of the box that was set. Errors: those of deid_stop_check(). Complexity:
 * O(rows x attributes), and that of the dynamic programs. */
gboolean deid_cut_bound_share (DeidCutBound *bound, const guint16 *multipliers,
                               const DeidStop *stop, GError **error);

/* The same for a box with a higher lower corner, with the same multipliers. Errors: those of
 * deid_stop_check(). */
gboolean deid_cut_bound_solve (DeidCutBound *bound, const guint16 *multipliers,
                               const DeidStop *stop, GError **error);

/* Returns: the bound of the part of the box where the best of one attribute costs so much. */
gint64 deid_cut_bound_replace (const DeidCutBound *bound, guint axis, gint64 best);

/* Costs the blocks of an attribute, of which alone the box that was set leaves more than one
 * policy: where a class fails only if it has too few records, the costs are what policies cost, but
 * for one number, and but for runs that have no sums of their own. They are in
 * @bound->scratch.costs, those of runs are asked of deid_partition_cost_run(). Errors: those of
 * deid_stop_check(). */
gboolean deid_cut_bound_cost_alone (DeidCutBound *bound, guint a, const DeidStop *stop,
                                    DeidPartitionCosts *costs, GError **error);

/* Shares everything between the attributes that are free. */
void deid_cut_bound_start (const DeidCutBound *bound, guint16 *multipliers);

/* Changes multipliers for a better bound, from what was solved last. */
void deid_cut_bound_step (const DeidCutBound *bound, double length, guint16 *multipliers);

/* What the rows outside S° could pay if they are suppressed, and which attributes share it: those
 * whose finest block in the box fails them, since no coarser block of another attribute does. */

/* Sets of each row its records and weight, and what suppressing it adds at least, of all
 * attributes.
 */
void deid_cut_bound_sum_rows (DeidCutBound *bound);

/* Notes which rows one attribute can fail. Errors: those of deid_stop_check(). */
gboolean deid_cut_bound_find_failing (DeidCutBound *bound, guint a, const DeidStop *stop,
                                      GError **error);

/* Divides what each row could pay among the attributes that can fail it. */
void deid_cut_bound_divide (DeidCutBound *bound, const guint16 *multipliers);

/* Sums up for each block of an attribute the rows that it fails. Errors: those of
 * deid_stop_check(). */
gboolean deid_cut_bound_count_failing (DeidCutBound *bound, guint a, const DeidStop *stop,
                                       GError **error);
