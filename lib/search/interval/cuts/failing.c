/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which records fail because of one attribute alone: their class becomes too small if the attribute
 * has some block, while the others stay as coarse as the box allows. With runs there are many
 * blocks, so that only the changes from one to the next are written: along the last rank where a
 * group joins or the class becomes large enough, and along the first rank where a group leaves. */
#include "search/interval/cuts/failing.h"

#include <string.h>

#include "base/arrays.h"

gboolean
deid_failing_init (DeidFailingSums *failing, const DeidCutAxis *axis, const guint32 *first_ranks,
                   const guint32 *last_ranks, GError **error)
{
  *failing = (DeidFailingSums){ .first_ranks = first_ranks, .last_ranks = last_ranks };
  return deid_new_arrays (error, DEID_NEW (failing->blocks, deid_cut_axis_count_blocks (axis)),
                          DEID_NEW (failing->cells, deid_cut_axis_count_cells (axis)),
                          DEID_NEW (failing->totals, (guint64) axis->n_ranks + 1));
}

void
deid_failing_clear (DeidFailingSums *failing)
{
  g_free (failing->blocks);
  g_free (failing->cells);
  g_free (failing->totals);
}

guint64
deid_failing_get_n_bytes (const DeidCutAxis *axis)
{
  return (deid_cut_axis_count_blocks (axis) + deid_cut_axis_count_cells (axis) + axis->n_ranks + 1)
         * sizeof (DeidFailing);
}

void
deid_failing_start (DeidFailingSums *failing, const DeidCutAxis *axis)
{
  memset (failing->blocks, 0, deid_cut_axis_count_blocks (axis) * sizeof *failing->blocks);
  memset (failing->cells, 0, deid_cut_axis_count_cells (axis) * sizeof *failing->cells);
  memset (failing->totals, 0, ((gsize) axis->n_ranks + 1) * sizeof *failing->totals);
}

/* Runs that begin in a range of ranks, of which some are within the band. */
typedef struct
{
  DeidFailing *sums;
  const DeidRunPlaces *places;
  guint32 from;
  guint32 to;
} Windows;

/* Returns: (nullable): where the sums change of those of the runs that end at a rank or behind;
 * sets where they change back, or NULL if nothing follows. */
static DeidFailing *
find_windows (const Windows *windows, guint32 rank, DeidFailing **behind)
{
  const guint32 from = deid_run_places_get_first (windows->places, windows->from, rank);

  if (from > windows->to)
    return NULL;
  *behind = rank > windows->to
                ? windows->sums + deid_run_places_get (windows->places, windows->to + 1, rank)
                : NULL;
  return windows->sums + deid_run_places_get (windows->places, from, rank);
}

static gboolean
add_windows (const Windows *windows, guint32 rank, const DeidFailing *sums)
{
  DeidFailing *behind, *begin = find_windows (windows, rank, &behind);

  if (begin == NULL)
    return FALSE;
  deid_failing_add (begin, sums);
  if (behind != NULL)
    deid_failing_subtract (behind, sums);
  return TRUE;
}

static void
take_windows (const Windows *windows, guint32 rank, const DeidFailing *sums)
{
  DeidFailing *behind, *begin = find_windows (windows, rank, &behind);

  if (begin == NULL)
    return;
  deid_failing_subtract (begin, sums);
  if (behind != NULL)
    deid_failing_add (behind, sums);
}

static void
failing_add_runs (DeidFailing *sums, const DeidRunPlaces *places, guint32 first_rank,
                  const DeidRankGroup *groups, const guint64 *ends, guint64 n)
{
  for (guint64 i = 0; i < n; i++)
    {
      const Windows windows
          = { sums, places, i > 0 ? groups[i - 1].rank + 1 : first_rank, groups[i].rank };
      DeidFailing sum = { 0 };

      for (guint64 j = i; j < n; j++)
        {
          if (j == ends[i])
            {
              take_windows (&windows, groups[j].rank, &sum);
              break;
            }
          if (!add_windows (&windows, groups[j].rank, &groups[j].sums))
            break;
          deid_failing_add (&sum, &groups[j].sums);
        }
    }
}

