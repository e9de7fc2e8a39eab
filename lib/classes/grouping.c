/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "classes/grouping.h"

#include "base/arrays.h"
#include "base/memory.h"

#include <string.h>

#define GROUPING_BLOCK   2048
#define MIN_DENSE_SPACE  65536
#define SIZES_A_ROW      2  /* that are cheaper to go through than to number the keys of rows */
#define GROUPING_N_AHEAD 16 /* keys that are fetched from memory before they are added */

gboolean
deid_rows_add_population (const DeidRows *rows, const guint32 *class_of_row, const DeidStop *stop,
                          guint64 *populations, GError **error)
{
  const guint64 n_own = deid_rows_get_n_own (rows);

  for (guint64 row = 0; row < rows->n_population; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      populations[class_of_row[n_own + row]] += rows->populations[row];
    }
  return TRUE;
}

void
deid_grouping_clear (DeidGrouping *grouping)
{
  deid_free_arrays (grouping->class_of_row, grouping->sizes, grouping->dense);
  deid_key_numbers_clear (&grouping->numbers);
  *grouping = (DeidGrouping){ 0 };
}

guint64
deid_grouping_get_n_bytes (const DeidGrouping *grouping)
{
  return grouping->class_of_row_capacity * sizeof *grouping->class_of_row
         + grouping->sizes_capacity * sizeof *grouping->sizes
         + grouping->dense_capacity * sizeof *grouping->dense
         + deid_key_numbers_get_n_bytes (&grouping->numbers);
}

#define EXTEND_BY(Code)                                                                            \
  {                                                                                                \
    const Code *data = (const Code *) codes->data + start;                                         \
                                                                                                   \
    for (guint i = 0; i < n; i++)                                                                  \
      keys[i] = keys[i] * radix + labels[data[i]];                                                 \
  }

/* Defines a function that appends the labels of one attribute, as the next digit, to the keys of
 * rows [start, start + n). */
#define GROUPING_DEFINE_EXTEND(name, Key)                                                          \
  static void name (Key *restrict keys, const DeidCodes *codes, const DeidRecoding *recoding,      \
                    guint64 start, guint n)                                                        \
  {                                                                                                \
    const guint32 *labels = recoding->labels;                                                      \
    const Key radix = recoding->n_labels;                                                          \
                                                                                                   \
    if (codes->width == 1)                                                                         \
      EXTEND_BY (guint8)                                                                           \
    else if (codes->width == 2)                                                                    \
      EXTEND_BY (guint16)                                                                          \
    else                                                                                           \
      EXTEND_BY (guint32)                                                                          \
  }

GROUPING_DEFINE_EXTEND (extend_small_keys, guint32)
GROUPING_DEFINE_EXTEND (extend_keys, guint64)

/* The attributes [first, end) by whose labels classes are refined at once. */
typedef struct
{
  const DeidRows *rows;
  const DeidRecoding *const *recodings;
  guint first, end;
} GroupingStep;

/* Replaces classes so far by keys that refine them and need no more than 32 bits. */
static void
refine_to_keys (guint32 *classes, const GroupingStep *step, guint64 start, guint n)
{
  for (guint a = step->first; a < step->end; a++)
    if (step->recodings[a]->n_labels > 1)
      extend_small_keys (classes, step->rows->codes[a], step->recodings[a], start, n);
}

/* Replaces keys by the numbers of their classes. */
static void
number_keys_densely (DeidGrouping *grouping, guint32 *keys, guint n)
{
  guint32 *dense = grouping->dense;
  guint32 n_classes = grouping->n_classes;

  for (guint i = 0; i < n; i++)
    {
      const guint32 is_new = dense[keys[i]] == 0;
      const guint32 number = dense[keys[i]] | ((n_classes + 1) & -is_new);

      dense[keys[i]] = number;
      n_classes += is_new;
      keys[i] = number - 1;
    }
  grouping->n_classes = n_classes;
}

