/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Rules that a release is measured by, such as Safe Harbor. */
#include "baseline-options.h"

#include "option-values.h"
#include "release-report.h"
#include "report-json.h"
#include "settings.h"

static char *opt_baseline, *opt_day, *opt_areas;

const GOptionEntry baseline_entries[]
    = { { "baseline", 0, 0, G_OPTION_ARG_FILENAME, &opt_baseline,
          "report what a rule to de-identify by would do: safe-harbor, or one of a file",
          "safe-harbor|FILE" },
        { "baseline-day", 0, 0, G_OPTION_ARG_STRING, &opt_day,
          "the day on which it reckons ages of dates of birth, such as 2024-01-31", "DAY" },
        { "zip-populations", 0, 0, G_OPTION_ARG_FILENAME, &opt_areas,
          "how many people live in the areas of ZIP codes (CSV with zip3 or zip5, and count), or "
          "census-2000",
          "FILE" },
        { NULL, 0, 0, G_OPTION_ARG_NONE, NULL, NULL, NULL } };

gboolean
is_baseline (const char *threshold)
{
  double share;

  if (threshold == NULL || read_share ("risk-threshold", threshold, &share, NULL))
    return FALSE;
  return g_str_equal (threshold, "safe-harbor") || g_file_test (threshold, G_FILE_TEST_IS_REGULAR);
}

static gboolean
set (DeidJob *job, const char *key, const char *value, const char *option, GError **error)
{
  return value == NULL || deid_job_set (job, "baseline", key, value, option, error);
}

gboolean
set_baseline_options (DeidJob *job, const char *threshold, GError **error)
{
  if (threshold != NULL && opt_baseline != NULL && !g_str_equal (threshold, opt_baseline))
    return refuse_option ("baseline", opt_baseline, "the baseline that --risk-threshold names",
                          error);
  return set (job, "baseline", opt_baseline, "--baseline", error)
         && set (job, "baseline", threshold, "--risk-threshold", error)
         && set (job, "baseline-limit", threshold != NULL ? "yes" : NULL, "--risk-threshold", error)
         && set (job, "baseline-day", opt_day, "--baseline-day", error)
         && set (job, "zip-populations", opt_areas, "--zip-populations", error);
}

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
         && (report == NULL
             || add_json (builder, "baseline", deid_report_to_json (report, error), error));
}

gboolean
print_baseline (DeidResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidReport) report = NULL;

  return make_report (result, &report, cancellable, error)
         && (report == NULL || print_part (deid_report_to_text (report, cancellable, error)));
}
