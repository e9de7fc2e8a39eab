/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From a stored policy and another table to a result. */
#include <string.h>

#include "hierarchy/coarse-column.h"
#include "base/memory.h"
#include "lattice/policy-private.h"
#include "stored-policy/stored-policy-private.h"
#include "table/dataset-view.h"

/* Tells whether a column is in an engine and not among the combinations that it counted. */
static gboolean
is_uncounted (const DeidStoredRole *role, const DeidDataset *dataset)
{
  return role->role == DEID_ROLE_INSENSITIVE && deid_dataset_is_counted (dataset);
}

static gboolean
stored_policy_evaluate_check_columns (const DeidStoredPolicy *policy, const DeidDataset *dataset,
                                      GError **error)
{
  for (guint i = 0; i < policy->n_roles; i++)
    if (!is_uncounted (&policy->roles[i], dataset)
        && !deid_stored_sets_has_column (policy, dataset, policy->roles[i].name, error))
      return FALSE;
  for (guint a = 0; a < policy->n_attributes; a++)
    if (!deid_stored_sets_has_column (policy, dataset, policy->attributes[a].name, error))
      return FALSE;
  return deid_stored_parts_check (policy, dataset, error);
}

static gboolean
apply_missing_policy (DeidDataset *dataset, const char *name, DeidMissingPolicy missing_policy,
                      GError **error)
{
  guint column;

  if (!deid_dataset_find_column (dataset, name, &column, error))
    return FALSE;
  return missing_policy == DEID_MISSING_POLICY_OWN_CATEGORY
         || deid_dataset_get_missing_policy (dataset, column) == missing_policy
         || deid_dataset_set_missing_policy (dataset, name, missing_policy, error);
}

/* Gives a column a role, unless the dataset was given one for it or it has this one. */
static gboolean
apply_role (DeidDataset *dataset, const char *name, DeidRole role, GError **error)
{
  const DeidColumn *column;
  guint c;

  if (!deid_dataset_find_column (dataset, name, &c, error))
    return FALSE;
  column = deid_dataset_get_column (dataset, c);
  return column->is_role_set || column->role == role
         || deid_dataset_set_role (dataset, name, role, error);
}

/* Tells whether a column has the role that a joint one has by itself. */
static gboolean
is_judged (const DeidDataset *dataset, const char *name)
{
  return deid_dataset_get_role (dataset, deid_dataset_look_up (dataset, name)) == DEID_ROLE_JUDGED;
}

/* Roles that the dataset was given stay; missing values are refused where either side does so. */
static gboolean
apply_roles (const DeidStoredPolicy *policy, DeidDataset *dataset, GError **error)
{
  for (guint i = 0; i < policy->n_roles; i++)
    {
      const DeidStoredRole *role = &policy->roles[i];

      if (is_uncounted (role, dataset))
        continue;
      if (!apply_role (dataset, role->name, role->role, error)
          || !apply_missing_policy (dataset, role->name, role->missing_policy, error))
        return FALSE;
    }
  for (guint a = 0; a < policy->n_attributes; a++)
    {
      const DeidStoredAttribute *attribute = &policy->attributes[a];

      if (is_judged (dataset, attribute->name)
          && !apply_role (dataset, attribute->name, DEID_ROLE_QUASI_IDENTIFYING, error))
        return FALSE;
      if (!apply_missing_policy (dataset, attribute->name, attribute->missing_policy, error)
          || (attribute->suppressed != NULL
              && !deid_dataset_set_suppressed_text (dataset, attribute->name, attribute->suppressed,
                                                    error)))
        return FALSE;
    }
  for (guint i = 0; i < policy->parts.n; i++)
    if (!apply_missing_policy (dataset, policy->parts.items[i].text,
                               policy->parts.items[i].missing_policy, error))
      return FALSE;
  return TRUE;
}

static gboolean
stored_policy_evaluate_set_limit (const DeidStoredPolicy *policy, DeidProblem *problem,
                                  GError **error)
{
  return policy->limits.is_fraction
             ? deid_problem_set_suppression_limit (problem, policy->limits.fraction, error)
             : deid_problem_set_suppression_limit_count (problem, policy->limits.count, error);
}

