/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/uniqueness/size-histogram.h"

#include <deid/deid.h>
#include <stdlib.h>

#include "base/memory.h"

/* Most classes are small: those below this size are counted, the others sorted. */
#define N_COUNTED 1024

static int
size_histogram_compare_sizes (const void *a, const void *b)
{
  const guint64 left = ((const DeidSizeCount *) a)->size;
  const guint64 right = ((const DeidSizeCount *) b)->size;

  return left < right ? -1 : left > right;
}

static void
size_histogram_add (DeidSizeHistogram *histogram, guint64 size, guint64 n_classes)
{
  DeidSizeCount *last
      = histogram->n_counts > 0 ? &histogram->counts[histogram->n_counts - 1] : NULL;

  if (last != NULL && last->size == size)
    last->n_classes += n_classes;
  else
    histogram->counts[histogram->n_counts++]
        = (DeidSizeCount){ .size = size, .n_classes = n_classes };
}

/* Returns: how many of @sizes are not below N_COUNTED. */
static guint64
count_small (const guint64 *sizes, guint64 n_sizes, guint64 *n_of_size)
{
  guint64 n_large = 0;

  for (guint64 i = 0; i < n_sizes; i++)
    if (sizes[i] < N_COUNTED)
      n_of_size[sizes[i]]++;
    else
      n_large++;
  return n_large;
}

static void
add_large (DeidSizeHistogram *histogram, const guint64 *sizes, guint64 n_sizes)
{
  DeidSizeCount *large = &histogram->counts[histogram->n_counts];
  guint64 n_large = 0;

  for (guint64 i = 0; i < n_sizes; i++)
    if (sizes[i] >= N_COUNTED)
      large[n_large++] = (DeidSizeCount){ .size = sizes[i], .n_classes = 1 };
  qsort (large, n_large, sizeof *large, size_histogram_compare_sizes);
  for (guint64 i = 0; i < n_large; i++)
    size_histogram_add (histogram, large[i].size, large[i].n_classes);
}

static gboolean
size_histogram_check (const guint64 *sizes, guint64 n_sizes, guint64 *n_records,
                      const DeidStop *stop, GError **error)
{
  *n_records = 0;
  for (guint64 i = 0; i < n_sizes; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      if (sizes[i] == 0)
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                       "class %" G_GUINT64_FORMAT " has no records, expected at least 1", i);
          return FALSE;
        }
      if (!g_uint64_checked_add (n_records, *n_records, sizes[i]))
        {
          g_set_error (error, DEID_ERROR, DEID_ERROR_TOO_LARGE,
                       "the classes have 2^64 records or more");
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
deid_size_histogram_init (DeidSizeHistogram *histogram, const guint64 *sizes, guint64 n_sizes,
                          const DeidStop *stop, GError **error)
{
  guint64 n_of_size[N_COUNTED] = { 0 }, n_large;

  *histogram = (DeidSizeHistogram){ .n_classes = n_sizes };
  if (!size_histogram_check (sizes, n_sizes, &histogram->n_records, stop, error))
    return FALSE;
  n_large = count_small (sizes, n_sizes, n_of_size);
  histogram->counts
      = deid_alloc (MIN (n_sizes, N_COUNTED + n_large), sizeof *histogram->counts, error);
  if (histogram->counts == NULL)
    return FALSE;
  for (guint64 size = 1; size < N_COUNTED; size++)
    if (n_of_size[size] > 0)
      size_histogram_add (histogram, size, n_of_size[size]);
  add_large (histogram, sizes, n_sizes);
  return TRUE;
}

void
deid_size_histogram_clear (DeidSizeHistogram *histogram)
{
  g_clear_pointer (&histogram->counts, g_free);
}

guint64
deid_size_histogram_get (const DeidSizeHistogram *histogram, guint64 size)
{
  for (guint64 i = 0; i < histogram->n_counts && histogram->counts[i].size <= size; i++)
    if (histogram->counts[i].size == size)
      return histogram->counts[i].n_classes;
  return 0;
}
