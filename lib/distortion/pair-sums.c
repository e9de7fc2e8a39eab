/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/pair-sums.h"

#include <math.h>

#include "base/arrays.h"
#include "distortion/compensated-sum.h"

/* Rows whose numbers in all columns fit a cache. */
#define N_IN_BLOCK 512
#define N_LANES    8

/* The numbers of one column in a block of rows. */
typedef struct
{
  double numbers[N_IN_BLOCK];  /* 0 where there is none */
  double weighted[N_IN_BLOCK]; /* times the weight */
  double squares[N_IN_BLOCK];  /* of the number, times the weight */
  double present[N_IN_BLOCK];  /* 1 if there is one, else 0 */
  guint64 mask[N_IN_BLOCK];    /* all bits if there is one, else none */
} Block;

/* Sums over a pair of columns, of which only the product is needed where neither has gaps. */
typedef struct
{
  guint64 n;
  gboolean varies[2];
  gboolean has_first;
  double first[2]; /* the first number of each */
  DeidCompensatedSum sums[2];
  DeidCompensatedSum squares[2];
  DeidCompensatedSum product;
} Sums;

typedef struct
{
  const guint64 *weights; /* or NULL */
  const DeidPartition *partition;
  const DeidRowNumbers *columns;
  guint n_columns;
  Block *blocks;
  Sums *pairs;
  Sums *singles; /* of each column alone; only the first of two is used */
  guint64 rows[N_IN_BLOCK];
  guint64 counts[N_IN_BLOCK]; /* records of each row */
  guint n;                    /* rows in the block */
} PairSumsWork;

/* Several sums at a time, in an order that does not depend on the compiler. */
static double
pair_sums_multiply (const double *a, const double *b, guint n)
{
  double sums[N_LANES] = { 0 };

  for (guint i = 0; i < n; i += N_LANES)
    for (guint s = 0; s < N_LANES; s++)
      sums[s] += a[i + s] * b[i + s];
  for (guint half = N_LANES / 2; half > 0; half /= 2)
    for (guint s = 0; s < half; s++)
      sums[s] += sums[s + half];
  return sums[0];
}

static void
look_up (const PairSumsWork *work, const DeidRowNumbers *column, double *numbers)
{
  if (column->codes == NULL)
    for (guint i = 0; i < work->n; i++)
      numbers[i] = column->numbers[column->values[work->rows[i]]];
  else
    for (guint i = 0; i < work->n; i++)
      numbers[i] = column->numbers[deid_codes_get (column->codes, work->rows[i])];
}

/* Reads the numbers of a column, with zeros behind them up to a multiple of the lanes. */
static void
read_block (const PairSumsWork *work, const DeidRowNumbers *column, Block *block)
{
  guint i;

  look_up (work, column, block->numbers);
  for (i = 0; i < work->n; i++)
    {
      const gboolean is_present = !isnan (block->numbers[i]);

      block->present[i] = is_present ? 1 : 0;
      block->mask[i] = is_present ? G_MAXUINT64 : 0;
      block->numbers[i] = is_present ? block->numbers[i] : 0;
      block->weighted[i] = block->numbers[i] * (double) work->counts[i];
      block->squares[i] = block->numbers[i] * block->weighted[i];
    }
  for (; i % N_LANES != 0; i++)
    block->present[i] = block->numbers[i] = block->weighted[i] = block->squares[i] = 0;
}

/* Counts the records that have both numbers. */
static guint64
count_both (const PairSumsWork *work, const Block *a, const Block *b)
{
  guint64 n = 0;

  for (guint i = 0; i < work->n; i++)
    n += work->counts[i] & a->mask[i] & b->mask[i];
  return n;
}

/* Looks whether the numbers that records have of both vary, until they do. */
static void
look_whether_varying (const PairSumsWork *work, const Block *a, const Block *b, Sums *sums)
{
  const Block *blocks[] = { a, b };

  for (guint i = 0; i < work->n && !(sums->varies[0] && sums->varies[1]); i++)
    {
      if ((a->mask[i] & b->mask[i]) == 0)
        continue;
      for (guint s = 0; s < 2; s++)
        {
          const double number = blocks[s]->numbers[i];

          if (!sums->has_first)
            sums->first[s] = number;
          else if (number < sums->first[s] || number > sums->first[s])
            sums->varies[s] = TRUE;
        }
      sums->has_first = TRUE;
    }
}

static void
add_single (const PairSumsWork *work, const Block *block, Sums *sums)
{
  sums->n += count_both (work, block, block);
  look_whether_varying (work, block, block, sums);
  deid_compensated_sum_add (&sums->sums[0],
                            pair_sums_multiply (block->weighted, block->present, work->n));
  deid_compensated_sum_add (&sums->squares[0],
                            pair_sums_multiply (block->squares, block->present, work->n));
}

