/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What suppression will do to numbers. */
#include "base/handle.h"
#include "distortion/bias-private.h"
#include "evaluation/least-size.h"
#include "table/dataset-view.h"

static void
deid_bias_free (DeidBias *bias)
{
  deid_problem_unref (bias->problem);
  for (guint i = 0; i < bias->n_columns; i++)
    g_free (bias->columns[i].correlations);
  g_free (bias->columns);
  g_free (bias);
}

DEID_DEFINE_HANDLE (DeidBias, deid_bias)

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
  g_atomic_ref_count_init (&bias->ref_count);
  bias->problem = deid_problem_ref (problem);
  bias->k = k;
  return deid_bias_measure (bias, input, partition, by_attribute, stop, error)
             ? g_steal_pointer (&bias)
             : NULL;
}

DeidBias *
deid_bias_new (DeidProblem *problem, guint64 k, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_bias_make (problem, NULL, k, TRUE, DEID_STOP_OF (cancellable), error);
}

DeidBias *
deid_bias_new_after (DeidResult *result, guint64 k, GCancellable *cancellable, GError **error)
{
  const DeidPartition *partition;

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  partition = deid_result_make_partition (result, DEID_STOP_OF (cancellable), error);
  return partition != NULL ? deid_bias_make (result->problem, partition, k, TRUE,
                                             DEID_STOP_OF (cancellable), error)
                           : NULL;
}

guint64
deid_bias_get_k (const DeidBias *bias)
{
  g_return_val_if_fail (bias != NULL, 0);

  return bias->k;
}

guint64
deid_bias_get_n_rare (const DeidBias *bias)
{
  g_return_val_if_fail (bias != NULL, 0);

  return bias->n_rare;
}

guint64
deid_bias_get_n_predicted (const DeidBias *bias)
{
  g_return_val_if_fail (bias != NULL, 0);

  return bias->n_predicted;
}

guint
deid_bias_get_n_columns (const DeidBias *bias)
{
  g_return_val_if_fail (bias != NULL, 0);

  return bias->n_columns;
}

const char *
deid_bias_get_column (const DeidBias *bias, guint index)
{
  g_return_val_if_fail (bias != NULL && index < bias->n_columns, NULL);

  return deid_dataset_get_column (bias->problem->lattice->dataset, bias->columns[index].column)
      ->name;
}

guint
deid_bias_get_n_attributes (const DeidBias *bias)
{
  g_return_val_if_fail (bias != NULL, 0);

  return bias->problem->lattice->n_attributes;
}

const char *
deid_bias_get_attribute (const DeidBias *bias, guint attribute)
{
  g_return_val_if_fail (bias != NULL && attribute < bias->problem->lattice->n_attributes, NULL);

  return deid_lattice_get_column (bias->problem->lattice, attribute)->name;
}

static gboolean
get_figure (const DeidBiasFigure *figure, double *value)
{
  *value = figure->exists ? figure->value : 0;
  return figure->exists;
}

gboolean
deid_bias_get_mean (const DeidBias *bias, guint index, double *mean, double *deviation)
{
  g_return_val_if_fail (bias != NULL && index < bias->n_columns, FALSE);
  g_return_val_if_fail (mean != NULL && deviation != NULL, FALSE);

  *deviation = bias->columns[index].deviation;
  return get_figure (&bias->columns[index].mean, mean);
}

gboolean
deid_bias_get_correlation (const DeidBias *bias, guint index, guint attribute, double *correlation)
{
  g_return_val_if_fail (bias != NULL && index < bias->n_columns, FALSE);
  g_return_val_if_fail (attribute < bias->problem->lattice->n_attributes, FALSE);
  g_return_val_if_fail (correlation != NULL, FALSE);

  return get_figure (&bias->columns[index].correlations[attribute], correlation);
}

gboolean
deid_bias_get_combined_correlation (const DeidBias *bias, guint index, double *correlation)
{
  g_return_val_if_fail (bias != NULL && index < bias->n_columns && correlation != NULL, FALSE);

  return get_figure (&bias->columns[index].combined, correlation);
}

gboolean
deid_bias_get_predicted_shift (const DeidBias *bias, guint index, double *shift)
{
  g_return_val_if_fail (bias != NULL && index < bias->n_columns && shift != NULL, FALSE);

  return get_figure (&bias->columns[index].predicted, shift);
}

gboolean
deid_bias_get_shift (const DeidBias *bias, guint index, double *shift)
{
  g_return_val_if_fail (bias != NULL && index < bias->n_columns && shift != NULL, FALSE);

  return get_figure (&bias->columns[index].shift, shift);
}
