/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/improve.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

gboolean
deid_local_choice_init (DeidLocalChoice *choice, DeidLocalClusters *clusters, guint32 least,
                        GError **error)
{
  const guint32 n_records = clusters->tuples->n_records, n_places = clusters->n_places;

  *choice = (DeidLocalChoice){ .clusters = clusters, .least = least };
  if (!deid_new_arrays (error, DEID_NEW (choice->origins, n_records),
                        DEID_NEW (choice->moved, n_records), DEID_NEW (choice->places, n_places),
                        DEID_NEW (choice->changed, n_places),
                        DEID_NEW (choice->parents, 2 * (guint64) n_places),
                        DEID_NEW (choice->rises, 2 * (guint64) n_places)))
    return FALSE;
  choice->old = deid_alloc (n_places, clusters->stride, error);
  for (guint32 record = 0; record < n_records; record++)
    choice->origins[record] = DEID_LOCAL_NONE;
  for (guint32 number = 0; number < n_places; number++)
    choice->places[number] = DEID_LOCAL_NONE;
  return choice->old != NULL;
}

void
deid_local_choice_clear (DeidLocalChoice *choice)
{
  deid_free_arrays (choice->origins, choice->moved, choice->places, choice->changed, choice->old,
                    choice->parents, choice->rises);
}

void
deid_local_choice_start (DeidLocalChoice *choice)
{
  while (choice->n_moved > 0)
    choice->origins[choice->moved[--choice->n_moved]] = DEID_LOCAL_NONE;
  while (choice->n_changed > 0)
    choice->places[choice->changed[--choice->n_changed].number] = DEID_LOCAL_NONE;
}

static DeidLocalCluster *
get_old (const DeidLocalChoice *choice, guint32 place)
{
  return (DeidLocalCluster *) (gpointer) (choice->old + place * choice->clusters->stride);
}

static gboolean
exists (const DeidLocalChoice *choice, guint32 number)
{
  return deid_local_clusters_get (choice->clusters, number)->first != DEID_LOCAL_NONE;
}

/* Returns: where a cluster is among those that were changed, in which it must not be yet. */
static guint32
choice_note (DeidLocalChoice *choice, guint32 number, gboolean was)
{
  const guint32 place = choice->n_changed++;

  choice->places[number] = place;
  choice->changed[place]
      = (DeidLocalChanged){ .number = number, .was = was, .back = DEID_LOCAL_NONE };
  return place;
}

void
deid_local_choice_note_cluster (DeidLocalChoice *choice, guint32 number)
{
  if (choice->places[number] == DEID_LOCAL_NONE)
    memcpy (get_old (choice, choice_note (choice, number, TRUE)),
            deid_local_clusters_get (choice->clusters, number), choice->clusters->stride);
}

/* Notes a cluster that was just made. */
static void
local_choice_note_new (DeidLocalChoice *choice, guint32 number)
{
  if (choice->places[number] == DEID_LOCAL_NONE)
    choice_note (choice, number, FALSE);
}

void
deid_local_choice_note_record (DeidLocalChoice *choice, guint32 record, guint32 cluster)
{
  deid_local_choice_note_cluster (choice, cluster);
  if (choice->origins[record] != DEID_LOCAL_NONE)
    return;
  choice->origins[record] = cluster;
  choice->moved[choice->n_moved++] = record;
}

void
deid_local_choice_commit (DeidLocalChoice *choice, DeidLocalPool *pool)
{
  for (guint32 i = 0; i < pool->n_records; i++)
    deid_local_choice_note_record (choice, pool->records[i], pool->origins[i]);
  for (guint32 c = 0; c < pool->n_copies; c++)
    deid_local_choice_note_cluster (choice, deid_local_pool_get_draft (pool, c)->number);
  deid_local_pool_commit (pool);
  for (guint32 d = 0; d < pool->n_drafts; d++)
    if (deid_local_pool_get_draft (pool, d)->number != DEID_LOCAL_NONE)
      local_choice_note_new (choice, deid_local_pool_get_draft (pool, d)->number);
}

