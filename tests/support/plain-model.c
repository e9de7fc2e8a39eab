/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/plain-model.h"

#include "support/plain-verdicts.h"

guint
plain_model_get_group (int value)
{
  return (guint) (value + 1) % 3;
}

char *
plain_model_spell (const PlainModel *model, const PlainParameters *parameters)
{
  g_autofree char *decimal = NULL;
  GString *text = g_string_new (NULL);
  guint n_digits = 0;

  for (guint64 power = 1; power < parameters->denominator; power *= 10)
    n_digits++;
  decimal = g_strdup_printf (
      "%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT, parameters->numerator / parameters->denominator,
      (int) MAX (n_digits, 1), parameters->numerator % parameters->denominator);
  for (const char *c = model->specification; *c != '\0'; c++)
    if (*c == '%')
      g_string_append (text, decimal);
    else if (*c == '#')
      g_string_append_printf (text, "%" G_GUINT64_FORMAT, parameters->count);
    else
      g_string_append_c (text, *c);
  return g_string_free (text, FALSE);
}

const PlainModel plain_models[] = {
  { "te", FALSE, FALSE, "te:%", plain_draw_closeness, plain_aim_equal, plain_judge_equal, FALSE },
  { "to", FALSE, FALSE, "to:%:text", plain_draw_closeness, plain_aim_ordered, plain_judge_ordered,
    FALSE },
  { "to int", TRUE, FALSE, "to:%:int", plain_draw_closeness, plain_aim_ordered, plain_judge_ordered,
    FALSE },
  { "th", FALSE, TRUE, "th:%", plain_draw_closeness, plain_aim_hierarchical,
    plain_judge_hierarchical, FALSE },
  { "rcl", FALSE, FALSE, "rcl:%:#", plain_draw_recursive, plain_aim_recursive,
    plain_judge_recursive, FALSE },
  { "dl known", FALSE, FALSE, "dl:#:known", plain_draw_known, NULL, plain_judge_known, FALSE },
  { "elg", FALSE, FALSE, "elg:%", plain_draw_grassberger, NULL, plain_judge_grassberger, FALSE },
  { "bl", FALSE, FALSE, "bl:%", plain_draw_beta, plain_aim_beta, plain_judge_beta, FALSE },
  { "ebl", FALSE, FALSE, "ebl:%", plain_draw_beta, plain_aim_beta, plain_judge_enhanced_beta,
    FALSE },
  { "dd", FALSE, FALSE, "dd:%", plain_draw_delta, plain_aim_delta, plain_judge_delta_present,
    FALSE },
  { "dd absent", FALSE, FALSE, "dd:%:absent", plain_draw_delta, plain_aim_delta,
    plain_judge_delta_all, FALSE },
  { "ak", FALSE, FALSE, "ak:%:#", plain_draw_alpha, plain_aim_alpha, plain_judge_alpha, FALSE },
  { "noattack", FALSE, FALSE, "noattack:#:%", plain_draw_cost, plain_aim_cost, plain_judge_attack,
    TRUE },
  { "payout", FALSE, FALSE, "payout:1:%:#:2", plain_draw_payout, plain_aim_payout,
    plain_judge_payout, TRUE },
};
const guint n_plain_models = G_N_ELEMENTS (plain_models);
