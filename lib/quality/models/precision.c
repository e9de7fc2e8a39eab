/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Precision: the extent of a label is its level. */
#include "quality/quality-model-private.h"

static char *
precision_describe (gpointer user_data)
{
  return g_strdup ("precision");
}

static gboolean
precision_set_costs (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute,
                     gpointer state, gpointer user_data, GError **error)
{
  const guint height = deid_quality_input_get_n_levels (input, attribute) - 1;

  deid_level_extents_set (costs, input, attribute);
  if (height > 0)
    deid_attribute_costs_set_rates (costs, 1, height, 0, height);
  return TRUE;
}

static gboolean
precision_recheck (const DeidRecheckedValue *value, gpointer user_data, double *cost,
                   GError **error)
{
  const guint n_levels = deid_rechecked_value_get_n_levels (value);

  if (n_levels == 1)
    *cost = 0;
  else
    *cost = deid_rechecked_value_is_suppressed (value)
                ? 1
                : deid_rechecked_value_get_level (value) / (n_levels - 1.0);
  return TRUE;
}

DeidQualityModel *
deid_quality_model_new_precision (DeidAggregate aggregate, GError **error)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, precision_describe, NULL, NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, precision_set_costs, NULL, NULL);
  deid_quality_model_funcs_set_recheck (funcs, precision_recheck, NULL, NULL);
  deid_quality_model_funcs_set_sentence (
      funcs, "how high in its hierarchy a label is, from 0 for the value itself to 1 for the top "
             "and for a record that is withheld$; ($:)");
  deid_quality_model_funcs_set_aggregate (funcs, aggregate);
  return deid_quality_model_new (funcs, error);
}
