/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What associates two columns before release, and after. */
#include <math.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "distortion/distortion-rows.h"
#include "distortion/pair-sums.h"

/* The columns of numbers, with a number for each of their values. */
typedef struct
{
  const DeidSideRows *rows;
  DeidDistortion *distortion;
  guint side;
  guint *columns; /* of the report */
  guint n;
  double **numbers;
  DeidRowNumbers *of_rows;
} DistortionPairsNumbers;

static DeidDistortionPair *
get_pair (const DeidDistortion *distortion, guint first, guint second)
{
  return &distortion->pairs[deid_pair_get_index (first, second)];
}

static gboolean
has_gaps (const DeidSideColumn *column, guint64 n_records)
{
  return column->n_numbers < n_records;
}

static void
distortion_pairs_numbers_clear (DistortionPairsNumbers *numbers)
{
  for (guint i = 0; numbers->numbers != NULL && i < numbers->n; i++)
    g_free (numbers->numbers[i]);
  g_free (numbers->numbers);
  g_free (numbers->columns);
  g_free (numbers->of_rows);
}

static gboolean
distortion_pairs_numbers_init (DistortionPairsNumbers *numbers, GError **error)
{
  const DeidDistortion *distortion = numbers->distortion;

  if (!deid_new_arrays (error, DEID_NEW (numbers->columns, distortion->n_columns),
                        DEID_NEW (numbers->numbers, distortion->n_columns),
                        DEID_NEW (numbers->of_rows, distortion->n_columns)))
    return FALSE;
  for (guint c = 0; c < distortion->n_columns; c++)
    {
      const DeidSideColumn *column = &numbers->rows->columns[c];
      const guint i = numbers->n;

      if (!distortion->columns[c].is_numeric)
        continue;
      numbers->columns[numbers->n++] = c;
      numbers->numbers[i] = deid_alloc (column->n, sizeof **numbers->numbers, error);
      if (numbers->numbers[i] == NULL)
        return FALSE;
      numbers->of_rows[i] = (DeidRowNumbers){
        .values = column->of_rows,
        .numbers = numbers->numbers[i],
        .has_gaps = has_gaps (column, distortion->n[numbers->side]),
      };
    }
  return TRUE;
}

static double
get_correlation (const DeidPairSums *sums)
{
  double correlation;

  return deid_pair_sums_get_correlation (sums, &correlation) ? correlation : NAN;
}

static DeidPairSums *
sum_pairs (const DistortionPairsNumbers *numbers, const DeidRowNumbers *of_rows, guint n,
           GError **error)
{
  return deid_pair_sums_new (numbers->rows->n_rows, numbers->rows->weights, NULL, of_rows, n,
                             numbers->rows->stop, error);
}

/* Sums what all pairs have, and keeps their correlations. */
static gboolean
correlate_all (const DistortionPairsNumbers *numbers, DeidAssociation association, GError **error)
{
  g_autofree DeidPairSums *sums = sum_pairs (numbers, numbers->of_rows, numbers->n, error);

  if (sums == NULL)
    return FALSE;
  for (guint second = 1; second < numbers->n; second++)
    for (guint first = 0; first < second; first++)
      {
        DeidDistortionPair *pair
            = get_pair (numbers->distortion, numbers->columns[first], numbers->columns[second]);
        const DeidPairSums *of_pair = &sums[deid_pair_get_index (first, second)];

        pair->n[numbers->side] = of_pair->n;
        pair->associations[association][numbers->side] = get_correlation (of_pair);
      }
  return TRUE;
}

static gboolean
correlate_numbers (const DistortionPairsNumbers *numbers, GError **error)
{
  for (guint i = 0; i < numbers->n; i++)
    {
      const DeidSideColumn *column = &numbers->rows->columns[numbers->columns[i]];
      const DeidDistortionColumn *of_report = &numbers->distortion->columns[numbers->columns[i]];

      deid_moments_standardize (&of_report->figures[numbers->side].moments, column->numbers,
                                column->n, numbers->numbers[i]);
    }
  return correlate_all (numbers, DEID_ASSOCIATION_PEARSON, error);
}

/* Ranks the numbers of a column among the records that have one of another column, too. */
static gboolean
rank_beside (const DeidSideRows *rows, const DeidSideColumn *column, const DeidSideColumn *other,
             double *ranks, GError **error)
{
  g_autofree guint64 *counts = deid_alloc (column->n, sizeof *counts, error);

  if (counts == NULL)
    return FALSE;
  for (guint64 row = 0; row < rows->n_rows; row++)
    {
      if (!deid_stop_check_row (rows->stop, row, error))
        return FALSE;
      if (!isnan (other->numbers[other->of_rows[row]]))
        counts[column->of_rows[row]] += rows->weights != NULL ? rows->weights[row] : 1;
    }
  deid_sorted_values_rank (&column->sorted, counts, column->n, ranks);
  return TRUE;
}

