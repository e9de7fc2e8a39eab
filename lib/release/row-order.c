/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Keys of neighbouring columns are the digits of one number while it stays below 2^32. Rows are
 * sorted by these numbers, the least significant one first, in a radix sort of pairs of the number
 * and the row. */
#include "release/row-order.h"

#include <string.h>

#include "base/arrays.h"
#include "base/portable-math.h"

/* Few enough that the places a pass writes to stay in the cache. */
#define MAX_DIGIT_BITS 11

/* What a thread has to do at least, or starting it takes longer. */
#define ROW_ORDER_ROWS_A_PART 16384

/* The columns whose keys make a number. */
typedef struct
{
  guint first_column;
  guint n_columns;
  guint n_bits;
} Word;

typedef struct Sorting Sorting;

/* Does one step with some of the pairs of a part. */
typedef void (*StepFunc) (Sorting *sorting, guint part, guint64 first, guint64 end);

struct Sorting
{
  const DeidRowKeys *keys;
  const DeidStop *stop;
  guint64 n_rows;
  guint32 *rows;
  guint64 *pairs; /* a number in the upper half, a row in the lower one */
  guint64 *sorted;
  guint n_parts;
  guint32 *counts; /* of each part, of each digit; then where the next such pair goes */
  StepFunc step;
  const Word *word;
  guint shift;
  guint n_digits;
};

static gboolean
do_part (gpointer data, guint part, GError **error)
{
  Sorting *sorting = data;
  const guint64 end = deid_part_start (sorting->n_rows, sorting->n_parts, part + 1);
  guint64 next;

  for (guint64 first = deid_part_start (sorting->n_rows, sorting->n_parts, part); first < end;
       first = next)
    {
      next = MIN (end, first + DEID_ROWS_PER_CHECK);
      if (!deid_stop_check (sorting->stop, error))
        return FALSE;
      sorting->step (sorting, part, first, next);
    }
  return TRUE;
}

static gboolean
do_step (Sorting *sorting, StepFunc step, GError **error)
{
  sorting->step = step;
  return deid_parts_run (sorting->n_parts, sorting->n_parts, do_part, sorting, error);
}

static guint32
row_order_get_digit (const Sorting *sorting, guint64 pair)
{
  return (guint32) (pair >> sorting->shift) & (sorting->n_digits - 1);
}

static guint32 *
get_counts (const Sorting *sorting, guint part)
{
  return sorting->counts + (gsize) part * sorting->n_digits;
}

static void
row_order_count_digits (Sorting *sorting, guint part, guint64 first, guint64 end)
{
  guint32 *counts = get_counts (sorting, part);

  for (guint64 i = first; i < end; i++)
    counts[row_order_get_digit (sorting, sorting->pairs[i])]++;
}

static void
make_pairs (Sorting *sorting, guint part, guint64 first, guint64 end)
{
  const DeidRowKeys *keys = sorting->keys;
  const guint first_column = sorting->word->first_column;
  const guint end_column = first_column + sorting->word->n_columns;

  for (guint64 i = first; i < end; i++)
    {
      guint64 number = 0;

      for (guint c = first_column; c < end_column; c++)
        number = number * keys->n_keys[c] + keys->get_key (keys->data, c, sorting->rows[i]);
      sorting->pairs[i] = number << 32 | sorting->rows[i];
    }
  row_order_count_digits (sorting, part, first, end);
}

static void
move_pairs (Sorting *sorting, guint part, guint64 first, guint64 end)
{
  guint32 *next = get_counts (sorting, part);

  for (guint64 i = first; i < end; i++)
    sorting->sorted[next[row_order_get_digit (sorting, sorting->pairs[i])]++] = sorting->pairs[i];
}

static void
row_order_move_rows (Sorting *sorting, guint part, guint64 first, guint64 end)
{
  guint32 *next = get_counts (sorting, part);

  for (guint64 i = first; i < end; i++)
    sorting->rows[next[row_order_get_digit (sorting, sorting->pairs[i])]++]
        = (guint32) sorting->pairs[i];
}

/* From how many pairs of each part have a digit to where the first of them goes. */
static void
row_order_add_counts (Sorting *sorting)
{
  guint32 n = 0;

  for (guint digit = 0; digit < sorting->n_digits; digit++)
    for (guint part = 0; part < sorting->n_parts; part++)
      {
        guint32 *count = &sorting->counts[(gsize) part * sorting->n_digits + digit];
        const guint32 start = n;

        n += *count;
        *count = start;
      }
}

