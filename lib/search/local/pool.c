/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/pool.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

gboolean
deid_local_pool_init (DeidLocalPool *pool, DeidLocalClusters *clusters, DeidLocalJudge *judge,
                      DeidLocalSuppression *suppression, guint32 max_records, guint32 max_drafts,
                      GError **error)
{
  const guint m = clusters->tuples->n_attributes;
  const gsize align = G_ALIGNOF (DeidLocalDraft);
  const gsize size = sizeof (DeidLocalDraft) + m * sizeof (DeidLocalNode) + align - 1;

  *pool = (DeidLocalPool){ .clusters = clusters,
                           .judge = judge,
                           .suppression = suppression,
                           .max_records = max_records,
                           .max_drafts = max_drafts,
                           .stride = size / align * align };
  if (!deid_new_arrays (
          error, DEID_NEW (pool->records, max_records), DEID_NEW (pool->origins, max_records),
          DEID_NEW (pool->targets, max_records), DEID_NEW (pool->dissolved, max_records),
          DEID_NEW (pool->left, max_records), DEID_NEW (pool->costs, max_records),
          DEID_NEW (pool->codes, (guint64) max_records * m), DEID_NEW (pool->nodes, m))
      || !deid_local_tallies_init (&pool->tallies, clusters, judge, error))
    return FALSE;
  pool->drafts = deid_alloc (max_drafts + max_records, pool->stride, error);
  return pool->drafts != NULL;
}

void
deid_local_pool_clear (DeidLocalPool *pool)
{
  g_clear_pointer (&pool->records, g_free);
  g_clear_pointer (&pool->origins, g_free);
  g_clear_pointer (&pool->targets, g_free);
  g_clear_pointer (&pool->dissolved, g_free);
  g_clear_pointer (&pool->left, g_free);
  g_clear_pointer (&pool->costs, g_free);
  g_clear_pointer (&pool->codes, g_free);
  g_clear_pointer (&pool->nodes, g_free);
  g_clear_pointer (&pool->drafts, g_free);
  deid_local_tallies_clear (&pool->tallies);
}

void
deid_local_pool_empty (DeidLocalPool *pool)
{
  pool->n_records = pool->n_dissolved = pool->n_copies = pool->n_drafts = 0;
  pool->old_cost = pool->new_cost = 0;
  if (pool->suppression != NULL)
    deid_local_pool_copy (pool, pool->clusters->suppressed);
}

static void
pool_take (DeidLocalPool *pool, guint32 record)
{
  DeidLocalRecord *taken = &pool->clusters->records[record];

  pool->records[pool->n_records] = record;
  pool->origins[pool->n_records++] = taken->cluster;
  taken->cluster = DEID_LOCAL_NONE;
}

void
deid_local_pool_dissolve (DeidLocalPool *pool, guint32 number)
{
  const DeidLocalCluster *cluster = deid_local_clusters_get (pool->clusters, number);

  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE;
       record = pool->clusters->records[record].next)
    pool_take (pool, record);
  pool->old_cost += cluster->weight * cluster->cost;
  pool->dissolved[pool->n_dissolved++] = number;
}

DeidLocalDraft *
deid_local_pool_copy (DeidLocalPool *pool, guint32 number)
{
  const DeidLocalCluster *cluster = deid_local_clusters_get (pool->clusters, number);
  DeidLocalDraft *draft;

  for (guint32 i = 0; i < pool->n_copies; i++)
    if (deid_local_pool_get_draft (pool, i)->number == number)
      return deid_local_pool_get_draft (pool, i);
  if (pool->n_copies == pool->max_drafts)
    return NULL;
  draft = deid_local_pool_get_draft (pool, pool->n_copies++);
  draft->number = number;
  draft->size = cluster->size;
  draft->weight = cluster->weight;
  draft->cost = cluster->cost;
  memcpy (draft->nodes, cluster->nodes,
          pool->clusters->tuples->n_attributes * sizeof *draft->nodes);
  pool->old_cost += cluster->weight * cluster->cost;
  pool->new_cost += cluster->weight * cluster->cost;
  return draft;
}

/* Makes the nodes those of the records that stay, unless they stay what they are. */
static void
pool_tighten (const DeidLocalPool *pool, DeidLocalDraft *draft)
{
  const DeidLocalClusters *clusters = pool->clusters;
  const DeidLocalTuples *tuples = clusters->tuples;
  const gsize size = tuples->n_attributes * sizeof *draft->nodes;
  guint32 record = deid_local_clusters_get (clusters, draft->number)->first;
  gboolean is_first = TRUE;

  for (; record != DEID_LOCAL_NONE; record = clusters->records[record].next)
    {
      const DeidLocalNode *leaves = deid_local_clusters_get_leaves (clusters, record);

      if (clusters->records[record].cluster == DEID_LOCAL_NONE)
        continue;
      if (is_first)
        memcpy (pool->nodes, leaves, size);
      is_first = FALSE;
      deid_local_join (tuples, pool->nodes, leaves);
      if (memcmp (pool->nodes, draft->nodes, size) == 0)
        return;
    }
  memcpy (draft->nodes, pool->nodes, size);
  draft->cost = 0;
  for (guint a = 0; a < tuples->n_attributes; a++)
    draft->cost += tuples->attributes[a].costs[draft->nodes[a]];
}