/* Returns: the root of a node of the forest; paths are halved on the way. */
static guint32
choice_find_root (guint32 *parents, guint32 node)
{
  while (parents[node] != node)
    node = parents[node] = parents[parents[node]];
  return node;
}

static void
choice_join (DeidLocalChoice *choice, guint32 a, guint32 b)
{
  choice->parents[choice_find_root (choice->parents, a)] = choice_find_root (choice->parents, b);
}

/* A record that moved: where from, where to, by places among what was changed. */
typedef struct
{
  guint32 from;
  guint32 to;
} Move;

/* Tells whether a record is elsewhere than it was. */
static gboolean
has_moved (const DeidLocalChoice *choice, guint32 record, Move *move)
{
  *move = (Move){ choice->places[choice->origins[record]],
                  choice->places[choice->clusters->records[record].cluster] };
  return move->from != move->to;
}

static void
find_kept (DeidLocalChoice *choice)
{
  const gsize size = deid_local_tuples_get_box_size (choice->clusters->tuples);
  Move move;

  for (guint32 i = 0; i < choice->n_changed; i++)
    choice->changed[i].n_staying = choice->changed[i].was ? get_old (choice, i)->size : 0;
  for (guint32 i = 0; i < choice->n_moved; i++)
    if (has_moved (choice, choice->moved[i], &move))
      choice->changed[move.from].n_staying--;
  for (guint32 i = 0; i < choice->n_changed; i++)
    {
      DeidLocalChanged *changed = &choice->changed[i];

      changed->is_kept
          = changed->n_staying >= MAX (choice->least, 1)
            && memcmp (get_old (choice, i)->nodes,
                       deid_local_clusters_get (choice->clusters, changed->number)->nodes, size)
                   == 0;
    }
}

/* Joins clusters before and after that share records, but for those that are kept. */
static void
find_parts (DeidLocalChoice *choice)
{
  const DeidLocalChanged *changed = choice->changed;
  Move move;

  for (guint32 i = 0; i < choice->n_changed; i++)
    {
      choice->parents[2 * i] = 2 * i;
      choice->parents[2 * i + 1] = 2 * i + 1;
      choice->rises[2 * i] = choice->rises[2 * i + 1] = 0;
      if (changed[i].n_staying > 0 && !changed[i].is_kept)
        choice_join (choice, 2 * i, 2 * i + 1);
    }
  for (guint32 i = 0; i < choice->n_moved; i++)
    if (has_moved (choice, choice->moved[i], &move) && !changed[move.from].is_kept
        && !changed[move.to].is_kept)
      choice_join (choice, 2 * move.from, 2 * move.to + 1);
}

/* Returns: the root of the part that a record that moved is in, or DEID_LOCAL_NONE if it went from
 * one cluster that is kept to another. */
static guint32
choice_find_part (const DeidLocalChoice *choice, Move move)
{
  if (!choice->changed[move.to].is_kept)
    return choice_find_root (choice->parents, 2 * move.to + 1);
  if (!choice->changed[move.from].is_kept)
    return choice_find_root (choice->parents, 2 * move.from);
  return DEID_LOCAL_NONE;
}

static gint64
choice_get_cost (const DeidLocalCluster *cluster)
{
  return (gint64) (cluster->weight * cluster->cost);
}

static gint64
get_rise_of_record (const DeidLocalChoice *choice, guint32 record, Move move)
{
  const DeidLocalChanged *from = &choice->changed[move.from], *to = &choice->changed[move.to];
  const gint64 weight = deid_local_tuples_get_weight (choice->clusters->tuples, record);
  gint64 rise = 0;

  if (to->is_kept)
    rise += (gint64) deid_local_clusters_get (choice->clusters, to->number)->cost;
  if (from->is_kept)
    rise -= (gint64) get_old (choice, move.from)->cost;
  return weight * rise;
}

