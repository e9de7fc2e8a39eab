/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/sorted-numbers.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/stopped-sort.h"

typedef struct
{
  DeidNumber number;
  guint32 code;
} LongNumber;

/* Reads numbers as integers to be divided by powers of ten.
 * Returns: FALSE, without an error, if one is too long for that. */
static gboolean
read_short (DeidSortedNumbers *sorted, const guint64 *counts, guint8 *places, const DeidStop *stop,
            GError **error)
{
  for (guint32 code = 0; code < sorted->values->n; code++)
    {
      gint64 digits;
      guint n_places;
      DeidNumber number;

      if (!deid_stop_check_row (stop, code, error))
        return FALSE;
      if (counts[code] == 0)
        continue;
      if (!deid_number_read_short (deid_dictionary_get (sorted->values, code), &digits, &n_places))
        {
          if (deid_number_read (deid_dictionary_get (sorted->values, code), &number))
            return FALSE;
          continue;
        }
      places[sorted->n] = (guint8) n_places;
      sorted->numbers[sorted->n++] = (DeidKeyedNumber){ (guint64) digits, code };
    }
  return TRUE;
}

/* Makes keys of integers with different numbers of places: how many units of the last place a
 * number is above the least one. Returns: FALSE if one does not fit. */
static gboolean
sorted_numbers_make_keys (DeidSortedNumbers *sorted, const guint8 *places)
{
  gint64 powers[DEID_NUMBER_PLACES + 1] = { 1 }, least = G_MAXINT64;
  guint8 most = 0;

  for (guint i = 1; i <= DEID_NUMBER_PLACES; i++)
    powers[i] = 10 * powers[i - 1];
  for (guint32 i = 0; i < sorted->n; i++)
    most = MAX (most, places[i]);
  sorted->are_integers = TRUE;
  for (guint32 i = 0; i < sorted->n; i++)
    {
      const gint64 digits = (gint64) sorted->numbers[i].key;
      gint64 units;

      if (__builtin_mul_overflow (digits, powers[most - places[i]], &units))
        return FALSE;
      if (places[i] > 0)
        sorted->are_integers &= digits % powers[places[i]] == 0;
      sorted->numbers[i].key = (guint64) units;
      least = MIN (least, units);
    }
  for (guint32 i = 0; i < sorted->n; i++)
    sorted->numbers[i].key -= (guint64) least;
  return TRUE;
}

/* Returns: FALSE, without an error, if numbers are too long. */
static gboolean
sort_short (DeidSortedNumbers *sorted, const guint64 *counts, const DeidStop *stop, GError **error)
{
  g_autofree guint8 *places = deid_alloc (sorted->values->n, sizeof *places, error);
  g_autofree DeidKeyedNumber *scratch = NULL;

  if (places == NULL || !read_short (sorted, counts, places, stop, error)
      || !sorted_numbers_make_keys (sorted, places))
    return FALSE;
  scratch = deid_alloc (sorted->n, sizeof *scratch, error);
  if (scratch == NULL)
    return FALSE;
  deid_key_sort (sorted->numbers, scratch, sorted->n);
  return TRUE;
}

static int
compare_long (const void *a, const void *b)
{
  const LongNumber *x = a, *y = b;

  if (x->number != y->number)
    return x->number < y->number ? -1 : 1;
  return x->code < y->code ? -1 : x->code > y->code;
}

/* Of numbers of any length; their keys count the different ones. */
static gboolean
sort_long (DeidSortedNumbers *sorted, const guint64 *counts, const DeidStop *stop, GError **error)
{
  g_autofree LongNumber *numbers = deid_alloc (sorted->values->n, sizeof *numbers, error);
  guint64 key = 0;

  if (numbers == NULL)
    return FALSE;
  sorted->n = 0;
  sorted->are_integers = TRUE;
  for (guint32 code = 0; code < sorted->values->n; code++)
    {
      LongNumber *number = &numbers[sorted->n];

      if (!deid_stop_check_row (stop, code, error))
        return FALSE;
      number->code = code;
      if (counts[code] == 0
          || !deid_number_read (deid_dictionary_get (sorted->values, code), &number->number))
        continue;
      sorted->are_integers &= deid_number_is_integer (number->number);
      sorted->n++;
    }
  if (!deid_stopped_sort (numbers, sorted->n, sizeof *numbers, compare_long, stop, error))
    return FALSE;
  for (guint32 i = 0; i < sorted->n; i++)
    {
      key += i > 0 && numbers[i].number != numbers[i - 1].number;
      sorted->numbers[i] = (DeidKeyedNumber){ key, numbers[i].code };
    }
  return TRUE;
}

gboolean
deid_sorted_numbers_init (DeidSortedNumbers *sorted, const DeidDictionary *values,
                          const guint64 *counts, const DeidStop *stop, GError **error)
{
  GError *failure = NULL;

  *sorted = (DeidSortedNumbers){ .values = values };
  sorted->numbers = deid_alloc (values->n, sizeof *sorted->numbers, error);
  if (sorted->numbers == NULL)
    return FALSE;
  if (sort_short (sorted, counts, stop, &failure))
    return TRUE;
  if (failure == NULL)
    return sort_long (sorted, counts, stop, error);
  g_propagate_error (error, failure);
  return FALSE;
}

void
deid_sorted_numbers_clear (DeidSortedNumbers *sorted)
{
  g_clear_pointer (&sorted->numbers, g_free);
}

guint32
deid_sorted_numbers_find (const DeidSortedNumbers *sorted, DeidNumber least)
{
  guint32 low = 0, high = sorted->n;

  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (deid_sorted_numbers_get (sorted, middle) < least)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
