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

/* Looks for a price of blocks at which the best partition has few enough blocks. It keeps two
 * partitions, one with too many blocks and one with few enough that costs more. The next price is
 * that at which both cost the same; the best partition at this price replaces one of the two. */
typedef struct
{
  gint64 max_blocks;
  gint64 max_price;
  DeidCountedCost many; /* too many blocks */
  DeidCountedCost few;  /* few enough blocks */
  guint n_prices;       /* tried so far */
} DeidBlockPrices;

/* Sets the price to be tried next. Returns: whether there is one. */
gboolean deid_block_prices_next (DeidBlockPrices *prices, gint64 *price);

/* Takes the best partition at a price; its cost includes the prices of its blocks. Returns: whether
 * it is the cheapest so far with few enough blocks. */
gboolean deid_block_prices_take (DeidBlockPrices *prices, gint64 price,
                                 const DeidCountedCost *priced);

/* The cost of what no policy can have. */
#define DEID_NO_UNITS (G_MAXINT64 / 4)

/* The shares of all attributes add up to 1, which is 2 to this. */
#define DEID_SHARE_BITS 15

/* What the blocks of one attribute cost within a box. A partition costs the sum of its blocks. */
typedef struct
{
  const DeidCutAxis *axis;
  const DeidLevel *lo; /* of the box, all dimensions */
  const DeidLevel *hi;
  const DeidLevel *floors; /* of the lattice */
  const gint64 *weights;   /* of each rank: what its records outside S° count in the loss */
  const gint64 *lost;      /* of each rank: what its records of S° count in it */
  const DeidFailingSums *failing;
  const DeidBlockFloors *floors_of_blocks; /* NULL unless classes are costed */
  gint64 failing_cost;                     /* if they are: units that each failing record adds */
  gboolean leaves_out; /* leaves out blocks whose records all fail, and which may be split */
  gint64 share;        /* of the attribute in what suppressed records pay, in 2^-15 */
  gint64 n_allowed;    /* records that may be suppressed besides those of S° */
  gint64 block_price;  /* units that each block costs besides, if blocks are limited */
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

/* Memory for one attribute at a time. With runs, arrays are by rank; with a hierarchy, by block. */
typedef struct
{
  gint64 *costs;       /* runs: of those that begin at one rank, by their last; blocks: of each */
  gint64 *before;      /* runs: the least cost of all before a rank; blocks: of a block, whole or
                          split */
  gint64 *behind;      /* runs: the least cost from a rank on; blocks: of all values outside it */
  gint64 *sums;        /* runs: weights before a rank; blocks: weights, then costs of the parts */
  gint64 *lost_sums;   /* the same of the records of S° */
  gint64 *merged;      /* runs: the least cost if a rank and the next share a run; blocks: if some
                          block above is merged */
  guint32 *last;       /* of each rank: where the best run that begins there ends */
  guint32 *ends;       /* of each rank: where its run at the upper corner ends */
  guint8 *begins;      /* of each rank: which runs may begin there, */
  guint8 *closes;      /* and end there */
  guint32 *n_counting; /* ranks before a rank that make a block count */
  gint64 *raised;      /* where blocks are limited, of each level: the greatest bound so far, */
  DeidLevel *few;      /* and the best levels so far with few enough blocks */
} DeidPartitionScratch;

gboolean deid_partition_scratch_init (DeidPartitionScratch *scratch, const DeidCutAxis *axes,
                                      guint n_axes, GError **error);
void deid_partition_scratch_clear (DeidPartitionScratch *scratch);

/* The same among the partitions that have no more blocks than the attribute may have, unless the
 * upper corner has more. Costs are lower bounds then, the partition chosen may cost more than its
 * bound. */
gboolean deid_partition_bound_few (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                                   DeidPartitionAnswer *answer, const DeidStop *stop,
                                   GError **error);

/* Returns: the greatest price of a block: sums of it stay below DEID_NO_UNITS. */
gint64 deid_partition_get_max_block_price (const DeidCutAxis *axis);

/* Returns: what a run costs that is within a run of the upper corner, or DEID_NO_UNITS if no policy
 * of the box has it. The blocks of the box must have been costed. */
gint64 deid_partition_cost_run (const DeidPartitionCosts *costs,
                                const DeidPartitionScratch *scratch, guint32 first, guint32 last);

/* Costs the blocks, without looking for the best partition. */
void deid_partition_start (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch);

/* The parts of deid_partition_bound_few() for each kind of axis. */
void deid_partition_start_runs (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch);

gboolean deid_partition_bound_runs (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                                    DeidPartitionAnswer *answer, const DeidStop *stop,
                                    GError **error);

/* Returns: the part of an attribute in units that all attributes share. */
static inline gint64
deid_share_of (gint64 units, gint64 share)
{
  return (gint64) (((__int128) units * share) >> DEID_SHARE_BITS);
}

/* Returns: what a block costs if none of its records fails. @weight and @lost: what its records
 * outside S°, and of S°, count in the loss. */
static inline gint64
deid_partition_costs_get_base (const DeidPartitionCosts *costs, guint32 extent, gint64 weight,
                               gint64 lost)
{
  const gint64 kept = deid_cut_axis_get_kept (costs->axis, extent);

  return kept * weight + (kept + deid_cut_axis_get_more (costs->axis, extent)) * lost;
}

/* Returns: what a block costs. @base: what it costs if none of its records fails, or, if classes
 * are costed, what they cost at least. */
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

/* Tells whether a policy of the box splits a node if none above is merged. */
static inline gboolean
deid_partition_may_split (const DeidPartitionCosts *costs, guint32 block)
{
  const guint32 d = costs->axis->dimensions[block];

  return costs->axis->block_levels[block] > 0 && (d == DEID_NO_CODE || costs->lo[d] == 0);
}
