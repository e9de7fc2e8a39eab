/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/coarse-column.h"
#include "stored-policy/stored-policy-private.h"

#include "base/arrays.h"
#include "base/handle.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "problem/digest.h"
#include "problem/release-options-private.h"
#include "lattice/policy-private.h"
#include "search/result-private.h"
#include "privacy/privacy-input.h"
#include "release/same-release.h"
#include "table/dataset-view.h"

static void
deid_stored_policy_free (DeidStoredPolicy *policy)
{
  for (guint a = 0; a < policy->n_attributes; a++)
    {
      deid_free_arrays (policy->attributes[a].name, policy->attributes[a].top,
                        policy->attributes[a].suppressed);
      g_clear_pointer (&policy->attributes[a].hierarchy, deid_hierarchy_unref);
      g_clear_pointer (&policy->attributes[a].rule, deid_hierarchy_unref);
    }
  for (guint i = 0; i < policy->n_roles; i++)
    {
      g_free (policy->roles[i].name);
      g_clear_pointer (&policy->roles[i].hierarchy, deid_hierarchy_unref);
    }
  deid_stored_texts_clear (&policy->parts);
  deid_stored_texts_clear (&policy->codes);
  deid_stored_texts_clear (&policy->separators);
  g_ptr_array_unref (policy->filled);
  g_free (policy->attributes);
  g_free (policy->roles);
  for (guint i = 0; i < G_N_ELEMENTS (policy->row_conditions); i++)
    g_strfreev (policy->row_conditions[i]);
  g_hash_table_unref (policy->types);
  g_ptr_array_unref (policy->models);
  deid_limits_clear (&policy->limits);
  deid_group_weights_free (policy->group_weights);
  g_clear_pointer (&policy->quality, deid_quality_model_unref);
  g_free (policy->description);
  g_free (policy->release_sha256);
  g_free (policy->classes_sha256);
  g_free (policy);
}

DEID_DEFINE_HANDLE (DeidStoredPolicy, deid_stored_policy)

DeidStoredPolicy *
deid_stored_policy_new_empty (void)
{
  DeidStoredPolicy *policy = DEID_NEW_HANDLE (DeidStoredPolicy);

  policy->types = g_hash_table_new_full (deid_hash_name, g_str_equal, g_free, g_free);
  policy->filled = g_ptr_array_new_with_free_func (g_free);
  policy->models = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_privacy_model_unref);
  deid_limits_init (&policy->limits);
  policy->group_weights = deid_group_weights_new ();
  return policy;
}

DeidStoredAttribute *
deid_stored_policy_add_attribute (DeidStoredPolicy *policy, const char *name, GError **error)
{
  DeidStoredAttribute *attribute;

  if (!deid_grow ((gpointer *) &policy->attributes, &policy->attributes_capacity,
                  (guint64) policy->n_attributes + 1, sizeof *policy->attributes, error))
    return NULL;
  attribute = &policy->attributes[policy->n_attributes++];
  *attribute = (DeidStoredAttribute){ .name = deid_copy_text (name, error) };
  return attribute->name != NULL ? attribute : NULL;
}

DeidStoredRole *
deid_stored_policy_add_role (DeidStoredPolicy *policy, const char *name, GError **error)
{
  DeidStoredRole *role;

  if (!deid_grow ((gpointer *) &policy->roles, &policy->roles_capacity,
                  (guint64) policy->n_roles + 1, sizeof *policy->roles, error))
    return NULL;
  role = &policy->roles[policy->n_roles++];
  *role = (DeidStoredRole){ .name = deid_copy_text (name, error) };
  return role->name != NULL ? role : NULL;
}

gboolean
deid_stored_policy_add_row (DeidHierarchyBuilder *builder, guint level, guint n_levels,
                            const char *value, const char *label, GError **error)
{
  const char *const labels[]
      = { value, level > 0 ? label : NULL, level + 1 < n_levels ? label : NULL, NULL };

  builder->is_of_cells = TRUE;
  return deid_hierarchy_builder_add_row (builder, labels, error);
}

/* Returns: (nullable): the label of a missing value that the domain does not mention. */
static const char *
get_missing_text (const DeidAttribute *attribute, const DeidLevel *levels)
{
  const guint32 missing = deid_attribute_get_column (attribute)->dictionary.missing;
  const DeidRecoding *recoding;

  if (attribute->cuts != NULL)
    return deid_attribute_merges_all (attribute, levels)
               ? deid_attribute_get_leaf_text (attribute, levels, 0)
               : NULL;
  recoding = deid_attribute_get_recoding (attribute, levels);
  return deid_attribute_get_text (attribute, recoding, recoding->labels[missing]);
}