static gboolean
coarsen_roles (const DeidStoredPolicy *policy, DeidDataset *dataset, GCancellable *cancellable,
               GError **error)
{
  for (guint i = 0; i < policy->n_roles; i++)
    {
      const DeidStoredRole *role = &policy->roles[i];

      if ((role->level > 0
           || (role->hierarchy != NULL && deid_hierarchy_has_notations (role->hierarchy)))
          && !deid_dataset_coarsen (dataset, role->name, role->hierarchy, role->level, cancellable,
                                    error))
        return FALSE;
    }
  return TRUE;
}

/* Returns: (nullable): what models compare the values of a column by, which may be labels. */
static DeidHierarchy *
get_role_hierarchy (const DeidStoredRole *role, const DeidDataset *dataset)
{
  const DeidCoarsening *coarsening;

  if (is_uncounted (role, dataset))
    return NULL;
  coarsening = deid_column_get_coarsening (
      deid_dataset_get_column (dataset, deid_dataset_look_up (dataset, role->name)));
  return coarsening != NULL ? coarsening->above : role->hierarchy;
}

static DeidProblem *
stored_policy_evaluate_make_problem (const DeidStoredPolicy *policy, DeidLattice *lattice,
                                     DeidDataset *population, GCancellable *cancellable,
                                     GError **error)
{
  g_autoptr (DeidProblem) problem = deid_problem_new (lattice);

  for (guint i = 0; i < policy->n_roles; i++)
    {
      const DeidStoredRole *role = &policy->roles[i];
      DeidHierarchy *hierarchy = get_role_hierarchy (role, lattice->dataset);

      if (hierarchy != NULL
          && !deid_problem_set_sensitive_hierarchy (problem, role->name, hierarchy, cancellable,
                                                    error))
        return NULL;
    }
  for (guint i = 0; i < policy->models->len; i++)
    if (!deid_problem_add_privacy_model (problem, g_ptr_array_index (policy->models, i), error))
      return NULL;
  if ((population != NULL && !deid_problem_set_population (problem, population, cancellable, error))
      || !deid_problem_set_quality_model (problem, policy->quality, error)
      || !stored_policy_evaluate_set_limit (policy, problem, error)
      || !deid_stored_groups_apply (policy->limits.groups, problem, error)
      || !deid_stored_groups_apply_weights (policy->group_weights, problem,
                                            DEID_STOP_OF (cancellable), error))
    return NULL;
  return g_steal_pointer (&problem);
}

/* The lattice and the policy on it that stand for what is stored of the hierarchies. */
static DeidPolicy *
stored_policy_evaluate_make_policy (const DeidStoredPolicy *policy, DeidDataset *dataset,
                                    const DeidAdmitted *admitted, GCancellable *cancellable,
                                    GError **error)
{
  g_autofree guint *levels = deid_alloc (policy->n_attributes, sizeof *levels, error);
  g_autoptr (DeidLattice) lattice = deid_lattice_new (dataset);

  if (levels == NULL)
    return NULL;
  for (guint a = 0; a < policy->n_attributes; a++)
    {
      levels[a] = admitted[a].level;
      if (!deid_lattice_add_quasi_identifier (lattice, policy->attributes[a].name,
                                              admitted[a].hierarchy, cancellable, error))
        return NULL;
    }
  return deid_policy_new (lattice, levels, policy->n_attributes, error);
}

