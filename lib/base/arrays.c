/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

gboolean
deid_make_arrays (const DeidNewArray *arrays, guint n, GError **error)
{
  for (guint i = 0; i < n; i++)
    *arrays[i].place = NULL;
  for (guint i = 0; i < n; i++)
    {
      *arrays[i].place = deid_alloc (arrays[i].n, arrays[i].size, error);
      if (*arrays[i].place == NULL)
        return FALSE;
    }
  return TRUE;
}

void
deid_free_each (gpointer const *arrays, guint n)
{
  for (guint i = 0; i < n; i++)
    g_free (arrays[i]);
}

gpointer
deid_copy_array (gconstpointer array, guint64 n, gsize size, GError **error)
{
  gpointer copy = deid_alloc (n, size, error);

  if (copy != NULL && n > 0)
    memcpy (copy, array, (gsize) n * size);
  return copy;
}

char *
deid_copy_text (const char *text, GError **error)
{
  return deid_copy_array (text, (guint64) strlen (text) + 1, 1, error);
}

#define DIGIT_BITS        8
#define KEY_SORT_N_DIGITS (1 << DIGIT_BITS)

static guint
key_sort_get_digit (guint64 key, guint shift)
{
  return (guint) (key >> shift) & (KEY_SORT_N_DIGITS - 1);
}

/* Returns: the bits in which keys differ. */
static guint64
find_differences (const DeidKeyedNumber *numbers, guint64 n)
{
  guint64 all = G_MAXUINT64, any = 0;

  for (guint64 i = 0; i < n; i++)
    {
      all &= numbers[i].key;
      any |= numbers[i].key;
    }
  return any & ~all;
}

static void
sort_by_digit (const DeidKeyedNumber *from, DeidKeyedNumber *to, guint64 n, guint shift)
{
  guint64 starts[KEY_SORT_N_DIGITS] = { 0 };
  guint64 start = 0;

  for (guint64 i = 0; i < n; i++)
    starts[key_sort_get_digit (from[i].key, shift)]++;
  for (guint digit = 0; digit < KEY_SORT_N_DIGITS; digit++)
    {
      const guint64 count = starts[digit];

      starts[digit] = start;
      start += count;
    }
  for (guint64 i = 0; i < n; i++)
    to[starts[key_sort_get_digit (from[i].key, shift)]++] = from[i];
}

void
deid_key_sort (DeidKeyedNumber *numbers, DeidKeyedNumber *scratch, guint64 n)
{
  const guint64 differences = find_differences (numbers, n);
  DeidKeyedNumber *from = numbers, *to = scratch;

  for (guint shift = 0; shift < 64; shift += DIGIT_BITS)
    {
      DeidKeyedNumber *sorted = to;

      if (key_sort_get_digit (differences, shift) == 0)
        continue;
      sort_by_digit (from, sorted, n, shift);
      to = from;
      from = sorted;
    }
  if (from != numbers)
    memcpy (numbers, from, n * sizeof *numbers);
}

/* Runs that are sorted without asking are merged, two at a time. */

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
