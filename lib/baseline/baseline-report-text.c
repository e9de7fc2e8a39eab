/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <string.h>

#include "base/long-text.h"
#include "base/rational.h"
#include "base/text.h"
#include "baseline/baseline-release.h"

/* The figures that stand for a release in one line each. */
typedef struct
{
  double loss, highest, average;
  gboolean has_loss, is_weighted, is_of_persons;
  guint64 n_records, n_unique;
} Figures;

static void
get_figures (const DeidBaselineReport *report, Figures *figures)
{
  const DeidAdversary adversary = DEID_ADVERSARY_PROSECUTOR;

  *figures = (Figures){ .n_records = 0 };
  figures->is_weighted
      = deid_problem_get_n_group_weights (deid_evaluation_get_problem (report->evaluation)) > 0;
  figures->has_loss = deid_evaluation_get_loss (report->evaluation, &figures->loss);
  deid_risk_report_get_n_records (report->risks, &figures->n_records);
  deid_risk_report_get_n_unique (report->risks, &figures->n_unique);
  deid_risk_report_get_maximum_risk (report->risks, adversary, &figures->highest);
  figures->is_of_persons
      = deid_risk_report_get_person_risks (report->risks, NULL, NULL, NULL, &figures->average);
  if (!figures->is_of_persons)
    deid_risk_report_get_average_risk (report->risks, adversary, &figures->average);
}

static const char *
show_risk (double risk, char text[DEID_DECIMAL_SIZE])
{
  deid_double_to_decimal (risk, text);
  return text;
}

static void
baseline_report_text_add_figures (DeidLongText *text, const DeidBaselineReport *report,
                                  const DeidBaselineRelease *release)
{
  char decimal[DEID_DECIMAL_SIZE];
  Figures figures;

  get_figures (report, &figures);
  deid_long_text_add (text, "population risk: %s\n", show_risk (report->risk, decimal));
  if (release != NULL)
    deid_long_text_add (
        text, "population risk of the release: %s, with %" G_GUINT64_FORMAT " records suppressed\n",
        show_risk (release->risk, decimal), release->n_suppressed);
  deid_long_text_add (text, "highest risk: %s\n", show_risk (figures.highest, decimal));
  deid_long_text_add (text, "average risk%s: %s\n", figures.is_of_persons ? " of a person" : "",
                      show_risk (figures.average, decimal));
  deid_long_text_add (text, "unique: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " records\n",
                      figures.n_unique, figures.n_records);
  if (figures.has_loss)
    deid_long_text_add (text, "loss: %s%s\n", show_risk (figures.loss, decimal),
                        figures.is_weighted ? " (weighted by groups)" : "");
}

static void
baseline_report_text_add_column (DeidLongText *text, const DeidBaselineReport *report,
                                 const char *note, guint c)
{
  const DeidIdentifierColumn *column = &report->identifiers->columns[c];

  deid_long_text_add (text, "  %s: %s; %s", column->shown, report->described[c], note);
  if (column->kind != DEID_KIND_UNKNOWN)
    deid_long_text_add (text, "; %s", deid_kind_get_identifier (column->kind));
  deid_long_text_add (text, "\n");
}

static const char *
get_note (const DeidBaselineReport *report, const DeidBaselineRelease *release, guint c)
{
  return release != NULL ? release->notes[c] : report->notes[c];
}

/* @release may be NULL. */
static char *
baseline_report_text_write_text (const DeidBaselineReport *report,
                                 const DeidBaselineRelease *release, GError **error)
{
  g_autofree char *identifiers = NULL, *policy = NULL, *name = NULL;
  DeidLongText text = { 0 };

  identifiers = deid_identifiers_to_text (report->identifiers, error);
  if (identifiers == NULL
      || (report->policy != NULL && (policy = deid_policy_to_text (report->policy, error)) == NULL))
    return NULL;
  name = deid_text_escape (report->baseline->name);
  deid_long_text_add (&text, "audience: custodian-only\nbaseline: %s\n", name);
  baseline_report_text_add_figures (&text, report, release);
  deid_long_text_add (&text, "policy: %s\ncolumns:\n",
                      policy != NULL ? policy : "none of the lattice");
  for (guint c = 0; c < report->identifiers->n_columns; c++)
    baseline_report_text_add_column (&text, report, get_note (report, release, c), c);
  deid_long_text_add (&text, "%s", strchr (identifiers, '\n') + 1);
  return deid_long_text_end (&text, error);
}

char *
deid_baseline_report_to_text (const DeidBaselineReport *report, GError **error)
{
  g_return_val_if_fail (report != NULL, NULL);

  return baseline_report_text_write_text (report, NULL, error);
}

