/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/resource.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "search/interval/cuts/partition-bound.h"

#include <stdlib.h>
#include <string.h>

/* A path of least cost within a limit. A price for each unit of the resource makes it a path
 * without a limit; the prices that are best are found from the two paths, one within the limit and
 * one beyond, between which they change (G. Handler, I. Zang: A dual algorithm for the constrained
 * shortest path problem, Networks 10, 1980). What is left between that bound and the best path
 * within the limit is closed by labels: pairs of cost and amount that no other one to the same node
 * beats in both, and that may still become better than the best path by these prices. All numbers
 * are exact. */

/* By what factors costs and amounts count in one sum. */
typedef struct
{
  gint64 cost;
  gint64 amount;
} DeidPathPrices;

#define RESOURCE_PATH_NONE G_MAXUINT32

/* Labels take forty bytes each. */
#define MAX_LABELS (1 << 18)

/* More than any path costs. */
#define NO_PATH ((DeidSignedWide) 1 << 120)

gboolean
deid_resource_path_init (DeidResourcePath *path, guint32 max_nodes, GError **error)
{
  const guint64 n = (guint64) max_nodes + 1;

  *path = (DeidResourcePath){ 0 };
  return deid_new_arrays (error, DEID_NEW (path->first_edges, n), DEID_NEW (path->path, n),
                          DEID_NEW (path->behind, n), DEID_NEW (path->behind_amounts, n),
                          DEID_NEW (path->chosen, n), DEID_NEW (path->heads, n));
}

void
deid_resource_path_clear (DeidResourcePath *path)
{
  deid_free_arrays (path->first_edges, path->edges, path->path, path->behind, path->behind_amounts,
                    path->chosen, path->heads, path->labels, path->sorted);
}

guint64
deid_resource_path_get_n_bytes (const DeidResourcePath *path)
{
  return path->edges_capacity * sizeof *path->edges + path->labels_capacity * sizeof *path->labels
         + path->sorted_capacity * sizeof *path->sorted;
}

void
deid_resource_path_start (DeidResourcePath *path, guint32 n_nodes)
{
  path->n_nodes = n_nodes;
  path->n_edges = 0;
  memset (path->first_edges, 0, ((gsize) n_nodes + 1) * sizeof *path->first_edges);
}

gboolean
deid_resource_path_add (DeidResourcePath *path, guint32 begin, const DeidPathEdge *edge,
                        GError **error)
{
  if (!deid_grow_list (path, edges, path->n_edges + 1, error))
    return FALSE;
  path->edges[path->n_edges++] = *edge;
  path->first_edges[begin + 1] = path->n_edges;
  return TRUE;
}

/* Nodes without edges end where those before them do. */
static void
end_edges (DeidResourcePath *path)
{
  for (guint32 node = 1; node <= path->n_nodes; node++)
    path->first_edges[node] = MAX (path->first_edges[node], path->first_edges[node - 1]);
}

static DeidSignedWide
get_price (const DeidPathPrices *prices, gint64 cost, gint64 amount)
{
  return (DeidSignedWide) prices->cost * cost + (DeidSignedWide) prices->amount * amount;
}

/* Finds the best path by prices; of two that are equal, that which takes less.
 * Returns: whether there is any. */
static gboolean
resource_path_go_back (DeidResourcePath *path, const DeidPathPrices *prices)
{
  path->behind[path->n_nodes] = 0;
  path->behind_amounts[path->n_nodes] = 0;
  for (guint32 node = path->n_nodes; node-- > 0;)
    {
      DeidSignedWide best = NO_PATH;
      gint64 best_amount = G_MAXINT64;

      for (guint64 i = path->first_edges[node]; i < path->first_edges[node + 1]; i++)
        {
          const DeidPathEdge *edge = &path->edges[i];
          const DeidSignedWide sum
              = path->behind[edge->end] + get_price (prices, edge->cost, edge->amount);
          const gint64 amount = path->behind_amounts[edge->end];

          if (path->behind[edge->end] >= NO_PATH || sum > best
              || (sum == best && amount + edge->amount >= best_amount))
            continue;
          best = sum;
          best_amount = amount + edge->amount;
          path->chosen[node] = i;
        }
      path->behind[node] = best;
      path->behind_amounts[node] = best_amount;
    }
  return path->behind[0] < NO_PATH;
}

static gint64
get_chosen_cost (const DeidResourcePath *path)
{
  gint64 cost = 0;

  for (guint32 node = 0; node < path->n_nodes; node = path->edges[path->chosen[node]].end)
    cost += path->edges[path->chosen[node]].cost;
  return cost;
}

