/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The report on a baseline: its figures and its text. */
#include "baseline/baseline-release.h"

/* What a report for hosts is made of. */
typedef struct
{
  DeidBaselineReport *report;
  gboolean has_release;
  DeidBaselineRelease release;
} DeidBaselineComparison;

static const char *
baseline_report_get_note (const DeidBaselineComparison *comparison, guint c)
{
  return comparison->has_release ? comparison->release.notes[c] : comparison->report->notes[c];
}

static void
baseline_report_fill_column (const DeidTreatment *treatment, const char *note, DeidFigures *figures)
{
  const gboolean is_kept = deid_treatment_keeps (treatment);

  deid_figures_begin_group (figures, NULL);
  deid_figures_add_text (figures, "column", treatment->column);
  deid_figures_add_text (figures, "treatment",
                         treatment->is_removed ? "removed"
                         : is_kept             ? "kept"
                                               : "generalized");
  deid_figures_add_text (figures, "rule",
                         treatment->is_removed || is_kept ? NULL : treatment->rule);
  deid_figures_add_count (figures, "level", treatment->is_removed ? 0 : treatment->level);
  deid_figures_add_text (figures, "note", note);
  deid_figures_end (figures);
}

static void
baseline_report_fill_summary (const DeidBaselineReport *report, DeidFigures *figures)
{
  const DeidRiskReport *risks = report->risks;
  const DeidPartition *partition = report->evaluation->partition;
  DeidPersonRisks persons;

  deid_figures_add_number (figures, "population_risk_sum", report->risk);
  deid_figures_add_number (figures, "highest_risk",
                           deid_risk_figure_maximum_risk (risks, DEID_ADVERSARY_PROSECUTOR));
  deid_figures_add_number (figures, "average_risk",
                           deid_risk_figure_persons (risks, &persons)
                               ? persons.average
                               : deid_risk_figure_average_risk (risks, DEID_ADVERSARY_PROSECUTOR));
  deid_figures_add_count (figures, "unique", deid_risk_figure_n_unique (risks));
  deid_figures_add_count (figures, "records", risks->n_records);
  deid_figures_add_number_if (figures, "loss", partition->is_measured, partition->loss);
  if (report->evaluation->problem->group_weights->len > 0)
    deid_figures_add_flag (figures, "weighted_by_groups", TRUE);
}

static gboolean
baseline_report_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                      const DeidStop *stop, GError **error)
{
  const DeidBaselineComparison *comparison = data;
  const DeidBaselineReport *report = comparison->report;

  deid_figures_add_text (figures, "baseline", report->baseline->name);
  baseline_report_fill_summary (report, figures);
  if (comparison->has_release)
    {
      deid_figures_begin_group (figures, "release");
      deid_figures_add_number (figures, "population_risk_sum", comparison->release.risk);
      deid_figures_add_count (figures, "suppressed", comparison->release.n_suppressed);
      deid_figures_end (figures);
    }
  deid_figures_add_policy (figures, "policy", report->policy);
  deid_figures_begin_table (figures, "columns");
  for (guint c = 0; c < report->identifiers->n_columns; c++)
    baseline_report_fill_column (&report->treatments[c], baseline_report_get_note (comparison, c),
                                 figures);
  deid_figures_end (figures);
  deid_figures_begin_group (figures, "identifiers");
  deid_figures_add_text (figures, "audience", "custodian-only");
  deid_identifiers_fill (report->identifiers, figures);
  deid_figures_end (figures);
  return TRUE;
}

static void
baseline_report_comparison_free (gpointer data)
{
  DeidBaselineComparison *comparison = data;

  deid_baseline_release_clear (&comparison->release);
  deid_baseline_report_unref (comparison->report);
  g_free (comparison);
}