static void
add_rises (DeidLocalChoice *choice)
{
  Move move;

  for (guint32 i = 0; i < choice->n_changed; i++)
    {
      const DeidLocalChanged *changed = &choice->changed[i];

      if (changed->is_kept)
        continue;
      if (changed->was)
        choice->rises[choice_find_root (choice->parents, 2 * i)]
            -= choice_get_cost (get_old (choice, i));
      if (exists (choice, changed->number))
        choice->rises[choice_find_root (choice->parents, 2 * i + 1)]
            += choice_get_cost (deid_local_clusters_get (choice->clusters, changed->number));
    }
  for (guint32 i = 0; i < choice->n_moved; i++)
    if (has_moved (choice, choice->moved[i], &move))
      {
        const guint32 part = choice_find_part (choice, move);

        if (part != DEID_LOCAL_NONE)
          choice->rises[part] += get_rise_of_record (choice, choice->moved[i], move);
      }
}

/* Returns: how many records go back: they come first among those that moved. */
static guint32
find_returning (DeidLocalChoice *choice)
{
  guint32 n = 0;
  Move move;

  for (guint32 i = 0; i < choice->n_moved; i++)
    {
      const guint32 record = choice->moved[i];
      guint32 part;

      if (!has_moved (choice, record, &move))
        continue;
      part = choice_find_part (choice, move);
      if ((part != DEID_LOCAL_NONE ? choice->rises[part]
                                   : get_rise_of_record (choice, record, move))
          <= 0)
        continue;
      choice->moved[i] = choice->moved[n];
      choice->moved[n++] = record;
    }
  return n;
}

/* Takes records that go back out of their clusters, and closes those that are then empty. */
static void
take_out (DeidLocalChoice *choice, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 number = choice->clusters->records[choice->moved[i]].cluster;

      deid_local_clusters_unlink (choice->clusters, choice->moved[i]);
      if (!exists (choice, number))
        deid_local_clusters_close (choice->clusters, number);
    }
}

static void
put_back (DeidLocalChoice *choice, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 record = choice->moved[i];
      DeidLocalChanged *changed = &choice->changed[choice->places[choice->origins[record]]];

      if (changed->back == DEID_LOCAL_NONE)
        changed->back = changed->n_staying > 0 ? changed->number
                                               : deid_local_clusters_open (choice->clusters);
      deid_local_clusters_link (choice->clusters, changed->back, record);
    }
}

void
deid_local_choice_end (DeidLocalChoice *choice)
{
  guint32 n_returning;

  find_kept (choice);
  find_parts (choice);
  add_rises (choice);
  n_returning = find_returning (choice);
  take_out (choice, n_returning);
  put_back (choice, n_returning);
  for (guint32 i = 0; n_returning > 0 && i < choice->n_changed; i++)
    {
      const DeidLocalChanged *changed = &choice->changed[i];

      if (exists (choice, changed->number))
        deid_local_clusters_tighten (choice->clusters, changed->number);
      if (changed->back != DEID_LOCAL_NONE && changed->back != changed->number)
        deid_local_clusters_tighten (choice->clusters, changed->back);
    }
}

/* The part of all steps, and steps for each record, that ruin and recreate takes at most. */
#define RUIN_PARTS    4
#define RUIN_A_RECORD 64

/* Comparisons of chains that count as a step. */
#define COMPARISONS_A_STEP 48

/* One of so many clusters is put together anew in a round, and rounds of each part of the table
 * between looks for clusters with the same nodes. */
#define CLUSTERS_A_KICK 16
#define ROUNDS_A_MERGE  16

/* How often a table is divided in parts for ruin and recreate, and for chains; these start from all
 * records the first few times. */
#define RUIN_DIVISIONS     2
#define CHAIN_DIVISIONS    5
#define IMPROVE_N_DESCENTS 2

typedef struct
{
  DeidLocalRuin *ruin;
  DeidLocalChoice choice;
  DeidLocalChains chains;
  guint64 first_step;
  guint64 n_steps; /* to be taken in all */
  guint64 n_rounds;
} Improvement;

static gboolean
improve_has_ended (const Improvement *improvement)
{
  return improvement->ruin->n_steps - improvement->first_step >= improvement->n_steps;
}