static void
resource_path_take_chosen (DeidResourcePath *path)
{
  path->cost = get_chosen_cost (path);
  path->amount = path->behind_amounts[0];
  path->n_path = 0;
  for (guint32 node = 0; node < path->n_nodes; node = path->edges[path->chosen[node]].end)
    path->path[path->n_path++] = path->chosen[node];
}

/* Looks for the prices between the path that was taken, within the limit, and one beyond; takes
 * better paths on the way. */
static gboolean
resource_path_find_prices (DeidResourcePath *path, gint64 limit, gint64 cost, gint64 amount,
                           DeidPathPrices *prices, const DeidStop *stop, GError **error)
{
  for (;;)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      *prices = (DeidPathPrices){ amount - path->amount, path->cost - cost };
      resource_path_go_back (path, prices);
      if (path->behind[0] >= get_price (prices, cost, amount))
        return TRUE;
      if (path->behind_amounts[0] <= limit)
        resource_path_take_chosen (path);
      else
        {
          cost = get_chosen_cost (path);
          amount = path->behind_amounts[0];
        }
    }
}

static void
take_labels (DeidResourcePath *path, guint32 label)
{
  path->cost = path->labels[label].cost;
  path->amount = path->labels[label].amount;
  path->n_path = 0;
  for (; path->labels[label].before != RESOURCE_PATH_NONE; label = path->labels[label].before)
    path->path[path->n_path++] = path->labels[label].edge;
  for (guint32 i = 0; i < path->n_path / 2; i++)
    {
      const guint64 edge = path->path[i];

      path->path[i] = path->path[path->n_path - 1 - i];
      path->path[path->n_path - 1 - i] = edge;
    }
}

static gboolean
resource_path_add_label (DeidResourcePath *path, guint32 node, const DeidPathLabel *label,
                         GError **error)
{
  if (!deid_grow_list (path, labels, path->n_labels + 1, error))
    return FALSE;
  path->labels[path->n_labels] = *label;
  path->labels[path->n_labels].next = path->heads[node];
  path->heads[node] = (guint32) path->n_labels++;
  return TRUE;
}

/* Lengthens a path by the edges of a node, as far as it may become better than the best. */
static gboolean
lengthen (DeidResourcePath *path, guint32 node, guint32 number, gint64 limit,
          const DeidPathPrices *prices, GError **error)
{
  const DeidSignedWide allowed = (DeidSignedWide) prices->amount * limit;

  for (guint64 i = path->first_edges[node];
       i < path->first_edges[node + 1] && path->n_labels < MAX_LABELS; i++)
    {
      const DeidPathEdge *edge = &path->edges[i];
      const DeidPathLabel label = { .cost = path->labels[number].cost + edge->cost,
                                    .amount = path->labels[number].amount + edge->amount,
                                    .edge = i,
                                    .before = number };

      if (label.amount > limit || path->behind[edge->end] >= NO_PATH
          || get_price (prices, label.cost, label.amount) + path->behind[edge->end]
                 >= (DeidSignedWide) prices->cost * path->cost + allowed)
        continue;
      if (!resource_path_add_label (path, edge->end, &label, error))
        return FALSE;
      if (edge->end == path->n_nodes && label.cost < path->cost)
        take_labels (path, (guint32) path->n_labels - 1);
    }
  return TRUE;
}

static int
resource_path_compare_labels (gconstpointer a, gconstpointer b)
{
  const DeidSortedLabel *first = a, *second = b;

  if (first->amount != second->amount)
    return first->amount < second->amount ? -1 : 1;
  if (first->cost != second->cost)
    return first->cost < second->cost ? -1 : 1;
  return first->label < second->label ? -1 : first->label > second->label;
}

