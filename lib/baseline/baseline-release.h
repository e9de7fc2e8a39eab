/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "baseline/baseline-report-private.h"
#include "search/result-private.h"

/* What a release does, beside what the baseline would do. */
typedef struct
{
  const char **notes; /* of each column that identifiers know, static */
  double risk;        /* of the released records */
  guint64 n_suppressed;
} DeidBaselineRelease;

/* @risks are those of the result after release, for the custodian. On failure it may be cleared.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT for a result of another lattice than the report's; those of
 * deid_risk_report_get_population_risk() and deid_result_get_partition(). */
gboolean deid_baseline_release_init (DeidBaselineRelease *release, const DeidBaselineReport *report,
                                     DeidResult *result, const DeidRiskReport *risks,
                                     GCancellable *cancellable, GError **error);
void deid_baseline_release_clear (DeidBaselineRelease *release);

/* Tells whether a column is released with more than the baseline leaves of it. */
gboolean deid_baseline_release_is_against (const DeidBaselineRelease *release, guint column);
