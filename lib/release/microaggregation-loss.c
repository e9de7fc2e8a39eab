/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What microaggregation takes from a column. */
#include <math.h>

#include "base/exact-sum.h"
#include "base/text.h"
#include "release/bin-means.h"
#include "table/dataset-private.h"

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
  g_autofree char *shown = deid_text_show (column, -1);

  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "column '%s' is not microaggregated",
               shown);
  return FALSE;
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
