/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which cells are worth a look. The knee is that of V. Satopaa, J. Albrecht, D. Irwin,
 * B. Raghavan, "Finding a 'Kneedle' in a Haystack: Detecting Knee Points in System Behavior", IEEE
 * ICDCS Workshops 2011, on the cells themselves, without smoothing: where the curve, scaled to the
 * unit square, is farthest below the chord between its ends. */
#include <stdlib.h>

#include "base/arrays.h"
#include "base/rational.h"
#include "tradeoff/tradeoff-private.h"

/* Tells whether two cells have the same values on the axes that keep cells apart and, if asked for,
 * the same k. */
static gboolean
are_comparable (const DeidTradeoff *tradeoff, guint64 a, guint64 b, gboolean has_same_k)
{
  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    if ((deid_axis_separates (&tradeoff->axes[axis])
         || (has_same_k && deid_axis_is_k (&tradeoff->axes[axis])))
        && deid_tradeoff_get_index (tradeoff, a, axis)
               != deid_tradeoff_get_index (tradeoff, b, axis))
      return FALSE;
  return TRUE;
}

static guint64
get_k (const DeidTradeoff *tradeoff, guint64 cell)
{
  guint64 k = 0;

  for (guint axis = 0; axis < tradeoff->n_axes; axis++)
    if (deid_axis_is_k (&tradeoff->axes[axis]))
      deid_uint64_from_decimal (
          tradeoff->axes[axis].values[deid_tradeoff_get_index (tradeoff, cell, axis)], &k);
  return k;
}

static void
tradeoff_mark_compare (double a, double b, gboolean *is_worse, gboolean *is_better)
{
  *is_worse |= a > b;
  *is_better |= a < b;
}

static gboolean
dominates (const DeidTradeoff *tradeoff, const DeidTradeoffCell *cells, guint64 a, guint64 b)
{
  const DeidTradeoffCell *first = &cells[a], *second = &cells[b];
  gboolean is_worse = FALSE, is_better = FALSE;

  if (!first->is_solved || !are_comparable (tradeoff, a, b, FALSE))
    return FALSE;
  tradeoff_mark_compare (-(double) first->k, -(double) second->k, &is_worse, &is_better);
  tradeoff_mark_compare ((double) first->n_suppressed, (double) second->n_suppressed, &is_worse,
                         &is_better);
  tradeoff_mark_compare (first->loss, second->loss, &is_worse, &is_better);
  tradeoff_mark_compare ((double) first->shift.n_lost, (double) second->shift.n_lost, &is_worse,
                         &is_better);
  if (first->shift.has_mean && second->shift.has_mean)
    tradeoff_mark_compare (first->shift.mean, second->shift.mean, &is_worse, &is_better);
  if (first->shift.has_correlation && second->shift.has_correlation)
    tradeoff_mark_compare (first->shift.correlation, second->shift.correlation, &is_worse,
                           &is_better);
  return is_better && !is_worse;
}

static void
mark_non_dominated (const DeidTradeoff *tradeoff, DeidTradeoffCell *cells)
{
  for (guint64 i = 0; i < tradeoff->n_cells; i++)
    cells[i].k = get_k (tradeoff, i);
  for (guint64 b = 0; b < tradeoff->n_cells; b++)
    {
      cells[b].is_non_dominated = cells[b].is_solved;
      for (guint64 a = 0; a < tradeoff->n_cells && cells[b].is_non_dominated; a++)
        cells[b].is_non_dominated = !dominates (tradeoff, cells, a, b);
    }
}

/* By suppressed records, then by loss; then by their number. */
static int
compare_cells (gconstpointer a, gconstpointer b)
{
  const DeidTradeoffCell *first = *(const DeidTradeoffCell *const *) a;
  const DeidTradeoffCell *second = *(const DeidTradeoffCell *const *) b;

  if (first->n_suppressed != second->n_suppressed)
    return first->n_suppressed < second->n_suppressed ? -1 : 1;
  if (first->loss != second->loss)
    return first->loss < second->loss ? -1 : 1;
  return first < second ? -1 : first > second;
}

/* Keeps of sorted cells the curve: each loses less than all before it. Returns: their number. */
static guint64
keep_curve (DeidTradeoffCell **sorted, guint64 n)
{
  guint64 n_kept = 0;

  for (guint64 i = 0; i < n; i++)
    if (n_kept == 0 || sorted[i]->loss < sorted[n_kept - 1]->loss)
      sorted[n_kept++] = sorted[i];
  return n_kept;
}

/* A curve has a knee if one of its cells, neither of the ends, is below the chord. */
static void
mark_knee (DeidTradeoffCell **curve, guint64 n)
{
  const DeidTradeoffCell *first = curve[0], *last = curve[n - 1];
  const double width = (double) (last->n_suppressed - first->n_suppressed);
  const double height = first->loss - last->loss;
  DeidTradeoffCell *knee = NULL;
  double farthest = 0;

  for (guint64 i = 1; i + 1 < n; i++)
    {
      const double x = (double) (curve[i]->n_suppressed - first->n_suppressed) / width;
      const double y = (curve[i]->loss - last->loss) / height;

      if (1 - x - y > farthest)
        {
          farthest = 1 - x - y;
          knee = curve[i];
        }
    }
  if (knee != NULL)
    knee->is_knee = TRUE;
}

gboolean
deid_tradeoff_mark (const DeidTradeoff *tradeoff, GError **error)
{
  DeidTradeoffCell *cells = tradeoff->cells;
  g_autofree DeidTradeoffCell **group = NULL;
  g_autofree gboolean *is_done = NULL;

  if (!deid_new_arrays (error, DEID_NEW (group, tradeoff->n_cells),
                        DEID_NEW (is_done, tradeoff->n_cells)))
    return FALSE;
  mark_non_dominated (tradeoff, cells);
  for (guint64 i = 0; i < tradeoff->n_cells; i++)
    {
      guint64 n = 0;

      for (guint64 j = i + 1; j < tradeoff->n_cells && !is_done[i]; j++)
        if (!is_done[j] && are_comparable (tradeoff, i, j, TRUE))
          {
            is_done[j] = TRUE;
            if (cells[j].is_solved)
              group[n++] = &cells[j];
          }
      if (is_done[i])
        continue;
      if (cells[i].is_solved)
        group[n++] = &cells[i];
      qsort (group, n, sizeof *group, compare_cells);
      n = keep_curve (group, n);
      if (n > 2)
        mark_knee (group, n);
    }
  return TRUE;
}
