/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-distortion.h"

#include <math.h>
#include <stdlib.h>

#define MAX_RECORDS (4 * MAX_PLAIN_ROWS)

gboolean
plain_column_has_numbers (guint column)
{
  return column != 2 && column != 5;
}

static gboolean
is_on_side (const PlainTable *plain, guint side, guint row)
{
  return side == 0 || plain->is_released[row];
}

guint64
plain_count_records (const PlainTable *plain, guint side)
{
  guint64 n = 0;

  for (guint row = 0; row < plain->n_rows; row++)
    n += is_on_side (plain, side, row) ? plain->weights[row] : 0;
  return n;
}

guint64
plain_count_missing (const PlainTable *plain, guint column, guint side)
{
  guint64 n = 0;

  for (guint row = 0; row < plain->n_rows; row++)
    if (is_on_side (plain, side, row) && plain->labels[side][column][row] == NULL)
      n += plain->weights[row];
  return n;
}

guint64
plain_count_distinct (const PlainTable *plain, guint column, guint side)
{
  const char *const *labels = plain->labels[side][column];
  guint64 n = 0;

  for (guint row = 0; row < plain->n_rows; row++)
    {
      gboolean is_first = is_on_side (plain, side, row) && labels[row] != NULL;

      for (guint before = 0; before < row; before++)
        is_first = is_first
                   && !(is_on_side (plain, side, before)
                        && g_strcmp0 (labels[before], labels[row]) == 0);
      n += is_first ? 1 : 0;
    }
  return n;
}

guint64
plain_count_label (const PlainTable *plain, guint column, guint side, const char *label)
{
  guint64 n = 0;

  for (guint row = 0; row < plain->n_rows; row++)
    if (is_on_side (plain, side, row) && g_strcmp0 (plain->labels[1][column][row], label) == 0)
      n += plain->weights[row];
  return n;
}

static int
compare (const void *a, const void *b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* Writes a number for each record, in rising order. */
static guint
list_sorted (const PlainTable *plain, guint column, guint side, double *numbers)
{
  guint n = 0;

  for (guint row = 0; row < plain->n_rows; row++)
    for (guint i = 0; i < plain->weights[row]; i++)
      if (is_on_side (plain, side, row) && !isnan (plain->numbers[side][column][row]))
        numbers[n++] = plain->numbers[side][column][row];
  qsort (numbers, n, sizeof *numbers, compare);
  return n;
}

guint64
plain_count_numbers (const PlainTable *plain, guint column, guint side)
{
  double numbers[MAX_RECORDS];

  return list_sorted (plain, column, side, numbers);
}

void
plain_figures (const PlainTable *plain, guint column, guint side, double figures[PLAIN_N_FIGURES])
{
  static const double shares[] = { 0.05, 0.25, 0.5, 0.75, 0.95 };
  double numbers[MAX_RECORDS];
  const guint n = list_sorted (plain, column, side, numbers);
  long double sum = 0, squares = 0;

  for (guint f = 0; f < PLAIN_N_FIGURES; f++)
    figures[f] = NAN;
  if (n == 0)
    return;
  for (guint i = 0; i < n; i++)
    sum += numbers[i];
  for (guint i = 0; i < n; i++)
    squares += (numbers[i] - sum / n) * (numbers[i] - sum / n);
  figures[0] = (double) (sum / n);
  if (n > 1)
    figures[1] = (double) (squares / (n - 1));
  for (guint q = 0; q < G_N_ELEMENTS (shares); q++)
    {
      const double place = shares[q] * (n - 1);
      const guint below = (guint) floor (place + 1e-9), above = MIN (below + 1, n - 1);

      figures[2 + q] = numbers[below] + (place - below) * (numbers[above] - numbers[below]);
    }
}

double
plain_distance (const PlainTable *plain, guint column)
{
  const double n[]
      = { (double) plain_count_records (plain, 0), (double) plain_count_records (plain, 1) };
  const char *const *labels = plain->labels[1][column];
  double distance = 0;

  for (guint row = 0; row < plain->n_rows; row++)
    {
      gboolean is_first = TRUE;

      for (guint before = 0; before < row; before++)
        is_first = is_first && g_strcmp0 (labels[before], labels[row]) != 0;
      if (is_first)
        distance += fabs ((double) plain_count_label (plain, column, 0, labels[row]) / n[0]
                          - (double) plain_count_label (plain, column, 1, labels[row]) / n[1]);
    }
  return distance / 2;
}

/* Two columns, record by record, where both have something. */
typedef struct
{
  guint n;
  double numbers[2][MAX_RECORDS];
} Both;

static double
correlate (const Both *both)
{
  long double means[2] = { 0 }, squares[2] = { 0 }, product = 0;
  gboolean varies[2] = { FALSE, FALSE };

  for (guint i = 0; i < both->n; i++)
    for (guint s = 0; s < 2; s++)
      {
        means[s] += (long double) both->numbers[s][i] / both->n;
        varies[s] |= both->numbers[s][i] < both->numbers[s][0]
                     || both->numbers[s][i] > both->numbers[s][0];
      }
  for (guint i = 0; i < both->n; i++)
    {
      for (guint s = 0; s < 2; s++)
        squares[s] += (both->numbers[s][i] - means[s]) * (both->numbers[s][i] - means[s]);
      product += (both->numbers[0][i] - means[0]) * (both->numbers[1][i] - means[1]);
    }
  return varies[0] && varies[1] ? (double) (product / sqrtl (squares[0] * squares[1])) : NAN;
}

static void
rank (const Both *both, Both *ranks)
{
  ranks->n = both->n;
  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < both->n; i++)
      {
        ranks->numbers[s][i] = 0.5;
        for (guint other = 0; other < both->n; other++)
          if (both->numbers[s][other] < both->numbers[s][i])
            ranks->numbers[s][i] += 1;
          else if (!(both->numbers[s][other] > both->numbers[s][i]))
            ranks->numbers[s][i] += 0.5;
      }
}

