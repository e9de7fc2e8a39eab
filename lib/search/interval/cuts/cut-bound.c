/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/cut-bound.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

static gboolean
cut_bound_init_axis (DeidCutBound *bound, guint a, GError **error)
{
  const DeidCutAxis *axis = &bound->space->axes[a];

  DeidCutBoundAxis *own = &bound->axes[a];

  return deid_new_arrays (error, DEID_NEW (own->weights, axis->n_ranks),
                          DEID_NEW (own->lost, axis->n_ranks), DEID_NEW (own->least, axis->n_ranks),
                          DEID_NEW (own->first_ranks, axis->n_ranks),
                          DEID_NEW (own->last_ranks, axis->n_ranks))
         && deid_failing_init (&own->failing, axis, own->first_ranks, own->last_ranks, error)
         && (!bound->space->costs_classes
             || deid_block_floors_init (&own->floors, axis, a, own->first_ranks, own->last_ranks,
                                        error));
}

/* Room for so many rows and ranks. */
static gboolean
cut_bound_init_rows (DeidCutBoundRows *rows, guint64 n_rows, guint32 n_ranks, guint32 max_codes,
                     GError **error)
{
  return deid_new_arrays (error, DEID_NEW (rows->sums, n_rows), DEID_NEW (rows->gaps, n_rows),
                          DEID_NEW (rows->can_fail, n_rows), DEID_NEW (rows->finest, n_ranks),
                          DEID_NEW (rows->rank_fails, n_ranks), DEID_NEW (rows->columns, n_ranks))
         && deid_class_rows_init (&rows->classes, n_rows, n_ranks, max_codes, error);
}

static void
cut_bound_clear_rows (DeidCutBoundRows *rows)
{
  deid_free_arrays (rows->sums, rows->gaps, rows->can_fail, rows->class_can_fail, rows->finest,
                    rows->rank_fails, rows->columns);
  deid_class_rows_clear (&rows->classes);
}

/* A class that fails for its records alone has fewer than the least that passes; one that lacks
 * values or persons may have any number. */
static gboolean
init_floors (DeidCutBound *bound, guint32 max_ranks, GError **error)
{
  const DeidCutSpace *space = bound->space;
  const DeidClassNeeds *needs = &bound->needs;

  return deid_class_floors_init (&bound->floors, space->prepared, &space->sizes, &space->rising,
                                 &space->units, max_ranks, error)
         && deid_class_floors_get_failing (&bound->floors,
                                           needs->n_values > 0 ? space->prepared->n_records
                                                               : MAX (needs->n_records, 2) - 1,
                                           &bound->failing_cost, error);
}

gboolean
deid_cut_bound_init (DeidCutBound *bound, const DeidCutSpace *space, gboolean is_plain,
                     GError **error)
{
  const DeidPreparedProblem *prepared = space->prepared;
  const guint64 n_rows = deid_rows_get_n_own (&prepared->rows);
  guint32 n_ranks = 0;

  *bound = (DeidCutBound){ .space = space, .is_plain = is_plain, .needs = space->needs };
  bound->answer.first_values = space->first_values;
  if (is_plain)
    bound->needs.n_values = 0;
  if (!deid_new_arrays (error, DEID_NEW (bound->axes, space->n_axes),
                        DEID_NEW (bound->is_lost, n_rows), DEID_NEW (bound->lost_rows, n_rows),
                        DEID_NEW (bound->answer.values, space->n_values),
                        DEID_NEW (bound->answer.growth, space->n_values),
                        DEID_NEW (bound->answer.chosen, space->lattice->n_dimensions),
                        DEID_NEW (bound->alone, deid_cut_space_count_multipliers (space))))
    return FALSE;
  memcpy (bound->answer.chosen, space->lattice->floors,
          space->lattice->n_dimensions * sizeof *bound->answer.chosen);
  for (guint a = 0; a < space->n_axes; a++)
    {
      n_ranks = MAX (n_ranks, space->axes[a].n_ranks);
      if (!cut_bound_init_axis (bound, a, error))
        return FALSE;
    }
  return cut_bound_init_rows (&bound->rows, n_rows, n_ranks,
                              deid_class_needs_get_max_codes (&space->needs), error)
         && deid_partition_scratch_init (&bound->scratch, space->axes, space->n_axes, error)
         && (!space->costs_classes || init_floors (bound, n_ranks, error))
         && deid_grouping_evaluator_init (&bound->evaluator, prepared, error);
}

