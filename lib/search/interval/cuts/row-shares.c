/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "search/interval/cuts/row-shares.h"

#include <string.h>

/* What a row could pay is divided by this at least, so that sums stay in 63 bits. */
#define MIN_SHARES (DEID_SHARES / 16)

void
deid_cut_bound_sum_rows (DeidCutBound *bound)
{
  const DeidCutSpace *space = bound->space;
  const DeidRows *rows = &space->prepared->rows;

  for (guint64 i = 0; i < bound->rows.places[bound->rows.n_classes]; i++)
    {
      const guint64 row = bound->rows.rows[i];
      gint64 gap = 0;

      for (guint a = 0; a < space->n_axes; a++)
        gap += bound->least[a][space->axes[a].ranks[row]];
      bound->gaps[i] = gap * (gint64) deid_rows_get_loss_weight (rows, row);
      bound->can_fail[i] = 0;
      bound->sums[i] = (DeidFailing){ .records = bound->rows.records[i],
                                      .weight = (gint64) deid_rows_get_loss_weight (rows, row) };
    }
}

static guint64
get_bit (guint a)
{
  return (guint64) 1 << a % 64;
}

/* The finest block that the box allows a rank, by some number. */
static void
find_finest (DeidCutBound *bound, guint a)
{
  const DeidCutAxis *axis = &bound->space->axes[a];

  for (guint32 rank = 0; rank < axis->n_ranks; rank++)
    if (axis->kind != DEID_AXIS_RUNS)
      bound->finest[rank] = deid_cut_axis_find_block (axis, bound->lo, rank);
    else if (rank == 0 || rank >= deid_cut_axis_get_n_values (axis)
             || bound->lo[axis->first_dimension + rank - 1] == 0)
      bound->finest[rank] = rank;
    else
      bound->finest[rank] = bound->finest[rank - 1];
}

/* Notes which rows of a class fail in their finest blocks: no others fail in any block. */
static void
note_failing (DeidCutBound *bound, guint a, guint32 number, guint64 n)
{
  const DeidCutAxis *axis = &bound->space->axes[a];
  const DeidRankGroup *groups = bound->rows.groups;
  gboolean any = FALSE, all = TRUE;

  for (guint64 i = 0, end; i < n; i = end)
    {
      gboolean fails;

      for (end = i + 1;
           end < n && bound->finest[groups[end].rank] == bound->finest[groups[i].rank];)
        end++;
      fails = end <= bound->rows.ends[i];
      any |= fails;
      all &= fails;
      for (guint64 j = i; j < end; j++)
        bound->rank_fails[groups[j].rank] = fails;
    }
  if (!any)
    return;
  bound->class_can_fail[number] |= get_bit (a);
  for (guint64 i = bound->rows.places[number]; i < bound->rows.places[number + 1]; i++)
    if (all || bound->rank_fails[axis->ranks[bound->rows.rows[i]]])
      bound->can_fail[i] |= get_bit (a);
}

gboolean
deid_cut_bound_find_failing (DeidCutBound *bound, guint a, const DeidStop *stop, GError **error)
{
  const DeidCutAxis *axis = &bound->space->axes[a];

  find_finest (bound, a);
  for (guint32 number = 0; number < bound->rows.n_classes; number++)
    {
      const guint64 n = deid_class_rows_count (&bound->rows, number, axis);

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if (n == 0)
        continue;
      deid_class_rows_find_ends (&bound->rows, number, axis, n, &bound->needs);
      note_failing (bound, a, number, n);
    }
  return TRUE;
}

void
deid_cut_bound_divide (DeidCutBound *bound, const guint16 *multipliers)
{
  const guint n_axes = bound->space->n_axes;
  const gint64 lambda = multipliers[n_axes] * bound->space->lambda_unit;
  guint64 last = 0;
  gint64 sum = bound->is_plain ? DEID_SHARES : MIN_SHARES;

  for (guint64 i = 0; i < bound->rows.places[bound->rows.n_classes]; i++)
    {
      DeidFailing *sums = &bound->sums[i];

      if (bound->can_fail[i] != last)
        {
          last = bound->can_fail[i];
          sum = 0;
          for (guint a = 0; a < n_axes; a++)
            if ((last & get_bit (a)) != 0)
              sum += multipliers[a];
          sum = bound->is_plain ? DEID_SHARES : MAX (sum, MIN_SHARES);
        }
      sums->all = (gint64) (((DeidSignedWide) (bound->gaps[i] + lambda * sums->records)
                             << DEID_SHARE_BITS)
                            / sum);
      sums->parts = (sums->records << DEID_SHARE_BITS) / sum;
    }
}

gboolean
deid_cut_bound_count_failing (DeidCutBound *bound, guint a, const DeidStop *stop, GError **error)
{
  const DeidCutAxis *axis = &bound->space->axes[a];
  DeidFailingSums *failing = &bound->failing[a];
  DeidClassRows *rows = &bound->rows;

  deid_failing_start (failing, axis);
  if (!deid_cut_axis_is_free (axis, bound->lo, bound->hi))
    return TRUE;
  for (guint32 number = 0; number < rows->n_classes; number++)
    {
      guint32 first_rank;
      guint64 n;

      if (!deid_stop_check_class (stop, number, error))
        return FALSE;
      if ((bound->class_can_fail[number] & get_bit (a)) == 0)
        continue;
      n = deid_class_rows_group (rows, number, axis, bound->sums);
      for (guint64 i = 0; i < n; i++)
        rows->groups[i].sums.own
            = bound->least[a][rows->groups[i].rank] * rows->groups[i].sums.weight;
      if (n == 0)
        continue;
      deid_class_rows_find_ends (rows, number, axis, n, &bound->needs);
      first_rank = bound->first_ranks[a][rows->groups[0].rank];
      deid_failing_add_class (failing, axis, first_rank, rows->groups, rows->ends, n);
      if (axis->cell == 0)
        continue;
      n = deid_class_rows_coarsen (rows, axis->cell, n);
      deid_failing_add_cells (failing, axis, first_rank / axis->cell, rows->groups, rows->ends, n);
    }
  deid_failing_finish (failing, axis, bound->columns);
  return TRUE;
}
