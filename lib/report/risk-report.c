/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is measured for a risk report, and what of it the public may read. */
#include <math.h>

#include "report/risk-report-private.h"

#include "base/arrays.h"
#include "base/memory.h"
#include "base/text.h"
#include "privacy/risk-sum.h"
#include "report/released-groups.h"
#include "report/report-classes.h"
#include "table/dataset-view.h"

#define DEID_N_ADVERSARIES 2

static void
risk_report_clear_uniques (DeidRiskReport *report)
{
  for (guint i = 0; i < report->n_uniques; i++)
    g_free (report->uniques[i].column);
  g_clear_pointer (&report->uniques, g_free);
  report->n_uniques = 0;
}

void
deid_risk_report_free (gpointer data)
{
  DeidRiskReport *report = data;

  deid_size_counts_clear (&report->sizes);
  deid_size_counts_clear (&report->population_sizes);
  deid_size_counts_clear (&report->shared_sizes);
  deid_risk_options_unref (report->options);
  g_clear_pointer (&report->statement, g_bytes_unref);
  risk_report_clear_uniques (report);
  g_free (report->shown);
  g_free (report);
}

/* The records that are unique by what is released of them: k-anonymity limits what the
 * quasi-identifiers tell of a record, and the other columns are released as they are. */

/* Counts by the columns that are used, and keeps the figure. */
static gboolean
unique_by_release_add_figure (DeidRiskReport *report, DeidReleasedGroups *groups,
                              const guint8 *is_used, const char *column, GError **error)
{
  const guint64 step = deid_shown_sizes_get_room (report->options->minimum_cell);
  DeidReleasedUniques counts;

  if (!deid_released_groups_count (groups, is_used, &counts, error))
    return FALSE;
  report->uniques[report->n_uniques++]
      = (DeidUniqueFigure){ .column = g_strdup (column),
                            .n_records = counts.n_of_one_person,
                            .n_shown = counts.n_alone / step * step };
  return TRUE;
}

static gboolean
unique_by_release_add_figures (DeidRiskReport *report, DeidReleasedGroups *groups, GError **error)
{
  const guint n = groups->columns.n;
  g_autofree guint8 *is_used = NULL;

  if (!deid_new_arrays (error, DEID_NEW (is_used, n), DEID_NEW (report->uniques, (guint64) n + 1)))
    return FALSE;
  memset (is_used, TRUE, n);
  if (!unique_by_release_add_figure (report, groups, is_used, NULL, error))
    return FALSE;
  memset (is_used, FALSE, n);
  for (guint c = 0; c < n; c++)
    {
      if (!deid_released_groups_is_beside (groups, c))
        continue;
      is_used[c] = TRUE;
      if (!unique_by_release_add_figure (report, groups, is_used,
                                         groups->columns.items[c].source->name, error))
        return FALSE;
      is_used[c] = FALSE;
    }
  return TRUE;
}

gboolean
deid_risk_report_count_uniques (DeidRiskReport *report, const DeidPartition *partition,
                                DeidReleaseOptions *options, const DeidStop *stop, GError **error)
{
  DeidReleasedGroups groups;
  gboolean success;

  risk_report_clear_uniques (report);
  success = deid_released_groups_init (&groups, partition, options, stop, error)
            && unique_by_release_add_figures (report, &groups, error);
  report->n_uncounted = groups.table.n_uncounted;
  deid_released_groups_clear (&groups);
  return success;
}

guint64
deid_risk_figure_n_unique_by_release (const DeidRiskReport *report, guint index)
{
  if (report->n_records == DEID_WITHHELD || (index == 0 && report->n_uncounted > 0))
    return DEID_WITHHELD;
  return report->audience == DEID_AUDIENCE_PUBLIC ? report->uniques[index].n_shown
                                                  : report->uniques[index].n_records;
}

static gboolean
make_histogram (DeidSizeHistogram *histogram, const DeidSizeCounts *sizes, GError **error)
{
  *histogram
      = (DeidSizeHistogram){ .counts = deid_alloc (sizes->n, sizeof *histogram->counts, error),
                             .n_counts = sizes->n };
  if (histogram->counts == NULL)
    return FALSE;
  for (guint32 i = 0; i < sizes->n; i++)
    {
      const DeidSizeCell *cell = &sizes->counts[i];

      histogram->counts[i] = (DeidSizeCount){ cell->size, cell->n_classes };
      histogram->n_classes += cell->n_classes;
      histogram->n_records += cell->size * cell->n_classes;
    }
  return TRUE;
}

static gboolean
uniqueness_figures_check_size (const DeidSizeHistogram *histogram, guint64 size, GError **error)
{
  if (histogram->n_records <= size)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "a population of %" G_GUINT64_FORMAT
                    " people, expected at least the %" G_GUINT64_FORMAT
                    " in the classes of the table",
                    size, histogram->n_records);
}

/* Estimates population uniqueness by each estimator, if the size of the population was given.
 * Errors: %DEID_ERROR_INVALID_ARGUMENT if that is less than the sizes of all classes together,
 * %DEID_ERROR_NO_MEMORY, those of deid_stop_check(). */
