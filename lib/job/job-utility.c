/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From settings to the utility of a release. */
#include "distortion/utility-private.h"
#include "job/job-build.h"
#include "job/job-value.h"

#define N_FOLDS   10
#define N_RECORDS 20000

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

DeidUtility *
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
  return deid_utility_new (result, (const char *const *) targets,
                           (guint) CLAMP (n_records, DEID_UTILITY_MIN_FOLDS, N_FOLDS), N_RECORDS, 0,
                           fit, fit_data, cancellable, error);
}
