/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/arrays.h"
#include "base/handle.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "base/text.h"
#include "distortion/features.h"
#include "distortion/utility-private.h"

#include <math.h>

/* Logistic regressions of each class against all others, fitted by the host. */

/* Records, the class of each, and what a model makes of them. The first feature is 1 for each
 * record, which makes the intercept. */
typedef struct
{
  const DeidFeature *const *records;
  const guint32 *classes; /* of each record */
  guint32 n_records;
  guint32 n_classes;
  guint32 n_features;
} LogisticInput;

/* How a regression is to be fitted: the limits are those of #DeidRegression. */
typedef struct
{
  DeidRegressionFunc fit;
  gpointer fit_data;
  double likelihood_weight;
  double tolerance;
} LogisticFit;

/* A logistic regression of each class against all others; of two classes one is enough. */
typedef struct
{
  guint32 n_models;
  guint32 n_features;
  double *coefficients; /* of each model in turn, the features from number 1 on */
} Logistic;

/* Has the host fit a regression. A function that fails need not say why. */
static gboolean
ask_host (const DeidRegression *regression, const LogisticFit *fit, double *coefficients,
          GError **error)
{
  GError *slot_error = NULL;
  const gboolean succeeded = fit->fit (regression, coefficients, fit->fit_data, &slot_error);

  if (!deid_slot_succeeded ("function", "that fits regressions", succeeded, slot_error, error))
    return FALSE;
  for (guint f = 0; f < regression->n_features; f++)
    if (!isfinite (coefficients[f]))
      return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                        "function that fits regressions: coefficient %u is not finite", f + 1);
  return TRUE;
}

/* Fits the regression of one class against all others. If all records, or none, belong to the
 * class, the intercept says so alone. */
static gboolean
fit_class (const LogisticInput *input, guint32 number, const LogisticFit *fit, double *labels,
           double *coefficients, GError **error)
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

/* Fits a model. On failure the model can be cleared. The stop is checked before each regression.
 * Errors: those of the host's function; %DEID_ERROR_INVALID_ARGUMENT if it fails without an error
 * or finds a coefficient that is not finite; those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
static gboolean
logistic_fit (Logistic *logistic, const LogisticInput *input, const LogisticFit *fit,
              const DeidStop *stop, GError **error)
{
  g_autofree double *labels = NULL;

  *logistic = (Logistic){ .n_models = input->n_classes > 2 ? input->n_classes : 1,
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

static void
logistic_clear (Logistic *logistic)
{
  g_clear_pointer (&logistic->coefficients, g_free);
}

static double
compute_score (const Logistic *logistic, guint32 number, const DeidFeature *record)
{
  const double *coefficients = &logistic->coefficients[(guint64) number * logistic->n_features];
  double score = 0;

  for (; record->number > 0; record++)
    score += coefficients[record->number - 1] * record->value;
  return score;
}

/* Returns: the probability of class 0, of two. */
static double
logistic_get_probability (const Logistic *logistic, const DeidFeature *record)
{
  return 1 / (1 + exp (-compute_score (logistic, 0, record)));
}

/* Returns: the class whose regression is the surest, the first of several. */
static guint32
logistic_predict (const Logistic *logistic, const DeidFeature *record)
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

/* How well a column is predicted from the quasi-identifiers, before and after. */

/* A target to predict, and the room for the records that a model learns from. */
typedef struct
{
  const DeidUtilityInput *input;
  const DeidStop *stop;
  guint32 *classes; /* of each record */
  guint32 n_classes;
  guint *folds;                /* of each record */
  const DeidFeature **records; /* to learn from, as what follows */
  guint32 *learnt;
} Prediction;

/* Numbers the values that records have of the target, in the order of their first appearance. */
static gboolean
classification_number_values (Prediction *prediction, const DeidColumn *column, GError **error)
{
  const DeidSample *sample = &prediction->input->sample;
  g_autofree guint32 *numbers = deid_alloc (column->dictionary.n, sizeof *numbers, error);

  for (guint32 i = 0; numbers != NULL && i < sample->n; i++)
    {
      guint32 *number = &numbers[deid_codes_get (&column->codes, sample->rows[i])];

      if (*number == 0)
        *number = ++prediction->n_classes;
      prediction->classes[i] = *number - 1;
    }
  return numbers != NULL;
}

/* Deals the records out to folds of the same size, give or take one, in an order that is drawn
 * (R. Durstenfeld: Algorithm 235, Commun. ACM 7, 1964). */
static void
deal (Prediction *prediction, guint n_folds, guint64 seed)
{
  DeidRandom random = { ~seed };
  guint *folds = prediction->folds;

  for (guint32 i = 0; i < prediction->input->sample.n; i++)
    {
      const guint64 other = deid_random_below (&random, (guint64) i + 1);

      folds[i] = folds[other];
      folds[other] = i % n_folds;
    }
}

/* Returns: the class that most of the records are of, the first of several. */
static guint32
find_most_frequent (const guint32 *classes, guint32 n, guint32 *n_of_it)
{
  guint32 counts[DEID_UTILITY_MAX_VALUES] = { 0 };
  guint32 best = 0;

  for (guint32 i = 0; i < n; i++)
    counts[classes[i]]++;
  for (guint32 c = 1; c < DEID_UTILITY_MAX_VALUES; c++)
    if (counts[c] > counts[best])
      best = c;
  *n_of_it = counts[best];
  return best;
}

/* Counts the records of a fold that are predicted rightly by what the others tell. Afterwards, only
 * released records are learnt from, and nothing is known of the others. If there is none, no record
 * is predicted. */