static gboolean
risk_report_estimate (DeidRiskReport *report, const DeidStop *stop, GError **error)
{
  const guint64 size = report->population_size;
  DeidSizeHistogram histogram;
  gboolean success;

  if (size == 0)
    return TRUE;
  if (!make_histogram (&histogram, &report->sizes, error))
    return FALSE;
  success = uniqueness_figures_check_size (&histogram, size, error);
  for (guint e = 0; success && e < DEID_N_UNIQUENESS_ESTIMATORS; e++)
    {
      DeidUniquenessFigure *figure = &report->estimates[e];

      success = deid_uniqueness_estimate ((DeidUniquenessEstimator) e, &histogram, size,
                                          &figure->n_uniques, NULL, stop, error);
      figure->is_known = success && !isnan (figure->n_uniques);
    }
  deid_size_histogram_clear (&histogram);
  return success;
}

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
         && deid_risk_report_count_alone (report, classes, stop, error)
         && (!report->is_after
             || deid_risk_report_count_uniques (report, classes, problem->release_options, stop,
                                                error))
         && find_population_size (report, problem->lattice->dataset, stop, error)
         && risk_report_estimate (report, stop, error);
}

static DeidRiskReport *
risk_report_new (gboolean is_after, DeidRiskOptions *options)
{
  DeidRiskReport *report = g_new0 (DeidRiskReport, 1);

  report->is_after = is_after;
  report->options = deid_risk_options_use (options);
  return report;
}

DeidRiskReport *
deid_risk_report_make (DeidResult *result, gboolean is_after, DeidRiskOptions *options,
                       GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidRiskReport) report = risk_report_new (is_after, options);
  g_autoptr (DeidPartition) classes = deid_report_get_classes (result, is_after, stop, error);

  return classes != NULL && risk_report_measure (report, result->problem, classes, stop, error)
             ? g_steal_pointer (&report)
             : NULL;
}

DeidRiskReport *
deid_risk_report_make_of_evaluation (const DeidEvaluation *evaluation, DeidRiskOptions *options,
                                     GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  g_autoptr (DeidRiskReport) report = risk_report_new (TRUE, options);

  report->is_tentative = !deid_evaluation_is_solution (evaluation);
  return deid_report_check_classes (evaluation->partition, error)
                 && risk_report_measure (report, evaluation->problem, evaluation->partition, stop,
                                         error)
             ? g_steal_pointer (&report)
             : NULL;
}

guint64
deid_risk_report_count_class_persons (const DeidRiskReport *report)
{
  return deid_size_counts_sum_sizes (&report->sizes, 0, report->sizes.n);
}

