/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/interval/cuts/cut-space.h"

#include <glib.h>

/* What a partition costs, and how many blocks it has. */
typedef struct
{
  gint64 cost;
  gint64 n_blocks;
} DeidCountedCost;

/* Looks for a price of blocks by which the best partition has few enough: from two partitions, one
 * that has too many and one that costs more, the price at which both cost the same. The partition
 * that is best then takes the place of one of the two. */
typedef struct
{
  gint64 max_blocks;
  gint64 max_price;
  DeidCountedCost many;
  DeidCountedCost few;
  guint n_prices; /* so far */
} DeidBlockPrices;

/* Sets the price to be tried next. Returns: whether there is any. */
gboolean deid_block_prices_next (DeidBlockPrices *prices, gint64 *price);

/* Takes what is best by a price, whose cost includes what its blocks cost by that. Returns: whether
 * it has few enough of them and costs less than the one before. */
gboolean deid_block_prices_take (DeidBlockPrices *prices, gint64 price,
                                 const DeidCountedCost *priced);

/* Of what is not possible. */
#define DEID_NO_UNITS (G_MAXINT64 / 4)

/* Shares of what is to be paid for suppressed records sum up to this. */
#define DEID_SHARE_BITS 15

/* What bounds one attribute within a box: a cost for each block, of which a partition pays those of
 * its own. */
typedef struct
{
  const DeidCutAxis *axis;
  const DeidLevel *lo; /* of the box, all dimensions */
  const DeidLevel *hi;
  const DeidLevel *floors; /* of the lattice */
  const gint64 *weights;   /* of each rank, what records outside S° count in the loss, */
  const gint64 *lost;      /* and those of S° */
  const DeidFailingSums *failing;
  const DeidBlockFloors *floors_of_blocks; /* if classes are costed, or NULL; */
  gint64 failing_cost;                     /* and what each failing record adds */
  gboolean leaves_out; /* blocks whose records all fail, and which may be split */
  gint64 share;        /* of what suppressed records are to pay */
  gint64 n_allowed;    /* records that may be suppressed besides those of S° */
  gint64 block_price;  /* units that each block costs besides, of those that count */
} DeidPartitionCosts;

/* The partition of the box that costs least. */
typedef struct
{
  gint64 cost; /* units; DEID_NO_UNITS if there is none */
  gint64 all;  /* sums over the records that fail in its blocks, see #DeidFailing */
  gint64 parts;
} DeidBestPartition;

/* What is found of an attribute within a box. The arrays are of all dimensions of the lattice; each
 * attribute writes those of its own. */
typedef struct
{
  const guint *first_values; /* of each dimension: where its level 0 stands in the next two */
  gint64 *values;            /* of each level: the least cost in units of a partition that has it */
  gint64 *growth;            /* of each level: records that fail if the upper corner falls to it */
  DeidLevel *chosen;         /* of each dimension: its level in the partition that costs least */
  DeidBestPartition best;    /* of the attribute that was asked last */
} DeidPartitionAnswer;

/* Memory for one attribute at a time. */
typedef struct
{
  gint64 *costs; /* of each block; with runs of some that begin at one rank, by their last */
  gint64
      *before; /* best of what comes before each rank; with subtrees of a block and those below */
  gint64 *behind; /* and of what comes behind; with subtrees of all that a block leaves */
  gint64 *sums;   /* by rank from the first one on */
  gint64 *lost_sums;
  gint64 *merged;      /* of each pair; or the best with some node above merged */
  guint32 *last;       /* of the best run that begins at a rank */
  guint32 *ends;       /* of each rank: where its run at the upper corner ends */
  guint8 *begins;      /* of each rank: what runs may begin there, */
  guint8 *closes;      /* and end there */
  guint32 *n_counting; /* by rank from the first one on, those with which a block counts */
  gint64 *raised;      /* of each dimension and level of an attribute the greatest bound so far, */
  DeidLevel *few;      /* and its best levels so far with few enough blocks */
} DeidPartitionScratch;

