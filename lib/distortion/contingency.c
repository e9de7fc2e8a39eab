/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/contingency.h"

#include <math.h>
#include <string.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "base/rational.h"
#include "distortion/compensated-sum.h"

/* Cells of a table that a cache holds. */
#define MAX_DENSE 32768

typedef struct
{
  DeidContingency *contingency;
  guint64 n_rows;
  const guint64 *weights;
  const DeidCategories *columns[2];
  guint64 n;                  /* records that have both */
  DeidCompensatedSum squares; /* of deviations from what is expected, divided by that */
  DeidCompensatedSum seen;    /* what is expected of the cells that were added */
  const DeidStop *stop;
} ContingencyWork;

void
deid_contingency_clear (DeidContingency *contingency)
{
  deid_free_arrays (contingency->rows, contingency->starts, contingency->cells,
                    contingency->margins[0], contingency->margins[1], contingency->touched);
  *contingency = (DeidContingency){ 0 };
}

static inline guint32
get_category (const DeidCategories *column, guint64 row)
{
  return column->categories[column->values[row]];
}

static inline guint64
contingency_get_weight (const ContingencyWork *work, guint64 row)
{
  return work->weights != NULL ? work->weights[row] : 1;
}

/* Makes room for so many numbers, and at least one, all 0. */
static gboolean
make_zeros (guint64 **numbers, guint64 *capacity, guint64 n, GError **error)
{
  n = MAX (n, 1);
  if (!deid_grow ((gpointer *) numbers, capacity, n, sizeof **numbers, error))
    return FALSE;
  memset (*numbers, 0, n * sizeof **numbers);
  return TRUE;
}

/* Adds a cell to the sums: its share of all records against that of its row times that of its
 * column. The difference is exact. */
static void
contingency_add_cell (ContingencyWork *work, guint64 in_cell, guint64 in_row, guint64 in_column)
{
  const double n = (double) work->n;
  const double expected = (double) in_row / n * ((double) in_column / n);
  const double deviation
      = (double) ((DeidSignedWide) in_cell * work->n - (DeidSignedWide) in_row * in_column) / n / n;

  deid_compensated_sum_add (&work->squares, deviation * deviation / expected);
  deid_compensated_sum_add (&work->seen, expected);
}

/* Counts all cells. What is in no category has a row or column of its own, the last one. */
static gboolean
count_dense (ContingencyWork *work, GError **error)
{
  DeidContingency *contingency = work->contingency;
  const guint64 n_first = work->columns[0]->n_categories, n_second = work->columns[1]->n_categories;

  if (!make_zeros (&contingency->cells, &contingency->cells_capacity,
                   (n_first + 1) * (n_second + 1), error))
    return FALSE;
  for (guint64 row = 0; row < work->n_rows; row++)
    {
      if (!deid_stop_check_row (work->stop, row, error))
        return FALSE;
      contingency->cells[get_category (work->columns[0], row) * (n_second + 1)
                         + get_category (work->columns[1], row)]
          += contingency_get_weight (work, row);
    }
  for (guint64 i = 0; i < n_first; i++)
    for (guint64 j = 0; j < n_second; j++)
      {
        const guint64 in_cell = contingency->cells[i * (n_second + 1) + j];

        contingency->margins[0][i] += in_cell;
        contingency->margins[1][j] += in_cell;
        work->n += in_cell;
      }
  return TRUE;
}

static void
sum_dense (ContingencyWork *work)
{
  const DeidContingency *contingency = work->contingency;
  const guint64 n_first = work->columns[0]->n_categories, n_second = work->columns[1]->n_categories;

  for (guint64 i = 0; i < n_first; i++)
    for (guint64 j = 0; j < n_second; j++)
      if (contingency->margins[0][i] > 0 && contingency->margins[1][j] > 0)
        contingency_add_cell (work, contingency->cells[i * (n_second + 1) + j],
                              contingency->margins[0][i], contingency->margins[1][j]);
}

/* Sorts the rows by the category of the first column, unless they are. */
static gboolean
contingency_sort_rows (ContingencyWork *work, GError **error)
{
  DeidContingency *contingency = work->contingency;
  const DeidCategories *column = work->columns[0];
  guint64 start = 0;

  if (contingency->sorted == column)
    return TRUE;
  contingency->sorted = NULL;
  if (!deid_realloc ((gpointer *) &contingency->rows, work->n_rows, sizeof *contingency->rows,
                     error)
      || !deid_realloc ((gpointer *) &contingency->starts, (guint64) column->n_categories + 2,
                        sizeof *contingency->starts, error))
    return FALSE;
  memset (contingency->starts, 0, ((gsize) column->n_categories + 2) * sizeof (guint64));
  for (guint64 row = 0; row < work->n_rows; row++)
    contingency->starts[get_category (column, row) + 1]++;
  for (guint64 i = 0; i <= column->n_categories; i++)
    {
      start += contingency->starts[i];
      contingency->starts[i] = start;
    }
  for (guint64 row = 0; row < work->n_rows; row++)
    {
      if (!deid_stop_check_row (work->stop, row, error))
        return FALSE;
      contingency->rows[contingency->starts[get_category (column, row)]++] = (guint32) row;
    }
  memmove (contingency->starts + 1, contingency->starts,
           ((gsize) column->n_categories + 1) * sizeof (guint64));
  contingency->starts[0] = 0;
  contingency->sorted = column;
  return TRUE;
}

