/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Who was left out of a release. */
#include "base/handle.h"
#include "distortion/left-out-private.h"
#include "table/dataset-view.h"

static void
deid_left_out_free (DeidLeftOut *left_out)
{
  deid_problem_unref (left_out->problem);
  g_clear_pointer (&left_out->policy, deid_policy_unref);
  g_clear_pointer (&left_out->local, deid_partition_unref);
  g_free (left_out->groups);
  g_free (left_out->means);
  g_free (left_out);
}

DEID_DEFINE_HANDLE (DeidLeftOut, deid_left_out)

DeidLeftOut *
deid_left_out_new (DeidResult *result, guint max_columns, guint64 min_records,
                   GCancellable *cancellable, GError **error)
{
  const DeidStop *stop = DEID_STOP_OF (cancellable);
  const DeidPartition *partition;
  g_autoptr (DeidLeftOut) left_out = NULL;

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (max_columns == 0 || max_columns > DEID_LEFT_OUT_MAX_COLUMNS)
    {
      g_set_error (error, DEID_ERROR, DEID_ERROR_INVALID_ARGUMENT,
                   "groups of %u columns, expected 1 or 2", max_columns);
      return NULL;
    }
  partition = deid_result_make_partition (result, stop, error);
  if (partition == NULL)
    return NULL;
  left_out = g_new0 (DeidLeftOut, 1);
  g_atomic_ref_count_init (&left_out->ref_count);
  left_out->problem = deid_problem_ref (result->problem);
  deid_result_ref_recoding (result, &left_out->policy, &left_out->local);
  return deid_left_out_count (left_out, partition, max_columns, min_records, stop, error)
             ? g_steal_pointer (&left_out)
             : NULL;
}

const DeidColumn *
deid_left_out_look_up (const DeidLeftOut *left_out, guint column)
{
  return deid_dataset_get_column (left_out->problem->lattice->dataset, column);
}

guint64
deid_left_out_get_n_records (const DeidLeftOut *left_out)
{
  g_return_val_if_fail (left_out != NULL, 0);

  return left_out->n_records;
}

guint64
deid_left_out_get_n_suppressed (const DeidLeftOut *left_out)
{
  g_return_val_if_fail (left_out != NULL, 0);

  return left_out->n_suppressed;
}

guint64
deid_left_out_get_n_groups (const DeidLeftOut *left_out)
{
  g_return_val_if_fail (left_out != NULL, 0);

  return left_out->n_groups;
}

guint
deid_left_out_get_n_columns (const DeidLeftOut *left_out, guint64 group)
{
  g_return_val_if_fail (left_out != NULL && group < left_out->n_groups, 0);

  return left_out->groups[group].n_columns;
}

const char *
deid_left_out_get_column (const DeidLeftOut *left_out, guint64 group, guint index)
{
  g_return_val_if_fail (left_out != NULL && group < left_out->n_groups
                            && index < left_out->groups[group].n_columns,
                        NULL);

  return deid_left_out_look_up (left_out, left_out->groups[group].columns[index])->name;
}

const char *
deid_left_out_get_value (const DeidLeftOut *left_out, guint64 group, guint index)
{
  const DeidColumn *column;

  g_return_val_if_fail (left_out != NULL && group < left_out->n_groups
                            && index < left_out->groups[group].n_columns,
                        NULL);

  column = deid_left_out_look_up (left_out, left_out->groups[group].columns[index]);
  if (left_out->groups[group].level > 0)
    return deid_attribute_get_label (
        deid_lattice_find_attribute (left_out->problem->lattice, column->name),
        left_out->groups[group].level, left_out->groups[group].codes[index]);
  return deid_dictionary_get (&column->dictionary, left_out->groups[group].codes[index]);
}

guint64
deid_left_out_get_group_n_records (const DeidLeftOut *left_out, guint64 group)
{
  g_return_val_if_fail (left_out != NULL && group < left_out->n_groups, 0);

  return left_out->groups[group].n_records;
}

guint64
deid_left_out_get_group_n_suppressed (const DeidLeftOut *left_out, guint64 group)
{
  g_return_val_if_fail (left_out != NULL && group < left_out->n_groups, 0);

  return left_out->groups[group].n_suppressed;
}

double
deid_left_out_get_share (const DeidLeftOut *left_out, guint64 group)
{
  g_return_val_if_fail (left_out != NULL && group < left_out->n_groups, 0);

  return (double) left_out->groups[group].n_suppressed / (double) left_out->groups[group].n_records;
}

double
deid_left_out_get_ratio (const DeidLeftOut *left_out, guint64 group)
{
  g_return_val_if_fail (left_out != NULL && group < left_out->n_groups, 0);

  if (left_out->n_suppressed == 0)
    return 1;
  return deid_left_out_get_share (left_out, group)
         / ((double) left_out->n_suppressed / (double) left_out->n_records);
}

guint
deid_left_out_get_n_means (const DeidLeftOut *left_out)
{
  g_return_val_if_fail (left_out != NULL, 0);

  return left_out->n_means;
}

const char *
deid_left_out_get_mean_column (const DeidLeftOut *left_out, guint index)
{
  g_return_val_if_fail (left_out != NULL && index < left_out->n_means, NULL);

  return deid_left_out_look_up (left_out, left_out->means[index].column)->name;
}

static gboolean
get_mean (const DeidLeftOut *left_out, guint index, gboolean is_suppressed, double *mean)
{
  const DeidLeftOutMeans *means = &left_out->means[index];

  *mean = means->has_mean[is_suppressed] ? means->means[is_suppressed] : 0;
  return means->has_mean[is_suppressed];
}

gboolean
deid_left_out_get_mean_released (const DeidLeftOut *left_out, guint index, double *mean)
{
  g_return_val_if_fail (left_out != NULL && index < left_out->n_means && mean != NULL, FALSE);

  return get_mean (left_out, index, FALSE, mean);
}

gboolean
deid_left_out_get_mean_suppressed (const DeidLeftOut *left_out, guint index, double *mean)
{
  g_return_val_if_fail (left_out != NULL && index < left_out->n_means && mean != NULL, FALSE);

  return get_mean (left_out, index, TRUE, mean);
}
