/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/distortion-rows.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "distortion/compensated-sum.h"
#include "distortion/pair-sums.h"

#include <math.h>

#define DEID_N_TENTHS 10

/* In hundredths. */
static const guint distortion_quantiles[DEID_N_QUANTILES] = { 5, 25, 50, 75, 95 };

static guint32
distortion_rows_get_label (const DeidSideRows *rows, const DeidDistortionColumn *column,
                           guint64 row)
{
  if (rows->partition != NULL && column->attribute != DEID_NO_ATTRIBUTE)
    return deid_partition_get_row_label (rows->partition, column->attribute, row);
  return deid_codes_get (&rows->table->columns[column->column].codes, row);
}

/* Returns: the value of a row with this label. */
static guint32
distortion_rows_find_value (const DeidSideRows *rows, DeidSideColumn *side, guint column,
                            guint64 row, guint32 label)
{
  guint32 bin;

  if (side->bin_labels == NULL)
    return label;
  bin = rows->means[column].bin_of_class[rows->partition->class_of_row[row]];
  if (bin == DEID_NO_CODE || !rows->means[column].has_number[bin] || side->texts[label] == NULL)
    return label;
  side->bin_labels[bin] = label;
  return side->n_labels + bin;
}

/* Lists the values of the rows, and counts the records of each, and of each label. */
static gboolean
distortion_rows_read_rows (const DeidSideRows *rows, const DeidDistortion *distortion, guint number,
                           DeidSideColumn *side, GError **error)
{
  const DeidDistortionColumn *column = &distortion->columns[number];
  const DeidTableSource *table = rows->table;
  guint64 n = 0;

  for (guint64 row = 0; row < table->n_rows; row++)
    {
      guint32 label, value;
      guint64 weight;

      if (!deid_stop_check_row (rows->stop, row, error))
        return FALSE;
      if (rows->partition != NULL && deid_partition_suppresses (rows->partition, row))
        continue;
      label = distortion_rows_get_label (rows, column, row);
      value = distortion_rows_find_value (rows, side, number, row, label);
      weight = rows->weights != NULL ? rows->weights[n] : 1;
      side->of_rows[n] = value;
      side->counts[value] += weight;
      side->label_counts[label] += weight;
      n++;
    }
  return TRUE;
}

static gboolean
distortion_rows_list_texts (const DeidSideRows *rows, const DeidDistortion *distortion,
                            guint number, DeidSideColumn *side, GError **error)
{
  const DeidDistortionColumn *column = &distortion->columns[number];
  const guint32 n_bins = rows->partition != NULL ? rows->means[number].n_bins : 0;
  const DeidDictionary *dictionary = &rows->table->columns[column->column].dictionary;
  const DeidPartitionColumn *labels
      = rows->partition != NULL && column->attribute != DEID_NO_ATTRIBUTE
            ? &rows->partition->columns[column->attribute]
            : NULL;

  side->n_labels = labels != NULL ? labels->n_labels : dictionary->n;
  side->n = side->n_labels + n_bins;
  if (!deid_new_arrays (error, DEID_NEW (side->texts, side->n_labels),
                        DEID_NEW (side->label_counts, side->n_labels),
                        DEID_NEW (side->counts, side->n), DEID_NEW (side->categories, side->n),
                        DEID_NEW (side->of_rows, rows->n_rows))
      || (n_bins > 0 && !deid_new_arrays (error, DEID_NEW (side->bin_labels, n_bins))))
    return FALSE;
  for (guint32 label = 0; label < side->n_labels; label++)
    side->texts[label]
        = labels != NULL ? labels->texts[label] : deid_dictionary_get (dictionary, label);
  return TRUE;
}

/* Lists what labels stand for. */
static DeidReleasedNumber *
list_of_labels (const DeidSideRows *rows, const DeidDistortionColumn *column, GError **error)
{
  if (rows->partition != NULL && column->attribute != DEID_NO_ATTRIBUTE)
    return deid_numbers_list_of_labels (rows->partition, column->attribute, rows->stop, error);
  return deid_numbers_list_of_values (&rows->table->columns[column->column], rows->stop, error);
}

/* Lists what values stand for: bins for their means, and labels of a column that is microaggregated
 * for nothing, since they are not released. */
