/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/merge.h"

#include "base/arrays.h"
#include "base/memory.h"

/* Measured: merging pays when this share of the rows falls away. Weights cost time too, the more so
 * where they outgrow the cache; and so does grouping. */
#define MIN_PERCENT       15
#define MIN_PERCENT_LARGE 50
#define MERGE_LARGE       65536 /* rows */

/* A prime, since tables may be put together by tens or dozens. */
#define SAMPLE_DIVISOR 31

/* Returns: the codes 0, 1, 2 and so on, as many as the column with most of them has. */
static guint32 *
merge_list_codes (const guint32 *n_codes, guint n_columns, GError **error)
{
  guint32 *codes;
  guint32 n = 0;

  for (guint c = 0; c < n_columns; c++)
    n = MAX (n, n_codes[c]);
  codes = deid_alloc (n, sizeof *codes, error);
  for (guint32 code = 0; codes != NULL && code < n; code++)
    codes[code] = code;
  return codes;
}

static gboolean
copy_column (DeidCodes *to, const DeidCodes *from, guint32 n_codes, const guint32 *rows,
             guint64 n_rows, const DeidStop *stop, GError **error)
{
  if (!deid_codes_alloc (to, n_rows, n_codes - 1, error))
    return FALSE;
  for (guint64 i = 0; i < n_rows; i++)
    {
      if (!deid_stop_check_row (stop, i, error))
        return FALSE;
      deid_codes_set (to, i, deid_codes_get (from, rows[i]));
    }
  return TRUE;
}

static void
clear_sample (DeidRows *sample, DeidCodes *columns)
{
  for (guint c = 0; c < sample->n_attributes; c++)
    deid_codes_clear (&columns[c]);
  g_free (sample->codes);
}

/* Tells whether a large table may be worth grouping, by a sample of its rows: of rows in random
 * order, the share that repeats an earlier one grows no faster than their number. */
static gboolean
try_sample (DeidGrouping *grouping, const DeidRows *rows, const guint32 *n_codes,
            const DeidRecoding *const *identity, const DeidStop *stop, gboolean *promising,
            GError **error)
{
  const guint32 n = (guint32) (rows->n / SAMPLE_DIVISOR);
  g_autofree guint32 *numbers = deid_alloc (n, sizeof *numbers, error);
  g_autofree DeidCodes *columns = NULL;
  DeidRows sample = { .n = n };
  gboolean success = numbers != NULL
                     && deid_new_arrays (error, DEID_NEW (columns, rows->n_attributes),
                                         DEID_NEW (sample.codes, rows->n_attributes));

  if (success)
    sample.n_attributes = rows->n_attributes;
  for (guint32 i = 0; success && i < n; i++)
    numbers[i] = i * SAMPLE_DIVISOR;
  for (guint c = 0; c < sample.n_attributes; c++)
    {
      sample.codes[c] = &columns[c];
      success = success
                && copy_column (&columns[c], rows->codes[c], n_codes[c], numbers, n, stop, error);
    }
  success = success && deid_grouping_run (grouping, &sample, identity, stop, error);
  clear_sample (&sample, columns);
  *promising = success
               && (guint64) SAMPLE_DIVISOR * (n - grouping->n_classes) * 100
                      >= (guint64) n * MIN_PERCENT_LARGE;
  return success;
}

static gboolean
merge_group_rows (DeidGrouping *grouping, const DeidRows *rows, const guint32 *n_codes,
                  const DeidRecoding *const *identity, const DeidStop *stop, gboolean *worthwhile,
                  GError **error)
{
  const gboolean is_large = rows->n > MERGE_LARGE;

  *worthwhile = TRUE;
  if (is_large && !try_sample (grouping, rows, n_codes, identity, stop, worthwhile, error))
    return FALSE;
  if (!*worthwhile)
    return TRUE;
  if (!deid_grouping_run (grouping, rows, identity, stop, error))
    return FALSE;
  *worthwhile = (rows->n - grouping->n_classes) * 100
                >= rows->n * (is_large ? MIN_PERCENT_LARGE : MIN_PERCENT);
  return TRUE;
}

/* Puts the first row of each class in the place of the rows' classes: a class is new where its
 * number is that of the classes so far. */
static gboolean
merge_list_first_rows (guint32 *class_of_row, guint64 n_rows, const DeidStop *stop, GError **error)
{
  guint32 n = 0;

  for (guint64 row = 0; row < n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (class_of_row[row] == n)
        class_of_row[n++] = (guint32) row;
    }
  return TRUE;
}

/* Takes what it needs of the grouping and gives the rest back before it allocates. */
gboolean
deid_merged_rows_init_classes (DeidMergedRows *merged, DeidGrouping *grouping, const DeidRows *rows,
                               const guint32 *n_codes, const DeidStop *stop, GError **error)
{
  g_autofree guint32 *first_rows = g_steal_pointer (&grouping->class_of_row);

  *merged
      = (DeidMergedRows){ .n = grouping->n_classes, .weights = g_steal_pointer (&grouping->sizes) };
  deid_grouping_clear (grouping);
  if (!merge_list_first_rows (first_rows, rows->n, stop, error))
    return FALSE;
  if (!deid_new_arrays (error, DEID_NEW (merged->columns, rows->n_attributes)))
    return FALSE;
  merged->n_columns = rows->n_attributes;
  for (guint c = 0; c < rows->n_attributes; c++)
    if (!copy_column (&merged->columns[c], rows->codes[c], n_codes[c], first_rows, merged->n, stop,
                      error))
      return FALSE;
  return TRUE;
}

gboolean
deid_merged_rows_init (DeidMergedRows *merged, const DeidRows *rows, const guint32 *n_codes,
                       const DeidStop *stop, GError **error)
{
  g_autofree guint32 *codes = merge_list_codes (n_codes, rows->n_attributes, error);
  g_autofree DeidRecoding *recodings = NULL;
  g_autofree const DeidRecoding **identity = NULL;
  DeidGrouping grouping = { 0 };
  gboolean worthwhile, success;

  *merged = (DeidMergedRows){ 0 };
  if (codes == NULL
      || !deid_new_arrays (error, DEID_NEW (recodings, rows->n_attributes),
                           DEID_NEW (identity, rows->n_attributes)))
    return FALSE;
  for (guint c = 0; c < rows->n_attributes; c++)
    {
      recodings[c] = (DeidRecoding){ .labels = codes, .n_labels = n_codes[c] };
      identity[c] = &recodings[c];
    }
  success = merge_group_rows (&grouping, rows, n_codes, identity, stop, &worthwhile, error)
            && (!worthwhile
                || deid_merged_rows_init_classes (merged, &grouping, rows, n_codes, stop, error));
  deid_grouping_clear (&grouping);
  return success;
}

void
deid_merged_rows_clear (DeidMergedRows *merged)
{
  for (guint c = 0; c < merged->n_columns; c++)
    deid_codes_clear (&merged->columns[c]);
  g_free (merged->columns);
  g_free (merged->weights);
  *merged = (DeidMergedRows){ 0 };
}
