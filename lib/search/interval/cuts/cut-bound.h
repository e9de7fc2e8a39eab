/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/grouping-evaluator.h"
#include "search/interval/cuts/cut-space.h"
#include "search/interval/cuts/partition-bound.h"

/* What the upper corner of a box tells of one attribute. */
typedef struct
{
  gint64 *weights;         /* of each rank: what its records outside S° count in the loss */
  gint64 *lost;            /* of each rank: what its records of S° count in it */
  gint64 *least;           /* of each rank: units that suppressing a record adds at least */
  guint32 *first_ranks;    /* with runs, of each rank: where its run at the corner begins, */
  guint32 *last_ranks;     /* and ends */
  DeidFailingSums failing; /* the records that its blocks fail */
  DeidBlockFloors floors;  /* what classes cost at least, if classes are costed */
  gint64 best;             /* units that the best partition costs, by the multipliers used last */
  gint64 all;              /* units that the records could pay which fail in it */
} DeidCutBoundAxis;

/* The rows outside S°, and what the dynamic programs count of them. */
typedef struct
{
  DeidClassRows classes; /* orders the rows; arrays of rows are in this order */
  DeidFailing *sums;     /* of each row */
  gint64 *gaps;          /* of each row: units that suppressing it adds at least */
  guint64 *can_fail;     /* of each row: a bit for each attribute whose finest block fails it */
  guint64 *class_can_fail;
  guint64 class_can_fail_capacity;
  guint32 *finest;      /* of each rank: its finest block in the box */
  gboolean *rank_fails; /* of each rank: whether that block fails */
  DeidFailing *columns; /* memory for deid_failing_finish() */
} DeidCutBoundRows;

/* Bounds from below what the policies of a box cost, in a lattice with cuts.
 *
 * S° is the set of records that fail at the upper corner of the box, and therefore in every policy
 * of it. Whether another record fails depends on all attributes. But if one attribute has some
 * block by which the record fails while all others are as coarse as the box allows, then it fails
 * with that block in every policy of the box. This is known for each record and each block.
 *
 * A record that fails pays what suppression adds to its cost. This sum is divided among the
 * attributes into shares. An attribute pays its share for each record that its block fails. Shares
 * add up to no more than the whole, so that a record never pays too much. Then each attribute has
 * costs of its own, and dynamic programming finds its best partition.
 *
 * The limit of suppression is relaxed (Lagrange): each suppressed record pays a price lambda
 * besides, and the limit gives lambda back for each record that it allows. Any shares and any
 * lambda that is not negative give a bound.
 *
 * The bound holds as well if fewer records are counted than fail: a record pays no less if it fails
 * than if it is kept, since least[] is no more than what suppression adds in any of its blocks, and
 * a block that too many records fail is only not ruled out. This serves columns of thousands of
 * values, which have too many runs to count each. The more values a block has, the fewer records
 * fail. So a long run is bounded by the shortest run of whole cells around it: the records that
 * fail there, less all records in the ends that the long run does not have. For these records
 * least[] must hold in the long run, too: if the cells are not within one run at the upper corner,
 * none is counted. Where classes are costed, a long run costs at least what the cells within it do,
 * as classes cost no less with more values.
 *
 * Each thread has its own. */
typedef struct
{
  const DeidCutSpace *space;
  gboolean is_plain;   /* rows pay the shares of all attributes, and fail for too few records alone:
                          a certificate can state this by a shorter definition */
  gboolean leaves_out; /* where classes are judged by their records alone, leaves out blocks whose
                          records all fail and which may be split: split, they cost no more, and the
                          policy that splits them comes first */
  DeidClassNeeds needs; /* those of the space, whose memory it uses */
  DeidGroupingEvaluator evaluator;
  gint64 evaluating; /* microseconds so far */

  const DeidLevel *lo; /* corners of the box set last */
  const DeidLevel *hi;
  DeidVerdict verdict; /* on its upper corner */
  gint64 n_lost;       /* records of S° */
  guint8 *is_lost;     /* of each row of the table: whether it is of S° */
  guint32 *lost_rows;
  guint64 n_lost_rows;
  DeidCutBoundAxis *axes;
  DeidCutBoundRows rows;
  DeidPartitionScratch scratch;
  DeidClassFloors floors; /* used if classes are costed */
  gint64 failing_cost;    /* if classes are costed: units that a failing record adds to floors */

  gint64 bound;               /* of the box set last, by the multipliers used last; DEID_NO_UNITS if
                                 it has no solution */
  gint64 n_failing;           /* records of S°, and by shares those that fail in what was chosen */
  DeidPartitionAnswer answer; /* of all attributes */
  guint16 *alone;             /* multipliers by which one attribute pays for all */
} DeidCutBound;

gboolean deid_cut_bound_init (DeidCutBound *bound, const DeidCutSpace *space, gboolean is_plain,
                              GError **error);
void deid_cut_bound_clear (DeidCutBound *bound);

/* Returns: the memory it holds. */
guint64 deid_cut_bound_get_n_bytes (const DeidCutBound *bound);

/* Evaluates a policy. Errors: those of deid_evaluator_evaluate(). */
gboolean deid_cut_bound_evaluate (DeidCutBound *bound, const DeidLevel *levels,
                                  const DeidStop *stop, DeidVerdict *verdict, GError **error);

/* Evaluates the upper corner of a box and, if it is @feasible, counts which records fail by one
 * attribute. The corners must stay as they are. Complexity: O(rows x attributes), and for each
 * class the windows with fewer records than a class needs. */
gboolean deid_cut_bound_set (DeidCutBound *bound, const DeidLevel *lo, const DeidLevel *hi,
                             const DeidStop *stop, gboolean *feasible, GError **error);

/* Multipliers: the share of each attribute, in 2^-15, and the price of suppression, in lambda units
 * of the space. */
#define DEID_SHARES (1 << DEID_SHARE_BITS)

/* Returns: how many words multipliers have. */
static inline guint
deid_cut_space_count_multipliers (const DeidCutSpace *space)
{
  return space->n_axes + 1;
}

/* Computes the bound of the box that was set. Complexity: O(rows x attributes), and that of the
 * dynamic programs. */
gboolean deid_cut_bound_share (DeidCutBound *bound, const guint16 *multipliers,
                               const DeidStop *stop, GError **error);

/* The same for a box with a higher lower corner, with the same multipliers. */
gboolean deid_cut_bound_solve (DeidCutBound *bound, const guint16 *multipliers,
                               const DeidStop *stop, GError **error);

/* Returns: the bound of the part of the box where the best partition of an attribute costs @best.
 */
gint64 deid_cut_bound_replace (const DeidCutBound *bound, guint axis, gint64 best);

/* Costs the blocks of the only attribute to which the box that was set leaves a choice. Where a
 * class fails only for too few records, policies cost the sums of these costs and one constant,
 * except with runs that have no sums of their own. The costs are in @bound->scratch.costs; those of
 * runs are asked of deid_partition_cost_run(). */
gboolean deid_cut_bound_cost_alone (DeidCutBound *bound, guint a, const DeidStop *stop,
                                    DeidPartitionCosts *costs, GError **error);

/* Sets equal shares of the attributes to which the box leaves a choice, and no price. */
void deid_cut_bound_start (const DeidCutBound *bound, guint16 *multipliers);

/* Takes a step of subgradient ascent from the bound that was solved last. */
void deid_cut_bound_step (const DeidCutBound *bound, double length, guint16 *multipliers);
