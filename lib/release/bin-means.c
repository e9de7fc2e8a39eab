/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/bin-means.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "base/rational.h"
#include "base/text.h"
#include "release/row-order.h"
#include "table/dataset-private.h"

#include <math.h>

/* Means and medians of the released records of a bin. */

#define BIN_MEANS_TOO_LARGE 1e100

/* The released rows that have a value, and what they are put in bins by. */
typedef struct
{
  DeidBinMeans *means;
  const DeidNumberOption *option;
  guint64 minimum;
  const DeidPartition *partition;
  const DeidDataset *dataset;
  const DeidColumn *column;
  const DeidCodes *second; /* codes that rows of a bin are sorted by */
  const guint32 *ranks;    /* of each of these codes, or NULL if it is its rank */
  double *values;          /* of each code of the column */
  guint32 *value_ranks;    /* equal numbers have the same */
  guint32 *rows;
  guint64 n_rows;
  guint64 *sizes;    /* of each bin: persons, or records */
  guint8 *is_hidden; /* of each: whether the label does not say the value */
  guint n_threads;
  const DeidStop *stop;
} Bins;

double *
deid_bin_means_read (const DeidColumn *column, const DeidStop *stop, GError **error)
{
  g_autofree double *values = deid_alloc (column->dictionary.n, sizeof *values, error);

  for (guint32 code = 0; values != NULL && code < column->dictionary.n; code++)
    {
      const char *text = deid_dictionary_get (&column->dictionary, code);

      if (!deid_stop_check_value (stop, code, error))
        return NULL;
      values[code] = NAN;
      if (text == NULL
          || (deid_double_from_decimal (text, &values[code])
              && fabs (values[code]) < BIN_MEANS_TOO_LARGE))
        continue;
      return deid_fail_null (
          error, DEID_ERROR_INVALID_ARGUMENT,
          "column '%s': a value of 1e100 or more, expected smaller ones to take means of",
          deid_column_show (column));
    }
  return g_steal_pointer (&values);
}

typedef struct
{
  double value;
  guint32 code;
} ValueCode;

static int
bin_means_compare_values (const void *a, const void *b)
{
  const double x = ((const ValueCode *) a)->value, y = ((const ValueCode *) b)->value;

  return x < y ? -1 : x > y;
}

static gboolean
rank_values (Bins *bins, GError **error)
{
  const guint32 n_codes = bins->column->dictionary.n;
  g_autofree ValueCode *order = deid_alloc (n_codes, sizeof *order, error);
  guint32 n = 0;

  if (order == NULL)
    return FALSE;
  bins->value_ranks = deid_alloc (n_codes, sizeof *bins->value_ranks, error);
  if (bins->value_ranks == NULL)
    return FALSE;
  for (guint32 code = 0; code < n_codes; code++)
    if (!isnan (bins->values[code]))
      order[n++] = (ValueCode){ bins->values[code], code };
  if (!deid_stopped_sort (order, n, sizeof *order, bin_means_compare_values, bins->stop, error))
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    bins->value_ranks[order[i].code]
        = i > 0 && order[i].value == order[i - 1].value ? bins->value_ranks[order[i - 1].code] : i;
  return TRUE;
}

static guint32
get_bin (const Bins *bins, guint32 row)
{
  return bins->means->bin_of_class[bins->partition->class_of_row[row]];
}

/* Gives classes their bins: those of a label, or each its own. */
static gboolean
number_bins (Bins *bins, guint attribute, GError **error)
{
  const DeidPartition *partition = bins->partition;
  const gboolean are_labels = bins->option->bin_mean == DEID_BIN_MEAN_TABLE;
  DeidBinMeans *means = bins->means;

  means->bin_of_class = deid_alloc (partition->n_classes, sizeof *means->bin_of_class, error);
  if (means->bin_of_class == NULL)
    return FALSE;
  means->n_bins = are_labels ? partition->columns[attribute].n_labels : partition->n_classes;
  for (guint32 number = 0; number < partition->n_classes; number++)
    means->bin_of_class[number]
        = partition->suppressed[number] ? DEID_NO_CODE
          : are_labels ? deid_codes_get (&partition->columns[attribute].labels, number)
                       : number;
  return deid_new_arrays (
      error, DEID_NEW (means->has_number, means->n_bins), DEID_NEW (means->numbers, means->n_bins),
      DEID_NEW (bins->sizes, means->n_bins), DEID_NEW (bins->is_hidden, means->n_bins));
}

