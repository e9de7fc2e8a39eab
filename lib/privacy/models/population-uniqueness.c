/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>

#include "base/text.h"
#include "privacy/privacy-input.h"
#include "privacy/privacy-model-private.h"
#include "privacy/uniqueness.h"
#include "privacy/models.h"

const char *const deid_uniqueness_estimator_names[DEID_N_UNIQUENESS_ESTIMATORS]
    = { "pitman", "zayatz", "snb", "dankar" };

typedef struct
{
  DeidUniquenessEstimator estimator;
  guint64 n_population; /* or 0, where the fraction or the survey weights tell it */
  gboolean by_survey;
  DeidParameter fraction;
  DeidParameter threshold;
} PopulationUniquenessParameters;

/* A fraction has a point, which 1 gets here, so as not to be taken for a size. */
static char *
spell_population (const PopulationUniquenessParameters *parameters, const char *name)
{
  const DeidParameter *fraction = &parameters->fraction;

  if (parameters->by_survey)
    return g_strconcat (name, ":survey", NULL);
  if (parameters->n_population > 0)
    return g_strdup_printf ("%s:%" G_GUINT64_FORMAT, name, parameters->n_population);
  return fraction->numerator == fraction->denominator ? g_strconcat (name, ":1.0", NULL)
                                                      : deid_parameter_spell (fraction, name);
}

static char *
population_uniqueness_describe (gpointer data)
{
  const PopulationUniquenessParameters *parameters = data;
  g_autofree char *head
      = g_strconcat ("pu:", deid_uniqueness_estimator_names[parameters->estimator], NULL);
  g_autofree char *middle = spell_population (parameters, head);

  return deid_parameter_spell (&parameters->threshold, middle);
}

/* Counts what the sizes of classes count: the records of the table, or its persons. */
static gboolean
count_sample (const DeidPrivacyInput *input, guint64 *n, GError **error)
{
  const DeidColumn *entities = input->table->entities;
  g_autofree guint64 *counts = NULL;

  *n = input->n_records;
  if (entities == NULL)
    return TRUE;
  counts = deid_table_source_count_codes (input->table, entities, input->stop, error);
  if (counts == NULL)
    return FALSE;
  *n = 0;
  for (guint32 code = 0; code < entities->dictionary.n; code++)
    *n += counts[code] > 0 ? 1 : 0;
  return TRUE;
}

static gboolean
find_population (const PopulationUniquenessParameters *parameters, const DeidPrivacyInput *input,
                 guint64 *n_population, GError **error)
{
  const guint64 numerator = parameters->fraction.numerator;
  guint64 n;
  DeidWide size;

  if (!count_sample (input, &n, error))
    return FALSE;
  *n_population = parameters->n_population;
  if (parameters->n_population > 0 && n <= parameters->n_population)
    return TRUE;
  if (parameters->n_population > 0)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "privacy model pu: the table has %" G_GUINT64_FORMAT
                      " %s, expected a sample of a population of %" G_GUINT64_FORMAT,
                      n, input->table->entities != NULL ? "persons" : "records",
                      parameters->n_population);
  size = ((DeidWide) n * parameters->fraction.denominator + numerator / 2) / numerator;
  *n_population = (guint64) size;
  if (size <= G_MAXUINT64)
    return TRUE;
  return deid_fail (error, DEID_ERROR_TOO_LARGE,
                    "privacy model pu: a population of 2^64 people or more");
}

/* The state is the size of the population. */
static gboolean
population_uniqueness_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state,
                               GError **error)
{
  const PopulationUniquenessParameters *parameters = data;
  guint64 n_population;

  if (!(parameters->by_survey ? deid_privacy_input_estimate_population (input, &n_population, error)
                              : find_population (parameters, input, &n_population, error)))
    return FALSE;
  *state = g_memdup2 (&n_population, sizeof n_population);
  return TRUE;
}

static gboolean
population_uniqueness_accept_table (const DeidTableView *table, gpointer state, gpointer data,
                                    gboolean *passes, GError **error)
{
  const PopulationUniquenessParameters *parameters = data;
  const guint64 n_population = *(const guint64 *) state;
  DeidSizeHistogram histogram;
  guint32 n_classes;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n_classes);
  double n_uniques = 0;
  const gboolean success
      = deid_size_histogram_init (&histogram, sizes, n_classes, DEID_STOP_NEVER, error)
        && deid_uniqueness_estimate (parameters->estimator, &histogram, n_population, &n_uniques,
                                     NULL, DEID_STOP_NEVER, error);

  *passes = n_uniques <= parameters->threshold.value * (double) n_population;
  deid_size_histogram_clear (&histogram);
  return success;
}

