/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Runs that are sorted without asking are merged, two at a time. */
#include "base/stopped-sort.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define ITEMS_PER_RUN 4096

typedef struct
{
  gsize size;
  int (*compare) (const void *a, const void *b);
  const DeidStop *stop;
  guint64 n_moved;
} Sort;

/* Merges what stands from @from to @middle with what stands from there to @end. */
static gboolean
stopped_sort_merge (Sort *sort, const char *from, const char *middle, const char *end, char *to,
                    GError **error)
{
  const char *a = from, *b = middle;

  while (a < middle || b < end)
    {
      const gboolean takes_first = b == end || (a < middle && sort->compare (a, b) <= 0);
      const char **taken = takes_first ? &a : &b;

      if (sort->n_moved++ % ITEMS_PER_RUN == 0 && !deid_stop_check (sort->stop, error))
        return FALSE;
      memcpy (to, *taken, sort->size);
      *taken += sort->size;
      to += sort->size;
    }
  return TRUE;
}

static gboolean
sort_runs (const Sort *sort, char *items, guint64 n, GError **error)
{
  for (guint64 i = 0; i < n; i += ITEMS_PER_RUN)
    {
      if (!deid_stop_check (sort->stop, error))
        return FALSE;
      qsort (items + i * sort->size, MIN (n - i, ITEMS_PER_RUN), sort->size, sort->compare);
    }
  return TRUE;
}

static gboolean
merge_runs (Sort *sort, const char *from, char *to, guint64 n, guint64 width, GError **error)
{
  for (guint64 i = 0; i < n; i += 2 * width)
    {
      const guint64 middle = MIN (i + width, n), end = MIN (i + 2 * width, n);

      if (!stopped_sort_merge (sort, from + i * sort->size, from + middle * sort->size,
                               from + end * sort->size, to + i * sort->size, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_stopped_sort (gpointer items, guint64 n, gsize size,
                   int (*compare) (const void *a, const void *b), const DeidStop *stop,
                   GError **error)
{
  Sort sort = { .size = size, .compare = compare, .stop = stop };
  g_autofree char *scratch = NULL;
  char *from = items, *to;

  if (!sort_runs (&sort, items, n, error))
    return FALSE;
  if (n <= ITEMS_PER_RUN)
    return TRUE;
  to = scratch = deid_alloc (n, size, error);
  if (scratch == NULL)
    return FALSE;
  for (guint64 width = ITEMS_PER_RUN; width < n; width *= 2)
    {
      char *merged = to;

      if (!merge_runs (&sort, from, merged, n, width, error))
        return FALSE;
      to = from;
      from = merged;
    }
  if (from != items)
    memcpy (items, from, n * size);
  return TRUE;
}
