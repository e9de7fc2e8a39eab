/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The best partition into runs, by dynamic programming from both ends. Where a run is trimmed it
 * has no value at an end that no record has, unless it must: without it the run would cost no more
 * and merge less. */

#include "search/interval/cuts/partition-bound.h"

/* Tells whether nothing keeps a rank in a run: it has neither records nor a value by which blocks
 * are counted. */
static inline gboolean
cut_axis_is_idle (const DeidCutAxis *axis, guint32 rank)
{
  return axis->records[rank] == 0 && (axis->counts == NULL || !axis->counts[rank]);
}

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
merges_all (const DeidPartitionCosts *costs)
{
  const guint32 n_values = deid_cut_axis_get_n_values (costs->axis);

  for (guint32 rank = 0; rank + 1 < n_values; rank++)
    if (is_cut (costs, costs->hi, rank))
      return FALSE;
  return n_values > 1;
}

/* What may begin or end at a rank. */
enum
{
  SINGLE = 1 << 0, /* a run of one rank, */
  LONGER = 1 << 1  /* and one of several */
};

/* @is_apart tells of the neighbour outside whether some policy keeps it apart, @may_leave of the
 * one inside. */
static guint8
get_runs (const DeidCutAxis *axis, guint32 rank, gboolean is_apart, gboolean may_leave)
{
  if (!is_apart)
    return 0;
  return axis->trims && cut_axis_is_idle (axis, rank) && may_leave ? SINGLE : SINGLE | LONGER;
}

static void
partition_runs_find_ends (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  const guint32 n = costs->axis->n_ranks;
  const gboolean all = merges_all (costs);

  for (guint32 rank = n; rank-- > 0;)
    {
      const gboolean before = rank == 0 || is_cut (costs, costs->lo, rank - 1);
      const gboolean behind = is_cut (costs, costs->lo, rank);

      scratch->begins[rank] = get_runs (costs->axis, rank, before, behind);
      scratch->closes[rank] = get_runs (costs->axis, rank, behind, before);
      if (all)
        scratch->ends[rank] = n - 1;
      else
        scratch->ends[rank] = is_cut (costs, costs->hi, rank) ? rank : scratch->ends[rank + 1];
    }
}

/* Tells whether a run within one of the upper corner may be a block of a policy of the box. The
 * missing value behind all others joins them if all are merged, and only then. */
static gboolean
is_allowed (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch, guint32 first,
            guint32 last)
{
  const guint32 n_values = deid_cut_axis_get_n_values (costs->axis);

  if (first < n_values && last == n_values)
    return first == 0 && n_values > 1;
  if (first == 0 && last + 1 == n_values && n_values > 1 && costs->axis->n_ranks > n_values)
    return FALSE;
  return (scratch->begins[first] & scratch->closes[last] & (first == last ? SINGLE : LONGER)) != 0;
}

static void
partition_runs_sum_up (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  scratch->sums[0] = scratch->lost_sums[0] = 0;
  for (guint32 rank = 0; rank < costs->axis->n_ranks; rank++)
    {
      scratch->sums[rank + 1] = scratch->sums[rank] + costs->weights[rank];
      scratch->lost_sums[rank + 1] = scratch->lost_sums[rank] + costs->lost[rank];
    }
}

static void
count_up (const DeidCutAxis *axis, DeidPartitionScratch *scratch)
{
  scratch->n_counting[0] = 0;
  for (guint32 rank = 0; rank < axis->n_ranks; rank++)
    scratch->n_counting[rank + 1] = scratch->n_counting[rank] + (axis->counts[rank] ? 1 : 0);
}

void
deid_partition_start_runs (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  partition_runs_sum_up (costs, scratch);
  if (costs->axis->counts != NULL)
    count_up (costs->axis, scratch);
  partition_runs_find_ends (costs, scratch);
}

/* Returns: what a run costs at least if nothing fails; never less than a run within it. */
static gint64
partition_runs_get_base (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch,
                         guint32 first, guint32 last)
{
  const DeidCutAxis *axis = costs->axis;

  if (costs->floors_of_blocks != NULL)
    return deid_block_floors_get_cells (costs->floors_of_blocks, first, last);
  return deid_partition_costs_get_base (costs, deid_cut_axis_get_run_extent (axis, first, last),
                                        scratch->sums[last + 1] - scratch->sums[first],
                                        scratch->lost_sums[last + 1] - scratch->lost_sums[first]);
}

