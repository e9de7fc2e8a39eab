/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a risk report says, figure by figure. */
#include "base/wide.h"
#include "release/report/risk-report-private.h"

/* The smallest size of each interval. */
static const guint64 interval_sizes[]
    = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 1000, 10000, 100000 };

gboolean
deid_risk_report_is_publishable (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, FALSE);

  return report->is_after;
}

#define DEFINE_GETTER(name)                                                                        \
  guint64 deid_risk_report_get_##name (const DeidRiskReport *report)                               \
  {                                                                                                \
    g_return_val_if_fail (report != NULL, 0);                                                      \
                                                                                                   \
    return report->name;                                                                           \
  }

DEFINE_GETTER (n_records)
DEFINE_GETTER (n_persons)
DEFINE_GETTER (n_population)
DEFINE_GETTER (n_unmatched)
DEFINE_GETTER (n_classes)
DEFINE_GETTER (n_population_unique)

guint64
deid_risk_report_get_smallest_class (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->sizes.counts[0].size;
}

guint64
deid_risk_report_get_largest_class (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->sizes.counts[report->sizes.n - 1].size;
}

double
deid_risk_report_get_average_class (const DeidRiskReport *report)
{
  DeidWide sum = 0;

  g_return_val_if_fail (report != NULL, 0);

  for (guint32 i = 0; i < report->sizes.n; i++)
    sum += (DeidWide) report->sizes.counts[i].size * report->sizes.counts[i].n_classes;
  return (double) sum / (double) report->n_classes;
}

double
deid_risk_report_get_maximum_risk (const DeidRiskReport *report, DeidAdversary adversary)
{
  g_return_val_if_fail (report != NULL, 0);

  return 1.0 / (double) deid_risk_report_get_sizes (report, adversary)->counts[0].size;
}

double
deid_risk_report_get_average_risk (const DeidRiskReport *report, DeidAdversary adversary)
{
  g_return_val_if_fail (report != NULL, 0);

  return deid_size_counts_get_average_risk (deid_risk_report_get_sizes (report, adversary),
                                            report->n_records);
}

double
deid_risk_report_get_lowest_risk (const DeidRiskReport *report, DeidAdversary adversary)
{
  const DeidSizeCounts *sizes;

  g_return_val_if_fail (report != NULL, 0);

  sizes = deid_risk_report_get_sizes (report, adversary);
  return 1.0 / (double) sizes->counts[sizes->n - 1].size;
}

guint64
deid_risk_report_get_n_at_risk (const DeidRiskReport *report, DeidAdversary adversary)
{
  const DeidSizeCounts *sizes;

  g_return_val_if_fail (report != NULL, 0);

  sizes = deid_risk_report_get_sizes (report, adversary);
  return deid_size_counts_sum (
      sizes, 0, deid_size_counts_find_end_above (sizes, &report->options->threshold), NULL);
}

guint64
deid_risk_report_get_n_at_maximum (const DeidRiskReport *report, DeidAdversary adversary)
{
  g_return_val_if_fail (report != NULL, 0);

  return deid_risk_report_get_sizes (report, adversary)->counts[0].n_records;
}

double
deid_risk_report_get_marketer_risk (const DeidRiskReport *report)
{
  return deid_risk_report_get_average_risk (report, DEID_ADVERSARY_JOURNALIST);
}

guint64
deid_risk_report_get_n_unique (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->sizes.counts[0].size == 1 ? report->sizes.counts[0].n_records : 0;
}

guint64
deid_risk_report_get_n_sizes (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return report->sizes.n;
}

guint64
deid_risk_report_get_size (const DeidRiskReport *report, guint64 i, guint64 *n_classes,
                           guint64 *n_records)
{
  g_return_val_if_fail (report != NULL && i < report->sizes.n, 0);

  if (n_classes != NULL)
    *n_classes = report->sizes.counts[i].n_classes;
  if (n_records != NULL)
    *n_records = report->sizes.counts[i].n_records;
  return report->sizes.counts[i].size;
}

guint
deid_risk_report_get_n_intervals (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, 0);

  return G_N_ELEMENTS (interval_sizes);
}

guint64
deid_risk_report_find_interval (const DeidRiskReport *report, DeidAdversary adversary, guint i,
                                guint32 *first, guint32 *end)
{
  const DeidSizeCounts *sizes = deid_risk_report_get_sizes (report, adversary);

  *first = deid_size_counts_find (sizes, interval_sizes[i]);
  *end = i + 1 < G_N_ELEMENTS (interval_sizes)
             ? deid_size_counts_find (sizes, interval_sizes[i + 1])
             : sizes->n;
  return interval_sizes[i];
}

guint64
deid_risk_report_get_interval (const DeidRiskReport *report, DeidAdversary adversary, guint i,
                               guint64 *n_records, guint64 *n_cumulative)
{
  const DeidSizeCounts *sizes;
  guint32 first, end;
  guint64 size;

  g_return_val_if_fail (report != NULL && i < G_N_ELEMENTS (interval_sizes), 0);

  sizes = deid_risk_report_get_sizes (report, adversary);
  size = deid_risk_report_find_interval (report, adversary, i, &first, &end);
  if (n_records != NULL)
    *n_records = deid_size_counts_sum (sizes, first, end, NULL);
  if (n_cumulative != NULL)
    *n_cumulative = deid_size_counts_sum (sizes, 0, end, NULL);
  return size;
}