static gboolean
number_small_keys_by_hash (DeidGrouping *grouping, guint32 *keys, guint n, GError **error)
{
  DeidKeySlots slots = grouping->numbers.slots;

  for (guint i = 0; i < n; i++)
    {
      if (G_UNLIKELY (slots.patience < 0))
        {
          grouping->numbers.slots = slots;
          if (!deid_key_slots_change (&grouping->numbers.slots, error))
            return FALSE;
          slots = grouping->numbers.slots;
        }
      if (i + GROUPING_N_AHEAD < n)
        deid_key_slots_prefetch (&slots, keys[i + GROUPING_N_AHEAD]);
      keys[i] = deid_key_slots_add (&slots, keys[i]);
    }
  grouping->numbers.slots = slots;
  grouping->n_classes = slots.n;
  return TRUE;
}

static gboolean
number_keys_by_hash (DeidGrouping *grouping, const guint64 *keys, guint32 *classes, guint n,
                     GError **error)
{
  DeidFrequencyTable *table = &grouping->numbers.table;

  for (guint i = 0; i < n; i++)
    {
      if (!deid_frequency_table_has_room (table) && !deid_frequency_table_reserve (table, error))
        return FALSE;
      if (i + GROUPING_N_AHEAD < n)
        deid_frequency_table_prefetch (table, keys[i + GROUPING_N_AHEAD]);
      classes[i] = deid_frequency_table_add (table, keys[i]);
    }
  grouping->n_classes = table->n;
  return TRUE;
}

/* Replaces classes so far by those of keys that may need 64 bits. */
static gboolean
refine_by_hash (DeidGrouping *grouping, guint32 *classes, const GroupingStep *step, guint64 start,
                guint n, GError **error)
{
  guint64 keys[GROUPING_BLOCK];

  for (guint i = 0; i < n; i++)
    keys[i] = classes[i];
  for (guint a = step->first; a < step->end; a++)
    if (step->recodings[a]->n_labels > 1)
      extend_keys (keys, step->rows->codes[a], step->recodings[a], start, n);
  return number_keys_by_hash (grouping, keys, classes, n, error);
}

static gboolean
start_dense (DeidGrouping *grouping, guint64 space, GError **error)
{
  if (!deid_grow ((gpointer *) &grouping->dense, &grouping->dense_capacity, space,
                  sizeof *grouping->dense, error))
    return FALSE;
  memset (grouping->dense, 0, space * sizeof *grouping->dense);
  return TRUE;
}