static gboolean
count_margins (ContingencyWork *work, GError **error)
{
  const DeidCategories *first = work->columns[0], *second = work->columns[1];

  for (guint64 row = 0; row < work->n_rows; row++)
    {
      const guint32 i = get_category (first, row), j = get_category (second, row);
      const guint64 weight = contingency_get_weight (work, row);

      if (!deid_stop_check_row (work->stop, row, error))
        return FALSE;
      if (i == first->n_categories || j == second->n_categories)
        continue;
      work->contingency->margins[0][i] += weight;
      work->contingency->margins[1][j] += weight;
      work->n += weight;
    }
  return TRUE;
}

/* Counts the cells of one row of the table, and adds those that are not 0. */
static void
sum_row (ContingencyWork *work, guint32 i)
{
  DeidContingency *contingency = work->contingency;
  const DeidCategories *second = work->columns[1];
  guint64 n_touched = 0;

  for (guint64 r = contingency->starts[i]; r < contingency->starts[i + 1]; r++)
    {
      const guint32 row = contingency->rows[r], j = get_category (second, row);

      if (j == second->n_categories)
        continue;
      if (contingency->cells[j] == 0)
        contingency->touched[n_touched++] = j;
      contingency->cells[j] += contingency_get_weight (work, row);
    }
  for (guint64 t = 0; t < n_touched; t++)
    {
      const guint32 j = contingency->touched[t];

      contingency_add_cell (work, contingency->cells[j], contingency->margins[0][i],
                            contingency->margins[1][j]);
      contingency->cells[j] = 0;
    }
}

/* Of a table with many cells those that are 0 are not looked at: each adds what is expected. */
static gboolean
sum_sparse (ContingencyWork *work, GError **error)
{
  DeidContingency *contingency = work->contingency;

  if (!contingency_sort_rows (work, error)
      || !make_zeros (&contingency->cells, &contingency->cells_capacity,
                      work->columns[1]->n_categories, error)
      || !deid_grow ((gpointer *) &contingency->touched, &contingency->touched_capacity,
                     work->columns[1]->n_categories, sizeof *contingency->touched, error))
    return FALSE;
  for (guint32 i = 0; i < work->columns[0]->n_categories; i++)
    {
      if (i % 1024 == 0 && !deid_stop_check (work->stop, error))
        return FALSE;
      sum_row (work, i);
    }
  deid_compensated_sum_add (&work->squares, MAX (1 - deid_compensated_sum_get (&work->seen), 0));
  return TRUE;
}

/* Returns: how many categories have records. */
static guint64
contingency_count_categories (const ContingencyWork *work, guint side)
{
  guint64 n = 0;

  for (guint32 i = 0; i < work->columns[side]->n_categories; i++)
    n += work->contingency->margins[side][i] > 0;
  return n;
}

/* Where sets share records out, cells are no integers. */

static gboolean
contingency_has_shares (const DeidCategories *column)
{
  return column->shares != NULL && column->shares->n > 0;
}

/* Lists the categories of a row. @own has room for the one of a value. Returns: how many there are.
 */
static guint64
list_shares (const DeidCategories *column, guint64 row, DeidLabelShare *own,
             const DeidLabelShare **shares)
{
  const DeidLabelShares *of = column->shares;
  const guint32 value = column->values[row];

  if (of != NULL && value >= of->first && value - of->first < of->n)
    {
      *shares = of->shares + of->starts[value - of->first];
      return of->starts[value - of->first + 1] - of->starts[value - of->first];
    }
  *own = (DeidLabelShare){ column->categories[value], 1 };
  *shares = own;
  return 1;
}

