/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A report is written by what its functions return, so that the text tells no more than they. */
#include <math.h>

#include "base/long-text.h"
#include "base/text.h"
#include "report/risk-report-private.h"

#define LABEL_FORMAT "%-32s"

/* Adds a count, or that it is withheld. */
static void
risk_report_text_add_number (DeidLongText *text, guint64 n)
{
  if (n != DEID_WITHHELD)
    deid_long_text_add (text, DEID_COUNT_FORMAT, n);
  else
    deid_long_text_add (text, "withheld");
}

static void
risk_report_text_add_share (DeidLongText *text, const char *format, double share)
{
  if (!isnan (share))
    deid_long_text_add_double (text, format, share);
  else
    deid_long_text_add (text, "withheld");
}

/* Adds a line with a count, as part of a whole of @units. */
static void
risk_report_text_add_part (DeidLongText *text, const char *label, guint64 n, guint64 whole,
                           const char *units)
{
  deid_long_text_add (text, LABEL_FORMAT, label);
  risk_report_text_add_number (text, n);
  if (n != DEID_WITHHELD)
    {
      deid_long_text_add (text, " of ");
      risk_report_text_add_number (text, whole);
      deid_long_text_add (text, " %s (", units);
      deid_long_text_add_double (text, "%.2f", 100.0 * (double) n / (double) whole);
      deid_long_text_add (text, " %%)");
    }
  deid_long_text_add (text, "\n");
}

static void
risk_report_text_add_count (DeidLongText *text, const DeidRiskReport *report, const char *label,
                            guint64 n)
{
  risk_report_text_add_part (text, label, n, report->n_records, "records");
}

/* Ends a line with the number of records that a figure is made of. */
static void
add_over_records (DeidLongText *text, const DeidRiskReport *report)
{
  deid_long_text_add (text, " over ");
  risk_report_text_add_number (text, report->n_records);
  deid_long_text_add (text, " records\n");
}

static void
risk_report_text_add_classes (DeidLongText *text, const DeidRiskReport *report)
{
  deid_long_text_add (text, LABEL_FORMAT, "equivalence classes:");
  risk_report_text_add_number (text, report->n_classes);
  deid_long_text_add (text, "%s of ", report->n_classes == DEID_WITHHELD ? " number" : "");
  risk_report_text_add_number (text, report->n_records);
  deid_long_text_add (text, " records\n");
  if (report->has_persons)
    {
      deid_long_text_add (text, LABEL_FORMAT, "persons:");
      risk_report_text_add_number (text, report->n_persons);
      deid_long_text_add (text, "; sizes are numbers of persons\n");
    }
}

static void
risk_report_text_add_table (DeidLongText *text, const DeidRiskReport *report)
{
  deid_long_text_add (text, "Re-identification risk %s (%s)\n",
                      report->is_tentative ? "under a policy that is no solution"
                      : report->is_after   ? "after release"
                                           : "of the input",
                      deid_audience_get_name (report->audience));
  if (report->audience == DEID_AUDIENCE_PUBLIC)
    deid_long_text_add (text, LABEL_FORMAT DEID_COUNT_FORMAT " records\n",
                        "minimum cell:", report->options->minimum_cell);
  risk_report_text_add_classes (text, report);
  deid_long_text_add (text, LABEL_FORMAT "smallest ", "class size:");
  risk_report_text_add_number (text, deid_risk_figure_smallest_class (report));
  deid_long_text_add (text, ", largest ");
  risk_report_text_add_number (text, deid_risk_figure_largest_class (report));
  deid_long_text_add (text, ", mean ");
  risk_report_text_add_share (text, "%.2f", deid_risk_figure_average_class (report));
  if (report->n_classes != DEID_WITHHELD)
    deid_long_text_add (text, " over " DEID_COUNT_FORMAT " classes", report->n_classes);
  deid_long_text_add (text, "\n");
}

