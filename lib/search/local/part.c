/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/part.h"

#include <string.h>

#include "base/arrays.h"
#include "base/key-sort.h"
#include "classes/key-slots.h"

/* Lists the neighbours of a tuple that are in the part, again and again if they are few; @own are
 * the numbers that tuples of the whole have in the part. */
static void
list_neighbours (const DeidKeySlots *own, const DeidLocalNeighbours *all, guint32 tuple,
                 guint32 number, guint32 *list)
{
  const guint32 *others = deid_local_neighbours_get (all, number);
  guint n = 0;

  for (guint i = 0; i < all->n; i++)
    if (deid_key_slots_find (own, others[i], &list[n]))
      n++;
  if (n == 0)
    list[n++] = tuple;
  for (guint i = n; i < all->n; i++)
    list[i] = list[i - n];
}

static gboolean
init_neighbours (DeidLocalPart *part, const guint32 *numbers, GError **error)
{
  const DeidLocalNeighbours *all = &part->whole->neighbours;
  DeidLocalNeighbours *neighbours = &part->ruin.neighbours;
  const guint32 n = part->ruin.tuples.n_tuples;
  DeidKeySlots own = { 0 };

  neighbours->n = all->n;
  if (!deid_new_arrays (error, DEID_NEW (neighbours->lists, (guint64) n * all->n))
      || !deid_key_slots_start (&own, n, error))
    return FALSE;
  for (guint32 tuple = 0; tuple < n; tuple++)
    deid_key_slots_add (&own, numbers[tuple]);
  for (guint32 tuple = 0; tuple < n; tuple++)
    list_neighbours (&own, all, tuple, numbers[tuple], neighbours->lists + (gsize) tuple * all->n);
  deid_key_slots_clear (&own);
  return TRUE;
}

/* Finds the records of the clusters, in ascending order. */
static void
part_list_records (const DeidLocalPart *part, guint32 n_clusters, DeidKeyedNumber *records)
{
  const DeidLocalClusters *clusters = &part->whole->clusters;
  const guint32 n_records = part->ruin.tuples.n_records;
  guint32 n = 0;

  for (guint32 i = 0; i < n_clusters; i++)
    {
      guint32 record = deid_local_clusters_get (clusters, part->places[i])->first;

      for (; record != DEID_LOCAL_NONE; record = clusters->records[record].next)
        records[n++] = (DeidKeyedNumber){ record, i };
    }
  deid_key_sort (records, records + n_records, n);
}

/* Numbers the tuples of the records anew. */
static void
set_tuples (DeidLocalPart *part, const DeidKeyedNumber *records, guint32 *numbers)
{
  const DeidLocalTuples *all = &part->whole->tuples;
  DeidLocalTuples *tuples = &part->ruin.tuples;

  for (guint32 record = 0; record < tuples->n_records; record++)
    {
      const guint32 number = part->records[record] = (guint32) records[record].key;
      const guint32 tuple = all->tuples[number];

      if (tuples->n_tuples == 0 || numbers[tuples->n_tuples - 1] != tuple)
        {
          memcpy (tuples->codes + (gsize) tuples->n_tuples * tuples->n_attributes,
                  deid_local_tuples_get (all, tuple), tuples->n_attributes * sizeof *tuples->codes);
          tuples->first_records[tuples->n_tuples] = record;
          numbers[tuples->n_tuples++] = tuple;
        }
      tuples->tuples[record] = tuples->n_tuples - 1;
    }
  tuples->first_records[tuples->n_tuples] = tuples->n_records;
}

/* Makes clusters with the numbers that the records have. */
static void
set_clusters (DeidLocalPart *part, guint32 n_clusters, const DeidKeyedNumber *records)
{
  const DeidLocalClusters *all = &part->whole->clusters;
  DeidLocalClusters *clusters = &part->ruin.clusters;

  for (guint32 i = 0; i < n_clusters; i++)
    {
      DeidLocalCluster *cluster
          = deid_local_clusters_get (clusters, deid_local_clusters_open (clusters));

      memcpy (cluster, deid_local_clusters_get (all, part->places[i]), clusters->stride);
      cluster->first = DEID_LOCAL_NONE;
      clusters->cost += cluster->weight * cluster->cost;
    }
  for (guint32 record = 0; record < clusters->tuples->n_records; record++)
    deid_local_clusters_link (clusters, records[record].number, record);
}

