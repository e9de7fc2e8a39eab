/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/clusters.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "partition/partition.h"

#include <stdlib.h>
#include <string.h>

/* The most classes that one is compared with before it is united with another. */
#define MAX_JOINABLE 4096

typedef struct
{
  const char *text;
  DeidLocalNode leaf;
} WideningValue;

/* Of the values of an attribute, which has sets, in their order. */
typedef struct
{
  DeidLocalNode *leaves; /* of each place */
  DeidLocalNode *places; /* of each leaf */
} WideningOrder;

typedef struct
{
  DeidLocalClusters *clusters;
  WideningOrder *orders; /* of each attribute; empty without sets */
  guint8 *is_taken;      /* scratch: of each place */
} Widening;

static int
widening_compare (gconstpointer a, gconstpointer b)
{
  return strcmp (((const WideningValue *) a)->text, ((const WideningValue *) b)->text);
}

static gboolean
widening_order_init (WideningOrder *order, const DeidLocalNodes *nodes,
                     const DeidAttribute *attribute, GError **error)
{
  g_autofree WideningValue *values = deid_alloc (nodes->n_leaves, sizeof *values, error);

  if (values == NULL
      || !deid_new_arrays (error, DEID_NEW (order->leaves, nodes->n_leaves),
                           DEID_NEW (order->places, nodes->n_leaves)))
    return FALSE;
  for (guint32 leaf = 0; leaf < nodes->n_leaves; leaf++)
    {
      const char *text = deid_attribute_get_label (attribute, 0,
                                                   attribute->levels[0].labels[nodes->codes[leaf]]);

      values[leaf] = (WideningValue){ text != NULL ? text : "", (DeidLocalNode) leaf };
    }
  qsort (values, nodes->n_leaves, sizeof *values, widening_compare);
  for (guint32 place = 0; place < nodes->n_leaves; place++)
    {
      order->leaves[place] = values[place].leaf;
      order->places[values[place].leaf] = (DeidLocalNode) place;
    }
  return TRUE;
}

/* Finds the pair of neighbours among @n values that has a place. Returns: its first place. */
static guint32
find_pair (guint32 n, guint32 place, guint32 *end)
{
  const guint32 n_pairs = MAX (n / 2, 1);
  const guint32 pair = MIN (place / 2, n_pairs - 1);

  *end = pair + 1 < n_pairs ? 2 * (pair + 1) : n;
  return 2 * pair;
}

/* Finds a pair to add to one that ends at a place, so that no place of some is in it. */
static guint32
find_free_pair (const guint8 *is_taken, guint32 n, guint32 place, guint32 *end)
{
  if (place == n || is_taken[place])
    for (place = n - 1; is_taken[place];)
      place--;
  return find_pair (n, place, end);
}

/* Adds all values of the pairs that @taken places are in, and one pair more if these are no more
 * than @n. Returns: how many places are taken then. */
static guint32
take_pairs (guint8 *is_taken, guint32 n_places, guint32 n)
{
  guint32 n_taken = 0, last = 0, end;

  for (guint32 place = 0, first; place < n_places; place = end)
    {
      gboolean is_touched = FALSE;

      first = find_pair (n_places, place, &end);
      for (guint32 i = first; i < end; i++)
        is_touched |= is_taken[i];
      memset (is_taken + first, is_touched, end - first);
      n_taken += is_touched ? end - first : 0;
      last = is_touched ? end : last;
    }
  if (n_taken > n || n_taken == n_places)
    return n_taken;
  last = find_free_pair (is_taken, n_places, last, &end);
  memset (is_taken + last, TRUE, end - last);
  return n_taken + end - last;
}

/* Widens the set of a cluster, if there is a wider one. */
static gboolean
widen_set (const Widening *widening, const DeidLocalNodes *nodes, const WideningOrder *order,
           DeidLocalCluster *cluster, guint a)
{
  DeidLocalNode leaves[DEID_LOCAL_MAX_LISTED];
  const guint32 n = deid_local_nodes_list_set (nodes, cluster->nodes, cluster->nodes[a], leaves);
  guint32 n_taken;

  memset (widening->is_taken, 0, nodes->n_leaves);
  for (guint32 i = 0; i < n; i++)
    widening->is_taken[order->places[leaves[i]]] = TRUE;
  n_taken = take_pairs (widening->is_taken, nodes->n_leaves, n);
  if (n == 0 || n_taken == n || n_taken > nodes->max_values)
    return FALSE;
  for (guint32 place = 0; place < nodes->n_leaves; place++)
    if (widening->is_taken[place])
      cluster->nodes[a]
          = deid_local_nodes_add (nodes, cluster->nodes, cluster->nodes[a], order->leaves[place]);
  return TRUE;
}

