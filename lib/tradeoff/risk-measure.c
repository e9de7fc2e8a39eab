/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Risks of different tables are compared as fractions of integers. A population risk is a sum of
 * fractions, which is rounded up to a double first: that never changes an order, but two of them
 * may become equal, and then the sums are put over one denominator. */
#include "tradeoff/tradeoff-private.h"

#include "base/big-number.h"
#include "base/text.h"
#include "privacy/models.h"

const char *
deid_risk_measure_get_name (DeidRiskMeasure measure)
{
  static const char *const names[DEID_N_RISK_MEASURES]
      = { "highest", "average", "at-risk", "population" };

  return (guint) measure < G_N_ELEMENTS (names) ? names[measure] : NULL;
}

/* Each class counts its own persons, as for the models. */
static guint64
risk_measure_count_at_risk (const DeidRiskReport *report, const DeidRiskOptions *options)
{
  return deid_size_counts_sum_sizes (
      &report->sizes, 0, deid_size_counts_find_end_above (&report->sizes, &options->threshold));
}

/* Of any measure but the population risk. */
static void
get_fraction (DeidRiskMeasure measure, const DeidRiskOptions *options, const DeidRiskReport *report,
              guint64 *numerator, guint64 *denominator)
{
  *numerator = 1;
  *denominator = report->sizes.counts[0].size;
  if (measure == DEID_RISK_MEASURE_HIGHEST)
    return;
  *numerator = measure == DEID_RISK_MEASURE_AVERAGE ? report->n_classes
                                                    : risk_measure_count_at_risk (report, options);
  *denominator = deid_risk_report_count_class_persons (report);
}

gboolean
deid_risk_measure_get_risk (DeidRiskMeasure measure, const DeidRiskOptions *options,
                            const DeidRiskReport *report, double *risk, GCancellable *cancellable,
                            GError **error)
{
  guint64 numerator, denominator;

  if (measure == DEID_RISK_MEASURE_POPULATION)
    return deid_risk_report_get_population_risk (report, 1, DEID_RISK_SCALE_MEAN, risk, cancellable,
                                                 error);
  get_fraction (measure, options, report, &numerator, &denominator);
  *risk = (double) numerator / (double) denominator;
  return TRUE;
}

/* The parts of a sum, by the size in the population. */
typedef struct
{
  const DeidSizeCounts *sizes;
  gboolean has_population;
  guint32 next;
} Parts;

static Parts
risk_measure_list_parts (const DeidRiskReport *report)
{
  return (Parts){ .sizes = report->has_population ? &report->shared_sizes : &report->sizes,
                  .has_population = report->has_population };
}

/* Returns: the size of the next part, or %G_MAXUINT64 behind the last one. */
static guint64
peek (const Parts *parts)
{
  return parts->next < parts->sizes->n ? parts->sizes->counts[parts->next].size : G_MAXUINT64;
}

/* Returns: the persons of the next part if it has this size, and 0 otherwise. */
static guint64
risk_measure_take (Parts *parts, guint64 size)
{
  const DeidSizeCell *cell = &parts->sizes->counts[parts->next];

  if (peek (parts) != size)
    return 0;
  parts->next++;
  return parts->has_population ? cell->n_records : cell->size * cell->n_classes;
}

/* Two sums over one denominator. */
typedef struct
{
  DeidNatural sums[2];
  DeidNatural denominator;
  DeidNatural term;
} CommonSums;

static void
clear_sums (CommonSums *sums)
{
  deid_natural_clear (&sums->sums[0]);
  deid_natural_clear (&sums->sums[1]);
  deid_natural_clear (&sums->denominator);
  deid_natural_clear (&sums->term);
}

/* Adds so many persons of a size to each sum. */
static gboolean
risk_measure_add_part (CommonSums *sums, const guint64 n_persons[2], guint64 size, GError **error)
{
  for (guint i = 0; i < 2; i++)
    if (!deid_natural_multiply (&sums->sums[i], size, error)
        || !deid_natural_copy (&sums->term, &sums->denominator, error)
        || !deid_natural_multiply (&sums->term, n_persons[i], error)
        || !deid_natural_add (&sums->sums[i], &sums->term, error))
      return FALSE;
  return deid_natural_multiply (&sums->denominator, size, error);
}