/* Refines the classes by a step, whose labels and the classes so far make at most @space keys. */
static gboolean
grouping_refine (DeidGrouping *grouping, const GroupingStep *step, guint64 space,
                 const DeidStop *stop, GError **error)
{
  const DeidRows *rows = step->rows;
  const gboolean is_refinement = grouping->n_classes > 1;
  const gboolean is_dense = space <= MAX (MIN_DENSE_SPACE, rows->n);

  if (!(is_dense ? start_dense (grouping, space, error)
                 : deid_key_numbers_start (&grouping->numbers, space, rows->n, error)))
    return FALSE;
  grouping->n_classes = 0;
  for (guint64 start = 0; start < rows->n; start += GROUPING_BLOCK)
    {
      const guint n = (guint) MIN (GROUPING_BLOCK, rows->n - start);
      guint32 *classes = grouping->class_of_row + start;

      if (!deid_stop_check_row (stop, start, error))
        return FALSE;
      if (!is_refinement)
        memset (classes, 0, n * sizeof *classes);
      if (is_dense)
        {
          refine_to_keys (classes, step, start, n);
          number_keys_densely (grouping, classes, n);
        }
      else if (grouping->numbers.is_small)
        {
          refine_to_keys (classes, step, start, n);
          if (!number_small_keys_by_hash (grouping, classes, n, error))
            return FALSE;
        }
      else if (!refine_by_hash (grouping, classes, step, start, n, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
start_sizes (DeidGrouping *grouping, GError **error)
{
  if (!deid_grow ((gpointer *) &grouping->sizes, &grouping->sizes_capacity, grouping->n_classes,
                  sizeof *grouping->sizes, error))
    return FALSE;
  memset (grouping->sizes, 0, grouping->n_classes * sizeof *grouping->sizes);
  return TRUE;
}

static void
grouping_add_sizes (guint64 *sizes, const guint32 *classes, const guint64 *weights, guint n)
{
  for (guint i = 0; i < n; i++)
    sizes[classes[i]] += weights != NULL ? weights[i] : 1;
}

static gboolean
sum_sizes (DeidGrouping *grouping, const DeidRows *rows, const DeidStop *stop, GError **error)
{
  if (!start_sizes (grouping, error))
    return FALSE;
  for (guint64 start = 0; start < rows->n; start += GROUPING_BLOCK)
    {
      if (!deid_stop_check_row (stop, start, error))
        return FALSE;
      grouping_add_sizes (grouping->sizes, grouping->class_of_row + start,
                          rows->weights != NULL ? rows->weights + start : NULL,
                          (guint) MIN (GROUPING_BLOCK, rows->n - start));
    }
  return TRUE;
}

static gboolean
start_classes (DeidGrouping *grouping, const DeidRows *rows, GError **error)
{
  return deid_grow ((gpointer *) &grouping->class_of_row, &grouping->class_of_row_capacity, rows->n,
                    sizeof *grouping->class_of_row, error);
}

gboolean
deid_grouping_run (DeidGrouping *grouping, const DeidRows *rows,
                   const DeidRecoding *const *recodings, const DeidStop *stop, GError **error)
{
  GroupingStep step = { .rows = rows, .recodings = recodings };

  if (!start_classes (grouping, rows, error))
    return FALSE;
  grouping->n_classes = 1;
  do
    {
      guint64 space = grouping->n_classes;

      for (step.end = step.first;
           step.end < rows->n_attributes
           && g_uint64_checked_mul (&space, space, recodings[step.end]->n_labels);)
        step.end++;
      if (step.end < rows->n_attributes)
        space = G_MAXUINT64;
      if (!grouping_refine (grouping, &step, space, stop, error))
        return FALSE;
      step.first = step.end;
    }
  while (step.first < rows->n_attributes);
  return sum_sizes (grouping, rows, stop, error);
}

/* Returns: how many keys the labels make, or %G_MAXUINT64 if they are more than that. */
static guint64
grouping_count_keys (const DeidRows *rows, const DeidRecoding *const *recodings)
{
  guint64 n = 1;

  for (guint a = 0; a < rows->n_attributes; a++)
    if (!g_uint64_checked_mul (&n, n, recodings[a]->n_labels))
      return G_MAXUINT64;
  return n;
}

gboolean
deid_grouping_run_by_key (DeidGrouping *grouping, const DeidRows *rows,
                          const DeidRecoding *const *recodings, const DeidStop *stop,
                          GError **error)
{
  const GroupingStep step = { rows, recodings, 0, rows->n_attributes };
  const guint64 n_keys = grouping_count_keys (rows, recodings);

  if (n_keys > MIN (G_MAXUINT32, MAX (MIN_DENSE_SPACE, SIZES_A_ROW * rows->n)))
    return deid_grouping_run (grouping, rows, recodings, stop, error);
  grouping->n_classes = (guint32) n_keys;
  if (!start_classes (grouping, rows, error) || !start_sizes (grouping, error))
    return FALSE;
  for (guint64 start = 0; start < rows->n; start += GROUPING_BLOCK)
    {
      const guint n = (guint) MIN (GROUPING_BLOCK, rows->n - start);
      const guint64 *weights = rows->weights != NULL ? rows->weights + start : NULL;
      guint32 *classes = grouping->class_of_row + start;

      if (!deid_stop_check_row (stop, start, error))
        return FALSE;
      memset (classes, 0, n * sizeof *classes);
      refine_to_keys (classes, &step, start, n);
      grouping_add_sizes (grouping->sizes, classes, weights, n);
    }
  return TRUE;
}

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
