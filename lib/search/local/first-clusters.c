/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/first-clusters.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"

#include <string.h>

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
        const guint64 cost
            = deid_local_get_join_cost (seeding->tuples, cluster->nodes, cluster->cost,
                                        deid_local_tuples_get (seeding->tuples, list[i]));

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
  joined
      = deid_local_get_join_cost (seeding->tuples, cluster->nodes, cluster->cost, choice->leaves);
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
  deid_free_arrays (seeding.n_free, seeding.heap);
  return success;
}

/* Records of a cluster that are looked at, and records on each side of each. */
#define REPAIR_MAX_RECORDS 64
#define REPAIR_REACH       16

/* Others that a cluster may be united with, the cheapest first; and records of a cluster above
 * which it is united with the first of them, whatever comes of it. */
#define MAX_PARTNERS 8
#define REPAIR_LARGE 1024

typedef struct
{
  guint32 number;
  gint64 cost;
} Partner;

typedef struct
{
  DeidLocalClusters *clusters;
  const DeidLocalNeighbours *neighbours;
  DeidLocalJudge *judge;
  DeidLocalNode *nodes; /* scratch: a box */
  guint32 number;       /* of the cluster that does not pass */
  Partner partners[MAX_PARTNERS];
  guint n_partners;
} RepairSearch;

static void
add_records (DeidLocalJudge *judge, const DeidLocalClusters *clusters, guint32 number)
{
  for (guint32 record = deid_local_clusters_get (clusters, number)->first;
       record != DEID_LOCAL_NONE; record = clusters->records[record].next)
    deid_local_judge_add (judge, record);
}

/* Tells whether a cluster passes. Complexity: O(records x columns). */
static gboolean
local_judge_passes_cluster (DeidLocalJudge *judge, const DeidLocalClusters *clusters,
                            guint32 number)
{
  deid_local_judge_start (judge);
  add_records (judge, clusters, number);
  return deid_local_judge_passes (judge, deid_local_clusters_get (clusters, number)->nodes);
}

static gboolean
passes_with (RepairSearch *search, guint32 partner)
{
  const DeidLocalClusters *clusters = search->clusters;
  const DeidLocalCluster *a = deid_local_clusters_get (clusters, search->number);
  const DeidLocalCluster *b = deid_local_clusters_get (clusters, partner);

  deid_local_judge_start (search->judge);
  add_records (search->judge, clusters, search->number);
  add_records (search->judge, clusters, partner);
  memcpy (search->nodes, a->nodes, deid_local_tuples_get_box_size (clusters->tuples));
  deid_local_unite (clusters->tuples, search->nodes, b->nodes);
  return deid_local_judge_passes (search->judge, search->nodes);
}

/* Lists a cluster unless it is listed, or dearer than all of a full list. */
static void
repair_consider (RepairSearch *search, guint32 number)
{
  gint64 cost;
  guint place;

  if (number == search->number || number == search->clusters->suppressed
      || number == DEID_LOCAL_NONE)
    return;
  for (guint i = 0; i < search->n_partners; i++)
    if (search->partners[i].number == number)
      return;
  cost = deid_local_clusters_get_union_cost (search->clusters, search->number, number);
  if (cost == G_MAXINT64
      || (search->n_partners == MAX_PARTNERS && cost >= search->partners[MAX_PARTNERS - 1].cost))
    return;
  place = search->n_partners < MAX_PARTNERS ? search->n_partners++ : MAX_PARTNERS - 1;
  for (; place > 0 && search->partners[place - 1].cost > cost; place--)
    search->partners[place] = search->partners[place - 1];
  search->partners[place] = (Partner){ number, cost };
}

static void
look_around (RepairSearch *search, guint32 record)
{
  const DeidLocalRecord *records = search->clusters->records;
  const DeidLocalTuples *tuples = search->clusters->tuples;
  const guint32 *list = deid_local_neighbours_get (search->neighbours, records[record].tuple);
  const guint32 first = record > REPAIR_REACH ? record - REPAIR_REACH : 0;

  for (guint i = 0; i < search->neighbours->n; i++)
    {
      repair_consider (search, records[tuples->first_records[list[i]]].cluster);
      repair_consider (search, records[tuples->first_records[list[i] + 1] - 1].cluster);
    }
  for (guint32 i = first; i < tuples->n_records && i <= record + REPAIR_REACH; i++)
    repair_consider (search, records[i].cluster);
}

/* Looks near the records of the cluster, and if nobody is there at all clusters. */
static void
list_partners (RepairSearch *search)
{
  const DeidLocalClusters *clusters = search->clusters;
  guint32 record = deid_local_clusters_get (clusters, search->number)->first;
  guint n_looked = 0;

  search->n_partners = 0;
  for (; record != DEID_LOCAL_NONE && n_looked++ < REPAIR_MAX_RECORDS;
       record = clusters->records[record].next)
    look_around (search, record);
  for (guint32 number = 0; search->n_partners == 0 && number < clusters->n_places; number++)
    if (deid_local_clusters_get (clusters, number)->first != DEID_LOCAL_NONE)
      repair_consider (search, number);
}

/* Returns: the cheapest with which the cluster passes; if there is none, the cheapest that does not
 * pass either; or DEID_LOCAL_NONE. */
static guint32
choose_partner (RepairSearch *search)
{
  for (guint i = 0; i < search->n_partners; i++)
    if (passes_with (search, search->partners[i].number))
      return search->partners[i].number;
  for (guint i = 0; i < search->n_partners; i++)
    if (!local_judge_passes_cluster (search->judge, search->clusters, search->partners[i].number))
      return search->partners[i].number;
  return DEID_LOCAL_NONE;
}