static void
risk_report_text_add_adversary (DeidLongText *text, const DeidRiskReport *report,
                                DeidAdversary adversary)
{
  g_autofree char *at_risk
      = g_strdup_printf ("records with a risk above %s:", report->options->threshold_text);

  deid_long_text_add (text, LABEL_FORMAT "highest ",
                      adversary == DEID_ADVERSARY_PROSECUTOR ? "prosecutor risk of a record:"
                                                             : "journalist risk of a record:");
  risk_report_text_add_share (text, "%.4f", deid_risk_figure_maximum_risk (report, adversary));
  deid_long_text_add (text, ", mean ");
  risk_report_text_add_share (text, "%.4f", deid_risk_figure_average_risk (report, adversary));
  deid_long_text_add (text, ", lowest ");
  risk_report_text_add_share (text, "%.4f", deid_risk_figure_lowest_risk (report, adversary));
  add_over_records (text, report);
  risk_report_text_add_count (text, report, at_risk,
                              deid_risk_figure_n_at_risk (report, adversary));
  risk_report_text_add_count (text, report, "records at the highest risk:",
                              deid_risk_figure_n_at_maximum (report, adversary));
}

static void
risk_report_text_add_persons (DeidLongText *text, const DeidRiskReport *report)
{
  static const char units[] = "persons, counted once per class";
  g_autofree char *at_risk
      = g_strdup_printf ("persons with a risk above %s:", report->options->threshold_text);
  guint64 n_persons, n_at_risk, n_unique;
  double average;

  if (!deid_risk_report_get_person_risks (report, &n_persons, &n_at_risk, &n_unique, &average))
    return;
  deid_long_text_add (text, LABEL_FORMAT "mean ", "prosecutor risk of a person:");
  risk_report_text_add_share (text, "%.4f", average);
  deid_long_text_add (text, " over ");
  risk_report_text_add_number (text, n_persons);
  deid_long_text_add (text, " %s\n", units);
  risk_report_text_add_part (text, at_risk, n_at_risk, n_persons, units);
  risk_report_text_add_part (text, "persons alone in their class:", n_unique, n_persons, units);
}

/* Without a population it is the number of classes. */
static void
risk_report_text_add_population_risk (DeidLongText *text, const DeidRiskReport *report,
                                      GCancellable *cancellable)
{
  double sum, mean;

  if (report->audience == DEID_AUDIENCE_PUBLIC || text->error != NULL
      || !deid_risk_report_get_population_risk (report, 1, DEID_RISK_SCALE_SUM, &sum, cancellable,
                                                &text->error)
      || !deid_risk_report_get_population_risk (report, 1, DEID_RISK_SCALE_MEAN, &mean, cancellable,
                                                &text->error))
    return;
  deid_long_text_add (text, LABEL_FORMAT "sum ", "population risk of the table:");
  deid_long_text_add_double (text, "%.4f", sum);
  deid_long_text_add (text, ", mean ");
  deid_long_text_add_double (text, "%.4f", mean);
  deid_long_text_add (text, " over " DEID_COUNT_FORMAT " %s\n",
                      deid_risk_report_count_class_persons (report),
                      report->has_persons ? "persons, counted once per class" : "records");
}

static void
risk_report_text_add_population (DeidLongText *text, const DeidRiskReport *report,
                                 GCancellable *cancellable)
{
  if (!report->has_population)
    {
      deid_long_text_add (text, LABEL_FORMAT "as the prosecutor's: no population was given\n",
                          "journalist risk of a record:");
      return;
    }
  risk_report_text_add_adversary (text, report, DEID_ADVERSARY_JOURNALIST);
  risk_report_text_add_count (text, report, "records nobody there is like:", report->n_unmatched);
  deid_long_text_add (text, LABEL_FORMAT, "population:");
  risk_report_text_add_number (text, report->n_population);
  deid_long_text_add (text, " records\n");
  risk_report_text_add_population_risk (text, report, cancellable);
}

/* What the quasi-identifiers hide, other columns may tell. */
static void
risk_report_text_add_uniques (DeidLongText *text, const DeidRiskReport *report)
{
  const gboolean is_public = report->audience == DEID_AUDIENCE_PUBLIC;

  for (guint i = 0; i < report->n_uniques; i++)
    {
      const guint64 n = deid_risk_figure_n_unique_by_release (report, i);
      g_autofree char *shown
          = i > 0 ? deid_text_show (report->uniques[i].column, -1) : g_strdup ("all columns");
      g_autofree char *label = g_strdup_printf (
          i > 0 ? "unique with %s%s:" : "unique by %s%s:", shown, is_public ? ", at least" : "");

      risk_report_text_add_count (text, report, label, n);
    }
}

