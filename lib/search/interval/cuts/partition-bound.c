/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/partition-bound.h"

#include "base/arrays.h"
#include "lattice/lattice-private.h"

#include <string.h>

/* As a rule two to four of them will do. */
#define MAX_PRICES 8

gboolean
deid_block_prices_next (DeidBlockPrices *prices, gint64 *price)
{
  const gint64 rise = prices->few.cost - prices->many.cost;

  if (rise <= 0 || prices->n_prices == MAX_PRICES)
    return FALSE;
  prices->n_prices++;
  *price = MIN (1 + (rise - 1) / (prices->many.n_blocks - prices->few.n_blocks), prices->max_price);
  return TRUE;
}

gboolean
deid_block_prices_take (DeidBlockPrices *prices, gint64 price, const DeidCountedCost *priced)
{
  const DeidCountedCost own = { priced->cost - price * priced->n_blocks, priced->n_blocks };
  const gboolean is_few = own.n_blocks <= prices->max_blocks;

  if (priced->cost >= prices->few.cost + price * prices->few.n_blocks)
    {
      prices->n_prices = MAX_PRICES;
      return FALSE;
    }
  *(is_few ? &prices->few : &prices->many) = own;
  return is_few;
}

gboolean
deid_partition_scratch_init (DeidPartitionScratch *scratch, const DeidCutAxis *axes, guint n_axes,
                             GError **error)
{
  guint64 n = 0, n_counts = 0, n_dimensions = 0;

  *scratch = (DeidPartitionScratch){ 0 };
  for (guint a = 0; a < n_axes; a++)
    {
      n = MAX (n, MAX (axes[a].n_ranks, axes[a].n_blocks));
      if (axes[a].counts == NULL)
        continue;
      n_counts = MAX (n_counts, (guint64) axes[a].n_ranks + 1);
      n_dimensions = MAX (n_dimensions, axes[a].n_dimensions);
    }
  return deid_new_arrays (
      error, DEID_NEW (scratch->costs, n), DEID_NEW (scratch->before, n + 1),
      DEID_NEW (scratch->behind, n + 1), DEID_NEW (scratch->sums, n + 1),
      DEID_NEW (scratch->lost_sums, n + 1), DEID_NEW (scratch->merged, n + 1),
      DEID_NEW (scratch->last, n + 1), DEID_NEW (scratch->ends, n), DEID_NEW (scratch->begins, n),
      DEID_NEW (scratch->closes, n), DEID_NEW (scratch->n_counting, n_counts),
      DEID_NEW (scratch->raised, 2 * n_dimensions), DEID_NEW (scratch->few, n_dimensions));
}

void
deid_partition_scratch_clear (DeidPartitionScratch *scratch)
{
  deid_free_arrays (scratch->costs, scratch->before, scratch->behind, scratch->sums,
                    scratch->lost_sums, scratch->merged, scratch->last, scratch->ends,
                    scratch->begins, scratch->closes, scratch->n_counting, scratch->raised,
                    scratch->few);
}

/* The best partition into nodes of a tree: of its subtrees, each merged or not, from the leaves
 * upwards; or of its levels, one of which all nodes have. */

/* Tells whether a node may be split, and all of its records fail. */
static gboolean
is_left_out (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch, guint32 block)
{
  const guint32 d = costs->axis->dimensions[block];

  return costs->leaves_out && d != DEID_NO_CODE && costs->floors[d] == 0
         && scratch->sums[block] == costs->failing->blocks[block].weight;
}

