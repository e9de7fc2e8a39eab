/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/report/report-view.h"

#define COUNT_FORMAT "%" G_GUINT64_FORMAT

static void
add_number (DeidLongText *text, const char *name, double number)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (number, decimal);
  deid_long_text_add (text, "\"%s\":%s,", name, decimal);
}

/* Adds a figure that is made of all sizes. */
static void
add_mean (DeidLongText *text, gboolean is_shown, double mean)
{
  if (is_shown)
    add_number (text, "mean", mean);
  else
    deid_long_text_add (text, "\"mean\":null,");
}

/* Ends without a comma. */
static void
add_count (DeidLongText *text, const char *name, gboolean is_shown, guint64 n)
{
  if (is_shown)
    deid_long_text_add (text, "\"%s\":" COUNT_FORMAT, name, n);
  else
    deid_long_text_add (text, "\"%s\":null", name);
}

static void
add_table (DeidLongText *text, const DeidReportView *view)
{
  const DeidRiskReport *report = view->report;
  const gboolean shows_all = deid_report_view_shows_all (view, DEID_ADVERSARY_PROSECUTOR);

  deid_long_text_add (text, "{\"audience\":\"%s\",\"table\":\"%s\",\"minimum_cell\":",
                      deid_audience_get_name (view->audience),
                      report->is_after ? "release" : "input");
  if (view->audience == DEID_AUDIENCE_PUBLIC)
    deid_long_text_add (text, COUNT_FORMAT ",", report->options->minimum_cell);
  else
    deid_long_text_add (text, "null,");
  deid_long_text_add (text, "\"records\":" COUNT_FORMAT ",", report->n_records);
  add_count (text, "persons", report->has_persons, report->n_persons);
  deid_long_text_add (text, ",");
  add_count (text, "population", report->has_population, report->n_population);
  deid_long_text_add (text, ",\"classes\":{");
  add_count (text, "number", shows_all, report->n_classes);
  deid_long_text_add (text, ",\"smallest\":" COUNT_FORMAT ",\"largest\":" COUNT_FORMAT ",",
                      deid_risk_report_get_smallest_class (report),
                      deid_risk_report_get_largest_class (report));
  add_mean (text, shows_all, deid_risk_report_get_average_class (report));
  deid_long_text_add (text, "\"sizes_count\":\"%s\"},\"threshold\":%s,",
                      report->has_persons ? "persons" : "records", report->options->threshold_text);
}

static void
add_intervals (DeidLongText *text, const DeidReportView *view, DeidAdversary adversary)
{
  deid_long_text_add (text, "\"intervals\":[");
  for (guint i = 0; i < deid_risk_report_get_n_intervals (view->report); i++)
    {
      guint32 first, end;
      const guint64 size
          = deid_risk_report_find_interval (view->report, adversary, i, &first, &end);
      gboolean is_shown;
      guint64 n;

      deid_long_text_add (text, "%s{\"smallest_size\":" COUNT_FORMAT ",", i > 0 ? "," : "", size);
      is_shown = deid_report_view_count (view, adversary, first, end, &n);
      add_count (text, "records", is_shown, n);
      deid_long_text_add (text, ",");
      is_shown = deid_report_view_count (view, adversary, 0, end, &n);
      add_count (text, "cumulative", is_shown, n);
      deid_long_text_add (text, "}");
    }
  deid_long_text_add (text, "]");
}

static void
add_adversary (DeidLongText *text, const DeidReportView *view, DeidAdversary adversary)
{
  const DeidRiskReport *report = view->report;
  const DeidSizeCounts *sizes = deid_risk_report_get_sizes (report, adversary);
  gboolean is_shown;
  guint64 n;

  deid_long_text_add (text, "\"%s\":{\"sizes_of\":\"%s\",",
                      adversary == DEID_ADVERSARY_PROSECUTOR ? "prosecutor" : "journalist",
                      sizes == &report->sizes ? "table" : "population");
  add_number (text, "highest", deid_risk_report_get_maximum_risk (report, adversary));
  add_mean (text, deid_report_view_shows_all (view, adversary),
            deid_risk_report_get_average_risk (report, adversary));
  add_number (text, "lowest", deid_risk_report_get_lowest_risk (report, adversary));
  is_shown = deid_report_view_count (
      view, adversary, 0, deid_size_counts_find_end_above (sizes, &report->options->threshold), &n);
  add_count (text, "records_above_threshold", is_shown, n);
  deid_long_text_add (text, ",");
  is_shown = deid_report_view_count (view, adversary, 0, 1, &n);
  add_count (text, "records_at_highest", is_shown, n);
  deid_long_text_add (text, ",");
  add_intervals (text, view, adversary);
  deid_long_text_add (text, "},");
}

