/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "base/long-text.h"
#include "release/report/risk-report-private.h"

/* A report as an audience may see it: the public does not see counts from which the number of
 * records of some withheld sizes would follow. */
typedef struct
{
  const DeidRiskReport *report;
  DeidAudience audience;
  guint8 *withheld[2];   /* by DeidAdversary: of each size whether it is withheld; or NULL */
  guint32 n_withheld[2]; /* of these sizes */
} DeidReportView;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_INVALID_ARGUMENT,
 * %DEID_ERROR_NO_MEMORY. */
gboolean deid_report_view_init (DeidReportView *view, const DeidRiskReport *report,
                                DeidAudience audience, GError **error);
void deid_report_view_clear (DeidReportView *view);

/* Sets @n to the number of records of an adversary's sizes [@first, @end). Returns: whether it may
 * be seen. */
gboolean deid_report_view_count (const DeidReportView *view, DeidAdversary adversary, guint32 first,
                                 guint32 end, guint64 *n);

/* The same for records in classes of size 1, for those that one record of the population is like,
 * and for those that nobody there is like. Without a population the latter two cannot be seen. */
gboolean deid_report_view_count_unique (const DeidReportView *view, guint64 *n);
gboolean deid_report_view_count_population_unique (const DeidReportView *view, guint64 *n);
gboolean deid_report_view_count_unmatched (const DeidReportView *view, guint64 *n);

/* Tells whether figures may be seen that are made of all of an adversary's sizes, such as the mean
 * risk: where two sizes are withheld, it would tell them apart. The number of classes is one of the
 * prosecutor's. */
gboolean deid_report_view_shows_all (const DeidReportView *view, DeidAdversary adversary);

/* Tells whether estimates may be seen: they follow from the numbers of classes of all sizes. */
gboolean deid_report_view_shows_estimates (const DeidReportView *view);

/* Whom an audience's report says it is for. */
const char *deid_audience_get_name (DeidAudience audience);

/* Fails with %DEID_ERROR_INVALID_ARGUMENT for the public if the figures are of the input. */
gboolean deid_audience_check (DeidAudience audience, gboolean is_after, GError **error);
