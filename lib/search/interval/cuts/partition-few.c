/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The best partition of few enough blocks, from below: each block costs a price besides, and the
 * limit gets it back (Lagrangian relaxation). Each price gives a bound of each level, of which the
 * greatest counts. */
#include <string.h>

#include "lattice/blocks.h"
#include "search/interval/cuts/block-prices.h"
#include "search/interval/cuts/partition-bound.h"

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
count_chosen (const DeidCutAxis *axis, const DeidLevel *chosen, const DeidBestPartition *best)
{
  return (DeidCountedCost){ best->best, deid_attribute_count_blocks (axis->attribute, chosen) };
}

gboolean
deid_partition_bound_few (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                          const guint *first_values, gint64 *values, gint64 *growth,
                          DeidLevel *chosen, DeidBestPartition *best, const DeidStop *stop,
                          GError **error)
{
  const DeidCutAxis *axis = costs->axis;
  DeidPartitionCosts priced = *costs;
  DeidBlockPrices prices
      = { .max_blocks = axis->max_blocks, .max_price = deid_partition_get_max_block_price (axis) };
  DeidLevel *own_chosen = chosen + axis->first_dimension;
  const gsize size = axis->n_dimensions * sizeof *chosen;
  const gsize values_size = 2 * axis->n_dimensions * sizeof *values;
  gint64 *own_values;
  DeidBestPartition found;

  if (!deid_partition_bound (costs, scratch, first_values, values, growth, chosen, best, stop,
                             error))
    return FALSE;
  if (axis->counts == NULL || best->best >= DEID_NO_UNITS)
    return TRUE;
  prices.many = count_chosen (axis, chosen, best);
  if (prices.many.n_blocks <= prices.max_blocks
      || deid_attribute_count_blocks (axis->attribute, costs->hi) > axis->max_blocks)
    return TRUE;
  own_values = values + first_values[axis->first_dimension];
  memcpy (scratch->raised, own_values, values_size);
  priced.lo = costs->hi;
  if (!deid_partition_bound (&priced, scratch, first_values, values, growth, chosen, &found, stop,
                             error))
    return FALSE;
  if (found.best >= DEID_NO_UNITS)
    return TRUE;
  prices.few = count_chosen (axis, chosen, &found);
  memcpy (scratch->few, own_chosen, size);
  priced.lo = costs->lo;
  while (deid_block_prices_next (&prices, &priced.block_price))
    {
      DeidCountedCost own;

      if (!deid_partition_bound (&priced, scratch, first_values, values, growth, chosen, &found,
                                 stop, error))
        return FALSE;
      own = count_chosen (axis, chosen, &found);
      raise_values (&priced, own_values, scratch->raised);
      if (deid_block_prices_take (&prices, priced.block_price, &own))
        memcpy (scratch->few, own_chosen, size);
      found.best = give_back (&priced, found.best);
      if (found.best > best->best)
        *best = found;
    }
  memcpy (own_values, scratch->raised, values_size);
  memcpy (own_chosen, scratch->few, size);
  return TRUE;
}