static void
risk_report_text_add_uniqueness (DeidLongText *text, const DeidRiskReport *report)
{
  deid_long_text_add (text, LABEL_FORMAT "mean ", "marketer risk of the table:");
  risk_report_text_add_share (text, "%.4f", deid_risk_figure_marketer_risk (report));
  add_over_records (text, report);
  risk_report_text_add_count (text, report,
                              "unique by quasi-identifiers:", deid_risk_figure_n_unique (report));
  risk_report_text_add_uniques (text, report);
  if (report->has_population)
    risk_report_text_add_count (
        text, report, "unique in the population:", deid_risk_figure_n_population_unique (report));
}

static void
risk_report_text_add_estimates (DeidLongText *text, const DeidRiskReport *report)
{
  const guint64 size = report->population_size;

  for (guint e = 0; size > 0 && e < DEID_N_UNIQUENESS_ESTIMATORS; e++)
    {
      const DeidUniquenessFigure *figure = &report->estimates[e];
      g_autofree char *label
          = g_strdup_printf ("unique people by %s:", deid_uniqueness_estimator_names[e]);

      deid_long_text_add (text, LABEL_FORMAT, label);
      if (!figure->is_known)
        {
          deid_long_text_add (text, "no estimate\n");
          continue;
        }
      deid_long_text_add_double (text, "%.1f", figure->n_uniques);
      deid_long_text_add (text, " of a population of " DEID_COUNT_FORMAT " (", size);
      deid_long_text_add_double (text, "%.2f", 100.0 * figure->n_uniques / (double) size);
      deid_long_text_add (text, " %%)\n");
    }
}

static void
risk_report_text_add_cell (DeidLongText *text, guint64 n, guint64 n_records)
{
  deid_long_text_add (text, "  %10" G_GUINT64_FORMAT " ", n);
  deid_long_text_add_double (text, "%6.2f", 100.0 * (double) n / (double) n_records);
  deid_long_text_add (text, " %%");
}

/* The public reads of all intervals that are shown; the custodian of those that have records. */
static void
add_distribution (DeidLongText *text, const DeidRiskReport *report, DeidAdversary adversary)
{
  deid_long_text_add (
      text, "%s\n",
      adversary == DEID_ADVERSARY_PROSECUTOR
          ? "class size from, prosecutor risk up to, records in between, records so far:"
          : "population size from, journalist risk up to, records in between, records so far:");
  for (guint64 i = 0; i < deid_risk_report_get_n_intervals (report, adversary); i++)
    {
      guint64 size, n, n_cumulative;

      deid_risk_report_get_interval (report, adversary, i, &size, &n, &n_cumulative);
      if (n == 0)
        continue;
      deid_long_text_add (text, "  %8" G_GUINT64_FORMAT, size);
      deid_long_text_add (text, "  ");
      deid_long_text_add_double (text, "%.6f", 1.0 / (double) size);
      risk_report_text_add_cell (text, n, report->n_records);
      risk_report_text_add_cell (text, n_cumulative, report->n_records);
      deid_long_text_add (text, "\n");
    }
}

char *
deid_risk_report_to_text (const DeidRiskReport *report, DeidAudience audience,
                          GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidRiskReport) shown = NULL;
  DeidLongText text = { 0 };

  g_return_val_if_fail (report != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  shown = deid_risk_report_show (report, audience, cancellable, error);
  if (shown == NULL)
    return NULL;
  risk_report_text_add_table (&text, shown);
  risk_report_text_add_adversary (&text, shown, DEID_ADVERSARY_PROSECUTOR);
  risk_report_text_add_persons (&text, shown);
  risk_report_text_add_population (&text, shown, cancellable);
  risk_report_text_add_uniqueness (&text, shown);
  risk_report_text_add_estimates (&text, shown);
  add_distribution (&text, shown, DEID_ADVERSARY_PROSECUTOR);
  if (shown->has_population)
    add_distribution (&text, shown, DEID_ADVERSARY_JOURNALIST);
  return deid_long_text_end (&text, error);
}
