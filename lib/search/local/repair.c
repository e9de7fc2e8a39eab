/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/repair.h"

#include "base/memory.h"

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
  DeidLocalNode *nodes; /* scratch: of each attribute */
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

gboolean
deid_local_judge_passes_cluster (DeidLocalJudge *judge, const DeidLocalClusters *clusters,
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
  for (guint i = 0; i < clusters->tuples->n_attributes; i++)
    search->nodes[i]
        = deid_local_nodes_climb (&clusters->tuples->attributes[i], a->nodes[i], b->nodes[i]);
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
    if (!deid_local_judge_passes_cluster (search->judge, search->clusters,
                                          search->partners[i].number))
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
  g_set_error (error, DEID_ERROR, DEID_ERROR_NO_SOLUTION,
               "%s: no local recoding was found that meets the privacy models within the "
               "suppression limit",
               tuples->prepared->lattice->table.name);
  return FALSE;
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

static gboolean
repair_check (const RepairSearch *search, const DeidStop *stop, GError **error)
{
  if (search->judge->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&search->judge->error));
      return FALSE;
    }
  return deid_stop_check (stop, error);
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
      if (!repair_check (search, stop, error))
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

  while (!deid_local_judge_passes_cluster (search->judge, clusters, search->number))
    {
      guint32 partner;

      if (deid_local_clusters_get (clusters, search->number)->size > REPAIR_LARGE)
        return help_large (search, suppression, stop, error);
      list_partners (search);
      partner = choose_partner (search);
      if (!repair_check (search, stop, error))
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
  g_autofree DeidLocalNode *nodes
      = deid_alloc (clusters->tuples->n_attributes, sizeof *nodes, error);
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
