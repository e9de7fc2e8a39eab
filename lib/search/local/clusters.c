/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/clusters.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_local_clusters_init (DeidLocalClusters *clusters, const DeidLocalTuples *tuples, guint32 k,
                          guint32 n_more, GError **error)
{
  const gsize align = G_ALIGNOF (DeidLocalCluster);
  const gsize size
      = sizeof (DeidLocalCluster) + tuples->n_attributes * sizeof (DeidLocalNode) + align - 1;

  *clusters = (DeidLocalClusters){
    .tuples = tuples,
    .stride = size / align * align,
    .suppressed = DEID_LOCAL_NONE,
  };
  clusters->n_places = tuples->n_records / k + n_more;
  if (!deid_new_arrays (error, DEID_NEW (clusters->records, tuples->n_records),
                        DEID_NEW (clusters->free, clusters->n_places),
                        DEID_NEW (clusters->numbers, 2 * (guint64) clusters->n_places)))
    return FALSE;
  clusters->clusters = deid_alloc (clusters->n_places, clusters->stride, error);
  if (clusters->clusters == NULL)
    return FALSE;
  for (guint32 number = clusters->n_places; number-- > 0;)
    {
      deid_local_clusters_get (clusters, number)->first = DEID_LOCAL_NONE;
      clusters->free[clusters->n_free++] = number;
    }
  for (guint32 record = 0; record < tuples->n_records; record++)
    clusters->records[record]
        = (DeidLocalRecord){ .cluster = DEID_LOCAL_NONE, .tuple = tuples->tuples[record] };
  return TRUE;
}

void
deid_local_clusters_clear (DeidLocalClusters *clusters)
{
  g_clear_pointer (&clusters->records, g_free);
  g_clear_pointer (&clusters->clusters, g_free);
  g_clear_pointer (&clusters->free, g_free);
  g_clear_pointer (&clusters->numbers, g_free);
}

guint64
deid_local_join (const DeidLocalTuples *tuples, DeidLocalNode *nodes, const DeidLocalNode *leaves)
{
  guint64 cost = 0;

  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      nodes[a] = deid_local_nodes_join (&tuples->attributes[a], nodes[a], leaves[a]);
      cost += tuples->attributes[a].costs[nodes[a]];
    }
  return cost;
}

guint64
deid_local_get_join_cost (const DeidLocalTuples *tuples, const DeidLocalNode *nodes,
                          const DeidLocalNode *leaves)
{
  guint64 cost = 0;

  for (guint a = 0; a < tuples->n_attributes; a++)
    cost += deid_local_nodes_get_join_cost (&tuples->attributes[a], nodes[a], leaves[a]);
  return cost;
}

guint32
deid_local_clusters_open (DeidLocalClusters *clusters)
{
  const guint32 number = clusters->free[--clusters->n_free];
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

  cluster->first = DEID_LOCAL_NONE;
  cluster->size = 0;
  cluster->weight = 0;
  cluster->cost = 0;
  clusters->n_clusters++;
  return number;
}

void
deid_local_clusters_link (DeidLocalClusters *clusters, guint32 number, guint32 record)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  DeidLocalRecord *added = &clusters->records[record];

  added->cluster = number;
  added->previous = DEID_LOCAL_NONE;
  added->next = cluster->first;
  if (cluster->first != DEID_LOCAL_NONE)
    clusters->records[cluster->first].previous = record;
  cluster->first = record;
}

void
deid_local_clusters_unlink (DeidLocalClusters *clusters, guint32 record)
{
  DeidLocalRecord *removed = &clusters->records[record];

  if (removed->previous != DEID_LOCAL_NONE)
    clusters->records[removed->previous].next = removed->next;
  else
    deid_local_clusters_get (clusters, removed->cluster)->first = removed->next;
  if (removed->next != DEID_LOCAL_NONE)
    clusters->records[removed->next].previous = removed->previous;
  removed->cluster = DEID_LOCAL_NONE;
}

