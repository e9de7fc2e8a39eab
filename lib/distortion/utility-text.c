/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "base/long-text.h"
#include "base/rational.h"
#include "base/text.h"
#include "distortion/utility-private.h"

static void
add_percent (DeidLongText *text, const char *format, double share)
{
  deid_long_text_add_double (text, format, 100 * share);
  deid_long_text_add (text, " %%");
}

static void
add_propensity (DeidLongText *text, const DeidUtility *utility)
{
  deid_long_text_add (text, "propensity score: mean squared error ");
  deid_long_text_add_double (text, "%.4g", utility->pmse);
  deid_long_text_add (text, " with %u parameters, expected ", utility->n_parameters);
  deid_long_text_add_double (text, "%.4g", deid_utility_get_expected_pmse (utility));
  deid_long_text_add (text, ", ratio ");
  deid_long_text_add_double (text, "%.4g", deid_utility_get_pmse_ratio (utility));
  deid_long_text_add (text, "; records suppressed at random would give about ");
  deid_long_text_add_double (text, "%.4g",
                             1 - (double) utility->n_released / (double) utility->n_drawn);
  deid_long_text_add (text, "\n");
}

static void
add_target (DeidLongText *text, const DeidUtility *utility, guint index)
{
  const DeidUtilityTarget *target = &utility->targets[index];

  deid_long_text_add (text, "%s predicted rightly: ",
                      deid_column_show (deid_utility_look_up (utility, target->column)));
  add_percent (text, "%.2f", target->before);
  deid_long_text_add (text, " before, ");
  add_percent (text, "%.2f", target->after);
  deid_long_text_add (text, " after, ");
  add_percent (text, "%.2f", target->baseline);
  deid_long_text_add (text, " by its most frequent value\n");
}

char *
deid_utility_to_text (const DeidUtility *utility, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (utility != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  deid_long_text_add (
      &text,
      "Utility of the release (custodian-only)\nrecords looked at: " DEID_COUNT_FORMAT
      ", " DEID_COUNT_FORMAT " of them released\n",
      utility->n_drawn, utility->n_released);
  add_propensity (&text, utility);
  for (guint i = 0; i < utility->n_targets; i++)
    add_target (&text, utility, i);
  for (guint i = 0; i < utility->n_excluded; i++)
    deid_long_text_add (&text, "%s%s%s", i == 0 ? "excluded, having too many values: " : ", ",
                        deid_column_show (deid_utility_look_up (utility, utility->excluded[i])),
                        i + 1 == utility->n_excluded ? "\n" : "");
  return deid_long_text_end (&text, error);
}

static void
utility_text_add_json_number (DeidLongText *text, const char *name, double number)
{
  char decimal[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (number, decimal);
  deid_long_text_add (text, ",\"%s\":%s", name, decimal);
}

static void
add_json_target (DeidLongText *text, const DeidUtility *utility, guint index)
{
  const DeidUtilityTarget *target = &utility->targets[index];

  deid_long_text_add (text, "%s{\"column\":", index > 0 ? "," : "");
  deid_long_text_add_json (text, deid_utility_get_target (utility, index));
  deid_long_text_add (text, ",\"values\":%u", target->n_values);
  utility_text_add_json_number (text, "before", target->before);
  utility_text_add_json_number (text, "after", target->after);
  utility_text_add_json_number (text, "baseline", target->baseline);
  deid_long_text_add (text, "}");
}

char *
deid_utility_to_json (const DeidUtility *utility, GCancellable *cancellable, GError **error)
{
  DeidLongText text = { 0 };

  g_return_val_if_fail (utility != NULL, NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  deid_long_text_add (&text,
                      "{\"audience\":\"custodian-only\",\"drawn\":" DEID_COUNT_FORMAT
                      ",\"released\":" DEID_COUNT_FORMAT ",\"seed\":" DEID_COUNT_FORMAT
                      ",\"folds\":%u,\"parameters\":%u",
                      utility->n_drawn, utility->n_released, utility->seed, utility->n_folds,
                      utility->n_parameters);
  utility_text_add_json_number (&text, "pmse", utility->pmse);
  utility_text_add_json_number (&text, "expected_pmse", deid_utility_get_expected_pmse (utility));
  utility_text_add_json_number (&text, "pmse_ratio", deid_utility_get_pmse_ratio (utility));
  deid_long_text_add (&text, ",\"excluded\":[");
  for (guint i = 0; i < utility->n_excluded; i++)
    {
      deid_long_text_add (&text, "%s", i > 0 ? "," : "");
      deid_long_text_add_json (&text, deid_utility_get_excluded (utility, i));
    }
  deid_long_text_add (&text, "],\"targets\":[");
  for (guint i = 0; i < utility->n_targets; i++)
    add_json_target (&text, utility, i);
  deid_long_text_add (&text, "]");
  deid_statement_end_json (&text, utility->problem->statement);
  return deid_long_text_end (&text, error);
}
