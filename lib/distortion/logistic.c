/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Logistic regressions of each class against all others, fitted by the host. */
#include "distortion/logistic.h"

#include <math.h>

#include "base/arrays.h"
#include "base/handle.h"

/* Has the host fit a regression. A function that fails need not say why. */
static gboolean
ask_host (const DeidRegression *regression, const DeidLogisticFit *fit, double *coefficients,
          GError **error)
{
  GError *slot_error = NULL;
  const gboolean succeeded = fit->fit (regression, coefficients, fit->fit_data, &slot_error);

  if (!deid_slot_succeeded ("function", "that fits regressions", succeeded, slot_error, error))
    return FALSE;
  for (guint f = 0; f < regression->n_features; f++)
    if (!isfinite (coefficients[f]))
      {
        g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                     "function that fits regressions: coefficient %u is not finite", f + 1);
        return FALSE;
      }
  return TRUE;
}

/* Fits the regression of one class against all others. If all records, or none, belong to the
 * class, the intercept says so alone. */
static gboolean
fit_class (const DeidLogisticInput *input, guint32 number, const DeidLogisticFit *fit,
           double *labels, double *coefficients, GError **error)
{
  const DeidRegression regression = { .n_records = input->n_records,
                                      .n_features = input->n_features,
                                      .records = input->records,
                                      .labels = labels,
                                      .likelihood_weight = fit->likelihood_weight,
                                      .tolerance = fit->tolerance };
  guint32 n = 0;

  for (guint32 i = 0; i < input->n_records; i++)
    {
      labels[i] = input->classes[i] == number ? 1 : -1;
      n += input->classes[i] == number ? 1 : 0;
    }
  if (n > 0 && n < input->n_records)
    return ask_host (&regression, fit, coefficients, error);
  coefficients[0] = n == 0 ? -INFINITY : INFINITY;
  return TRUE;
}

gboolean
deid_logistic_fit (DeidLogistic *logistic, const DeidLogisticInput *input,
                   const DeidLogisticFit *fit, const DeidStop *stop, GError **error)
{
  g_autofree double *labels = NULL;

  *logistic = (DeidLogistic){ .n_models = input->n_classes > 2 ? input->n_classes : 1,
                              .n_features = input->n_features };
  if (!deid_new_arrays (
          error, DEID_NEW (labels, input->n_records),
          DEID_NEW (logistic->coefficients, (guint64) logistic->n_models * input->n_features)))
    return FALSE;
  for (guint32 m = 0; m < logistic->n_models; m++)
    if (!deid_stop_check (stop, error)
        || !fit_class (input, m, fit, labels,
                       &logistic->coefficients[(guint64) m * input->n_features], error))
      return FALSE;
  return TRUE;
}

void
deid_logistic_clear (DeidLogistic *logistic)
{
  g_clear_pointer (&logistic->coefficients, g_free);
}

static double
compute_score (const DeidLogistic *logistic, guint32 number, const DeidFeature *record)
{
  const double *coefficients = &logistic->coefficients[(guint64) number * logistic->n_features];
  double score = 0;

  for (; record->number > 0; record++)
    score += coefficients[record->number - 1] * record->value;
  return score;
}

double
deid_logistic_get_probability (const DeidLogistic *logistic, const DeidFeature *record)
{
  return 1 / (1 + exp (-compute_score (logistic, 0, record)));
}

guint32
deid_logistic_predict (const DeidLogistic *logistic, const DeidFeature *record)
{
  guint32 best = 0;
  double greatest = compute_score (logistic, 0, record);

  if (logistic->n_models == 1)
    return greatest >= 0 ? 0 : 1;
  for (guint32 m = 1; m < logistic->n_models; m++)
    {
      const double score = compute_score (logistic, m, record);

      if (score > greatest)
        {
          greatest = score;
          best = m;
        }
    }
  return best;
}