/* Widens the run of a cluster, if there is a wider one. */
static gboolean
widen_run (const DeidLocalNodes *nodes, DeidLocalCluster *cluster, guint a)
{
  const guint32 n = nodes->n_ordered;
  guint32 pair_end, end, first = find_pair (n, nodes->firsts[cluster->nodes[a]], &pair_end);

  find_pair (n, nodes->lasts[cluster->nodes[a]], &end);
  if (n <= DEID_FORCED_SIZE)
    return FALSE;
  if (end - first <= DEID_FORCED_SIZE && end < n)
    find_pair (n, end, &end);
  else if (end - first <= DEID_FORCED_SIZE)
    first = find_pair (n, first - 1, &pair_end);
  cluster->nodes[a] = (DeidLocalNode) (nodes->runs[end - first - 1] + first);
  return TRUE;
}

/* Tells whether the set or the run of a cluster of @n records says more than it should. */
static gboolean
is_telling (const DeidLocalNodes *nodes, DeidLocalNode node, guint64 n)
{
  if (deid_local_nodes_have_sets (nodes))
    return n > 1 && nodes->extents[node] + (guint64) 1 == n;
  return nodes->runs != NULL && n == DEID_FORCED_SIZE && nodes->levels[node] > 0
         && nodes->lasts[node] < nodes->n_ordered;
}

/* Widens the sets and runs of a cluster. Returns: whether all are wide enough. */
static gboolean
widen_cluster (const Widening *widening, guint32 number)
{
  const DeidLocalClusters *clusters = widening->clusters;
  const DeidLocalTuples *tuples = clusters->tuples;
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  guint64 n = 0;

  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE;
       record = clusters->records[record].next)
    n += deid_local_tuples_get_count (tuples, record);
  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];

      if (is_telling (nodes, cluster->nodes[a], n)
          && !(nodes->runs != NULL ? widen_run (nodes, cluster, a)
                                   : widen_set (widening, nodes, &widening->orders[a], cluster, a)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_class (const DeidLocalClusters *clusters, guint32 number)
{
  return number != clusters->suppressed
         && deid_local_clusters_get (clusters, number)->first != DEID_LOCAL_NONE;
}

/* Unites a cluster with the one where it costs least. Returns: whether there is one. */
static gboolean
unite_cheaply (DeidLocalClusters *clusters, guint32 number)
{
  const guint32 step = clusters->n_places / MAX_JOINABLE + 1;
  gint64 least = G_MAXINT64;
  guint32 best = DEID_LOCAL_NONE;

  for (guint32 other = number % step; other < clusters->n_places; other += step)
    {
      const gint64 cost = other != number && is_class (clusters, other)
                              ? deid_local_clusters_get_union_cost (clusters, number, other)
                              : G_MAXINT64;

      if (cost < least)
        {
          least = cost;
          best = other;
        }
    }
  if (best != DEID_LOCAL_NONE)
    deid_local_clusters_unite (clusters, number, best);
  return best != DEID_LOCAL_NONE;
}

/* Widens what minimal labels tell. Returns: whether clusters were united, so that labels have to be
 * made anew. */
static gboolean
widening_run (const Widening *widening)
{
  DeidLocalClusters *clusters = widening->clusters;
  guint32 n_before;

  deid_local_clusters_tighten_all (clusters);
  deid_local_clusters_merge (clusters);
  n_before = clusters->n_clusters;
  for (guint32 number = 0; number < clusters->n_places; number++)
    if (is_class (clusters, number) && !widen_cluster (widening, number))
      unite_cheaply (clusters, number);
  deid_local_clusters_merge (clusters);
  return clusters->n_clusters < n_before;
}

gboolean
deid_local_widen (DeidLocalClusters *clusters, const DeidStop *stop, GError **error)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  const DeidLattice *lattice = tuples->prepared->lattice;
  Widening widening = { .clusters = clusters };
  gboolean success = deid_new_arrays (error, DEID_NEW (widening.orders, tuples->n_attributes),
                                      DEID_NEW (widening.is_taken, G_MAXUINT16));

  for (guint a = 0; success && a < tuples->n_attributes; a++)
    success = !deid_local_nodes_have_sets (&tuples->attributes[a])
              || widening_order_init (&widening.orders[a], &tuples->attributes[a],
                                      &lattice->attributes[a], error);
  while (success && widening_run (&widening))
    success = deid_stop_check (stop, error);
  for (guint a = 0; widening.orders != NULL && a < tuples->n_attributes; a++)
    deid_free_arrays (widening.orders[a].leaves, widening.orders[a].places);
  deid_free_arrays (widening.orders, widening.is_taken);
  return success;
}