gboolean deid_partition_scratch_init (DeidPartitionScratch *scratch, const DeidCutAxis *axes,
                                      guint n_axes, GError **error);
void deid_partition_scratch_clear (DeidPartitionScratch *scratch);

/* Finds the partition that costs least, and what the least is for each level that the box has.
 * Errors: those of deid_stop_check(). Complexity: O(ranks^2) with runs, else O(blocks + ranks x
 * levels). */
gboolean deid_partition_bound (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                               DeidPartitionAnswer *answer, const DeidStop *stop, GError **error);

/* The same among the partitions that have no more blocks than the attribute may have, unless the
 * upper corner has more. Costs are lower bounds then, the partition chosen may cost more than its
 * bound. */
gboolean deid_partition_bound_few (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                                   DeidPartitionAnswer *answer, const DeidStop *stop,
                                   GError **error);

/* Returns: the greatest price of a block; sums of it stay below what is not possible. */
gint64 deid_partition_get_max_block_price (const DeidCutAxis *axis);

/* Returns: what a run within one of the upper corner of the box that was costed last costs, or
 * DEID_NO_UNITS if no policy of it has it. */
gint64 deid_partition_cost_run (const DeidPartitionCosts *costs,
                                const DeidPartitionScratch *scratch, guint32 first, guint32 last);

/* Costs the blocks, without looking for the best partition. */
void deid_partition_start (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch);

/* The parts of deid_partition_bound() for each kind of axis. */
void deid_partition_start_runs (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch);
void deid_partition_start_nodes (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch);
gboolean deid_partition_bound_runs (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                                    DeidPartitionAnswer *answer, const DeidStop *stop,
                                    GError **error);
void deid_partition_bound_subtrees (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                                    DeidPartitionAnswer *answer);
void deid_partition_bound_levels (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                                  DeidPartitionAnswer *answer);

/* Returns: what suppressed records are to pay for one attribute. */
static inline gint64
deid_share_of (gint64 units, gint64 share)
{
  return (gint64) (((__int128) units * share) >> DEID_SHARE_BITS);
}

/* Returns: what a block costs if none of its records fails, given its extent and what is counted of
 * them. */
static inline gint64
deid_partition_costs_get_base (const DeidPartitionCosts *costs, guint32 extent, gint64 weight,
                               gint64 lost)
{
  const gint64 kept = deid_cut_axis_get_kept (costs->axis, extent);

  return kept * weight + (kept + deid_cut_axis_get_more (costs->axis, extent)) * lost;
}

/* Returns: what it costs, given also that, or if classes are costed what they cost at least. */
static inline gint64
deid_partition_costs_get (const DeidPartitionCosts *costs, const DeidFailing *failing, gint64 base,
                          guint32 extent)
{
  const gint64 more = deid_cut_axis_get_more (costs->axis, extent);

  if (failing->records > costs->n_allowed)
    return DEID_NO_UNITS;
  if (costs->floors_of_blocks != NULL)
    return base + costs->failing_cost * failing->records;
  return base
         + MAX (more * failing->weight - failing->own + deid_share_of (failing->all, costs->share),
                0);
}

/* Adds the price of a block, if it counts. */
static inline gint64
deid_partition_costs_price (const DeidPartitionCosts *costs, gboolean counts, gint64 units)
{
  return counts && units < DEID_NO_UNITS ? units + costs->block_price : units;
}

/* Tells whether a policy of the box merges a node if none above is merged. */
static inline gboolean
deid_partition_may_merge (const DeidPartitionCosts *costs, guint32 block)
{
  const guint32 d = costs->axis->dimensions[block];

  return costs->axis->block_levels[block] == 0 || (d != DEID_NO_CODE && costs->hi[d] > 0);
}

/* Tells whether one of them leaves it to its children. */
static inline gboolean
deid_partition_may_split (const DeidPartitionCosts *costs, guint32 block)
{
  const guint32 d = costs->axis->dimensions[block];

  return costs->axis->block_levels[block] > 0 && (d == DEID_NO_CODE || costs->lo[d] == 0);
}
