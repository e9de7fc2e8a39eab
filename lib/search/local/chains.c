/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/improve.h"

#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"

/* Of each tuple near a record so many records tell of clusters near it. */
#define RECORDS_OF_TUPLE 4

/* Moves that go on at each link but the last. */
#define MAX_BRANCHES 16
static const guint n_branches[DEID_LOCAL_MAX_LINKS] = { MAX_BRANCHES };

/* Starts between two checks; where classes are judged, each asks models of several. */
#define STARTS_A_CHECK        64
#define CHAINS_JUDGED_A_CHECK 1

/* A record that another one takes the place of. */
typedef struct
{
  gint64 rise; /* of the cost of its cluster */
  guint32 record;
} Branch;

gboolean
deid_local_chains_init (DeidLocalChains *chains, DeidLocalClusters *clusters,
                        const DeidLocalNeighbours *neighbours, DeidLocalJudge *judge,
                        DeidLocalChoice *choice, guint32 k, guint32 max_size, GError **error)
{
  const guint32 n = clusters->tuples->n_records;
  const guint m = clusters->tuples->n_box;

  *chains = (DeidLocalChains){
    .clusters = clusters,
    .neighbours = neighbours,
    .judge = judge,
    .choice = choice,
    .k = k,
    .max_size = max_size,
  };
  if (!deid_new_arrays (
          error, DEID_NEW (chains->others, (guint64) n * m), DEID_NEW (chains->other_costs, n),
          DEID_NEW (chains->following, (guint64) max_size * m), DEID_NEW (chains->nodes, m),
          DEID_NEW (chains->members, max_size), DEID_NEW (chains->queue, n),
          DEID_NEW (chains->is_queued, n), DEID_NEW (chains->stamps, clusters->n_places)))
    return FALSE;
  for (guint32 number = 0; number < clusters->n_places; number++)
    if (deid_local_clusters_get (clusters, number)->first != DEID_LOCAL_NONE)
      deid_local_chains_refresh (chains, number);
  return TRUE;
}

void
deid_local_chains_clear (DeidLocalChains *chains)
{
  deid_free_arrays (chains->others, chains->other_costs, chains->following, chains->nodes,
                    chains->members, chains->queue, chains->is_queued, chains->stamps);
}

/* Tells whether chains may take records from a cluster. */
static gboolean
is_open (const DeidLocalChains *chains, guint32 number)
{
  const guint32 size = deid_local_clusters_get (chains->clusters, number)->size;

  return size > 1 && size <= chains->max_size && number != chains->clusters->suppressed;
}

static DeidLocalNode *
get_others (const DeidLocalChains *chains, guint32 record)
{
  return chains->others + (gsize) record * chains->clusters->tuples->n_box;
}

/* Finds the box of all members but one, from that of the members before it, in @nodes, and of those
 * that follow; then adds it to the former. */
static void
leave_out (DeidLocalChains *chains, guint32 i, guint32 n)
{
  const DeidLocalTuples *tuples = chains->clusters->tuples;
  const gsize size = deid_local_tuples_get_box_size (tuples);
  const guint32 record = chains->members[i];
  const DeidLocalNode *leaves = deid_local_clusters_get_leaves (chains->clusters, record);
  const DeidLocalNode *following = chains->following + (gsize) (i + 1) * tuples->n_box;
  DeidLocalNode *others = get_others (chains, record);

  memcpy (others, i == 0 ? following : chains->nodes, size);
  chains->other_costs[record]
      = (guint32) (i == 0 || i + 1 == n ? deid_local_get_cost (tuples, others)
                                        : deid_local_unite (tuples, others, following));
  if (i == 0)
    deid_local_start (tuples, chains->nodes, leaves);
  else
    deid_local_join (tuples, chains->nodes, leaves);
}

