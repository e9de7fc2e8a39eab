/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/size-counts.h"

#include "base/memory.h"
#include "base/arrays.h"

gboolean
deid_size_counts_add (DeidSizeCounts *sizes, guint64 size, guint64 n_records, GError **error)
{
  DeidFrequencyTable *table = &sizes->table;
  guint32 i;

  if ((!deid_frequency_table_has_room (table) && !deid_frequency_table_reserve (table, error))
      || !deid_grow ((gpointer *) &sizes->counts, &sizes->capacity, (guint64) sizes->n + 1,
                     sizeof *sizes->counts, error))
    return FALSE;
  i = deid_frequency_table_add (table, size);
  if (i == sizes->n)
    sizes->counts[sizes->n++] = (DeidSizeCell){ .size = size };
  sizes->counts[i].n_classes++;
  sizes->counts[i].n_records += n_records;
  return TRUE;
}

static int
size_counts_compare_sizes (const void *a, const void *b)
{
  const DeidSizeCell *x = a, *y = b;

  return x->size < y->size ? -1 : x->size > y->size;
}

gboolean
deid_size_counts_sort (DeidSizeCounts *sizes, const DeidStop *stop, GError **error)
{
  deid_frequency_table_clear (&sizes->table);
  return deid_stopped_sort (sizes->counts, sizes->n, sizeof *sizes->counts,
                            size_counts_compare_sizes, stop, error);
}

void
deid_size_counts_clear (DeidSizeCounts *sizes)
{
  deid_frequency_table_clear (&sizes->table);
  g_free (sizes->counts);
  *sizes = (DeidSizeCounts){ 0 };
}

double
deid_size_counts_get_average_risk (const DeidSizeCounts *sizes, guint64 n_records)
{
  double sum = 0;

  for (guint32 i = 0; i < sizes->n; i++)
    sum += (double) sizes->counts[i].n_records / (double) sizes->counts[i].size;
  return sum / (double) n_records;
}

guint32
deid_size_counts_find_end_above (const DeidSizeCounts *sizes, const DeidRational *threshold)
{
  guint32 i = 0;

  while (i < sizes->n
         && (DeidWide) threshold->numerator * sizes->counts[i].size < threshold->denominator)
    i++;
  return i;
}

guint32
deid_size_counts_find (const DeidSizeCounts *sizes, guint64 size)
{
  guint32 i = 0;

  while (i < sizes->n && sizes->counts[i].size < size)
    i++;
  return i;
}

guint64
deid_size_counts_sum_sizes (const DeidSizeCounts *sizes, guint32 first, guint32 end)
{
  guint64 sum = 0;

  for (guint32 i = first; i < end; i++)
    sum += sizes->counts[i].size * sizes->counts[i].n_classes;
  return sum;
}

guint64
deid_size_counts_sum (const DeidSizeCounts *sizes, guint32 first, guint32 end, guint64 *n_classes)
{
  guint64 n_records = 0, n = 0;

  for (guint32 i = first; i < end; i++)
    {
      n_records += sizes->counts[i].n_records;
      n += sizes->counts[i].n_classes;
    }
  if (n_classes != NULL)
    *n_classes = n;
  return n_records;
}
