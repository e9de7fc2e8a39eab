/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that a release is measured by, such as Safe Harbor. */
#include "baseline-report.h"

#include "release-report.h"
#include "report-json.h"
#include "settings.h"

/* Sets @report to that on the baseline, compared with a result (nullable), or to NULL if none was
 * named. */
static gboolean
make_report (DeidResult *result, DeidReport **report, GCancellable *cancellable, GError **error)
{
  *report = NULL;
  if (!deid_job_is_set (get_settings (), "baseline", "baseline"))
    return TRUE;
  *report = deid_job_make_report (get_settings (), "baseline", result, cancellable, error);
  return *report != NULL;
}

gboolean
find_baseline_policy (DeidPolicy **policy, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidReport) report = NULL;
  const gboolean success = make_report (NULL, &report, cancellable, error);
  DeidPolicy *found = report != NULL ? deid_report_get_policy (report, "policy") : NULL;

  *policy = found != NULL ? deid_policy_ref (found) : NULL;
  return success;
}

gboolean
add_baseline (JsonBuilder *builder, DeidResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidReport) report = NULL;

  return make_report (result, &report, cancellable, error)
         && add_report (builder, "baseline", report, error);
}

gboolean
print_baseline (DeidResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidReport) report = NULL;

  return make_report (result, &report, cancellable, error)
         && print_report_text (report, cancellable, error);
}
