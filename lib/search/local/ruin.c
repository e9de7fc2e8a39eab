/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/local/ruin.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "base/text.h"
#include "partition/partition.h"
#include "problem/preparation.h"
#include "search/local/first-clusters.h"

/* Tells whether some attribute has a label that forces a finer one, and none above it. */
static inline gboolean
local_tuples_is_narrow (const DeidLocalTuples *tuples)
{
  gboolean is_narrow = FALSE;

  for (guint a = 0; a < tuples->n_attributes; a++)
    is_narrow |= tuples->attributes[a].is_narrow;
  return is_narrow;
}

/* Returns: the greatest change that is accepted this time. */
static inline gint64
local_cooling_draw (const DeidLocalCooling *cooling, DeidRandom *random)
{
  return (gint64) (cooling->temperature
                       * cooling->logs[deid_random_next (random) % DEID_LOCAL_CHANCES]
                   >> 16);
}

/* 2^(-1/2), 2^(-1/4) and so on, in units of 2^-32. */
static const guint32 roots[]
    = { 0xb504f334, 0xd744fccb, 0xeac0c6e8, 0xf5257d15, 0xfa83b2db, 0xfd3e0c0d,
        0xfe9e115c, 0xff4ecb59, 0xffa75652, 0xffd3a752, 0xffe9d2b3, 0xfff4e91c,
        0xfffa747f, 0xfffd3a3b, 0xfffe9d1d, 0xffff4e8e };

static void
local_cooling_init (DeidLocalCooling *cooling)
{
  const DeidWide all = deid_fixed_log (2 * DEID_LOCAL_CHANCES);

  for (guint i = 0; i < DEID_LOCAL_CHANCES; i++)
    cooling->logs[i] = (guint32) ((all - deid_fixed_log (2 * i + 1)) >> (DEID_FIXED_BITS - 16));
}

void
deid_local_cooling_start (DeidLocalCooling *cooling, guint64 hottest, guint64 halvings)
{
  cooling->hottest = cooling->temperature = hottest;
  cooling->halvings = halvings;
}

void
deid_local_cooling_set (DeidLocalCooling *cooling, guint64 step, guint64 n_steps)
{
  const guint64 exponent = cooling->halvings * step / n_steps;
  guint64 temperature = cooling->hottest;

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    if ((exponent >> (15 - i) & 1) != 0)
      temperature = temperature * roots[i] >> 32;
  cooling->temperature = temperature >> MIN (exponent >> 16, 63);
}

/* The last temperature is that cost of a record, or this part of the mean cost of records at the
 * start if that is less; and by how many powers of 2 the first one may be hotter: the more, the
 * more steps there are for each record. Where classes are judged, large ones that form while it is
 * hot are seldom cut again. From good classes it starts, and ends, colder, unless
 * there are so many steps for each record (a power of 2) that it makes better ones anyhow. */
#define COLDEST             (DEID_LOCAL_UNIT / 160)
#define MEAN_PARTS          85
#define MEAN_PARTS_GOOD     200
#define MIN_HALVINGS        2
#define MAX_HALVINGS        7
#define MAX_HALVINGS_GOOD   4
#define MAX_HALVINGS_JUDGED 3
#define MANY_BITS           10

/* Records of a part of a table that is worked on at a time, so that what steps look at stays in the
 * caches. Of a part its neighbours change as well. */
#define WINDOW        50000
#define STEPS_A_CHECK 256

/* The same where classes are judged, and records of a cluster above which it is asked for one only
 * one time in so many, since all of it is looked at. */
#define RUIN_JUDGED_A_CHECK 16
#define LARGE_LENDER        4096
#define LARGE_LENDS_APART   16

/* Steps for each cluster before those with the same nodes are looked for again. */
#define MERGES_APART         4

#define N_ORDERS             24
#define N_ORDERS_LARGE       10
#define N_ORDERS_OF_SETS     48
#define RUIN_LARGE           200000

#define MAX_NEIGHBOURS       256
#define MAX_NEIGHBOURS_LARGE 32

