/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/work.h"
#include "report/risk-report-private.h"

/* Estimates population uniqueness by each estimator, if the size of the population was given.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if that is less than the sizes of all classes together,
 * %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
gboolean deid_risk_report_estimate (DeidRiskReport *report, const DeidStop *stop, GError **error);
