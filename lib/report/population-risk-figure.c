/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/risk-sum.h"
#include "report/risk-report-private.h"

guint64
deid_risk_report_count_class_persons (const DeidRiskReport *report)
{
  return deid_size_counts_sum_sizes (&report->sizes, 0, report->sizes.n);
}

static gboolean
population_risk_figure_add_risks (const DeidRiskReport *report, DeidRiskSum *sum,
                                  const DeidStop *stop, GError **error)
{
  const DeidSizeCounts *sizes = report->has_population ? &report->shared_sizes : &report->sizes;

  for (guint32 i = 0; i < sizes->n; i++)
    {
      const DeidSizeCell *cell = &sizes->counts[i];
      const guint64 n_persons
          = report->has_population ? cell->n_records : cell->size * cell->n_classes;

      if (!deid_stop_check_row (stop, i, error)
          || !deid_risk_sum_add (sum, n_persons, cell->size, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
population_risk_figure_check (double gamma, DeidRiskScale scale, GError **error)
{
  char text[DEID_DECIMAL_SIZE];

  if (deid_risk_find_halves (gamma) > 0 && (guint) scale <= DEID_RISK_SCALE_MEAN)
    return TRUE;
  deid_double_to_decimal (gamma, text);
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "population risk: exponent %s and scale %d, expected a multiple of 0.5 from 0.5 to "
               "4, and the sum (0) or the mean (1)",
               text, (int) scale);
  return FALSE;
}

gboolean
deid_risk_report_get_population_risk (const DeidRiskReport *report, double gamma,
                                      DeidRiskScale scale, double *risk, GCancellable *cancellable,
                                      GError **error)
{
  DeidRiskSum sum;
  gboolean success;
  double rounded;

  g_return_val_if_fail (report != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!population_risk_figure_check (gamma, scale, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (report->audience == DEID_AUDIENCE_PUBLIC)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "the population risk is custodian-only, expected a report for the custodian");
      return FALSE;
    }
  deid_risk_sum_init (&sum, deid_risk_find_halves (gamma));
  success
      = population_risk_figure_add_risks (report, &sum, DEID_STOP_OF (cancellable), error)
        && deid_risk_sum_round_up (
            &sum, scale == DEID_RISK_SCALE_MEAN ? deid_risk_report_count_class_persons (report) : 1,
            &rounded, error);
  deid_risk_sum_clear (&sum);
  if (success && risk != NULL)
    *risk = rounded;
  return success;
}
