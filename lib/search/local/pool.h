/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/random.h"
#include "search/local/clusters.h"
#include "search/local/judge.h"
#include "search/local/suppression.h"
#include "search/local/tallies.h"

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
