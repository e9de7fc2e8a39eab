/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The figures of a risk report, handed out if it tells them. */
#include <math.h>

#include "report/risk-report-private.h"

static gboolean
give_count (guint64 n, guint64 *place)
{
  if (n == DEID_WITHHELD)
    return FALSE;
  if (place != NULL)
    *place = n;
  return TRUE;
}

static gboolean
give_share (double share, double *place)
{
  if (isnan (share))
    return FALSE;
  if (place != NULL)
    *place = share;
  return TRUE;
}

gboolean
deid_risk_report_is_after (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return report->is_after;
}

gboolean
deid_risk_report_counts_persons (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return report->has_persons;
}

double
deid_risk_report_get_threshold (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return deid_risk_options_get_threshold (report->options);
}

guint64
deid_risk_report_get_minimum_cell (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->options->minimum_cell;
}

gboolean
deid_risk_report_get_n_records (const DeidRiskReport *report, guint64 *n_records)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (report->n_records, n_records);
}

gboolean
deid_risk_report_get_n_persons (const DeidRiskReport *report, guint64 *n_persons)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (report->n_persons, n_persons);
}

gboolean
deid_risk_report_get_n_population (const DeidRiskReport *report, guint64 *n_population)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (report->has_population ? report->n_population : DEID_WITHHELD, n_population);
}

gboolean
deid_risk_report_get_n_unmatched (const DeidRiskReport *report, guint64 *n_unmatched)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (report->has_population ? report->n_unmatched : DEID_WITHHELD, n_unmatched);
}

gboolean
deid_risk_report_get_n_classes (const DeidRiskReport *report, guint64 *n_classes)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (report->n_classes, n_classes);
}

gboolean
deid_risk_report_get_smallest_class (const DeidRiskReport *report, guint64 *size)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (deid_risk_figure_smallest_class (report), size);
}

gboolean
deid_risk_report_get_largest_class (const DeidRiskReport *report, guint64 *size)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (deid_risk_figure_largest_class (report), size);
}

gboolean
deid_risk_report_get_n_unique (const DeidRiskReport *report, guint64 *n_unique)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (deid_risk_figure_n_unique (report), n_unique);
}

gboolean
deid_risk_report_get_n_population_unique (const DeidRiskReport *report,
                                          guint64 *n_population_unique)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (report->has_population ? deid_risk_figure_n_population_unique (report)
                                            : DEID_WITHHELD,
                     n_population_unique);
}

gboolean
deid_risk_report_get_population_size (const DeidRiskReport *report, guint64 *size)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (report->population_size > 0 ? report->population_size : DEID_WITHHELD, size);
}

gboolean
deid_risk_report_get_n_at_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                guint64 *n_at_risk)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (deid_risk_figure_n_at_risk (report, adversary), n_at_risk);
}

gboolean
deid_risk_report_get_n_at_maximum (const DeidRiskReport *report, DeidAdversary adversary,
                                   guint64 *n_at_maximum)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (deid_risk_figure_n_at_maximum (report, adversary), n_at_maximum);
}

gboolean
deid_risk_report_get_average_class (const DeidRiskReport *report, double *mean)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_share (deid_risk_figure_average_class (report), mean);
}

gboolean
deid_risk_report_get_marketer_risk (const DeidRiskReport *report, double *risk)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_share (deid_risk_figure_marketer_risk (report), risk);
}

gboolean
deid_risk_report_get_maximum_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                   double *risk)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_share (deid_risk_figure_maximum_risk (report, adversary), risk);
}

gboolean
deid_risk_report_get_average_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                   double *risk)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_share (deid_risk_figure_average_risk (report, adversary), risk);
}

gboolean
deid_risk_report_get_lowest_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                  double *risk)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_share (deid_risk_figure_lowest_risk (report, adversary), risk);
}

gboolean
deid_risk_report_get_person_risks (const DeidRiskReport *report, guint64 *n_persons,
                                   guint64 *n_at_risk, guint64 *n_unique, double *average)
{
  const DeidSizeCounts *sizes;
  guint64 n;

  g_return_val_if_fail (report != NULL, FALSE);

  if (!report->has_persons || report->audience == DEID_AUDIENCE_PUBLIC)
    return FALSE;
  sizes = &report->sizes;
  n = deid_risk_report_count_class_persons (report);
  give_count (n, n_persons);
  give_count (deid_size_counts_sum_sizes (
                  sizes, 0, deid_size_counts_find_end_above (sizes, &report->options->threshold)),
              n_at_risk);
  give_count (sizes->counts[0].size == 1 ? sizes->counts[0].n_classes : 0, n_unique);
  return give_share ((double) report->n_classes / (double) n, average);
}

gboolean
deid_risk_report_get_n_sizes (const DeidRiskReport *report, guint64 *n_sizes)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return give_count (report->audience == DEID_AUDIENCE_PUBLIC ? DEID_WITHHELD : report->sizes.n,
                     n_sizes);
}
