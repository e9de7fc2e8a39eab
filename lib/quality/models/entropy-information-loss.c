/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Entropy-based information loss: the extent of a label is the logarithm of the number of leaves it
 * covers, as a share of the logarithm of the number of all tuples of leaves. */
#include "quality/quality-model-private.h"
#include "quality/models.h"

#include <deid/deid.h>

static char *
entropy_information_loss_describe (gpointer user_data)
{
  return g_strdup ("ebil");
}

/* The state is the sum of the logarithms of the sizes of all domains. */
static gboolean
entropy_information_loss_prepare (const DeidQualityInput *input, gpointer user_data,
                                  gpointer *state, GError **error)
{
  const guint n_attributes = deid_quality_input_get_n_attributes (input);
  DeidWide *whole = g_new0 (DeidWide, 1);

  for (guint a = 0; a < n_attributes; a++)
    *whole += deid_log_extents_measure (deid_quality_input_get_n_leaves (input, a));
  *state = whole;
  return TRUE;
}

static gboolean
entropy_information_loss_set_costs (DeidAttributeCosts *costs, const DeidQualityInput *input,
                                    guint attribute, gpointer state, gpointer user_data,
                                    GError **error)
{
  const guint n_levels = deid_quality_input_get_n_levels (input, attribute);
  const DeidWide *whole = state;
  DeidLogExtents logarithms;

  if (*whole == 0)
    return TRUE;
  deid_log_extents_init (&logarithms, *whole, deid_quality_input_get_n_records (input));
  for (guint level = 0; level < n_levels; level++)
    {
      const guint32 n_labels = deid_quality_input_get_n_labels (input, attribute, level);

      for (guint32 label = 0; label < n_labels; label++)
        {
          const guint64 n = deid_quality_input_get_n_covered (input, attribute, level, label);

          deid_attribute_costs_set_extent (costs, level, label,
                                           deid_log_extents_get (&logarithms, n));
        }
    }
  deid_attribute_costs_set_rates (
      costs, 1,
      deid_log_extents_get (&logarithms, deid_quality_input_get_n_leaves (input, attribute)), 0,
      logarithms.n_units);
  return TRUE;
}

DeidQualityModel *
deid_quality_model_new_entropy_information_loss (void)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, entropy_information_loss_describe, NULL, NULL);
  deid_quality_model_funcs_set_prepare (funcs, entropy_information_loss_prepare, NULL, NULL);
  deid_quality_model_funcs_set_free_state (funcs, deid_model_free_state, NULL, NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, entropy_information_loss_set_costs, NULL,
                                                NULL);
  deid_quality_model_funcs_set_sentence (
      funcs, "how many combinations of original values the labels of a record may stand for, on a "
             "logarithmic scale from 0 for one to 1 for all of them and for a record that is "
             "withheld$; ($:)");
  deid_quality_model_funcs_set_aggregate (funcs, DEID_AGGREGATE_SUM);
  return deid_quality_model_new (funcs, NULL);
}