static void
list_of_values (const DeidSideColumn *side, const DeidReleasedNumber *of_labels,
                const DeidBinMeans *means, gboolean is_aggregated)
{
  for (guint32 label = 0; label < side->n_labels; label++)
    {
      side->stand_ins[label] = of_labels[label];
      if (is_aggregated && side->texts[label] != NULL)
        side->stand_ins[label] = (DeidReleasedNumber){ NAN, DEID_STAND_IN_NOTHING };
    }
  for (guint32 bin = 0; side->bin_labels != NULL && bin < means->n_bins; bin++)
    {
      const DeidReleasedNumber *of_label = &of_labels[side->bin_labels[bin]];
      DeidReleasedNumber *stand_in = &side->stand_ins[side->n_labels + bin];

      if (is_aggregated)
        *stand_in = (DeidReleasedNumber){ means->numbers[bin], DEID_STAND_IN_VALUE };
      else if (of_label->stand_in != DEID_STAND_IN_VALUE)
        *stand_in = (DeidReleasedNumber){ means->numbers[bin], DEID_STAND_IN_BIN_MEAN };
      else
        *stand_in = *of_label;
    }
}

static gboolean
list_numbers (const DeidSideRows *rows, const DeidDistortion *distortion, guint number,
              DeidSideColumn *side, GError **error)
{
  const DeidDistortionColumn *column = &distortion->columns[number];
  g_autofree DeidReleasedNumber *of_labels = list_of_labels (rows, column, error);

  if (of_labels == NULL
      || !deid_new_arrays (error, DEID_NEW (side->stand_ins, side->n),
                           DEID_NEW (side->numbers, side->n)))
    return FALSE;
  list_of_values (side, of_labels, rows->partition != NULL ? &rows->means[number] : NULL,
                  rows->partition != NULL && column->is_aggregated);
  for (guint32 value = 0; value < side->n; value++)
    {
      side->numbers[value] = side->stand_ins[value].number;
      side->n_numbers += isnan (side->numbers[value]) ? 0 : side->counts[value];
    }
  return deid_sorted_values_init (&side->sorted, side->numbers, side->n, rows->stop, error);
}

static void
add_edge (DeidNumberEdges *edges, double number)
{
  if (edges->n == 0 || number > edges->numbers[edges->n - 1])
    edges->numbers[edges->n++] = number;
}

static void
find_edges (const DeidSideColumn *side, DeidNumberEdges *edges)
{
  const gboolean are_few
      = deid_sorted_values_count (&side->sorted, side->counts) <= DEID_MAX_FEW_NUMBERS;
  guint64 n = 0;

  *edges = (DeidNumberEdges){ .n = 0 };
  for (guint32 i = 0; i < side->sorted.n; i++)
    {
      const DeidSortedValue *value = &side->sorted.values[i];
      const guint64 n_before = n;

      n += side->counts[value->value];
      if (are_few ? n > n_before
                  : (guint64) ((DeidWide) n * DEID_N_TENTHS / side->n_numbers)
                        > (guint64) ((DeidWide) n_before * DEID_N_TENTHS / side->n_numbers))
        add_edge (edges, value->number);
    }
}

static void
categorize_numbers (DeidSideColumn *side, const DeidNumberEdges *edges)
{
  guint32 category = 0;

  side->n_categories = edges->n;
  for (guint32 value = 0; value < side->n; value++)
    side->categories[value] = edges->n;
  for (guint32 i = 0; edges->n > 0 && i < side->sorted.n; i++)
    {
      while (category < edges->n - 1 && side->sorted.values[i].number > edges->numbers[category])
        category++;
      side->categories[side->sorted.values[i].value] = category;
    }
}

static void
categorize_texts (DeidSideColumn *side)
{
  for (guint32 label = 0; label < side->n_labels; label++)
    side->n_categories += side->texts[label] != NULL;
  for (guint32 label = 0, category = 0; label < side->n_labels; label++)
    side->categories[label] = side->texts[label] != NULL ? category++ : side->n_categories;
}

/* The same where some labels are sets: a label that is a value has its category, and another label
 * one of its own. */
static gboolean
categorize_sets (const DeidSideRows *rows, const DeidDistortionColumn *column, DeidSideColumn *side,
                 GError **error)
{
  const DeidDictionary *values = &rows->table->columns[column->column].dictionary;

  if (!deid_label_shares_init (&side->shares, rows->partition, column->attribute, rows->stop,
                               error))
    return FALSE;
  side->n_categories = values->n;
  for (guint32 label = 0; label < side->shares.first; label++)
    {
      const char *text = side->texts[label];
      const guint32 code
          = text != NULL ? deid_dictionary_find (values, text, strlen (text)) : DEID_NO_CODE;

      side->categories[label] = code != DEID_NO_CODE ? code : side->n_categories;
      side->n_categories += text != NULL && code == DEID_NO_CODE ? 1 : 0;
    }
  for (guint32 label = 0; label < side->n_labels; label++)
    if (side->texts[label] == NULL)
      side->categories[label] = side->n_categories;
  return TRUE;
}

