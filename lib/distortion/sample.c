/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/sample.h"

#include "base/memory.h"
#include "base/portable-math.h"
#include "base/arrays.h"
#include "classes/hash-tables.h"

static int
sample_compare_numbers (const void *a, const void *b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Notes a number unless it was drawn before. */
static gboolean
sample_add_number (DeidFrequencyTable *drawn, guint64 number, gboolean *is_new, GError **error)
{
  const guint32 n = drawn->n;

  if (!deid_frequency_table_has_room (drawn) && !deid_frequency_table_reserve (drawn, error))
    return FALSE;
  *is_new = deid_frequency_table_add (drawn, number) == n;
  return TRUE;
}

/* Draws @n different numbers below @n_records (R. W. Floyd; J. Bentley, R. W. Floyd: A sample of
 * brilliance, Commun. ACM 30, 1987). */
static gboolean
draw_numbers (guint64 *numbers, guint32 n, guint64 n_records, guint64 seed, const DeidStop *stop,
              GError **error)
{
  DeidRandom random = { seed };
  DeidFrequencyTable drawn = { 0 };
  gboolean success = TRUE;

  for (guint32 i = 0; success && i < n; i++)
    {
      const guint64 last = n_records - n + i;
      guint64 number = deid_random_below (&random, last + 1);
      gboolean is_new;

      success = deid_stop_check_row (stop, i, error)
                && sample_add_number (&drawn, number, &is_new, error);
      if (success && !is_new)
        {
          number = last;
          success = sample_add_number (&drawn, number, &is_new, error);
        }
      numbers[i] = number;
    }
  deid_frequency_table_clear (&drawn);
  return success
         && deid_stopped_sort (numbers, n, sizeof *numbers, sample_compare_numbers, stop, error);
}

/* Finds the rows of the records with these numbers, or of all records. */
static gboolean
sample_find_rows (DeidSample *sample, const DeidTableSource *table, const guint64 *numbers,
                  const DeidStop *stop, GError **error)
{
  guint64 end = 0;
  guint32 n = 0;

  for (guint64 row = 0; row < table->n_rows && n < sample->n; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      end += deid_table_source_get_weight (table, row);
      while (n < sample->n && (numbers != NULL ? numbers[n] : n) < end)
        sample->rows[n++] = (guint32) row;
    }
  return TRUE;
}

gboolean
deid_sample_draw (DeidSample *sample, const DeidTableSource *table, guint32 n, guint64 seed,
                  const DeidStop *stop, GError **error)
{
  g_autofree guint64 *numbers = NULL;

  sample->n = (guint32) MIN (n, table->n_records);
  sample->rows = deid_alloc (sample->n, sizeof *sample->rows, error);
  if (sample->rows == NULL)
    return FALSE;
  if (table->n_records > n)
    {
      numbers = deid_alloc (n, sizeof *numbers, error);
      if (numbers == NULL || !draw_numbers (numbers, n, table->n_records, seed, stop, error))
        return FALSE;
    }
  return sample_find_rows (sample, table, numbers, stop, error);
}

void
deid_sample_clear (DeidSample *sample)
{
  g_clear_pointer (&sample->rows, g_free);
}