/* Returns: what a run of the box costs, given its base. */
static gint64
cost_run (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch, guint32 first,
          guint32 last, gint64 base)
{
  const DeidCutAxis *axis = costs->axis;
  DeidFailing room;
  const DeidFailing *failing = deid_failing_get_run (costs->failing, axis, first, last, &room);

  if (costs->leaves_out && first < last && is_cut (costs, costs->floors, first)
      && scratch->sums[last + 1] - scratch->sums[first] == failing->weight)
    return DEID_NO_UNITS;
  if (costs->floors_of_blocks != NULL)
    base = deid_block_floors_get_run (costs->floors_of_blocks, first, last);
  return deid_partition_costs_price (
      costs, axis->counts != NULL && scratch->n_counting[last + 1] > scratch->n_counting[first],
      deid_partition_costs_get (costs, failing, base,
                                deid_cut_axis_get_run_extent (axis, first, last)));
}

gint64
deid_partition_cost_run (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch,
                         guint32 first, guint32 last)
{
  return is_allowed (costs, scratch, first, last) ? cost_run (
             costs, scratch, first, last, partition_runs_get_base (costs, scratch, first, last))
                                                  : DEID_NO_UNITS;
}

/* The best from each rank on. A run that costs as much by itself ends the loop, as all further ones
 * do, too. */
static gboolean
partition_runs_go_back (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                        const DeidStop *stop, GError **error)
{
  const guint32 n = costs->axis->n_ranks;

  scratch->behind[n] = 0;
  for (guint32 first = n; first-- > 0;)
    {
      gint64 best = DEID_NO_UNITS;

      if (!deid_stop_check_class (stop, first, error))
        return FALSE;
      for (guint32 last = first; last <= scratch->ends[first]; last++)
        {
          gint64 base, sum;

          if (!is_allowed (costs, scratch, first, last))
            continue;
          base = partition_runs_get_base (costs, scratch, first, last);
          if (base >= best)
            break;
          if (base + scratch->behind[last + 1] >= best)
            continue;
          sum = cost_run (costs, scratch, first, last, base) + scratch->behind[last + 1];
          if (sum < best)
            {
              best = sum;
              scratch->last[first] = last;
            }
        }
      scratch->behind[first] = best;
    }
  return TRUE;
}

/* The best up to each rank. */
static gboolean
go_forth (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch, const DeidStop *stop,
          GError **error)
{
  guint32 begin = 0;

  scratch->before[0] = 0;
  for (guint32 last = 0; last < costs->axis->n_ranks; last++)
    {
      gint64 best = DEID_NO_UNITS;

      if (!deid_stop_check_class (stop, last, error))
        return FALSE;
      if (last > 0 && scratch->ends[last - 1] < last)
        begin = last;
      for (guint32 first = last + 1; first-- > begin;)
        {
          gint64 base;

          if (!is_allowed (costs, scratch, first, last))
            continue;
          base = partition_runs_get_base (costs, scratch, first, last);
          if (base >= best)
            break;
          if (scratch->before[first] + base < best)
            best
                = MIN (best, scratch->before[first] + cost_run (costs, scratch, first, last, base));
        }
      scratch->before[last + 1] = best;
    }
  return TRUE;
}

/* Begins with what the best partition costs, or the same with two of its runs as one.
 * Returns: the greatest of these: no run that costs as much matters to any pair. */
static gint64
start_merged (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch)
{
  const guint32 n = costs->axis->n_ranks;
  gint64 greatest = 0;

  for (guint32 first = 0, last; first < n; first = last + 1)
    {
      last = scratch->last[first];
      for (guint32 rank = first; rank < last; rank++)
        scratch->merged[rank] = scratch->behind[0];
      scratch->merged[last] = DEID_NO_UNITS;
      if (scratch->ends[last] == last)
        continue;
      scratch->merged[last]
          = MIN (scratch->before[first]
                     + deid_partition_cost_run (costs, scratch, first, scratch->last[last + 1])
                     + scratch->behind[scratch->last[last + 1] + 1],
                 DEID_NO_UNITS);
      greatest = MAX (greatest, scratch->merged[last]);
    }
  return MAX (greatest, scratch->behind[0]);
}

