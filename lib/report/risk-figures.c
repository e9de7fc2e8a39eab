/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a risk report says, figure by figure. */
#include <math.h>

#include "base/rational.h"
#include "report/risk-report-private.h"

/* The sizes that an adversary's risks are by. */
static inline const DeidSizeCounts *
risk_report_get_sizes (const DeidRiskReport *report, DeidAdversary adversary)
{
  return adversary == DEID_ADVERSARY_JOURNALIST && report->has_population
             ? &report->population_sizes
             : &report->sizes;
}

/* The smallest size of each interval. */
static const guint64 interval_sizes[]
    = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 1000, 10000, 100000 };

/* Returns: what is shown of an adversary's sizes if the report is public, or NULL. */
static const DeidShownSizes *
get_shown (const DeidRiskReport *report, DeidAdversary adversary)
{
  return report->audience == DEID_AUDIENCE_PUBLIC
             ? &report->shown[adversary == DEID_ADVERSARY_JOURNALIST]
             : NULL;
}

static guint64
show_smallest (const DeidShownSizes *shown)
{
  return shown->is_smallest ? shown->intervals[0].smallest : DEID_WITHHELD;
}

/* Returns: the records in the first interval if its sizes are but one. */
static guint64
show_at_smallest (const DeidShownSizes *shown, guint64 smallest)
{
  return shown->n_intervals > 1 && shown->intervals[0].smallest == smallest
                 && shown->intervals[1].smallest == smallest + 1
             ? shown->intervals[0].n_records
             : DEID_WITHHELD;
}

/* Returns: the records with a size of 1: none where all are greater. */
static guint64
show_unique (const DeidShownSizes *shown)
{
  return shown->n_intervals > 0 && shown->intervals[0].smallest > 1 ? 0
                                                                    : show_at_smallest (shown, 1);
}

guint64
deid_risk_figure_n_population_unique (const DeidRiskReport *report)
{
  const DeidShownSizes *shown = get_shown (report, DEID_ADVERSARY_JOURNALIST);

  if (shown == NULL || !report->has_population)
    return report->n_population_unique;
  return show_unique (shown) == 0 ? 0 : DEID_WITHHELD;
}

guint64
deid_risk_figure_smallest_class (const DeidRiskReport *report)
{
  const DeidShownSizes *shown = get_shown (report, DEID_ADVERSARY_PROSECUTOR);

  return shown != NULL ? show_smallest (shown) : report->sizes.counts[0].size;
}

guint64
deid_risk_figure_largest_class (const DeidRiskReport *report)
{
  return report->audience == DEID_AUDIENCE_PUBLIC ? DEID_WITHHELD
                                                  : report->sizes.counts[report->sizes.n - 1].size;
}

double
deid_risk_figure_average_class (const DeidRiskReport *report)
{
  DeidWide sum = 0;

  if (report->audience == DEID_AUDIENCE_PUBLIC)
    return NAN;
  for (guint32 i = 0; i < report->sizes.n; i++)
    sum += (DeidWide) report->sizes.counts[i].size * report->sizes.counts[i].n_classes;
  return (double) sum / (double) report->n_classes;
}

double
deid_risk_figure_maximum_risk (const DeidRiskReport *report, DeidAdversary adversary)
{
  const DeidShownSizes *shown = get_shown (report, adversary);

  if (shown != NULL)
    return shown->is_smallest ? 1.0 / (double) shown->intervals[0].smallest : NAN;
  return 1.0 / (double) risk_report_get_sizes (report, adversary)->counts[0].size;
}

double
deid_risk_figure_average_risk (const DeidRiskReport *report, DeidAdversary adversary)
{
  return report->audience == DEID_AUDIENCE_PUBLIC
             ? NAN
             : deid_size_counts_get_average_risk (risk_report_get_sizes (report, adversary),
                                                  report->n_records);
}

double
deid_risk_figure_lowest_risk (const DeidRiskReport *report, DeidAdversary adversary)
{
  const DeidSizeCounts *sizes;

  if (report->audience == DEID_AUDIENCE_PUBLIC)
    return NAN;
  sizes = risk_report_get_sizes (report, adversary);
  return 1.0 / (double) sizes->counts[sizes->n - 1].size;
}

guint64
deid_risk_figure_n_at_risk (const DeidRiskReport *report, DeidAdversary adversary)
{
  const DeidSizeCounts *sizes;
  const DeidShownSizes *shown = get_shown (report, adversary);

  if (shown != NULL)
    return shown->has_threshold ? shown->n_above_threshold : DEID_WITHHELD;
  sizes = risk_report_get_sizes (report, adversary);
  return deid_size_counts_sum (
      sizes, 0, deid_size_counts_find_end_above (sizes, &report->options->threshold), NULL);
}

