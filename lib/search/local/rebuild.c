/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the records of a pool are put into new drafts of k. */
#include "search/local/growth.h"

/* Puts the first record that is left where it costs least. */
static void
rebuild_place_left (DeidLocalPool *pool)
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
  draft->weight = ++draft->size;
  pool->new_cost += least;
  deid_local_pool_place (pool, 0, best);
}

gboolean
deid_local_pool_rebuild (DeidLocalPool *pool, guint32 k, guint32 n_new, gint64 limit,
                         DeidRandom *random)
{
  deid_local_pool_spread (pool);
  pool->n_drafts = pool->n_copies;
  for (guint32 n = 0; n < n_new; n++)
    {
      DeidLocalDraft *draft = deid_local_pool_get_draft (pool, pool->n_drafts);

      deid_local_pool_start (pool, draft, deid_local_draw (random, pool->n_left));
      while (draft->size < k)
        {
          deid_local_pool_grow (pool, draft, deid_local_pool_find_cheapest (pool, random));
          if ((gint64) (pool->new_cost + k * draft->cost) > limit)
            return FALSE;
        }
      draft->weight = draft->size;
      pool->new_cost += draft->size * draft->cost;
      pool->n_drafts++;
    }
  while (pool->n_left > 0)
    {
      rebuild_place_left (pool);
      if ((gint64) pool->new_cost > limit)
        return FALSE;
    }
  return (gint64) pool->new_cost <= limit;
}
