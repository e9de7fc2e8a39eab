/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/seeds.h"

#include "base/arrays.h"
#include "base/memory.h"

/* A record without a neighbour in a cluster looks at so many records on each side of it. */
#define SEEDS_REACH 64

/* A tuple by the distance within which k free records lie, as it was when it was last looked at. */
typedef struct
{
  guint32 radius;
  guint32 tuple;
} SeedsEntry;

typedef struct
{
  DeidLocalClusters *clusters;
  const DeidLocalTuples *tuples;
  const DeidLocalNeighbours *neighbours;
  DeidLocalJudge *judge;
  gboolean has_ceiling;
  guint32 forbidden; /* what no record may cost */
  guint32 k;         /* records that a cluster has, more or less */
  guint32 *n_free;   /* of each tuple, its records that are in no cluster, the last ones of it */
  SeedsEntry *heap;
  guint32 n_heap;
} Seeding;

static gboolean
seeds_comes_before (const SeedsEntry *a, const SeedsEntry *b)
{
  return a->radius != b->radius ? a->radius < b->radius : a->tuple < b->tuple;
}

static void
seeds_sift_down (Seeding *seeding, guint32 place)
{
  const SeedsEntry entry = seeding->heap[place];

  for (;;)
    {
      guint32 child = 2 * place + 1;

      if (child + 1 < seeding->n_heap
          && seeds_comes_before (&seeding->heap[child + 1], &seeding->heap[child]))
        child++;
      if (child >= seeding->n_heap || !seeds_comes_before (&seeding->heap[child], &entry))
        break;
      seeding->heap[place] = seeding->heap[child];
      place = child;
    }
  seeding->heap[place] = entry;
}

/* Returns: the distance, or %G_MAXUINT32 if there are not so many neighbours. */
static guint32
find_radius (const Seeding *seeding, guint32 tuple)
{
  const guint32 *list = deid_local_neighbours_get (seeding->neighbours, tuple);
  guint32 n = seeding->n_free[tuple];

  if (n == 0)
    return G_MAXUINT32;
  if (n >= seeding->k)
    return 0;
  for (guint i = 0; i < seeding->neighbours->n && list[i] != tuple; i++)
    {
      n += seeding->n_free[list[i]];
      if (n >= seeding->k)
        {
          const guint32 distance = deid_local_tuples_get_distance (seeding->tuples, tuple, list[i]);

          return distance < seeding->forbidden ? distance : G_MAXUINT32;
        }
    }
  return G_MAXUINT32;
}

/* Returns: the first of the free records of a tuple. */
static guint32
get_free (const Seeding *seeding, guint32 tuple)
{
  return seeding->tuples->first_records[tuple + 1] - seeding->n_free[tuple];
}

static void
take_record (Seeding *seeding, guint32 cluster, guint32 tuple)
{
  const guint32 record = get_free (seeding, tuple);

  deid_local_clusters_add (seeding->clusters, cluster, record);
  seeding->n_free[tuple]--;
  if (!seeding->judge->is_plain)
    deid_local_judge_add (seeding->judge, record);
}

/* Returns: the free neighbour of a tuple that costs its cluster least, if @is_wanted of those that
 * the class wants; or DEID_LOCAL_NONE. */
static guint32
seeds_find_next (const Seeding *seeding, const DeidLocalCluster *cluster, guint32 tuple,
                 gboolean is_wanted)
{
  const guint32 *list = deid_local_neighbours_get (seeding->neighbours, tuple);
  guint32 best = DEID_LOCAL_NONE;
  guint64 least = seeding->forbidden;

  for (guint i = 0; i < seeding->neighbours->n; i++)
    if (seeding->n_free[list[i]] > 0)
      {
        const guint64 cost = deid_local_get_join_cost (
            seeding->tuples, cluster->nodes, deid_local_tuples_get (seeding->tuples, list[i]));

        if (cost < least
            && (!is_wanted || deid_local_judge_wants (seeding->judge, get_free (seeding, list[i]))))
          {
            least = cost;
            best = list[i];
          }
      }
  return best;
}

/* Makes a cluster of a tuple that has enough neighbours. */
static void
take_cluster (Seeding *seeding, guint32 tuple)
{
  const guint32 number = deid_local_clusters_open (seeding->clusters);
  const DeidLocalCluster *cluster = deid_local_clusters_get (seeding->clusters, number);

  while (cluster->size < seeding->k)
    take_record (seeding, number,
                 seeding->n_free[tuple] > 0 ? tuple
                                            : seeds_find_next (seeding, cluster, tuple, FALSE));
}

/* The same where classes are judged: as far as it goes by records that the class wants. */
static void
take_judged (Seeding *seeding, guint32 tuple)
{
  const guint32 number = deid_local_clusters_open (seeding->clusters);
  const DeidLocalCluster *cluster = deid_local_clusters_get (seeding->clusters, number);

  deid_local_judge_start (seeding->judge);
  take_record (seeding, number, tuple);
  while (!deid_local_judge_passes (seeding->judge, cluster->nodes))
    {
      guint32 next;

      deid_local_judge_aim (seeding->judge);
      next = seeding->n_free[tuple] > 0
                     && deid_local_judge_wants (seeding->judge, get_free (seeding, tuple))
                 ? tuple
                 : seeds_find_next (seeding, cluster, tuple, TRUE);
      if (next == DEID_LOCAL_NONE && cluster->size < seeding->k)
        next
            = seeding->n_free[tuple] > 0 ? tuple : seeds_find_next (seeding, cluster, tuple, FALSE);
      if (next == DEID_LOCAL_NONE)
        break;
      take_record (seeding, number, next);
    }
}