/* Follows chains from all that is pushed. */
static gboolean
improve_follow (Improvement *improvement, const DeidStop *stop, GError **error)
{
  DeidLocalRuin *ruin = improvement->ruin;
  DeidLocalChains *chains = &improvement->chains;
  const guint64 n_before = chains->n_compared;
  const guint64 n_left = improvement->n_steps - (ruin->n_steps - improvement->first_step);
  const gboolean success
      = deid_local_chains_follow (chains, n_left * COMPARISONS_A_STEP, stop, error);

  ruin->n_steps += MIN (n_left, (chains->n_compared - n_before) / COMPARISONS_A_STEP + 1);
  return success;
}

static void
refresh_all (Improvement *improvement)
{
  for (guint32 number = 0; number < improvement->ruin->clusters.n_places; number++)
    if (deid_local_clusters_get (&improvement->ruin->clusters, number)->first != DEID_LOCAL_NONE)
      deid_local_chains_refresh (&improvement->chains, number);
}

/* Follows chains from all records of a part of the table. */
static gboolean
improve_descend (Improvement *improvement, guint32 first, guint32 n, const DeidStop *stop,
                 GError **error)
{
  const DeidLocalClusters *clusters = &improvement->ruin->clusters;

  deid_local_choice_start (&improvement->choice);
  for (guint32 record = first; record < first + n; record++)
    deid_local_chains_push (&improvement->chains, clusters->records[record].cluster);
  return improve_follow (improvement, stop, error);
}

/* Puts a few clusters together anew. */
static void
kick (Improvement *improvement, guint32 first, guint32 n)
{
  DeidLocalPool *pool = &improvement->ruin->pool;

  if (!deid_local_ruin_plan_kick (improvement->ruin, first, n))
    return;
  deid_local_choice_commit (&improvement->choice, pool);
  for (guint32 d = 0; d < pool->n_drafts; d++)
    {
      const DeidLocalDraft *draft = deid_local_pool_get_draft (pool, d);

      if (draft->number == DEID_LOCAL_NONE)
        continue;
      deid_local_chains_refresh (&improvement->chains, draft->number);
      deid_local_chains_push (&improvement->chains, draft->number);
    }
}

static void
improve_choose (Improvement *improvement)
{
  DeidLocalChoice *choice = &improvement->choice;

  deid_local_choice_end (choice);
  for (guint32 i = 0; i < choice->n_changed; i++)
    {
      const guint32 numbers[] = { choice->changed[i].number, choice->changed[i].back };

      for (guint j = 0; j < G_N_ELEMENTS (numbers); j++)
        if (numbers[j] != DEID_LOCAL_NONE)
          deid_local_chains_refresh (&improvement->chains, numbers[j]);
    }
}

static gboolean
take_round (Improvement *improvement, guint32 first, guint32 n, const DeidStop *stop,
            GError **error)
{
  DeidLocalRuin *ruin = improvement->ruin;
  const guint64 n_kicks
      = (guint64) ruin->clusters.n_clusters * n / ruin->tuples.n_records / CLUSTERS_A_KICK + 1;
  gboolean success = TRUE;

  if (++improvement->n_rounds % (ROUNDS_A_MERGE * deid_local_ruin_count_parts (ruin)) == 0)
    {
      deid_local_clusters_merge (&ruin->clusters);
      refresh_all (improvement);
    }
  deid_local_tallies_forget (&ruin->pool.tallies);
  deid_local_choice_start (&improvement->choice);
  for (guint64 i = 0; success && i < n_kicks; i++)
    {
      kick (improvement, first, n);
      success = deid_local_judge_check (&ruin->judge, stop, error);
    }
  success = success && improve_follow (improvement, stop, error);
  improve_choose (improvement);
  if (ruin->report != NULL)
    ruin->report (ruin->report_data);
  return success;
}

/* Follows chains from all records, part by part. */
static gboolean
descend_all (Improvement *improvement, const DeidStop *stop, GError **error)
{
  const DeidLocalRuin *ruin = improvement->ruin;
  const guint n_parts = deid_local_ruin_count_parts (ruin);
  guint32 first, n;

  for (guint part = 0; part < n_parts && !improve_has_ended (improvement); part++)
    {
      deid_local_ruin_get_part (ruin, part, &first, &n);
      if (!improve_descend (improvement, first, n, stop, error))
        return FALSE;
    }
  return TRUE;
}