static gboolean
population_risk_figure_add_risks (const DeidRiskReport *report, DeidRiskSum *sum,
                                  const DeidStop *stop, GError **error)
{
  const DeidSizeCounts *sizes = report->has_population ? &report->shared_sizes : &report->sizes;

  for (guint32 i = 0; i < sizes->n; i++)
    {
      const DeidSizeCell *cell = &sizes->counts[i];
      const guint64 n_persons
          = report->has_population ? cell->n_records : cell->size * cell->n_classes;

      if (!deid_stop_check_row (stop, i, error)
          || !deid_risk_sum_add (sum, n_persons, cell->size, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
deid_risk_report_get_population_risk (const DeidRiskReport *report, double gamma,
                                      DeidRiskScale scale, double *risk, GCancellable *cancellable,
                                      GError **error)
{
  DeidRiskSum sum;
  gboolean success;
  double rounded;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  deid_risk_sum_init (&sum, deid_risk_find_halves (gamma));
  success
      = population_risk_figure_add_risks (report, &sum, DEID_STOP_OF (cancellable), error)
        && deid_risk_sum_round_up (
            &sum, scale == DEID_RISK_SCALE_MEAN ? deid_risk_report_count_class_persons (report) : 1,
            &rounded, error);
  deid_risk_sum_clear (&sum);
  if (success)
    *risk = rounded;
  return success;
}

gboolean
deid_audience_check (DeidAudience audience, gboolean is_after, GError **error)
{
  if (audience == DEID_AUDIENCE_CUSTODIAN || (audience == DEID_AUDIENCE_PUBLIC && is_after))
    return TRUE;
  if (audience == DEID_AUDIENCE_PUBLIC)
    return deid_fail (
        error, DEID_ERROR_INVALID_ARGUMENT,
        "figures of the input are custodian-only, expected those of a released table");
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "audience %d, expected custodian (0) or public (1)", (int) audience);
}

/* What nobody releases is a second look at the records of what is released. */
static gboolean
risk_report_check_released (const DeidRiskReport *report, GError **error)
{
  if (!report->is_tentative)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "figures of a policy that is no solution are custodian-only, expected those of "
                    "a released table");
}

/* Returns: the first size whose risk is not above the threshold, 0 if there is none. */
static guint64
find_threshold_end (const DeidRational *threshold)
{
  DeidWide end;

  if (threshold->numerator == 0)
    return 0;
  end = (threshold->denominator + threshold->numerator - 1) / threshold->numerator;
  return end <= G_MAXUINT64 ? (guint64) end : 0;
}

static void
show_sizes (DeidRiskReport *shown, const DeidRiskReport *report)
{
  DeidShownSizes *of_table = &shown->shown[DEID_ADVERSARY_PROSECUTOR];
  DeidShownSizes *of_population = &shown->shown[DEID_ADVERSARY_JOURNALIST];
  DeidShownInput input = { .minimum_cell = report->options->minimum_cell,
                           .n_records = report->n_records,
                           .n_members = report->n_records,
                           .smallest = 1,
                           .threshold_end = find_threshold_end (&report->options->threshold),
                           .is_undivided = report->has_population };

  deid_shown_sizes_init (of_table, &report->sizes, &input);
  *of_population = *of_table;
  if (!report->has_population || of_table->n_intervals == 0)
    return;
  input.n_members = report->n_population;
  input.smallest = of_table->intervals[0].smallest;
  input.largest_other = report->n_records - (of_table->is_smallest ? input.smallest : 0);
  input.is_undivided = FALSE;
  deid_shown_sizes_init (of_population, &report->population_sizes, &input);
}

/* Copies of them what the public reads: multiples of what an interval of sizes has at least. */
static void
risk_report_show_uniques (DeidRiskReport *shown, const DeidRiskReport *report)
{
  shown->uniques = g_new0 (DeidUniqueFigure, report->n_uniques);
  shown->n_uncounted = report->n_uncounted;
  for (guint i = 0; i < report->n_uniques; i++)
    shown->uniques[shown->n_uniques++]
        = (DeidUniqueFigure){ .column = g_strdup (report->uniques[i].column),
                              .n_shown = report->uniques[i].n_shown };
}

DeidRiskReport *
deid_risk_report_show (const DeidRiskReport *report, const DeidStop *stop, GError **error)
{
  g_autoptr (DeidRiskReport) shown = NULL;

  if (!deid_stop_check (stop, error)
      || !deid_audience_check (DEID_AUDIENCE_PUBLIC, report->is_after, error)
      || !risk_report_check_released (report, error))
    return NULL;
  shown = g_new0 (DeidRiskReport, 1);
  shown->audience = DEID_AUDIENCE_PUBLIC;
  shown->is_after = TRUE;
  shown->has_persons = report->has_persons;
  shown->has_population = report->has_population;
  shown->options = deid_risk_options_ref (report->options);
  shown->shown = deid_alloc (DEID_N_ADVERSARIES, sizeof *shown->shown, error);
  if (shown->shown == NULL)
    return NULL;
  show_sizes (shown, report);
  shown->n_records = shown->shown->n_intervals > 0 ? report->n_records : DEID_WITHHELD;
  shown->n_persons = report->has_persons ? DEID_WITHHELD : shown->n_records;
  shown->n_classes = DEID_WITHHELD;
  shown->n_population = report->has_population ? DEID_WITHHELD : 0;
  shown->n_unmatched = shown->n_population;
  risk_report_show_uniques (shown, report);
  return g_steal_pointer (&shown);
}

DeidReport *
deid_report_new_risks (DeidResult *result, DeidReport *evaluation, gboolean is_after,
                       DeidRiskOptions *options, GCancellable *cancellable, GError **error)
{
  DeidRiskReport *measured;

  g_return_val_if_fail ((result == NULL) != (evaluation == NULL), NULL);
  g_return_val_if_fail (evaluation == NULL || is_after, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (evaluation != NULL && !deid_report_check_kind (evaluation, &deid_evaluation_kind, error))
    return NULL;
  measured = result != NULL ? deid_risk_report_make (result, is_after, options, cancellable, error)
                            : deid_risk_report_make_of_evaluation (
                                deid_report_get_data (evaluation, &deid_evaluation_kind), options,
                                cancellable, error);
  return deid_report_new (&deid_risks_kind, measured, DEID_STOP_OF (cancellable), error);
}

static gboolean
risk_report_check_population_risk (const DeidReport *report, double gamma, DeidRiskScale scale,
                                   GError **error)
{
  if (deid_risk_find_halves (gamma) == 0 || (guint) scale > DEID_RISK_SCALE_MEAN)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "population risk: exponent %s and scale %d, expected a multiple of 0.5 "
                      "from 0.5 to 4, and the sum (0) or the mean (1)",
                      DEID_DECIMAL (gamma), (int) scale);
  if (report->kind != &deid_risks_kind)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "a report on %s has no population risk, expected one on risks",
                      report->kind->name);
  if (report->audience == DEID_AUDIENCE_CUSTODIAN)
    return TRUE;
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                    "the population risk is custodian-only, expected a report for the custodian");
}

gboolean
deid_report_get_population_risk (const DeidReport *report, double gamma, DeidRiskScale scale,
                                 double *risk, GCancellable *cancellable, GError **error)
{
  double found;

  g_return_val_if_fail (report != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!risk_report_check_population_risk (report, gamma, scale, error)
      || !deid_risk_report_get_population_risk (deid_report_get_data (report, &deid_risks_kind),
                                                gamma, scale, &found, cancellable, error))
    return FALSE;
  if (risk != NULL)
    *risk = found;
  return TRUE;
}
