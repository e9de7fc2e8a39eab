/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Figures for the whole of a release. */
#include "base/handle.h"
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

DeidUtility *
deid_utility_new (DeidResult *result, const char *const *targets, guint n_folds, guint max_records,
                  guint64 seed, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidUtility) utility = NULL;

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!check_arguments (n_folds, max_records, error))
    return NULL;
  utility = g_new0 (DeidUtility, 1);
  g_atomic_ref_count_init (&utility->ref_count);
  utility->problem = deid_problem_ref (result->problem);
  deid_result_ref_recoding (result, &utility->policy, &utility->local);
  utility->n_folds = n_folds;
  utility->seed = seed;
  return deid_utility_measure (utility, result, targets, max_records, DEID_STOP_OF (cancellable),
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
