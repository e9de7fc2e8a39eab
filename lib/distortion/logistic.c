/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Logistic regression by liblinear (R.-E. Fan, K.-W. Chang, C.-J. Hsieh, X.-R. Wang, C.-J. Lin:
 * LIBLINEAR: a library for large linear classification, J. Mach. Learn. Res. 9, 2008). */
#include "distortion/logistic.h"

#include <linear.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/arrays.h"

/* Its records are ours. */
G_STATIC_ASSERT (sizeof (DeidFeature) == sizeof (struct feature_node));
G_STATIC_ASSERT (offsetof (DeidFeature, number) == offsetof (struct feature_node, index));
G_STATIC_ASSERT (offsetof (DeidFeature, value) == offsetof (struct feature_node, value));

static void
print_nothing (const char *text)
{
  (void) text;
}

/* It has one function that prints for the whole process, which may be set only while nobody else
 * calls it. */
static void
silence (void)
{
  static gsize is_silent;

  if (g_once_init_enter (&is_silent))
    {
      set_print_string_function (print_nothing);
      g_once_init_leave (&is_silent, 1);
    }
}

/* Fits the regression of one class against all others, whose coefficients stay 0 if all records, or
 * none, are of the class. */
static void
fit_class (const DeidLogisticInput *input, guint32 number, const DeidLogisticLimits *limits,
           double *labels, double *coefficients)
{
  struct parameter parameter;
  const struct problem problem = { .l = (int) input->n_records,
                                   .n = (int) input->n_features,
                                   .y = labels,
                                   .x = (struct feature_node **) input->records,
                                   .bias = -1 };
  struct model *model;
  guint32 n = 0;

  for (guint32 i = 0; i < input->n_records; i++)
    {
      labels[i] = input->classes[i] == number ? 1 : -1;
      n += input->classes[i] == number ? 1 : 0;
    }
  memset (coefficients, 0, input->n_features * sizeof *coefficients);
  if (n == 0 || n == input->n_records)
    {
      coefficients[0] = n == 0 ? -INFINITY : INFINITY;
      return;
    }
  memset (&parameter, 0, sizeof parameter);
  parameter.solver_type = L2R_LR;
  parameter.C = limits->likelihood_weight;
  parameter.eps = limits->tolerance;
#if LIBLINEAR_VERSION >= 240
  parameter.regularize_bias = 1;
#endif
  silence ();
  model = train (&problem, &parameter);
  /* Its coefficients are for the label that comes first, but for -1 and 1, which it turns. */
  for (guint32 f = 0; f < input->n_features; f++)
    coefficients[f] = model->label[0] > 0 ? model->w[f] : -model->w[f];
  free_and_destroy_model (&model);
}

gboolean
deid_logistic_fit (DeidLogistic *logistic, const DeidLogisticInput *input,
                   const DeidLogisticLimits *limits, const DeidStop *stop, GError **error)
{
  g_autofree double *labels = NULL;

  *logistic = (DeidLogistic){ .n_models = input->n_classes > 2 ? input->n_classes : 1,
                              .n_features = input->n_features };
  if (!deid_new_arrays (
          error, DEID_NEW (labels, input->n_records),
          DEID_NEW (logistic->coefficients, (guint64) logistic->n_models * input->n_features)))
    return FALSE;
  for (guint32 m = 0; m < logistic->n_models; m++)
    {
      if (!deid_stop_check (stop, error))
        return FALSE;
      fit_class (input, m, limits, labels,
                 &logistic->coefficients[(guint64) m * input->n_features]);
    }
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