/* Lists what a policy makes of the values of an attribute's domain. */
static DeidHierarchy *
stored_policy_list_labels (const DeidStoredAttribute *stored, const DeidAttribute *attribute,
                           const DeidLevel *levels, const DeidStop *stop, GError **error)
{
  const DeidHierarchy *hierarchy = attribute->hierarchy;
  g_autoptr (DeidHierarchyBuilder) builder = deid_hierarchy_builder_new (stored->name);
  const DeidDictionary *leaves;

  leaves = hierarchy != NULL ? &hierarchy->levels[0].labels : &attribute->cuts->values;
  for (guint32 leaf = 0; leaf < leaves->n; leaf++)
    {
      const char *label = deid_attribute_get_leaf_text (attribute, levels, leaf);

      if (!deid_stop_check_row (stop, leaf, error) || !deid_check_text (label, error)
          || !deid_stored_policy_add_row (builder, stored->level, stored->n_levels,
                                          deid_dictionary_get (leaves, leaf),
                                          label != NULL ? label : "", error))
        return NULL;
    }
  if (attribute->n_leaves > leaves->n)
    {
      const char *label = get_missing_text (attribute, levels);

      if (!deid_check_text (label, error)
          || !deid_stored_policy_add_row (builder, stored->level, stored->n_levels, "",
                                          label != NULL ? label : "", error))
        return NULL;
    }
  return deid_hierarchy_builder_build (builder, error);
}

/* Tells whether a policy sets any cut of an attribute. */
static gboolean
merges_any (const DeidAttribute *attribute, const DeidLevel *levels)
{
  for (guint i = 0; i < attribute->n_dimensions; i++)
    if (levels[attribute->first_dimension + i] > 0)
      return TRUE;
  return FALSE;
}

/* With cuts, of three levels the lowest has the values, the highest a label for all of them, a
 * missing one included, and the middle one anything else. */
static void
stored_policy_set_level (DeidStoredAttribute *stored, const DeidAttribute *attribute,
                         const DeidLevel *levels)
{
  if (attribute->cuts == NULL)
    {
      stored->level = levels[attribute->first_dimension];
      stored->n_levels = attribute->n_levels;
      return;
    }
  stored->n_levels = 3;
  stored->level = deid_attribute_merges_all (attribute, levels) ? 2
                  : merges_any (attribute, levels)              ? 1
                                                                : 0;
}

static gboolean
store_top (DeidStoredAttribute *stored, const DeidHierarchy *hierarchy, GError **error)
{
  const char *top = hierarchy != NULL ? deid_hierarchy_get_top_label (hierarchy) : NULL;

  if (top == NULL)
    return TRUE;
  stored->top = deid_copy_text (top, error);
  return stored->top != NULL;
}

/* A rule is all that is stored where one level of its labels says all: without cuts, or where they
 * merge all values or none. */
static gboolean
store_labels (DeidStoredAttribute *stored, const DeidAttribute *attribute, const DeidLevel *levels,
              const DeidStop *stop, GError **error)
{
  const DeidHierarchy *hierarchy = attribute->hierarchy;

  stored_policy_set_level (stored, attribute, levels);
  if (hierarchy != NULL && hierarchy->rule != NULL
      && (attribute->cuts == NULL || stored->level != 1))
    {
      if (stored->level > 0 && attribute->cuts != NULL)
        stored->level = hierarchy->n_levels - 1;
      stored->n_levels = hierarchy->n_levels;
      stored->hierarchy = deid_hierarchy_new_of_rule (hierarchy->rule, error);
    }
  else
    {
      if (!store_top (stored, hierarchy, error))
        return FALSE;
      if (hierarchy != NULL && hierarchy->rule != NULL)
        {
          stored->rule = deid_hierarchy_new_of_rule (hierarchy->rule, error);
          if (stored->rule == NULL)
            return FALSE;
        }
      stored->hierarchy = stored_policy_list_labels (stored, attribute, levels, stop, error);
    }
  return stored->hierarchy != NULL;
}

