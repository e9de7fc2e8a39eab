/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A report is written by what its functions return, so that the text tells no more than they. */
#include <math.h>

#include "base/long-text.h"
#include "base/work.h"
#include "base/text.h"
#include "evaluation/problem-private.h"
#include "report/risk-report-private.h"

/* Ends without a comma. */
static void
risk_report_json_add_number (DeidLongText *text, const char *name, double number)
{
  char decimal[DEID_DECIMAL_SIZE] = "null";

  if (!isnan (number))
    deid_double_to_decimal (number, decimal);
  deid_long_text_add (text, "\"%s\":%s", name, decimal);
}

/* The same for a count, which is withheld or not known at all. */
static void
risk_report_json_add_count (DeidLongText *text, const char *name, gboolean is_known, guint64 n)
{
  if (is_known && n != DEID_WITHHELD)
    deid_long_text_add (text, "\"%s\":" DEID_COUNT_FORMAT, name, n);
  else
    deid_long_text_add (text, "\"%s\":null", name);
}

static void
risk_report_json_add_classes (DeidLongText *text, const DeidRiskReport *report)
{
  deid_long_text_add (text, "\"classes\":{");
  risk_report_json_add_count (text, "number", TRUE, report->n_classes);
  deid_long_text_add (text, ",");
  risk_report_json_add_count (text, "smallest", TRUE, deid_risk_figure_smallest_class (report));
  deid_long_text_add (text, ",");
  risk_report_json_add_count (text, "largest", TRUE, deid_risk_figure_largest_class (report));
  deid_long_text_add (text, ",");
  risk_report_json_add_number (text, "mean", deid_risk_figure_average_class (report));
  deid_long_text_add (text, ",\"sizes_count\":\"%s\"},",
                      deid_risk_unit_get_name (report->has_persons));
}

static void
risk_report_json_add_table (DeidLongText *text, const DeidRiskReport *report)
{
  deid_long_text_add (text, "{\"audience\":\"%s\",\"table\":\"%s\",",
                      deid_audience_get_name (report->audience),
                      report->is_tentative ? "no solution"
                      : report->is_after   ? "release"
                                           : "input");
  risk_report_json_add_count (text, "minimum_cell", report->audience == DEID_AUDIENCE_PUBLIC,
                              report->options->minimum_cell);
  deid_long_text_add (text, ",");
  risk_report_json_add_count (text, "records", TRUE, report->n_records);
  deid_long_text_add (text, ",");
  risk_report_json_add_count (text, "persons", report->has_persons, report->n_persons);
  deid_long_text_add (text, ",");
  risk_report_json_add_count (text, "population", report->has_population, report->n_population);
  deid_long_text_add (text, ",");
  risk_report_json_add_classes (text, report);
  deid_long_text_add (text, "\"threshold\":%s,", report->options->threshold_text);
}

static void
add_intervals (DeidLongText *text, const DeidRiskReport *report, DeidAdversary adversary)
{
  deid_long_text_add (text, "\"intervals\":[");
  for (guint64 i = 0; i < deid_risk_report_get_n_intervals (report, adversary); i++)
    {
      guint64 size, n, n_cumulative;

      deid_risk_report_get_interval (report, adversary, i, &size, &n, &n_cumulative);
      deid_long_text_add (text,
                          "%s{\"smallest_size\":" DEID_COUNT_FORMAT
                          ",\"records\":" DEID_COUNT_FORMAT ",\"cumulative\":" DEID_COUNT_FORMAT
                          "}",
                          i > 0 ? "," : "", size, n, n_cumulative);
    }
  deid_long_text_add (text, "]");
}

static void
risk_report_json_add_adversary (DeidLongText *text, const DeidRiskReport *report,
                                DeidAdversary adversary)
{
  const gboolean is_of_population
      = adversary == DEID_ADVERSARY_JOURNALIST && report->has_population;

  deid_long_text_add (text, "\"%s\":{\"sizes_of\":\"%s\",",
                      adversary == DEID_ADVERSARY_PROSECUTOR ? "prosecutor" : "journalist",
                      is_of_population ? "population" : "table");
  risk_report_json_add_number (text, "highest", deid_risk_figure_maximum_risk (report, adversary));
  deid_long_text_add (text, ",");
  risk_report_json_add_number (text, "mean", deid_risk_figure_average_risk (report, adversary));
  deid_long_text_add (text, ",");
  risk_report_json_add_number (text, "lowest", deid_risk_figure_lowest_risk (report, adversary));
  deid_long_text_add (text, ",");
  risk_report_json_add_count (text, "records_above_threshold", TRUE,
                              deid_risk_figure_n_at_risk (report, adversary));
  deid_long_text_add (text, ",");
  risk_report_json_add_count (text, "records_at_highest", TRUE,
                              deid_risk_figure_n_at_maximum (report, adversary));
  deid_long_text_add (text, ",");
  add_intervals (text, report, adversary);
  deid_long_text_add (text, "},");
}

static void
risk_report_json_add_population_risk (DeidLongText *text, const DeidRiskReport *report,
                                      GCancellable *cancellable)
{
  double sum, mean;

  if (report->audience == DEID_AUDIENCE_PUBLIC)
    {
      deid_long_text_add (text, "\"population_risk\":null,");
      return;
    }
  if (text->error != NULL
      || !deid_risk_report_get_population_risk (report, 1, DEID_RISK_SCALE_SUM, &sum, cancellable,
                                                &text->error)
      || !deid_risk_report_get_population_risk (report, 1, DEID_RISK_SCALE_MEAN, &mean, cancellable,
                                                &text->error))
    return;
  deid_long_text_add (text, "\"population_risk\":{");
  risk_report_json_add_number (text, "sum", sum);
  deid_long_text_add (text, ",");
  risk_report_json_add_number (text, "mean", mean);
  deid_long_text_add (text, "},");
}