static gboolean
init_table (DeidLocalPart *part, guint32 n_clusters, DeidKeyedNumber *records, guint32 *numbers,
            GError **error)
{
  DeidLocalRuin *ruin = &part->ruin;
  const guint32 max_records = part->whole->pool.max_records;

  part_list_records (part, n_clusters, records);
  set_tuples (part, records, numbers);
  if (!init_neighbours (part, numbers, error)
      || !deid_local_clusters_init (&ruin->clusters, &ruin->tuples, ruin->k, max_records + 1, error)
      || !deid_local_pool_init (&ruin->pool, &ruin->clusters, &ruin->judge, NULL, max_records,
                                part->whole->pool.max_drafts, error))
    return FALSE;
  set_clusters (part, n_clusters, records);
  return TRUE;
}

gboolean
deid_local_part_init (DeidLocalPart *part, DeidLocalRuin *whole, const guint32 *places,
                      guint32 n_places, guint32 n_clusters, guint32 n_records, guint64 seed,
                      GError **error)
{
  const DeidLocalTuples *all = &whole->tuples;
  const guint m = all->n_attributes;
  DeidLocalTuples *tuples = &part->ruin.tuples;
  g_autofree DeidKeyedNumber *keyed = NULL;
  g_autofree guint32 *numbers = NULL;

  *part = (DeidLocalPart){ .whole = whole, .places = places, .n_places = n_places };
  part->ruin = (DeidLocalRuin){ .judge = whole->judge,
                                .cooling = whole->cooling,
                                .random = { seed },
                                .window = G_MAXUINT32,
                                .is_good = whole->is_good,
                                .k = whole->k };
  part->ruin.judge.tuples = tuples;
  *tuples = (DeidLocalTuples){ .prepared = all->prepared,
                               .n_attributes = m,
                               .attributes = all->attributes,
                               .n_records = n_records,
                               .weight = n_records };
  return deid_new_arrays (error, DEID_NEW (part->records, n_records),
                          DEID_NEW (tuples->codes, (guint64) n_records * m),
                          DEID_NEW (tuples->tuples, n_records),
                          DEID_NEW (tuples->first_records, (guint64) n_records + 1),
                          DEID_NEW (numbers, n_records), DEID_NEW (keyed, 2 * (guint64) n_records))
         && init_table (part, n_clusters, keyed, numbers, error);
}

void
deid_local_part_clear (DeidLocalPart *part)
{
  DeidLocalTuples *tuples = &part->ruin.tuples;

  deid_local_pool_clear (&part->ruin.pool);
  deid_local_clusters_clear (&part->ruin.clusters);
  deid_local_neighbours_clear (&part->ruin.neighbours);
  g_clear_pointer (&tuples->codes, g_free);
  g_clear_pointer (&tuples->tuples, g_free);
  g_clear_pointer (&tuples->first_records, g_free);
  g_clear_pointer (&part->records, g_free);
}

static guint32
part_get_number (const DeidLocalPart *part, guint32 record)
{
  return record != DEID_LOCAL_NONE ? part->records[record] : DEID_LOCAL_NONE;
}

/* Puts one cluster into a place of the whole. */
static void
put_cluster (const DeidLocalPart *part, const DeidLocalCluster *from, guint32 place)
{
  const DeidLocalRecord *records = part->ruin.clusters.records;
  DeidLocalClusters *all = &part->whole->clusters;
  DeidLocalCluster *to = deid_local_clusters_get (all, place);

  memcpy (to, from, all->stride);
  to->first = part_get_number (part, from->first);
  for (guint32 record = from->first; record != DEID_LOCAL_NONE; record = records[record].next)
    {
      DeidLocalRecord *put = &all->records[part->records[record]];

      put->cluster = place;
      put->next = part_get_number (part, records[record].next);
      put->previous = part_get_number (part, records[record].previous);
    }
}

void
deid_local_part_put_back (const DeidLocalPart *part)
{
  const DeidLocalClusters *clusters = &part->ruin.clusters;
  guint32 n = 0;

  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

      if (cluster->first != DEID_LOCAL_NONE)
        put_cluster (part, cluster, part->places[n++]);
    }
  for (; n < part->n_places; n++)
    deid_local_clusters_get (&part->whole->clusters, part->places[n])->first = DEID_LOCAL_NONE;
}
