/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Correlations of numbers with frequencies, and shifts of means. */
#include <math.h>

#include "base/arrays.h"
#include "base/portable-math.h"
#include "base/memory.h"
#include "distortion/bias-private.h"
#include "distortion/released-numbers.h"

/* What is looked at. */
typedef struct
{
  DeidBias *bias;
  DeidTableSource table;
  const DeidPartition *input;     /* the combinations */
  const DeidPartition *partition; /* of a result, or NULL */
  guint64 **frequencies;          /* of the values of each quasi-identifier; NULL if left out */
  guint64 size_in_part;           /* combinations of this size are suppressed in part, */
  double part;                    /* of which this is the share; smaller ones as a whole */
  double *values;                 /* of the codes of the column looked at; NAN is none */
  const DeidStop *stop;
} BiasMeasureMeasure;

/* The size of a combination and its records. */
typedef struct
{
  guint64 size;
  guint64 n_records;
} Combination;

static int
bias_measure_compare_sizes (const void *a, const void *b)
{
  const guint64 x = ((const Combination *) a)->size, y = ((const Combination *) b)->size;

  return x < y ? -1 : x > y;
}

/* Finds which combinations the prediction suppresses. */
static gboolean
choose_combinations (BiasMeasureMeasure *measure, GError **error)
{
  const guint64 limit = deid_problem_get_n_suppressible (measure->bias->problem);
  const DeidPartition *input = measure->input;
  DeidBias *bias = measure->bias;
  g_autofree Combination *rare = deid_alloc (input->n_classes, sizeof *rare, error);
  guint64 n = 0, n_same;

  if (rare == NULL)
    return FALSE;
  for (guint32 number = 0; number < input->n_classes; number++)
    if (deid_partition_get_size (input, number) < bias->k)
      {
        rare[n++]
            = (Combination){ deid_partition_get_size (input, number), input->records[number] };
        bias->n_rare += input->records[number];
      }
  if (!deid_stopped_sort (rare, n, sizeof *rare, bias_measure_compare_sizes, measure->stop, error))
    return FALSE;
  measure->size_in_part = bias->k;
  for (guint64 i = 0, next; i < n && measure->part == 0; i = next)
    {
      for (next = i, n_same = 0; next < n && rare[next].size == rare[i].size; next++)
        n_same += rare[next].n_records;
      if (n_same > limit - bias->n_predicted)
        {
          measure->size_in_part = rare[i].size;
          measure->part = (double) (limit - bias->n_predicted) / (double) n_same;
          bias->n_predicted = limit;
          break;
        }
      bias->n_predicted += n_same;
    }
  return TRUE;
}

static gboolean
bias_measure_read_values (BiasMeasureMeasure *measure, const DeidColumn *column, GError **error)
{
  g_free (measure->values);
  measure->values = deid_numbers_list_of_codes (column, measure->stop, error);
  return measure->values != NULL;
}

/* A sum of numbers and their records. */
typedef struct
{
  DeidExactSum sum;
  double n;
} BiasMeasureSum;

static void
bias_measure_add (BiasMeasureSum *sum, double value, guint64 weight)
{
  deid_exact_sum_add_product (&sum->sum, value, weight);
  sum->n += (double) weight;
}

/* The mean of what is left, less @mean. */
static DeidBiasFigure
get_shift (double sum, double n, double mean)
{
  const DeidBiasFigure none = { .exists = FALSE };

  return n > 0 ? (DeidBiasFigure){ TRUE, sum / n - mean } : none;
}

static gboolean
measure_shifts (const BiasMeasureMeasure *measure, DeidBiasColumn *figures,
                const DeidColumn *column, GError **error)
{
  BiasMeasureSum all = { .n = 0 }, suppressed = { .n = 0 }, in_part = { .n = 0 },
                 released = { .n = 0 };

  for (guint64 row = 0; row < measure->table.n_rows; row++)
    {
      const double value = measure->values[deid_codes_get (&column->codes, row)];
      const guint64 weight = deid_table_source_get_weight (&measure->table, row);
      const guint64 size
          = deid_partition_get_size (measure->input, measure->input->class_of_row[row]);

      if (!deid_stop_check_row (measure->stop, row, error))
        return FALSE;
      if (isnan (value))
        continue;
      bias_measure_add (&all, value, weight);
      if (size <= measure->size_in_part && size < measure->bias->k)
        bias_measure_add (size < measure->size_in_part ? &suppressed : &in_part, value, weight);
      if (measure->partition != NULL && !deid_partition_suppresses (measure->partition, row))
        bias_measure_add (&released, value, weight);
    }
  if (all.n == 0)
    return TRUE;
  figures->mean = (DeidBiasFigure){ TRUE, deid_exact_sum_get (&all.sum) / all.n };
  figures->shift = get_shift (deid_exact_sum_get (&released.sum), released.n, figures->mean.value);
  figures->predicted
      = get_shift (deid_exact_sum_get (&all.sum) - deid_exact_sum_get (&suppressed.sum)
                       - measure->part * deid_exact_sum_get (&in_part.sum),
                   all.n - suppressed.n - measure->part * in_part.n, figures->mean.value);
  return TRUE;
}

/* Of the values of a column and the frequencies of their records, in the order of rows: sums of
 * squares and products of distances from the means. */
typedef struct
{
  double values;
  double frequencies;
  double products;
} Moments;

