/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The best partition into nodes of a tree: of its subtrees, each merged or not, from the leaves
 * upwards; or of its levels, one of which all nodes have. */
#include <string.h>

#include "search/interval/cuts/partition-bound.h"

/* Tells whether a node may be split, and all of its records fail. */
static gboolean
is_left_out (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch, guint32 block)
{
  const guint32 d = costs->axis->dimensions[block];

  return costs->leaves_out && d != DEID_NO_CODE && costs->floors[d] == 0
         && scratch->sums[block] == costs->failing->blocks[block].weight;
}

/* Costs all blocks; @sums and @lost are used for the records of each. */
void
deid_partition_start_nodes (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  const DeidCutAxis *axis = costs->axis;
  const gsize size = axis->n_blocks * sizeof *scratch->sums;

  memset (scratch->sums, 0, size);
  memset (scratch->lost_sums, 0, size);
  for (guint level = 0; level < axis->n_levels; level++)
    for (guint32 rank = 0; rank < axis->n_ranks; rank++)
      {
        const guint32 block = axis->blocks[(gsize) level * axis->n_ranks + rank];

        scratch->sums[block] += costs->weights[rank];
        scratch->lost_sums[block] += costs->lost[rank];
      }
  for (guint32 block = 0; block < axis->n_blocks; block++)
    {
      const guint32 extent = axis->extents[block];
      const gint64 base = costs->floors_of_blocks != NULL
                              ? costs->floors_of_blocks->blocks[block]
                              : deid_partition_costs_get_base (costs, extent, scratch->sums[block],
                                                               scratch->lost_sums[block]);

      scratch->costs[block]
          = is_left_out (costs, scratch, block)
                ? DEID_NO_UNITS
                : deid_partition_costs_price (
                    costs, axis->counts != NULL && axis->counts[block],
                    deid_partition_costs_get (costs, &costs->failing->blocks[block], base, extent));
    }
}

static gint64
get_merged (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch, guint32 block)
{
  return deid_partition_may_merge (costs, block) ? scratch->costs[block] : DEID_NO_UNITS;
}

/* Returns: what a node costs if it is split, given the sum of what its children cost. */
static gint64
get_split (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch, guint32 block)
{
  return deid_partition_may_split (costs, block) ? scratch->sums[block] : DEID_NO_UNITS;
}

static gint64
partition_trees_add (gint64 a, gint64 b)
{
  return MIN (a + b, DEID_NO_UNITS);
}

/* The best of each node; what is split costs the sum of its children's. Blocks of a level come
 * before those above.
 * Returns: the sum of the nodes on the top. */
static gint64
partition_trees_climb (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  const DeidCutAxis *axis = costs->axis;
  gint64 best = 0;

  memset (scratch->sums, 0, axis->n_blocks * sizeof *scratch->sums);
  for (guint32 block = 0; block < axis->n_blocks; block++)
    {
      gint64 *sum
          = axis->parents[block] != DEID_NO_CODE ? &scratch->sums[axis->parents[block]] : &best;

      scratch->before[block]
          = MIN (get_merged (costs, scratch, block), get_split (costs, scratch, block));
      *sum = partition_trees_add (*sum, scratch->before[block]);
    }
  return best;
}

/* For each node what all others cost if none above it is merged, and the best if one is. */
static void
partition_trees_descend (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                         gint64 best)
{
  const DeidCutAxis *axis = costs->axis;

  for (guint32 block = axis->n_blocks; block-- > 0;)
    {
      const guint32 parent = axis->parents[block];

      if (parent == DEID_NO_CODE)
        {
          scratch->behind[block] = best - scratch->before[block];
          scratch->merged[block] = DEID_NO_UNITS;
          continue;
        }
      scratch->behind[block]
          = get_split (costs, scratch, parent) < DEID_NO_UNITS ? partition_trees_add (
                scratch->behind[parent], scratch->sums[parent] - scratch->before[block])
                                                               : DEID_NO_UNITS;
      scratch->merged[block] = MIN (
          scratch->merged[parent],
          partition_trees_add (scratch->behind[parent], get_merged (costs, scratch, parent)));
    }
}