static void
pair_sums_add_pair (const PairSumsWork *work, const Block *a, const Block *b, gboolean has_gaps,
                    Sums *sums)
{
  deid_compensated_sum_add (&sums->product, pair_sums_multiply (a->weighted, b->numbers, work->n));
  if (!has_gaps)
    return;
  sums->n += count_both (work, a, b);
  look_whether_varying (work, a, b, sums);
  deid_compensated_sum_add (&sums->sums[0], pair_sums_multiply (a->weighted, b->present, work->n));
  deid_compensated_sum_add (&sums->sums[1], pair_sums_multiply (b->weighted, a->present, work->n));
  deid_compensated_sum_add (&sums->squares[0],
                            pair_sums_multiply (a->squares, b->present, work->n));
  deid_compensated_sum_add (&sums->squares[1],
                            pair_sums_multiply (b->squares, a->present, work->n));
}

static void
pair_sums_add_block (PairSumsWork *work)
{
  for (guint c = 0; c < work->n_columns; c++)
    {
      const DeidRowNumbers *column = &work->columns[c];
      const Block *block = &work->blocks[c];

      read_block (work, column, &work->blocks[c]);
      add_single (work, block, &work->singles[c]);
      for (guint other = 0; other < c; other++)
        pair_sums_add_pair (work, &work->blocks[other], block,
                            column->has_gaps || work->columns[other].has_gaps,
                            &work->pairs[deid_pair_get_index (other, c)]);
    }
  work->n = 0;
}

/* Where there are many columns a block takes its time. */
static gboolean
pair_sums_add_rows (PairSumsWork *work, guint64 n_rows, const DeidStop *stop, GError **error)
{
  for (guint64 row = 0; row < n_rows; row++)
    {
      if (work->partition != NULL && deid_partition_suppresses (work->partition, row))
        continue;
      work->rows[work->n] = row;
      work->counts[work->n++] = work->weights != NULL ? work->weights[row] : 1;
      if (work->n < N_IN_BLOCK)
        continue;
      if (!deid_stop_check (stop, error))
        return FALSE;
      pair_sums_add_block (work);
    }
  if (!deid_stop_check (stop, error))
    return FALSE;
  pair_sums_add_block (work);
  return TRUE;
}

/* Takes from the columns alone what a pair without gaps did not sum. */
static DeidPairSums
pair_sums_finish (const PairSumsWork *work, guint first, guint second)
{
  const Sums *pair = &work->pairs[deid_pair_get_index (first, second)];
  const gboolean has_gaps = work->columns[first].has_gaps || work->columns[second].has_gaps;
  const Sums *const sides[]
      = { has_gaps ? pair : &work->singles[first], has_gaps ? pair : &work->singles[second] };
  DeidPairSums sums = { .n = sides[0]->n, .product = deid_compensated_sum_get (&pair->product) };

  for (guint s = 0; s < 2; s++)
    {
      const guint side = has_gaps ? s : 0;

      sums.varies[s] = sides[s]->varies[side];
      sums.sums[s] = deid_compensated_sum_get (&sides[s]->sums[side]);
      sums.squares[s] = deid_compensated_sum_get (&sides[s]->squares[side]);
    }
  return sums;
}

DeidPairSums *
deid_pair_sums_new (guint64 n_rows, const guint64 *weights, const DeidPartition *partition,
                    const DeidRowNumbers *columns, guint n, const DeidStop *stop, GError **error)
{
  const guint64 n_pairs = deid_pairs_count (n);
  PairSumsWork work
      = { .weights = weights, .partition = partition, .columns = columns, .n_columns = n };
  DeidPairSums *sums = NULL;

  if (deid_new_arrays (error, DEID_NEW (work.blocks, n), DEID_NEW (work.pairs, n_pairs),
                       DEID_NEW (work.singles, n), DEID_NEW (sums, n_pairs))
      && pair_sums_add_rows (&work, n_rows, stop, error))
    {
      for (guint second = 1; second < n; second++)
        for (guint first = 0; first < second; first++)
          sums[deid_pair_get_index (first, second)] = pair_sums_finish (&work, first, second);
    }
  else
    g_clear_pointer (&sums, g_free);
  deid_free_arrays (work.blocks, work.pairs, work.singles);
  return sums;
}

gboolean
deid_pair_sums_get_correlation (const DeidPairSums *sums, double *correlation)
{
  const double n = (double) sums->n;
  double squares[2], product;

  if (!sums->varies[0] || !sums->varies[1])
    return FALSE;
  for (guint s = 0; s < 2; s++)
    squares[s] = sums->squares[s] - sums->sums[s] * sums->sums[s] / n;
  product = sums->product - sums->sums[0] * sums->sums[1] / n;
  if (!(squares[0] > 0) || !(squares[1] > 0))
    return FALSE;
  *correlation = CLAMP (product / (sqrt (squares[0]) * sqrt (squares[1])), -1, 1);
  return TRUE;
}