static double
get_frequency (const BiasMeasureMeasure *measure, guint attribute, guint64 row)
{
  const DeidLattice *lattice = measure->bias->problem->lattice;

  return attribute == lattice->n_attributes
             ? (double) measure->input->records[measure->input->class_of_row[row]]
             : (double) measure->frequencies[attribute][deid_codes_get (
                 &deid_lattice_get_column (lattice, attribute)->codes, row)];
}

/* Each step moves the means by the next record's share (D. H. D. West, Updating Mean and Variance
 * Estimates: An Improved Method, CACM 22, 1979). */
static gboolean
sum_moments (const BiasMeasureMeasure *measure, const DeidColumn *column, guint attribute,
             Moments *moments, GError **error)
{
  double mean = 0, mean_frequency = 0, n = 0;

  *moments = (Moments){ .values = 0 };
  for (guint64 row = 0; row < measure->table.n_rows; row++)
    {
      const double value = measure->values[deid_codes_get (&column->codes, row)];
      const double frequency = get_frequency (measure, attribute, row);
      const double weight = (double) deid_table_source_get_weight (&measure->table, row);
      double share, distance, distance_of_frequency;

      if (!deid_stop_check_row (measure->stop, row, error))
        return FALSE;
      if (isnan (value))
        continue;
      n += weight;
      share = weight / n;
      distance = value - mean;
      distance_of_frequency = frequency - mean_frequency;
      mean += share * distance;
      mean_frequency += share * distance_of_frequency;
      moments->values += weight * distance * (value - mean);
      moments->frequencies += weight * distance_of_frequency * (frequency - mean_frequency);
      moments->products += weight * distance * (frequency - mean_frequency);
    }
  return TRUE;
}

static gboolean
bias_measure_correlate (const BiasMeasureMeasure *measure, DeidBiasColumn *figures,
                        const DeidColumn *column, guint attribute, DeidBiasFigure *correlation,
                        GError **error)
{
  Moments moments;
  double n = 0;

  if (!sum_moments (measure, column, attribute, &moments, error))
    return FALSE;
  if (moments.values > 0 && moments.frequencies > 0)
    *correlation = (DeidBiasFigure){
      TRUE, CLAMP (moments.products / sqrt (moments.values) / sqrt (moments.frequencies), -1, 1)
    };
  if (attribute < measure->bias->problem->lattice->n_attributes)
    return TRUE;
  for (guint64 row = 0; row < measure->table.n_rows; row++)
    if (!isnan (measure->values[deid_codes_get (&column->codes, row)]))
      n += (double) deid_table_source_get_weight (&measure->table, row);
  figures->deviation = n > 0 ? sqrt (moments.values / n) : 0;
  return TRUE;
}

static gboolean
measure_column (BiasMeasureMeasure *measure, guint number, GError **error)
{
  const DeidColumn *column = &measure->table.columns[number];
  const guint n_attributes = measure->bias->problem->lattice->n_attributes;
  DeidBiasColumn *figures = &measure->bias->columns[measure->bias->n_columns++];

  figures->column = number;
  if (!deid_new_arrays (error, DEID_NEW (figures->correlations, n_attributes))
      || !bias_measure_read_values (measure, column, error)
      || !measure_shifts (measure, figures, column, error)
      || !bias_measure_correlate (measure, figures, column, n_attributes, &figures->combined,
                                  error))
    return FALSE;
  for (guint a = 0; measure->frequencies != NULL && a < n_attributes; a++)
    if (!bias_measure_correlate (measure, figures, column, a, &figures->correlations[a], error))
      return FALSE;
  return TRUE;
}

/* Tells whether a column has numbers and is released or judged. */
static gboolean
is_measured (const BiasMeasureMeasure *measure, const DeidColumn *column)
{
  return deid_column_has_numbers (column)
         && deid_lattice_looks_at (measure->bias->problem->lattice, column);
}

static gboolean
count_frequencies (BiasMeasureMeasure *measure, GError **error)
{
  const DeidLattice *lattice = measure->bias->problem->lattice;

  if (!deid_new_arrays (error, DEID_NEW (measure->frequencies, lattice->n_attributes)))
    return FALSE;
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      measure->frequencies[a] = deid_table_source_count_codes (
          &measure->table, deid_lattice_get_column (lattice, a), measure->stop, error);
      if (measure->frequencies[a] == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
measure_all (BiasMeasureMeasure *measure, gboolean by_attribute, GError **error)
{
  if (!choose_combinations (measure, error) || (by_attribute && !count_frequencies (measure, error))
      || !deid_new_arrays (error, DEID_NEW (measure->bias->columns, measure->table.n_columns)))
    return FALSE;
  for (guint c = 0; c < measure->table.n_columns; c++)
    if (is_measured (measure, &measure->table.columns[c]) && !measure_column (measure, c, error))
      return FALSE;
  return TRUE;
}

gboolean
deid_bias_measure (DeidBias *bias, const DeidPartition *input, const DeidPartition *partition,
                   gboolean by_attribute, const DeidStop *stop, GError **error)
{
  const DeidLattice *lattice = bias->problem->lattice;
  BiasMeasureMeasure measure
      = { .bias = bias, .input = input, .partition = partition, .stop = stop };
  const gboolean success = deid_table_source_init (&measure.table, lattice->dataset, error)
                           && measure_all (&measure, by_attribute, error);

  for (guint a = 0; measure.frequencies != NULL && a < lattice->n_attributes; a++)
    g_free (measure.frequencies[a]);
  g_free (measure.frequencies);
  g_free (measure.values);
  deid_table_source_clear (&measure.table);
  return success;
}
