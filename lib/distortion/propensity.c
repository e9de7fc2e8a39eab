/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The propensity score's mean squared error: how well a model tells records of the input from those
 * of the release, both with the labels of the release. */
#include "base/arrays.h"
#include "base/memory.h"
#include "distortion/features.h"
#include "distortion/utility-private.h"

/* The columns that are released, quasi-identifiers by their labels. */
static guint
propensity_list_columns (const DeidUtility *utility, const DeidUtilityInput *input,
                         DeidFeatureColumn *columns)
{
  const DeidLattice *lattice = utility->problem->lattice;
  guint n = 0;

  for (guint c = 0; c < input->table.n_columns; c++)
    {
      const DeidColumn *column = &input->table.columns[c];
      const DeidAttribute *attribute = deid_lattice_find_attribute (lattice, column->name);

      if (attribute != NULL)
        columns[n++]
            = (DeidFeatureColumn){ c, column,
                                   &input->partition->columns[attribute - lattice->attributes] };
      else if (column->role == DEID_ROLE_SENSITIVE || column->role == DEID_ROLE_INSENSITIVE)
        columns[n++] = (DeidFeatureColumn){ c, column, NULL };
    }
  return n;
}

/* A record that is released counts twice: once in the input and once in the release. */
static double
compute_error (const DeidUtilityInput *input, const DeidFeatures *features,
               const DeidLogistic *logistic, guint32 n_released)
{
  const double n = (double) input->sample.n + n_released;
  const double share = n_released / n;
  double sum = 0;

  for (guint32 i = 0; i < input->sample.n; i++)
    {
      const double difference
          = deid_logistic_get_probability (logistic, features->records[i]) - share;

      sum += difference * difference * (input->is_suppressed[i] ? 1 : 2);
    }
  return sum / n;
}

/* Class 0 is the release, whose records come first. */
static gboolean
propensity_fit (const DeidUtilityInput *input, const DeidFeatures *features, guint32 n_released,
                DeidLogistic *logistic, const DeidStop *stop, GError **error)
{
  DeidLogisticInput stacked = { .n_records = n_released + input->sample.n,
                                .n_classes = 2,
                                .n_features = features->n_features };
  /* The weight is so great that the square of the coefficients hardly counts. */
  const DeidLogisticFit limits = { input->fit, input->fit_data, 1e8, 1e-9 };
  g_autofree const DeidFeature **records = NULL;
  g_autofree guint32 *classes = NULL;
  guint32 n = 0;

  if (!deid_new_arrays (error, DEID_NEW (records, stacked.n_records),
                        DEID_NEW (classes, stacked.n_records)))
    return FALSE;
  for (guint32 i = 0; i < input->sample.n; i++)
    if (!input->is_suppressed[i])
      records[n++] = features->records[i];
  for (guint32 i = 0; i < input->sample.n; i++)
    {
      classes[n] = 1;
      records[n++] = features->records[i];
    }
  stacked.records = records;
  stacked.classes = classes;
  return deid_logistic_fit (logistic, &stacked, &limits, stop, error);
}

gboolean
deid_utility_measure_propensity (DeidUtility *utility, const DeidUtilityInput *input,
                                 const DeidStop *stop, GError **error)
{
  const guint32 n_released = (guint32) utility->n_released;
  g_autofree DeidFeatureColumn *columns
      = deid_alloc (input->table.n_columns, sizeof *columns, error);
  DeidFeatures features = { 0 };
  DeidLogistic logistic = { 0 };
  gboolean success;

  if (columns == NULL)
    return FALSE;
  success = deid_features_init (&features, &input->sample, input->partition, columns,
                                propensity_list_columns (utility, input, columns),
                                utility->is_excluded, stop, error)
            && propensity_fit (input, &features, n_released, &logistic, stop, error);
  if (success)
    {
      utility->n_parameters = features.n_features;
      utility->pmse = n_released > 0 ? compute_error (input, &features, &logistic, n_released) : 0;
    }
  deid_logistic_clear (&logistic);
  deid_features_clear (&features);
  return success;
}
