/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Models in which a label costs its level. */
#include "quality/models.h"
#include "quality/quality-model-private.h"

static char *
level_model_describe (gpointer user_data)
{
  return g_strdup (user_data);
}

static DeidQualityModel *
level_model_new (const char *name, DeidAttributeCostsFunc set_costs, DeidRecheckCostFunc recheck,
                 const char *sentence, DeidAggregate aggregate, GError **error)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, level_model_describe, (gpointer) name, NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, set_costs, NULL, NULL);
  deid_quality_model_funcs_set_recheck (funcs, recheck, NULL, NULL);
  deid_quality_model_funcs_set_sentence (funcs, sentence);
  deid_quality_model_funcs_set_aggregate (funcs, aggregate);
  return deid_quality_model_new (funcs, error);
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
  return level_model_new (
      "precision", precision_set_costs, precision_recheck,
      "how high in its hierarchy a label is, from 0 for the value itself to 1 for the top and for "
      "a record that is withheld$; ($:)",
      aggregate, error);
}

static guint
get_greatest_level (const DeidQualityInput *input)
{
  const guint n_attributes = deid_quality_input_get_n_attributes (input);
  guint greatest = 0;

  for (guint a = 0; a < n_attributes; a++)
    greatest = MAX (greatest, deid_quality_input_get_n_levels (input, a) - 1);
  return greatest;
}

static gboolean
height_set_costs (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute,
                  gpointer state, gpointer user_data, GError **error)
{
  deid_level_extents_set (costs, input, attribute);
  deid_attribute_costs_set_rates (costs, 1, 0, 1, MAX (get_greatest_level (input), 1));
  return TRUE;
}

/* A suppressed value costs its level, too. */
DeidQualityModel *
deid_quality_model_new_height (DeidAggregate aggregate, GError **error)
{
  return level_model_new (
      "height", height_set_costs, NULL,
      "how high in its hierarchy a label is, whether the record is withheld or not$; ($:)",
      aggregate, error);
}