/* Radii only grow, so that a tuple whose radius has grown is put back. */
static gboolean
take_clusters (Seeding *seeding, const DeidStop *stop, GError **error)
{
  guint64 n_steps = 0;

  while (seeding->n_heap > 0)
    {
      SeedsEntry *top = &seeding->heap[0];
      const guint32 radius = find_radius (seeding, top->tuple);

      if (n_steps++ % 4096 == 0 && !deid_stop_check (stop, error))
        return FALSE;
      if (radius == G_MAXUINT32)
        *top = seeding->heap[--seeding->n_heap];
      else if (radius > top->radius)
        top->radius = radius;
      else if (seeding->judge->is_plain)
        take_cluster (seeding, top->tuple);
      else
        take_judged (seeding, top->tuple);
      seeds_sift_down (seeding, 0);
    }
  return TRUE;
}

/* The cluster in which a record costs least. */
typedef struct
{
  const DeidLocalNode *leaves;
  guint32 weight;
  guint32 cluster;
  gint64 cost;
} SeedsChoice;

static void
seeds_consider (const Seeding *seeding, guint32 number, SeedsChoice *choice)
{
  const DeidLocalCluster *cluster;
  guint64 joined;
  gint64 cost;

  if (number == DEID_LOCAL_NONE || number == choice->cluster)
    return;
  cluster = deid_local_clusters_get (seeding->clusters, number);
  joined = deid_local_get_join_cost (seeding->tuples, cluster->nodes, choice->leaves);
  if (joined >= seeding->forbidden)
    return;
  cost = (gint64) ((cluster->weight + choice->weight) * joined - cluster->weight * cluster->cost);
  if (choice->cluster != DEID_LOCAL_NONE && cost >= choice->cost)
    return;
  choice->cluster = number;
  choice->cost = cost;
}

/* Looks at the clusters of the first records of its neighbours, and of those near in number.
 * Returns: the cheapest, or DEID_LOCAL_NONE. */
static guint32
choose_cluster (const Seeding *seeding, guint32 tuple, guint32 record)
{
  const DeidLocalRecord *records = seeding->clusters->records;
  const guint32 *list = deid_local_neighbours_get (seeding->neighbours, tuple);
  const guint32 n = seeding->tuples->n_records;
  SeedsChoice choice = { .leaves = deid_local_tuples_get (seeding->tuples, tuple),
                         .weight = deid_local_tuples_get_weight (seeding->tuples, record),
                         .cluster = DEID_LOCAL_NONE };

  for (guint i = 0; i < seeding->neighbours->n; i++)
    seeds_consider (seeding, records[seeding->tuples->first_records[list[i]]].cluster, &choice);
  for (guint32 i = record > SEEDS_REACH ? record - SEEDS_REACH : 0;
       i < n && i <= record + SEEDS_REACH; i++)
    seeds_consider (seeding, records[i].cluster, &choice);
  for (guint32 i = 0; i < n && !seeding->has_ceiling && choice.cluster == DEID_LOCAL_NONE; i++)
    seeds_consider (seeding, records[i].cluster, &choice);
  return choice.cluster;
}

static gboolean
take_rest (Seeding *seeding, const DeidStop *stop, GError **error)
{
  for (guint32 tuple = 0; tuple < seeding->tuples->n_tuples; tuple++)
    {
      if (tuple % 4096 == 0 && !deid_stop_check (stop, error))
        return FALSE;
      while (seeding->n_free[tuple] > 0)
        {
          guint32 number = choose_cluster (seeding, tuple, get_free (seeding, tuple));

          if (number == DEID_LOCAL_NONE)
            number = deid_local_clusters_open (seeding->clusters);
          take_record (seeding, number, tuple);
        }
    }
  return TRUE;
}

/* As many as there are among the neighbours, if that will do. */
static guint32
choose_size (const DeidLocalJudge *judge, const DeidLocalNeighbours *neighbours)
{
  const guint32 few = MIN (judge->size, MAX (neighbours->n / 2, 1));

  if (judge->is_plain)
    return judge->k;
  return judge->tuples->counts == NULL ? MAX (judge->k, few) : few;
}

gboolean
deid_local_seed (DeidLocalClusters *clusters, const DeidLocalNeighbours *neighbours,
                 DeidLocalJudge *judge, const DeidStop *stop, GError **error)
{
  const DeidLocalTuples *tuples = clusters->tuples;
  Seeding seeding = { .clusters = clusters,
                      .tuples = tuples,
                      .neighbours = neighbours,
                      .judge = judge,
                      .has_ceiling = deid_local_tuples_has_ceiling (tuples),
                      .forbidden = G_MAXUINT32,
                      .k = choose_size (judge, neighbours) };
  gboolean success = deid_new_arrays (error, DEID_NEW (seeding.n_free, tuples->n_tuples),
                                      DEID_NEW (seeding.heap, tuples->n_tuples));

  if (seeding.has_ceiling)
    seeding.forbidden = deid_local_get_forbidden (tuples->n_attributes);
  for (guint32 t = 0; success && t < tuples->n_tuples; t++)
    seeding.n_free[t] = deid_local_tuples_count (tuples, t);
  for (guint32 t = 0; success && t < tuples->n_tuples; t++)
    seeding.heap[seeding.n_heap++] = (SeedsEntry){ find_radius (&seeding, t), t };
  for (guint32 place = seeding.n_heap / 2; place-- > 0;)
    seeds_sift_down (&seeding, place);
  success = success && take_clusters (&seeding, stop, error) && take_rest (&seeding, stop, error);
  g_free (seeding.n_free);
  g_free (seeding.heap);
  return success;
}