static gboolean
predict_fold (Prediction *prediction, const DeidFeatures *features, gboolean is_after, guint fold,
              guint64 *n_right, GError **error)
{
  const gboolean *is_suppressed = prediction->input->is_suppressed;
  const guint32 n = prediction->input->sample.n;
  LogisticInput input = { .records = prediction->records,
                          .classes = prediction->learnt,
                          .n_classes = prediction->n_classes,
                          .n_features = features->n_features };
  /* The limits of liblinear's own tool. */
  const LogisticFit fit = { prediction->input->fit, prediction->input->fit_data, 1, 0.01 };
  Logistic logistic;
  guint32 most_frequent, n_of_it;
  gboolean success;

  for (guint32 i = 0; i < n; i++)
    if (prediction->folds[i] != fold && !(is_after && is_suppressed[i]))
      {
        prediction->records[input.n_records] = features->records[i];
        prediction->learnt[input.n_records++] = prediction->classes[i];
      }
  if (input.n_records == 0)
    return TRUE;
  most_frequent = find_most_frequent (prediction->learnt, input.n_records, &n_of_it);
  success = logistic_fit (&logistic, &input, &fit, prediction->stop, error);
  for (guint32 i = 0; success && i < n; i++)
    if (prediction->folds[i] == fold)
      *n_right += prediction->classes[i]
                          == (is_after && is_suppressed[i]
                                  ? most_frequent
                                  : logistic_predict (&logistic, features->records[i]))
                      ? 1
                      : 0;
  logistic_clear (&logistic);
  return success;
}

/* The quasi-identifiers but for the target. */
static guint
classification_list_columns (const DeidUtility *utility, const DeidUtilityInput *input,
                             gboolean is_after, guint target, DeidFeatureColumn *columns)
{
  const DeidLattice *lattice = utility->problem->lattice;
  guint n = 0;

  for (guint c = 0; c < input->table.n_columns; c++)
    {
      const DeidColumn *column = &input->table.columns[c];
      const DeidAttribute *attribute = deid_lattice_find_attribute (lattice, column->name);

      if (attribute != NULL && c != target)
        columns[n++] = (DeidFeatureColumn){
          c, column, is_after ? &input->partition->columns[attribute - lattice->attributes] : NULL
        };
    }
  return n;
}

static gboolean
predict (Prediction *prediction, DeidUtility *utility, DeidUtilityTarget *target, gboolean is_after,
         GError **error)
{
  const DeidUtilityInput *input = prediction->input;
  g_autofree DeidFeatureColumn *columns
      = deid_alloc (input->table.n_columns, sizeof *columns, error);
  DeidFeatures features = { 0 };
  guint64 n_right = 0;
  gboolean success;

  if (columns == NULL)
    return FALSE;
  success = deid_features_init (
      &features, &input->sample, input->partition, columns,
      classification_list_columns (utility, input, is_after, target->column, columns),
      utility->is_excluded, prediction->stop, error);
  for (guint fold = 0; success && fold < utility->n_folds; fold++)
    success = predict_fold (prediction, &features, is_after, fold, &n_right, error);
  *(is_after ? &target->after : &target->before) = (double) n_right / input->sample.n;
  deid_features_clear (&features);
  return success;
}

gboolean
deid_utility_predict (DeidUtility *utility, const DeidUtilityInput *input,
                      DeidUtilityTarget *target, const DeidStop *stop, GError **error)
{
  const guint32 n = input->sample.n;
  Prediction prediction = { .input = input, .stop = stop };
  guint32 n_of_most_frequent;
  gboolean success
      = deid_new_arrays (error, DEID_NEW (prediction.classes, n), DEID_NEW (prediction.folds, n),
                         DEID_NEW (prediction.records, n), DEID_NEW (prediction.learnt, n))
        && classification_number_values (&prediction,
                                         deid_utility_look_up (utility, target->column), error);

  if (success)
    {
      find_most_frequent (prediction.classes, n, &n_of_most_frequent);
      target->baseline = (double) n_of_most_frequent / n;
      deal (&prediction, utility->n_folds, utility->seed);
      success = predict (&prediction, utility, target, FALSE, error)
                && predict (&prediction, utility, target, TRUE, error);
    }
  deid_free_arrays (prediction.classes, prediction.folds, prediction.records, prediction.learnt);
  return success;
}

/* The propensity score's mean squared error: how well a model tells records of the input from those
 * of the release, both with the labels of the release. */

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
               const Logistic *logistic, guint32 n_released)
{
  const double n = (double) input->sample.n + n_released;
  const double share = n_released / n;
  double sum = 0;

  for (guint32 i = 0; i < input->sample.n; i++)
    {
      const double difference = logistic_get_probability (logistic, features->records[i]) - share;

      sum += difference * difference * (input->is_suppressed[i] ? 1 : 2);
    }
  return sum / n;
}

/* Class 0 is the release, whose records come first. */
static gboolean
propensity_fit (const DeidUtilityInput *input, const DeidFeatures *features, guint32 n_released,
                Logistic *logistic, const DeidStop *stop, GError **error)
{
  LogisticInput stacked = { .n_records = n_released + input->sample.n,
                            .n_classes = 2,
                            .n_features = features->n_features };
  /* The weight is so great that the square of the coefficients hardly counts. */
  const LogisticFit limits = { input->fit, input->fit_data, 1e8, 1e-9 };
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
  return logistic_fit (logistic, &stacked, &limits, stop, error);
}

gboolean
deid_utility_measure_propensity (DeidUtility *utility, const DeidUtilityInput *input,
                                 const DeidStop *stop, GError **error)
{
  const guint32 n_released = (guint32) utility->n_released;
  g_autofree DeidFeatureColumn *columns
      = deid_alloc (input->table.n_columns, sizeof *columns, error);
  DeidFeatures features = { 0 };
  Logistic logistic = { 0 };
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
  logistic_clear (&logistic);
  deid_features_clear (&features);
  return success;
}
