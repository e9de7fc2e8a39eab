/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "release/report/report-view.h"

#define LABEL_FORMAT "%-32s"
#define COUNT_FORMAT "%" G_GUINT64_FORMAT

static void
add_count (DeidLongText *text, const DeidReportView *view, const char *label, gboolean is_shown,
           guint64 n)
{
  const guint64 n_records = view->report->n_records;

  deid_long_text_add (text, LABEL_FORMAT, label);
  if (!is_shown)
    {
      deid_long_text_add (text, "withheld\n");
      return;
    }
  deid_long_text_add (text, COUNT_FORMAT " of " COUNT_FORMAT " records (", n, n_records);
  deid_long_text_add_double (text, "%.2f", 100.0 * (double) n / (double) n_records);
  deid_long_text_add (text, " %%)\n");
}

/* Adds a figure that is made of all sizes. */
static void
add_mean (DeidLongText *text, gboolean is_shown, const char *format, double mean)
{
  if (is_shown)
    deid_long_text_add_double (text, format, mean);
  else
    deid_long_text_add (text, "withheld");
}

static void
add_table (DeidLongText *text, const DeidReportView *view)
{
  const DeidRiskReport *report = view->report;
  const gboolean shows_all = deid_report_view_shows_all (view, DEID_ADVERSARY_PROSECUTOR);

  deid_long_text_add (text, "Re-identification risk %s (%s)\n",
                      report->is_after ? "after release" : "of the input",
                      deid_audience_get_name (view->audience));
  if (view->audience == DEID_AUDIENCE_PUBLIC)
    deid_long_text_add (text, LABEL_FORMAT COUNT_FORMAT " records\n",
                        "smallest count shown:", report->options->minimum_cell);
  deid_long_text_add (text, LABEL_FORMAT, "equivalence classes:");
  if (shows_all)
    deid_long_text_add (text, COUNT_FORMAT, report->n_classes);
  else
    deid_long_text_add (text, "withheld number");
  deid_long_text_add (text, " of " COUNT_FORMAT " records\n", report->n_records);
  if (report->has_persons)
    deid_long_text_add (text, LABEL_FORMAT COUNT_FORMAT "; sizes are numbers of persons\n",
                        "persons:", report->n_persons);
  deid_long_text_add (text,
                      LABEL_FORMAT "smallest " COUNT_FORMAT ", largest " COUNT_FORMAT ", mean ",
                      "class size:", deid_risk_report_get_smallest_class (report),
                      deid_risk_report_get_largest_class (report));
  add_mean (text, shows_all, "%.2f", deid_risk_report_get_average_class (report));
  if (shows_all)
    deid_long_text_add (text, " over " COUNT_FORMAT " classes", report->n_classes);
  deid_long_text_add (text, "\n");
}

static void
add_adversary (DeidLongText *text, const DeidReportView *view, DeidAdversary adversary)
{
  const DeidRiskReport *report = view->report;
  const DeidSizeCounts *sizes = deid_risk_report_get_sizes (report, adversary);
  g_autofree char *at_risk
      = g_strdup_printf ("records with a risk above %s:", report->options->threshold_text);
  gboolean is_shown;
  guint64 n;

  deid_long_text_add (text, LABEL_FORMAT "highest ",
                      adversary == DEID_ADVERSARY_PROSECUTOR ? "prosecutor risk of a record:"
                                                             : "journalist risk of a record:");
  deid_long_text_add_double (text, "%.4f", deid_risk_report_get_maximum_risk (report, adversary));
  deid_long_text_add (text, ", mean ");
  add_mean (text, deid_report_view_shows_all (view, adversary), "%.4f",
            deid_risk_report_get_average_risk (report, adversary));
  deid_long_text_add (text, ", lowest ");
  deid_long_text_add_double (text, "%.4f", deid_risk_report_get_lowest_risk (report, adversary));
  deid_long_text_add (text, " over " COUNT_FORMAT " records\n", report->n_records);
  is_shown = deid_report_view_count (
      view, adversary, 0, deid_size_counts_find_end_above (sizes, &report->options->threshold), &n);
  add_count (text, view, at_risk, is_shown, n);
  is_shown = deid_report_view_count (view, adversary, 0, 1, &n);
  add_count (text, view, "records at the highest risk:", is_shown, n);
}

/* Without a population it is the number of classes. */
static void
add_population_risk (DeidLongText *text, const DeidRiskReport *report)
{
  double sum, mean;

  if (!deid_risk_report_get_population_risk (report, 1, DEID_RISK_SCALE_SUM, &sum, NULL)
      || !deid_risk_report_get_population_risk (report, 1, DEID_RISK_SCALE_MEAN, &mean, NULL))
    return;
  deid_long_text_add (text, LABEL_FORMAT "sum ", "population risk of the table:");
  deid_long_text_add_double (text, "%.4f", sum);
  deid_long_text_add (text, ", mean ");
  deid_long_text_add_double (text, "%.4f", mean);
  deid_long_text_add (text, " over " COUNT_FORMAT " %s\n",
                      deid_risk_report_count_class_persons (report),
                      report->has_persons ? "persons, each class counting its own" : "records");
}

