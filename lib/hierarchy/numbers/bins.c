/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/numbers/bins.h"

#include "base/memory.h"
#include "base/text.h"

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

/* Puts the persons of rows in the order of their numbers, by counting. */
static gboolean
sort_persons (DeidTally *tally, const DeidTableSource *table, const DeidColumn *column,
              const DeidStop *stop, GError **error)
{
  const DeidSortedNumbers *sorted = tally->sorted;
  g_autofree guint32 *ranks = deid_alloc (column->dictionary.n, sizeof *ranks, error);

  if (ranks == NULL)
    return FALSE;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    ranks[code] = DEID_NO_CODE;
  for (guint32 i = 0; i < sorted->n; i++)
    ranks[sorted->numbers[i].number] = i;
  /* Each first row is where the next number ends until rows are there. */
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      const guint32 rank = ranks[deid_codes_get (&column->codes, row)];

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (rank != DEID_NO_CODE)
        tally->first_rows[rank]++;
    }
  for (guint32 i = 1; i <= sorted->n; i++)
    tally->first_rows[i] += tally->first_rows[i - 1];
  for (guint64 row = 0; row < table->n_rows; row++)
    {
      const guint32 rank = ranks[deid_codes_get (&column->codes, row)];

      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (rank != DEID_NO_CODE)
        {
          const guint64 i = --tally->first_rows[rank];

          tally->persons[i] = deid_codes_get (&table->entities->codes, row);
          if (tally->row_weights != NULL)
            tally->row_weights[i] = deid_table_source_get_weight (table, row);
        }
    }
  return TRUE;
}

static gboolean
init_records (DeidTally *tally, const guint64 *counts, GError **error)
{
  const DeidSortedNumbers *sorted = tally->sorted;

  tally->weights = deid_alloc (sorted->n, sizeof *tally->weights, error);
  for (guint32 i = 0; tally->weights != NULL && i < sorted->n; i++)
    tally->weights[i] = counts[sorted->numbers[i].number];
  return tally->weights != NULL;
}

gboolean
deid_tally_init (DeidTally *tally, const DeidSortedNumbers *sorted, const DeidTableSource *table,
                 const DeidColumn *column, const guint64 *counts, gboolean of_persons,
                 const DeidStop *stop, GError **error)
{
  *tally = (DeidTally){ .sorted = sorted };
  if (!of_persons)
    return init_records (tally, counts, error);
  if (table->entities == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "%s: column '%s': a rule that counts persons, expected an entity column",
                      table->name, deid_column_show (column));
  tally->n_persons = table->entities->dictionary.n;
  if (table->n_records > table->n_rows
      && (tally->row_weights = deid_alloc (table->n_rows, sizeof *tally->row_weights, error))
             == NULL)
    return FALSE;
  return deid_new_arrays (error, DEID_NEW (tally->persons, table->n_rows),
                          DEID_NEW (tally->first_rows, (guint64) sorted->n + 1),
                          DEID_NEW (tally->marks, tally->n_persons))
         && sort_persons (tally, table, column, stop, error);
}

void
deid_tally_clear (DeidTally *tally)
{
  g_clear_pointer (&tally->weights, g_free);
  g_clear_pointer (&tally->persons, g_free);
  g_clear_pointer (&tally->row_weights, g_free);
  g_clear_pointer (&tally->first_rows, g_free);
  g_clear_pointer (&tally->marks, g_free);
}

/* Starts to count from 0. */
static void
tally_start (DeidTally *tally)
{
  tally->count = 0;
  if (++tally->mark != 0 || tally->marks == NULL)
    return;
  for (guint32 person = 0; person < tally->n_persons; person++)
    tally->marks[person] = 0;
  tally->mark = 1;
}

/* Counts the numbers from @first up to @end; a person only once since the start. */
static void
tally_add (DeidTally *tally, guint32 first, guint32 end)
{
  if (tally->persons == NULL)
    {
      for (guint32 i = first; i < end; i++)
        tally->count += tally->weights[i];
      return;
    }
  for (guint64 row = tally->first_rows[first]; row < tally->first_rows[end]; row++)
    {
      guint32 *mark = &tally->marks[tally->persons[row]];

      tally->count += *mark != tally->mark;
      *mark = tally->mark;
    }
}

static guint64
get_row_weight (const DeidTally *tally, guint64 row)
{
  return tally->row_weights != NULL ? tally->row_weights[row] : 1;
}

/* The number of the middle record of a person is the one with which half of them were seen. */
static gboolean
weigh_persons (const DeidTally *tally, guint64 *weights, GError **error)
{
  g_autofree guint64 *n_records = NULL, *n_seen = NULL;

  if (!deid_new_arrays (error, DEID_NEW (n_records, tally->n_persons),
                        DEID_NEW (n_seen, tally->n_persons)))
    return FALSE;
  for (guint64 row = 0; row < tally->first_rows[tally->sorted->n]; row++)
    n_records[tally->persons[row]] += get_row_weight (tally, row);
  for (guint32 i = 0; i < tally->sorted->n; i++)
    for (guint64 row = tally->first_rows[i]; row < tally->first_rows[i + 1]; row++)
      {
        const guint32 person = tally->persons[row];
        const guint64 half = n_records[person] / 2 + n_records[person] % 2;
        const gboolean is_before = n_seen[person] < half;

        n_seen[person] += get_row_weight (tally, row);
        weights[i] += is_before && n_seen[person] >= half;
      }
  return TRUE;
}

const guint64 *
deid_tally_weigh (DeidTally *tally, GError **error)
{
  g_autofree guint64 *weights = NULL;

  if (tally->weights != NULL)
    return tally->weights;
  weights = deid_alloc (tally->sorted->n, sizeof *weights, error);
  if (weights == NULL || !weigh_persons (tally, weights, error))
    return NULL;
  tally->weights = g_steal_pointer (&weights);
  return tally->weights;
}

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
          tally_start (tally);
        }
      tally_add (tally, from->starts[i], bins_get_end (from, i, tally->sorted->n));
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
      tally_start (tally);
      tally_add (tally, tails->top, n_numbers);
      has_top = tally->count >= capacity;
    }
  tally_start (tally);
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
