/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "partition/partition.h"
#include "figures/report-private.h"

/* What one policy does to a table, solution or not: see deid_report_new_evaluation(). */
typedef struct
{
  DeidProblem *problem;
  DeidPolicy *policy;
  DeidPartition *partition; /* whose verdict is that without a limit */
  guint64 n_records;
  guint64 limit;      /* records that may be suppressed */
  guint64 *n_failing; /* records, for each model */
} DeidEvaluation;

extern const DeidReportKind deid_evaluation_kind;

/* Evaluates a policy. Errors: those of deid_report_new_evaluation(). */
DeidEvaluation *deid_evaluation_make (DeidProblem *problem, DeidPolicy *policy,
                                      const DeidStop *stop, GError **error);
void deid_evaluation_free (DeidEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeidEvaluation, deid_evaluation_free)

/* Tells whether what the policy suppresses is within all limits, a record is left, and the rest
 * meets all models. */
gboolean deid_evaluation_is_solution (const DeidEvaluation *evaluation);
