/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/sorted-values.h"

#include <math.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"

static int
sorted_values_compare (const void *a, const void *b)
{
  const DeidSortedValue *x = a, *y = b;

  if (x->number < y->number || x->number > y->number)
    return x->number < y->number ? -1 : 1;
  return x->value < y->value ? -1 : x->value > y->value;
}

gboolean
deid_sorted_values_init (DeidSortedValues *sorted, const double *numbers, guint32 n,
                         const DeidStop *stop, GError **error)
{
  *sorted = (DeidSortedValues){ .values = deid_alloc (n, sizeof *sorted->values, error) };
  if (sorted->values == NULL)
    return FALSE;
  for (guint32 value = 0; value < n; value++)
    if (!isnan (numbers[value]))
      sorted->values[sorted->n++] = (DeidSortedValue){ numbers[value], value };
  return deid_stopped_sort (sorted->values, sorted->n, sizeof *sorted->values,
                            sorted_values_compare, stop, error);
}

void
deid_sorted_values_clear (DeidSortedValues *sorted)
{
  g_free (sorted->values);
}

/* Returns: where numbers that are greater than the one at a place begin; @n is the records of those
 * from there up to the result. */
static guint32
sorted_values_find_end (const DeidSortedValues *sorted, const guint64 *counts, guint32 place,
                        guint64 *n)
{
  const double number = sorted->values[place].number;

  for (*n = 0; place < sorted->n && !(sorted->values[place].number > number); place++)
    *n += counts[sorted->values[place].value];
  return place;
}

gboolean
deid_sorted_values_measure (const DeidSortedValues *sorted, const guint64 *counts,
                            DeidMoments *moments, GError **error)
{
  g_autofree double *numbers = NULL;
  g_autofree guint64 *counts_of_numbers = NULL;
  guint32 n = 0;

  if (!deid_new_arrays (error, DEID_NEW (numbers, sorted->n),
                        DEID_NEW (counts_of_numbers, sorted->n)))
    return FALSE;
  for (guint32 i = 0; i < sorted->n; n++)
    {
      numbers[n] = sorted->values[i].number;
      i = sorted_values_find_end (sorted, counts, i, &counts_of_numbers[n]);
    }
  *moments = deid_moments_of_counts (numbers, counts_of_numbers, n);
  return TRUE;
}

guint64
deid_sorted_values_count (const DeidSortedValues *sorted, const guint64 *counts)
{
  guint64 n_numbers = 0, n;

  for (guint32 i = 0; i < sorted->n;)
    {
      i = sorted_values_find_end (sorted, counts, i, &n);
      n_numbers += n > 0;
    }
  return n_numbers;
}

double
deid_sorted_values_get_quantile (const DeidSortedValues *sorted, const guint64 *counts,
                                 guint64 n_records, guint percent)
{
  const DeidWide place = (DeidWide) percent * (n_records - 1);
  const double fraction = (double) (guint64) (place % 100) / 100;
  const guint64 below = (guint64) (place / 100);
  guint64 n_before = 0;

  for (guint32 i = 0; i < sorted->n; i++)
    {
      const double number = sorted->values[i].number;

      n_before += counts[sorted->values[i].value];
      if (n_before <= below)
        continue;
      if (n_before > below + 1 || !(fraction > 0))
        return number;
      do
        i++;
      while (counts[sorted->values[i].value] == 0);
      return number + (sorted->values[i].number - number) * fraction;
    }
  return NAN;
}

void
deid_sorted_values_rank (const DeidSortedValues *sorted, const guint64 *counts, guint32 n_values,
                         double *ranks)
{
  guint64 n_records = 0, n_before = 0, n;

  for (guint32 value = 0; value < n_values; value++)
    ranks[value] = NAN;
  for (guint32 i = 0; i < sorted->n; i++)
    n_records += counts[sorted->values[i].value];
  for (guint32 i = 0; n_records > 0 && i < sorted->n; n_before += n)
    {
      const guint32 end = sorted_values_find_end (sorted, counts, i, &n);
      const DeidSignedWide twice = (DeidSignedWide) n_before * 2 + n - n_records;

      for (; i < end; i++)
        ranks[sorted->values[i].value] = (double) twice / (2 * (double) n_records);
    }
}