static void
risk_report_json_add_uniques (DeidLongText *text, const DeidRiskReport *report)
{
  if (report->n_uniques == 0)
    {
      deid_long_text_add (text, "\"unique_by_release\":null,");
      return;
    }
  deid_long_text_add (text, "\"unique_by_release\":{\"figures\":\"%s\",",
                      report->audience == DEID_AUDIENCE_PUBLIC ? "at least" : "exact");
  risk_report_json_add_count (text, "all", TRUE, deid_risk_figure_n_unique_by_release (report, 0));
  deid_long_text_add (text, ",\"columns\":[");
  for (guint i = 1; i < report->n_uniques; i++)
    {
      deid_long_text_add (text, "%s{\"column\":", i > 1 ? "," : "");
      deid_long_text_add_json (text, report->uniques[i].column);
      deid_long_text_add (text, ",");
      risk_report_json_add_count (text, "records", TRUE,
                                  deid_risk_figure_n_unique_by_release (report, i));
      deid_long_text_add (text, "}");
    }
  deid_long_text_add (text, "]},");
}

static void
risk_report_json_add_persons (DeidLongText *text, const DeidRiskReport *report)
{
  guint64 n_persons, n_at_risk, n_unique;
  double average;

  if (!deid_risk_report_get_person_risks (report, &n_persons, &n_at_risk, &n_unique, &average))
    {
      deid_long_text_add (text, "\"by_person\":null,");
      return;
    }
  deid_long_text_add (text,
                      "\"by_person\":{\"persons_in_classes\":" DEID_COUNT_FORMAT
                      ",\"persons_above_threshold\":" DEID_COUNT_FORMAT
                      ",\"unique_persons\":" DEID_COUNT_FORMAT ",",
                      n_persons, n_at_risk, n_unique);
  risk_report_json_add_number (text, "at_risk", (double) n_at_risk / (double) n_persons);
  deid_long_text_add (text, ",");
  risk_report_json_add_number (text, "average_risk", average);
  deid_long_text_add (text, "},");
}

static void
risk_report_json_add_uniqueness (DeidLongText *text, const DeidRiskReport *report,
                                 GCancellable *cancellable)
{
  deid_long_text_add (text, "\"marketer\":{");
  risk_report_json_add_number (text, "mean", deid_risk_figure_marketer_risk (report));
  deid_long_text_add (text, ",\"sizes_of\":\"%s\"},",
                      report->has_population ? "population" : "table");
  risk_report_json_add_population_risk (text, report, cancellable);
  risk_report_json_add_persons (text, report);
  risk_report_json_add_count (text, "unmatched", report->has_population, report->n_unmatched);
  deid_long_text_add (text, ",");
  risk_report_json_add_count (text, "unique", TRUE, deid_risk_figure_n_unique (report));
  deid_long_text_add (text, ",");
  risk_report_json_add_count (text, "population_unique", report->has_population,
                              deid_risk_figure_n_population_unique (report));
  deid_long_text_add (text, ",");
  risk_report_json_add_uniques (text, report);
}

static void
risk_report_json_add_estimates (DeidLongText *text, const DeidRiskReport *report)
{
  const guint64 size = report->population_size;

  risk_report_json_add_count (text, "population_size", size > 0, size);
  deid_long_text_add (text, ",\"estimated_uniques\":{");
  for (guint e = 0; e < DEID_N_UNIQUENESS_ESTIMATORS; e++)
    {
      const DeidUniquenessFigure *figure = &report->estimates[e];

      deid_long_text_add (text, "%s", e > 0 ? "," : "");
      risk_report_json_add_number (text, deid_uniqueness_estimator_names[e],
                                   figure->is_known ? figure->n_uniques : NAN);
    }
  deid_long_text_add (text, "},");
}

static void
add_histogram (DeidLongText *text, const DeidRiskReport *report, const DeidStop *stop)
{
  deid_long_text_add (text, "\"sizes\":[");
  for (guint64 i = 0; text->error == NULL && i < report->sizes.n; i++)
    {
      guint64 size, n_classes, n_records;

      if (!deid_stop_check_row (stop, i, &text->error))
        return;
      deid_risk_report_get_size (report, i, &size, &n_classes, &n_records);
      deid_long_text_add (text,
                          "%s{\"size\":" DEID_COUNT_FORMAT ",\"classes\":" DEID_COUNT_FORMAT
                          ",\"records\":" DEID_COUNT_FORMAT "}",
                          i > 0 ? "," : "", size, n_classes, n_records);
    }
  deid_long_text_add (text, "]");
}

char *
deid_risk_report_to_json (const DeidRiskReport *report, DeidAudience audience,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidRiskReport) shown = NULL;
  DeidLongText text = { 0 };

  g_return_val_if_fail (report != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  shown = deid_risk_report_show (report, audience, cancellable, error);
  if (shown == NULL)
    return NULL;
  risk_report_json_add_table (&text, shown);
  risk_report_json_add_adversary (&text, shown, DEID_ADVERSARY_PROSECUTOR);
  risk_report_json_add_adversary (&text, shown, DEID_ADVERSARY_JOURNALIST);
  risk_report_json_add_uniqueness (&text, shown, cancellable);
  risk_report_json_add_estimates (&text, shown);
  add_histogram (&text, shown, DEID_STOP_OF (cancellable));
  deid_statement_end_json (&text, shown->statement);
  return deid_long_text_end (&text, error);
}