static void
cut_bound_clear_axis (DeidCutBoundAxis *axis)
{
  deid_free_arrays (axis->weights, axis->lost, axis->least, axis->first_ranks, axis->last_ranks);
  deid_failing_clear (&axis->failing);
  deid_block_floors_clear (&axis->floors);
}

void
deid_cut_bound_clear (DeidCutBound *bound)
{
  for (guint a = 0; bound->axes != NULL && a < bound->space->n_axes; a++)
    cut_bound_clear_axis (&bound->axes[a]);
  g_free (bound->axes);
  if (bound->space != NULL && bound->space->costs_classes)
    deid_class_floors_clear (&bound->floors);
  deid_free_arrays (bound->is_lost, bound->lost_rows);
  cut_bound_clear_rows (&bound->rows);
  deid_free_arrays (bound->answer.values, bound->answer.growth, bound->answer.chosen, bound->alone);
  deid_partition_scratch_clear (&bound->scratch);
  deid_evaluator_clear (&bound->evaluator.base);
}

guint64
deid_cut_bound_get_n_bytes (const DeidCutBound *bound)
{
  const guint64 n_rows = deid_rows_get_n_own (&bound->space->prepared->rows);
  guint64 n = deid_evaluator_get_n_bytes (&bound->evaluator.base)
              + n_rows * (sizeof *bound->rows.sums + sizeof *bound->rows.classes.rows);

  for (guint a = 0; a < bound->space->n_axes; a++)
    {
      n += deid_failing_get_n_bytes (&bound->space->axes[a]);
      if (bound->space->costs_classes)
        n += deid_block_floors_get_n_bytes (&bound->space->axes[a]);
    }
  return n;
}

/* S° are whole classes. */
static void
cut_bound_find_lost (DeidCutBound *bound)
{
  const DeidRows *rows = &bound->space->prepared->rows;
  const DeidGrouping *grouping = &bound->evaluator.grouping;
  const guint8 *verdicts = bound->evaluator.judgement.verdicts;

  bound->n_lost = 0;
  bound->n_lost_rows = 0;
  for (guint64 row = 0; row < deid_rows_get_n_own (rows); row++)
    {
      const guint32 number = grouping->class_of_row[row];

      bound->is_lost[row] = verdicts[number] == DEID_CLASS_FAILS_NECESSARY
                            || grouping->sizes[number] < bound->needs.n_records;
      if (!bound->is_lost[row])
        continue;
      bound->lost_rows[bound->n_lost_rows++] = (guint32) row;
      bound->n_lost += (gint64) deid_rows_get_weight (rows, row);
    }
}

static void
weigh_ranks (DeidCutBound *bound, guint a)
{
  const DeidRows *rows = &bound->space->prepared->rows;
  const DeidCutAxis *axis = &bound->space->axes[a];
  gint64 *lost = bound->axes[a].lost;

  memset (lost, 0, axis->n_ranks * sizeof *lost);
  for (guint64 i = 0; i < bound->n_lost_rows; i++)
    lost[axis->ranks[bound->lost_rows[i]]]
        += (gint64) deid_rows_get_loss_weight (rows, bound->lost_rows[i]);
  for (guint32 rank = 0; rank < axis->n_ranks; rank++)
    bound->axes[a].weights[rank] = axis->weights[rank] - lost[rank];
}

/* The run of each rank at the upper corner. */
static void
find_segments (DeidCutBound *bound, guint a)
{
  const DeidCutAxis *axis = &bound->space->axes[a];
  const DeidLevel *hi = bound->hi + axis->first_dimension;
  const guint32 n_values = deid_cut_axis_get_n_values (axis);
  guint32 first = 0;
  gboolean all = n_values > 1;

  for (guint32 rank = 0; rank + 1 < n_values; rank++)
    all &= hi[rank] > 0;
  for (guint32 rank = 0; rank < axis->n_ranks; rank++)
    {
      if (rank > 0 && !all && (rank >= n_values || hi[rank - 1] == 0))
        first = rank;
      bound->axes[a].first_ranks[rank] = first;
    }
  for (guint32 rank = axis->n_ranks, last = 0; rank-- > 0;)
    {
      if (rank + 1 == axis->n_ranks || bound->axes[a].first_ranks[rank + 1] > rank)
        last = rank;
      bound->axes[a].last_ranks[rank] = last;
    }
}