static gboolean
store_attributes (DeidStoredPolicy *policy, const DeidLattice *lattice, const DeidLevel *levels,
                  const DeidStop *stop, GError **error)
{
  for (guint a = 0; a < lattice->n_attributes; a++)
    {
      const DeidAttribute *attribute = &lattice->attributes[a];
      const DeidColumn *column = deid_attribute_get_column (attribute);
      DeidStoredAttribute *stored = deid_stored_policy_add_attribute (policy, column->name, error);

      if (stored == NULL)
        return FALSE;
      stored->missing_policy = column->missing_policy;
      stored->suppressed = g_strdup (column->suppressed);
      if (!store_labels (stored, attribute, levels, stop, error))
        return FALSE;
    }
  return TRUE;
}

/* Stores the types that order the values of sensitive columns for models. */
static void
store_orders (DeidStoredPolicy *policy, const DeidProblem *problem, const DeidDataset *dataset)
{
  for (guint i = 0; i < problem->models->len; i++)
    {
      const DeidPrivacyModel *model = g_ptr_array_index (problem->models, i);
      guint column;

      if (model->funcs->compare.func != deid_compare_by_type || model->sensitive == NULL)
        continue;
      for (guint s = 0; model->sensitive[s] != NULL; s++)
        if (deid_dataset_find_column (dataset, model->sensitive[s], &column, NULL))
          deid_stored_type_store (policy, deid_dataset_get_column (dataset, column));
    }
}

static gboolean
store_role (DeidStoredPolicy *policy, const DeidProblem *problem, const DeidColumn *column,
            GError **error)
{
  const DeidCoarsening *coarsening = deid_column_get_coarsening (column);
  DeidHierarchy *hierarchy = coarsening != NULL
                                 ? coarsening->whole
                                 : deid_problem_get_sensitive_hierarchy (problem, column->name);
  DeidStoredRole *role = deid_stored_policy_add_role (policy, column->name, error);

  if (role == NULL)
    return FALSE;
  role->role = column->role;
  role->missing_policy = column->missing_policy;
  if (coarsening != NULL)
    role->level = coarsening->level;
  if (coarsening != NULL && coarsening->type != NULL)
    g_hash_table_replace (policy->types, g_strdup (column->name), g_strdup (coarsening->type));
  if (hierarchy == NULL)
    return TRUE;
  role->hierarchy = hierarchy->rule != NULL ? deid_hierarchy_new_of_rule (hierarchy->rule, error)
                                            : deid_hierarchy_ref (hierarchy);
  return role->hierarchy != NULL;
}

static gboolean
store_weights (DeidStoredPolicy *policy, const DeidGroupWeights *weights, GError **error)
{
  DeidGroupWeights *copy = deid_group_weights_copy (weights, error);

  if (copy == NULL)
    return FALSE;
  deid_group_weights_free (policy->group_weights);
  policy->group_weights = copy;
  return TRUE;
}

static gboolean
store_description (DeidStoredPolicy *policy, const DeidLattice *lattice, const DeidLevel *levels,
                   GError **error)
{
  DeidLongText text = { 0 };

  deid_levels_add_words (lattice, levels, NULL, NULL, TRUE, &text);
  policy->description = deid_long_text_end (&text, error);
  return policy->description != NULL;
}