/* A label on level 0 is the value. */
static void
find_hidden (Bins *bins, guint attribute)
{
  const DeidPartition *partition = bins->partition;
  const DeidPartitionColumn *column = &partition->columns[attribute];

  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number])
      bins->is_hidden[bins->means->bin_of_class[number]]
          = column->levels[deid_codes_get (&column->labels, number)] > 0;
}

static gboolean
bin_means_list_rows (Bins *bins, GError **error)
{
  bins->rows = deid_alloc (bins->partition->n_rows, sizeof *bins->rows, error);
  if (bins->rows == NULL)
    return FALSE;
  for (guint64 row = 0; row < bins->partition->n_rows; row++)
    {
      if (!deid_stop_check_row (bins->stop, row, error))
        return FALSE;
      if (!deid_partition_suppresses (bins->partition, row)
          && !isnan (bins->values[deid_codes_get (&bins->column->codes, row)]))
        bins->rows[bins->n_rows++] = (guint32) row;
    }
  return TRUE;
}

static guint32
get_second (const Bins *bins, guint32 row)
{
  const guint32 code = deid_codes_get (bins->second, row);

  return bins->ranks != NULL ? bins->ranks[code] : code;
}

static guint32
get_sort_key (gconstpointer data, guint column, guint32 row)
{
  return column == 0 ? get_bin (data, row) : get_second (data, row);
}

/* Puts the rows of each bin in the order of codes of a column, or of their ranks. */
static gboolean
bin_means_sort_rows (Bins *bins, const DeidColumn *column, const guint32 *ranks, GError **error)
{
  const guint32 n_keys[] = { bins->means->n_bins, column->dictionary.n };
  const DeidRowKeys keys = {
    .n_columns = G_N_ELEMENTS (n_keys), .n_keys = n_keys, .get_key = get_sort_key, .data = bins
  };

  bins->second = &column->codes;
  bins->ranks = ranks;
  return deid_row_order_sort (bins->rows, bins->n_rows, &keys, bins->n_threads, bins->stop, error);
}

/* Counts the records of each bin or, if there is an entity column, the persons whom they are of. */
static gboolean
count_sizes (Bins *bins, GError **error)
{
  const guint entities = bins->dataset->entity_column;

  if (entities != DEID_NO_COLUMN
      && !bin_means_sort_rows (bins, &bins->dataset->columns[entities], NULL, error))
    return FALSE;
  for (guint64 i = 0; i < bins->n_rows; i++)
    {
      const guint32 row = bins->rows[i], before = bins->rows[i > 0 ? i - 1 : 0];
      guint64 *size = &bins->sizes[get_bin (bins, row)];

      if (!deid_stop_check_row (bins->stop, i, error))
        return FALSE;
      if (entities == DEID_NO_COLUMN)
        *size += deid_dataset_get_weight (bins->dataset, row);
      else if (i == 0 || get_bin (bins, row) != get_bin (bins, before)
               || get_second (bins, row) != get_second (bins, before))
        ++*size;
    }
  return TRUE;
}

static double
bin_means_get_value (const Bins *bins, guint32 row)
{
  return bins->values[deid_codes_get (&bins->column->codes, row)];
}

/* Returns: the sum divided by @n, rounded once: what the quotient of rounded numbers leaves of the
 * exact sum is divided as well. */
static double
bin_means_divide (DeidExactSum *sum, guint64 n)
{
  const double quotient = deid_exact_sum_get (sum) / (double) n;

  deid_exact_sum_add_product (sum, -quotient, n);
  return quotient + deid_exact_sum_get (sum) / (double) n;
}

static double
take_mean (const Bins *bins, const guint32 *rows, guint64 n_rows)
{
  DeidExactSum sum = { .n = 0 };
  guint64 n_records = 0;

  for (guint64 i = 0; i < n_rows; i++)
    {
      const guint64 weight = deid_dataset_get_weight (bins->dataset, rows[i]);

      deid_exact_sum_add_product (&sum, bin_means_get_value (bins, rows[i]), weight);
      n_records += weight;
    }
  return bin_means_divide (&sum, n_records);
}

/* Rows rise by their values. */
static double
take_median (const Bins *bins, const guint32 *rows, guint64 n_rows)
{
  guint64 n_records = 0, n_below = 0, i = 0;
  double low;

  for (guint64 j = 0; j < n_rows; j++)
    n_records += deid_dataset_get_weight (bins->dataset, rows[j]);
  while (2 * (n_below + deid_dataset_get_weight (bins->dataset, rows[i])) < n_records)
    n_below += deid_dataset_get_weight (bins->dataset, rows[i++]);
  low = bin_means_get_value (bins, rows[i]);
  if (2 * (n_below + deid_dataset_get_weight (bins->dataset, rows[i])) > n_records)
    return low;
  return (low + bin_means_get_value (bins, rows[i + 1])) / 2;
}