/* Extents do not fall from the original values to the upper corner, and what suppression adds is
 * linear in them, so that it is least at one of both; where no other policy is left, at the corner.
 */
static void
cut_bound_find_least (DeidCutBound *bound, guint a)
{
  const DeidCutAxis *axis = &bound->space->axes[a];
  const gboolean has_runs = axis->kind == DEID_AXIS_RUNS;
  const gboolean is_free = bound->is_plain || deid_cut_axis_is_free (axis, bound->lo, bound->hi);

  for (guint32 rank = 0; rank < axis->n_ranks; rank++)
    {
      const guint32 low = has_runs ? deid_cut_axis_get_run_extent (axis, rank, rank)
                                   : axis->extents[axis->blocks[rank]];
      const guint32 high
          = has_runs ? deid_cut_axis_get_run_extent (axis, bound->axes[a].first_ranks[rank],
                                                     bound->axes[a].last_ranks[rank])
                     : axis->extents[deid_cut_axis_find_block (axis, bound->hi, rank)];

      bound->axes[a].least[rank] = MIN (deid_cut_axis_get_more (axis, is_free ? low : high),
                                        deid_cut_axis_get_more (axis, high));
    }
}

/* Records of S° are none of those that blocks are costed by, where they cost the same anywhere. */
static gboolean
set_floors (DeidCutBound *bound, const DeidStop *stop, GError **error)
{
  const DeidCutSpace *space = bound->space;
  const guint8 *is_left_out = space->lost_cost > 0 ? bound->is_lost : NULL;

  for (guint a = 0; a < space->n_axes; a++)
    if (!deid_class_floors_set (&bound->floors, &bound->axes[a].floors, bound->lo, bound->hi,
                                is_left_out, stop, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_cut_bound_evaluate (DeidCutBound *bound, const DeidLevel *levels, const DeidStop *stop,
                         DeidVerdict *verdict, GError **error)
{
  const gint64 start = g_get_monotonic_time ();
  const gboolean success
      = deid_evaluator_evaluate (&bound->evaluator.base, levels, stop, verdict, error);

  bound->evaluating += g_get_monotonic_time () - start;
  return success;
}

/* Sets the records and the weight of each row, and what suppressing it adds at least. */
static void
cut_bound_sum_rows (DeidCutBound *bound)
{
  const DeidCutSpace *space = bound->space;
  const DeidRows *rows = &space->prepared->rows;

  for (guint64 i = 0; i < bound->rows.classes.places[bound->rows.classes.n_classes]; i++)
    {
      const guint64 row = bound->rows.classes.rows[i];
      gint64 gap = 0;

      for (guint a = 0; a < space->n_axes; a++)
        gap += bound->axes[a].least[space->axes[a].ranks[row]];
      bound->rows.gaps[i] = gap * (gint64) deid_rows_get_loss_weight (rows, row);
      bound->rows.can_fail[i] = 0;
      bound->rows.sums[i]
          = (DeidFailing){ .records = bound->rows.classes.records[i],
                           .weight = (gint64) deid_rows_get_loss_weight (rows, row) };
    }
}

/* The finest block that the box allows a rank, by some number. */
static void
find_finest (DeidCutBound *bound, guint a)
{
  const DeidCutAxis *axis = &bound->space->axes[a];

  for (guint32 rank = 0; rank < axis->n_ranks; rank++)
    if (axis->kind != DEID_AXIS_RUNS)
      bound->rows.finest[rank] = deid_cut_axis_find_block (axis, bound->lo, rank);
    else if (rank == 0 || rank >= deid_cut_axis_get_n_values (axis)
             || bound->lo[axis->first_dimension + rank - 1] == 0)
      bound->rows.finest[rank] = rank;
    else
      bound->rows.finest[rank] = bound->rows.finest[rank - 1];
}

static guint64
get_bit (guint a)
{
  return (guint64) 1 << a % 64;
}

/* Notes which rows of a class fail in their finest blocks: no others fail in any block. */
static void
note_failing (DeidCutBound *bound, guint a, guint32 number, guint64 n)
{
  const DeidCutAxis *axis = &bound->space->axes[a];
  const DeidRankGroup *groups = bound->rows.classes.groups;
  gboolean any = FALSE, all = TRUE;

  for (guint64 i = 0, end; i < n; i = end)
    {
      gboolean fails;

      for (end = i + 1;
           end < n && bound->rows.finest[groups[end].rank] == bound->rows.finest[groups[i].rank];)
        end++;
      fails = end <= bound->rows.classes.ends[i];
      any |= fails;
      all &= fails;
      for (guint64 j = i; j < end; j++)
        bound->rows.rank_fails[groups[j].rank] = fails;
    }
  if (!any)
    return;
  bound->rows.class_can_fail[number] |= get_bit (a);
  for (guint64 i = bound->rows.classes.places[number]; i < bound->rows.classes.places[number + 1];
       i++)
    if (all || bound->rows.rank_fails[axis->ranks[bound->rows.classes.rows[i]]])
      bound->rows.can_fail[i] |= get_bit (a);
}

/* Finds the rows that some block of one attribute fails. */
static gboolean
cut_bound_find_failing (DeidCutBound *bound, guint a, const DeidStop *stop, GError **error)
{
  const DeidCutAxis *axis = &bound->space->axes[a];

  find_finest (bound, a);
  for (guint32 number = 0; number < bound->rows.classes.n_classes; number++)
    {
      const guint64 n = deid_class_rows_count (&bound->rows.classes, number, axis);

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if (n == 0)
        continue;
      deid_class_rows_find_ends (&bound->rows.classes, number, axis, n, &bound->needs);
      note_failing (bound, a, number, n);
    }
  return TRUE;
}

gboolean
deid_cut_bound_set (DeidCutBound *bound, const DeidLevel *lo, const DeidLevel *hi,
                    const DeidStop *stop, gboolean *feasible, GError **error)
{
  const DeidCutSpace *space = bound->space;

  bound->lo = lo;
  bound->hi = hi;
  if (!deid_cut_bound_evaluate (bound, hi, stop, &bound->verdict, error))
    return FALSE;
  *feasible = deid_verdict_is_feasible (&bound->verdict, space->prepared);
  if (!*feasible)
    return TRUE;
  cut_bound_find_lost (bound);
  if (!deid_class_rows_set (&bound->rows.classes, &space->prepared->rows,
                            &bound->evaluator.grouping, bound->is_lost, error))
    return FALSE;
  for (guint a = 0; a < space->n_axes; a++)
    {
      weigh_ranks (bound, a);
      if (space->axes[a].kind == DEID_AXIS_RUNS)
        find_segments (bound, a);
      cut_bound_find_least (bound, a);
    }
  cut_bound_sum_rows (bound);
  if (!deid_grow_list (&bound->rows, class_can_fail, bound->rows.classes.n_classes, error))
    return FALSE;
  memset (bound->rows.class_can_fail, 0,
          bound->rows.classes.n_classes * sizeof *bound->rows.class_can_fail);
  for (guint a = 0; a < space->n_axes; a++)
    if (deid_cut_axis_is_free (&space->axes[a], lo, hi)
        && !cut_bound_find_failing (bound, a, stop, error))
      return FALSE;
  return !space->costs_classes || set_floors (bound, stop, error);
}

/* What the records of S° and the limit amount to. */
static gint64
cut_bound_get_base (const DeidCutBound *bound, gint64 lambda)
{
  const DeidCutSpace *space = bound->space;

  return space->costs_classes ? space->lost_cost * bound->n_lost
                              : lambda * (bound->n_lost - (gint64) space->prepared->limit);
}

/* Costs of classes are bounded by each attribute for itself. */
gint64
deid_cut_bound_replace (const DeidCutBound *bound, guint axis, gint64 best)
{
  if (bound->space->costs_classes)
    return MAX (bound->bound, cut_bound_get_base (bound, 0) + best);
  return bound->bound - bound->axes[axis].best + best;
}

/* What the blocks of an axis cost by its share. */
static DeidPartitionCosts
get_costs (const DeidCutBound *bound, guint a, gint64 share)
{
  const DeidCutSpace *space = bound->space;

  return (DeidPartitionCosts){ .axis = &space->axes[a],
                               .lo = bound->lo,
                               .hi = bound->hi,
                               .floors = space->lattice->floors,
                               .weights = bound->axes[a].weights,
                               .lost = bound->axes[a].lost,
                               .failing = &bound->axes[a].failing,
                               .floors_of_blocks
                               = space->costs_classes ? &bound->axes[a].floors : NULL,
                               .failing_cost = bound->failing_cost,
                               .leaves_out = bound->leaves_out && space->axes[a].trims
                                             && space->axes[a].counts == NULL
                                             && space->prepared->rows.loss_weights == NULL,
                               .share = share,
                               .n_allowed = (gint64) space->prepared->limit - bound->n_lost };
}

/* What a row could pay is divided by this at least, so that sums stay in 63 bits. */
#define MIN_SHARES (DEID_SHARES / 16)

/* Divides what each row could pay among the attributes that can fail it: those whose finest block
 * in the box fails it. If that block does not, no block of the attribute does. */
static void
cut_bound_divide (DeidCutBound *bound, const guint16 *multipliers)
{
  const guint n_axes = bound->space->n_axes;
  const gint64 lambda = multipliers[n_axes] * bound->space->lambda_unit;
  guint64 last = 0;
  gint64 sum = bound->is_plain ? DEID_SHARES : MIN_SHARES;

  for (guint64 i = 0; i < bound->rows.classes.places[bound->rows.classes.n_classes]; i++)
    {
      DeidFailing *sums = &bound->rows.sums[i];

      if (bound->rows.can_fail[i] != last)
        {
          last = bound->rows.can_fail[i];
          sum = 0;
          for (guint a = 0; a < n_axes; a++)
            if ((last & get_bit (a)) != 0)
              sum += multipliers[a];
          sum = bound->is_plain ? DEID_SHARES : MAX (sum, MIN_SHARES);
        }
      sums->all = (gint64) (((DeidSignedWide) (bound->rows.gaps[i] + lambda * sums->records)
                             << DEID_SHARE_BITS)
                            / sum);
      sums->parts = (sums->records << DEID_SHARE_BITS) / sum;
    }
}

/* Sums up for each block of an attribute the rows that it fails. */
static gboolean
cut_bound_count_failing (DeidCutBound *bound, guint a, const DeidStop *stop, GError **error)
{
  const DeidCutAxis *axis = &bound->space->axes[a];
  DeidFailingSums *failing = &bound->axes[a].failing;
  DeidClassRows *rows = &bound->rows.classes;

  deid_failing_start (failing, axis);
  if (!deid_cut_axis_is_free (axis, bound->lo, bound->hi))
    return TRUE;
  for (guint32 number = 0; number < rows->n_classes; number++)
    {
      guint32 first_rank;
      guint64 n;

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if ((bound->rows.class_can_fail[number] & get_bit (a)) == 0)
        continue;
      n = deid_class_rows_group (rows, number, axis, bound->rows.sums);
      for (guint64 i = 0; i < n; i++)
        rows->groups[i].sums.own
            = bound->axes[a].least[rows->groups[i].rank] * rows->groups[i].sums.weight;
      if (n == 0)
        continue;
      deid_class_rows_find_ends (rows, number, axis, n, &bound->needs);
      first_rank = bound->axes[a].first_ranks[rows->groups[0].rank];
      deid_failing_add_class (failing, axis, first_rank, rows->groups, rows->ends, n);
      if (axis->cell == 0)
        continue;
      n = deid_class_rows_coarsen (rows, axis->cell, n);
      deid_failing_add_cells (failing, axis, first_rank / axis->cell, rows->groups, rows->ends, n);
    }
  deid_failing_finish (failing, axis, bound->rows.columns);
  return TRUE;
}

gboolean
deid_cut_bound_cost_alone (DeidCutBound *bound, guint a, const DeidStop *stop,
                           DeidPartitionCosts *costs, GError **error)
{
  memset (bound->alone, 0, deid_cut_space_count_multipliers (bound->space) * sizeof *bound->alone);
  bound->alone[a] = DEID_SHARES;
  cut_bound_divide (bound, bound->alone);
  if (!cut_bound_count_failing (bound, a, stop, error))
    return FALSE;
  *costs = get_costs (bound, a, DEID_SHARES);
  deid_partition_start (costs, &bound->scratch);
  return TRUE;
}

gboolean
deid_cut_bound_solve (DeidCutBound *bound, const guint16 *multipliers, const DeidStop *stop,
                      GError **error)
{
  const DeidCutSpace *space = bound->space;
  const gint64 lambda = multipliers[space->n_axes] * space->lambda_unit;
  gint64 sum = 0, greatest = 0;

  bound->n_failing = bound->n_lost;
  bound->bound = DEID_NO_UNITS;
  for (guint a = 0; a < space->n_axes; a++)
    {
      const DeidPartitionCosts costs = get_costs (bound, a, multipliers[a]);
      const DeidBestPartition *best = &bound->answer.best;

      if (!deid_partition_bound_few (&costs, &bound->scratch, &bound->answer, stop, error))
        return FALSE;
      bound->axes[a].best = best->cost;
      bound->axes[a].all = best->all;
      bound->n_failing += deid_share_of (best->parts, multipliers[a]);
      if (best->cost >= DEID_NO_UNITS)
        return TRUE;
      sum += best->cost;
      greatest = MAX (greatest, best->cost);
    }
  bound->bound = cut_bound_get_base (bound, lambda) + (space->costs_classes ? greatest : sum);
  return TRUE;
}

gboolean
deid_cut_bound_share (DeidCutBound *bound, const guint16 *multipliers, const DeidStop *stop,
                      GError **error)
{
  cut_bound_divide (bound, multipliers);
  for (guint a = 0; a < bound->space->n_axes; a++)
    if (!cut_bound_count_failing (bound, a, stop, error))
      return FALSE;
  return deid_cut_bound_solve (bound, multipliers, stop, error);
}

/* Where to look for better multipliers: along a gradient of the bound (M. Held, P. Wolfe, H. P.
 * Crowder, Validation of subgradient optimization, Mathematical Programming 6, 1974). */

/* By which the price of suppression rises at least. */
#define LAMBDA_STEP 128

void
deid_cut_bound_start (const DeidCutBound *bound, guint16 *multipliers)
{
  const DeidCutSpace *space = bound->space;
  guint n_free = 0;

  for (guint a = 0; a < space->n_axes; a++)
    n_free += deid_cut_axis_is_free (&space->axes[a], bound->lo, bound->hi) ? 1 : 0;
  for (guint a = 0; a < space->n_axes; a++)
    multipliers[a] = deid_cut_axis_is_free (&space->axes[a], bound->lo, bound->hi)
                         ? (guint16) (DEID_SHARES / n_free)
                         : 0;
  multipliers[space->n_axes] = 0;
}

/* Shares grow with what the failing records of their attributes could pay. */
static void
step_shares (const DeidCutBound *bound, double length, guint16 *multipliers)
{
  const guint n = bound->space->n_axes;
  double total = 0, mean = 0, sum = 0;
  guint n_free = 0;

  for (guint a = 0; a < n; a++)
    if (multipliers[a] > 0)
      {
        n_free++;
        total += (double) bound->axes[a].all;
      }
  if (total <= 0)
    return;
  mean = total / n_free;
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = 0; a < n; a++)
      if (multipliers[a] > 0)
        {
          const double factor = 1 + length * ((double) bound->axes[a].all / mean - 1);
          const double share = multipliers[a] * CLAMP (factor, 0.5, 2);

          if (pass == 0)
            sum += share;
          else
            multipliers[a] = (guint16) MAX (share * (DEID_SHARES - n) / sum, 1);
        }
}

static void
step_lambda (const DeidCutBound *bound, double length, guint16 *lambda)
{
  const gint64 limit = (gint64) bound->space->prepared->limit;
  double changed;

  if (bound->n_failing > limit)
    changed = *lambda * (1 + length) + LAMBDA_STEP * length;
  else
    changed = *lambda * (1 - length) - 1;
  *lambda = (guint16) CLAMP (changed, 0, G_MAXUINT16);
}

void
deid_cut_bound_step (const DeidCutBound *bound, double length, guint16 *multipliers)
{
  step_shares (bound, length, multipliers);
  step_lambda (bound, length, &multipliers[bound->space->n_axes]);
}
