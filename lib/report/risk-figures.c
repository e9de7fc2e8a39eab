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
deid_risk_figure_n_intervals (const DeidRiskReport *report, DeidAdversary adversary)
{
  const DeidShownSizes *shown;

  shown = get_shown (report, adversary);
  return shown != NULL ? shown->n_intervals : G_N_ELEMENTS (interval_sizes);
}

/* Counts records by all sizes. */
static DeidRiskInterval
count_interval (const DeidSizeCounts *sizes, guint64 i)
{
  const guint32 first = deid_size_counts_find (sizes, interval_sizes[i]);
  const guint32 end = i + 1 < G_N_ELEMENTS (interval_sizes)
                          ? deid_size_counts_find (sizes, interval_sizes[i + 1])
                          : sizes->n;

  return (DeidRiskInterval){ .smallest_size = interval_sizes[i],
                             .n_records = deid_size_counts_sum (sizes, first, end, NULL),
                             .n_cumulative = deid_size_counts_sum (sizes, 0, end, NULL) };
}

static DeidRiskInterval
show_interval (const DeidShownSizes *shown, guint64 i)
{
  DeidRiskInterval interval = { .smallest_size = shown->intervals[i].smallest,
                                .n_records = shown->intervals[i].n_records };

  for (guint64 j = 0; j <= i; j++)
    interval.n_cumulative += shown->intervals[j].n_records;
  return interval;
}

DeidRiskInterval
deid_risk_figure_interval (const DeidRiskReport *report, DeidAdversary adversary, guint64 index)
{
  const DeidShownSizes *shown = get_shown (report, adversary);

  return shown != NULL ? show_interval (shown, index)
                       : count_interval (risk_report_get_sizes (report, adversary), index);
}

gboolean
deid_risk_figure_persons (const DeidRiskReport *report, DeidPersonRisks *risks)
{
  const DeidSizeCounts *sizes = &report->sizes;
  guint32 end;

  if (!report->has_persons || report->audience == DEID_AUDIENCE_PUBLIC)
    return FALSE;
  end = deid_size_counts_find_end_above (sizes, &report->options->threshold);
  risks->n_persons = deid_risk_report_count_class_persons (report);
  risks->n_at_risk = deid_size_counts_sum_sizes (sizes, 0, end);
  risks->n_unique = sizes->counts[0].size == 1 ? sizes->counts[0].n_classes : 0;
  risks->average = (double) report->n_classes / (double) risks->n_persons;
  return TRUE;
}