void
deid_local_pool_lend (DeidLocalPool *pool, DeidLocalDraft *copy, guint32 record)
{
  pool_take (pool, record);
  if (deid_local_pool_is_suppressed (pool, copy))
    deid_local_suppression_remove (pool->suppression, record);
  pool->new_cost -= copy->weight * copy->cost;
  copy->size--;
  copy->weight -= deid_local_tuples_get_weight (pool->clusters->tuples, record);
  if (!deid_local_pool_is_suppressed (pool, copy))
    pool_tighten (pool, copy);
  pool->new_cost += copy->weight * copy->cost;
}

/* Unlinks what was lent; all records of dissolved clusters go without that. */
static void
unlink_lent (DeidLocalPool *pool)
{
  for (guint32 i = 0; i < pool->n_records; i++)
    {
      DeidLocalRecord *record = &pool->clusters->records[pool->records[i]];

      for (guint32 c = 0; c < pool->n_copies; c++)
        if (deid_local_pool_get_draft (pool, c)->number == pool->origins[i])
          {
            record->cluster = pool->origins[i];
            deid_local_clusters_unlink (pool->clusters, pool->records[i]);
            break;
          }
    }
}

/* Gives the records of a new draft to one with the same nodes. */
static void
merge_drafts (DeidLocalPool *pool)
{
  const gsize size = pool->clusters->tuples->n_attributes * sizeof (DeidLocalNode);

  for (guint32 d = MAX (pool->n_copies, 1); d < pool->n_drafts; d++)
    {
      DeidLocalDraft *from = deid_local_pool_get_draft (pool, d);
      DeidLocalDraft *to = NULL;
      guint32 target = 0;

      for (; target < d; target++)
        {
          to = deid_local_pool_get_draft (pool, target);
          if (to->size > 0 && to->cost == from->cost && memcmp (from->nodes, to->nodes, size) == 0
              && !deid_local_pool_is_suppressed (pool, to))
            break;
        }
      if (target == d)
        continue;
      to->size += from->size;
      to->weight += from->weight;
      from->size = 0;
      for (guint32 i = 0; i < pool->n_records; i++)
        if (pool->targets[i] == d)
          pool->targets[i] = target;
    }
}

void
deid_local_pool_show_draft (DeidLocalPool *pool, guint32 d)
{
  const guint32 number = deid_local_pool_get_draft (pool, d)->number;

  if (number == DEID_LOCAL_NONE)
    deid_local_judge_start (pool->judge);
  else
    deid_local_tallies_show (&pool->tallies, number);
  for (guint32 i = 0; i < pool->n_records; i++)
    if (pool->targets[i] == d && pool->origins[i] != number)
      deid_local_judge_add (pool->judge, pool->records[i]);
  for (guint32 i = 0; i < pool->n_records; i++)
    if (pool->targets[i] != d && pool->origins[i] == number)
      deid_local_judge_remove (pool->judge, pool->records[i]);
}

/* Sets what is known of clusters to what the drafts say. */
static void
pool_tally (DeidLocalPool *pool)
{
  for (guint32 d = 0; d < pool->n_copies; d++)
    {
      const DeidLocalDraft *draft = deid_local_pool_get_draft (pool, d);

      if (deid_local_tallies_know (&pool->tallies, draft->number))
        {
          deid_local_pool_show_draft (pool, d);
          deid_local_tallies_set (&pool->tallies, draft->number, draft->size);
        }
      else
        deid_local_tallies_drop (&pool->tallies, draft->number);
    }
}

void
deid_local_pool_commit (DeidLocalPool *pool)
{
  DeidLocalClusters *clusters = pool->clusters;

  if (pool->judge->closure != DEID_CLOSURE_NONE)
    merge_drafts (pool);
  pool_tally (pool);
  unlink_lent (pool);
  for (guint32 i = 0; i < pool->n_dissolved; i++)
    deid_local_clusters_close (clusters, pool->dissolved[i]);
  for (guint32 d = 0; d < pool->n_drafts; d++)
    {
      DeidLocalDraft *draft = deid_local_pool_get_draft (pool, d);
      DeidLocalCluster *cluster;

      if (draft->size == 0 && draft->number == DEID_LOCAL_NONE)
        continue;
      if (draft->number == DEID_LOCAL_NONE)
        {
          draft->number = deid_local_clusters_open (clusters);
          deid_local_tallies_drop (&pool->tallies, draft->number);
        }
      cluster = deid_local_clusters_get (clusters, draft->number);
      clusters->cost += draft->weight * draft->cost - cluster->weight * cluster->cost;
      cluster->size = draft->size;
      cluster->weight = draft->weight;
      cluster->cost = draft->cost;
      memcpy (cluster->nodes, draft->nodes, clusters->tuples->n_attributes * sizeof *draft->nodes);
    }
  for (guint32 i = 0; i < pool->n_records; i++)
    deid_local_clusters_link (clusters, deid_local_pool_get_draft (pool, pool->targets[i])->number,
                              pool->records[i]);
}

void
deid_local_pool_revert (DeidLocalPool *pool)
{
  for (guint32 i = 0; i < pool->n_records; i++)
    {
      pool->clusters->records[pool->records[i]].cluster = pool->origins[i];
      if (pool->suppression == NULL)
        continue;
      if (pool->targets[i] == 0)
        deid_local_suppression_remove (pool->suppression, pool->records[i]);
      if (pool->origins[i] == pool->clusters->suppressed)
        deid_local_suppression_add (pool->suppression, pool->records[i]);
    }
}
