/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A path of least cost within a limit. A price for each unit of the resource makes it a path
 * without a limit; the prices that are best are found from the two paths, one within the limit and
 * one beyond, between which they change (G. Handler, I. Zang: A dual algorithm for the constrained
 * shortest path problem, Networks 10, 1980). What is left between that bound and the best path
 * within the limit is closed by labels: pairs of cost and amount that no other one to the same node
 * beats in both, and that may still become better than the best path by these prices. All numbers
 * are exact. */
#include "search/interval/cuts/resource-path.h"

#include <stdlib.h>
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

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
  g_free (path->first_edges);
  g_free (path->edges);
  g_free (path->path);
  g_free (path->behind);
  g_free (path->behind_amounts);
  g_free (path->chosen);
  g_free (path->heads);
  g_free (path->labels);
  g_free (path->sorted);
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
  if (!deid_grow ((gpointer *) &path->edges, &path->edges_capacity, path->n_edges + 1,
                  sizeof *path->edges, error))
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
  if (!deid_grow ((gpointer *) &path->labels, &path->labels_capacity, path->n_labels + 1,
                  sizeof *path->labels, error))
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
      if (!deid_grow ((gpointer *) &path->sorted, &path->sorted_capacity, n + 1,
                      sizeof *path->sorted, error))
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
