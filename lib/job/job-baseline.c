/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From settings to a baseline, and what comes of the table by it. */
#include "job/job-build.h"

static gboolean
is_word (const DeidJob *job, const char *key, const char *word)
{
  return g_str_equal (deid_job_get (job, "baseline", key), word);
}

static DeidBaseline *
read_baseline (const DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = deid_job_get_path (job, "baseline", "rule");

  return path == NULL ? deid_baseline_new_safe_harbor (error)
                      : deid_baseline_new_from_file (path, cancellable, error);
}

static gboolean
set_areas (const DeidJob *job, DeidBaseline *baseline, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = deid_job_get_path (job, "baseline", "zip-populations");
  g_autoptr (DeidCsvOptions) csv = NULL;
  g_autoptr (DeidDataset) areas = NULL;

  if (is_word (job, "zip-populations", "census-2000"))
    return deid_baseline_set_census_2000 (baseline, TRUE, error);
  if (path == NULL)
    return TRUE;
  csv = deid_job_make_csv_options (job, error);
  areas = csv != NULL ? deid_dataset_new_from_csv (path, csv, cancellable, error) : NULL;
  return areas != NULL
         && (deid_baseline_set_areas (baseline, areas, NULL, NULL, error)
             || deid_job_prefix_error (job, "baseline", "zip-populations", error));
}

DeidBaseline *
deid_job_make_baseline (const DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidBaseline) baseline = NULL;

  g_return_val_if_fail (job != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_job_is_set (job, "baseline", "rule"))
    {
      deid_job_refuse (job, "baseline", "rule", "expected safe-harbor or a file", error);
      return NULL;
    }
  baseline = read_baseline (job, cancellable, error);
  if (baseline == NULL || !set_areas (job, baseline, cancellable, error))
    return NULL;
  if (deid_job_is_set (job, "baseline", "day")
      && !deid_baseline_set_day (baseline, deid_job_get (job, "baseline", "day"), error))
    {
      deid_job_prefix_error (job, "baseline", "day", error);
      return NULL;
    }
  return g_steal_pointer (&baseline);
}

/* The risk of the baseline is the limit of the problem, if it is to be one. Records that the
 * population lacks count themselves in the one as in the other. */
static gboolean
job_baseline_set_limit (const DeidJob *job, DeidProblem *problem, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = NULL;

  if (!is_word (job, "limit", "yes"))
    return TRUE;
  model = deid_privacy_model_new_population_risk (deid_baseline_report_get_risk (job->baseline), 1,
                                                  DEID_RISK_SCALE_SUM,
                                                  DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES, error);
  return model != NULL && deid_problem_add_privacy_model (problem, model, error);
}

gboolean
deid_job_add_baseline (DeidJob *job, DeidProblem *problem, GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (DeidBaseline) baseline = NULL;
  g_autoptr (DeidRiskOptions) options = NULL;

  if (!deid_job_is_set (job, "baseline", "rule") && !is_word (job, "limit", "yes"))
    return TRUE;
  baseline = deid_job_make_baseline (job, cancellable, error);
  options = baseline != NULL ? deid_job_make_risk_options (job, error) : NULL;
  if (options == NULL)
    return FALSE;
  job->baseline = deid_baseline_evaluate (baseline, problem, options, cancellable, error);
  if (job->baseline == NULL)
    return deid_job_prefix_error (job, "baseline", "rule", error);
  return job_baseline_set_limit (job, problem, error);
}

DeidBaselineReport *
deid_job_get_baseline_report (DeidJob *job, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (job != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (deid_job_get_problem (job, cancellable, error) == NULL)
    return NULL;
  if (job->baseline == NULL)
    deid_job_refuse (job, "baseline", "rule", "expected safe-harbor or a file", error);
  return job->baseline;
}