static const DeidFigure baseline_report_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (TEXT, "baseline", "", "The name of the baseline."),
  FIGURE (
      NUMBER, "population_risk_sum", "records or persons",
      "The population risk of the table by the baseline, with an exponent of 1, as a sum: how "
      "many records, or with an entity column persons, are expected to be found at most. As the "
      "threshold of `deid_privacy_model_new_population_risk()` it admits all that has the risk "
      "of the baseline."),
  FIGURE (NUMBER, "highest_risk", "", "The highest risk of a record of the prosecutor."),
  FIGURE (NUMBER, "average_risk", "",
          "The average risk of the prosecutor, over records; with an entity column over persons, "
          "each class counting its own."),
  FIGURE (COUNT, "unique", DEID_UNIT_PART, "How many records are in classes of size 1."),
  FIGURE (COUNT, "records", "records",
          "How many records there are by the baseline, which suppresses none."),
  FIGURE (
      NUMBER, "loss", "",
      "The loss by the quality model of the problem; undefined if the model has no loss for it."),
  FIGURE (FLAG, "weighted_by_groups", "",
          "Whether groups have weights in the loss; absent if they have none."),
  FIGURE (NUMBER, "release.population_risk_sum", "records or persons",
          "The population risk of the released records of a result, defined as that by the "
          "baseline; the group is absent without a result."),
  FIGURE (COUNT, "release.suppressed", "records", "How many records the result suppresses."),
  FIGURE (POLICY, "policy", "",
          "The policy of the problem's own lattice that makes of the table what the baseline does; "
          "undefined if the lattice has none."),
  FIGURE (TEXT, "columns[].column", "", "The name of a column that is not a joint one."),
  FIGURE (TEXT, "columns[].treatment", "",
          "What the baseline does to the column: `kept`, `removed` or `generalized`."),
  FIGURE (TEXT, "columns[].rule", "",
          "The rule by which it is generalized, as `deid_hierarchy_new_from_specification()` takes "
          "it; undefined for a column that is kept or removed."),
  FIGURE (COUNT, "columns[].level", "",
          "The level of the rule; 0 for a column that is kept or removed."),
  FIGURE (TEXT, "columns[].note", "",
          "What the problem does with the column: `a quasi-identifier`, `not released`, `released "
          "as it is`, or `a weight, released`. `, against the baseline` stands behind the last two "
          "if the baseline removes or changes the column. With a result, what the release makes of "
          "a quasi-identifier: see `deid_report_new_baseline()`."),
  FIGURE (TEXT, "identifiers.audience", "",
          "Whom the report on identifiers is for: `custodian-only`."),
  FIGURE (COUNT, "identifiers.columns", "columns",
          "How many columns were looked at: all but joint ones."),
  FIGURE (TEXT, "identifiers.identifiers[].column", "",
          "The name of a column that is an identifier."),
  FIGURE (TEXT, "identifiers.identifiers[].letter", "",
          "The letter of its kind in 45 CFR 164.514(b)(2)(i); undefined for free texts."),
  FIGURE (TEXT, "identifiers.identifiers[].kind", "", "The kind of identifier."),
  FIGURE (TEXT, "identifiers.identifiers[].evidence[]", "",
          "A sentence that says why the column is an identifier."),
};

const DeidReportKind deid_baseline_kind = {
  .name = "baseline",
  .title = "Baseline: what a rule such as Safe Harbor would do",
  .catalogue = baseline_report_catalogue,
  .n_figures = G_N_ELEMENTS (baseline_report_catalogue),
  .fill = baseline_report_fill,
  .free = baseline_report_comparison_free,
};

const DeidBaselineReport *
deid_baseline_report_of (const DeidReport *report)
{
  const DeidBaselineComparison *comparison = deid_report_get_data (report, &deid_baseline_kind);

  return comparison != NULL ? comparison->report : NULL;
}

static gboolean
baseline_report_compare (DeidBaselineComparison *comparison, DeidResult *result,
                         GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidRiskReport) risks = deid_risk_report_make (result, TRUE, NULL, cancellable, error);

  comparison->has_release = risks != NULL
                            && deid_baseline_release_init (&comparison->release, comparison->report,
                                                           result, risks, cancellable, error);
  return comparison->has_release;
}

DeidReport *
deid_baseline_report_publish (DeidBaselineReport *report, DeidResult *result,
                              GCancellable *cancellable, GError **error)
{
  DeidBaselineComparison *comparison = g_new0 (DeidBaselineComparison, 1);

  comparison->report = deid_baseline_report_ref (report);
  if (result != NULL && !baseline_report_compare (comparison, result, cancellable, error))
    g_clear_pointer (&comparison, baseline_report_comparison_free);
  return deid_report_new (&deid_baseline_kind, comparison, DEID_STOP_OF (cancellable), error);
}

DeidReport *
deid_report_new_baseline (DeidBaseline *baseline, DeidProblem *problem, DeidRiskOptions *options,
                          DeidResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidBaselineReport) report = NULL;

  g_return_val_if_fail (baseline != NULL && problem != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  report = deid_baseline_report_make (baseline, problem, options, cancellable, error);
  return report != NULL ? deid_baseline_report_publish (report, result, cancellable, error) : NULL;
}