static void
write_subtrees (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch,
                const guint *first_values, gint64 *values, gint64 *growth)
{
  const DeidCutAxis *axis = costs->axis;

  for (guint32 block = 0; block < axis->n_blocks; block++)
    {
      const guint32 d = axis->dimensions[block];

      if (d != DEID_NO_CODE)
        {
          values[first_values[d] + 1]
              = partition_trees_add (scratch->behind[block], get_merged (costs, scratch, block));
          values[first_values[d]] = MIN (
              partition_trees_add (scratch->behind[block], get_split (costs, scratch, block)),
              scratch->merged[block]);
          if (costs->lo[d] > 0) /* a node above may still be merged */
            values[first_values[d] + 1] = MIN (values[first_values[d] + 1], scratch->merged[block]);
          growth[first_values[d]] = growth[first_values[d] + 1] = 0;
        }
    }
  for (guint32 block = 0; block < axis->n_blocks; block++)
    {
      const guint32 parent = axis->parents[block];
      const guint32 d = parent != DEID_NO_CODE ? axis->dimensions[parent] : DEID_NO_CODE;

      if (d != DEID_NO_CODE)
        growth[first_values[d]] += costs->failing->blocks[block].records;
    }
}

static void
partition_trees_count_block (const DeidPartitionCosts *costs, guint32 block,
                             DeidBestPartition *best)
{
  best->all += costs->failing->blocks[block].all;
  best->parts += costs->failing->blocks[block].parts;
}

/* From the top down; a node below a merged one is on its lowest level. */
static void
choose_subtrees (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch, DeidLevel *chosen,
                 DeidBestPartition *best)
{
  const DeidCutAxis *axis = costs->axis;
  gint64 *is_reached = scratch->behind;

  for (guint32 block = axis->n_blocks; block-- > 0;)
    {
      const guint32 parent = axis->parents[block], d = axis->dimensions[block];
      const gboolean is_merged
          = get_merged (costs, scratch, block) <= get_split (costs, scratch, block);
      const gboolean is_open = parent == DEID_NO_CODE || is_reached[parent];

      is_reached[block] = is_open && !is_merged;
      if (d != DEID_NO_CODE)
        chosen[d] = is_open && is_merged ? 1 : costs->floors[d];
      if (is_open && is_merged)
        partition_trees_count_block (costs, block, best);
    }
}

void
deid_partition_bound_subtrees (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                               const guint *first_values, gint64 *values, gint64 *growth,
                               DeidLevel *chosen, DeidBestPartition *best)
{
  *best = (DeidBestPartition){ .best = partition_trees_climb (costs, scratch) };
  if (best->best >= DEID_NO_UNITS)
    return;
  partition_trees_descend (costs, scratch, best->best);
  write_subtrees (costs, scratch, first_values, values, growth);
  choose_subtrees (costs, scratch, chosen, best);
}

void
deid_partition_bound_levels (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                             const guint *first_values, gint64 *values, gint64 *growth,
                             DeidLevel *chosen, DeidBestPartition *best)
{
  const DeidCutAxis *axis = costs->axis;
  const guint d = axis->first_dimension;

  *best = (DeidBestPartition){ .best = DEID_NO_UNITS };
  for (guint level = costs->lo[d]; level <= costs->hi[d]; level++)
    values[first_values[d] + level] = growth[first_values[d] + level] = 0;
  for (guint32 block = 0; block < axis->n_blocks; block++)
    {
      const guint level = axis->block_levels[block];

      if (level < costs->lo[d] || level > costs->hi[d])
        continue;
      values[first_values[d] + level]
          = partition_trees_add (values[first_values[d] + level], scratch->costs[block]);
      growth[first_values[d] + level] += costs->failing->blocks[block].records;
    }
  for (guint level = costs->lo[d]; level <= costs->hi[d]; level++)
    if (values[first_values[d] + level] < best->best)
      {
        best->best = values[first_values[d] + level];
        chosen[d] = (DeidLevel) level;
      }
  for (guint32 block = 0; best->best < DEID_NO_UNITS && block < axis->n_blocks; block++)
    if (axis->block_levels[block] == chosen[d])
      partition_trees_count_block (costs, block, best);
}