/* Ranks depend on which records are compared: those that have both numbers. */
static gboolean
rank_pair (const DistortionPairsNumbers *numbers, guint first, guint second, GError **error)
{
  const guint columns[] = { numbers->columns[first], numbers->columns[second] };
  const DeidSideColumn *sides[]
      = { &numbers->rows->columns[columns[0]], &numbers->rows->columns[columns[1]] };
  g_autofree double *ranks = NULL, *others = NULL;
  g_autofree DeidPairSums *sums = NULL;

  if (!deid_new_arrays (error, DEID_NEW (ranks, sides[0]->n), DEID_NEW (others, sides[1]->n))
      || !rank_beside (numbers->rows, sides[0], sides[1], ranks, error)
      || !rank_beside (numbers->rows, sides[1], sides[0], others, error))
    return FALSE;
  sums = sum_pairs (numbers,
                    (const DeidRowNumbers[]){
                        { .values = sides[0]->of_rows, .numbers = ranks, .has_gaps = TRUE },
                        { .values = sides[1]->of_rows, .numbers = others, .has_gaps = TRUE } },
                    2, error);
  if (sums == NULL)
    return FALSE;
  get_pair (numbers->distortion, columns[0], columns[1])
      ->associations[DEID_ASSOCIATION_SPEARMAN][numbers->side]
      = get_correlation (sums);
  return TRUE;
}

/* Where all records have both numbers, the ranks of a column are the same beside all others. */
static gboolean
correlate_ranks (const DistortionPairsNumbers *numbers, GError **error)
{
  for (guint i = 0; i < numbers->n; i++)
    {
      const DeidSideColumn *column = &numbers->rows->columns[numbers->columns[i]];

      deid_sorted_values_rank (&column->sorted, column->counts, column->n, numbers->numbers[i]);
    }
  if (!correlate_all (numbers, DEID_ASSOCIATION_SPEARMAN, error))
    return FALSE;
  for (guint second = 1; second < numbers->n; second++)
    for (guint first = 0; first < second; first++)
      if ((numbers->of_rows[first].has_gaps || numbers->of_rows[second].has_gaps)
          && !rank_pair (numbers, first, second, error))
        return FALSE;
  return TRUE;
}

/* Rows stay sorted by the first column of a pair as long as it is the same. */
static gboolean
measure_categories (const DeidSideRows *rows, const DeidDistortion *distortion, guint side,
                    DeidContingency *contingency, DeidCategories *categories, GError **error)
{
  for (guint c = 0; c < rows->n_columns; c++)
    categories[c] = (DeidCategories){ .values = rows->columns[c].of_rows,
                                      .categories = rows->columns[c].categories,
                                      .n_categories = rows->columns[c].n_categories };
  for (guint second = 1; second < rows->n_columns; second++)
    for (guint first = 0; first < second; first++)
      {
        DeidDistortionPair *pair = get_pair (distortion, first, second);

        if ((!distortion->columns[first].is_numeric || !distortion->columns[second].is_numeric)
            && !deid_contingency_measure (contingency, rows->n_rows, rows->weights,
                                          &categories[second], &categories[first], &pair->n[side],
                                          &pair->associations[DEID_ASSOCIATION_CRAMERS_V][side],
                                          rows->stop, error))
          return FALSE;
      }
  return TRUE;
}

gboolean
deid_side_rows_measure_pairs (const DeidSideRows *rows, DeidDistortion *distortion, guint side,
                              GError **error)
{
  DistortionPairsNumbers numbers = { .rows = rows, .distortion = distortion, .side = side };
  DeidContingency contingency = { 0 };
  g_autofree DeidCategories *categories = deid_alloc (rows->n_columns, sizeof *categories, error);
  const gboolean success
      = categories != NULL && distortion_pairs_numbers_init (&numbers, error)
        && correlate_numbers (&numbers, error) && correlate_ranks (&numbers, error)
        && measure_categories (rows, distortion, side, &contingency, categories, error);

  deid_contingency_clear (&contingency);
  distortion_pairs_numbers_clear (&numbers);
  return success;
}

double
deid_distortion_pair_get_change (const DeidDistortionPair *pair)
{
  double greatest = 0;

  for (guint a = 0; a < DEID_N_ASSOCIATIONS; a++)
    {
      const double before = pair->associations[a][0], after = pair->associations[a][1];

      if (!isnan (before))
        greatest = MAX (greatest, fabs ((isnan (after) ? 0 : after) - before));
    }
  return greatest;
}
