/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Figures for the whole of a release. */
#include "base/handle.h"
#include "base/memory.h"
#include "distortion/utility-private.h"
#include "table/dataset-view.h"

static void
deid_utility_free (DeidUtility *utility)
{
  deid_problem_unref (utility->problem);
  g_clear_pointer (&utility->policy, deid_policy_unref);
  g_clear_pointer (&utility->local, deid_partition_unref);
  g_free (utility->targets);
  g_free (utility->is_excluded);
  g_free (utility->excluded);
  g_free (utility);
}

DEID_DEFINE_HANDLE (DeidUtility, deid_utility)

const DeidColumn *
deid_utility_look_up (const DeidUtility *utility, guint column)
{
  return deid_dataset_get_column (utility->problem->lattice->dataset, column);
}

gboolean
deid_utility_find_target (const DeidTableSource *table, const char *name, DeidUtilityTarget *target,
                          const DeidStop *stop, GError **error)
{
  g_autofree guint64 *counts = NULL;
  const DeidColumn *column;
  guint n = 0;

  if (!deid_table_source_find_column (table, name, &target->column, error))
    return FALSE;
  column = &table->columns[target->column];
  counts = deid_table_source_count_codes (table, column, stop, error);
  if (counts == NULL)
    return FALSE;
  for (guint32 code = 0; code < column->dictionary.n; code++)
    n += counts[code] > 0 ? 1 : 0;
  target->n_values = n;
  if (n >= 2 && n <= DEID_UTILITY_MAX_VALUES)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "column '%s' has %u value%s to predict, expected 2 to %d", deid_column_show (column),
               n, n == 1 ? "" : "s", DEID_UTILITY_MAX_VALUES);
  return FALSE;
}

static gboolean
check_arguments (guint n_folds, guint max_records, GError **error)
{
  if (n_folds < DEID_UTILITY_MIN_FOLDS || n_folds > DEID_UTILITY_MAX_FOLDS)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT, "%u folds, expected %d to %d",
                 n_folds, DEID_UTILITY_MIN_FOLDS, DEID_UTILITY_MAX_FOLDS);
  else if (max_records == 0 || max_records > DEID_UTILITY_MAX_RECORDS)
    g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                 "%u records to draw, expected 1 to %d", max_records, DEID_UTILITY_MAX_RECORDS);
  else
    return TRUE;
  return FALSE;
}

static gboolean
find_targets (DeidUtility *utility, const DeidTableSource *table, const char *const *targets,
              const DeidStop *stop, GError **error)
{
  guint n = 0;

  while (targets != NULL && targets[n] != NULL)
    n++;
  utility->targets = deid_alloc (n, sizeof *utility->targets, error);
  if (utility->targets == NULL)
    return FALSE;
  for (; utility->n_targets < n; utility->n_targets++)
    if (!deid_utility_find_target (table, targets[utility->n_targets],
                                   &utility->targets[utility->n_targets], stop, error))
      return FALSE;
  return TRUE;
}

static gboolean
utility_draw (DeidUtility *utility, DeidUtilityInput *input, guint max_records,
              const DeidStop *stop, GError **error)
{
  if (!deid_sample_draw (&input->sample, &input->table, max_records, utility->seed, stop, error))
    return FALSE;
  input->is_suppressed = deid_alloc (input->sample.n, sizeof *input->is_suppressed, error);
  if (input->is_suppressed == NULL)
    return FALSE;
  utility->n_drawn = input->sample.n;
  for (guint32 i = 0; i < input->sample.n; i++)
    {
      input->is_suppressed[i] = deid_partition_suppresses (input->partition, input->sample.rows[i]);
      utility->n_released += input->is_suppressed[i] ? 0 : 1;
    }
  if (utility->n_targets == 0 || utility->n_folds <= utility->n_drawn)
    return TRUE;
  g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
               "%u folds of %" G_GUINT64_FORMAT " record%s, expected no more than records",
               utility->n_folds, utility->n_drawn, utility->n_drawn == 1 ? "" : "s");
  return FALSE;
}

static gboolean
list_excluded (DeidUtility *utility, guint n_columns, GError **error)
{
  utility->excluded = deid_alloc (n_columns, sizeof *utility->excluded, error);
  for (guint c = 0; utility->excluded != NULL && c < n_columns; c++)
    if (utility->is_excluded[c])
      utility->excluded[utility->n_excluded++] = c;
  return utility->excluded != NULL;
}

static gboolean
utility_measure (DeidUtility *utility, DeidUtilityInput *input, const char *const *targets,
                 guint max_records, const DeidStop *stop, GError **error)
{
  const guint n_columns = input->table.n_columns;

  utility->is_excluded = deid_alloc (n_columns, sizeof *utility->is_excluded, error);
  if (utility->is_excluded == NULL || !find_targets (utility, &input->table, targets, stop, error)
      || !utility_draw (utility, input, max_records, stop, error))
    return FALSE;
  for (guint i = 0; i < utility->n_targets; i++)
    if (!deid_utility_predict (utility, input, &utility->targets[i], stop, error))
      return FALSE;
  return deid_utility_measure_propensity (utility, input, stop, error)
         && list_excluded (utility, n_columns, error);
}

