/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/pool.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

/* Tells whether a draft is a copy of the cluster of suppressed records. */
static inline gboolean
local_pool_is_suppressed (const DeidLocalPool *pool, const DeidLocalDraft *draft)
{
  return pool->suppression != NULL && draft->number == pool->clusters->suppressed;
}

/* What follows lets a draft grow by the records that are left. It is inline since all of it is in
 * the innermost loops. */

/* Lists a record as left, with its leaves by attribute. */
static inline void
local_pool_put_back (DeidLocalPool *pool, guint32 number)
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
local_pool_spread (DeidLocalPool *pool)
{
  pool->n_left = 0;
  for (guint32 i = 0; i < pool->n_records; i++)
    local_pool_put_back (pool, i);
}

/* Puts a record that is left into a draft. */
static inline void
local_pool_place (DeidLocalPool *pool, guint32 i, guint32 draft)
{
  const guint m = pool->clusters->tuples->n_attributes;
  const guint32 last = --pool->n_left;

  pool->targets[pool->left[i]] = draft;
  pool->left[i] = pool->left[last];
  pool->costs[i] = pool->costs[last];
  for (guint a = 0; a < m; a++)
    pool->codes[a * pool->max_records + i] = pool->codes[a * pool->max_records + last];
}

/* Adds to the cost of each record that is left what one attribute costs with a node. */
static inline void
local_pool_add_costs (DeidLocalPool *pool, const DeidLocalNodes *nodes, const DeidLocalNode *codes,
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

/* Changes it for a node that replaces one below it. */
static inline void
local_pool_raise_costs (DeidLocalPool *pool, const DeidLocalNodes *nodes,
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

/* The same of an attribute with sets. */
static inline void
add_costs_of_set (DeidLocalPool *pool, const DeidLocalNodes *nodes, const DeidLocalNode *codes,
                  const DeidLocalNode *box, DeidLocalNode node, gint32 factor)
{
  for (guint32 i = 0; i < pool->n_left; i++)
    pool->costs[i]
        += (guint32) factor * deid_local_nodes_get_cost_with (nodes, box, node, codes[i]);
}

/* Adds a leaf to a set, and updates the costs of the records that are left. While the set has room,
 * each of them costs one step more. Records with this leaf cost what they did: their cost already
 * counted it. Returns: the node that the set has then. */
static inline DeidLocalNode
raise_set (DeidLocalPool *pool, const DeidLocalNodes *nodes, const DeidLocalNode *codes,
           DeidLocalNode *box, DeidLocalNode node, DeidLocalNode leaf)
{
  const guint32 size = deid_local_nodes_get_size (nodes, node);
  const guint32 step = nodes->step;

  if (size > 0 && deid_local_nodes_have (nodes, box, size, leaf))
    return node;
  if (size > 0 && (size + 1 < nodes->max_values || nodes->max_values == nodes->n_leaves))
    {
      for (guint32 i = 0; i < pool->n_left; i++)
        pool->costs[i] += codes[i] != leaf ? step : 0;
      return deid_local_nodes_add (nodes, box, node, leaf);
    }
  add_costs_of_set (pool, nodes, codes, box, node, -1);
  node = deid_local_nodes_add (nodes, box, node, leaf);
  add_costs_of_set (pool, nodes, codes, box, node, 1);
  return node;
}

/* Starts a draft with a record that is left. */
static inline void
local_pool_start (DeidLocalPool *pool, DeidLocalDraft *draft, guint32 seed)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;

  draft->number = DEID_LOCAL_NONE;
  draft->size = 1;
  draft->cost = deid_local_start (
      tuples, draft->nodes,
      deid_local_clusters_get_leaves (pool->clusters, pool->records[pool->left[seed]]));
  local_pool_place (pool, seed, pool->n_drafts);
  memset (pool->costs, 0, pool->n_left * sizeof *pool->costs);
  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];
      const DeidLocalNode *codes = pool->codes + a * pool->max_records;

      if (deid_local_nodes_have_sets (nodes))
        add_costs_of_set (pool, nodes, codes, draft->nodes, draft->nodes[a], 1);
      else
        local_pool_add_costs (pool, nodes, codes, draft->nodes[a]);
    }
}