/* Finds for each pair of neighbours the best with a run across it. */
static gboolean
find_merged (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch, const DeidStop *stop,
             GError **error)
{
  const gint64 greatest = start_merged (costs, scratch);

  for (guint32 first = 0; first < costs->axis->n_ranks; first++)
    {
      const gint64 before = scratch->before[first];
      gint64 best = DEID_NO_UNITS;
      guint32 last;

      if (!deid_stop_check_class (stop, first, error))
        return FALSE;
      if (before >= DEID_NO_UNITS)
        continue;
      for (last = first + 1; last <= scratch->ends[first]; last++)
        {
          gint64 base;

          scratch->costs[last] = DEID_NO_UNITS;
          if (!is_allowed (costs, scratch, first, last))
            continue;
          base = partition_runs_get_base (costs, scratch, first, last);
          if (before + base >= greatest)
            break;
          scratch->costs[last] = cost_run (costs, scratch, first, last, base);
        }
      while (--last > first)
        {
          best = MIN (best, before + scratch->costs[last] + scratch->behind[last + 1]);
          scratch->merged[last - 1] = MIN (scratch->merged[last - 1], best);
        }
    }
  return TRUE;
}

/* A cut here would leave two runs of the one at the upper corner. */
static gint64
get_growth (const DeidPartitionCosts *costs, guint32 begin, guint32 rank, guint32 end)
{
  DeidFailing first, second;

  return deid_failing_get_run (costs->failing, costs->axis, begin, rank, &first)->records
         + deid_failing_get_run (costs->failing, costs->axis, rank + 1, end, &second)->records;
}

static void
partition_runs_write_values (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch,
                             const DeidPartitionAnswer *answer)
{
  const DeidCutAxis *axis = costs->axis;
  const guint32 n_values = deid_cut_axis_get_n_values (axis);
  guint32 begin = 0;

  for (guint32 rank = 0; rank + 1 < n_values; rank++)
    {
      const guint d = get_dimension (axis, rank);
      gint64 *values = answer->values + answer->first_values[d];
      gint64 *growth = answer->growth + answer->first_values[d];

      if (costs->hi[d] > 0)
        {
          values[1] = MIN (scratch->merged[rank], DEID_NO_UNITS);
          growth[1] = 0;
        }
      if (costs->lo[d] == 0)
        {
          values[0] = MIN (scratch->before[rank + 1] + scratch->behind[rank + 1], DEID_NO_UNITS);
          growth[0]
              = costs->hi[d] > 0 ? get_growth (costs, begin, rank, scratch->ends[rank + 1]) : 0;
        }
      if (costs->hi[d] == 0)
        begin = rank + 1;
    }
}

/* Writes the runs that cost least. */
static void
choose_runs (const DeidPartitionCosts *costs, const DeidPartitionScratch *scratch,
             DeidPartitionAnswer *answer)
{
  const DeidCutAxis *axis = costs->axis;
  const guint32 n = axis->n_ranks, n_values = deid_cut_axis_get_n_values (axis);

  for (guint32 first = 0; first < n; first = scratch->last[first] + 1)
    {
      const guint32 last = scratch->last[first];
      DeidFailing room;
      const DeidFailing *failing = deid_failing_get_run (costs->failing, axis, first, last, &room);

      answer->best.all += failing->all;
      answer->best.parts += failing->parts;
      for (guint32 rank = first; rank <= last; rank++)
        if (rank + 1 < n_values)
          answer->chosen[get_dimension (axis, rank)] = rank < last;
    }
}

gboolean
deid_partition_bound_runs (const DeidPartitionCosts *costs, DeidPartitionScratch *scratch,
                           DeidPartitionAnswer *answer, const DeidStop *stop, GError **error)
{
  if (!partition_runs_go_back (costs, scratch, stop, error))
    return FALSE;
  answer->best = (DeidBestPartition){ .cost = scratch->behind[0] };
  if (answer->best.cost >= DEID_NO_UNITS)
    return TRUE;
  if (!go_forth (costs, scratch, stop, error) || !find_merged (costs, scratch, stop, error))
    return FALSE;
  partition_runs_write_values (costs, scratch, answer);
  choose_runs (costs, scratch, answer);
  return TRUE;
}
