/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What suppression will do to numbers. */
#include "distortion/bias-private.h"
#include "problem/preparation.h"
#include "table/dataset-view.h"

void
deid_bias_free (DeidBias *bias)
{
  deid_problem_unref (bias->problem);
  for (guint i = 0; i < bias->n_columns; i++)
    g_free (bias->columns[i].correlations);
  g_free (bias->columns);
  g_free (bias);
}

/* Prepares the problem, and finds the least size of a class unless it is given. */
static gboolean
bias_find_size (DeidProblem *problem, guint64 *k, const DeidStop *stop, GError **error)
{
  DeidPreparation *preparation = deid_problem_prepare (problem, stop, error);
  gboolean success;

  if (preparation == NULL)
    return FALSE;
  success = *k > 0 || deid_prepared_problem_find_least_size (&preparation->all, k, stop, error);
  deid_preparation_release (preparation);
  return success;
}

DeidBias *
deid_bias_make (DeidProblem *problem, const DeidPartition *partition, guint64 k,
                gboolean by_attribute, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidBias) bias = NULL;
  g_autoptr (DeidPartition) input = NULL;

  if (!bias_find_size (problem, &k, stop, error))
    return NULL;
  input = deid_partition_new_of_input (problem, stop, error);
  if (input == NULL)
    return NULL;
  bias = g_new0 (DeidBias, 1);
  bias->problem = deid_problem_ref (problem);
  bias->k = k;
  return deid_bias_measure (bias, input, partition, by_attribute, stop, error)
             ? g_steal_pointer (&bias)
             : NULL;
}

static void
bias_fill_column (DeidFigures *figures, const DeidBias *bias, const DeidBiasColumn *column)
{
  const DeidLattice *lattice = bias->problem->lattice;

  deid_figures_begin_group (figures, NULL);
  deid_figures_add_text (figures, "column",
                         deid_dataset_get_column (lattice->dataset, column->column)->name);
  deid_figures_add_number_if (figures, "mean", column->mean.exists, column->mean.value);
  deid_figures_add_number_if (figures, "standard_deviation", column->mean.exists,
                              column->deviation);
  deid_figures_add_number_if (figures, "predicted_shift", column->predicted.exists,
                              column->predicted.value);
  deid_figures_add_number_if (figures, "shift", column->shift.exists, column->shift.value);
  deid_figures_add_number_if (figures, "combined_correlation", column->combined.exists,
                              column->combined.value);
  deid_figures_begin_table (figures, "correlations");
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "attribute", deid_lattice_get_column (lattice, a)->name);
      deid_figures_add_number_if (figures, "correlation", column->correlations[a].exists,
                                  column->correlations[a].value);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  deid_figures_end (figures);
}

static gboolean
bias_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures, const DeidStop *stop,
           GError **error)
{
  const DeidBias *bias = data;

  deid_figures_add_count (figures, "k", bias->k);
  deid_figures_add_count (figures, "rare", bias->n_rare);
  deid_figures_add_count (figures, "predicted", bias->n_predicted);
  deid_figures_begin_table (figures, "columns");
  for (guint i = 0; i < bias->n_columns; i++)
    bias_fill_column (figures, bias, &bias->columns[i]);
  deid_figures_end (figures);
  deid_figures_add_statement (figures, bias->problem->statement);
  return TRUE;
}

static const DeidFigure bias_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (COUNT, "k", "records or persons",
          "A combination of the values of all quasi-identifiers is rare if it has fewer records, "
          "or with an entity column persons."),
  FIGURE (COUNT, "rare", "records", "How many records have a rare combination."),
  FIGURE (COUNT, "predicted", "records",
          "How many of these the prediction suppresses: at most the suppression limit."),
  FIGURE (TEXT, "columns[].column", "",
          "The name of a column of numbers that is released or judged."),
  FIGURE (NUMBER, "columns[].mean", "of the column", "The mean of its values in the input."),
  FIGURE (NUMBER, "columns[].standard_deviation", "of the column",
          "Their standard deviation, by n and not n - 1."),
  FIGURE (NUMBER, "columns[].predicted_shift", "of the column",
          "The mean without the records that the prediction suppresses, less the mean of all."),
  FIGURE (NUMBER, "columns[].shift", "of the column",
          "The mean of the released records less that of all; undefined before a result."),
  FIGURE (NUMBER, "columns[].combined_correlation", "",
          "Pearson's correlation of the values with the frequencies of their records' combinations "
          "of all quasi-identifiers."),
  FIGURE (TEXT, "columns[].correlations[].attribute", "", "The name of a quasi-identifier."),
  FIGURE (NUMBER, "columns[].correlations[].correlation", "",
          "Pearson's correlation of the values with the frequencies of their records' values of "
          "this quasi-identifier."),
  PROBLEM_FIGURE,
};

const DeidReportKind deid_bias_kind = {
  .name = "bias",
  .title = "Bias: which means suppression moves",
  .catalogue = bias_catalogue,
  .n_figures = G_N_ELEMENTS (bias_catalogue),
  .fill = bias_fill,
  .free = (GDestroyNotify) deid_bias_free,
};

DeidReport *
deid_report_new_bias (DeidProblem *problem, DeidResult *result, guint64 k,
                      GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  const DeidPartition *partition = NULL;

  g_return_val_if_fail (problem != NULL, NULL);
  g_return_val_if_fail (result == NULL || result->problem == problem, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (result != NULL)
    {
      partition = deid_result_make_partition (result, stop, error);
      if (partition == NULL)
        return NULL;
    }
  return deid_report_new (&deid_bias_kind,
                          deid_bias_make (problem, partition, k, TRUE, stop, error), stop, error);
}