static gboolean
risk_measure_add_parts (CommonSums *sums, const DeidRiskReport *a, const DeidRiskReport *b,
                        GError **error)
{
  Parts parts[2] = { risk_measure_list_parts (a), risk_measure_list_parts (b) };

  while (peek (&parts[0]) < G_MAXUINT64 || peek (&parts[1]) < G_MAXUINT64)
    {
      const guint64 size = MIN (peek (&parts[0]), peek (&parts[1]));
      guint64 n_persons[2];

      for (guint i = 0; i < 2; i++)
        n_persons[i] = risk_measure_take (&parts[i], size);
      if (n_persons[0] % size == 0 && n_persons[1] % size == 0)
        {
          n_persons[0] /= size;
          n_persons[1] /= size;
          if (!risk_measure_add_part (sums, n_persons, 1, error))
            return FALSE;
        }
      else if (!risk_measure_add_part (sums, n_persons, size, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
compare_sums (const DeidRiskReport *a, const DeidRiskReport *b, int *sign, GError **error)
{
  CommonSums sums = { 0 };
  const gboolean success
      = deid_natural_set (&sums.denominator, 1, error)
        && risk_measure_add_parts (&sums, a, b, error)
        && deid_natural_multiply (&sums.sums[0], deid_risk_report_count_class_persons (b), error)
        && deid_natural_multiply (&sums.sums[1], deid_risk_report_count_class_persons (a), error);

  if (success)
    *sign = deid_natural_compare (&sums.sums[0], &sums.sums[1]);
  clear_sums (&sums);
  return success;
}

static gboolean
compare_population_risks (const DeidRiskReport *a, const DeidRiskReport *b, int *sign,
                          GError **error)
{
  double first, second;

  if (!deid_risk_report_get_population_risk (a, 1, DEID_RISK_SCALE_MEAN, &first, NULL, error)
      || !deid_risk_report_get_population_risk (b, 1, DEID_RISK_SCALE_MEAN, &second, NULL, error))
    return FALSE;
  *sign = first < second ? -1 : first > second;
  return *sign != 0 || compare_sums (a, b, sign, error);
}

gboolean
deid_risk_measure_compare (DeidRiskMeasure measure, const DeidRiskOptions *options,
                           const DeidRiskReport *a, const DeidRiskReport *b, int *sign,
                           GError **error)
{
  guint64 numerators[2], denominators[2];
  DeidWide left, right;

  if (measure == DEID_RISK_MEASURE_POPULATION)
    return compare_population_risks (a, b, sign, error);
  get_fraction (measure, options, a, &numerators[0], &denominators[0]);
  get_fraction (measure, options, b, &numerators[1], &denominators[1]);
  left = (DeidWide) numerators[0] * denominators[1];
  right = (DeidWide) numerators[1] * denominators[0];
  *sign = left < right ? -1 : left > right;
  return TRUE;
}

/* Sets @k to the least one that keeps the highest risk to a threshold. No class has as many records
 * as the greatest number has, so that nothing is lost where k would be more. */
static gboolean
risk_measure_find_k (double threshold, guint64 *k, GError **error)
{
  DeidRational exact;
  DeidWide least;

  if (!deid_rational_from_double (threshold, "the threshold of the highest risk", &exact, error))
    return FALSE;
  if (exact.numerator == 0 || exact.numerator > exact.denominator)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "the threshold of the highest risk is %s, expected more than 0 and at most 1",
                      DEID_DECIMAL (threshold));
  least = exact.denominator / exact.numerator + (exact.denominator % exact.numerator > 0);
  *k = (guint64) MIN (least, (DeidWide) G_MAXUINT64);
  return TRUE;
}

static DeidPrivacyModel *
risk_measure_make_model (DeidRiskMeasure measure, double threshold, const DeidRiskOptions *options,
                         GError **error)
{
  if (measure == DEID_RISK_MEASURE_AVERAGE)
    return deid_privacy_model_new_average_risk (threshold, error);
  if (measure == DEID_RISK_MEASURE_AT_RISK)
    return deid_privacy_model_new_records_at_risk (
        DEID_PROSECUTOR, deid_risk_options_get_threshold (options), threshold, error);
  return deid_privacy_model_new_population_risk (threshold, 1, DEID_RISK_SCALE_MEAN,
                                                 DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES, error);
}

DeidProblem *
deid_risk_measure_make_problem (DeidRiskMeasure measure, const DeidProblem *problem,
                                double threshold, const DeidRiskOptions *options, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = NULL;
  g_autoptr (DeidProblem) copy = NULL;
  guint64 k = 0;

  if (measure == DEID_RISK_MEASURE_HIGHEST)
    return risk_measure_find_k (threshold, &k, error) ? deid_problem_copy_with_k (problem, k, error)
                                                      : NULL;
  model = risk_measure_make_model (measure, threshold, options, error);
  if (model == NULL)
    return NULL;
  copy = deid_problem_copy (problem, error);
  return copy != NULL && deid_problem_add_privacy_model (copy, model, error)
             ? g_steal_pointer (&copy)
             : NULL;
}