/* Returns: the category of a number: how many edges are below it, but for the last one. */
static double
categorize_number (const PlainTable *plain, guint column, double number)
{
  double numbers[MAX_RECORDS], edges[MAX_RECORDS];
  const guint n = list_sorted (plain, column, 0, numbers);
  guint n_edges = 0, n_below = 0;

  for (guint i = 0; i < n; i++)
    if (i == 0 || numbers[i] > numbers[i - 1])
      edges[n_edges++] = numbers[i];
  if (n_edges > 20)
    for (n_edges = 0; n_edges < 10; n_edges++)
      edges[n_edges] = numbers[((n_edges + 1) * n + 9) / 10 - 1];
  for (guint i = 0; i + 1 < n_edges; i++)
    n_below += edges[i] < number;
  return n_below;
}

static double
categorize (const PlainTable *plain, guint column, guint side, guint row)
{
  const char *const *labels = plain->labels[side][column];
  guint first = 0;

  if (plain_column_has_numbers (column))
    return isnan (plain->numbers[side][column][row])
               ? NAN
               : categorize_number (plain, column, plain->numbers[side][column][row]);
  if (labels[row] == NULL)
    return NAN;
  while (g_strcmp0 (labels[first], labels[row]) != 0)
    first++;
  return first;
}

/* Collects the records that have something of both, as numbers or by categories. */
static void
collect (const PlainTable *plain, const guint columns[2], guint side, gboolean are_numbers,
         Both *both)
{
  both->n = 0;
  for (guint row = 0; row < plain->n_rows; row++)
    {
      double of_row[2];

      if (!is_on_side (plain, side, row))
        continue;
      for (guint s = 0; s < 2; s++)
        of_row[s] = are_numbers ? plain->numbers[side][columns[s]][row]
                                : categorize (plain, columns[s], side, row);
      for (guint i = 0; i < plain->weights[row] && !isnan (of_row[0]) && !isnan (of_row[1]); i++)
        {
          both->numbers[0][both->n] = of_row[0];
          both->numbers[1][both->n++] = of_row[1];
        }
    }
}

static guint
count (const Both *both, const double *first, const double *second)
{
  guint n = 0;

  for (guint i = 0; i < both->n; i++)
    n += (first == NULL || both->numbers[0][i] == *first)
         && (second == NULL || both->numbers[1][i] == *second);
  return n;
}

/* Pearson's chi-square over all cells, also those without records. */
static double
compute_v (const Both *both)
{
  double categories[2][MAX_RECORDS];
  guint n[2] = { 0 };
  long double chi = 0;

  for (guint s = 0; s < 2; s++)
    for (guint i = 0; i < both->n; i++)
      {
        guint before = 0;

        while (both->numbers[s][before] != both->numbers[s][i])
          before++;
        if (before == i)
          categories[s][n[s]++] = both->numbers[s][i];
      }
  if (MIN (n[0], n[1]) < 2)
    return NAN;
  for (guint i = 0; i < n[0]; i++)
    for (guint j = 0; j < n[1]; j++)
      {
        const long double expected = (long double) count (both, &categories[0][i], NULL)
                                     * count (both, NULL, &categories[1][j]) / both->n;
        const long double deviation = count (both, &categories[0][i], &categories[1][j]) - expected;

        chi += deviation * deviation / expected;
      }
  return (double) sqrtl (chi / both->n / (MIN (n[0], n[1]) - 1));
}

guint64
plain_associate (const PlainTable *plain, guint first, guint second, guint side,
                 double associations[3][2])
{
  const guint columns[] = { first, second };
  const gboolean are_numbers
      = plain_column_has_numbers (first) && plain_column_has_numbers (second);
  Both both, ranks;

  collect (plain, columns, side, are_numbers, &both);
  for (guint a = 0; a < 3; a++)
    associations[a][side] = NAN;
  if (are_numbers)
    {
      rank (&both, &ranks);
      associations[0][side] = correlate (&both);
      associations[1][side] = correlate (&ranks);
    }
  else
    associations[2][side] = compute_v (&both);
  return both.n;
}
