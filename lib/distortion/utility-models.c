/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Draws the records, and has models fitted to them by liblinear. */
#include "base/memory.h"
#include "distortion/utility-private.h"

gboolean
deid_utility_is_available (void)
{
  return TRUE;
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
draw (DeidUtility *utility, DeidUtilityInput *input, guint max_records, const DeidStop *stop,
      GError **error)
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
measure (DeidUtility *utility, DeidUtilityInput *input, const char *const *targets,
         guint max_records, const DeidStop *stop, GError **error)
{
  const guint n_columns = input->table.n_columns;

  utility->is_excluded = deid_alloc (n_columns, sizeof *utility->is_excluded, error);
  if (utility->is_excluded == NULL || !find_targets (utility, &input->table, targets, stop, error)
      || !draw (utility, input, max_records, stop, error))
    return FALSE;
  for (guint i = 0; i < utility->n_targets; i++)
    if (!deid_utility_predict (utility, input, &utility->targets[i], stop, error))
      return FALSE;
  return deid_utility_measure_propensity (utility, input, stop, error)
         && list_excluded (utility, n_columns, error);
}

gboolean
deid_utility_measure (DeidUtility *utility, DeidResult *result, const char *const *targets,
                      guint max_records, const DeidStop *stop, GError **error)
{
  DeidUtilityInput input = { .partition = deid_result_make_partition (result, stop, error) };
  const gboolean success
      = input.partition != NULL
        && deid_table_source_init (&input.table, utility->problem->lattice->dataset, error)
        && measure (utility, &input, targets, max_records, stop, error);

  deid_table_source_clear (&input.table);
  deid_sample_clear (&input.sample);
  g_free (input.is_suppressed);
  return success;
}