void
deid_local_chains_refresh (DeidLocalChains *chains, guint32 number)
{
  const DeidLocalClusters *clusters = chains->clusters;
  const gsize size = deid_local_tuples_get_box_size (clusters->tuples);
  const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  DeidLocalNode *following;
  guint32 n = 0;

  if (!is_open (chains, number))
    return;
  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE;
       record = clusters->records[record].next)
    chains->members[n++] = record;
  for (guint32 i = n; i-- > 0;)
    {
      const DeidLocalNode *leaves = deid_local_clusters_get_leaves (clusters, chains->members[i]);

      following = chains->following + (gsize) i * clusters->tuples->n_box;
      if (i + 1 == n)
        {
          deid_local_start (clusters->tuples, following, leaves);
          continue;
        }
      memcpy (following, following + clusters->tuples->n_box, size);
      deid_local_join (clusters->tuples, following, leaves);
    }
  for (guint32 i = 0; i < n; i++)
    leave_out (chains, i, n);
}

void
deid_local_chains_push (DeidLocalChains *chains, guint32 number)
{
  const guint32 n = chains->clusters->tuples->n_records;
  guint32 record = deid_local_clusters_get (chains->clusters, number)->first;

  if (!is_open (chains, number))
    return;
  for (; record != DEID_LOCAL_NONE; record = chains->clusters->records[record].next)
    if (!chains->is_queued[record])
      {
        chains->is_queued[record] = TRUE;
        chains->queue[(chains->first_queued + (guint64) chains->n_queued++) % n] = record;
      }
}

static guint32
pop (DeidLocalChains *chains)
{
  const guint32 record = chains->queue[chains->first_queued];

  chains->first_queued = (chains->first_queued + 1) % chains->clusters->tuples->n_records;
  chains->n_queued--;
  chains->is_queued[record] = FALSE;
  return record;
}

/* Tells whether a cluster passes without a record of it and with one of another, either of which
 * may be DEID_LOCAL_NONE. */
static gboolean
chains_passes (DeidLocalChains *chains, guint32 number, guint32 without, guint32 with)
{
  const DeidLocalClusters *clusters = chains->clusters;
  const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

  if (chains->judge->is_plain)
    return with != DEID_LOCAL_NONE || cluster->size > chains->k;
  deid_local_judge_start (chains->judge);
  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE;
       record = clusters->records[record].next)
    if (record != without)
      deid_local_judge_add (chains->judge, record);
  memcpy (chains->nodes, without != DEID_LOCAL_NONE ? get_others (chains, without) : cluster->nodes,
          deid_local_tuples_get_box_size (clusters->tuples));
  if (with != DEID_LOCAL_NONE)
    {
      deid_local_judge_add (chains->judge, with);
      deid_local_join (clusters->tuples, chains->nodes,
                       deid_local_clusters_get_leaves (clusters, with));
    }
  return deid_local_judge_passes (chains->judge, chains->nodes);
}

static gint64
chains_get_cost (const DeidLocalCluster *cluster)
{
  return (gint64) (cluster->weight * cluster->cost);
}

/* Returns: by how much the cost of a cluster rises if a record takes the place of one of its own.
 */
static gint64
chains_get_rise (const DeidLocalChains *chains, const DeidLocalCluster *cluster, guint32 without,
                 guint32 with)
{
  const DeidLocalTuples *tuples = chains->clusters->tuples;
  const guint64 weight = cluster->weight - deid_local_tuples_get_weight (tuples, without)
                         + deid_local_tuples_get_weight (tuples, with);

  return (gint64) (weight
                   * deid_local_get_join_cost (
                       tuples, get_others (chains, without), chains->other_costs[without],
                       deid_local_clusters_get_leaves (chains->clusters, with)))
         - chains_get_cost (cluster);
}

/* Returns: by how much it rises if it takes a record in. */
static gint64
get_rise_with (const DeidLocalChains *chains, const DeidLocalCluster *cluster, guint32 with)
{
  const DeidLocalTuples *tuples = chains->clusters->tuples;

  return (gint64) ((cluster->weight + deid_local_tuples_get_weight (tuples, with))
                   * deid_local_get_join_cost (
                       tuples, cluster->nodes, cluster->cost,
                       deid_local_clusters_get_leaves (chains->clusters, with)))
         - chains_get_cost (cluster);
}

