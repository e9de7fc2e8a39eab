/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "distortion/shift.h"

#include <math.h>

#include "base/arrays.h"
#include "base/memory.h"
#include "distortion/moments.h"
#include "distortion/pair-sums.h"

#define NO_ATTRIBUTE G_MAXUINT

typedef struct DeidShiftColumn
{
  guint column;    /* of the table */
  guint attribute; /* or NO_ATTRIBUTE */
  double *numbers; /* of each code */
  DeidMoments moments;
} Column;

/* What one partition releases of a column. */
typedef struct
{
  DeidMoments moments;
  double *numbers; /* of each code or class, in standard deviations from the mean */
  gboolean has_gaps;
} Released;

static const DeidColumn *
shift_get_source (const DeidShiftTable *table, const Column *column)
{
  return &table->table.columns[column->column];
}

static gboolean
shift_init_column (const DeidShiftTable *table, guint number, Column *column, const DeidStop *stop,
                   GError **error)
{
  const DeidColumn *source = &table->table.columns[number];
  const DeidAttribute *attribute = deid_lattice_find_attribute (table->lattice, source->name);
  g_autofree guint64 *counts = NULL;

  column->column = number;
  column->attribute
      = attribute != NULL ? (guint) (attribute - table->lattice->attributes) : NO_ATTRIBUTE;
  column->numbers = deid_numbers_list_of_codes (source, stop, error);
  if (column->numbers == NULL)
    return FALSE;
  counts = deid_table_source_count_codes (&table->table, source, stop, error);
  if (counts == NULL)
    return FALSE;
  column->moments = deid_moments_of_counts (column->numbers, counts, source->dictionary.n);
  return TRUE;
}

static gboolean
shift_init_columns (DeidShiftTable *table, const DeidStop *stop, GError **error)
{
  for (guint c = 0; c < table->table.n_columns; c++)
    {
      const DeidColumn *column = &table->table.columns[c];

      if (deid_column_has_numbers (column) && deid_lattice_releases (table->lattice, column)
          && !shift_init_column (table, c, &table->columns[table->n_columns++], stop, error))
        return FALSE;
    }
  return TRUE;
}

/* Lists the correlation of each pair, NAN where there is none. */
static double *
shift_correlate (const DeidShiftTable *table, const DeidPartition *partition,
                 const DeidRowNumbers *rows, const DeidStop *stop, GError **error)
{
  const guint64 n_pairs = deid_pairs_count (table->n_columns);
  g_autofree double *correlations = deid_alloc (n_pairs, sizeof *correlations, error);
  g_autofree DeidPairSums *sums = NULL;

  if (correlations == NULL)
    return NULL;
  sums = deid_pair_sums_new (table->table.n_rows, table->table.weights, partition, rows,
                             table->n_columns, stop, error);
  if (sums == NULL)
    return NULL;
  for (guint64 pair = 0; pair < n_pairs; pair++)
    if (!deid_pair_sums_get_correlation (&sums[pair], &correlations[pair]))
      correlations[pair] = NAN;
  return g_steal_pointer (&correlations);
}

static gboolean
correlate_original (DeidShiftTable *table, const DeidStop *stop, GError **error)
{
  g_autofree DeidRowNumbers *rows = NULL;
  g_autofree double **standardized = NULL;
  gboolean success = deid_new_arrays (error, DEID_NEW (rows, table->n_columns),
                                      DEID_NEW (standardized, table->n_columns));

  for (guint c = 0; success && c < table->n_columns; c++)
    {
      const Column *column = &table->columns[c];
      const DeidColumn *source = shift_get_source (table, column);
      const guint32 n = source->dictionary.n;

      standardized[c] = deid_alloc (n, sizeof *standardized[c], error);
      success = standardized[c] != NULL;
      if (success)
        rows[c] = (DeidRowNumbers){
          .codes = &source->codes,
          .numbers = standardized[c],
          .has_gaps
          = deid_moments_standardize (&column->moments, column->numbers, n, standardized[c]),
        };
    }
  if (success)
    table->correlations = shift_correlate (table, NULL, rows, stop, error);
  for (guint c = 0; standardized != NULL && c < table->n_columns; c++)
    g_free (standardized[c]);
  return success && table->correlations != NULL;
}

gboolean
deid_shift_table_init (DeidShiftTable *table, const DeidLattice *lattice, const DeidStop *stop,
                       GError **error)
{
  *table = (DeidShiftTable){ .lattice = lattice };
  return deid_table_source_init (&table->table, lattice->dataset, error)
         && deid_new_arrays (error, DEID_NEW (table->columns, table->table.n_columns))
         && shift_init_columns (table, stop, error) && correlate_original (table, stop, error);
}

void
deid_shift_table_clear (DeidShiftTable *table)
{
  for (guint c = 0; c < table->n_columns; c++)
    g_free (table->columns[c].numbers);
  g_free (table->columns);
  g_free (table->correlations);
  deid_table_source_clear (&table->table);
}

