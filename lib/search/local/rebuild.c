/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the records of a pool are put into new drafts. */
#include <string.h>

#include "search/local/pool.h"

/* Lists the leaves of all records by attribute. */
static void
spread_leaves (DeidLocalPool *pool)
{
  const guint m = pool->clusters->tuples->n_attributes;

  for (guint32 i = 0; i < pool->n_records; i++)
    {
      const DeidLocalNode *leaves
          = deid_local_clusters_get_leaves (pool->clusters, pool->records[i]);

      pool->left[i] = i;
      for (guint a = 0; a < m; a++)
        pool->codes[a * pool->max_records + i] = leaves[a];
    }
  pool->n_left = pool->n_records;
}

/* Puts a record that is left into a draft. */
static void
place (DeidLocalPool *pool, guint32 i, guint32 draft)
{
  const guint m = pool->clusters->tuples->n_attributes;
  const guint32 last = --pool->n_left;

  pool->targets[pool->left[i]] = draft;
  pool->left[i] = pool->left[last];
  pool->costs[i] = pool->costs[last];
  for (guint a = 0; a < m; a++)
    pool->codes[a * pool->max_records + i] = pool->codes[a * pool->max_records + last];
}

/* Adds what an attribute costs with a node. */
static void
add_costs (DeidLocalPool *pool, const DeidLocalNodes *nodes, const DeidLocalNode *codes,
           DeidLocalNode node)
{
  if (nodes->join_costs != NULL)
    {
      const guint32 *row = nodes->join_costs + (gsize) node * nodes->n_leaves;

      for (guint32 i = 0; i < pool->n_left; i++)
        pool->costs[i] += row[codes[i]];
    }
  else
    for (guint32 i = 0; i < pool->n_left; i++)
      pool->costs[i] += nodes->costs[deid_local_nodes_climb (nodes, node, codes[i])];
}

/* The same for a node that takes the place of one below it. */
static void
raise_costs (DeidLocalPool *pool, const DeidLocalNodes *nodes, const DeidLocalNode *codes,
             DeidLocalNode before, DeidLocalNode node)
{
  if (nodes->join_costs != NULL)
    {
      const guint32 *row = nodes->join_costs + (gsize) node * nodes->n_leaves;
      const guint32 *row_before = nodes->join_costs + (gsize) before * nodes->n_leaves;

      for (guint32 i = 0; i < pool->n_left; i++)
        pool->costs[i] += row[codes[i]] - row_before[codes[i]];
    }
  else
    for (guint32 i = 0; i < pool->n_left; i++)
      pool->costs[i] += nodes->costs[deid_local_nodes_climb (nodes, node, codes[i])]
                        - nodes->costs[deid_local_nodes_climb (nodes, before, codes[i])];
}

/* Returns: the place of a record that costs least, the first one from a random place on. */
static guint32
find_cheapest (const DeidLocalPool *pool, DeidRandom *random)
{
  const guint32 start = deid_local_draw (random, pool->n_left);
  guint32 best = start;
  guint32 least = pool->costs[start];

  for (guint32 i = start + 1; i < pool->n_left; i++)
    if (pool->costs[i] < least)
      {
        least = pool->costs[i];
        best = i;
      }
  for (guint32 i = 0; i < start; i++)
    if (pool->costs[i] < least)
      {
        least = pool->costs[i];
        best = i;
      }
  return best;
}

static void
start_draft (DeidLocalPool *pool, DeidLocalDraft *draft, DeidRandom *random)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;
  const guint32 seed = deid_local_draw (random, pool->n_left);

  draft->number = DEID_LOCAL_NONE;
  draft->size = 1;
  draft->cost = 0;
  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      draft->nodes[a] = pool->codes[a * pool->max_records + seed];
      draft->cost += tuples->attributes[a].costs[draft->nodes[a]];
    }
  place (pool, seed, pool->n_drafts);
  memset (pool->costs, 0, pool->n_left * sizeof *pool->costs);
  for (guint a = 0; a < tuples->n_attributes; a++)
    add_costs (pool, &tuples->attributes[a], pool->codes + a * pool->max_records, draft->nodes[a]);
}

static void
grow_draft (DeidLocalPool *pool, DeidLocalDraft *draft, DeidRandom *random)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;
  const guint32 i = find_cheapest (pool, random);
  const gboolean stays = pool->costs[i] == draft->cost;

  draft->cost = pool->costs[i];
  draft->size++;
  for (guint a = 0; a < tuples->n_attributes; a++)
    pool->nodes[a] = pool->codes[a * pool->max_records + i];
  place (pool, i, pool->n_drafts);
  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];
      const DeidLocalNode before = draft->nodes[a];

      draft->nodes[a] = deid_local_nodes_join (nodes, before, pool->nodes[a]);
      if (draft->nodes[a] != before && !stays)
        raise_costs (pool, nodes, pool->codes + a * pool->max_records, before, draft->nodes[a]);
    }
}

/* Puts the first record that is left where it costs least. */
static void
place_left (DeidLocalPool *pool)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;
  const DeidLocalNode *leaves
      = deid_local_clusters_get_leaves (pool->clusters, pool->records[pool->left[0]]);
  DeidLocalDraft *draft;
  guint32 best = 0;
  guint64 least = G_MAXUINT64;

  for (guint32 d = 0; d < pool->n_drafts; d++)
    {
      guint64 cost;

      draft = deid_local_pool_get_draft (pool, d);
      cost = (draft->size + 1) * deid_local_get_join_cost (tuples, draft->nodes, leaves)
             - draft->size * draft->cost;
      if (cost < least)
        {
          least = cost;
          best = d;
        }
    }
  draft = deid_local_pool_get_draft (pool, best);
  draft->cost = deid_local_join (tuples, draft->nodes, leaves);
  draft->size++;
  pool->new_cost += least;
  place (pool, 0, best);
}

gboolean
deid_local_pool_rebuild (DeidLocalPool *pool, guint32 k, guint32 n_new, gint64 limit,
                         DeidRandom *random)
{
  spread_leaves (pool);
  pool->n_drafts = pool->n_copies;
  for (guint32 n = 0; n < n_new; n++)
    {
      DeidLocalDraft *draft = deid_local_pool_get_draft (pool, pool->n_drafts);

      start_draft (pool, draft, random);
      while (draft->size < k)
        {
          grow_draft (pool, draft, random);
          if ((gint64) (pool->new_cost + k * draft->cost) > limit)
            return FALSE;
        }
      pool->new_cost += draft->size * draft->cost;
      pool->n_drafts++;
    }
  while (pool->n_left > 0)
    {
      place_left (pool);
      if ((gint64) pool->new_cost > limit)
        return FALSE;
    }
  return (gint64) pool->new_cost <= limit;
}
