/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/rational.h"
#include "base/text.h"
#include "distortion/bias-private.h"
#include "table/dataset-view.h"

static void
bias_text_add_figure (DeidLongText *text, const DeidBiasFigure *figure, const char *format)
{
  if (figure->exists)
    deid_long_text_add_double (text, format, figure->value);
  else
    deid_long_text_add (text, "none");
}

static void
bias_text_add_column (DeidLongText *text, const DeidBias *bias, const DeidBiasColumn *column)
{
  const DeidLattice *lattice = bias->problem->lattice;

  deid_long_text_add (
      text, "%s: mean ",
      deid_column_show (deid_dataset_get_column (lattice->dataset, column->column)));
  bias_text_add_figure (text, &column->mean, "%g");
  deid_long_text_add (text, ", standard deviation ");
  deid_long_text_add_double (text, "%g", column->deviation);
  deid_long_text_add (text, ", predicted shift ");
  bias_text_add_figure (text, &column->predicted, "%+g");
  if (column->shift.exists)
    {
      deid_long_text_add (text, ", shift that came ");
      bias_text_add_figure (text, &column->shift, "%+g");
    }
  deid_long_text_add (text, "\n  correlation with the frequency of all together ");
  bias_text_add_figure (text, &column->combined, "%.4f");
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      deid_long_text_add (text, ", of %s ",
                          deid_column_show (deid_lattice_get_column (lattice, a)));
      bias_text_add_figure (text, &column->correlations[a], "%.4f");
    }
  deid_long_text_add (text, "\n");
}

char *
deid_bias_to_text (const DeidBias *bias, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (bias != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  deid_long_text_add (&text,
                      "Bias by suppression (custodian-only)\n"
                      "combinations rarer than " DEID_COUNT_FORMAT ": " DEID_COUNT_FORMAT
                      " records, of which " DEID_COUNT_FORMAT " within the limit\n",
                      bias->k, bias->n_rare, bias->n_predicted);
  for (guint i = 0; i < bias->n_columns; i++)
    bias_text_add_column (&text, bias, &bias->columns[i]);
  if (bias->n_columns == 0)
    deid_long_text_add (&text, "no column of type integer or decimal is released or judged\n");
  return deid_long_text_end (&text, error);
}

static void
add_json_figure (DeidLongText *text, const char *name, const DeidBiasFigure *figure)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (figure->value, decimal);
  deid_long_text_add (text, ",\"%s\":%s", name, figure->exists ? decimal : "null");
}

static void
bias_text_add_json_column (DeidLongText *text, const DeidBias *bias, guint i)
{
  const DeidBiasColumn *column = &bias->columns[i];
  const DeidBiasFigure deviation = { column->mean.exists, column->deviation };

  deid_long_text_add (text, "%s{\"column\":", i > 0 ? "," : "");
  deid_long_text_add_json (text, deid_bias_get_column (bias, i));
  add_json_figure (text, "mean", &column->mean);
  add_json_figure (text, "standard_deviation", &deviation);
  add_json_figure (text, "predicted_shift", &column->predicted);
  add_json_figure (text, "shift", &column->shift);
  add_json_figure (text, "combined_correlation", &column->combined);
  deid_long_text_add (text, ",\"correlations\":[");
  for (guint a = 0; a < bias->problem->lattice->n_attributes; a++)
    {
      deid_long_text_add (text, "%s{\"attribute\":", a > 0 ? "," : "");
      deid_long_text_add_json (text, deid_bias_get_attribute (bias, a));
      add_json_figure (text, "correlation", &column->correlations[a]);
      deid_long_text_add (text, "}");
    }
  deid_long_text_add (text, "]}");
}

char *
deid_bias_to_json (const DeidBias *bias, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (bias != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  deid_long_text_add (&text,
                      "{\"audience\":\"custodian-only\",\"k\":" DEID_COUNT_FORMAT
                      ",\"rare\":" DEID_COUNT_FORMAT ",\"predicted\":" DEID_COUNT_FORMAT
                      ",\"columns\":[",
                      bias->k, bias->n_rare, bias->n_predicted);
  for (guint i = 0; i < bias->n_columns; i++)
    bias_text_add_json_column (&text, bias, i);
  deid_long_text_add (&text, "]");
  deid_statement_end_json (&text, bias->problem->statement);
  return deid_long_text_end (&text, error);
}