/* What a partition releases of a quasi-identifier: labels. */
static gboolean
release_labels (const DeidPartition *partition, guint attribute, Released *released,
                const DeidStop *stop, GError **error)
{
  const DeidPartitionColumn *column = &partition->columns[attribute];
  g_autofree DeidReleasedNumber *stand_ins
      = deid_numbers_list_of_labels (partition, attribute, stop, error);
  g_autofree guint64 *counts = NULL;
  g_autofree double *numbers = NULL;

  if (stand_ins == NULL
      || !deid_new_arrays (error, DEID_NEW (counts, column->n_labels),
                           DEID_NEW (numbers, column->n_labels),
                           DEID_NEW (released->numbers, partition->n_classes)))
    return FALSE;
  for (guint32 number = 0; number < partition->n_classes; number++)
    if (!partition->suppressed[number])
      counts[deid_codes_get (&column->labels, number)] += partition->records[number];
  for (guint32 label = 0; label < column->n_labels; label++)
    numbers[label] = stand_ins[label].number;
  released->moments = deid_moments_of_counts (numbers, counts, column->n_labels);
  deid_moments_standardize (&released->moments, numbers, column->n_labels, numbers);
  for (guint32 number = 0; number < partition->n_classes; number++)
    {
      released->numbers[number] = numbers[deid_codes_get (&column->labels, number)];
      released->has_gaps = released->has_gaps
                           || (!partition->suppressed[number] && isnan (released->numbers[number]));
    }
  return TRUE;
}

/* What it releases of another column: values. */
static gboolean
release_values (const DeidShiftTable *table, const DeidPartition *partition, const Column *column,
                Released *released, const DeidStop *stop, GError **error)
{
  const DeidColumn *source = shift_get_source (table, column);
  const guint32 n = source->dictionary.n;
  g_autofree guint64 *counts = NULL;

  if (!deid_new_arrays (error, DEID_NEW (counts, n), DEID_NEW (released->numbers, n)))
    return FALSE;
  for (guint64 row = 0; row < table->table.n_rows; row++)
    {
      if (!deid_stop_check_row (stop, row, error))
        return FALSE;
      if (!deid_partition_suppresses (partition, row))
        counts[deid_codes_get (&source->codes, row)]
            += deid_table_source_get_weight (&table->table, row);
    }
  released->moments = deid_moments_of_counts (column->numbers, counts, n);
  released->has_gaps
      = deid_moments_standardize (&released->moments, column->numbers, n, released->numbers);
  return TRUE;
}

static void
compare_means (const DeidShiftTable *table, const Released *released, DeidShift *shift)
{
  for (guint c = 0; c < table->n_columns; c++)
    {
      const DeidMoments *before = &table->columns[c].moments, *after = &released[c].moments;
      const double deviation = deid_moments_get_deviation (before);
      double change;

      if (!(deviation > 0))
        continue;
      if (after->n == 0)
        {
          shift->n_lost++;
          continue;
        }
      change = fabs (after->mean - before->mean) / deviation;
      if (!shift->has_mean || change > shift->mean)
        {
          shift->has_mean = TRUE;
          shift->mean = change;
          shift->mean_column = table->columns[c].column;
        }
    }
}

static void
compare_correlations (const DeidShiftTable *table, const double *correlations, DeidShift *shift)
{
  for (guint second = 1; second < table->n_columns; second++)
    for (guint first = 0; first < second; first++)
      {
        const guint64 pair = deid_pair_get_index (first, second);
        const double after = isnan (correlations[pair]) ? 0 : correlations[pair];
        const double change = fabs (after - table->correlations[pair]);

        if (isnan (change) || (shift->has_correlation && !(change > shift->correlation)))
          continue;
        shift->has_correlation = TRUE;
        shift->correlation = change;
        shift->correlation_columns[0] = table->columns[first].column;
        shift->correlation_columns[1] = table->columns[second].column;
      }
}

static gboolean
shift_measure (const DeidShiftTable *table, const DeidPartition *partition, Released *released,
               DeidShift *shift, const DeidStop *stop, GError **error)
{
  g_autofree DeidRowNumbers *rows = deid_alloc (table->n_columns, sizeof *rows, error);
  g_autofree double *correlations = NULL;

  if (rows == NULL)
    return FALSE;
  for (guint c = 0; c < table->n_columns; c++)
    {
      const Column *column = &table->columns[c];
      const gboolean has_labels = column->attribute != NO_ATTRIBUTE;

      if (!(has_labels ? release_labels (partition, column->attribute, &released[c], stop, error)
                       : release_values (table, partition, column, &released[c], stop, error)))
        return FALSE;
      rows[c] = (DeidRowNumbers){
        .codes = has_labels ? NULL : &shift_get_source (table, column)->codes,
        .values = partition->class_of_row,
        .numbers = released[c].numbers,
        .has_gaps = released[c].has_gaps,
      };
    }
  correlations = shift_correlate (table, partition, rows, stop, error);
  if (correlations == NULL)
    return FALSE;
  compare_means (table, released, shift);
  compare_correlations (table, correlations, shift);
  return TRUE;
}

gboolean
deid_shift_table_measure (const DeidShiftTable *table, const DeidPartition *partition,
                          DeidShift *shift, const DeidStop *stop, GError **error)
{
  g_autofree Released *released = deid_alloc (table->n_columns, sizeof *released, error);
  gboolean success;

  if (released == NULL)
    return FALSE;
  *shift = (DeidShift){ 0 };
  success = shift_measure (table, partition, released, shift, stop, error);
  for (guint c = 0; c < table->n_columns; c++)
    g_free (released[c].numbers);
  return success;
}