/* Adds a record that is left to a draft, whose costs are known. */
static inline void
local_pool_grow (DeidLocalPool *pool, DeidLocalDraft *draft, guint32 i)
{
  const DeidLocalTuples *tuples = pool->clusters->tuples;
  const gboolean stays = pool->costs[i] == draft->cost;

  draft->cost = pool->costs[i];
  draft->size++;
  for (guint a = 0; a < tuples->n_attributes; a++)
    pool->nodes[a] = pool->codes[a * pool->max_records + i];
  local_pool_place (pool, i, pool->n_drafts);
  for (guint a = 0; a < tuples->n_attributes; a++)
    {
      const DeidLocalNodes *nodes = &tuples->attributes[a];
      const DeidLocalNode *codes = pool->codes + a * pool->max_records;
      const DeidLocalNode before = draft->nodes[a];

      if (deid_local_nodes_have_sets (nodes))
        {
          draft->nodes[a] = raise_set (pool, nodes, codes, draft->nodes, before, pool->nodes[a]);
          continue;
        }
      draft->nodes[a] = deid_local_nodes_join (nodes, before, pool->nodes[a]);
      if (draft->nodes[a] != before && !stays)
        local_pool_raise_costs (pool, nodes, codes, before, draft->nodes[a]);
    }
}

/* Returns: the place of a record that costs least: the first from a random place on. */
static inline guint32
local_pool_find_cheapest (const DeidLocalPool *pool, DeidRandom *random)
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

gboolean
deid_local_pool_init (DeidLocalPool *pool, DeidLocalClusters *clusters, DeidLocalJudge *judge,
                      DeidLocalSuppression *suppression, guint32 max_records, guint32 max_drafts,
                      GError **error)
{
  const guint m = clusters->tuples->n_attributes;
  const gsize align = G_ALIGNOF (DeidLocalDraft);
  const gsize size
      = sizeof (DeidLocalDraft) + deid_local_tuples_get_box_size (clusters->tuples) + align - 1;

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
          DEID_NEW (pool->codes, (guint64) max_records * m),
          DEID_NEW (pool->nodes, clusters->tuples->n_box))
      || !deid_local_tallies_init (&pool->tallies, clusters, judge, error))
    return FALSE;
  pool->drafts = deid_alloc (max_drafts + max_records, pool->stride, error);
  return pool->drafts != NULL;
}

void
deid_local_pool_clear (DeidLocalPool *pool)
{
  deid_free_arrays (pool->records, pool->origins, pool->targets, pool->dissolved, pool->left,
                    pool->costs, pool->codes, pool->nodes, pool->drafts);
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
  memcpy (draft->nodes, cluster->nodes, deid_local_tuples_get_box_size (pool->clusters->tuples));
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
  const gsize size = deid_local_tuples_get_box_size (tuples);
  guint32 record = deid_local_clusters_get (clusters, draft->number)->first;
  gboolean is_first = TRUE;
  guint64 cost = 0;

  for (; record != DEID_LOCAL_NONE; record = clusters->records[record].next)
    {
      const DeidLocalNode *leaves = deid_local_clusters_get_leaves (clusters, record);

      if (clusters->records[record].cluster == DEID_LOCAL_NONE)
        continue;
      cost = is_first ? deid_local_start (tuples, pool->nodes, leaves)
                      : deid_local_join (tuples, pool->nodes, leaves);
      is_first = FALSE;
      if (memcmp (pool->nodes, draft->nodes, size) == 0)
        return;
    }
  memcpy (draft->nodes, pool->nodes, size);
  draft->cost = cost;
}

