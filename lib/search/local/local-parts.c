/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/rational.h"
#include "classes/hash-tables.h"
#include "search/local/improve.h"
#include "search/local/tuples.h"

#include <string.h>

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
          memcpy (tuples->codes + (gsize) tuples->n_tuples * tuples->n_row,
                  deid_local_tuples_get (all, tuple), tuples->n_row * sizeof *tuples->codes);
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
                               .n_attributes = all->n_attributes,
                               .n_box = all->n_box,
                               .n_row = all->n_row,
                               .n_words = all->n_words,
                               .words_place = all->words_place,
                               .word_bits = all->word_bits,
                               .apart = all->apart,
                               .n_apart = all->n_apart,
                               .attributes = all->attributes,
                               .n_records = n_records,
                               .weight = n_records };
  return deid_new_arrays (error, DEID_NEW (part->records, n_records),
                          DEID_NEW (tuples->codes, (guint64) n_records * tuples->n_row),
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
  deid_free_arrays (tuples->codes, tuples->tuples, tuples->first_records, part->records);
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

#define LOCAL_PARTS_MICROSECONDS_A_WAIT (G_USEC_PER_SEC / 20)

/* What one part is to be. */
typedef struct
{
  guint32 first_place;
  guint32 n_places;
  guint32 n_clusters;
  guint32 n_records;
  guint64 n_steps;
  guint64 seed;
} Share;

/* All parts together. */
typedef struct
{
  DeidLocalRuin *ruin;
  DeidLocalEngine engine;
  const DeidStop *stop;
  guint32 *places; /* of the clusters of each part, with free ones behind them */
  Share *shares;
  guint n_shares;
  guint64 first_step;

  GMutex mutex;
  GCond cond;      /* a worker has ended */
  guint next;      /* share that nobody has taken */
  guint *left;     /* shares that there was no memory for, */
  guint n_left;    /* so many */
  guint n_running; /* workers besides that of the calling thread */
  guint64 n_steps; /* taken so far */
  gboolean is_stopped;
} LocalPartsDivision;

typedef struct
{
  LocalPartsDivision *division;
  DeidLocalPart part;
  guint64 n_told;        /* steps of the part that were told of */
  gboolean lacks_memory; /* for the part, of which nothing came */
  gboolean is_caller;
} Worker;

gboolean
deid_local_parts_suit (const DeidLocalRuin *ruin)
{
  return ruin->judge.is_plain && ruin->pool.suppression == NULL
         && deid_local_ruin_count_parts (ruin) > 1;
}

guint
deid_local_parts_count_threads (const DeidLocalRuin *ruin)
{
  return deid_local_parts_suit (ruin) ? MIN (ruin->n_threads, deid_local_ruin_count_parts (ruin))
                                      : 1;
}

/* Sorts clusters by the leaves of a record in a random order of digits. Returns: their number. */
static guint32
sort_clusters (DeidLocalRuin *ruin, guint *order)
{
  const DeidLocalClusters *clusters = &ruin->clusters;
  DeidKeyedNumber *numbers = clusters->numbers;
  guint32 n = 0;

  deid_local_digits_arrange (&ruin->tuples, &ruin->random, order);
  for (guint32 number = 0; number < clusters->n_places; number++)
    {
      const guint32 first = deid_local_clusters_get (clusters, number)->first;

      if (first != DEID_LOCAL_NONE && number != clusters->suppressed)
        numbers[n++] = (DeidKeyedNumber){
          .key = deid_local_digits_get_word (&ruin->tuples, order, 0,
                                             deid_local_clusters_get_leaves (clusters, first)),
          .number = number,
        };
    }
  deid_key_sort (numbers, numbers + clusters->n_places, n);
  return n;
}

/* Gives a part free places for all clusters that it can have more. */
static void
end_share (LocalPartsDivision *division, Share *share, guint32 *n_free)
{
  const DeidLocalClusters *clusters = &division->ruin->clusters;

  share->n_places = share->n_records / division->ruin->k;
  for (guint32 i = share->n_clusters; i < share->n_places; i++)
    division->places[share->first_place + i] = clusters->free[--*n_free];
}

/* Cuts the order of the clusters in parts of about as many records each. */
static void
local_parts_cut (LocalPartsDivision *division, guint32 n_clusters)
{
  const DeidLocalClusters *clusters = &division->ruin->clusters;
  const guint32 wanted
      = division->ruin->tuples.n_records / deid_local_ruin_count_parts (division->ruin) + 1;
  guint32 n_free = clusters->n_free;
  Share *share = division->shares;

  for (guint32 i = 0; i < n_clusters; i++)
    {
      const guint32 number = clusters->numbers[i].number;

      division->places[share->first_place + share->n_clusters++] = number;
      share->n_records += deid_local_clusters_get (clusters, number)->size;
      if (share->n_records < wanted && i + 1 < n_clusters)
        continue;
      end_share (division, share, &n_free);
      share++;
      share->first_place = share[-1].first_place + share[-1].n_places;
    }
  division->n_shares = (guint) (share - division->shares);
}

/* Gives each part steps by its records, and a seed. */
static void
share_steps (LocalPartsDivision *division, guint64 n_steps)
{
  guint64 n_records = 0, records_before = 0, steps_before = 0;

  for (guint i = 0; i < division->n_shares; i++)
    n_records += division->shares[i].n_records;
  for (guint i = 0; i < division->n_shares; i++)
    {
      Share *share = &division->shares[i];
      guint64 steps;

      records_before += share->n_records;
      steps = (guint64) ((DeidWide) n_steps * records_before / n_records);
      share->n_steps = steps - steps_before;
      share->seed = deid_random_next (&division->ruin->random);
      steps_before = steps;
    }
}

/* Takes note of how many steps of a part were taken; the calling thread tells of all. */
static void
note_steps (Worker *worker, guint64 n_steps)
{
  LocalPartsDivision *division = worker->division;
  DeidLocalRuin *ruin = division->ruin;
  guint64 n_taken;

  g_mutex_lock (&division->mutex);
  division->n_steps += n_steps - worker->n_told;
  n_taken = division->n_steps;
  g_mutex_unlock (&division->mutex);
  worker->n_told = n_steps;
  if (!worker->is_caller)
    return;
  ruin->n_steps = division->first_step + n_taken;
  if (ruin->report != NULL)
    ruin->report (ruin->report_data);
}

static void
local_parts_report (gpointer data)
{
  Worker *worker = data;

  note_steps (worker, worker->part.ruin.n_steps);
}

static gboolean
local_parts_work_on (Worker *worker, const Share *share, GError **error)
{
  LocalPartsDivision *division = worker->division;
  DeidLocalPart *part = &worker->part;
  gboolean success;

  worker->n_told = 0;
  worker->lacks_memory = TRUE;
  if (!deid_local_part_init (part, division->ruin, division->places + share->first_place,
                             share->n_places, share->n_clusters, share->n_records, share->seed,
                             error))
    return FALSE;
  part->ruin.report = local_parts_report;
  part->ruin.report_data = worker;
  success = division->engine (&part->ruin, share->n_steps, division->stop, error);
  worker->lacks_memory = !success && deid_stop_check (division->stop, NULL);
  if (worker->lacks_memory)
    note_steps (worker, 0);
  else
    {
      deid_local_part_put_back (part);
      local_parts_report (worker);
    }
  return success;
}

/* Returns: (nullable): a part that nobody has worked on, or that there was no memory for before. */
static const Share *
local_parts_take_share (LocalPartsDivision *division, gboolean is_alone)
{
  const Share *share = NULL;

  g_mutex_lock (&division->mutex);
  if (is_alone && division->n_left > 0)
    share = &division->shares[division->left[--division->n_left]];
  else if (!division->is_stopped && division->next < division->n_shares)
    share = &division->shares[division->next++];
  g_mutex_unlock (&division->mutex);
  return share;
}

static void
note_end (Worker *worker, const Share *share, gboolean success)
{
  LocalPartsDivision *division = worker->division;

  g_mutex_lock (&division->mutex);
  if (worker->lacks_memory)
    division->left[division->n_left++] = (guint) (share - division->shares);
  else
    division->ruin->n_accepted += worker->part.ruin.n_accepted;
  division->is_stopped |= !success && !worker->lacks_memory;
  g_mutex_unlock (&division->mutex);
}

/* Works on parts until there are none, or one fails. Other threads make no error, for which there
 * might be no memory. */
static gboolean
work (LocalPartsDivision *division, gboolean is_caller, gboolean is_alone, GError **error)
{
  Worker worker = { .division = division, .is_caller = is_caller };
  const Share *share;
  gboolean success = TRUE;

  while (success && (share = local_parts_take_share (division, is_alone)) != NULL)
    {
      success = local_parts_work_on (&worker, share, error);
      note_end (&worker, share, success);
      deid_local_part_clear (&worker.part);
    }
  return success;
}

static gpointer
local_parts_run_worker (gpointer data)
{
  LocalPartsDivision *division = data;

  work (division, FALSE, FALSE, NULL);
  g_mutex_lock (&division->mutex);
  division->n_running--;
  g_cond_signal (&division->cond);
  g_mutex_unlock (&division->mutex);
  return NULL;
}

/* Goes on telling of steps while others take them. */
static void
wait_for_others (LocalPartsDivision *division)
{
  Worker nobody = { .division = division, .is_caller = TRUE };

  g_mutex_lock (&division->mutex);
  while (division->n_running > 0)
    {
      g_cond_wait_until (&division->cond, &division->mutex,
                         g_get_monotonic_time () + LOCAL_PARTS_MICROSECONDS_A_WAIT);
      g_mutex_unlock (&division->mutex);
      local_parts_report (&nobody);
      g_mutex_lock (&division->mutex);
    }
  g_mutex_unlock (&division->mutex);
}

/* Starts as many threads as are to be had. What there is no memory for in several is worked on in
 * one when the others have ended. */
static gboolean
run_workers (LocalPartsDivision *division, GError **error)
{
  const guint n_wanted = MIN (division->ruin->n_threads, division->n_shares) - 1;
  g_autofree GThread **threads = NULL;
  guint n = 0;

  if (!deid_new_arrays (error, DEID_NEW (threads, n_wanted)))
    return FALSE;
  division->n_running = n_wanted;
  while (n < n_wanted
         && (threads[n] = g_thread_try_new ("deid-local", local_parts_run_worker, division, NULL))
                != NULL)
    n++;
  g_mutex_lock (&division->mutex);
  division->n_running -= n_wanted - n;
  g_mutex_unlock (&division->mutex);
  work (division, TRUE, FALSE, NULL);
  wait_for_others (division);
  for (guint i = 0; i < n; i++)
    g_thread_join (threads[i]);
  return (!division->is_stopped || deid_stop_check (division->stop, error))
         && work (division, TRUE, TRUE, error);
}

static gboolean
run_division (LocalPartsDivision *division, guint *order, guint64 n_steps, GError **error)
{
  DeidLocalRuin *ruin = division->ruin;
  gboolean success;

  local_parts_cut (division, sort_clusters (ruin, order));
  share_steps (division, n_steps);
  success = division->n_shares == 0 || run_workers (division, error);
  ruin->n_steps = division->first_step + division->n_steps;
  deid_local_clusters_recount (&ruin->clusters);
  deid_local_clusters_merge (&ruin->clusters);
  return success;
}

gboolean
deid_local_parts_run (DeidLocalRuin *ruin, DeidLocalEngine engine, guint64 n_steps,
                      const DeidStop *stop, GError **error)
{
  LocalPartsDivision division
      = { .ruin = ruin, .engine = engine, .stop = stop, .first_step = ruin->n_steps };
  g_autofree guint *order = NULL;
  gboolean success;

  g_mutex_init (&division.mutex);
  g_cond_init (&division.cond);
  success = deid_new_arrays (
                error, DEID_NEW (order, ruin->tuples.n_digits),
                DEID_NEW (division.places, ruin->clusters.n_places),
                DEID_NEW (division.shares, (guint64) deid_local_ruin_count_parts (ruin) + 1),
                DEID_NEW (division.left, (guint64) deid_local_ruin_count_parts (ruin) + 1))
            && run_division (&division, order, n_steps, error);
  deid_free_arrays (division.places, division.shares, division.left);
  g_cond_clear (&division.cond);
  g_mutex_clear (&division.mutex);
  return success;
}