/* Suppresses all records of a cluster. Returns: whether it may. */
static gboolean
repair_suppress (DeidLocalClusters *clusters, DeidLocalSuppression *suppression, guint32 number)
{
  const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);
  guint32 record = cluster->first, end;

  for (; suppression != NULL && record != DEID_LOCAL_NONE; record = clusters->records[record].next)
    {
      if (!deid_local_suppression_allows (suppression, record))
        break;
      deid_local_suppression_add (suppression, record);
    }
  end = record;
  if (end != DEID_LOCAL_NONE)
    {
      for (record = cluster->first; suppression != NULL && record != end;
           record = clusters->records[record].next)
        deid_local_suppression_remove (suppression, record);
      return FALSE;
    }
  record = cluster->first;
  deid_local_clusters_close (clusters, number);
  while (record != DEID_LOCAL_NONE)
    {
      const guint32 next = clusters->records[record].next;

      deid_local_clusters_suppress (clusters, record);
      record = next;
    }
  return TRUE;
}

static gboolean
repair_fail (const DeidLocalTuples *tuples, GError **error)
{
  return deid_fail (error, DEID_ERROR_NO_SOLUTION,
                    "%s: no local recoding was found that meets the privacy models within the "
                    "suppression limit",
                    tuples->prepared->lattice->table.name);
}

static void
unite (RepairSearch *search, guint32 partner)
{
  DeidLocalClusters *clusters = search->clusters;
  const guint32 size = deid_local_clusters_get (clusters, search->number)->size;

  if (deid_local_clusters_get (clusters, partner)->size < size)
    deid_local_clusters_unite (clusters, partner, search->number);
  else
    {
      deid_local_clusters_unite (clusters, search->number, partner);
      search->number = partner;
    }
}

/* Suppresses a cluster that does not pass, if it may. */
static gboolean
give_up (RepairSearch *search, DeidLocalSuppression *suppression, GError **error)
{
  return repair_suppress (search->clusters, suppression, search->number)
         || repair_fail (search->clusters->tuples, error);
}

/* Unites a large cluster, which the judge has in view, with others until it passes. Only the
 * records that join it are looked at. */
static gboolean
help_large (RepairSearch *search, DeidLocalSuppression *suppression, const DeidStop *stop,
            GError **error)
{
  do
    {
      list_partners (search);
      if (!deid_local_judge_check (search->judge, stop, error))
        return FALSE;
      if (search->n_partners == 0)
        return give_up (search, suppression, error);
      add_records (search->judge, search->clusters, search->partners[0].number);
      unite (search, search->partners[0].number);
    }
  while (!deid_local_judge_passes (
      search->judge, deid_local_clusters_get (search->clusters, search->number)->nodes));
  return TRUE;
}

/* Unites a cluster with others until it passes or, where only one that passes would have to join a
 * class that does not, suppresses it. */
static gboolean
help (RepairSearch *search, DeidLocalSuppression *suppression, const DeidStop *stop, GError **error)
{
  DeidLocalClusters *clusters = search->clusters;

  while (!local_judge_passes_cluster (search->judge, clusters, search->number))
    {
      guint32 partner;

      if (deid_local_clusters_get (clusters, search->number)->size > REPAIR_LARGE)
        return help_large (search, suppression, stop, error);
      list_partners (search);
      partner = choose_partner (search);
      if (!deid_local_judge_check (search->judge, stop, error))
        return FALSE;
      if (search->n_partners == 0)
        return give_up (search, suppression, error);
      if (partner == DEID_LOCAL_NONE && repair_suppress (clusters, suppression, search->number))
        return TRUE;
      unite (search, partner != DEID_LOCAL_NONE ? partner : search->partners[0].number);
    }
  return TRUE;
}

/* Where all classes pass so does their union, if the models say that of two. */
static gboolean
repair_may_pass (const DeidLocalClusters *clusters, DeidLocalJudge *judge,
                 const DeidLocalSuppression *suppression)
{
  const guint32 n = clusters->tuples->n_records;

  if (judge->closure == DEID_CLOSURE_NONE || (suppression != NULL && suppression->limit > 0))
    return TRUE;
  deid_local_judge_start (judge);
  for (guint32 record = 0; record < n; record++)
    deid_local_judge_add (judge, record);
  return deid_local_judge_passes_anyhow (judge);
}

gboolean
deid_local_repair (DeidLocalClusters *clusters, const DeidLocalNeighbours *neighbours,
                   DeidLocalJudge *judge, DeidLocalSuppression *suppression, const DeidStop *stop,
                   GError **error)
{
  g_autofree DeidLocalNode *nodes = deid_alloc (clusters->tuples->n_box, sizeof *nodes, error);
  RepairSearch search
      = { .clusters = clusters, .neighbours = neighbours, .judge = judge, .nodes = nodes };

  if (nodes != NULL && !repair_may_pass (clusters, judge, suppression) && judge->error == NULL)
    return repair_fail (clusters->tuples, error);
  for (guint32 number = 0; number < clusters->n_places && nodes != NULL; number++)
    {
      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if (number == clusters->suppressed
          || deid_local_clusters_get (clusters, number)->first == DEID_LOCAL_NONE)
        continue;
      search.number = number;
      if (!help (&search, suppression, stop, error))
        return FALSE;
    }
  return nodes != NULL;
}