/* Makes a cluster cover one more record. */
static void
clusters_cover (const DeidLocalClusters *clusters, DeidLocalCluster *cluster, guint32 record)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  const DeidLocalNode *leaves = deid_local_clusters_get_leaves (clusters, record);

  for (guint a = 0; cluster->size == 0 && a < tuples->n_attributes; a++)
    cluster->nodes[a] = leaves[a];
  cluster->cost = deid_local_join (tuples, cluster->nodes, leaves);
  cluster->size++;
  cluster->weight += deid_local_tuples_get_weight (tuples, record);
}

void
deid_local_clusters_add (DeidLocalClusters *clusters, guint32 number, guint32 record)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

  clusters->cost -= cluster->weight * cluster->cost;
  clusters_cover (clusters, cluster, record);
  clusters->cost += cluster->weight * cluster->cost;
  deid_local_clusters_link (clusters, number, record);
}

void
deid_local_clusters_tighten (DeidLocalClusters *clusters, guint32 number)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

  clusters->cost -= cluster->weight * cluster->cost;
  cluster->size = 0;
  cluster->weight = 0;
  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE;
       record = clusters->records[record].next)
    clusters_cover (clusters, cluster, record);
  clusters->cost += cluster->weight * cluster->cost;
}

void
deid_local_clusters_close (DeidLocalClusters *clusters, guint32 number)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  guint32 record = cluster->first;

  clusters->cost -= cluster->weight * cluster->cost;
  for (; record != DEID_LOCAL_NONE; record = clusters->records[record].next)
    clusters->records[record].cluster = DEID_LOCAL_NONE;
  cluster->first = DEID_LOCAL_NONE;
  clusters->free[clusters->n_free++] = number;
  clusters->n_clusters--;
}

void
deid_local_clusters_start_suppressed (DeidLocalClusters *clusters, guint64 cost)
{
  DeidLocalCluster *cluster;

  if (clusters->suppressed == DEID_LOCAL_NONE)
    clusters->suppressed = deid_local_clusters_open (clusters);
  cluster = deid_local_clusters_get (clusters, clusters->suppressed);
  cluster->cost = cost;
  for (guint a = 0; a < clusters->tuples->n_attributes; a++)
    cluster->nodes[a] = deid_local_nodes_get_root (&clusters->tuples->attributes[a]);
}

void
deid_local_clusters_suppress (DeidLocalClusters *clusters, guint32 record)
{
  DeidLocalCluster *cluster = deid_local_clusters_get (clusters, clusters->suppressed);
  const guint32 weight = deid_local_tuples_get_weight (clusters->tuples, record);

  cluster->size++;
  cluster->weight += weight;
  clusters->cost += weight * cluster->cost;
  deid_local_clusters_link (clusters, clusters->suppressed, record);
}

static void
close_all (DeidLocalClusters *clusters)
{
  const guint32 suppressed = clusters->suppressed;

  for (guint32 number = 0; number < clusters->n_places; number++)
    if (number != suppressed
        && deid_local_clusters_get (clusters, number)->first != DEID_LOCAL_NONE)
      deid_local_clusters_close (clusters, number);
  if (suppressed != DEID_LOCAL_NONE)
    {
      const guint64 cost = deid_local_clusters_get (clusters, suppressed)->cost;

      deid_local_clusters_close (clusters, suppressed);
      clusters->suppressed = DEID_LOCAL_NONE;
      deid_local_clusters_start_suppressed (clusters, cost);
    }
}

gboolean
deid_local_clusters_set (DeidLocalClusters *clusters, const guint32 *class_of_row,
                         const guint8 *suppressed, GError **error)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  const guint32 n = MAX (tuples->n_records, clusters->n_places);
  g_autofree guint32 *numbers = deid_alloc (n, sizeof *numbers, error);

  if (numbers == NULL)
    return FALSE;
  close_all (clusters);
  for (guint32 i = 0; i < n; i++)
    numbers[i] = DEID_LOCAL_NONE;
  for (guint32 record = 0; record < tuples->n_records; record++)
    {
      const guint32 number = class_of_row[tuples->rows[record]];

      if (suppressed != NULL && suppressed[number])
        {
          deid_local_clusters_suppress (clusters, record);
          continue;
        }
      if (numbers[number] == DEID_LOCAL_NONE)
        numbers[number] = deid_local_clusters_open (clusters);
      deid_local_clusters_add (clusters, numbers[number], record);
    }
  return TRUE;
}

