/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the columns of a table are before release, and after. */
#include <math.h>

#include "base/memory.h"
#include "distortion/compensated-sum.h"
#include "distortion/distortion-rows.h"

const guint deid_distortion_quantiles[DEID_N_QUANTILES] = { 5, 25, 50, 75, 95 };

static gboolean
measure_numbers (const DeidSideColumn *side, DeidDistortionFigures *figures, GError **error)
{
  for (guint32 value = 0; value < side->n; value++)
    figures->n_stand_ins[side->stand_ins[value].stand_in] += side->counts[value];
  if (!deid_sorted_values_measure (&side->sorted, side->counts, &figures->moments, error))
    return FALSE;
  for (guint q = 0; figures->moments.n > 0 && q < DEID_N_QUANTILES; q++)
    figures->quantiles[q] = deid_sorted_values_get_quantile (
        &side->sorted, side->counts, figures->moments.n, deid_distortion_quantiles[q]);
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
