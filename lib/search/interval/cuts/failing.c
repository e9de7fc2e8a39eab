/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which records fail because of one attribute alone: their class becomes too small if the attribute
 * has some block, while the others stay as coarse as the box allows. With runs there are many
 * blocks, so that only the changes from one to the next are written: along the last rank where a
 * group joins or the class becomes large enough, and along the first rank where a group leaves. */
#include "search/interval/cuts/failing.h"

#include <string.h>

guint64
deid_failing_count (const DeidCutAxis *axis)
{
  return axis->kind == DEID_AXIS_RUNS ? (guint64) (axis->n_ranks + 1) * axis->n_ranks
                                      : axis->n_blocks;
}

/* Changes the sums of runs that begin in a range, from a last rank on. */
typedef struct
{
  DeidFailing *begin;
  DeidFailing *end; /* of the range; or NULL if nothing follows */
} Windows;

static void
add_windows (const Windows *windows, guint32 rank, const DeidFailing *sums)
{
  deid_failing_add (&windows->begin[rank], sums);
  if (windows->end != NULL)
    deid_failing_subtract (&windows->end[rank], sums);
}

static void
take_windows (const Windows *windows, guint32 rank, const DeidFailing *sums)
{
  deid_failing_subtract (&windows->begin[rank], sums);
  if (windows->end != NULL)
    deid_failing_add (&windows->end[rank], sums);
}

static void
add_runs (DeidFailing *failing, const DeidCutAxis *axis, guint32 first_rank, guint32 last_rank,
          const DeidRankGroup *groups, const guint64 *ends, guint64 n)
{
  for (guint64 i = 0; i < n; i++)
    {
      const guint32 from = i > 0 ? groups[i - 1].rank + 1 : first_rank;
      const guint32 to = groups[i].rank;
      const Windows windows
          = { failing + (gsize) from * axis->n_ranks,
              to < last_rank ? failing + (gsize) (to + 1) * axis->n_ranks : NULL };
      DeidFailing sum = { 0 };

      for (guint64 j = i; j < n; j++)
        {
          if (j == ends[i])
            {
              take_windows (&windows, groups[j].rank, &sum);
              break;
            }
          deid_failing_add (&sum, &groups[j].sums);
          add_windows (&windows, groups[j].rank, &groups[j].sums);
        }
    }
}

static void
add_nodes (DeidFailing *failing, const DeidCutAxis *axis, const DeidRankGroup *groups,
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
deid_failing_add_class (DeidFailing *failing, const DeidCutAxis *axis, const guint32 *first_ranks,
                        const guint32 *last_ranks, const DeidRankGroup *groups, const guint64 *ends,
                        guint64 n)
{
  if (axis->kind == DEID_AXIS_RUNS)
    add_runs (failing, axis, first_ranks[groups[0].rank], last_ranks[groups[0].rank], groups, ends,
              n);
  else
    add_nodes (failing, axis, groups, ends, n);
}

void
deid_failing_finish (DeidFailing *failing, const DeidCutAxis *axis, const guint32 *first_ranks,
                     const guint32 *last_ranks, DeidFailing *columns)
{
  if (axis->kind != DEID_AXIS_RUNS)
    return;
  memset (columns, 0, axis->n_ranks * sizeof *columns);
  for (guint32 first = 0; first < axis->n_ranks; first++)
    {
      DeidFailing *row = failing + (gsize) first * axis->n_ranks;
      DeidFailing sum = { 0 };

      for (guint32 last = first_ranks[first]; last <= last_ranks[first]; last++)
        {
          deid_failing_add (&columns[last], &row[last]);
          deid_failing_add (&sum, &columns[last]);
          row[last] = sum;
        }
    }
}
