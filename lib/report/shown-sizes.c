/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/shown-sizes.h"

#include "base/arrays.h"
#include "base/memory.h"

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

/* What the public may see. The rule is stated, and argued for, at #DeidAudience. What keeps it
 * safe: whether an interval ends somewhere depends only on numbers that are shown if it does. */

typedef struct
{
  const DeidShownInput *input;
  guint64 room;
  guint64 threshold_end; /* 0 if the threshold divides nothing */
} Rule;

guint64
deid_shown_sizes_get_room (guint64 minimum_cell)
{
  return minimum_cell <= G_MAXUINT64 / 2 - 2 ? 2 * (minimum_cell + 2) : G_MAXUINT64;
}

/* Tells whether records are @factor times as many as so many classes of a size need. */
static gboolean
shown_sizes_has_room (const Rule *rule, guint64 n_records, guint64 size, guint64 factor)
{
  return n_records / rule->room / size >= factor && n_records / rule->room >= rule->input->smallest;
}

/* Returns: the first of 1, 2, 5, 10, 20, 50 and so on that is not below a size. */
static guint64
shown_sizes_round_up (guint64 size)
{
  guint64 power = 1;

  while (5 * power < size)
    power *= 10;
  if (power >= size)
    return power;
  return 2 * power >= size ? 2 * power : 5 * power;
}

/* Returns: the first end to try for an interval, or the one after the @last. */
static guint64
get_next_end (const Rule *rule, guint64 start, guint64 last)
{
  const guint64 threshold_end = rule->threshold_end;

  if (last == 0)
    return start < threshold_end ? threshold_end : shown_sizes_round_up (2 * start);
  return shown_sizes_round_up (last == threshold_end ? 2 * last : last + 1);
}

/* Finds the end of an interval of sizes from @start on, @n_left records having such.
 * Returns: it, or 0 if it has none. */
static guint64
shown_sizes_find_end (const Rule *rule, const DeidSizeCounts *sizes, guint64 start, guint64 n_left,
                      guint64 *n_records)
{
  const guint32 first = deid_size_counts_find (sizes, start);

  for (guint64 end = get_next_end (rule, start, 0);; end = get_next_end (rule, start, end))
    {
      const guint64 n
          = deid_size_counts_sum (sizes, first, deid_size_counts_find (sizes, end), NULL);

      if (!shown_sizes_has_room (rule, MIN (n_left - n, rule->input->n_members), end, 1))
        return 0;
      if (shown_sizes_has_room (rule, n, end, (start + (end - start) - 1) / (end - start)))
        {
          *n_records = n;
          return end;
        }
    }
}

static void
shown_sizes_divide (DeidShownSizes *shown, const Rule *rule, const DeidSizeCounts *sizes,
                    guint64 start)
{
  guint64 n_left = rule->input->n_records;

  for (;;)
    {
      DeidShownInterval *interval = &shown->intervals[shown->n_intervals++];
      guint64 n_records = n_left;
      const guint64 end = rule->input->is_undivided
                              ? 0
                              : shown_sizes_find_end (rule, sizes, start, n_left, &n_records);

      *interval = (DeidShownInterval){ start, n_records };
      if (end == 0)
        return;
      start = end;
      n_left -= n_records;
    }
}

/* Tells what is no secret of a threshold that all sizes are above, or none. */
static gboolean
decide_threshold (DeidShownSizes *shown, const DeidShownInput *input, guint64 start)
{
  const guint64 largest
      = MAX (input->n_members - (shown->is_smallest ? start : 0), input->largest_other);

  shown->has_threshold = TRUE;
  if (input->threshold_end > 0 && input->threshold_end <= start)
    shown->n_above_threshold = 0;
  else if (input->threshold_end == 0 || input->threshold_end > largest)
    shown->n_above_threshold = input->n_records;
  else
    shown->has_threshold = FALSE;
  return shown->has_threshold;
}

void
deid_shown_sizes_init (DeidShownSizes *shown, const DeidSizeCounts *sizes,
                       const DeidShownInput *input)
{
  Rule rule = { .input = input, .room = deid_shown_sizes_get_room (input->minimum_cell) };
  const guint64 most = input->n_members / rule.room;
  guint64 start = sizes->counts[0].size;

  *shown = (DeidShownSizes){ 0 };
  if (input->n_records < rule.room)
    return;
  shown->is_smallest = start <= most;
  if (!shown->is_smallest)
    start = most + 1;
  if (!decide_threshold (shown, input, start))
    rule.threshold_end = input->threshold_end;
  shown_sizes_divide (shown, &rule, sizes, start);
  if (rule.threshold_end > 0 && shown->n_intervals > 1
      && shown->intervals[1].smallest == rule.threshold_end)
    {
      shown->has_threshold = TRUE;
      shown->n_above_threshold = shown->intervals[0].n_records;
    }
}