DeidStoredPolicy *
deid_stored_policy_new_from_levels (const DeidProblem *problem, const DeidLevel *levels,
                                    const DeidStop *stop, GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = deid_stored_policy_new_empty ();
  const DeidDataset *dataset = problem->lattice->dataset;

  if (problem->has_unknown_values)
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "%s: it has unknown values, which were suppressed or have a label of "
                           "their own; expected the result of a policy that knows all values",
                           problem->lattice->table.name);
  if (deid_dataset_treats_persons (dataset))
    return deid_fail_null (error, DEID_ERROR_INVALID_ARGUMENT,
                           "%s: rows of persons were left out or their dates changed, which a "
                           "stored policy does not do with the next table, expected neither",
                           problem->lattice->table.name);
  if (problem->release_options != NULL
      && !deid_release_options_check_storable (problem->release_options, error))
    return NULL;
  if (!deid_stop_check (stop, error) || !store_description (policy, problem->lattice, levels, error)
      || !store_attributes (policy, problem->lattice, levels, stop, error))
    return NULL;
  store_orders (policy, problem, dataset);
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    if (deid_dataset_get_column (dataset, c)->role != DEID_ROLE_IDENTIFYING
        && deid_dataset_get_column (dataset, c)->role != DEID_ROLE_QUASI_IDENTIFYING
        && !deid_dataset_get_column (dataset, c)->is_count
        && !store_role (policy, problem, deid_dataset_get_column (dataset, c), error))
      return NULL;
  for (guint c = 0; c < deid_dataset_get_n_columns (dataset); c++)
    if (deid_dataset_get_column (dataset, c)->role != DEID_ROLE_IDENTIFYING
        && g_strcmp0 (deid_dataset_get_column (dataset, c)->stated_format,
                      deid_dataset_get_column (dataset, c)->format)
               != 0)
      deid_stored_type_store (policy, deid_dataset_get_column (dataset, c));
  deid_stored_rows_store (policy, dataset);
  if (!deid_stored_parts_store (policy, dataset, error))
    return NULL;
  for (guint i = 0; i < problem->models->len; i++)
    g_ptr_array_add (policy->models,
                     deid_privacy_model_ref (g_ptr_array_index (problem->models, i)));
  policy->quality = deid_quality_model_ref (problem->quality);
  deid_limits_copy (&policy->limits, &problem->limits);
  return store_weights (policy, problem->group_weights, error)
                 && deid_stored_missing_store (policy, dataset, error)
                 && deid_stored_sets_store (policy, dataset, error)
             ? g_steal_pointer (&policy)
             : NULL;
}

/* A later check of a released table in an engine has no file to compare with. */
static gboolean
stored_policy_add_classes (DeidStoredPolicy *policy, DeidResult *result, GCancellable *cancellable,
                           GError **error)
{
  g_autoptr (DeidDataset) release = NULL;

  if (!deid_dataset_is_counted (result->problem->lattice->dataset))
    return TRUE;
  release = deid_result_apply (result, NULL, cancellable, error);
  policy->classes_sha256
      = release != NULL ? deid_release_digest (release, cancellable, error) : NULL;
  return policy->classes_sha256 != NULL;
}

DeidStoredPolicy *
deid_stored_policy_new (DeidResult *result, GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidStoredPolicy) policy = NULL;

  g_return_val_if_fail (result != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (!deid_result_check_policy (result,
                                 "a local recoding cannot be applied to other records, "
                                 "expected a policy",
                                 error))
    return NULL;
  policy = deid_stored_policy_new_from_levels (result->problem, result->policy->levels,
                                               DEID_STOP_OF (cancellable), error);
  return policy != NULL && stored_policy_add_classes (policy, result, cancellable, error)
             ? g_steal_pointer (&policy)
             : NULL;
}

DeidHierarchy *
deid_stored_policy_get_hierarchy (const DeidStoredPolicy *policy, guint attribute)
{
  g_return_val_if_fail (policy != NULL && attribute < policy->n_attributes, NULL);

  return policy->attributes[attribute].hierarchy;
}

static void
stored_policy_fill_attributes (DeidFigures *figures, const DeidStoredPolicy *policy)
{
  deid_figures_begin_table (figures, "attributes");
  for (guint a = 0; a < policy->n_attributes; a++)
    {
      const DeidStoredAttribute *attribute = &policy->attributes[a];

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "name", attribute->name);
      deid_figures_add_count (figures, "level", attribute->level);
      deid_figures_add_count (figures, "hierarchy_level",
                              deid_stored_attribute_get_level (attribute));
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
}

static void
stored_policy_fill_models (DeidFigures *figures, const DeidStoredPolicy *policy)
{
  const DeidQualityModel *quality = policy->quality;

  deid_figures_begin_table (figures, "privacy_models");
  for (guint i = 0; i < policy->models->len; i++)
    {
      const DeidPrivacyModel *model = g_ptr_array_index (policy->models, i);

      deid_figures_add_text (figures, NULL, model->text);
    }
  deid_figures_end (figures);
  deid_figures_add_text (figures, "quality_model", quality->text);
  deid_figures_begin_table (figures, "attribute_weights");
  for (guint i = 0; i < quality->n_weights; i++)
    {
      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "attribute", quality->weights[i].attribute);
      deid_figures_add_number (figures, "weight", quality->weights[i].weight);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
}