/* Lengthens the paths to a node that no other beats. */
static gboolean
leave_node (DeidResourcePath *path, guint32 node, gint64 limit, const DeidPathPrices *prices,
            const DeidStop *stop, GError **error)
{
  gint64 least = G_MAXINT64;
  guint64 n = 0;

  for (guint32 i = path->heads[node]; i != RESOURCE_PATH_NONE; i = path->labels[i].next)
    {
      if (!deid_grow_list (path, sorted, n + 1, error))
        return FALSE;
      path->sorted[n++] = (DeidSortedLabel){ path->labels[i].amount, path->labels[i].cost, i };
    }
  qsort (path->sorted, n, sizeof *path->sorted, resource_path_compare_labels);
  for (guint64 i = 0; i < n; i++)
    {
      if (path->sorted[i].cost >= least)
        continue;
      least = path->sorted[i].cost;
      if (!deid_stop_check_class (stop, (guint32) i, error)
          || !lengthen (path, node, path->sorted[i].label, limit, prices, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
close_gap (DeidResourcePath *path, gint64 limit, const DeidPathPrices *prices, const DeidStop *stop,
           GError **error)
{
  const DeidPathLabel first = { .before = RESOURCE_PATH_NONE };

  path->n_labels = 0;
  for (guint32 node = 0; node <= path->n_nodes; node++)
    path->heads[node] = RESOURCE_PATH_NONE;
  if (!resource_path_add_label (path, 0, &first, error))
    return FALSE;
  for (guint32 node = 0; node < path->n_nodes && path->n_labels < MAX_LABELS; node++)
    if (!deid_stop_check (stop, error) || !leave_node (path, node, limit, prices, stop, error))
      return FALSE;
  path->is_exact = path->n_labels < MAX_LABELS;
  return TRUE;
}

gboolean
deid_resource_path_solve (DeidResourcePath *path, gint64 limit, const DeidStop *stop,
                          gboolean *found, GError **error)
{
  static const DeidPathPrices by_cost = { .cost = 1 }, by_amount = { .amount = 1 };
  DeidPathPrices prices;
  gint64 cost, amount;

  end_edges (path);
  path->is_exact = TRUE;
  *found = resource_path_go_back (path, &by_cost);
  if (!*found)
    return TRUE;
  resource_path_take_chosen (path);
  if (path->amount <= limit)
    return TRUE;
  cost = path->cost;
  amount = path->amount;
  resource_path_go_back (path, &by_amount);
  resource_path_take_chosen (path);
  *found = path->amount <= limit;
  if (!*found)
    return TRUE;
  return resource_path_find_prices (path, limit, cost, amount, &prices, stop, error)
         && close_gap (path, limit, &prices, stop, error);
}

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
has_cells (const DeidPartitionCosts *costs, guint32 first, guint32 last)
{
  const guint32 cell = costs->axis->cell;

  return (first % cell == 0 || first == costs->failing->first_ranks[first])
         && ((last + 1) % cell == 0 || last == costs->failing->last_ranks[first]);
}

/* Long runs are too many. */
static gboolean
resource_add_runs (DeidResource *resource, const DeidPartitionCosts *costs, const DeidStop *stop,
                   GError **error)
{
  const DeidCutAxis *axis = costs->axis;
  const DeidPartitionScratch *scratch = &resource->bound->scratch;

  for (guint32 first = 0; first < axis->n_ranks; first++)
    {
      if (!deid_stop_check_class (stop, first, error))
        return FALSE;
      for (guint32 last = first; last <= costs->failing->last_ranks[first]; last++)
        if (deid_cut_axis_is_counted (axis, first, last) || has_cells (costs, first, last))
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
solve_path (DeidResource *resource, const DeidPartitionCosts *costs, const DeidStop *stop,
            gboolean *found, DeidCountedCost *cost, GError **error)
{
  const DeidCutAxis *axis = costs->axis;
  DeidLevel *levels = resource->bound->answer.chosen;

  deid_resource_path_start (&resource->path, axis->n_ranks);
  if (!(axis->kind == DEID_AXIS_RUNS ? resource_add_runs (resource, costs, stop, error)
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
  memcpy (levels + axis->first_dimension, resource->bound->answer.chosen + axis->first_dimension,
          axis->n_dimensions * sizeof *levels);
  resource->n_suppressed = resource->bound->n_lost + resource->path.amount;
}

/* Looks for a path of few enough blocks, given what one of too many costs; the upper corner is one.
 */
static gboolean
solve_few (DeidResource *resource, DeidPartitionCosts *costs, const DeidStop *stop,
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
  if (!solve_path (resource, costs, stop, found, &prices.few, error))
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
      if (!solve_path (resource, costs, stop, &is_path, &own, error))
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
  if (!solve_path (resource, &costs, stop, found, &own, error))
    return FALSE;
  resource->is_exact = resource->path.is_exact && !resource->leaves_out;
  if (*found && own.n_blocks > axis->max_blocks)
    return solve_few (resource, &costs, stop, &own, levels, found, error);
  if (*found)
    resource_take_chosen (resource, axis, levels);
  return TRUE;
}
