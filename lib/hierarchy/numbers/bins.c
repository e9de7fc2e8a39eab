/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/bins.h"

#include "base/arrays.h"
#include "base/memory.h"

void
deid_bins_clear (DeidBins *bins)
{
  g_clear_pointer (&bins->starts, g_free);
  bins->n = 0;
}

static gboolean
bins_init (DeidBins *bins, guint64 most, GError **error)
{
  *bins = (DeidBins){ 0 };
  return deid_new_arrays (error, DEID_NEW (bins->starts, most));
}

static void
add_start (DeidBins *bins, guint32 start)
{
  if (bins->n == 0 || bins->starts[bins->n - 1] < start)
    bins->starts[bins->n++] = start;
}

gboolean
deid_bins_init_distinct (DeidBins *bins, const DeidSortedNumbers *sorted, const DeidBinTails *tails,
                         GError **error)
{
  if (!bins_init (bins, sorted->n, error))
    return FALSE;
  for (guint32 i = 0; i < sorted->n; i++)
    if (i == 0 || (i >= tails->bottom && i <= tails->top && deid_sorted_numbers_differ (sorted, i)))
      add_start (bins, i);
  return TRUE;
}

/* Returns: where a bin ends. */
static guint32
bins_get_end (const DeidBins *bins, guint32 bin, guint32 n_numbers)
{
  return bin + 1 < bins->n ? bins->starts[bin + 1] : n_numbers;
}

/* Puts the first @n_from bins together. Returns: whether the last one holds enough. */
static gboolean
bins_fill (DeidBins *bins, const DeidBins *from, guint32 n_from, DeidTally *tally, guint64 capacity,
           const DeidStop *stop, GError **error)
{
  for (guint32 i = 0; i < n_from; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      if (i == 0 || tally->count >= capacity)
        {
          add_start (bins, from->starts[i]);
          deid_tally_start (tally);
        }
      deid_tally_add (tally, from->starts[i], bins_get_end (from, i, tally->sorted->n));
    }
  return TRUE;
}

gboolean
deid_bins_init_capacity (DeidBins *bins, const DeidBins *from, DeidTally *tally, guint64 capacity,
                         const DeidBinTails *tails, const DeidStop *stop, GError **error)
{
  const guint32 n_numbers = tally->sorted->n;
  gboolean has_top = from->n > 1 && from->starts[from->n - 1] == tails->top;

  if (!bins_init (bins, from->n, error))
    return FALSE;
  if (has_top)
    {
      deid_tally_start (tally);
      deid_tally_add (tally, tails->top, n_numbers);
      has_top = tally->count >= capacity;
    }
  deid_tally_start (tally);
  if (!bins_fill (bins, from, from->n - (has_top ? 1 : 0), tally, capacity, stop, error))
    return FALSE;
  if (tally->count < capacity && bins->n > 1)
    bins->n--;
  else if (tally->count < capacity)
    has_top = FALSE;
  if (has_top)
    add_start (bins, tails->top);
  return TRUE;
}

/* Returns: the distance of a sum, times @n, from @k shares of the whole. */
static DeidWide
bins_get_distance (guint64 sum, guint64 n, guint64 k, guint64 total)
{
  const DeidWide is = (DeidWide) sum * n, wanted = (DeidWide) k * total;

  return is > wanted ? is - wanted : wanted - is;
}

/* Adds the starts between the tails. */
static void
bins_divide (DeidBins *bins, const DeidSortedNumbers *sorted, const guint64 *weights, guint64 n,
             guint64 step, const DeidBinTails *tails)
{
  guint32 start = tails->bottom, next = start;
  guint64 total = 0, sum = 0, next_sum = 0;

  for (guint32 i = tails->bottom; i < tails->top; i++)
    total += weights[i];
  for (guint64 k = step; k < n && start < tails->top; k += step)
    {
      /* One end after the other, as long as the next is nearer. */
      for (;;)
        {
          while (next < tails->top
                 && (next_sum == sum || !deid_sorted_numbers_differ (sorted, next)))
            next_sum += weights[next++];
          if (next == tails->top
              || bins_get_distance (next_sum, n, k, total) >= bins_get_distance (sum, n, k, total))
            break;
          start = next;
          sum = next_sum;
        }
      if (start > tails->bottom)
        add_start (bins, start);
    }
}

gboolean
deid_bins_init_quantiles (DeidBins *bins, const DeidSortedNumbers *sorted, const guint64 *weights,
                          guint64 n, guint64 step, const DeidBinTails *tails, GError **error)
{
  if (!bins_init (bins, MIN (n / step, sorted->n) + 3, error))
    return FALSE;
  if (sorted->n == 0)
    return TRUE;
  add_start (bins, 0);
  if (tails->bottom > 0 && tails->bottom < sorted->n)
    add_start (bins, tails->bottom);
  bins_divide (bins, sorted, weights, n, step, tails);
  if (tails->top > 0 && tails->top < sorted->n)
    add_start (bins, tails->top);
  return TRUE;
}
