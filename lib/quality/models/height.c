/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Height: the extent of a label is its level, whether the value is suppressed or not. */
#include "quality/quality-model-private.h"
#include "quality/models.h"

static char *
height_describe (gpointer user_data)
{
  return g_strdup ("height");
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

DeidQualityModel *
deid_quality_model_new_height (DeidAggregate aggregate, GError **error)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, height_describe, NULL, NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, height_set_costs, NULL, NULL);
  deid_quality_model_funcs_set_sentence (
      funcs, "how high in its hierarchy a label is, whether the record is withheld or not$; ($:)");
  deid_quality_model_funcs_set_aggregate (funcs, aggregate);
  return deid_quality_model_new (funcs, error);
}
