/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Iyengar's loss: the extent of a label is the number of leaves it covers besides one. */
#include "quality/quality-model-private.h"

#include "base/rational.h"
#include "base/text.h"

#define MAX_DENOMINATOR ((DeidWide) 100000000000000000) /* 10^17 */

typedef struct
{
  double factor;
  DeidRational rational; /* the same, at most 1 */
} Iyengar;

static char *
iyengar_loss_describe (gpointer user_data)
{
  const Iyengar *iyengar = user_data;

  return g_strconcat ("loss", iyengar->factor == 0.5 ? NULL : ":", DEID_DECIMAL (iyengar->factor),
                      NULL);
}

/* With g = a / b:
 * for g <= 1/2: kept (n - 1) / (D - 1), suppressed 2a/b + (b - 2a)/b (n - 1) / (D - 1);
 * for g >= 1/2: kept (2b - 2a)(n - 1) / (b D - (2b - 2a)), suppressed 1. */
static void
set_rates (DeidAttributeCosts *costs, guint64 a, guint64 b, guint64 n_leaves)
{
  const guint64 whole = 2 * a <= b ? b * (n_leaves - 1) : b * n_leaves - (2 * b - 2 * a);

  if (2 * a <= b)
    deid_attribute_costs_set_rates (costs, b, 2 * a * (n_leaves - 1), b - 2 * a, whole);
  else
    deid_attribute_costs_set_rates (costs, 2 * b - 2 * a, whole, 0, whole);
}

static void
iyengar_loss_set_extents (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute)
{
  const guint n_levels = deid_quality_input_get_n_levels (input, attribute);

  for (guint level = 0; level < n_levels; level++)
    {
      const guint32 n_labels = deid_quality_input_get_n_labels (input, attribute, level);

      for (guint32 label = 0; label < n_labels; label++)
        deid_attribute_costs_set_extent (
            costs, level, label,
            (guint32) (deid_quality_input_get_n_covered (input, attribute, level, label) - 1));
    }
}

static gboolean
iyengar_loss_set_costs (DeidAttributeCosts *costs, const DeidQualityInput *input, guint attribute,
                        gpointer state, gpointer user_data, GError **error)
{
  const Iyengar *iyengar = user_data;
  const guint64 n_leaves = deid_quality_input_get_n_leaves (input, attribute);
  const DeidWide b = iyengar->rational.denominator;

  if (n_leaves <= 1)
    return TRUE;
  if (b * n_leaves > G_MAXUINT64 || n_leaves > (guint64) G_MAXUINT32 + 1)
    {
      return deid_fail (
          error, DEID_ERROR_TOO_LARGE,
          "attribute '%s': with the factor %s of the quality model, %" G_GUINT64_FORMAT
          " leaves of a hierarchy leave the range in which losses are exact; a factor with fewer "
          "digits, or fewer leaves, may help",
          DEID_SHOW (deid_quality_input_get_attribute_name (input, attribute)),
          DEID_DECIMAL (iyengar->factor), n_leaves);
    }
  iyengar_loss_set_extents (costs, input, attribute);
  set_rates (costs, iyengar->rational.numerator, (guint64) b, n_leaves);
  return TRUE;
}

/* The formula of the paper, without the model's integers. */
static gboolean
iyengar_loss_recheck (const DeidRecheckedValue *value, gpointer user_data, double *cost,
                      GError **error)
{
  const double g = ((const Iyengar *) user_data)->factor;
  const double s = MIN (1, 2 * g), e = MIN (1, 2 - 2 * g);
  const double n = (double) deid_rechecked_value_get_n_covered (value);
  const double d = (double) deid_rechecked_value_get_n_leaves (value);

  if (deid_rechecked_value_get_n_leaves (value) == 1)
    *cost = 0;
  else
    *cost = deid_rechecked_value_is_suppressed (value) ? s + (1 - s) * (n - 1) / (d - 1)
                                                       : e * (n - 1) / (d - e);
  return TRUE;
}

static DeidQualityModelFuncs *
make_funcs (double factor, DeidRational rational)
{
  DeidQualityModelFuncs *funcs = deid_quality_model_funcs_new ();
  Iyengar *iyengar = g_new (Iyengar, 1);

  *iyengar = (Iyengar){ factor, rational };
  deid_quality_model_funcs_set_describe (funcs, iyengar_loss_describe, iyengar, g_free);
  deid_quality_model_funcs_set_attribute_costs (funcs, iyengar_loss_set_costs, iyengar, NULL);
  deid_quality_model_funcs_set_recheck (funcs, iyengar_loss_recheck, iyengar, NULL);
  return funcs;
}

#define LOSS_SENTENCE                                                                              \
  "the share of the range of a column that a label covers: 0 for the value itself, 1 for one "     \
  "label for all values and for a withheld record$;"
#define FACTOR_SENTENCE                                                                            \
  "; a factor weighs withholding against labels: with 0 withholding costs nothing by itself, "     \
  "with 0.5 neither weighs more, with 1 labels cost nothing"

DeidQualityModel *
deid_quality_model_new_iyengar_loss (DeidAggregate aggregate, double factor, GError **error)
{
  g_autoptr (DeidQualityModelFuncs) funcs = NULL;
  DeidRational rational;

  if (!deid_rational_from_double (factor, "factor of the quality model", &rational, error))
    return NULL;
  if (rational.numerator > rational.denominator || rational.denominator > MAX_DENOMINATOR)
    {
      char decimal[DEID_DECIMAL_SIZE];

      deid_double_to_decimal (factor, decimal);
      return deid_fail_null (
          error, DEID_ERROR_INVALID_ARGUMENT,
          "quality model: factor %s, expected 0 to 1 with at most 17 decimal places", decimal);
    }
  funcs = make_funcs (factor, rational);
  deid_quality_model_funcs_set_sentence (
      funcs, factor == 0.5 ? LOSS_SENTENCE " ($:)" : LOSS_SENTENCE FACTOR_SENTENCE " ($:)");
  deid_quality_model_funcs_set_aggregate (funcs, aggregate);
  return deid_quality_model_new (funcs, error);
}