/* Keeps the chain up to a link if none was better. */
static void
take_chain (DeidLocalChains *chains, guint link, guint32 target, gint64 rise)
{
  chains->links[link].target = target;
  chains->best = rise;
  chains->n_links = link + 1;
  memcpy (chains->best_links, chains->links, sizeof chains->links);
}

/* Has the record of a link take the place of the first one. */
static void
close_chain (DeidLocalChains *chains, guint link, gint64 rise)
{
  const DeidLocalCluster *start = deid_local_clusters_get (chains->clusters, chains->start);
  const guint32 first = chains->links[0].record, record = chains->links[link].record;

  rise += chains_get_rise (chains, start, first, record);
  chains->n_compared++;
  if (rise < chains->best && chains_passes (chains, chains->start, first, record))
    take_chain (chains, link, chains->start, rise);
}

/* Has a cluster take in the record of a link. */
static void
end_chain (DeidLocalChains *chains, guint link, guint32 target, gint64 rise)
{
  rise += get_rise_with (chains, deid_local_clusters_get (chains->clusters, target),
                         chains->links[link].record)
          - chains->most;
  chains->n_compared++;
  if (rise < chains->best
      && chains_passes (chains, target, DEID_LOCAL_NONE, chains->links[link].record))
    take_chain (chains, link, target, rise);
}

/* Puts a branch among the best ones. Returns: their number. */
static guint
chains_offer (Branch *branches, guint n, guint max, Branch branch)
{
  guint i = n;

  if (n == max)
    {
      if (branch.rise >= branches[n - 1].rise)
        return n;
      i = --n;
    }
  for (; i > 0 && branches[i - 1].rise > branch.rise; i--)
    branches[i] = branches[i - 1];
  branches[i] = branch;
  return n + 1;
}

/* Finds the records of a cluster that the record of a link may best take the place of. */
static guint
add_branches (DeidLocalChains *chains, guint link, guint32 target, gint64 rise, Branch *branches,
              guint n)
{
  const DeidLocalRecord *records = chains->clusters->records;
  const DeidLocalCluster *cluster = deid_local_clusters_get (chains->clusters, target);
  const guint32 moving = chains->links[link].record;

  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE; record = records[record].next)
    {
      Branch branch = { 0, record };

      if (records[record].tuple == records[moving].tuple)
        continue;
      chains->n_compared++;
      branch.rise = chains_get_rise (chains, cluster, record, moving);
      if (rise + branch.rise < chains->most)
        n = chains_offer (branches, n, n_branches[link], branch);
    }
  return n;
}

/* Tells whether a cluster is to be looked at by a link: for the first time, and in no other link.
 */
static gboolean
is_new (DeidLocalChains *chains, guint link, guint32 number)
{
  if (chains->stamps[number] == chains->stamp || number == chains->start
      || number == chains->clusters->suppressed)
    return FALSE;
  for (guint i = 0; i < link; i++)
    if (chains->links[i].target == number)
      return FALSE;
  chains->stamps[number] = chains->stamp;
  return TRUE;
}

/* Looks at clusters near the record of a link. Returns: how many moves go on. */
static guint
find_branches (DeidLocalChains *chains, guint link, gint64 rise, Branch *branches)
{
  const DeidLocalTuples *tuples = chains->clusters->tuples;
  const guint32 own = chains->clusters->records[chains->links[link].record].tuple;
  const guint32 *list = deid_local_neighbours_get (chains->neighbours, own);
  guint n = 0;

  chains->stamp++;
  for (guint i = 0; i <= chains->neighbours->n; i++)
    {
      const guint32 tuple = i == 0 ? own : list[i - 1];
      const guint32 n_records = MIN (deid_local_tuples_count (tuples, tuple), RECORDS_OF_TUPLE);

      for (guint32 j = 0; j < n_records; j++)
        {
          const guint32 record = tuples->first_records[tuple] + j;
          const guint32 target = chains->clusters->records[record].cluster;

          if (!is_new (chains, link, target))
            continue;
          if (chains->may_leave)
            end_chain (chains, link, target, rise);
          if (link + 1 < DEID_LOCAL_MAX_LINKS && is_open (chains, target))
            n = add_branches (chains, link, target, rise, branches, n);
        }
    }
  return n;
}