static void
add_population (DeidLongText *text, const DeidReportView *view)
{
  const DeidRiskReport *report = view->report;
  gboolean is_shown;
  guint64 n;

  if (!report->has_population)
    {
      deid_long_text_add (text, LABEL_FORMAT "as the prosecutor's: no population was given\n",
                          "journalist risk of a record:");
      return;
    }
  add_adversary (text, view, DEID_ADVERSARY_JOURNALIST);
  is_shown = deid_report_view_count_unmatched (view, &n);
  add_count (text, view, "records nobody there is like:", is_shown, n);
  deid_long_text_add (text, LABEL_FORMAT COUNT_FORMAT " records\n",
                      "population:", report->n_population);
  if (view->audience == DEID_AUDIENCE_CUSTODIAN)
    add_population_risk (text, report);
}

static void
add_uniqueness (DeidLongText *text, const DeidReportView *view)
{
  gboolean is_shown;
  guint64 n;

  deid_long_text_add (text, LABEL_FORMAT "mean ", "marketer risk of the table:");
  add_mean (text, deid_report_view_shows_all (view, DEID_ADVERSARY_JOURNALIST), "%.4f",
            deid_risk_report_get_marketer_risk (view->report));
  deid_long_text_add (text, " over " COUNT_FORMAT " records\n", view->report->n_records);
  is_shown = deid_report_view_count_unique (view, &n);
  add_count (text, view, "unique records:", is_shown, n);
  if (view->report->has_population)
    {
      is_shown = deid_report_view_count_population_unique (view, &n);
      add_count (text, view, "unique in the population:", is_shown, n);
    }
}

static void
add_estimates (DeidLongText *text, const DeidReportView *view)
{
  const guint64 size = view->report->options->population_size;

  for (guint e = 0; e < DEID_N_UNIQUENESS_ESTIMATORS; e++)
    {
      const DeidUniquenessFigure *figure = &view->report->estimates[e];
      g_autofree char *label
          = g_strdup_printf ("unique people by %s:", deid_uniqueness_estimator_names[e]);

      deid_long_text_add (text, LABEL_FORMAT, label);
      if (!figure->is_known || !deid_report_view_shows_estimates (view))
        {
          deid_long_text_add (text, "%s\n", figure->is_known ? "withheld" : "no estimate");
          continue;
        }
      deid_long_text_add_double (text, "%.1f", figure->n_uniques);
      deid_long_text_add (text, " of a population of " COUNT_FORMAT " (", size);
      deid_long_text_add_double (text, "%.2f", 100.0 * figure->n_uniques / (double) size);
      deid_long_text_add (text, " %%)\n");
    }
}

static void
add_cell (DeidLongText *text, gboolean is_shown, guint64 n, guint64 n_records)
{
  if (!is_shown)
    {
      deid_long_text_add (text, "  %10s %8s", "withheld", "");
      return;
    }
  deid_long_text_add (text, "  %10" G_GUINT64_FORMAT " ", n);
  deid_long_text_add_double (text, "%6.2f", 100.0 * (double) n / (double) n_records);
  deid_long_text_add (text, " %%");
}

static void
add_distribution (DeidLongText *text, const DeidReportView *view, DeidAdversary adversary)
{
  const DeidRiskReport *report = view->report;

  deid_long_text_add (
      text, "%s\n",
      adversary == DEID_ADVERSARY_PROSECUTOR
          ? "class size from, prosecutor risk up to, records in between, records so far:"
          : "population size from, journalist risk up to, records in between, records so far:");
  for (guint i = 0; i < deid_risk_report_get_n_intervals (report); i++)
    {
      guint32 first, end;
      const guint64 size = deid_risk_report_find_interval (report, adversary, i, &first, &end);
      gboolean is_shown;
      guint64 n;

      if (first == end)
        continue;
      deid_long_text_add (text, "  %8" G_GUINT64_FORMAT, size);
      deid_long_text_add (text, "  ");
      deid_long_text_add_double (text, "%.6f", 1.0 / (double) size);
      is_shown = deid_report_view_count (view, adversary, first, end, &n);
      add_cell (text, is_shown, n, report->n_records);
      is_shown = deid_report_view_count (view, adversary, 0, end, &n);
      add_cell (text, is_shown, n, report->n_records);
      deid_long_text_add (text, "\n");
    }
}

char *
deid_risk_report_to_text (const DeidRiskReport *report, DeidAudience audience, GError **error)
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
  add_population (&text, &view);
  add_uniqueness (&text, &view);
  if (report->options->population_size > 0)
    add_estimates (&text, &view);
  add_distribution (&text, &view, DEID_ADVERSARY_PROSECUTOR);
  if (report->has_population)
    add_distribution (&text, &view, DEID_ADVERSARY_JOURNALIST);
  deid_report_view_clear (&view);
  return deid_long_text_end (&text, error);
}