/* One time in so many a cluster fewer is made of the records of a pool. */
#define FEWER_APART 25

/* Draws of a record whose cluster can get better. */
#define N_DRAWS     5

#define MAX_COPIES  24
#define MAX_TOUCHES 12

static gboolean
ruin_may_suppress (const DeidLocalRuin *ruin)
{
  return ruin->suppression.limit > 0;
}

/* Tells whether sizes alone count in a step. */
static gboolean
ruin_is_plain (const DeidLocalRuin *ruin)
{
  return ruin->judge.is_plain && ruin->pool.suppression == NULL;
}

static gboolean
repair (DeidLocalRuin *ruin, const DeidStop *stop, GError **error)
{
  return deid_local_repair (&ruin->clusters, &ruin->neighbours, &ruin->judge,
                            ruin->pool.suppression, stop, error);
}

/* Counts what is suppressed. */
static void
count_suppressed (DeidLocalRuin *ruin)
{
  const guint32 number = ruin->clusters.suppressed;
  guint32 record = number != DEID_LOCAL_NONE
                       ? deid_local_clusters_get (&ruin->clusters, number)->first
                       : DEID_LOCAL_NONE;

  deid_local_suppression_start (&ruin->suppression);
  for (; record != DEID_LOCAL_NONE; record = ruin->clusters.records[record].next)
    deid_local_suppression_add (&ruin->suppression, record);
}

static void
save (DeidLocalRuin *ruin)
{
  const DeidLocalClusters *clusters = &ruin->clusters;

  for (guint32 record = 0; record < ruin->tuples.n_records; record++)
    ruin->valid[ruin->tuples.rows[record]] = clusters->records[record].cluster;
  for (guint32 number = 0; number < clusters->n_places; number++)
    ruin->suppressed[number] = number == clusters->suppressed;
}

static gboolean
restore (DeidLocalRuin *ruin, GError **error)
{
  if (!deid_local_clusters_set (&ruin->clusters, ruin->valid, ruin->suppressed, error))
    return FALSE;
  count_suppressed (ruin);
  return TRUE;
}

/* Where joining classes says nothing about a model: merges clusters with the same nodes, which are
 * one class to whoever reads the release, until all pass. If that cannot be, the clusters are what
 * they were when they last passed. */