/* Takes rounds of one part after the other. */
static gboolean
take_rounds (Improvement *improvement, const DeidStop *stop, GError **error)
{
  const DeidLocalRuin *ruin = improvement->ruin;
  const guint n_parts = deid_local_ruin_count_parts (ruin);
  guint32 first, n;

  for (guint part = 0; !improve_has_ended (improvement); part = (part + 1) % n_parts)
    {
      deid_local_ruin_get_part (ruin, part, &first, &n);
      if (!take_round (improvement, first, n, stop, error))
        return FALSE;
    }
  return TRUE;
}

/* Follows chains, from all records first if so wanted, and then takes rounds. */
static gboolean
improve_by_chains (DeidLocalRuin *ruin, gboolean from_all, guint64 n_steps, const DeidStop *stop,
                   GError **error)
{
  DeidLocalClusters *clusters = &ruin->clusters;
  Improvement improvement = { .ruin = ruin, .first_step = ruin->n_steps, .n_steps = n_steps };
  const gboolean success
      = deid_local_choice_init (&improvement.choice, clusters,
                                ruin->judge.is_plain ? ruin->k : G_MAXUINT32, error)
        && deid_local_chains_init (&improvement.chains, clusters, &ruin->neighbours, &ruin->judge,
                                   &improvement.choice, ruin->k, ruin->pool.max_records, error)
        && (!from_all || descend_all (&improvement, stop, error))
        && take_rounds (&improvement, stop, error);

  deid_local_chains_clear (&improvement.chains);
  deid_local_choice_clear (&improvement.choice);
  deid_local_clusters_merge (clusters);
  return success;
}

static gboolean
descend_and_iterate (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  return improve_by_chains (ruin, TRUE, n_steps, stop, error);
}

static gboolean
improve_iterate (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  return improve_by_chains (ruin, FALSE, n_steps, stop, error);
}

/* Ruin and recreate in parts, which are others now and then while it cools. */
static gboolean
recreate_parts (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  DeidLocalCooling whole;
  gboolean success = TRUE;

  deid_local_ruin_start_cooling (ruin, n_steps);
  whole = ruin->cooling;
  for (guint i = 0; success && i < RUIN_DIVISIONS; i++)
    {
      deid_local_cooling_set (&whole, i, RUIN_DIVISIONS);
      deid_local_cooling_start (&ruin->cooling, whole.temperature, whole.halvings / RUIN_DIVISIONS);
      success
          = deid_local_parts_run (ruin, deid_local_ruin_take_steps,
                                  deid_local_share_steps (n_steps, i, RUIN_DIVISIONS), stop, error);
    }
  return success;
}

static gboolean
improve_parts (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  gboolean success = TRUE;

  for (guint i = 0; success && i < CHAIN_DIVISIONS; i++)
    success = deid_local_parts_run (
        ruin, i < IMPROVE_N_DESCENTS ? descend_and_iterate : improve_iterate,
        deid_local_share_steps (n_steps, i, CHAIN_DIVISIONS), stop, error);
  return success;
}

/* What is suppressed stays so. */
static gboolean
improve_kept (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  DeidLocalSuppression *suppression = ruin->pool.suppression;
  gboolean success;

  ruin->pool.suppression = NULL;
  success = deid_local_parts_suit (ruin) ? improve_parts (ruin, n_steps, stop, error)
                                         : descend_and_iterate (ruin, n_steps, stop, error);
  ruin->pool.suppression = suppression;
  return success;
}

static gboolean
improve_recreate (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  return deid_local_parts_suit (ruin) ? recreate_parts (ruin, n_steps, stop, error)
                                      : deid_local_ruin_run (ruin, n_steps, stop, error);
}

gboolean
deid_local_improve (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  const guint64 n_ruins
      = MIN (n_steps / RUIN_PARTS, (guint64) RUIN_A_RECORD * ruin->tuples.n_records);

  if (ruin->judge.closure == DEID_CLOSURE_NONE)
    return deid_local_ruin_run (ruin, n_steps, stop, error);
  return (n_ruins == 0 || improve_recreate (ruin, n_ruins, stop, error))
         && (n_steps == 0 || improve_kept (ruin, n_steps - n_ruins, stop, error));
}