static gboolean
measure_result (DeidUtility *utility, DeidResult *result, DeidUtilityInput *input,
                const char *const *targets, guint max_records, const DeidStop *stop, GError **error)
{
  gboolean success;

  input->partition = deid_result_make_partition (result, stop, error);
  success = input->partition != NULL
            && deid_table_source_init (&input->table, utility->problem->lattice->dataset, error)
            && utility_measure (utility, input, targets, max_records, stop, error);
  deid_table_source_clear (&input->table);
  deid_sample_clear (&input->sample);
  g_free (input->is_suppressed);
  return success;
}

DeidUtility *
deid_utility_new (DeidResult *result, const char *const *targets, guint n_folds, guint max_records,
                  guint64 seed, DeidRegressionFunc fit, gpointer fit_data,
                  GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidUtility) utility = NULL;
  DeidUtilityInput input = { .fit = fit, .fit_data = fit_data };

  g_return_val_if_fail (result != NULL && fit != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!check_arguments (n_folds, max_records, error))
    return NULL;
  utility = g_new0 (DeidUtility, 1);
  g_atomic_ref_count_init (&utility->ref_count);
  utility->problem = deid_problem_ref (result->problem);
  deid_result_ref_recoding (result, &utility->policy, &utility->local);
  utility->n_folds = n_folds;
  utility->seed = seed;
  return measure_result (utility, result, &input, targets, max_records, DEID_STOP_OF (cancellable),
                         error)
             ? g_steal_pointer (&utility)
             : NULL;
}

guint64
deid_utility_get_n_drawn (const DeidUtility *utility)
{
  g_return_val_if_fail (utility != NULL, 0);

  return utility->n_drawn;
}

guint64
deid_utility_get_n_released (const DeidUtility *utility)
{
  g_return_val_if_fail (utility != NULL, 0);

  return utility->n_released;
}

guint
deid_utility_get_n_parameters (const DeidUtility *utility)
{
  g_return_val_if_fail (utility != NULL, 0);

  return utility->n_parameters;
}

double
deid_utility_get_pmse (const DeidUtility *utility)
{
  g_return_val_if_fail (utility != NULL, 0);

  return utility->pmse;
}

double
deid_utility_get_expected_pmse (const DeidUtility *utility)
{
  double n, share;

  g_return_val_if_fail (utility != NULL, 0);

  n = (double) (utility->n_drawn + utility->n_released);
  share = (double) utility->n_released / n;
  return (utility->n_parameters - 1) * (1 - share) * (1 - share) * share / n;
}

double
deid_utility_get_pmse_ratio (const DeidUtility *utility)
{
  double expected;

  g_return_val_if_fail (utility != NULL, 0);

  expected = deid_utility_get_expected_pmse (utility);
  return expected > 0 ? utility->pmse / expected : 0;
}

guint
deid_utility_get_n_excluded (const DeidUtility *utility)
{
  g_return_val_if_fail (utility != NULL, 0);

  return utility->n_excluded;
}

const char *
deid_utility_get_excluded (const DeidUtility *utility, guint index)
{
  g_return_val_if_fail (utility != NULL && index < utility->n_excluded, NULL);

  return deid_utility_look_up (utility, utility->excluded[index])->name;
}

guint
deid_utility_get_n_targets (const DeidUtility *utility)
{
  g_return_val_if_fail (utility != NULL, 0);

  return utility->n_targets;
}

const char *
deid_utility_get_target (const DeidUtility *utility, guint index)
{
  g_return_val_if_fail (utility != NULL && index < utility->n_targets, NULL);

  return deid_utility_look_up (utility, utility->targets[index].column)->name;
}

guint
deid_utility_get_n_values (const DeidUtility *utility, guint index)
{
  g_return_val_if_fail (utility != NULL && index < utility->n_targets, 0);

  return utility->targets[index].n_values;
}

double
deid_utility_get_baseline (const DeidUtility *utility, guint index)
{
  g_return_val_if_fail (utility != NULL && index < utility->n_targets, 0);

  return utility->targets[index].baseline;
}

double
deid_utility_get_accuracy_before (const DeidUtility *utility, guint index)
{
  g_return_val_if_fail (utility != NULL && index < utility->n_targets, 0);

  return utility->targets[index].before;
}

double
deid_utility_get_accuracy_after (const DeidUtility *utility, guint index)
{
  g_return_val_if_fail (utility != NULL && index < utility->n_targets, 0);

  return utility->targets[index].after;
}