static void
add_population_risk (DeidLongText *text, const DeidReportView *view)
{
  char sum_text[DEID_DECIMAL_SIZE], mean_text[DEID_DECIMAL_SIZE];
  double sum, mean;

  if (view->audience != DEID_AUDIENCE_CUSTODIAN
      || !deid_risk_report_get_population_risk (view->report, 1, DEID_RISK_SCALE_SUM, &sum, NULL)
      || !deid_risk_report_get_population_risk (view->report, 1, DEID_RISK_SCALE_MEAN, &mean, NULL))
    {
      deid_long_text_add (text, "\"population_risk\":null,");
      return;
    }
  deid_double_to_decimal (sum, sum_text);
  deid_double_to_decimal (mean, mean_text);
  deid_long_text_add (text, "\"population_risk\":{\"sum\":%s,\"mean\":%s},", sum_text, mean_text);
}

static void
add_uniqueness (DeidLongText *text, const DeidReportView *view)
{
  gboolean is_shown;
  guint64 n;

  deid_long_text_add (text, "\"marketer\":{");
  add_mean (text, deid_report_view_shows_all (view, DEID_ADVERSARY_JOURNALIST),
            deid_risk_report_get_marketer_risk (view->report));
  deid_long_text_add (text, "\"sizes_of\":\"%s\"},",
                      view->report->has_population ? "population" : "table");
  add_population_risk (text, view);
  is_shown = deid_report_view_count_unmatched (view, &n);
  add_count (text, "unmatched", is_shown, n);
  deid_long_text_add (text, ",");
  is_shown = deid_report_view_count_unique (view, &n);
  add_count (text, "unique", is_shown, n);
  deid_long_text_add (text, ",");
  is_shown = deid_report_view_count_population_unique (view, &n);
  add_count (text, "population_unique", is_shown, n);
  deid_long_text_add (text, ",");
}

static void
add_estimates (DeidLongText *text, const DeidReportView *view)
{
  const DeidRiskReport *report = view->report;
  const gboolean is_shown = deid_report_view_shows_estimates (view);

  add_count (text, "population_size", report->options->population_size > 0,
             report->options->population_size);
  deid_long_text_add (text, ",\"estimated_uniques\":{");
  for (guint e = 0; e < DEID_N_UNIQUENESS_ESTIMATORS; e++)
    {
      char decimal[DEID_DECIMAL_SIZE] = "null";

      if (is_shown && report->estimates[e].is_known)
        deid_double_to_decimal (report->estimates[e].n_uniques, decimal);
      deid_long_text_add (text, "%s\"%s\":%s", e > 0 ? "," : "", deid_uniqueness_estimator_names[e],
                          decimal);
    }
  deid_long_text_add (text, "},");
}

static void
add_histogram (DeidLongText *text, const DeidReportView *view)
{
  const DeidSizeCounts *sizes = &view->report->sizes;
  const guint8 *withheld = view->withheld[DEID_ADVERSARY_PROSECUTOR];
  const char *separator = "";

  deid_long_text_add (text, "\"sizes\":[");
  for (guint32 i = 0; i < sizes->n; i++)
    if (withheld == NULL || !withheld[i])
      {
        deid_long_text_add (text,
                            "%s{\"size\":" COUNT_FORMAT ",\"classes\":" COUNT_FORMAT
                            ",\"records\":" COUNT_FORMAT "}",
                            separator, sizes->counts[i].size, sizes->counts[i].n_classes,
                            sizes->counts[i].n_records);
        separator = ",";
      }
  deid_long_text_add (text, "]}");
}

char *
deid_risk_report_to_json (const DeidRiskReport *report, DeidAudience audience, GError **error)
{
  DeidReportView view;
  DeidLongText text = { 0 };

  g_return_val_if_fail (report != NULL, NULL);

  if (!deid_report_view_init (&view, report, audience, error))
    {
      deid_report_view_clear (&view);
      return NULL;
    }
  add_table (&text, &view);
  add_adversary (&text, &view, DEID_ADVERSARY_PROSECUTOR);
  add_adversary (&text, &view, DEID_ADVERSARY_JOURNALIST);
  add_uniqueness (&text, &view);
  add_estimates (&text, &view);
  add_histogram (&text, &view);
  deid_report_view_clear (&view);
  return deid_long_text_end (&text, error);
}