/* Costs all blocks; @sums and @lost are used for the records of each. */
static void
partition_start_nodes (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
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

void
deid_partition_start (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  if (costs->axis->kind == DEID_AXIS_RUNS)
    deid_partition_start_runs (costs, scratch);
  else
    partition_start_nodes (costs, scratch);
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
                const DeidPartitionAnswer *answer)
{
  const DeidCutAxis *axis = costs->axis;

  for (guint32 block = 0; block < axis->n_blocks; block++)
    {
      const guint32 d = axis->dimensions[block];

      if (d != DEID_NO_CODE)
        {
          gint64 *values = answer->values + answer->first_values[d];
          gint64 *growth = answer->growth + answer->first_values[d];

          values[1]
              = partition_trees_add (scratch->behind[block], get_merged (costs, scratch, block));
          values[0] = MIN (
              partition_trees_add (scratch->behind[block], get_split (costs, scratch, block)),
              scratch->merged[block]);
          if (costs->lo[d] > 0) /* a node above may still be merged */
            values[1] = MIN (values[1], scratch->merged[block]);
          growth[0] = growth[1] = 0;
        }
    }
  for (guint32 block = 0; block < axis->n_blocks; block++)
    {
      const guint32 parent = axis->parents[block];
      const guint32 d = parent != DEID_NO_CODE ? axis->dimensions[parent] : DEID_NO_CODE;

      if (d != DEID_NO_CODE)
        answer->growth[answer->first_values[d]] += costs->failing->blocks[block].records;
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
choose_subtrees (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                 DeidPartitionAnswer *answer)
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
        answer->chosen[d] = is_open && is_merged ? 1 : costs->floors[d];
      if (is_open && is_merged)
        partition_trees_count_block (costs, block, &answer->best);
    }
}

static void
partition_bound_subtrees (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                          DeidPartitionAnswer *answer)
{
  answer->best = (DeidBestPartition){ .cost = partition_trees_climb (costs, scratch) };
  if (answer->best.cost >= DEID_NO_UNITS)
    return;
  partition_trees_descend (costs, scratch, answer->best.cost);
  write_subtrees (costs, scratch, answer);
  choose_subtrees (costs, scratch, answer);
}

static void
partition_bound_levels (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                        DeidPartitionAnswer *answer)
{
  const DeidCutAxis *axis = costs->axis;
  const guint d = axis->first_dimension, lo = costs->lo[d], hi = costs->hi[d];
  gint64 *values = answer->values + answer->first_values[d];
  gint64 *growth = answer->growth + answer->first_values[d];
  DeidBestPartition *best = &answer->best;

  *best = (DeidBestPartition){ .cost = DEID_NO_UNITS };
  for (guint level = lo; level <= hi; level++)
    values[level] = growth[level] = 0;
  for (guint32 block = 0; block < axis->n_blocks; block++)
    {
      const guint level = axis->block_levels[block];

      if (level < lo || level > hi)
        continue;
      values[level] = partition_trees_add (values[level], scratch->costs[block]);
      growth[level] += costs->failing->blocks[block].records;
    }
  for (guint level = lo; level <= hi; level++)
    if (values[level] < best->cost)
      {
        best->cost = values[level];
        answer->chosen[d] = (DeidLevel) level;
      }
  for (guint32 block = 0; best->cost < DEID_NO_UNITS && block < axis->n_blocks; block++)
    if (axis->block_levels[block] == answer->chosen[d])
      partition_trees_count_block (costs, block, best);
}

/* Finds the partition that costs least, and what the least is for each level that the box has.
 * Complexity: O(ranks^2) with runs, else O(blocks + ranks x levels). */
static gboolean
partition_bound (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                 DeidPartitionAnswer *answer, const DeidStop *stop, GError **error)
{
  deid_partition_start (costs, scratch);
  switch (costs->axis->kind)
    {
    case DEID_AXIS_RUNS:
      return deid_partition_bound_runs (costs, scratch, answer, stop, error);
    case DEID_AXIS_SUBTREES:
      partition_bound_subtrees (costs, scratch, answer);
      return TRUE;
    case DEID_AXIS_LEVELS:
    default:
      partition_bound_levels (costs, scratch, answer);
      return TRUE;
    }
}

/* The best partition of few enough blocks, from below: each block costs a price besides, and the
 * limit gets it back (Lagrangian relaxation). Each price gives a bound of each level, of which the
 * greatest counts. */

gint64
deid_partition_get_max_block_price (const DeidCutAxis *axis)
{
  return DEID_NO_UNITS / 8 / (axis->n_ranks + 1);
}

static gint64
give_back (const DeidPartitionCosts *costs, gint64 units)
{
  return units < DEID_NO_UNITS ? units - costs->block_price * costs->axis->max_blocks : units;
}

/* @values are those of the attribute, whose dimensions have two levels. */
static void
raise_values (const DeidPartitionCosts *costs, const gint64 *values, gint64 *raised)
{
  const DeidCutAxis *axis = costs->axis;

  for (guint i = 0; i < axis->n_dimensions; i++)
    {
      const guint d = axis->first_dimension + i;

      for (guint v = 2 * i + costs->lo[d]; v <= 2 * i + costs->hi[d]; v++)
        raised[v] = MAX (raised[v], give_back (costs, values[v]));
    }
}

static DeidCountedCost
count_chosen (const DeidCutAxis *axis, const DeidPartitionAnswer *answer)
{
  return (DeidCountedCost){ answer->best.cost,
                            deid_attribute_count_blocks (axis->attribute, answer->chosen) };
}

gboolean
deid_partition_bound_few (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                          DeidPartitionAnswer *answer, const DeidStop *stop, GError **error)
{
  const DeidCutAxis *axis = costs->axis;
  DeidPartitionCosts priced = *costs;
  DeidBlockPrices prices
      = { .max_blocks = axis->max_blocks, .max_price = deid_partition_get_max_block_price (axis) };
  DeidLevel *chosen = answer->chosen + axis->first_dimension;
  const gsize size = axis->n_dimensions * sizeof *chosen;
  const gsize values_size = 2 * axis->n_dimensions * sizeof *answer->values;
  DeidBestPartition best;
  gint64 *values;

  if (!partition_bound (costs, scratch, answer, stop, error))
    return FALSE;
  if (axis->counts == NULL || answer->best.cost >= DEID_NO_UNITS)
    return TRUE;
  best = answer->best;
  prices.many = count_chosen (axis, answer);
  if (prices.many.n_blocks <= prices.max_blocks
      || deid_attribute_count_blocks (axis->attribute, costs->hi) > axis->max_blocks)
    return TRUE;
  values = answer->values + answer->first_values[axis->first_dimension];
  memcpy (scratch->raised, values, values_size);
  priced.lo = costs->hi;
  if (!partition_bound (&priced, scratch, answer, stop, error))
    return FALSE;
  if (answer->best.cost >= DEID_NO_UNITS)
    {
      answer->best = best;
      return TRUE;
    }
  prices.few = count_chosen (axis, answer);
  memcpy (scratch->few, chosen, size);
  priced.lo = costs->lo;
  while (deid_block_prices_next (&prices, &priced.block_price))
    {
      DeidCountedCost own;

      if (!partition_bound (&priced, scratch, answer, stop, error))
        return FALSE;
      own = count_chosen (axis, answer);
      raise_values (&priced, values, scratch->raised);
      if (deid_block_prices_take (&prices, priced.block_price, &own))
        memcpy (scratch->few, chosen, size);
      answer->best.cost = give_back (&priced, answer->best.cost);
      if (answer->best.cost > best.cost)
        best = answer->best;
    }
  answer->best = best;
  memcpy (values, scratch->raised, values_size);
  memcpy (chosen, scratch->few, size);
  return TRUE;
}