guint64
deid_risk_figure_n_at_maximum (const DeidRiskReport *report, DeidAdversary adversary)
{
  const DeidShownSizes *shown = get_shown (report, adversary);

  if (shown != NULL)
    return shown->is_smallest ? show_at_smallest (shown, shown->intervals[0].smallest)
                              : DEID_WITHHELD;
  return risk_report_get_sizes (report, adversary)->counts[0].n_records;
}

double
deid_risk_figure_marketer_risk (const DeidRiskReport *report)
{
  return deid_risk_figure_average_risk (report, DEID_ADVERSARY_JOURNALIST);
}

guint64
deid_risk_figure_n_unique (const DeidRiskReport *report)
{
  const DeidShownSizes *shown = get_shown (report, DEID_ADVERSARY_PROSECUTOR);

  if (shown != NULL)
    return show_unique (shown);
  return report->sizes.counts[0].size == 1 ? report->sizes.counts[0].n_records : 0;
}

guint64
deid_risk_report_get_n_intervals (const DeidRiskReport *report, DeidAdversary adversary)
{
  const DeidShownSizes *shown;

  shown = get_shown (report, adversary);
  return shown != NULL ? shown->n_intervals : G_N_ELEMENTS (interval_sizes);
}

/* Counts records by all sizes. Returns: the smallest size of the interval. */
static guint64
count_interval (const DeidSizeCounts *sizes, guint64 i, guint64 *n_records, guint64 *n_cumulative)
{
  const guint32 first = deid_size_counts_find (sizes, interval_sizes[i]);
  const guint32 end = i + 1 < G_N_ELEMENTS (interval_sizes)
                          ? deid_size_counts_find (sizes, interval_sizes[i + 1])
                          : sizes->n;

  *n_records = deid_size_counts_sum (sizes, first, end, NULL);
  *n_cumulative = deid_size_counts_sum (sizes, 0, end, NULL);
  return interval_sizes[i];
}

static guint64
show_interval (const DeidShownSizes *shown, guint64 i, guint64 *n_records, guint64 *n_cumulative)
{
  *n_records = shown->intervals[i].n_records;
  *n_cumulative = 0;
  for (guint64 j = 0; j <= i; j++)
    *n_cumulative += shown->intervals[j].n_records;
  return shown->intervals[i].smallest;
}

gboolean
deid_risk_report_get_interval (const DeidRiskReport *report, DeidAdversary adversary, guint64 index,
                               guint64 *smallest_size, guint64 *n_records, guint64 *n_cumulative)
{
  const DeidShownSizes *shown;
  guint64 smallest, n, n_so_far;

  shown = get_shown (report, adversary);
  smallest = shown != NULL
                 ? show_interval (shown, index, &n, &n_so_far)
                 : count_interval (risk_report_get_sizes (report, adversary), index, &n, &n_so_far);
  if (smallest_size != NULL)
    *smallest_size = smallest;
  if (n_records != NULL)
    *n_records = n;
  if (n_cumulative != NULL)
    *n_cumulative = n_so_far;
  return TRUE;
}

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
deid_risk_report_get_n_records (const DeidRiskReport *report, guint64 *n_records)
{
  return give_count (report->n_records, n_records);
}

gboolean
deid_risk_report_get_n_classes (const DeidRiskReport *report, guint64 *n_classes)
{
  return give_count (report->n_classes, n_classes);
}

gboolean
deid_risk_report_get_smallest_class (const DeidRiskReport *report, guint64 *size)
{
  return give_count (deid_risk_figure_smallest_class (report), size);
}

gboolean
deid_risk_report_get_n_unique (const DeidRiskReport *report, guint64 *n_unique)
{
  return give_count (deid_risk_figure_n_unique (report), n_unique);
}

gboolean
deid_risk_report_get_n_at_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                guint64 *n_at_risk)
{
  return give_count (deid_risk_figure_n_at_risk (report, adversary), n_at_risk);
}

gboolean
deid_risk_report_get_marketer_risk (const DeidRiskReport *report, double *risk)
{
  return give_share (deid_risk_figure_marketer_risk (report), risk);
}

gboolean
deid_risk_report_get_maximum_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                   double *risk)
{
  return give_share (deid_risk_figure_maximum_risk (report, adversary), risk);
}

gboolean
deid_risk_report_get_average_risk (const DeidRiskReport *report, DeidAdversary adversary,
                                   double *risk)
{
  return give_share (deid_risk_figure_average_risk (report, adversary), risk);
}

gboolean
deid_risk_report_get_person_risks (const DeidRiskReport *report, guint64 *n_persons,
                                   guint64 *n_at_risk, guint64 *n_unique, double *average)
{
  const DeidSizeCounts *sizes;
  guint64 n;

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
