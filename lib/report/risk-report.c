/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "report/risk-report-private.h"

#include "base/handle.h"
#include "report/evaluation-private.h"
#include "report/report-classes.h"
#include "report/uniqueness-figures.h"
#include "table/dataset-view.h"

static void
deid_risk_report_free (DeidRiskReport *report)
{
  deid_size_counts_clear (&report->sizes);
  deid_size_counts_clear (&report->population_sizes);
  deid_size_counts_clear (&report->shared_sizes);
  deid_risk_options_unref (report->options);
  g_clear_pointer (&report->statement, g_bytes_unref);
  deid_risk_report_clear_uniques (report);
  g_free (report->shown);
  g_free (report);
}

DEID_DEFINE_HANDLE (DeidRiskReport, deid_risk_report)

static gboolean
risk_report_add_population (DeidRiskReport *report, guint64 n_records, guint64 size,
                            guint64 n_population, GError **error)
{
  if (n_population == 0)
    report->n_unmatched += n_records;
  if (n_population == 1)
    report->n_population_unique += n_records;
  return deid_size_counts_add (&report->population_sizes, n_population > 0 ? n_population : size,
                               n_records, error)
         && deid_size_counts_add (&report->shared_sizes, MAX (n_population, 1), size, error);
}

static gboolean
risk_report_add_class (DeidRiskReport *report, const DeidPartition *classes, guint32 number,
                       GError **error)
{
  const guint64 n_records = classes->records[number];
  const guint64 size = deid_partition_get_size (classes, number);

  report->n_classes++;
  report->n_records += n_records;
  return deid_size_counts_add (&report->sizes, size, n_records, error)
         && (!report->has_population
             || risk_report_add_population (report, n_records, size, classes->populations[number],
                                            error));
}

static gboolean
risk_report_add_classes (DeidRiskReport *report, const DeidPartition *classes, const DeidStop *stop,
                         GError **error)
{
  for (guint32 number = 0; number < classes->n_classes; number++)
    if (!deid_stop_check_class (stop, number, error)
        || (!classes->suppressed[number]
            && !risk_report_add_class (report, classes, number, error)))
      return FALSE;
  return deid_size_counts_sort (&report->sizes, stop, error)
         && deid_size_counts_sort (&report->population_sizes, stop, error)
         && deid_size_counts_sort (&report->shared_sizes, stop, error);
}

static gboolean
find_population_size (DeidRiskReport *report, const DeidDataset *dataset, const DeidStop *stop,
                      GError **error)
{
  report->population_size = report->options->population_size;
  return report->population_size > 0 || deid_dataset_get_survey_column (dataset) == NULL
         || deid_dataset_estimate_population (dataset, &report->population_size, stop->cancellable,
                                              error);
}

static gboolean
risk_report_measure (DeidRiskReport *report, const DeidProblem *problem,
                     const DeidPartition *classes, const DeidStop *stop, GError **error)
{
  if (problem->statement != NULL)
    report->statement = g_bytes_ref (problem->statement);
  report->has_persons = classes->persons != NULL;
  report->has_population = problem->population != NULL;
  report->n_population
      = report->has_population ? deid_dataset_get_n_records (problem->population) : 0;
  return risk_report_add_classes (report, classes, stop, error)
         && deid_report_count_persons (classes, &report->n_persons, stop, error)
         && (!report->is_after
             || deid_risk_report_count_uniques (report, classes, problem->release_options, stop,
                                                error))
         && find_population_size (report, problem->lattice->dataset, stop, error)
         && deid_risk_report_estimate (report, stop, error);
}

static DeidRiskReport *
report_new (gboolean is_after, DeidRiskOptions *options)
{
  DeidRiskReport *report = g_new0 (DeidRiskReport, 1);

  g_atomic_ref_count_init (&report->ref_count);
  report->is_after = is_after;
  report->options = deid_risk_options_use (options);
  return report;
}

static DeidRiskReport *
report_new_of_result (DeidResult *result, gboolean is_after, DeidRiskOptions *options,
                      GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidRiskReport) report = report_new (is_after, options);
  g_autoptr (DeidPartition) classes = deid_report_get_classes (result, is_after, stop, error);

  return classes != NULL && risk_report_measure (report, result->problem, classes, stop, error)
             ? g_steal_pointer (&report)
             : NULL;
}

DeidRiskReport *
deid_risk_report_new_before (DeidResult *result, DeidRiskOptions *options,
                             GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (result != NULL, NULL);

  return report_new_of_result (result, FALSE, options, cancellable, error);
}

DeidRiskReport *
deid_risk_report_new_after (DeidResult *result, DeidRiskOptions *options, GCancellable *cancellable,
                            GError **error)
{
  g_return_val_if_fail (result != NULL, NULL);

  return report_new_of_result (result, TRUE, options, cancellable, error);
}

DeidRiskReport *
deid_risk_report_new_of_evaluation (DeidEvaluation *evaluation, DeidRiskOptions *options,
                                    GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidRiskReport) report = NULL;

  g_return_val_if_fail (evaluation != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  report = report_new (TRUE, options);
  report->is_tentative = !deid_evaluation_is_solution (evaluation);
  return deid_report_check_classes (evaluation->partition, error)
                 && risk_report_measure (report, evaluation->problem, evaluation->partition, stop,
                                         error)
             ? g_steal_pointer (&report)
             : NULL;
}
