/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "evaluation/problem-private.h"

DeidProblem *
deid_problem_copy (const DeidProblem *problem, GError **error)
{
  DeidGroupWeights *weights = deid_group_weights_copy (problem->group_weights, error);
  DeidProblem *copy;
  GHashTableIter iter;
  gpointer name, hierarchy;

  if (weights == NULL)
    return NULL;
  copy = deid_problem_new (problem->lattice);
  deid_group_weights_free (copy->group_weights);
  copy->group_weights = weights;
  for (guint i = 0; i < problem->models->len; i++)
    g_ptr_array_add (copy->models, deid_privacy_model_ref (g_ptr_array_index (problem->models, i)));
  deid_quality_model_unref (copy->quality);
  copy->quality = deid_quality_model_ref (problem->quality);
  if (problem->population != NULL)
    copy->population = deid_dataset_ref (problem->population);
  if (problem->release_options != NULL)
    copy->release_options = deid_release_options_ref (problem->release_options);
  g_hash_table_iter_init (&iter, problem->hierarchies);
  while (g_hash_table_iter_next (&iter, &name, &hierarchy))
    g_hash_table_insert (copy->hierarchies, g_strdup (name), deid_hierarchy_ref (hierarchy));
  for (guint i = 0; i < problem->group_limits->len; i++)
    {
      const DeidGroupLimit *limit = deid_group_limits_get (problem->group_limits, i);

      deid_group_limits_set (copy->group_limits, limit->column, limit->fraction);
    }
  copy->limit_is_fraction = problem->limit_is_fraction;
  copy->limit_fraction = problem->limit_fraction;
  copy->limit_count = problem->limit_count;
  copy->no_forced_labels = problem->no_forced_labels;
  copy->has_unknown_values = problem->has_unknown_values;
  return copy;
}

DeidProblem *
deid_problem_copy_with_k (const DeidProblem *problem, guint64 k, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = deid_privacy_model_new_k_anonymity (k, error);
  DeidProblem *copy;

  if (model == NULL)
    return NULL;
  copy = deid_problem_copy (problem, error);
  if (copy == NULL)
    return NULL;
  for (guint i = copy->models->len; i-- > 0;)
    if (deid_privacy_model_is_k_anonymity (deid_problem_get_model (copy, i)))
      g_ptr_array_remove_index (copy->models, i);
  g_ptr_array_add (copy->models, g_steal_pointer (&model));
  return copy;
}
