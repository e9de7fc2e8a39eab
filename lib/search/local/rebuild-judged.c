/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How the records of a pool are put into new drafts that grow until the models pass them. */
#include "search/local/growth.h"

/* Looks at the records that are left in some places for one that the class wants and that costs
 * less than @least. */
static void
look_for_wanted (const DeidLocalPool *pool, guint32 first, guint32 end, guint32 *least,
                 guint32 *best)
{
  for (guint32 i = first; i < end; i++)
    if (pool->costs[i] < *least
        && deid_local_judge_wants (pool->judge, pool->records[pool->left[i]]))
      {
        *least = pool->costs[i];
        *best = i;
      }
}

/* Returns: the place of the record that the class wants and that costs least, the first one from a
 * random place on; or DEID_LOCAL_NONE. */
static guint32
find_wanted (const DeidLocalPool *pool, DeidRandom *random)
{
  guint32 best = DEID_LOCAL_NONE, least = G_MAXUINT32, start;

  if (pool->n_left == 0)
    return DEID_LOCAL_NONE;
  if (pool->judge->wants_any)
    return deid_local_pool_find_cheapest (pool, random);
  start = deid_local_draw (random, pool->n_left);
  look_for_wanted (pool, start, pool->n_left, &least, &best);
  look_for_wanted (pool, 0, start, &least, &best);
  return best;
}

static void
rebuild_judged_take_back (DeidLocalPool *pool, guint32 draft)
{
  for (guint32 i = 0; i < pool->n_records; i++)
    if (pool->targets[i] == draft)
      deid_local_pool_put_back (pool, i);
}

/* Returns: what a draft counts in the loss at least once it passes. */
static guint64
get_least_weight (const DeidLocalPool *pool, const DeidLocalDraft *draft)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;

  return tuples->counts == NULL && tuples->weights == NULL ? MAX (draft->weight, pool->judge->k)
                                                           : draft->weight;
}

/* What became of a new draft. */
typedef enum
{
  PASSES,
  LACKS_RECORDS,
  TOO_DEAR
} Outcome;

/* Makes one more draft of records that are left. If it does not pass they are left as they were. */
static Outcome
grow_new (DeidLocalPool *pool, gint64 limit, DeidRandom *random)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;
  DeidLocalDraft *draft = deid_local_pool_get_draft (pool, pool->n_drafts);
  Outcome outcome = TOO_DEAR;
  guint32 i = deid_local_draw (random, pool->n_left);
  guint32 record = pool->records[pool->left[i]];

  deid_local_judge_start (pool->judge);
  deid_local_pool_start (pool, draft, i);
  for (draft->weight = 0;;)
    {
      draft->weight += deid_local_tuples_get_weight (tuples, record);
      deid_local_judge_add (pool->judge, record);
      if ((gint64) (pool->new_cost + get_least_weight (pool, draft) * draft->cost) > limit)
        break;
      if (deid_local_judge_passes (pool->judge, draft->nodes))
        {
          pool->new_cost += draft->weight * draft->cost;
          pool->n_drafts++;
          return PASSES;
        }
      deid_local_judge_aim (pool->judge);
      i = find_wanted (pool, random);
      outcome = i == DEID_LOCAL_NONE ? LACKS_RECORDS : TOO_DEAR;
      if (i == DEID_LOCAL_NONE)
        break;
      record = pool->records[pool->left[i]];
      deid_local_pool_grow (pool, draft, i);
    }
  rebuild_judged_take_back (pool, pool->n_drafts);
  return outcome;
}

/* Tells whether a draft passes with these nodes, and with the records that an old cluster keeps. */
static gboolean
passes_draft (DeidLocalPool *pool, guint32 d, const DeidLocalNode *nodes)
{
  deid_local_pool_show_draft (pool, d);
  return deid_local_judge_passes (pool->judge, nodes);
}

/* A draft that a record may go into, and by how much all cost more then. */
typedef struct
{
  guint32 draft;
  gint64 cost;
} RebuildJudgedChoice;

/* Tells whether a choice comes before another one. */
static gboolean
rebuild_judged_comes_before (const RebuildJudgedChoice *a, const RebuildJudgedChoice *b)
{
  return a->cost != b->cost ? a->cost < b->cost : a->draft < b->draft;
}

/* Returns: what a draft costs more with a record, or %G_MAXINT64 if it must not have it. */
static gint64
rebuild_judged_get_cost (const DeidLocalPool *pool, const DeidLocalDraft *draft, guint32 record)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;
  const guint32 weight = deid_local_tuples_get_weight (tuples, record);
  const DeidLocalNode *leaves = deid_local_clusters_get_leaves (pool->clusters, record);

  if (!deid_local_pool_is_suppressed (pool, draft))
    return (gint64) ((draft->weight + weight)
                         * deid_local_get_join_cost (tuples, draft->nodes, leaves)
                     - draft->weight * draft->cost);
  return deid_local_suppression_allows (pool->suppression, record) ? (gint64) (weight * draft->cost)
                                                                   : G_MAXINT64;
}

/* Returns: the cheapest choice behind one, of which the draft is DEID_LOCAL_NONE if there is none.
 */