/* Shares out all records among the cells. A missing value has no category. */
static gboolean
contingency_share_out (const ContingencyWork *work, const guint32 *n_categories, double *cells,
                       GError **error)
{
  for (guint64 row = 0; row < work->n_rows; row++)
    {
      DeidLabelShare own[2];
      const DeidLabelShare *shares[2];
      const guint64 n = list_shares (work->columns[0], row, &own[0], &shares[0]);
      const guint64 n_second = list_shares (work->columns[1], row, &own[1], &shares[1]);
      const double weight = (double) contingency_get_weight (work, row);

      if (!deid_stop_check_row (work->stop, row, error))
        return FALSE;
      for (guint64 i = 0; i < n; i++)
        for (guint64 j = 0; j < n_second; j++)
          if (shares[0][i].code < n_categories[0] && shares[1][j].code < n_categories[1])
            cells[(guint64) shares[0][i].code * n_categories[1] + shares[1][j].code]
                += weight * shares[0][i].share * shares[1][j].share;
    }
  return TRUE;
}

/* Returns: V of a table of shares, or NAN. */
static double
measure_cells (const double *cells, const guint32 *n, double *margins[2], guint64 *n_records)
{
  DeidCompensatedSum all = { 0 }, squares = { 0 };
  guint64 n_seen[2] = { 0 };
  double sum;

  for (guint32 i = 0; i < n[0]; i++)
    for (guint32 j = 0; j < n[1]; j++)
      {
        const double cell = cells[(guint64) i * n[1] + j];

        margins[0][i] += cell;
        margins[1][j] += cell;
        deid_compensated_sum_add (&all, cell);
      }
  sum = deid_compensated_sum_get (&all);
  *n_records = (guint64) (sum + 0.5);
  for (guint side = 0; side < 2; side++)
    for (guint32 i = 0; i < n[side]; i++)
      n_seen[side] += margins[side][i] > 0;
  if (MIN (n_seen[0], n_seen[1]) < 2)
    return NAN;
  for (guint32 i = 0; i < n[0]; i++)
    for (guint32 j = 0; j < n[1]; j++)
      if (margins[0][i] > 0 && margins[1][j] > 0)
        {
          const double expected = margins[0][i] / sum * (margins[1][j] / sum);
          const double deviation = cells[(guint64) i * n[1] + j] / sum - expected;

          deid_compensated_sum_add (&squares, deviation * deviation / expected);
        }
  sum = deid_compensated_sum_get (&squares) / (double) (MIN (n_seen[0], n_seen[1]) - 1);
  return MIN (sqrt (sum), 1);
}

static gboolean
measure_shares (ContingencyWork *work, double *cramers_v, GError **error)
{
  const guint32 n[2] = { work->columns[0]->n_categories, work->columns[1]->n_categories };
  g_autofree double *cells = NULL, *first = NULL, *second = NULL;
  double *margins[2];

  if ((guint64) n[0] * n[1] > DEID_MAX_SHARED_CELLS)
    return TRUE;
  if (!deid_new_arrays (error, DEID_NEW (cells, (guint64) n[0] * n[1]), DEID_NEW (first, n[0]),
                        DEID_NEW (second, n[1]))
      || !contingency_share_out (work, n, cells, error))
    return FALSE;
  margins[0] = first;
  margins[1] = second;
  *cramers_v = measure_cells (cells, n, margins, &work->n);
  return TRUE;
}

gboolean
deid_contingency_measure (DeidContingency *contingency, guint64 n_rows, const guint64 *weights,
                          const DeidCategories *first, const DeidCategories *second, guint64 *n,
                          double *cramers_v, const DeidStop *stop, GError **error)
{
  ContingencyWork work = { .contingency = contingency,
                           .n_rows = n_rows,
                           .weights = weights,
                           .columns = { first, second },
                           .stop = stop };
  const gboolean is_dense
      = ((guint64) first->n_categories + 1) * ((guint64) second->n_categories + 1) <= MAX_DENSE;
  guint64 smaller;

  *cramers_v = NAN;
  if (contingency_has_shares (first) || contingency_has_shares (second))
    {
      if (!measure_shares (&work, cramers_v, error))
        return FALSE;
      *n = work.n;
      return TRUE;
    }
  for (guint side = 0; side < 2; side++)
    if (!make_zeros (&contingency->margins[side], &contingency->margins_capacity[side],
                     work.columns[side]->n_categories, error))
      return FALSE;
  if (!(is_dense ? count_dense (&work, error) : count_margins (&work, error)))
    return FALSE;
  *n = work.n;
  smaller = MIN (contingency_count_categories (&work, 0), contingency_count_categories (&work, 1));
  if (smaller < 2)
    return TRUE;
  if (is_dense)
    sum_dense (&work);
  else if (!sum_sparse (&work, error))
    return FALSE;
  *cramers_v = sqrt (deid_compensated_sum_get (&work.squares) / (double) (smaller - 1));
  *cramers_v = MIN (*cramers_v, 1);
  return TRUE;
}