static void
failing_add_nodes (DeidFailing *failing, const DeidCutAxis *axis, const DeidRankGroup *groups,
                   const guint64 *ends, guint64 n)
{
  for (guint level = 0; level < axis->n_levels; level++)
    {
      const guint32 *blocks = axis->blocks + (gsize) level * axis->n_ranks;

      for (guint64 i = 0, end; i < n; i = end)
        {
          const guint32 block = blocks[groups[i].rank];
          DeidFailing sum = { 0 };

          for (end = i; end < n && blocks[groups[end].rank] == block; end++)
            deid_failing_add (&sum, &groups[end].sums);
          if (end <= ends[i])
            deid_failing_add (&failing[block], &sum);
        }
    }
}

void
deid_failing_add_class (DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first_rank,
                        const DeidRankGroup *groups, const guint64 *ends, guint64 n)
{
  if (axis->kind != DEID_AXIS_RUNS)
    {
      failing_add_nodes (failing->blocks, axis, groups, ends, n);
      return;
    }
  failing_add_runs (failing->blocks, &axis->runs, first_rank, groups, ends, n);
  for (guint64 i = 0; i < n; i++)
    deid_failing_add (&failing->totals[groups[i].rank + 1], &groups[i].sums);
}

void
deid_failing_add_cells (DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first_cell,
                        const DeidRankGroup *groups, const guint64 *ends, guint64 n)
{
  failing_add_runs (failing->cells, &axis->cells, first_cell, groups, ends, n);
}

/* Those from the first rank of a row up to its last one. */
static void
sum_up_row (DeidFailing *row, DeidFailing *columns, guint32 n)
{
  DeidFailing sum = { 0 };

  for (guint32 i = 0; i < n; i++)
    {
      deid_failing_add (&columns[i], &row[i]);
      deid_failing_add (&sum, &columns[i]);
      row[i] = sum;
    }
}

static void
failing_finish_runs (DeidFailing *sums, const DeidRunPlaces *places, const guint32 *last_ranks,
                     DeidFailing *columns)
{
  memset (columns, 0, places->n * sizeof *columns);
  for (guint32 first = 0; first < places->n; first++)
    sum_up_row (sums + deid_run_places_get (places, first, first), columns + first,
                deid_run_places_count (places, first, last_ranks));
}

void
deid_failing_finish (DeidFailingSums *failing, const DeidCutAxis *axis, DeidFailing *columns)
{
  if (axis->kind != DEID_AXIS_RUNS)
    return;
  failing_finish_runs (failing->blocks, &axis->runs, failing->last_ranks, columns);
  failing_finish_runs (failing->cells, &axis->cells, NULL, columns);
  for (guint32 rank = 0; rank < axis->n_ranks; rank++)
    deid_failing_add (&failing->totals[rank + 1], &failing->totals[rank]);
}

/* Records of the cells that are not in the run are all in the totals of its ends. What is left
 * fails in the run, too: the more ranks, the fewer records fail. No record of the same run at the
 * upper corner adds less than nothing to the cost, so that none is overestimated; one of another
 * run might, and nothing is counted. */
void
deid_failing_bound_run (const DeidFailingSums *failing, const DeidCutAxis *axis, guint32 first,
                        guint32 last, DeidFailing *sums)
{
  const guint32 first_cell = first / axis->cell, last_cell = last / axis->cell;
  const guint32 end = MIN ((last_cell + 1) * axis->cell, axis->n_ranks);

  *sums = (DeidFailing){ 0 };
  if (first_cell * axis->cell < failing->first_ranks[first] || end - 1 > failing->last_ranks[first])
    return;
  *sums = failing->cells[deid_run_places_get (&axis->cells, first_cell, last_cell)];
  deid_failing_add (sums, &failing->totals[first_cell * axis->cell]);
  deid_failing_subtract (sums, &failing->totals[first]);
  deid_failing_add (sums, &failing->totals[last + 1]);
  deid_failing_subtract (sums, &failing->totals[end]);
  if (sums->records <= 0)
    *sums = (DeidFailing){ 0 };
}
