/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How well a column is predicted from the quasi-identifiers, before and after. */
#include "base/arrays.h"
#include "base/memory.h"
#include "base/portable-math.h"
#include "distortion/features.h"
#include "distortion/utility-private.h"

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
  DeidLogisticInput input = { .records = prediction->records,
                              .classes = prediction->learnt,
                              .n_classes = prediction->n_classes,
                              .n_features = features->n_features };
  /* The limits of liblinear's own tool. */
  const DeidLogisticFit fit = { prediction->input->fit, prediction->input->fit_data, 1, 0.01 };
  DeidLogistic logistic;
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
  success = deid_logistic_fit (&logistic, &input, &fit, prediction->stop, error);
  for (guint32 i = 0; success && i < n; i++)
    if (prediction->folds[i] == fold)
      *n_right += prediction->classes[i]
                          == (is_after && is_suppressed[i]
                                  ? most_frequent
                                  : deid_logistic_predict (&logistic, features->records[i]))
                      ? 1
                      : 0;
  deid_logistic_clear (&logistic);
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
  g_free (prediction.classes);
  g_free (prediction.folds);
  g_free (prediction.records);
  g_free (prediction.learnt);
  return success;
}