/* Tells whether the number of a bin, whose rows rise by their values, may be released. */
static gboolean
bin_means_is_shown (const Bins *bins, guint32 bin, const guint32 *rows, guint64 n_rows,
                    gboolean is_attribute)
{
  if (!is_attribute)
    return TRUE;
  if (bins->sizes[bin] < bins->minimum)
    return FALSE;
  return !bins->is_hidden[bin] || get_second (bins, rows[0]) != get_second (bins, rows[n_rows - 1]);
}

static gboolean
compute (Bins *bins, gboolean is_attribute, GError **error)
{
  const gboolean is_median = bins->option->microaggregation == DEID_MICROAGGREGATION_MEDIAN;
  guint64 n;

  if (!bin_means_sort_rows (bins, bins->column, bins->value_ranks, error))
    return FALSE;
  for (guint64 start = 0; start < bins->n_rows; start += n)
    {
      const guint32 *rows = &bins->rows[start];
      const guint32 bin = get_bin (bins, rows[0]);

      if (!deid_stop_check_row (bins->stop, start, error))
        return FALSE;
      for (n = 1; start + n < bins->n_rows && get_bin (bins, rows[n]) == bin; n++)
        ;
      if (!bin_means_is_shown (bins, bin, rows, n, is_attribute))
        continue;
      bins->means->has_number[bin] = TRUE;
      bins->means->numbers[bin]
          = 0.0 + (is_median ? take_median (bins, rows, n) : take_mean (bins, rows, n));
    }
  return TRUE;
}

gboolean
deid_bin_means_init (DeidBinMeans *means, const DeidPartition *partition,
                     const DeidReleaseOptions *options, const char *column, const DeidStop *stop,
                     GError **error)
{
  const DeidLattice *lattice = partition->lattice;
  const DeidAttribute *found = deid_lattice_find_attribute (lattice, column);
  const gboolean is_attribute = found != NULL;
  const guint attribute = is_attribute ? (guint) (found - lattice->attributes) : 0;
  Bins bins = { .means = means,
                .option = deid_release_options_find (options, column),
                .minimum = options->minimum_bin,
                .partition = partition,
                .dataset = lattice->dataset,
                .n_threads = options->n_threads,
                .stop = stop };
  gboolean success;
  guint c;

  *means = (DeidBinMeans){ .n_bins = 0 };
  if (bins.option == NULL
      || (bins.option->bin_mean == DEID_BIN_MEAN_NONE
          && bins.option->microaggregation == DEID_MICROAGGREGATION_NONE))
    return TRUE;
  if (!deid_dataset_find_column (bins.dataset, column, &c, error))
    return FALSE;
  bins.column = &bins.dataset->columns[c];
  success = (bins.values = deid_bin_means_read (bins.column, stop, error)) != NULL
            && rank_values (&bins, error) && number_bins (&bins, attribute, error);
  if (success && is_attribute)
    find_hidden (&bins, attribute);
  success = success && bin_means_list_rows (&bins, error) && count_sizes (&bins, error)
            && compute (&bins, is_attribute, error);
  deid_free_arrays (bins.values, bins.value_ranks, bins.rows, bins.sizes, bins.is_hidden);
  return success;
}

void
deid_bin_means_clear (DeidBinMeans *means)
{
  g_clear_pointer (&means->bin_of_class, g_free);
  g_clear_pointer (&means->has_number, g_free);
  g_clear_pointer (&means->numbers, g_free);
}

/* From numbers of classes to a column. */

static gboolean
computed_column_write_numbers (DeidComputedColumn *computed, DeidBinMeans *means, guint32 n_classes,
                               GError **error)
{
  if (!deid_new_arrays (error, DEID_NEW (computed->texts, (guint64) means->n_bins + 1),
                        DEID_NEW (computed->memory, (guint64) means->n_bins * DEID_DECIMAL_SIZE)))
    return FALSE;
  for (guint32 bin = 0; bin < means->n_bins; bin++)
    if (means->has_number[bin])
      {
        char *text = computed->memory + (guint64) bin * DEID_DECIMAL_SIZE;

        deid_double_to_decimal (means->numbers[bin], text);
        computed->texts[bin] = text;
      }
  computed->n_labels = means->n_bins + 1;
  computed->labels = g_steal_pointer (&means->bin_of_class);
  for (guint32 number = 0; number < n_classes; number++)
    if (computed->labels[number] == DEID_NO_CODE)
      computed->labels[number] = means->n_bins;
  return TRUE;
}

