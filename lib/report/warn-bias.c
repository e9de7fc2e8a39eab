/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Looks for means that suppressing the rarest records shifts. */
#include <math.h>

#include "distortion/bias-private.h"
#include "report/warnings-private.h"
#include "table/dataset-view.h"

#define LEAST_CORRELATION 0.3
#define LEAST_SHIFT       0.1 /* in standard deviations */

static gboolean
is_biased (const DeidBiasColumn *column)
{
  return column->combined.exists && fabs (column->combined.value) >= LEAST_CORRELATION
         && column->predicted.exists
         && fabs (column->predicted.value) > LEAST_SHIFT * column->deviation;
}

static gboolean
has_numbers (const DeidTableSource *table)
{
  for (guint c = 0; c < table->n_columns; c++)
    if (deid_column_has_numbers (&table->columns[c]))
      return TRUE;
  return FALSE;
}

static gboolean
warn_bias_add_warning (const DeidWarningScan *scan, const DeidBias *bias,
                       const DeidBiasColumn *column, GError **error)
{
  const DeidColumn *source = &scan->table->columns[column->column];
  DeidLongText text = { 0 };

  deid_long_text_add (&text, "the values of '%s' correlate with how frequent their records are (",
                      deid_column_show (source));
  deid_long_text_add_double (&text, "%.2f", column->combined.value);
  deid_long_text_add (
      &text, "): suppressing the %" G_GUINT64_FORMAT " rarest as they are would shift the mean by ",
      bias->n_predicted);
  deid_long_text_add_double (&text, "%+.2f", column->predicted.value / column->deviation);
  deid_long_text_add (&text, " standard deviations");
  if (column->shift.exists)
    {
      deid_long_text_add (&text, ", and the result shifts it by ");
      deid_long_text_add_double (&text, "%+.2f", column->shift.value / column->deviation);
    }
  return deid_warning_scan_add (scan, DEID_WARNING_RARE_VALUES_SHIFT_MEAN, source->name,
                                bias->n_predicted, &text, error);
}

gboolean
deid_warn_of_bias (const DeidWarningScan *scan, GError **error)
{
  g_autoptr (DeidBias) bias = NULL;

  if (deid_problem_get_n_suppressible (scan->problem) == 0 || !has_numbers (scan->table))
    return TRUE;
  bias = deid_bias_make (scan->result->problem, scan->partition, 0, FALSE, scan->stop, error);
  if (bias == NULL)
    return FALSE;
  for (guint i = 0; i < bias->n_columns; i++)
    if (is_biased (&bias->columns[i])
        && !warn_bias_add_warning (scan, bias, &bias->columns[i], error))
      return FALSE;
  return TRUE;
}
