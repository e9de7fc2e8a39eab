/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The best partition into runs, by dynamic programming from both ends. Where a run is trimmed it
 * has no value at an end that no record has, unless it must: without it the run would cost no more
 * and merge less. */
#include <string.h>

#include "search/interval/cuts/partition-bound.h"

static guint
get_dimension (const DeidCutAxis *axis, guint32 rank)
{
  return axis->first_dimension + rank;
}

/* Tells whether the box keeps a rank and the next one apart, or one of its policies does. */
static gboolean
is_cut (const DeidPartitionCosts *costs, const DeidLevel *corner, guint32 rank)
{
  return rank + 1 >= deid_cut_axis_get_n_values (costs->axis)
         || corner[get_dimension (costs->axis, rank)] == 0;
}

static gboolean
may_end (const DeidPartitionCosts *costs, guint32 first, guint32 last)
{
  const DeidCutAxis *axis = costs->axis;

  return first == last || !axis->trims
         || ((axis->records[first] > 0 || !is_cut (costs, costs->lo, first))
             && (axis->records[last] > 0 || !is_cut (costs, costs->lo, last - 1)));
}

/* Tells whether a run within one of the upper corner may be a block of a policy of the box. The
 * missing value behind all others joins them if all are merged, and only then. */
static gboolean
is_allowed (const DeidPartitionCosts *costs, guint32 first, guint32 last)
{
  const guint32 n_values = deid_cut_axis_get_n_values (costs->axis);

  if (first > 0 && !is_cut (costs, costs->lo, first - 1))
    return FALSE;
  if (last + 1 < n_values && !is_cut (costs, costs->lo, last))
    return FALSE;
  if (first < n_values && last == n_values)
    return first == 0 && n_values > 1;
  if (first == 0 && last + 1 == n_values && n_values > 1 && costs->axis->n_ranks > n_values)
    return FALSE;
  return may_end (costs, first, last);
}

static gboolean
merges_all (const DeidPartitionCosts *costs)
{
  const guint32 n_values = deid_cut_axis_get_n_values (costs->axis);

  for (guint32 rank = 0; rank + 1 < n_values; rank++)
    if (is_cut (costs, costs->hi, rank))
      return FALSE;
  return n_values > 1;
}

/* Returns: the last rank of the run at the upper corner that begins at or before a rank. */
static guint32
find_last (const DeidPartitionCosts *costs, guint32 rank, gboolean all)
{
  const guint32 n_values = deid_cut_axis_get_n_values (costs->axis);

  if (all)
    return costs->axis->n_ranks - 1;
  while (rank + 1 < n_values && !is_cut (costs, costs->hi, rank))
    rank++;
  return rank;
}

static void
sum_up (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  scratch->sums[0] = scratch->lost_sums[0] = 0;
  for (guint32 rank = 0; rank < costs->axis->n_ranks; rank++)
    {
      scratch->sums[rank + 1] = scratch->sums[rank] + costs->weights[rank];
      scratch->lost_sums[rank + 1] = scratch->lost_sums[rank] + costs->lost[rank];
    }
}

/* The best from each rank on; runs are costed on the way. */
static void
go_back (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  const DeidCutAxis *axis = costs->axis;
  const guint32 n = axis->n_ranks;
  const gboolean all = merges_all (costs);
  guint32 end = n;

  scratch->behind[n] = 0;
  for (guint32 first = n; first-- > 0;)
    {
      gint64 *row = scratch->costs + (gsize) first * n;
      gint64 best = DEID_NO_UNITS;

      if (!all && (first + 1 == n || is_cut (costs, costs->hi, first)))
        end = first + 1;
      for (guint32 last = first; last < end; last++)
        {
          row[last] = DEID_NO_UNITS;
          if (!is_allowed (costs, first, last))
            continue;
          row[last] = deid_partition_costs_get (
              costs, (gsize) first * n + last, deid_cut_axis_get_run_extent (axis, first, last),
              scratch->sums[last + 1] - scratch->sums[first],
              scratch->lost_sums[last + 1] - scratch->lost_sums[first]);
          if (row[last] + scratch->behind[last + 1] < best)
            {
              best = row[last] + scratch->behind[last + 1];
              scratch->last[first] = last;
            }
        }
      scratch->behind[first] = MIN (best, DEID_NO_UNITS);
    }
}

