/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/portable-math.h"
#include "search/local/clusters.h"
#include "search/local/judge.h"

#include <string.h>

/* Returns: a random number below a bound, nearly uniform, by one multiplication. */
static inline guint32
deid_local_draw (DeidRandom *random, guint32 bound)
{
  return (guint32) ((deid_random_next (random) >> 32) * bound >> 32);
}

/* The plan of a cluster: a new cluster, or a changed copy of an old one. */
typedef struct
{
  guint32 number; /* the old cluster, or DEID_LOCAL_NONE */
  guint32 size;
  guint64 weight;        /* of its records in the loss, together */
  guint64 cost;          /* of a record of weight 1 */
  DeidLocalNode nodes[]; /* a box */
} DeidLocalDraft;

/* Records taken out of their clusters for a while, and the drafts that will have them. The clusters
 * stay as they are, but a record in the pool says that it has no cluster. */
typedef struct
{
  DeidLocalClusters *clusters;
  DeidLocalJudge *judge;
  DeidLocalSuppression *suppression; /* NULL if nothing may be suppressed */
  DeidLocalTallies tallies;
  guint32 max_records;
  guint32 n_records;
  guint32 *records;
  guint32 *origins;   /* of each record: the cluster that it was taken from */
  guint32 *targets;   /* of each record: its draft, or DEID_LOCAL_NONE */
  guint32 *dissolved; /* the clusters whose records are all in the pool */
  guint32 n_dissolved;
  gchar *drafts; /* @stride bytes each: first the copies of old clusters, then the new ones */
  gsize stride;
  guint32 max_drafts;
  guint32 n_copies;
  guint32 n_drafts;
  guint64 old_cost; /* of the clusters that were dissolved or copied */
  guint64 new_cost; /* of the finished drafts */

  /* The records that have no draft yet. When one is placed, the last one takes its place in the
   * list. */
  guint32 n_left;
  guint32 *left;        /* their places among @records */
  DeidLocalNode *codes; /* their leaves, attribute by attribute */
  guint32 *costs;       /* of each: the cost of a record of the present draft with it */
  DeidLocalNode *nodes; /* scratch: a box */
} DeidLocalPool;

/* @suppression may be %NULL. */
gboolean deid_local_pool_init (DeidLocalPool *pool, DeidLocalClusters *clusters,
                               DeidLocalJudge *judge, DeidLocalSuppression *suppression,
                               guint32 max_records, guint32 max_drafts, GError **error);
void deid_local_pool_clear (DeidLocalPool *pool);

static inline DeidLocalDraft *
deid_local_pool_get_draft (const DeidLocalPool *pool, guint32 number)
{
  return (DeidLocalDraft *) (gpointer) (pool->drafts + number * pool->stride);
}

/* Empties the pool. If records may be suppressed, the first draft is a copy of their cluster. */
void deid_local_pool_empty (DeidLocalPool *pool);

/* Takes all records of a cluster. There must be room for them. */
void deid_local_pool_dissolve (DeidLocalPool *pool, guint32 cluster);

/* Copies a cluster to a draft, unless it has one. Returns: (nullable): the draft, or %NULL without
 * room. */
DeidLocalDraft *deid_local_pool_copy (DeidLocalPool *pool, guint32 cluster);

/* Returns: whether a cluster still passes without @record and the records that it has already lent.
 * Complexity: that of deid_local_tallies_show(), and O(records of the pool x columns). */
gboolean deid_local_pool_can_lend (DeidLocalPool *pool, guint32 number, guint32 record);

/* Takes one record from the cluster of a copy. There must be room in the pool. */
void deid_local_pool_lend (DeidLocalPool *pool, DeidLocalDraft *copy, guint32 record);

/* For problems in which nothing is judged and each record has the weight 1: puts the records into
 * @n_new new drafts of @k records each, and the rest into any draft. A new draft grows from a
 * random record by the records that cost least. The call gives up when the new cost is above
 * @limit. There must be a draft in the end. Returns: whether all records have a draft. Complexity:
 * O(records^2 x attributes). */
gboolean deid_local_pool_rebuild (DeidLocalPool *pool, guint32 k, guint32 n_new, gint64 limit,
                                  DeidRandom *random);

/* The same for all other problems: each new draft grows until it passes. */
gboolean deid_local_pool_rebuild_judged (DeidLocalPool *pool, guint32 n_new, gint64 limit,
                                         DeidRandom *random);

/* Changes the clusters to the drafts, or puts the records back where they were. */
void deid_local_pool_commit (DeidLocalPool *pool);
void deid_local_pool_revert (DeidLocalPool *pool);