/* The last pass leaves the rows alone. */
static gboolean
sort_by_word (Sorting *sorting, const Word *word, GError **error)
{
  const guint n_passes = (word->n_bits + MAX_DIGIT_BITS - 1) / MAX_DIGIT_BITS;
  const guint n_bits = n_passes > 0 ? (word->n_bits + n_passes - 1) / n_passes : 0;

  sorting->word = word;
  sorting->n_digits = 1u << n_bits;
  for (guint pass = 0; pass < n_passes; pass++)
    {
      guint64 *sorted = sorting->sorted;

      sorting->shift = 32 + pass * n_bits;
      memset (sorting->counts, 0,
              (gsize) sorting->n_parts * sorting->n_digits * sizeof *sorting->counts);
      if (!do_step (sorting, pass == 0 ? make_pairs : row_order_count_digits, error))
        return FALSE;
      row_order_add_counts (sorting);
      if (!do_step (sorting, pass + 1 < n_passes ? move_pairs : row_order_move_rows, error))
        return FALSE;
      sorting->sorted = sorting->pairs;
      sorting->pairs = sorted;
    }
  return TRUE;
}

/* Returns: how many words there are; @words has room for one of each column. */
static guint
make_words (const DeidRowKeys *keys, Word *words)
{
  guint n = 0;
  guint64 n_numbers = G_MAXUINT64;

  for (guint c = 0; c < keys->n_columns; c++)
    {
      const guint32 n_keys = MAX (keys->n_keys[c], 1);

      if (n_numbers > (G_GUINT64_CONSTANT (1) << 32) / n_keys)
        {
          words[n++] = (Word){ .first_column = c };
          n_numbers = 1;
        }
      n_numbers *= n_keys;
      words[n - 1].n_columns++;
      words[n - 1].n_bits = n_numbers > 1 ? g_bit_storage (n_numbers - 1) : 0;
    }
  return n;
}

static gboolean
row_order_sort (Sorting *sorting, GError **error)
{
  g_autofree Word *words = NULL;
  guint n_words;

  if (!deid_new_arrays (error, DEID_NEW (words, sorting->keys->n_columns),
                        DEID_NEW (sorting->pairs, sorting->n_rows),
                        DEID_NEW (sorting->sorted, sorting->n_rows),
                        DEID_NEW (sorting->counts, (guint64) sorting->n_parts << MAX_DIGIT_BITS)))
    return FALSE;
  n_words = make_words (sorting->keys, words);
  while (n_words-- > 0)
    if (!sort_by_word (sorting, &words[n_words], error))
      return FALSE;
  return TRUE;
}

gboolean
deid_row_order_sort (guint32 *rows, guint64 n_rows, const DeidRowKeys *keys, guint n_threads,
                     const DeidStop *stop, GError **error)
{
  Sorting sorting = { .keys = keys,
                      .stop = stop,
                      .n_rows = n_rows,
                      .rows = rows,
                      .n_parts = (guint) CLAMP (n_rows / ROW_ORDER_ROWS_A_PART, 1, n_threads) };
  const gboolean success = row_order_sort (&sorting, error);

  deid_free_arrays (sorting.pairs, sorting.sorted, sorting.counts);
  return success;
}

/* So many numbers are drawn ahead that rows come from memory while others are exchanged. */
#define ROW_ORDER_N_DRAWN 64

void
deid_row_order_shuffle (guint32 *rows, guint64 n_rows, guint64 seed)
{
  DeidRandom random = { .state = seed };
  guint32 drawn[ROW_ORDER_N_DRAWN];
  guint n;

  for (guint64 end = n_rows; end > 1; end -= n)
    {
      n = (guint) MIN (end - 1, ROW_ORDER_N_DRAWN);
      for (guint i = 0; i < n; i++)
        {
          drawn[i] = (guint32) deid_random_below (&random, end - i);
          __builtin_prefetch (&rows[drawn[i]], 1);
        }
      for (guint i = 0; i < n; i++)
        {
          const guint32 row = rows[end - i - 1];

          rows[end - i - 1] = rows[drawn[i]];
          rows[drawn[i]] = row;
        }
    }
}
