/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Non-uniform entropy, as it is and normalized: the extent of a label is the logarithm of the
 * number of records that have it, and costs are relative to the original values. */
#include "quality/quality-model-private.h"
#include "quality/models.h"

#include <deid/deid.h>

typedef struct
{
  const char *name;
  gboolean is_normalized;
  const char *sentence;
} Form;

static char *
non_uniform_entropy_describe (gpointer user_data)
{
  return g_strdup (((const Form *) user_data)->name);
}

/* Returns: the sum of the extents of all original values. */
static guint64
non_uniform_entropy_set_extents (DeidAttributeCosts *costs, const DeidQualityInput *input,
                                 guint attribute, DeidLogExtents *logarithms)
{
  const guint n_levels = deid_quality_input_get_n_levels (input, attribute);
  guint64 sum = 0;

  for (guint level = 0; level < n_levels; level++)
    {
      const guint32 n_labels = deid_quality_input_get_n_labels (input, attribute, level);

      for (guint32 label = 0; label < n_labels; label++)
        {
          const guint64 n = deid_quality_input_get_n_label_records (input, attribute, level, label);
          const guint32 extent = deid_log_extents_get (logarithms, n);

          deid_attribute_costs_set_extent (costs, level, label, extent);
          sum += level == 0 ? n * extent : 0;
        }
    }
  return sum;
}

/* A suppressed value has the extent of all records. The normalized form divides what it costs on
 * average to suppress all of them, n_units - originals / N, into both rates, times N. */
static gboolean
non_uniform_entropy_set_costs (DeidAttributeCosts *costs, const DeidQualityInput *input,
                               guint attribute, gpointer state, gpointer user_data, GError **error)
{
  const guint64 n_records = deid_quality_input_get_n_records (input);
  DeidLogExtents logarithms;
  guint64 n_units, most;

  if (n_records == 1)
    return TRUE;
  deid_log_extents_init (&logarithms, deid_log_extents_measure (n_records), n_records);
  n_units = logarithms.n_units;
  most = n_records * n_units
         - non_uniform_entropy_set_extents (costs, input, attribute, &logarithms);
  deid_attribute_costs_set_relative (costs, TRUE);
  if (!((const Form *) user_data)->is_normalized)
    deid_attribute_costs_set_rates (costs, 1, n_units, 0, n_units);
  else if (most > 0)
    deid_attribute_costs_set_rates (costs, n_records, n_records * n_units, 0, most);
  return TRUE;
}

static DeidQualityModel *
non_uniform_entropy_make_model (const Form *form, DeidAggregate aggregate, GError **error)
{
  g_autoptr (DeidQualityModelFuncs) funcs = deid_quality_model_funcs_new ();

  deid_quality_model_funcs_set_describe (funcs, non_uniform_entropy_describe, (gpointer) form,
                                         NULL);
  deid_quality_model_funcs_set_attribute_costs (funcs, non_uniform_entropy_set_costs,
                                                (gpointer) form, NULL);
  deid_quality_model_funcs_set_sentence (funcs, form->sentence);
  deid_quality_model_funcs_set_aggregate (funcs, aggregate);
  return deid_quality_model_new (funcs, error);
}

DeidQualityModel *
deid_quality_model_new_non_uniform_entropy (DeidAggregate aggregate, GError **error)
{
  static const Form form
      = { "nuentropy", FALSE,
          "how much less is known of a value by its label, if it is known how often each value "
          "occurs: what is rare among the values of its label loses more$; ($:)" };

  return non_uniform_entropy_make_model (&form, aggregate, error);
}

DeidQualityModel *
deid_quality_model_new_normalized_non_uniform_entropy (DeidAggregate aggregate, GError **error)
{
  static const Form form
      = { "normentropy", TRUE,
          "how much less is known of a value by its label, if it is known how often each value "
          "occurs, from 0 for the value itself to 1 for all that the column tells$; ($:)" };

  return non_uniform_entropy_make_model (&form, aggregate, error);
}