static void
go_forth (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  const guint32 n = costs->axis->n_ranks;
  const gboolean all = merges_all (costs);

  for (guint32 rank = 0; rank <= n; rank++)
    scratch->before[rank] = rank > 0 ? DEID_NO_UNITS : 0;
  for (guint32 first = 0; first < n; first++)
    {
      const gint64 *row = scratch->costs + (gsize) first * n;
      const guint32 end = find_last (costs, first, all);

      for (guint32 last = first; last <= end; last++)
        scratch->before[last + 1]
            = MIN (scratch->before[last + 1], scratch->before[first] + row[last]);
    }
}

/* Finds for each pair of neighbours the best with a run across it. */
static void
find_merged (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  const guint32 n = costs->axis->n_ranks;
  const gboolean all = merges_all (costs);

  for (guint32 rank = 0; rank < n; rank++)
    scratch->merged[rank] = DEID_NO_UNITS;
  for (guint32 first = 0; first < n; first++)
    {
      const gint64 *row = scratch->costs + (gsize) first * n;
      gint64 best = DEID_NO_UNITS;

      for (guint32 last = find_last (costs, first, all); last > first; last--)
        {
          best = MIN (best, scratch->before[first] + row[last] + scratch->behind[last + 1]);
          scratch->merged[last - 1] = MIN (scratch->merged[last - 1], best);
        }
    }
}

/* A cut here would leave two runs of the one at the upper corner. */
static gint64
get_growth (const DeidPartitionCosts *costs, guint32 begin, guint32 rank, guint32 end)
{
  const guint32 n = costs->axis->n_ranks;

  return costs->failing[(gsize) begin * n + rank].records
         + costs->failing[(gsize) (rank + 1) * n + end].records;
}

static void
write_values (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch,
              const guint *first_values, gint64 *values, gint64 *growth)
{
  const DeidCutAxis *axis = costs->axis;
  const guint32 n_values = deid_cut_axis_get_n_values (axis);
  const gboolean all = merges_all (costs);
  guint32 begin = 0;

  for (guint32 rank = 0; rank + 1 < n_values; rank++)
    {
      const guint d = get_dimension (axis, rank);

      if (costs->hi[d] > 0)
        {
          values[first_values[d] + 1] = MIN (scratch->merged[rank], DEID_NO_UNITS);
          growth[first_values[d] + 1] = 0;
        }
      if (costs->lo[d] == 0)
        {
          values[first_values[d]]
              = MIN (scratch->before[rank + 1] + scratch->behind[rank + 1], DEID_NO_UNITS);
          growth[first_values[d]]
              = costs->hi[d] > 0 ? get_growth (costs, begin, rank, find_last (costs, rank + 1, all))
                                 : 0;
        }
      if (costs->hi[d] == 0)
        begin = rank + 1;
    }
}

void
deid_partition_bound_runs (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                           const guint *first_values, gint64 *values, gint64 *growth,
                           DeidLevel *chosen, DeidBestPartition *best)
{
  const DeidCutAxis *axis = costs->axis;
  const guint32 n = axis->n_ranks, n_values = deid_cut_axis_get_n_values (axis);

  sum_up (costs, scratch);
  go_back (costs, scratch);
  *best = (DeidBestPartition){ .best = scratch->behind[0] };
  if (best->best >= DEID_NO_UNITS)
    return;
  go_forth (costs, scratch);
  find_merged (costs, scratch);
  write_values (costs, scratch, first_values, values, growth);
  for (guint32 first = 0; first < n; first = scratch->last[first] + 1)
    {
      const DeidFailing *failing = &costs->failing[(gsize) first * n + scratch->last[first]];

      best->all += failing->all;
      best->parts += failing->parts;
      for (guint32 rank = first; rank <= scratch->last[first]; rank++)
        if (rank + 1 < n_values)
          chosen[get_dimension (axis, rank)] = rank < scratch->last[first];
    }
}
