/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/resource.h"

#include <string.h>

#include "base/memory.h"
#include "search/interval/cuts/block-prices.h"

gboolean
deid_resource_init (DeidResource *resource, DeidCutBound *bound, GError **error)
{
  guint32 n_ranks = 0;

  *resource = (DeidResource){ .bound = bound };
  for (guint a = 0; a < bound->space->n_axes; a++)
    n_ranks = MAX (n_ranks, bound->space->axes[a].n_ranks);
  return deid_resource_path_init (&resource->path, n_ranks, error);
}

void
deid_resource_clear (DeidResource *resource)
{
  deid_resource_path_clear (&resource->path);
}

/* Adds a block whose ranks are from the first to before the end of the edge, and which costs so
 * much without the price, unless it costs too much. */
static gboolean
resource_add_block (DeidResource *resource, guint32 first, DeidPathEdge edge, GError **error)
{
  edge.cost += resource->price * edge.amount;
  return edge.cost >= DEID_NO_UNITS
         || deid_resource_path_add (&resource->path, first, &edge, error);
}

/* Tells whether a run is one of cells, up to where the run at the upper corner ends. */
static gboolean
has_cells (const DeidResource *resource, guint a, guint32 first, guint32 last)
{
  const DeidCutBound *bound = resource->bound;
  const guint32 cell = bound->space->axes[a].cell;

  return (first % cell == 0 || first == bound->first_ranks[a][first])
         && ((last + 1) % cell == 0 || last == bound->last_ranks[a][first]);
}

/* Long runs are too many. */
static gboolean
resource_add_runs (DeidResource *resource, guint a, const DeidPartitionCosts *costs,
                   const DeidStop *stop, GError **error)
{
  const DeidCutAxis *axis = costs->axis;
  const DeidPartitionScratch *scratch = &resource->bound->scratch;

  for (guint32 first = 0; first < axis->n_ranks; first++)
    {
      if (!deid_stop_check_class (stop, first, error))
        return FALSE;
      for (guint32 last = first; last <= resource->bound->last_ranks[a][first]; last++)
        if (deid_cut_axis_is_counted (axis, first, last) || has_cells (resource, a, first, last))
          {
            DeidFailing room;
            const DeidFailing *failing
                = deid_failing_get_run (costs->failing, axis, first, last, &room);

            if (!resource_add_block (
                    resource, first,
                    (DeidPathEdge){ .end = last + 1,
                                    .cost = deid_partition_cost_run (costs, scratch, first, last),
                                    .amount = failing->records },
                    error))
              return FALSE;
          }
        else
          resource->leaves_out = TRUE;
    }
  return TRUE;
}

/* Tells whether some policy of the box makes a node a block. */
static gboolean
may_be_block (const DeidPartitionCosts *costs, guint32 block)
{
  const guint32 *parents = costs->axis->parents;

  if (!deid_partition_may_merge (costs, block))
    return FALSE;
  for (guint32 above = parents[block]; above != DEID_NO_CODE; above = parents[above])
    if (!deid_partition_may_split (costs, above))
      return FALSE;
  return TRUE;
}

/* Nodes are intervals of their ranks, and those of a path leave all above them split. */
static gboolean
resource_add_nodes (DeidResource *resource, const DeidPartitionCosts *costs, GError **error)
{
  const DeidCutAxis *axis = costs->axis;

  for (guint32 first = 0; first < axis->n_ranks; first++)
    for (guint level = 0; level < axis->n_levels; level++)
      {
        const guint32 *blocks = axis->blocks + (gsize) level * axis->n_ranks;
        guint32 end = first + 1;

        if (first > 0 && blocks[first - 1] == blocks[first])
          break;
        while (end < axis->n_ranks && blocks[end] == blocks[first])
          end++;
        if (may_be_block (costs, blocks[first])
            && !resource_add_block (
                resource, first,
                (DeidPathEdge){ .end = end,
                                .block = blocks[first],
                                .cost = resource->bound->scratch.costs[blocks[first]],
                                .amount = costs->failing->blocks[blocks[first]].records },
                error))
          return FALSE;
      }
  return TRUE;
}

static void
resource_write_block (const DeidCutAxis *axis, guint32 first, const DeidPathEdge *edge,
                      DeidLevel *levels)
{
  const guint32 d = axis->kind == DEID_AXIS_SUBTREES ? axis->dimensions[edge->block] : DEID_NO_CODE;

  if (d != DEID_NO_CODE)
    levels[d] = 1;
  if (axis->kind == DEID_AXIS_RUNS)
    for (guint32 rank = first; rank + 1 < MIN (edge->end, deid_cut_axis_get_n_values (axis));
         rank++)
      levels[axis->first_dimension + rank] = 1;
}

static void
resource_write_path (const DeidResource *resource, const DeidPartitionCosts *costs,
                     DeidLevel *levels)
{
  const DeidResourcePath *path = &resource->path;
  const DeidCutAxis *axis = costs->axis;
  guint32 first = 0;

  memcpy (levels + axis->first_dimension, costs->floors + axis->first_dimension,
          axis->n_dimensions * sizeof *levels);
  for (guint32 i = 0; i < path->n_path; i++)
    {
      const DeidPathEdge *edge = &path->edges[path->path[i]];

      resource_write_block (axis, first, edge, levels);
      first = edge->end;
    }
}