void
deid_local_clusters_recount (DeidLocalClusters *clusters)
{
  clusters->n_clusters = clusters->n_free = 0;
  clusters->cost = 0;
  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

      if (cluster->first == DEID_LOCAL_NONE && number != clusters->suppressed)
        {
          clusters->free[clusters->n_free++] = number;
          continue;
        }
      clusters->n_clusters++;
      clusters->cost += cluster->weight * cluster->cost;
    }
}

/* Returns: a hash of the nodes of a cluster: FNV-1a (Fowler, Noll, Vo), a node at a time. */
static guint64
hash_nodes (const DeidLocalClusters *clusters, guint32 number)
{
  const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint a = 0; a < clusters->tuples->n_attributes; a++)
    hash = (hash ^ cluster->nodes[a]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

gint64
deid_local_clusters_get_union_cost (const DeidLocalClusters *clusters, guint32 a, guint32 b)
{
  const DeidLocalCluster *first = deid_local_clusters_get (clusters, a);
  const DeidLocalCluster *second = deid_local_clusters_get (clusters, b);
  guint64 cost = 0;

  for (guint i = 0; i < clusters->tuples->n_attributes; i++)
    {
      const DeidLocalNodes *nodes = &clusters->tuples->attributes[i];
      const DeidLocalNode node = deid_local_nodes_climb (nodes, first->nodes[i], second->nodes[i]);

      if (deid_local_nodes_is_ceiling (nodes, node))
        return G_MAXINT64;
      cost += nodes->costs[node];
    }
  return (gint64) ((first->weight + second->weight) * cost - first->weight * first->cost
                   - second->weight * second->cost);
}

void
deid_local_clusters_unite (DeidLocalClusters *clusters, guint32 from, guint32 to)
{
  DeidLocalCluster *source = deid_local_clusters_get (clusters, from);
  DeidLocalCluster *target = deid_local_clusters_get (clusters, to);

  clusters->cost -= source->weight * source->cost + target->weight * target->cost;
  while (source->first != DEID_LOCAL_NONE)
    {
      const guint32 record = source->first;

      deid_local_clusters_unlink (clusters, record);
      deid_local_clusters_link (clusters, to, record);
    }
  target->size += source->size;
  target->weight += source->weight;
  source->weight = target->cost = 0;
  for (guint a = 0; a < clusters->tuples->n_attributes; a++)
    {
      const DeidLocalNodes *nodes = &clusters->tuples->attributes[a];

      target->nodes[a] = deid_local_nodes_climb (nodes, target->nodes[a], source->nodes[a]);
      target->cost += nodes->costs[target->nodes[a]];
    }
  clusters->cost += target->weight * target->cost;
  deid_local_clusters_close (clusters, from);
}

void
deid_local_clusters_merge (DeidLocalClusters *clusters)
{
  const gsize size = clusters->tuples->n_attributes * sizeof (DeidLocalNode);
  DeidKeyedNumber *numbers = clusters->numbers;
  guint32 n = 0;

  for (guint32 number = 0; number < clusters->n_places; number++)
    if (number != clusters->suppressed
        && deid_local_clusters_get (clusters, number)->first != DEID_LOCAL_NONE)
      numbers[n++] = (DeidKeyedNumber){ hash_nodes (clusters, number), number };
  deid_key_sort (numbers, numbers + clusters->n_places, n);
  for (guint32 i = 1; i < n; i++)
    {
      const guint32 from = numbers[i - 1].number, to = numbers[i].number;

      if (numbers[i - 1].key == numbers[i].key
          && memcmp (deid_local_clusters_get (clusters, from)->nodes,
                     deid_local_clusters_get (clusters, to)->nodes, size)
                 == 0)
        deid_local_clusters_unite (clusters, from, to);
    }
}
