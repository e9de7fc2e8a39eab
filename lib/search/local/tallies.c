/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/tallies.h"

#include "base/arrays.h"
#include "base/memory.h"

/* Clusters of more records have a tally. */
#define SMALL 48

gboolean
deid_local_tallies_init (DeidLocalTallies *tallies, const DeidLocalClusters *clusters,
                         DeidLocalJudge *judge, GError **error)
{
  *tallies = (DeidLocalTallies){ .clusters = clusters, .judge = judge };
  return deid_new_arrays (error, DEID_NEW (tallies->tallies, clusters->n_places));
}

void
deid_local_tallies_clear (DeidLocalTallies *tallies)
{
  for (guint32 number = 0; tallies->tallies != NULL && number < tallies->clusters->n_places;
       number++)
    g_free (tallies->tallies[number].numbers);
  g_clear_pointer (&tallies->tallies, g_free);
}

void
deid_local_tallies_forget (DeidLocalTallies *tallies)
{
  for (guint32 number = 0; number < tallies->clusters->n_places; number++)
    deid_local_tallies_drop (tallies, number);
}

/* A cluster only grows where two are united, and a tally is dropped or set where it changes in any
 * other way: one of as many rows is of the same. */
gboolean
deid_local_tallies_know (const DeidLocalTallies *tallies, guint32 number)
{
  const guint32 size = deid_local_clusters_get (tallies->clusters, number)->size;

  return size > 0 && tallies->tallies[number].size == size;
}

void
deid_local_tallies_set (DeidLocalTallies *tallies, guint32 number, guint32 size)
{
  DeidLocalJudge *judge = tallies->judge;
  DeidLocalTally *tally = &tallies->tallies[number];
  guint64 n = 1;

  deid_local_judge_sort (judge);
  for (guint c = 0; c < judge->n_columns; c++)
    n += 1 + 2 * (guint64) judge->columns[c].n_seen;
  tally->size = 0;
  if (!deid_grow ((gpointer *) &tally->numbers, &tally->capacity, n, sizeof *tally->numbers, NULL))
    return;
  tally->size = size;
  n = 0;
  tally->numbers[n++] = judge->n_records;
  for (guint c = 0; c < judge->n_columns; c++)
    {
      const DeidLocalValues *column = &judge->columns[c];

      tally->numbers[n++] = column->n_seen;
      for (guint32 i = 0; i < column->n_seen; i++)
        {
          tally->numbers[n++] = column->seen[i];
          tally->numbers[n++] = column->counts[column->seen[i]];
        }
    }
}

static void
show_tally (const DeidLocalTally *tally, DeidLocalJudge *judge)
{
  const guint64 *numbers = tally->numbers;

  judge->n_records = *numbers++;
  for (guint c = 0; c < judge->n_columns; c++)
    {
      DeidLocalValues *column = &judge->columns[c];

      column->n_seen = (guint32) *numbers++;
      for (guint32 i = 0; i < column->n_seen; i++)
        {
          column->seen[i] = (guint32) *numbers++;
          column->counts[column->seen[i]] = *numbers++;
        }
    }
}

/* The records of a pool are in the list of their cluster until it changes. */
void
deid_local_tallies_show (DeidLocalTallies *tallies, guint32 number)
{
  const DeidLocalClusters *clusters = tallies->clusters;
  const DeidLocalCluster *cluster = deid_local_clusters_get (clusters, number);

  deid_local_judge_start (tallies->judge);
  if (deid_local_tallies_know (tallies, number))
    {
      show_tally (&tallies->tallies[number], tallies->judge);
      return;
    }
  for (guint32 record = cluster->first; record != DEID_LOCAL_NONE;
       record = clusters->records[record].next)
    deid_local_judge_add (tallies->judge, record);
  if (cluster->size > SMALL)
    deid_local_tallies_set (tallies, number, cluster->size);
}
