/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <string.h>

#include "search/local/pool.h"

/* How a draft grows by the records of a pool that are left. All of it is in the innermost loops. */

/* Lists a record as left, with its leaves by attribute. */
static inline void
deid_local_pool_put_back (DeidLocalPool *pool, guint32 number)
{
  const guint m = pool->clusters->tuples->n_attributes;
  const DeidLocalNode *leaves
      = deid_local_clusters_get_leaves (pool->clusters, pool->records[number]);
  const guint32 place = pool->n_left++;

  pool->left[place] = number;
  pool->targets[number] = DEID_LOCAL_NONE;
  for (guint a = 0; a < m; a++)
    pool->codes[a * pool->max_records + place] = leaves[a];
}

/* Lists all records as left. */
static inline void
deid_local_pool_spread (DeidLocalPool *pool)
{
  pool->n_left = 0;
  for (guint32 i = 0; i < pool->n_records; i++)
    deid_local_pool_put_back (pool, i);
}

/* Puts a record that is left into a draft. */
static inline void
deid_local_pool_place (DeidLocalPool *pool, guint32 i, guint32 draft)
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
static inline void
deid_local_pool_add_costs (DeidLocalPool *pool, const DeidLocalNodes *nodes,
                           const DeidLocalNode *codes, DeidLocalNode node)
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
static inline void
deid_local_pool_raise_costs (DeidLocalPool *pool, const DeidLocalNodes *nodes,
                             const DeidLocalNode *codes, DeidLocalNode before, DeidLocalNode node)
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

/* Starts a draft with a record that is left. */
static inline void
deid_local_pool_start (DeidLocalPool *pool, DeidLocalDraft *draft, guint32 seed)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;

  draft->number = DEID_LOCAL_NONE;
  draft->size = 1;
  draft->cost = 0;
  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      draft->nodes[a] = tuples->attributes[a].shown[pool->codes[a * pool->max_records + seed]];
      draft->cost += tuples->attributes[a].costs[draft->nodes[a]];
    }
  deid_local_pool_place (pool, seed, pool->n_drafts);
  memset (pool->costs, 0, pool->n_left * sizeof *pool->costs);
  for (guint a = 0; a < tuples->n_attributes; a++)
    deid_local_pool_add_costs (pool, &tuples->attributes[a], pool->codes + a * pool->max_records,
                               draft->nodes[a]);
}

/* Adds a record that is left, of which it is known what the draft costs with it. */
static inline void
deid_local_pool_grow (DeidLocalPool *pool, DeidLocalDraft *draft, guint32 i)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;
  const gboolean stays = pool->costs[i] == draft->cost;

  draft->cost = pool->costs[i];
  draft->size++;
  for (guint a = 0; a < tuples->n_attributes; a++)
    pool->nodes[a] = pool->codes[a * pool->max_records + i];
  deid_local_pool_place (pool, i, pool->n_drafts);
  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];
      const DeidLocalNode before = draft->nodes[a];

      draft->nodes[a] = deid_local_nodes_join (nodes, before, pool->nodes[a]);
      if (draft->nodes[a] != before && !stays)
        deid_local_pool_raise_costs (pool, nodes, pool->codes + a * pool->max_records, before,
                                     draft->nodes[a]);
    }
}

/* Returns: the place of a record that costs least, the first one from a random place on. */
static inline guint32
deid_local_pool_find_cheapest (const DeidLocalPool *pool, DeidRandom *random)
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