static gboolean
has_mark (const DeidStoredPolicy *policy, const DeidAdmitted *admitted)
{
  for (guint a = 0; a < policy->n_attributes; a++)
    if (admitted[a].mark != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
suppress_unknown (const DeidStoredPolicy *policy, const DeidAdmitted *admitted,
                  DeidProblem *problem, GError **error)
{
  g_autoptr (DeidPrivacyModel) model = NULL;

  for (guint a = 0; a < policy->n_attributes; a++)
    problem->has_unknown_values |= admitted[a].has_unknown_values;
  if (!has_mark (policy, admitted))
    return TRUE;
  model = deid_known_values_new (admitted, policy->n_attributes, error);
  return model != NULL && deid_problem_add_privacy_model (problem, model, error);
}

/* Returns: (transfer full): the levels that are stored, as deid_policy_to_text() writes them. */
static char *
describe_levels (const DeidStoredPolicy *policy, GError **error)
{
  DeidLongText text = { 0 };

  for (guint a = 0; a < policy->n_attributes; a++)
    {
      if (a > 0)
        deid_long_text_add (&text, " ");
      deid_levels_describe_name (policy->attributes[a].name, &text);
      deid_long_text_add (&text, ":%u", policy->attributes[a].level);
    }
  return deid_long_text_end (&text, error);
}

/* Lets a message name the levels that are stored, which the lattice evaluated may number anew: it
 * has only the labels that are needed. Without memory for it the message stays. */
static void
name_stored_levels (const DeidStoredPolicy *policy, const DeidPolicy *applied, GError *error)
{
  g_autofree char *levels = deid_policy_to_text (applied, NULL);
  g_autofree char *stored = describe_levels (policy, NULL);
  g_autofree char *quoted = g_strdup_printf ("policy '%s'", levels);
  const char *place = levels != NULL && stored != NULL ? strstr (error->message, quoted) : NULL;
  char *message;

  if (place == NULL)
    return;
  message = g_strdup_printf ("%.*spolicy '%s'%s", (int) (place - error->message), error->message,
                             stored, place + strlen (quoted));
  g_free (error->message);
  error->message = message;
}

static DeidResult *
stored_policy_evaluate_policy (const DeidStoredPolicy *policy, DeidProblem *problem,
                               DeidPolicy *applied, GCancellable *cancellable, GError **error)
{
  GError *own_error = NULL;
  DeidResult *result = deid_problem_evaluate (problem, applied, cancellable, &own_error);

  if (result != NULL)
    return result;
  if (g_error_matches (own_error, DEID_ERROR, DEID_ERROR_NO_SOLUTION))
    name_stored_levels (policy, applied, own_error);
  g_propagate_error (error, own_error);
  return NULL;
}

static DeidResult *
stored_policy_evaluate (const DeidStoredPolicy *policy, DeidDataset *dataset,
                        const DeidAdmitted *admitted, const DeidStoredPolicyOptions *options,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (DeidPolicy) applied = NULL;
  g_autoptr (DeidProblem) problem = NULL;

  if (!apply_roles (policy, dataset, error))
    return NULL;
  applied = stored_policy_evaluate_make_policy (policy, dataset, admitted, cancellable, error);
  if (applied == NULL)
    return NULL;
  problem = stored_policy_evaluate_make_problem (policy, deid_policy_get_lattice (applied),
                                                 options->population, cancellable, error);
  return problem != NULL
                 && (!options->has_limit
                     || deid_problem_set_suppression_limit (problem, options->limits.fraction,
                                                            error))
                 && deid_stored_groups_apply (options->limits.groups, problem, error)
                 && suppress_unknown (policy, admitted, problem, error)
             ? stored_policy_evaluate_policy (policy, problem, applied, cancellable, error)
             : NULL;
}

DeidResult *
deid_stored_policy_evaluate (DeidStoredPolicy *policy, DeidDataset *dataset,
                             DeidStoredPolicyOptions *options, GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (DeidStoredPolicyOptions) used = NULL;
  g_autofree DeidAdmitted *admitted = NULL;
  DeidResult *result = NULL;

  g_return_val_if_fail (policy != NULL && dataset != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  used = deid_stored_policy_options_use (options);
  if (g_cancellable_set_error_if_cancelled (cancellable, error)
      || !stored_policy_evaluate_check_columns (policy, dataset, error)
      || !deid_stored_missing_apply (policy, dataset, cancellable, error)
      || !deid_stored_rows_apply (policy, dataset, cancellable, error)
      || !deid_stored_sets_apply (policy, dataset, cancellable, error)
      || !deid_stored_types_apply (policy, dataset, error)
      || !coarsen_roles (policy, dataset, cancellable, error)
      || (used->population != NULL
          && (!deid_stored_missing_apply (policy, used->population, cancellable, error)
              || !deid_stored_sets_apply (policy, used->population, cancellable, error)
              || !deid_stored_types_apply (policy, used->population, error)))
      || (admitted = deid_alloc (policy->n_attributes, sizeof *admitted, error)) == NULL)
    return NULL;
  if (deid_stored_policy_admit (policy, dataset, used, admitted, DEID_STOP_OF (cancellable), error))
    result = stored_policy_evaluate (policy, dataset, admitted, used, cancellable, error);
  deid_admitted_clear (admitted, policy->n_attributes);
  return result;
}