static gboolean
distortion_rows_init_column (const DeidSideRows *rows, const DeidDistortion *distortion,
                             guint number, DeidNumberEdges *edges, GError **error)
{
  DeidSideColumn *side = &rows->columns[number];

  if (!distortion_rows_list_texts (rows, distortion, number, side, error)
      || !distortion_rows_read_rows (rows, distortion, number, side, error))
    return FALSE;
  if (!distortion->columns[number].is_numeric)
    {
      if (rows->partition != NULL && distortion->columns[number].attribute != DEID_NO_ATTRIBUTE
          && rows->partition->columns[distortion->columns[number].attribute].sets != NULL)
        return categorize_sets (rows, &distortion->columns[number], side, error);
      categorize_texts (side);
      return TRUE;
    }
  if (!list_numbers (rows, distortion, number, side, error))
    return FALSE;
  if (rows->partition == NULL)
    find_edges (side, edges);
  categorize_numbers (side, edges);
  return TRUE;
}

/* Lists the weights of rows, if they have any. */
static gboolean
distortion_rows_init_weights (DeidSideRows *rows, GError **error)
{
  const DeidTableSource *table = rows->table;
  guint64 n = 0;

  for (guint64 row = 0; row < table->n_rows; row++)
    n += rows->partition == NULL || !deid_partition_suppresses (rows->partition, row);
  rows->n_rows = n;
  if (table->weights == NULL)
    return TRUE;
  rows->weights = deid_alloc (n, sizeof *rows->weights, error);
  if (rows->weights == NULL)
    return FALSE;
  n = 0;
  for (guint64 row = 0; row < table->n_rows; row++)
    if (rows->partition == NULL || !deid_partition_suppresses (rows->partition, row))
      rows->weights[n++] = table->weights[row];
  return TRUE;
}

gboolean
deid_side_rows_init (DeidSideRows *rows, const DeidDistortion *distortion,
                     const DeidTableSource *table, const DeidPartition *partition,
                     const DeidBinMeans *means, DeidNumberEdges *edges, const DeidStop *stop,
                     GError **error)
{
  *rows = (DeidSideRows){ .table = table, .partition = partition, .means = means, .stop = stop };
  if (!distortion_rows_init_weights (rows, error)
      || !deid_new_arrays (error, DEID_NEW (rows->columns, distortion->n_columns)))
    return FALSE;
  rows->n_columns = distortion->n_columns;
  for (guint c = 0; c < distortion->n_columns; c++)
    if (!distortion_rows_init_column (rows, distortion, c, &edges[c], error))
      return FALSE;
  return TRUE;
}

void
deid_side_rows_clear (DeidSideRows *rows)
{
  for (guint c = 0; c < rows->n_columns; c++)
    {
      DeidSideColumn *side = &rows->columns[c];

      deid_free_arrays (side->texts, side->label_counts, side->bin_labels, side->of_rows,
                        side->counts, side->categories, side->stand_ins, side->numbers);
      deid_label_shares_clear (&side->shares);
      deid_sorted_values_clear (&side->sorted);
    }
  g_free (rows->columns);
  g_free (rows->weights);
}

/* What the columns of a table are before release, and after. */

static gboolean
measure_numbers (const DeidSideColumn *side, DeidDistortionFigures *figures, GError **error)
{
  for (guint32 value = 0; value < side->n; value++)
    figures->n_stand_ins[side->stand_ins[value].stand_in] += side->counts[value];
  if (!deid_sorted_values_measure (&side->sorted, side->counts, &figures->moments, error))
    return FALSE;
  for (guint q = 0; figures->moments.n > 0 && q < DEID_N_QUANTILES; q++)
    figures->quantiles[q] = deid_sorted_values_get_quantile (
        &side->sorted, side->counts, figures->moments.n, distortion_quantiles[q]);
  return TRUE;
}

/* Counts different labels, or if these are not released the numbers in their place. */
static void
distortion_columns_count_labels (const DeidSideColumn *side, gboolean is_aggregated,
                                 DeidDistortionFigures *figures)
{
  for (guint32 label = 0; label < side->n_labels; label++)
    {
      const gboolean is_missing = is_aggregated || side->texts[label] == NULL;
      const guint64 n = is_aggregated ? side->counts[label] : side->label_counts[label];

      figures->n_missing += is_missing ? n : 0;
      figures->n_distinct += !is_missing && n > 0;
    }
  if (is_aggregated)
    figures->n_distinct = deid_sorted_values_count (&side->sorted, side->counts);
}