static gboolean
ruin_settle (DeidLocalRuin *ruin, const DeidStop *stop, GError **error)
{
  guint32 n_before;

  do
    {
      GError *own_error = NULL;

      n_before = ruin->clusters.n_clusters;
      deid_local_clusters_merge (&ruin->clusters);
      if (repair (ruin, stop, &own_error))
        continue;
      if (!ruin->is_valid || !g_error_matches (own_error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
        {
          g_propagate_error (error, own_error);
          return FALSE;
        }
      g_clear_error (&own_error);
      return restore (ruin, error);
    }
  while (ruin->clusters.n_clusters < n_before);
  save (ruin);
  ruin->is_valid = TRUE;
  return TRUE;
}

static gboolean
ruin_merge (DeidLocalRuin *ruin, const DeidStop *stop, GError **error)
{
  if (ruin->judge.closure == DEID_CLOSURE_NONE)
    return ruin_settle (ruin, stop, error);
  deid_local_clusters_merge (&ruin->clusters);
  return TRUE;
}

/* A cluster of suppressed records, if there may be any. */
static gboolean
init_suppression (DeidLocalRuin *ruin, GError **error)
{
  if (!deid_local_suppression_init (&ruin->suppression, &ruin->tuples, ruin->k, error))
    return FALSE;
  if (ruin_may_suppress (ruin))
    deid_local_clusters_start_suppressed (&ruin->clusters, ruin->suppression.cost);
  return TRUE;
}

/* Returns: how many records a cluster has at least, before and after all pass. */
static guint32
count_least (const DeidLocalRuin *ruin)
{
  return ruin->tuples.counts == NULL && !deid_local_tuples_has_ceiling (&ruin->tuples) ? ruin->k
                                                                                       : 1;
}

static gboolean
init_clusters (DeidLocalRuin *ruin, const DeidStop *stop, GError **error)
{
  const DeidLocalTuples *tuples = &ruin->tuples;
  const gboolean is_large = tuples->n_tuples > RUIN_LARGE;
  const guint32 size = ruin->judge.size;
  const guint32 wanted = (size <= 11 ? 16 : 5 * MIN (size, MAX_NEIGHBOURS) / 2) << (size > ruin->k);
  const guint32 n = MIN (wanted, is_large ? MAX_NEIGHBOURS_LARGE : MAX_NEIGHBOURS);
  const guint n_orders = is_large                               ? N_ORDERS_LARGE
                         : deid_local_tuples_have_sets (tuples) ? N_ORDERS_OF_SETS
                                                                : N_ORDERS;
  const guint64 many = size < 50 ? MAX (24, 4 * size) : 8 * (guint64) size;
  const guint32 max_records = (guint32) MIN (many, tuples->n_records);

  return deid_local_neighbours_init (&ruin->neighbours, tuples, n, n_orders, &ruin->random, stop,
                                     error)
         && deid_local_clusters_init (&ruin->clusters, tuples, count_least (ruin), max_records + 1,
                                      error)
         && deid_local_seed (&ruin->clusters, &ruin->neighbours, &ruin->judge, stop, error)
         && init_suppression (ruin, error)
         && deid_local_pool_init (&ruin->pool, &ruin->clusters, &ruin->judge,
                                  ruin_may_suppress (ruin) ? &ruin->suppression : NULL, max_records,
                                  MAX_COPIES, error)
         && deid_new_arrays (error, DEID_NEW (ruin->valid, tuples->n_records),
                             DEID_NEW (ruin->suppressed, ruin->clusters.n_places));
}

/* Lets the parts of a divided table take the place of clusters if they cost less. Where models are
 * superset-closed seeds do well. Sets of values have no places to be divided at. */
static gboolean
ruin_divide (DeidLocalRuin *ruin, const DeidStop *stop, GError **error)
{
  const guint32 n = ruin->tuples.n_records;
  g_autofree guint32 *class_of_row = NULL;
  guint64 cost;

  if (ruin->judge.closure != DEID_CLOSURE_UNION || deid_local_tuples_have_sets (&ruin->tuples))
    return TRUE;
  class_of_row = deid_alloc (n, sizeof *class_of_row, error);
  return class_of_row != NULL
         && deid_local_divide (&ruin->tuples, &ruin->judge, class_of_row, &cost, stop, error)
         && (cost >= ruin->clusters.cost || deid_local_ruin_set (ruin, class_of_row, NULL, error));
}

/* Makes seeds pass. */
static gboolean
mend_seeds (DeidLocalRuin *ruin, const DeidStop *stop, GError **error)
{
  if (ruin->judge.is_plain)
    return TRUE;
  return repair (ruin, stop, error)
         && (ruin->judge.closure != DEID_CLOSURE_NONE || ruin_settle (ruin, stop, error));
}

/* Where no label may force a finer one, classes of two have wide labels or, if some label has none
 * above it, there are no such classes. */
static gboolean
ruin_init_tuples (DeidLocalRuin *ruin, const DeidPreparedProblem *prepared, guint32 *k,
                  const DeidStop *stop, GError **error)
{
  const gboolean widens = prepared->problem->no_forced_labels && *k <= DEID_FORCED_SIZE;

  if (!deid_local_tuples_init_wide (&ruin->tuples, prepared, widens, stop, error))
    return FALSE;
  if (!local_tuples_is_narrow (&ruin->tuples))
    return TRUE;
  deid_local_tuples_clear (&ruin->tuples);
  *k = DEID_FORCED_SIZE + 1;
  return deid_local_tuples_init (&ruin->tuples, prepared, stop, error);
}

gboolean
deid_local_ruin_init (DeidLocalRuin *ruin, const DeidPreparedProblem *prepared, guint32 k,
                      guint64 seed, const DeidStop *stop, GError **error)
{
  *ruin = (DeidLocalRuin){ .random = { seed }, .window = WINDOW, .n_threads = 1 };
  if (!ruin_init_tuples (ruin, prepared, &k, stop, error)
      || !deid_local_judge_init (&ruin->judge, &ruin->tuples, k, stop, error))
    return FALSE;
  ruin->k = ruin->judge.k;
  if (prepared->n_records < ruin->k)
    return deid_fail (error, DEID_ERROR_NO_SOLUTION,
                      "%s: there are %" G_GUINT64_FORMAT
                      " records, expected at least %u for one class",
                      prepared->lattice->table.name, prepared->n_records, ruin->k);
  local_cooling_init (&ruin->cooling);
  deid_local_judge_estimate (&ruin->judge, &ruin->random);
  ruin->is_ready = init_clusters (ruin, stop, error);
  return ruin->is_ready && mend_seeds (ruin, stop, error) && ruin_divide (ruin, stop, error);
}

void
deid_local_ruin_clear (DeidLocalRuin *ruin)
{
  deid_free_arrays (ruin->valid, ruin->suppressed);
  deid_local_pool_clear (&ruin->pool);
  deid_local_suppression_clear (&ruin->suppression);
  deid_local_judge_clear (&ruin->judge);
  deid_local_clusters_clear (&ruin->clusters);
  deid_local_neighbours_clear (&ruin->neighbours);
  deid_local_tuples_clear (&ruin->tuples);
}

gboolean
deid_local_ruin_set (DeidLocalRuin *ruin, const guint32 *class_of_row, const guint8 *suppressed,
                     GError **error)
{
  if (!deid_local_clusters_set (&ruin->clusters, class_of_row, suppressed, error))
    return FALSE;
  count_suppressed (ruin);
  save (ruin);
  ruin->is_valid = TRUE;
  return TRUE;
}

static gboolean
has_copy (const DeidLocalPool *pool, guint32 number)
{
  for (guint32 c = 0; c < pool->n_copies; c++)
    if (deid_local_pool_get_draft (pool, c)->number == number)
      return TRUE;
  return FALSE;
}

/* Takes a record and, where its cluster has none to spare, all of the cluster. */
static void
touch_plain (DeidLocalRuin *ruin, guint32 record, gboolean whole)
{
  DeidLocalPool *pool = &ruin->pool;
  const guint32 number = ruin->clusters.records[record].cluster;
  const guint32 size = deid_local_clusters_get (&ruin->clusters, number)->size;
  DeidLocalDraft *copy;

  if ((whole || size == ruin->k) && pool->n_records + size <= pool->max_records)
    {
      if (whole || !has_copy (pool, number))
        deid_local_pool_dissolve (pool, number);
      return;
    }
  copy = deid_local_pool_copy (pool, number);
  if (copy != NULL && copy->size > ruin->k && pool->n_records < pool->max_records)
    deid_local_pool_lend (pool, copy, record);
}

/* The same where clusters are judged. Suppressed records are always to spare. */
static void
touch_judged (DeidLocalRuin *ruin, guint32 record, gboolean whole)
{
  DeidLocalPool *pool = &ruin->pool;
  const guint32 number = ruin->clusters.records[record].cluster;
  const guint32 size = deid_local_clusters_get (&ruin->clusters, number)->size;
  const gboolean is_suppressed = number == ruin->clusters.suppressed;
  const gboolean fits = !is_suppressed && pool->n_records + size <= pool->max_records;

  if (size > LARGE_LENDER && !is_suppressed
      && deid_local_draw (&ruin->random, LARGE_LENDS_APART) != 0)
    return;
  if ((!whole || !fits) && pool->n_records < pool->max_records
      && deid_local_pool_can_lend (pool, number, record))
    {
      DeidLocalDraft *copy = deid_local_pool_copy (pool, number);

      if (copy != NULL)
        deid_local_pool_lend (pool, copy, record);
    }
  else if (fits && !has_copy (pool, number))
    deid_local_pool_dissolve (pool, number);
}

/* Touches the cluster of a record, unless the pool has the record, or it is suppressed and has to
 * stay so. */
static void
ruin_touch (DeidLocalRuin *ruin, guint32 record, gboolean whole)
{
  const guint32 number = ruin->clusters.records[record].cluster;

  if (number == DEID_LOCAL_NONE
      || (number == ruin->clusters.suppressed && ruin->pool.suppression == NULL))
    return;
  if (ruin_is_plain (ruin))
    touch_plain (ruin, record, whole);
  else
    touch_judged (ruin, record, whole);
}

/* Walks from a record of the pool to a neighbour of it. */
static void
ruin_walk (DeidLocalRuin *ruin, guint32 from)
{
  const guint32 *list
      = deid_local_neighbours_get (&ruin->neighbours, ruin->clusters.records[from].tuple);
  const guint32 tuple = list[deid_local_draw (&ruin->random, ruin->neighbours.n)];
  const guint32 record
      = ruin->tuples.first_records[tuple]
        + deid_local_draw (&ruin->random, deid_local_tuples_count (&ruin->tuples, tuple));

  ruin_touch (ruin, record, FALSE);
}

static void
fill_pool (DeidLocalRuin *ruin, guint32 record)
{
  DeidLocalPool *pool = &ruin->pool;
  const guint n_whole = 2 + deid_local_draw (&ruin->random, 2);

  deid_local_pool_empty (pool);
  ruin_touch (ruin, record, TRUE);
  for (guint i = 0; i < MAX_TOUCHES && pool->n_dissolved < n_whole; i++)
    ruin_walk (ruin, pool->n_records > 0
                         ? pool->records[deid_local_draw (&ruin->random, pool->n_records)]
                         : record);
}

/* Plans to put the records of a few clusters together anew, which costs at most @more than what
 * they cost. If that cannot be, nothing is planned. */
static gboolean
plan (DeidLocalRuin *ruin, guint32 record, gint64 more)
{
  DeidLocalPool *pool = &ruin->pool;
  guint32 n_new;
  gint64 limit;

  fill_pool (ruin, record);
  n_new = pool->n_records / (ruin->tuples.counts == NULL ? ruin->k : 1);
  if (n_new + pool->n_copies > 1 && n_new > 0 && deid_local_draw (&ruin->random, FEWER_APART) == 0)
    n_new--;
  limit = (gint64) pool->old_cost + more;
  if (pool->n_records > 0
      && (ruin_is_plain (ruin)
              ? deid_local_pool_rebuild (pool, ruin->k, n_new, limit, &ruin->random)
              : deid_local_pool_rebuild_judged (pool, n_new, limit, &ruin->random)))
    return TRUE;
  deid_local_pool_revert (pool);
  return FALSE;
}

static void
take_step (DeidLocalRuin *ruin, guint32 record)
{
  DeidLocalPool *pool = &ruin->pool;

  if (!plan (ruin, record, local_cooling_draw (&ruin->cooling, &ruin->random)))
    return;
  ruin->n_accepted += pool->new_cost != pool->old_cost;
  deid_local_pool_commit (pool);
}

/* Returns: a record to start from, if possible one whose cluster can get better. */
static guint32
draw_record (DeidLocalRuin *ruin, guint32 first, guint32 n)
{
  guint32 record = first;

  for (guint i = 0; i < N_DRAWS; i++)
    {
      record = first + deid_local_draw (&ruin->random, n);
      if (deid_local_clusters_get (&ruin->clusters, ruin->clusters.records[record].cluster)->cost
          > 0)
        break;
    }
  return record;
}

gboolean
deid_local_ruin_plan_kick (DeidLocalRuin *ruin, guint32 first, guint32 n)
{
  DeidLocalPool *pool = &ruin->pool;

  if (!plan (ruin, draw_record (ruin, first, n), G_MAXINT64 / 2))
    return FALSE;
  if (pool->new_cost != pool->old_cost)
    return TRUE;
  deid_local_pool_revert (pool);
  return FALSE;
}

static guint
get_most_halvings (const DeidLocalRuin *ruin, guint bits)
{
  if (!ruin_is_plain (ruin))
    return MAX_HALVINGS_JUDGED;
  return ruin->is_good && bits < MANY_BITS ? MAX_HALVINGS_GOOD : MAX_HALVINGS;
}

void
deid_local_ruin_start_cooling (DeidLocalRuin *ruin, guint64 n_steps)
{
  const guint bits = g_bit_storage (MIN (n_steps / ruin->tuples.n_records, G_MAXINT32));
  const guint halvings = CLAMP (bits, MIN_HALVINGS + 2, get_most_halvings (ruin, bits) + 2) - 2;
  const guint parts = ruin->is_good && bits < MANY_BITS ? MEAN_PARTS_GOOD : MEAN_PARTS;
  const guint64 mean = ruin->clusters.cost / ruin->tuples.n_records;
  const guint64 coldest = COLDEST * ruin->tuples.weight / ruin->tuples.n_records;

  deid_local_cooling_start (&ruin->cooling, MIN (coldest, mean / parts) << halvings,
                            halvings << 16);
}

/* Takes steps from records of one part of the table, from hot to cold. */
static gboolean
improve_part (DeidLocalRuin *ruin, guint32 first, guint32 n, guint64 n_steps, const DeidStop *stop,
              GError **error)
{
  const guint64 steps_a_check = ruin_is_plain (ruin) ? STEPS_A_CHECK : RUIN_JUDGED_A_CHECK;

  for (guint64 step = 0; step < n_steps; step++)
    {
      if (step % steps_a_check == 0 && !deid_local_judge_check (&ruin->judge, stop, error))
        return FALSE;
      if (step % STEPS_A_CHECK == 0)
        {
          deid_local_cooling_set (&ruin->cooling, step, n_steps);
          if (ruin->report != NULL)
            ruin->report (ruin->report_data);
        }
      if (ruin->n_steps >= ruin->next_merge)
        {
          if (ruin->judge.closure != DEID_CLOSURE_NONE)
            deid_local_clusters_merge (&ruin->clusters);
          ruin->next_merge = ruin->n_steps + MERGES_APART * (guint64) ruin->clusters.n_clusters;
        }
      ruin->n_steps++;
      take_step (ruin, draw_record (ruin, first, n));
    }
  return TRUE;
}

guint
deid_local_ruin_count_parts (const DeidLocalRuin *ruin)
{
  return ruin->tuples.n_records / ruin->window + (ruin->tuples.n_records % ruin->window != 0);
}

void
deid_local_ruin_get_part (const DeidLocalRuin *ruin, guint part, guint32 *first, guint32 *n)
{
  const guint64 n_records = ruin->tuples.n_records;
  const guint n_parts = deid_local_ruin_count_parts (ruin);

  *first = (guint32) (n_records * part / n_parts);
  *n = (guint32) (n_records * (part + 1) / n_parts) - *first;
}

gboolean
deid_local_ruin_take_steps (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop,
                            GError **error)
{
  const guint n_parts = deid_local_ruin_count_parts (ruin);

  deid_local_tallies_forget (&ruin->pool.tallies);
  for (guint part = 0; part < n_parts; part++)
    {
      guint32 first, n;

      deid_local_ruin_get_part (ruin, part, &first, &n);
      if (!improve_part (ruin, first, n, deid_local_share_steps (n_steps, part, n_parts), stop,
                         error))
        return FALSE;
    }
  return deid_local_judge_check (&ruin->judge, stop, error) && ruin_merge (ruin, stop, error);
}

gboolean
deid_local_ruin_run (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  deid_local_ruin_start_cooling (ruin, n_steps);
  return deid_local_ruin_take_steps (ruin, n_steps, stop, error);
}

gboolean
deid_local_ruin_descend (DeidLocalRuin *ruin, guint64 n_steps, const DeidStop *stop, GError **error)
{
  deid_local_cooling_start (&ruin->cooling, 0, 0);
  return deid_local_ruin_take_steps (ruin, n_steps, stop, error);
}