/* Goes on with the record of a link, where the links before it make the cost rise by @rise. */
static void
chains_go_on (DeidLocalChains *chains, guint link, gint64 rise)
{
  Branch branches[MAX_BRANCHES];
  guint n;

  if (link > 0)
    close_chain (chains, link, rise);
  n = find_branches (chains, link, rise, branches);
  for (guint i = 0; i < n && link + 1 < DEID_LOCAL_MAX_LINKS && chains->best == 0; i++)
    {
      const guint32 record = branches[i].record;
      const guint32 target = chains->clusters->records[record].cluster;

      if (!chains->judge->is_plain
          && !chains_passes (chains, target, record, chains->links[link].record))
        continue;
      chains->links[link].target = target;
      chains->links[link + 1].record = record;
      chains_go_on (chains, link + 1, rise + branches[i].rise);
    }
}

static void
change (DeidLocalChains *chains, guint32 number)
{
  deid_local_clusters_tighten (chains->clusters, number);
  deid_local_chains_refresh (chains, number);
  deid_local_chains_push (chains, number);
}

static void
move_records (DeidLocalChains *chains)
{
  const DeidLocalLink *links = chains->best_links;

  for (guint i = 0; i < chains->n_links; i++)
    {
      deid_local_choice_note_cluster (chains->choice, links[i].target);
      deid_local_choice_note_record (chains->choice, links[i].record,
                                     chains->clusters->records[links[i].record].cluster);
    }
  for (guint i = 0; i < chains->n_links; i++)
    deid_local_clusters_unlink (chains->clusters, links[i].record);
  for (guint i = 0; i < chains->n_links; i++)
    deid_local_clusters_link (chains->clusters, links[i].target, links[i].record);
  change (chains, chains->start);
  for (guint i = 0; i < chains->n_links; i++)
    if (links[i].target != chains->start)
      change (chains, links[i].target);
}

/* Looks for a chain that starts with a record. Returns: whether there was one. */
static gboolean
start_chain (DeidLocalChains *chains, guint32 record)
{
  const guint32 number = chains->clusters->records[record].cluster;
  const DeidLocalCluster *cluster = deid_local_clusters_get (chains->clusters, number);
  guint64 weight;

  if (!is_open (chains, number))
    return FALSE;
  chains->start = number;
  chains->may_leave = chains_passes (chains, number, record, DEID_LOCAL_NONE);
  weight = cluster->weight - deid_local_tuples_get_weight (chains->clusters->tuples, record)
           + !chains->may_leave;
  chains->most = chains_get_cost (cluster) - (gint64) (weight * chains->other_costs[record]);
  if (chains->most <= 0)
    return FALSE;
  chains->best = 0;
  chains->links[0].record = record;
  chains_go_on (chains, 0, 0);
  if (chains->best < 0)
    move_records (chains);
  return chains->best < 0;
}

gboolean
deid_local_chains_follow (DeidLocalChains *chains, guint64 max_compared, const DeidStop *stop,
                          GError **error)
{
  const guint64 end = chains->n_compared + max_compared;
  const guint starts_a_check = chains->judge->is_plain ? STARTS_A_CHECK : CHAINS_JUDGED_A_CHECK;
  gboolean success = deid_local_judge_check (chains->judge, stop, error);

  for (guint64 n = 1; success && chains->n_queued > 0 && chains->n_compared < end; n++)
    {
      const guint32 record = pop (chains);

      while (chains->n_compared < end && start_chain (chains, record))
        ;
      if (n % starts_a_check == 0)
        success = deid_local_judge_check (chains->judge, stop, error);
    }
  while (chains->n_queued > 0)
    pop (chains);
  return success;
}