static gboolean
population_uniqueness_check (const PopulationUniquenessParameters *parameters, GError **error)
{
  if ((guint) parameters->estimator >= DEID_N_UNIQUENESS_ESTIMATORS)
    return deid_privacy_model_fail ("pu", "an unknown estimator", "one of DeidUniquenessEstimator",
                                    error);
  if (parameters->threshold.numerator > parameters->threshold.denominator)
    return deid_parameter_fail (&parameters->threshold, "pu", "a share from 0 to 1", error);
  return TRUE;
}

static DeidPrivacyModel *
population_uniqueness_make (const PopulationUniquenessParameters *parameters, GError **error)
{
  static const DeidModelSlots slots = {
    .describe = population_uniqueness_describe,
    .prepare = population_uniqueness_prepare,
    .free_state = deid_model_free_state,
    .accept_table = population_uniqueness_accept_table,
    .closure = DEID_CLOSURE_NONE,
    .size_only = TRUE,
    .suppression_order = DEID_SUPPRESSION_ORDER_SMALLEST_FIRST,
    .sentence = "By an estimate, at most a share of $3 of the population is unique in it by the "
                "labels of the release ($:)",
  };

  return population_uniqueness_check (parameters, error) ? deid_privacy_model_new_of_slots (
             &slots, g_memdup2 (parameters, sizeof *parameters), g_free, NULL, error)
                                                         : NULL;
}

DeidPrivacyModel *
deid_privacy_model_new_population_uniqueness (DeidUniquenessEstimator estimator,
                                              guint64 population_size, double threshold,
                                              GError **error)
{
  PopulationUniquenessParameters parameters
      = { .estimator = estimator, .n_population = population_size };

  if (population_size < 2)
    {
      deid_privacy_model_fail ("pu", "a population of fewer than 2", "at least 2", error);
      return NULL;
    }
  return deid_parameter_init (&parameters.threshold, threshold, TRUE, "pu", error)
             ? population_uniqueness_make (&parameters, error)
             : NULL;
}

DeidPrivacyModel *
deid_privacy_model_new_population_uniqueness_of_fraction (DeidUniquenessEstimator estimator,
                                                          double fraction, double threshold,
                                                          GError **error)
{
  PopulationUniquenessParameters parameters = { .estimator = estimator };

  if (!deid_parameter_init (&parameters.fraction, fraction, FALSE, "pu", error)
      || !deid_parameter_init (&parameters.threshold, threshold, TRUE, "pu", error))
    return NULL;
  if (parameters.fraction.numerator > parameters.fraction.denominator)
    {
      deid_parameter_fail (&parameters.fraction, "pu", "a share above 0 and at most 1", error);
      return NULL;
    }
  return population_uniqueness_make (&parameters, error);
}

DeidPrivacyModel *
deid_privacy_model_new_population_uniqueness_of_survey (DeidUniquenessEstimator estimator,
                                                        double threshold, GError **error)
{
  PopulationUniquenessParameters parameters = { .estimator = estimator, .by_survey = TRUE };

  return deid_parameter_init (&parameters.threshold, threshold, TRUE, "pu", error)
             ? population_uniqueness_make (&parameters, error)
             : NULL;
}

/* Estimates from a sample that has been counted. */
static gboolean
estimate (DeidUniquenessEstimator estimator, const DeidSizeHistogram *histogram,
          guint64 population_size, double *n_uniques, const DeidStop *stop, GError **error)
{
  double found;

  if (histogram->n_records > population_size)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "population uniqueness: a sample of %" G_GUINT64_FORMAT
                      " records, expected a population that is not smaller",
                      histogram->n_records);
  if (!deid_uniqueness_estimate (estimator, histogram, population_size, &found, NULL, stop, error))
    return FALSE;
  if (isnan (found))
    return deid_fail (error, DEID_ERROR_NO_SOLUTION,
                      "population uniqueness: the equations of %s have no solution for this sample",
                      deid_uniqueness_estimator_names[estimator]);
  *n_uniques = found;
  return TRUE;
}

gboolean
deid_population_uniqueness_estimate (DeidUniquenessEstimator estimator, const guint64 *sizes,
                                     gsize n_sizes, guint64 population_size, double *n_uniques,
                                     GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  DeidSizeHistogram histogram;
  gboolean success;

  g_return_val_if_fail (sizes != NULL, FALSE);
  g_return_val_if_fail (n_uniques != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if ((guint) estimator >= DEID_N_UNIQUENESS_ESTIMATORS || n_sizes == 0)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "population uniqueness: expected a known estimator and at least one class");
  success = deid_size_histogram_init (&histogram, sizes, n_sizes, stop, error)
            && estimate (estimator, &histogram, population_size, n_uniques, stop, error);
  deid_size_histogram_clear (&histogram);
  return success;
}
