/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* A value of --frontier that is about risk: a measure, and thresholds behind a sign of equality. */

/* What such a value may be. */
#define RISK_FRONTIER_FORMS "[average-|population-]risk[=T,...] or at-risk[=T,...]"

typedef struct
{
  DeidRiskMeasure measure;
  double *thresholds; /* or NULL for the usual ones */
  gsize n_thresholds;
} RiskFrontierRequest;

/* Tells whether a value is about risk. */
gboolean is_risk_frontier (const char *value);

/* Reads one that is. */
gboolean read_risk_frontier (const char *value, RiskFrontierRequest *request, GError **error);
void clear_risk_frontier (RiskFrontierRequest *request);

/* Returns: (transfer full): the frontier of a problem by the settings, or NULL with an error. One
 * that is to have other points, too, goes without optima where there are none to be found, unless
 * thresholds ask for them. */
DeidReport *make_risk_frontier (const RiskFrontierRequest *request, DeidProblem *problem,
                                gboolean has_others, GCancellable *cancellable, GError **error);
