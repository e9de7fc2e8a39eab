/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "stored-policy/stored-policy-private.h"

#include "base/handle.h"
#include "base/text.h"
#include "problem/problem-private.h"

static void
deid_stored_policy_options_free (DeidStoredPolicyOptions *options)
{
  g_ptr_array_unref (options->models);
  deid_limits_clear (&options->limits);
  g_clear_pointer (&options->quality, deid_quality_model_unref);
  g_clear_pointer (&options->population, deid_dataset_unref);
  g_free (options);
}

DEID_DEFINE_OPTIONS (DeidStoredPolicyOptions, deid_stored_policy_options, stored_policy_options,
                     "the stored policy options were used")

DeidStoredPolicyOptions *
deid_stored_policy_options_new (void)
{
  DeidStoredPolicyOptions *options = DEID_NEW_HANDLE (DeidStoredPolicyOptions);

  options->models = g_ptr_array_new_with_free_func ((GDestroyNotify) deid_privacy_model_unref);
  deid_limits_init (&options->limits);
  return options;
}

gboolean
deid_stored_policy_options_add_privacy_model (DeidStoredPolicyOptions *options,
                                              DeidPrivacyModel *model, GError **error)
{
  g_return_val_if_fail (options != NULL && model != NULL, FALSE);

  if (!stored_policy_options_check_mutable (options, error))
    return FALSE;
  g_ptr_array_add (options->models, deid_privacy_model_ref (model));
  return TRUE;
}

gboolean
deid_stored_policy_options_set_quality_model (DeidStoredPolicyOptions *options,
                                              DeidQualityModel *model, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!stored_policy_options_check_mutable (options, error))
    return FALSE;
  if (model != NULL)
    deid_quality_model_ref (model);
  g_clear_pointer (&options->quality, deid_quality_model_unref);
  options->quality = model;
  return TRUE;
}

gboolean
deid_stored_policy_options_set_population (DeidStoredPolicyOptions *options,
                                           DeidDataset *population, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!stored_policy_options_check_mutable (options, error))
    return FALSE;
  if (population != NULL)
    deid_dataset_ref (population);
  g_clear_pointer (&options->population, deid_dataset_unref);
  options->population = population;
  return TRUE;
}

gboolean
deid_stored_policy_options_set_suppression_limit (DeidStoredPolicyOptions *options, double fraction,
                                                  GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!stored_policy_options_check_mutable (options, error)
      || !deid_suppression_limit_check (fraction, error))
    return FALSE;
  options->has_limit = TRUE;
  options->limits.fraction = fraction;
  return TRUE;
}

gboolean
deid_stored_policy_options_set_group_limit (DeidStoredPolicyOptions *options, const char *column,
                                            double fraction, GError **error)
{
  g_return_val_if_fail (options != NULL && column != NULL, FALSE);

  if (!stored_policy_options_check_mutable (options, error)
      || !deid_suppression_limit_check (fraction, error))
    return FALSE;
  deid_group_limits_set (options->limits.groups, column, fraction);
  return TRUE;
}

gboolean
deid_stored_policy_options_set_unknown_values (DeidStoredPolicyOptions *options,
                                               DeidUnknownValues unknown_values, GError **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  if (!stored_policy_options_check_mutable (options, error))
    return FALSE;
  if (deid_enum_get_name ("DeidUnknownValues", (int) unknown_values) == NULL)
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "there is no way %d to deal with unknown values", (int) unknown_values);
  options->unknown_values = unknown_values;
  return TRUE;
}