static RebuildJudgedChoice
rebuild_judged_choose_next (const DeidLocalPool *pool, guint32 record,
                            const RebuildJudgedChoice *last)
{
  RebuildJudgedChoice best = { DEID_LOCAL_NONE, G_MAXINT64 };

  for (guint32 d = 0; d < pool->n_drafts; d++)
    {
      const RebuildJudgedChoice choice
          = { d, rebuild_judged_get_cost (pool, deid_local_pool_get_draft (pool, d), record) };

      if (choice.cost < G_MAXINT64 && rebuild_judged_comes_before (last, &choice)
          && rebuild_judged_comes_before (&choice, &best))
        best = choice;
    }
  return best;
}

/* Tells whether a draft passes with a record that is left, given that it passes without it. */
static gboolean
may_have (DeidLocalPool *pool, guint32 d, guint32 i)
{
  const DeidLocalDraft *draft = deid_local_pool_get_draft (pool, d);
  const guint32 number = pool->left[i];
  const DeidLocalNode *leaves
      = deid_local_clusters_get_leaves (pool->clusters, pool->records[number]);
  gboolean passes;

  if (deid_local_pool_is_suppressed (pool, draft))
    return TRUE;
  memcpy (pool->nodes, draft->nodes, pool->clusters->tuples->n_attributes * sizeof *draft->nodes);
  deid_local_join (pool->clusters->tuples, pool->nodes, leaves);
  if (pool->judge->closure == DEID_CLOSURE_SUPERSET)
    return deid_local_judge_allows (pool->judge, pool->nodes);
  pool->targets[number] = d;
  passes = passes_draft (pool, d, pool->nodes);
  pool->targets[number] = DEID_LOCAL_NONE;
  return passes;
}

/* Puts a record that is left where it costs least. Returns: whether it may be anywhere. */
static gboolean
rebuild_judged_place_left (DeidLocalPool *pool, guint32 i)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;
  const guint32 record = pool->records[pool->left[i]];
  const RebuildJudgedChoice none = { DEID_LOCAL_NONE, G_MININT64 };
  RebuildJudgedChoice choice = rebuild_judged_choose_next (pool, record, &none);
  DeidLocalDraft *draft;

  while (choice.draft != DEID_LOCAL_NONE && !may_have (pool, choice.draft, i))
    choice = rebuild_judged_choose_next (pool, record, &choice);
  if (choice.draft == DEID_LOCAL_NONE)
    return FALSE;
  draft = deid_local_pool_get_draft (pool, choice.draft);
  if (deid_local_pool_is_suppressed (pool, draft))
    deid_local_suppression_add (pool->suppression, record);
  else
    draft->cost = deid_local_join (tuples, draft->nodes,
                                   deid_local_clusters_get_leaves (pool->clusters, record));
  draft->size++;
  draft->weight += deid_local_tuples_get_weight (tuples, record);
  pool->new_cost += (guint64) choice.cost;
  deid_local_pool_place (pool, i, choice.draft);
  return TRUE;
}

/* Puts all records that are left into drafts: one that spoils them all may do so no longer when
 * others are there. Returns: whether it could, and costs stay within the limit. */
static gboolean
place_all (DeidLocalPool *pool, gint64 limit)
{
  guint32 i = 0;

  while (i < pool->n_left)
    {
      i = rebuild_judged_place_left (pool, i) ? 0 : i + 1;
      if ((gint64) pool->new_cost > limit)
        return FALSE;
    }
  return pool->n_left == 0 && (gint64) pool->new_cost <= limit;
}

static gboolean
pass_drafts (DeidLocalPool *pool)
{
  for (guint32 d = 0; d < pool->n_drafts; d++)
    {
      const DeidLocalDraft *draft = deid_local_pool_get_draft (pool, d);

      if (!deid_local_pool_is_suppressed (pool, draft) && !passes_draft (pool, d, draft->nodes))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_local_pool_can_lend (DeidLocalPool *pool, guint32 number, guint32 lent)
{
  const DeidLocalClusters *clusters = pool->clusters;

  if (number == clusters->suppressed)
    return TRUE;
  deid_local_tallies_show (&pool->tallies, number);
  for (guint32 i = 0; i < pool->n_records; i++)
    if (pool->origins[i] == number)
      deid_local_judge_remove (pool->judge, pool->records[i]);
  deid_local_judge_remove (pool->judge, lent);
  return deid_local_judge_passes (pool->judge, deid_local_clusters_get (clusters, number)->nodes);
}

/* All drafts pass in the end: new ones when they were made, old ones when they lent a record, and
 * both with each record that was placed; but models that look at labels may see others now. */
gboolean
deid_local_pool_rebuild_judged (DeidLocalPool *pool, guint32 n_new, gint64 limit,
                                DeidRandom *random)
{
  deid_local_pool_spread (pool);
  pool->n_drafts = pool->n_copies;
  for (guint32 n = 0; n < n_new && pool->n_left > 0; n++)
    {
      const Outcome outcome = grow_new (pool, limit, random);

      if (outcome == TOO_DEAR && pool->suppression == NULL)
        return FALSE;
      if (outcome != PASSES)
        break;
    }
  return place_all (pool, limit)
         && (pool->judge->closure != DEID_CLOSURE_NONE || pass_drafts (pool));
}
