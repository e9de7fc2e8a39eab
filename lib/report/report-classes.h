/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/grouping-evaluator.h"
#include "evaluation/preparation.h"
#include "search/result-private.h"

/* The equivalence classes that a report is on: those of the input, on the values of its
 * quasi-identifiers, or those that the policy of a result releases. */
typedef struct
{
  gboolean is_after;
  DeidLevel *levels;
  DeidPreparation *preparation;
  const DeidPreparedProblem *instance; /* all rows of it */
  DeidGroupingEvaluator evaluator;
  guint64 *populations; /* of each class, or NULL if there is no population */
} DeidReportClasses;

/* On failure it may be cleared, and nothing else. Errors: those of deid_stop_check(), of the models
 * for what is released, %DEID_ERROR_NO_MEMORY; %DEID_ERROR_EMPTY where no class is left.
 * Complexity: O(rows x attributes). */
gboolean deid_report_classes_init (DeidReportClasses *classes, const DeidResult *result,
                                   gboolean is_after, const DeidStop *stop, GError **error);
void deid_report_classes_clear (DeidReportClasses *classes);

/* Tells whether the report is on a class of the grouping. */
static inline gboolean
deid_report_classes_contains (const DeidReportClasses *classes, guint32 number)
{
  return classes->evaluator.grouping.sizes[number] > 0
         && (!classes->is_after || deid_judgement_releases (&classes->evaluator.judgement, number));
}

/* Counts the different persons the report is on, or its records if nothing marks persons. Errors:
 * those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_report_classes_count_persons (const DeidReportClasses *classes, guint64 *n,
                                            const DeidStop *stop, GError **error);

/* Makes a table with a row for each class, whose weight is its size, and a column for each
 * attribute, whose codes are labels; @n_labels says how many labels each has. On failure it may be
 * cleared, and nothing else. Errors: those of deid_stop_check(), %DEID_ERROR_NO_MEMORY. */
gboolean deid_report_classes_merge (const DeidReportClasses *classes, DeidMergedRows *merged,
                                    guint32 *n_labels, const DeidStop *stop, GError **error);
