/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the public may read of a risk report, made as a report that holds nothing else. */
#include "base/handle.h"
#include "base/memory.h"
#include "report/risk-report-private.h"

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

/* What nobody releases is a second look at the records of what is released. */
static gboolean
check_released (const DeidRiskReport *report, DeidAudience audience, GError **error)
{
  if (audience == DEID_AUDIENCE_CUSTODIAN || !report->is_tentative)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "figures of a policy that is no solution are custodian-only, expected those of a "
               "released table");
  return FALSE;
}

/* Returns: the first size whose risk is not above the threshold, 0 if there is none. */
static guint64
find_threshold_end (const DeidRational *threshold)
{
  DeidWide end;

  if (threshold->numerator == 0)
    return 0;
  end = (threshold->denominator + threshold->numerator - 1) / threshold->numerator;
  return end <= G_MAXUINT64 ? (guint64) end : 0;
}

static void
show_sizes (DeidRiskReport *shown, const DeidRiskReport *report)
{
  DeidShownSizes *of_table = &shown->shown[DEID_ADVERSARY_PROSECUTOR];
  DeidShownSizes *of_population = &shown->shown[DEID_ADVERSARY_JOURNALIST];
  DeidShownInput input = { .minimum_cell = report->options->minimum_cell,
                           .n_records = report->n_records,
                           .n_members = report->n_records,
                           .smallest = 1,
                           .threshold_end = find_threshold_end (&report->options->threshold),
                           .is_undivided = report->has_population };

  deid_shown_sizes_init (of_table, &report->sizes, &input);
  *of_population = *of_table;
  if (!report->has_population || of_table->n_intervals == 0)
    return;
  input.n_members = report->n_population;
  input.smallest = of_table->intervals[0].smallest;
  input.largest_other = report->n_records - (of_table->is_smallest ? input.smallest : 0);
  input.is_undivided = FALSE;
  deid_shown_sizes_init (of_population, &report->population_sizes, &input);
}

DeidRiskReport *
deid_risk_report_show (const DeidRiskReport *report, DeidAudience audience,
                       GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidRiskReport) shown = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error)
      || !deid_audience_check (audience, report->is_after, error)
      || !check_released (report, audience, error))
    return NULL;
  if (audience == report->audience)
    return deid_risk_report_ref ((DeidRiskReport *) report);
  if (audience == DEID_AUDIENCE_CUSTODIAN)
    {
      g_set_error (
          error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
          "a public report holds nothing for the custodian alone, expected the report that "
          "it was made of");
      return NULL;
    }
  shown = g_new0 (DeidRiskReport, 1);
  g_atomic_ref_count_init (&shown->ref_count);
  shown->audience = audience;
  shown->is_after = TRUE;
  shown->has_persons = report->has_persons;
  shown->has_population = report->has_population;
  shown->options = deid_risk_options_ref (report->options);
  shown->shown = deid_alloc (DEID_N_ADVERSARIES, sizeof *shown->shown, error);
  if (shown->shown == NULL)
    return NULL;
  show_sizes (shown, report);
  shown->n_records = shown->shown->n_intervals > 0 ? report->n_records : DEID_WITHHELD;
  shown->n_persons = report->has_persons ? DEID_WITHHELD : shown->n_records;
  shown->n_classes = DEID_WITHHELD;
  shown->n_population = report->has_population ? DEID_WITHHELD : 0;
  shown->n_unmatched = shown->n_population;
  deid_risk_report_show_uniques (shown, report);
  return g_steal_pointer (&shown);
}

DeidRiskReport *
deid_risk_report_new_public (DeidRiskReport *report, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (report != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return deid_risk_report_show (report, DEID_AUDIENCE_PUBLIC, cancellable, error);
}

DeidAudience
deid_risk_report_get_audience (const DeidRiskReport *report)
{
  g_return_val_if_fail (report != NULL, DEID_AUDIENCE_CUSTODIAN);

  return report->audience;
}