/* One of few levels. */
static void
choose_level (DeidResource *resource, const DeidPartitionCosts *costs, DeidLevel *levels,
              gboolean *found)
{
  const DeidCutAxis *axis = costs->axis;
  const guint d = axis->first_dimension;
  gint64 best = DEID_NO_UNITS;

  for (guint level = costs->lo[d]; level <= costs->hi[d]; level++)
    {
      gint64 cost = 0, amount = 0;

      for (guint32 block = 0; block < axis->n_blocks && cost < DEID_NO_UNITS; block++)
        if (axis->block_levels[block] == level)
          {
            const gint64 n_failing = costs->failing->blocks[block].records;

            cost += resource->bound->scratch.costs[block] + resource->price * n_failing;
            amount += n_failing;
          }
      if (cost < best && amount <= costs->n_allowed)
        {
          best = cost;
          resource->n_suppressed = resource->bound->n_lost + amount;
          levels[d] = (DeidLevel) level;
        }
    }
  *found = best < DEID_NO_UNITS;
}

/* The path that costs least by what blocks cost now; its levels go where those of the partition
 * that costs least are kept. */
static gboolean
solve_path (DeidResource *resource, guint a, const DeidPartitionCosts *costs, const DeidStop *stop,
            gboolean *found, DeidCountedCost *cost, GError **error)
{
  const DeidCutAxis *axis = costs->axis;
  DeidLevel *levels = resource->bound->chosen;

  deid_resource_path_start (&resource->path, axis->n_ranks);
  if (!(axis->kind == DEID_AXIS_RUNS ? resource_add_runs (resource, a, costs, stop, error)
                                     : resource_add_nodes (resource, costs, error))
      || !deid_resource_path_solve (&resource->path, costs->n_allowed, stop, found, error))
    return FALSE;
  if (!*found)
    return TRUE;
  resource_write_path (resource, costs, levels);
  *cost = (DeidCountedCost){ resource->path.cost,
                             axis->counts != NULL
                                 ? deid_attribute_count_blocks (axis->attribute, levels)
                                 : 0 };
  return TRUE;
}

/* Takes the levels of the path. */
static void
resource_take_chosen (DeidResource *resource, const DeidCutAxis *axis, DeidLevel *levels)
{
  memcpy (levels + axis->first_dimension, resource->bound->chosen + axis->first_dimension,
          axis->n_dimensions * sizeof *levels);
  resource->n_suppressed = resource->bound->n_lost + resource->path.amount;
}

/* Looks for a path of few enough blocks, given what one of too many costs; the upper corner is one.
 */
static gboolean
solve_few (DeidResource *resource, guint a, DeidPartitionCosts *costs, const DeidStop *stop,
           const DeidCountedCost *many, DeidLevel *levels, gboolean *found, GError **error)
{
  const DeidCutAxis *axis = costs->axis;
  const DeidLevel *lo = costs->lo;
  DeidBlockPrices prices = { .max_blocks = axis->max_blocks,
                             .max_price = deid_partition_get_max_block_price (axis),
                             .many = *many };

  resource->is_exact = FALSE;
  costs->lo = costs->hi;
  deid_partition_start (costs, &resource->bound->scratch);
  if (!solve_path (resource, a, costs, stop, found, &prices.few, error))
    return FALSE;
  if (!*found)
    return TRUE;
  resource_take_chosen (resource, axis, levels);
  costs->lo = lo;
  while (deid_block_prices_next (&prices, &costs->block_price))
    {
      gboolean is_path;
      DeidCountedCost own;

      deid_partition_start (costs, &resource->bound->scratch);
      if (!solve_path (resource, a, costs, stop, &is_path, &own, error))
        return FALSE;
      if (!is_path)
        return TRUE;
      if (deid_block_prices_take (&prices, costs->block_price, &own))
        resource_take_chosen (resource, axis, levels);
    }
  return TRUE;
}

gboolean
deid_resource_solve (DeidResource *resource, guint attribute, gint64 price, const DeidStop *stop,
                     DeidLevel *levels, gboolean *found, GError **error)
{
  const DeidCutAxis *axis = &resource->bound->space->axes[attribute];
  DeidPartitionCosts costs;
  DeidCountedCost own;

  if (!deid_cut_bound_cost_alone (resource->bound, attribute, stop, &costs, error))
    return FALSE;
  resource->price = price;
  resource->leaves_out = FALSE;
  if (axis->kind == DEID_AXIS_LEVELS)
    {
      resource->is_exact = TRUE;
      choose_level (resource, &costs, levels, found);
      return TRUE;
    }
  if (!solve_path (resource, attribute, &costs, stop, found, &own, error))
    return FALSE;
  resource->is_exact = resource->path.is_exact && !resource->leaves_out;
  if (*found && own.n_blocks > axis->max_blocks)
    return solve_few (resource, attribute, &costs, stop, &own, levels, found, error);
  if (*found)
    resource_take_chosen (resource, axis, levels);
  return TRUE;
}