static void
add_json_double (DeidLongText *text, const char *key, double value)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_long_text_add (text, ",\"%s\":%s", key, show_risk (value, decimal));
}

static void
baseline_report_text_add_json_column (DeidLongText *text, const DeidBaselineReport *report,
                                      const char *note, guint c)
{
  const DeidTreatment *treatment = &report->treatments[c];

  deid_long_text_add (text, "%s{\"column\":", c > 0 ? "," : "");
  deid_long_text_add_json (text, treatment->column);
  deid_long_text_add (text, ",\"treatment\":\"%s\",\"rule\":",
                      treatment->is_removed              ? "removed"
                      : deid_treatment_keeps (treatment) ? "kept"
                                                         : "generalized");
  if (treatment->is_removed || deid_treatment_keeps (treatment))
    deid_long_text_add (text, "null");
  else
    deid_long_text_add_json (text, treatment->rule);
  deid_long_text_add (text, ",\"level\":%u,\"note\":\"%s\"}",
                      treatment->is_removed ? 0 : treatment->level, note);
}

static void
add_json_figures (DeidLongText *text, const DeidBaselineReport *report)
{
  Figures figures;

  get_figures (report, &figures);
  add_json_double (text, "population_risk_sum", report->risk);
  add_json_double (text, "highest_risk", figures.highest);
  add_json_double (text, "average_risk", figures.average);
  deid_long_text_add (text, ",\"unique\":%" G_GUINT64_FORMAT ",\"records\":%" G_GUINT64_FORMAT,
                      figures.n_unique, figures.n_records);
  if (figures.has_loss)
    add_json_double (text, "loss", figures.loss);
  else
    deid_long_text_add (text, ",\"loss\":null");
  if (figures.is_weighted)
    deid_long_text_add (text, ",\"weighted_by_groups\":true");
}

static void
add_json_release (DeidLongText *text, const DeidBaselineRelease *release)
{
  char decimal[DEID_DECIMAL_SIZE];

  if (release != NULL)
    deid_long_text_add (
        text, ",\"release\":{\"population_risk_sum\":%s,\"suppressed\":%" G_GUINT64_FORMAT "}",
        show_risk (release->risk, decimal), release->n_suppressed);
}

static char *
write_json (const DeidBaselineReport *report, const DeidBaselineRelease *release, GError **error)
{
  g_autofree char *identifiers = NULL, *policy = NULL;
  DeidLongText text = { 0 };

  identifiers = deid_identifiers_to_json (report->identifiers, error);
  if (identifiers == NULL
      || (report->policy != NULL && (policy = deid_policy_to_text (report->policy, error)) == NULL))
    return NULL;
  deid_long_text_add (&text, "{\"audience\":\"custodian-only\",\"baseline\":");
  deid_long_text_add_json (&text, report->baseline->name);
  add_json_figures (&text, report);
  add_json_release (&text, release);
  deid_long_text_add (&text, ",\"policy\":");
  if (policy != NULL)
    deid_long_text_add_json (&text, policy);
  else
    deid_long_text_add (&text, "null");
  deid_long_text_add (&text, ",\"columns\":[");
  for (guint c = 0; c < report->identifiers->n_columns; c++)
    baseline_report_text_add_json_column (&text, report, get_note (report, release, c), c);
  deid_long_text_add (&text, "],\"identifiers\":%s}", identifiers);
  return deid_long_text_end (&text, error);
}

char *
deid_baseline_report_to_json (const DeidBaselineReport *report, GError **error)
{
  g_return_val_if_fail (report != NULL, NULL);

  return write_json (report, NULL, error);
}

static char *
baseline_report_text_compare (const DeidBaselineReport *report, DeidResult *result,
                              char *(*write) (const DeidBaselineReport *report,
                                              const DeidBaselineRelease *release, GError **error),
                              GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidRiskReport) risks = deid_risk_report_new_after (result, NULL, cancellable, error);
  DeidBaselineRelease release = { NULL, 0, 0 };
  char *text
      = risks != NULL
                && deid_baseline_release_init (&release, report, result, risks, cancellable, error)
            ? write (report, &release, error)
            : NULL;

  deid_baseline_release_clear (&release);
  return text;
}

char *
deid_baseline_report_compare_to_text (const DeidBaselineReport *report, DeidResult *result,
                                      GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (report != NULL && result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return baseline_report_text_compare (report, result, baseline_report_text_write_text, cancellable,
                                       error);
}

char *
deid_baseline_report_compare_to_json (const DeidBaselineReport *report, DeidResult *result,
                                      GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (report != NULL && result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  return baseline_report_text_compare (report, result, write_json, cancellable, error);
}
