/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/report/report-view.h"

#include "base/memory.h"

const char *
deid_audience_get_name (DeidAudience audience)
{
  return audience == DEID_AUDIENCE_CUSTODIAN ? "custodian-only" : "publishable";
}

gboolean
deid_audience_check (DeidAudience audience, gboolean is_after, GError **error)
{
  if (audience == DEID_AUDIENCE_CUSTODIAN || (audience == DEID_AUDIENCE_PUBLIC && is_after))
    return TRUE;
  if (audience == DEID_AUDIENCE_PUBLIC)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "figures of the input are custodian-only, expected those of a released table");
  else
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "audience %d, expected custodian (0) or public (1)", (int) audience);
  return FALSE;
}

/* Withholds one more of the sizes, not all of which are: the one with fewest records.
 * Returns: its number of records. */
static guint64
withhold_one (const DeidSizeCounts *sizes, guint8 *withheld)
{
  guint32 smallest = sizes->n;

  for (guint32 i = 0; i < sizes->n; i++)
    if (!withheld[i]
        && (smallest == sizes->n || sizes->counts[i].n_records < sizes->counts[smallest].n_records))
      smallest = i;
  withheld[smallest] = 1;
  return sizes->counts[smallest].n_records;
}

/* Withholds the small cells and, because what they have together follows from the total, others
 * until that is not small either; so one is never withheld alone, but where it is the only one. */
static gboolean
withhold (DeidReportView *view, DeidAdversary adversary, GError **error)
{
  const DeidSizeCounts *sizes = deid_risk_report_get_sizes (view->report, adversary);
  const guint64 minimum = view->report->options->minimum_cell;
  guint8 *withheld = deid_alloc (sizes->n, sizeof *withheld, error);
  guint64 n_records = 0;
  guint32 n = 0;

  view->withheld[adversary] = withheld;
  if (withheld == NULL)
    return FALSE;
  for (guint32 i = 0; i < sizes->n; i++)
    if (sizes->counts[i].n_records < minimum)
      {
        withheld[i] = 1;
        n_records += sizes->counts[i].n_records;
        n++;
      }
  while (n > 0 && n < sizes->n && n_records < minimum)
    {
      n_records += withhold_one (sizes, withheld);
      n++;
    }
  view->n_withheld[adversary] = n;
  return TRUE;
}

gboolean
deid_report_view_init (DeidReportView *view, const DeidRiskReport *report, DeidAudience audience,
                       GError **error)
{
  *view = (DeidReportView){ .report = report, .audience = audience };
  if (!deid_audience_check (audience, report->is_after, error))
    return FALSE;
  return audience == DEID_AUDIENCE_CUSTODIAN
         || (withhold (view, DEID_ADVERSARY_PROSECUTOR, error)
             && withhold (view, DEID_ADVERSARY_JOURNALIST, error));
}

void
deid_report_view_clear (DeidReportView *view)
{
  for (guint i = 0; i < G_N_ELEMENTS (view->withheld); i++)
    g_free (view->withheld[i]);
}

gboolean
deid_report_view_count (const DeidReportView *view, DeidAdversary adversary, guint32 first,
                        guint32 end, guint64 *n)
{
  const guint8 *withheld = view->withheld[adversary];
  guint32 n_withheld = 0;

  *n = deid_size_counts_sum (deid_risk_report_get_sizes (view->report, adversary), first, end,
                             NULL);
  if (withheld == NULL)
    return TRUE;
  for (guint32 i = first; i < end; i++)
    n_withheld += withheld[i];
  return n_withheld == 0 || n_withheld == view->n_withheld[adversary];
}

gboolean
deid_report_view_count_unique (const DeidReportView *view, guint64 *n)
{
  return deid_report_view_count (view, DEID_ADVERSARY_PROSECUTOR, 0,
                                 deid_size_counts_find (&view->report->sizes, 2), n);
}

gboolean
deid_report_view_count_population_unique (const DeidReportView *view, guint64 *n)
{
  const DeidRiskReport *report = view->report;
  guint64 n_of_size;

  *n = report->n_population_unique;
  return report->has_population
         && (view->audience == DEID_AUDIENCE_CUSTODIAN
             || (report->n_unmatched == 0
                 && deid_report_view_count (view, DEID_ADVERSARY_JOURNALIST, 0,
                                            deid_size_counts_find (&report->population_sizes, 2),
                                            &n_of_size)));
}

gboolean
deid_report_view_count_unmatched (const DeidReportView *view, guint64 *n)
{
  const DeidRiskReport *report = view->report;
  const guint64 minimum = report->options->minimum_cell;
  const guint64 n_matched = report->n_records - report->n_unmatched;

  *n = report->n_unmatched;
  return report->has_population
         && (view->audience == DEID_AUDIENCE_CUSTODIAN
             || ((*n == 0 || *n >= minimum) && (n_matched == 0 || n_matched >= minimum)));
}

gboolean
deid_report_view_shows_all (const DeidReportView *view, DeidAdversary adversary)
{
  return view->n_withheld[adversary] == 0;
}

gboolean
deid_report_view_shows_estimates (const DeidReportView *view)
{
  return view->report->options->population_size > 0
         && deid_report_view_shows_all (view, DEID_ADVERSARY_PROSECUTOR);
}
