/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From a result to reports. */
#include "base/rational.h"
#include "base/text.h"
#include "distortion/utility-private.h"
#include "job/job-build.h"

#define N_FOLDS         10
#define N_RECORDS       20000
#define N_EXPLAINED     5
#define MAX_SUBSET_SIZE 3

gboolean
deid_job_check_predicted (const DeidJob *job, const DeidStop *stop, GError **error)
{
  g_auto (GStrv) targets = deid_job_value_split (deid_job_get (job, "report", "predict"));
  DeidTableSource table;
  DeidUtilityTarget target;
  gboolean success = deid_table_source_init (&table, job->dataset, error);

  for (guint i = 0; success && targets[i] != NULL; i++)
    success = deid_utility_find_target (&table, targets[i], &target, stop, error)
              || deid_job_prefix_error (job, "report", "predict", error);
  deid_table_source_clear (&table);
  return success;
}

DeidReport *
deid_job_measure_utility (const DeidJob *job, DeidResult *result, DeidRegressionFunc fit,
                          gpointer fit_data, GCancellable *cancellable, GError **error)
{
  g_auto (GStrv) targets = NULL;
  guint64 n_records;

  g_return_val_if_fail (job != NULL && result != NULL && fit != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_job_check_result (job, result, error))
    return NULL;
  targets = deid_job_value_split (deid_job_get (job, "report", "predict"));
  n_records = deid_dataset_get_n_records (job->dataset);
  return deid_report_new_utility (result, (const char *const *) targets,
                                  (guint) CLAMP (n_records, DEID_UTILITY_MIN_FOLDS, N_FOLDS),
                                  N_RECORDS, 0, fit, fit_data, cancellable, error);
}

typedef DeidReport *(*ReportFunc) (const DeidJob *job, DeidResult *result,
                                   GCancellable *cancellable, GError **error);

static DeidReport *
job_reports_measure_risks (const DeidJob *job, DeidResult *result, gboolean is_after,
                           GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidRiskOptions) options = deid_job_make_risk_options (job, error);

  return options != NULL
             ? deid_report_new_risks (result, NULL, is_after, options, cancellable, error)
             : NULL;
}

static DeidReport *
job_reports_make_risks (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                        GError **error)
{
  return job_reports_measure_risks (job, result, TRUE, cancellable, error);
}

static DeidReport *
job_reports_make_input_risks (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                              GError **error)
{
  return job_reports_measure_risks (job, result, FALSE, cancellable, error);
}

static DeidReport *
job_reports_make_attribute_risks (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                                  GError **error)
{
  guint64 max_size;

  if (!deid_uint64_from_decimal (deid_job_get (job, "report", "attribute-risks"), &max_size))
    max_size = MAX_SUBSET_SIZE;
  return deid_report_new_attribute_risks (result, TRUE, (guint) MIN (max_size, G_MAXUINT),
                                          cancellable, error);
}

static DeidReport *
job_reports_make_bias (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                       GError **error)
{
  return deid_report_new_bias (job->problem, result, 0, cancellable, error);
}

static DeidReport *
job_reports_make_left_out (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                           GError **error)
{
  const gboolean by_pairs = g_str_equal (deid_job_get (job, "report", "left-out"), "pairs");
  guint64 minimum_cell = 0;

  deid_uint64_from_decimal (deid_job_get (job, "report", "minimum-cell"), &minimum_cell);
  return deid_report_new_left_out (result, by_pairs ? 2 : 1, minimum_cell, cancellable, error);
}

static DeidReport *
job_reports_make_distortion (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (DeidReleaseOptions) options = deid_job_make_release_options (job, error);

  return options != NULL ? deid_report_new_distortion (result, options, cancellable, error) : NULL;
}

static DeidReport *
job_reports_make_explanation (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                              GError **error)
{
  return deid_report_new_explanation (result, N_EXPLAINED, cancellable, error);
}

static DeidReport *
job_reports_make_warnings (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                           GError **error)
{
  return deid_report_new_warnings (result, cancellable, error);
}

static DeidReport *
job_reports_make_statistics (const DeidJob *job, DeidResult *result, GCancellable *cancellable,
                             GError **error)
{
  return deid_report_new_statistics (result, cancellable, error);
}

static DeidReport *
job_reports_make_baseline (DeidJob *job, DeidResult *result, GCancellable *cancellable,
                           GError **error)
{
  if (deid_job_get_problem (job, cancellable, error) == NULL)
    return NULL;
  if (job->baseline != NULL)
    return deid_baseline_report_publish (job->baseline, result, cancellable, error);
  deid_job_refuse (job, "baseline", "baseline", "expected safe-harbor or a file", error);
  return NULL;
}

static const struct
{
  const char *kind;
  ReportFunc make;
} job_reports_kinds[] = {
  { "risks", job_reports_make_risks },
  { "input_risks", job_reports_make_input_risks },
  { "attribute_risks", job_reports_make_attribute_risks },
  { "bias", job_reports_make_bias },
  { "left_out", job_reports_make_left_out },
  { "distortion", job_reports_make_distortion },
  { "explanation", job_reports_make_explanation },
  { "warnings", job_reports_make_warnings },
  { "statistics", job_reports_make_statistics },
};

DeidReport *
deid_job_make_report (DeidJob *job, const char *kind, DeidResult *result, GCancellable *cancellable,
                      GError **error)
{
  guint i = 0;

  g_return_val_if_fail (job != NULL && kind != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_str_equal (kind, "baseline"))
    return job_reports_make_baseline (job, result, cancellable, error);
  if (g_str_equal (kind, "suggestions"))
    return deid_job_make_suggestions (job, cancellable, error);
  while (i < G_N_ELEMENTS (job_reports_kinds) && !g_str_equal (kind, job_reports_kinds[i].kind))
    i++;
  if (i < G_N_ELEMENTS (job_reports_kinds) && result != NULL)
    return deid_job_check_result (job, result, error)
               ? job_reports_kinds[i].make (job, result, cancellable, error)
               : NULL;
  return deid_fail_null (
      error, DEID_ERROR_INVALID_ARGUMENT, "%s",
      i < G_N_ELEMENTS (job_reports_kinds)
          ? "there is no result, expected one of the job"
          : "a job makes no report of this kind, expected risks, input_risks, attribute_risks, "
            "bias, left_out, distortion, explanation, warnings, statistics, baseline or "
            "suggestions");
}
