/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "problem/problem-private.h"
#include "report/risk-report-private.h"

/* What a measure of risk says of a released table, and how a problem is held to it. */

#define DEID_N_RISK_MEASURES 4

/* Returns: its name in JSON and in texts, or %NULL if there is no such measure. */
const char *deid_risk_measure_get_name (DeidRiskMeasure measure);

/* Sets @risk to the risk of the released table that a report is on, rounded. Which records are at
 * risk is what @options say, whatever those of the report are. Errors: %DEID_ERROR_NO_MEMORY,
 * %G_IO_ERROR_CANCELLED. */
gboolean deid_risk_measure_get_risk (DeidRiskMeasure measure, const DeidRiskOptions *options,
                                     const DeidRiskReport *report, double *risk,
                                     GCancellable *cancellable, GError **error);

/* Compares the risks of two released tables, exactly: @sign becomes -1, 0 or 1 as that of @a is
 * below, equal to or above that of @b. Errors: those of deid_risk_measure_get_risk(). Complexity:
 * O(sizes), of population risks that are equal as doubles O(sizes^2). */
gboolean deid_risk_measure_compare (DeidRiskMeasure measure, const DeidRiskOptions *options,
                                    const DeidRiskReport *a, const DeidRiskReport *b, int *sign,
                                    GError **error);

/* Returns: (transfer full): a problem that keeps the risk to a threshold: with k = 1 / @threshold,
 * rounded up, instead of its own k for the highest risk, with the model of the measure besides its
 * own otherwise; or %NULL. Errors: %DEID_ERROR_INVALID_ARGUMENT for a threshold out of its range.
 */
DeidProblem *deid_risk_measure_make_problem (DeidRiskMeasure measure, const DeidProblem *problem,
                                             double threshold, const DeidRiskOptions *options,
                                             GError **error);
