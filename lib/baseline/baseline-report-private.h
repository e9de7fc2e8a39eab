/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "baseline/treatment.h"
#include "report/risk-report-private.h"

/* How the notes on columns end of which the baseline leaves less. */
#define DEID_NOTE_AGAINST ", against the baseline"

/* What comes of the table of a problem by a baseline. The reports that compare it with releases
 * share it. */
typedef struct
{
  gatomicrefcount ref_count;
  DeidBaseline *baseline;
  DeidLattice *lattice; /* of the problem */
  DeidSuggestions *identifiers;
  DeidTreatment *treatments; /* of each column that identifiers know */
  char **described;          /* of each */
  const char **notes;        /* of each what the problem does with the column, static, or NULL */
  DeidTreatedAttribute *attributes; /* of each quasi-identifier of the problem */
  guint n_attributes;
  DeidEvaluation *evaluation; /* of a problem of its own */
  DeidRiskReport *risks;
  DeidPolicy *policy; /* of the lattice of the problem that was given, or NULL */
  double risk;
} DeidBaselineReport;

DeidBaselineReport *deid_baseline_report_ref (DeidBaselineReport *report);
void deid_baseline_report_unref (DeidBaselineReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidBaselineReport, deid_baseline_report_unref)

/* Evaluates a baseline. Errors: those of deid_report_new_baseline(). */
DeidBaselineReport *deid_baseline_report_make (DeidBaseline *baseline, DeidProblem *problem,
                                               DeidRiskOptions *options, GCancellable *cancellable,
                                               GError **error);

/* Makes the report for hosts; @result (nullable) is compared with the baseline. Errors: those of
 * deid_report_new_baseline(). */
DeidReport *deid_baseline_report_publish (DeidBaselineReport *report, DeidResult *result,
                                          GCancellable *cancellable, GError **error);

extern const DeidReportKind deid_baseline_kind;

/* Returns: (nullable): what a report is made of, or NULL if it is of another kind. */
const DeidBaselineReport *deid_baseline_report_of (const DeidReport *report);