gboolean
deid_computed_column_init (DeidComputedColumn *computed, const DeidPartition *partition,
                           const DeidReleaseOptions *options, const char *column,
                           const DeidStop *stop, GError **error)
{
  DeidBinMeans means;
  gboolean success;

  *computed = (DeidComputedColumn){ .labels = NULL };
  success = deid_bin_means_init (&means, partition, options, column, stop, error)
            && (means.bin_of_class == NULL
                || computed_column_write_numbers (computed, &means, partition->n_classes, error));
  deid_bin_means_clear (&means);
  return success;
}

void
deid_computed_column_clear (DeidComputedColumn *computed)
{
  g_clear_pointer (&computed->labels, g_free);
  g_clear_pointer (&computed->texts, g_free);
  g_clear_pointer (&computed->memory, g_free);
}

/* What microaggregation takes from a column. */

typedef struct
{
  const DeidPartition *partition;
  const DeidDataset *dataset;
  const DeidColumn *column;
  const double *values; /* of each code */
  const DeidBinMeans *means;
} MicroaggregationLossMeasure;

/* Gets the value of a row and what takes its place, if it has both. */
static gboolean
get_numbers (const MicroaggregationLossMeasure *measure, guint64 row, double *value,
             double *released)
{
  *value = measure->values[deid_codes_get (&measure->column->codes, row)];
  return !isnan (*value)
         && deid_bin_means_get (measure->means, measure->partition->class_of_row[row], released);
}

static gboolean
microaggregation_loss_sum_up (const MicroaggregationLossMeasure *measure, double *squared_error,
                              double *share, const DeidStop *stop, GError **error)
{
  DeidExactSum sum = { .n = 0 }, errors = { .n = 0 }, squares = { .n = 0 };
  double value, released, mean = 0;
  guint64 n = 0;

  for (guint64 row = 0; row < measure->partition->n_rows; row++)
    if (!deid_stop_check_row (stop, row, error))
      return FALSE;
    else if (get_numbers (measure, row, &value, &released))
      {
        const guint64 weight = deid_dataset_get_weight (measure->dataset, row);

        deid_exact_sum_add_product (&sum, value, weight);
        n += weight;
      }
  if (n > 0)
    mean = deid_exact_sum_get (&sum) / (double) n;
  for (guint64 row = 0; row < measure->partition->n_rows; row++)
    if (!deid_stop_check_row (stop, row, error))
      return FALSE;
    else if (get_numbers (measure, row, &value, &released))
      {
        const guint64 weight = deid_dataset_get_weight (measure->dataset, row);

        deid_exact_sum_add_product (&errors, (value - released) * (value - released), weight);
        deid_exact_sum_add_product (&squares, (value - mean) * (value - mean), weight);
      }
  *squared_error = n > 0 ? deid_exact_sum_get (&errors) / (double) n : 0;
  *share = squares.n > 0 ? deid_exact_sum_get (&errors) / deid_exact_sum_get (&squares) : 0;
  return TRUE;
}

static gboolean
microaggregation_loss_refuse (const char *column, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "column '%s' is not microaggregated",
                    DEID_SHOW (column));
}

gboolean
deid_result_measure_microaggregation (DeidResult *result, DeidReleaseOptions *options,
                                      const char *column, double *mean_squared_error,
                                      double *share_of_variance, GCancellable *cancellable,
                                      GError **error)
{
  g_autoptr (DeidReleaseOptions) used = NULL;
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autofree double *values = NULL;
  DeidBinMeans means;
  MicroaggregationLossMeasure measure = { .means = &means };
  gboolean success;
  guint c;

  g_return_val_if_fail (result != NULL && options != NULL && column != NULL, FALSE);
  g_return_val_if_fail (mean_squared_error != NULL && share_of_variance != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  used = deid_release_options_use (options);
  measure.dataset = result->problem->lattice->dataset;
  if (deid_release_options_get_microaggregation (used, column) == DEID_MICROAGGREGATION_NONE)
    return microaggregation_loss_refuse (column, error);
  if (!deid_release_options_check (used, result->problem->lattice, error)
      || !deid_dataset_find_column (measure.dataset, column, &c, error)
      || (measure.partition = deid_result_make_partition (result, stop, error)) == NULL)
    return FALSE;
  measure.column = &measure.dataset->columns[c];
  measure.values = values = deid_bin_means_read (measure.column, stop, error);
  if (values == NULL)
    return FALSE;
  success = deid_bin_means_init (&means, measure.partition, used, column, stop, error)
            && microaggregation_loss_sum_up (&measure, mean_squared_error, share_of_variance, stop,
                                             error);
  deid_bin_means_clear (&means);
  return success;
}