gboolean
deid_side_rows_measure_columns (const DeidSideRows *rows, DeidDistortion *distortion, guint side,
                                GError **error)
{
  for (guint c = 0; c < rows->n_columns; c++)
    {
      const DeidSideColumn *from = &rows->columns[c];
      DeidDistortionFigures *figures = &distortion->columns[c].figures[side];

      if (!deid_stop_check (rows->stop, error))
        return FALSE;
      distortion_columns_count_labels (from, side == 1 && distortion->columns[c].is_aggregated,
                                       figures);
      if (distortion->columns[c].is_numeric && !measure_numbers (from, figures, error))
        return FALSE;
    }
  return TRUE;
}

/* Counts all records of each value that there is after release: those of the original with the same
 * recoding. */
static guint64 *
distortion_columns_count_all (const DeidSideRows *rows, const DeidDistortionColumn *column,
                              guint32 n, GError **error)
{
  const DeidPartition *partition = rows->partition;
  guint64 *counts;

  if (column->attribute == DEID_NO_ATTRIBUTE)
    return deid_table_source_count_codes (rows->table, &rows->table->columns[column->column],
                                          rows->stop, error);
  counts = deid_alloc (n, sizeof *counts, error);
  for (guint32 number = 0; counts != NULL && number < partition->n_classes; number++)
    counts[deid_codes_get (&partition->columns[column->attribute].labels, number)]
        += partition->records[number];
  return counts;
}

/* The total variation distance, half the sum of the changes of all shares. */
static void
measure_distance (const DeidDistortion *distortion, DeidDistortionColumn *column)
{
  DeidCompensatedSum sum = { 0 };

  for (guint64 i = 0; distortion->n[1] > 0 && i < column->n_values; i++)
    {
      const guint64 *n = column->values[i].n;

      deid_compensated_sum_add (&sum, fabs ((double) n[1] / (double) distortion->n[1]
                                            - (double) n[0] / (double) distortion->n[0]));
    }
  column->distance = deid_compensated_sum_get (&sum) / 2;
}

/* Returns: how many labels are released. */
static guint64
count_released_labels (const DeidDistortionColumn *column)
{
  guint64 n = 0;

  for (guint64 i = 0; i < column->n_values; i++)
    n += column->values[i].n[1] > 0;
  return n;
}

static gboolean
distortion_columns_compare_values (const DeidSideRows *rows, const DeidDistortion *distortion,
                                   guint c, GError **error)
{
  const DeidSideColumn *side = &rows->columns[c];
  DeidDistortionColumn *column = &distortion->columns[c];
  g_autofree guint64 *counts = distortion_columns_count_all (rows, column, side->n_labels, error);

  if (counts == NULL)
    return FALSE;
  column->values = deid_alloc (side->n_labels, sizeof *column->values, error);
  if (column->values == NULL)
    return FALSE;
  for (guint32 label = 0; !column->is_aggregated && label < side->n_labels; label++)
    if (counts[label] > 0)
      column->values[column->n_values++]
          = (DeidDistortionValue){ side->texts[label],
                                   { counts[label], side->label_counts[label] } };
  measure_distance (distortion, column);
  if (column->is_numeric && count_released_labels (column) > DEID_MAX_FEW_NUMBERS)
    column->n_values = 0;
  return TRUE;
}

gboolean
deid_side_rows_compare_values (const DeidSideRows *rows, DeidDistortion *distortion, GError **error)
{
  for (guint c = 0; c < rows->n_columns; c++)
    if (!distortion_columns_compare_values (rows, distortion, c, error))
      return FALSE;
  return TRUE;
}

static DeidMoments
get_moments (const DeidDistortionColumn *column, guint side)
{
  return column->figures[side].moments;
}

double
deid_distortion_column_get_change (const DeidDistortionColumn *column)
{
  const DeidMoments before = get_moments (column, 0), after = get_moments (column, 1);
  const double deviation = deid_moments_get_deviation (&before);
  const double change = fabs (after.mean - before.mean);

  if (!column->is_numeric)
    return column->distance;
  if (before.n == 0)
    return 0;
  if (after.n == 0)
    return INFINITY;
  if (deviation > 0)
    return change / deviation;
  return change > 0 ? INFINITY : 0;
}

/* What associates two columns before release, and after. */

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
  deid_free_arrays (numbers->numbers, numbers->columns, numbers->of_rows);
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
                                      .shares = &rows->columns[c].shares,
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
