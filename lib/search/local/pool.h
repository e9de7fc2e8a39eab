/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/portable-math.h"
#include "search/local/clusters.h"
#include "search/local/judge.h"

#include <string.h>

/* Returns: a random number below a bound, nearly each equally likely, by one multiplication. */
static inline guint32
deid_local_draw (DeidRandom *random, guint32 bound)
{
  return (guint32) ((deid_random_next (random) >> 32) * bound >> 32);
}

/* A cluster that is planned: a new one, or what is to become of an old one. */
typedef struct
{
  guint32 number; /* of the old one, or DEID_LOCAL_NONE */
  guint32 size;
  guint64 weight;        /* what its records count in the loss */
  guint64 cost;          /* of one of its records that counts 1 */
  DeidLocalNode nodes[]; /* of each attribute */
} DeidLocalDraft;

/* Some records that are taken out of their clusters for a moment, and drafts for them. Nothing is
 * done to the clusters but that a record in the pool says that it has none. */
typedef struct
{
  DeidLocalClusters *clusters;
  DeidLocalJudge *judge;
  DeidLocalSuppression *suppression; /* NULL if nothing may be suppressed */
  DeidLocalTallies tallies;
  guint32 max_records;
  guint32 n_records;
  guint32 *records;
  guint32 *origins;   /* of each, its cluster */
  guint32 *targets;   /* of each, its draft, or DEID_LOCAL_NONE */
  guint32 *dissolved; /* clusters of which all records are taken */
  guint32 n_dissolved;
  gchar *drafts; /* @stride bytes each: copies of old clusters first, then new ones */
  gsize stride;
  guint32 max_drafts;
  guint32 n_copies;
  guint32 n_drafts;
  guint64 old_cost; /* of the clusters dissolved and copied */
  guint64 new_cost; /* of the drafts that are ready */

  /* The records that are left to be placed; the last one takes the place of one that goes. */
  guint32 n_left;
  guint32 *left;        /* their places among @records */
  DeidLocalNode *codes; /* the leaves of all, an attribute's together */
  guint32 *costs;       /* of each, what the draft that grows would cost with it */
  DeidLocalNode *nodes; /* scratch: of each attribute */
} DeidLocalPool;

/* @suppression may be %NULL. On failure it may be cleared. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_pool_init (DeidLocalPool *pool, DeidLocalClusters *clusters,
                               DeidLocalJudge *judge, DeidLocalSuppression *suppression,
                               guint32 max_records, guint32 max_drafts, GError **error);
void deid_local_pool_clear (DeidLocalPool *pool);

static inline DeidLocalDraft *
deid_local_pool_get_draft (const DeidLocalPool *pool, guint32 number)
{
  return (DeidLocalDraft *) (gpointer) (pool->drafts + number * pool->stride);
}

/* Tells whether a copy is of the suppressed records. */
static inline gboolean
deid_local_pool_is_suppressed (const DeidLocalPool *pool, const DeidLocalDraft *draft)
{
  return pool->suppression != NULL && draft->number == pool->clusters->suppressed;
}

/* Where records may be suppressed, the first copy is that of those that are. */
void deid_local_pool_empty (DeidLocalPool *pool);

/* Takes all records of a cluster, for which there must be room. */
void deid_local_pool_dissolve (DeidLocalPool *pool, guint32 cluster);

/* Makes a draft of a cluster unless there is one, or no room. Returns: (nullable): it. */
DeidLocalDraft *deid_local_pool_copy (DeidLocalPool *pool, guint32 cluster);

/* Tells whether a cluster passes without a record, and those that it has lent. Complexity: that of
 * deid_local_pool_show_draft(). */
gboolean deid_local_pool_can_lend (DeidLocalPool *pool, guint32 number, guint32 record);

/* Has the judge look at what a draft is to be. Complexity: that of deid_local_tallies_show(), and
 * O(records of the pool x columns). */
void deid_local_pool_show_draft (DeidLocalPool *pool, guint32 draft);

/* Takes one record from the cluster of a copy, for which there must be room. */
void deid_local_pool_lend (DeidLocalPool *pool, DeidLocalDraft *copy, guint32 record);

/* Where nothing is judged and each record counts 1: puts records into new drafts of @k, as many as
 * @n_new, each grown from a random record by those that cost least, and what is left into any
 * draft. It gives up when the new cost is above @limit. There must be a draft in the end. Returns:
 * whether all have a draft. Complexity: O(records^2 x attributes). */
gboolean deid_local_pool_rebuild (DeidLocalPool *pool, guint32 k, guint32 n_new, gint64 limit,
                                  DeidRandom *random);

/* The same where classes are judged, each record counts as it does, or some may be suppressed: each
 * new draft grows until it passes, and what is left goes into any draft. */
gboolean deid_local_pool_rebuild_judged (DeidLocalPool *pool, guint32 n_new, gint64 limit,
                                         DeidRandom *random);

/* Makes the clusters what the drafts say, or the records what they were. */
void deid_local_pool_commit (DeidLocalPool *pool);
void deid_local_pool_revert (DeidLocalPool *pool);

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