static void
stored_policy_fill_limits (DeidFigures *figures, const DeidStoredPolicy *policy)
{
  deid_figures_begin_group (figures, "suppression_limit");
  if (policy->limits.is_fraction)
    deid_figures_add_number (figures, "fraction", policy->limits.fraction);
  else
    deid_figures_add_count (figures, "records", policy->limits.count);
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "group_limits");
  for (guint i = 0; i < policy->limits.groups->len; i++)
    {
      const DeidGroupLimit *limit = deid_group_limits_get (policy->limits.groups, i);

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "column", limit->column);
      deid_figures_add_number (figures, "fraction", limit->fraction);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
  deid_figures_begin_table (figures, "group_weights");
  for (guint i = 0; i < policy->group_weights->len; i++)
    {
      const DeidGroupWeight *weight = deid_group_weights_get (policy->group_weights, i);

      deid_figures_begin_group (figures, NULL);
      deid_figures_add_text (figures, "column", weight->column);
      deid_figures_add_text (figures, "value", weight->value);
      deid_figures_add_number (figures, "weight", weight->weight);
      deid_figures_end (figures);
    }
  deid_figures_end (figures);
}

static gboolean
stored_policy_fill (gconstpointer data, DeidAudience audience, DeidFigures *figures,
                    const DeidStop *stop, GError **error)
{
  const DeidStoredPolicy *policy = data;

  deid_figures_add_text (figures, "description", policy->description);
  deid_figures_add_text (figures, DEID_RELEASE_SHA256, policy->release_sha256);
  deid_figures_add_text (figures, DEID_STORED_CLASSES, policy->classes_sha256);
  stored_policy_fill_attributes (figures, policy);
  stored_policy_fill_models (figures, policy);
  stored_policy_fill_limits (figures, policy);
  return TRUE;
}

static const DeidFigure stored_policy_catalogue[] = {
  AUDIENCE_FIGURE,
  FIGURE (TEXT, "description", "",
          "What the policy makes of the original data, in the words of `deid_policy_describe()` "
          "without its examples of labels; undefined if the policy was read without them. A change "
          "of labels in a file does not change these words."),
  FIGURE (TEXT, "release_sha256", "",
          "The SHA-256 of the released file that the policy was stored with; undefined if there is "
          "none."),
  FIGURE (TEXT, "classes_sha256", "",
          "The SHA-256 of the classes, sensitive values and numbers of records that a table in an "
          "engine is released with; undefined if the policy is of another table."),
  FIGURE (TEXT, "attributes[].name", "", "The name of a quasi-identifier."),
  FIGURE (COUNT, "attributes[].level", "",
          "Its level in the hierarchy that the policy was found with."),
  FIGURE (COUNT, "attributes[].hierarchy_level", "",
          "Its level in `deid_stored_policy_get_hierarchy()`: the same for a rule, at most 1 for a "
          "table of labels."),
  FIGURE (TEXT, "privacy_models[]", "", "A privacy model, by its specification."),
  FIGURE (TEXT, "quality_model", "", "The quality model, by its specification."),
  FIGURE (TEXT, "attribute_weights[].attribute", "",
          "A quasi-identifier to which the quality model gives a weight."),
  FIGURE (NUMBER, "attribute_weights[].weight", "", "Its weight."),
  FIGURE (NUMBER, "suppression_limit.fraction", "share of the records",
          "How many records may be suppressed, where that is a share."),
  FIGURE (COUNT, "suppression_limit.records", "records",
          "How many records may be suppressed, where that is a number."),
  FIGURE (TEXT, "group_limits[].column", "", "A column whose values have a suppression limit."),
  FIGURE (NUMBER, "group_limits[].fraction", "share of the records of a value",
          "How many records of each of its values may be suppressed."),
  FIGURE (TEXT, "group_weights[].column", "", "A column of which a value has a weight."),
  FIGURE (TEXT, "group_weights[].value", "", "The value; undefined if it is the missing one."),
  FIGURE (NUMBER, "group_weights[].weight", "",
          "How much the records of the value count in the loss, from 0.001 to 1000."),
};

static const DeidReportKind stored_policy_kind = {
  .name = "stored_policy",
  .title = "A stored policy",
  .catalogue = stored_policy_catalogue,
  .n_figures = G_N_ELEMENTS (stored_policy_catalogue),
  .fill = stored_policy_fill,
  .free = (GDestroyNotify) deid_stored_policy_unref,
};

DeidReport *
deid_report_new_stored_policy (DeidStoredPolicy *policy, GError **error)
{
  g_return_val_if_fail (policy != NULL, NULL);

  return deid_report_new (&stored_policy_kind, deid_stored_policy_ref (policy), DEID_STOP_NEVER,
                          error);
}