void
deid_local_pool_lend (DeidLocalPool *pool, DeidLocalDraft *copy, guint32 record)
{
  pool_take (pool, record);
  if (local_pool_is_suppressed (pool, copy))
    deid_local_suppression_remove (pool->suppression, record);
  pool->new_cost -= copy->weight * copy->cost;
  copy->size--;
  copy->weight -= deid_local_tuples_get_weight (pool->clusters->tuples, record);
  if (!local_pool_is_suppressed (pool, copy))
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
  const gsize size = deid_local_tuples_get_box_size (pool->clusters->tuples);

  for (guint32 d = MAX (pool->n_copies, 1); d < pool->n_drafts; d++)
    {
      DeidLocalDraft *from = deid_local_pool_get_draft (pool, d);
      DeidLocalDraft *to = NULL;
      guint32 target = 0;

      for (; target < d; target++)
        {
          to = deid_local_pool_get_draft (pool, target);
          if (to->size > 0 && to->cost == from->cost && memcmp (from->nodes, to->nodes, size) == 0
              && !local_pool_is_suppressed (pool, to))
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

/* Shows the judge the cluster that a draft is to become. Complexity: that of
 * deid_local_tallies_show(), and O(records of the pool x columns). */
static void
local_pool_show_draft (DeidLocalPool *pool, guint32 d)
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
          local_pool_show_draft (pool, d);
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
      memcpy (cluster->nodes, draft->nodes, deid_local_tuples_get_box_size (clusters->tuples));
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

/* How the records of a pool are put into new drafts of k. */

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
      cost
          = (draft->size + 1) * deid_local_get_join_cost (tuples, draft->nodes, draft->cost, leaves)
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
  local_pool_place (pool, 0, best);
}

gboolean
deid_local_pool_rebuild (DeidLocalPool *pool, guint32 k, guint32 n_new, gint64 limit,
                         DeidRandom *random)
{
  local_pool_spread (pool);
  pool->n_drafts = pool->n_copies;
  for (guint32 n = 0; n < n_new; n++)
    {
      DeidLocalDraft *draft = deid_local_pool_get_draft (pool, pool->n_drafts);

      local_pool_start (pool, draft, deid_local_draw (random, pool->n_left));
      while (draft->size < k)
        {
          local_pool_grow (pool, draft, local_pool_find_cheapest (pool, random));
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

/* How the records of a pool are put into new drafts that grow until the models pass them. */

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
    return local_pool_find_cheapest (pool, random);
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
      local_pool_put_back (pool, i);
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
  local_pool_start (pool, draft, i);
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
      local_pool_grow (pool, draft, i);
    }
  rebuild_judged_take_back (pool, pool->n_drafts);
  return outcome;
}

/* Tells whether a draft passes with these nodes, and with the records that an old cluster keeps. */
static gboolean
passes_draft (DeidLocalPool *pool, guint32 d, const DeidLocalNode *nodes)
{
  local_pool_show_draft (pool, d);
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

  if (!local_pool_is_suppressed (pool, draft))
    return (gint64) ((draft->weight + weight)
                         * deid_local_get_join_cost (tuples, draft->nodes, draft->cost, leaves)
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

  if (local_pool_is_suppressed (pool, draft))
    return TRUE;
  memcpy (pool->nodes, draft->nodes, deid_local_tuples_get_box_size (pool->clusters->tuples));
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
  if (local_pool_is_suppressed (pool, draft))
    deid_local_suppression_add (pool->suppression, record);
  else
    draft->cost = deid_local_join (tuples, draft->nodes,
                                   deid_local_clusters_get_leaves (pool->clusters, record));
  draft->size++;
  draft->weight += deid_local_tuples_get_weight (tuples, record);
  pool->new_cost += (guint64) choice.cost;
  local_pool_place (pool, i, choice.draft);
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

      if (!local_pool_is_suppressed (pool, draft) && !passes_draft (pool, d, draft->nodes))
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
  local_pool_spread (pool);
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
