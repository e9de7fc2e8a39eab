/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/cost-benefit.h"

#include "privacy/privacy-model-private.h"

#define MAX_PART ((DeidWide) 1 << 55)

static DeidWide
multiply (guint64 a, guint64 b)
{
  return (DeidWide) a * b;
}

gboolean
deid_cost_benefit_init_adversary (DeidCostBenefit *game, const char *name, gboolean is_journalist,
                                  double gain, double cost, GError **error)
{
  DeidWide gained, paid, least;

  *game = (DeidCostBenefit){ .name = name,
                             .is_journalist = is_journalist,
                             .unattacked = G_MAXUINT64 };
  if (!deid_parameter_init (&game->gain, gain, TRUE, name, error)
      || !deid_parameter_init (&game->cost, cost, TRUE, name, error))
    return FALSE;
  gained = multiply (game->gain.numerator, game->cost.denominator);
  paid = multiply (game->cost.numerator, game->gain.denominator);
  if (gained == 0)
    game->unattacked = 1;
  else if (paid > 0)
    {
      least = gained / paid + (gained % paid > 0 ? 1 : 0);
      game->unattacked = (guint64) MIN (MAX (least, 1), G_MAXUINT64);
    }
  return TRUE;
}

gboolean
deid_cost_benefit_init (DeidCostBenefit *game, const char *name, gboolean is_journalist,
                        double benefit, double loss, double gain, double cost, GError **error)
{
  DeidWide gained, lost, divisor;

  if (!deid_cost_benefit_init_adversary (game, name, is_journalist, gain, cost, error)
      || !deid_parameter_init (&game->benefit, benefit, FALSE, name, error)
      || !deid_parameter_init (&game->loss, loss, TRUE, name, error))
    return FALSE;
  gained = multiply (game->benefit.numerator, game->loss.denominator);
  lost = multiply (game->loss.numerator, game->benefit.denominator);
  divisor = deid_greatest_common_divisor (gained, lost);
  if (MAX (gained, lost) / divisor >= MAX_PART)
    return deid_parameter_fail (&game->benefit, name,
                                "a benefit and a loss of fewer digits, of like size", error);
  game->benefit_part = (guint64) (gained / divisor);
  game->loss_part = (guint64) (lost / divisor);
  game->profitable = game->loss_part / game->benefit_part + 1;
  return TRUE;
}

static char *
spell_adversary (const DeidCostBenefit *game, const char *name)
{
  g_autofree char *with_gain = deid_parameter_spell (&game->gain, name);

  return deid_parameter_spell (&game->cost, with_gain);
}

char *
deid_cost_benefit_describe_adversary (gpointer data)
{
  const DeidCostBenefit *game = data;

  return spell_adversary (game, game->name);
}

char *
deid_cost_benefit_describe (gpointer data)
{
  const DeidCostBenefit *game = data;
  g_autofree char *with_benefit = deid_parameter_spell (&game->benefit, game->name);
  g_autofree char *with_loss = deid_parameter_spell (&game->loss, with_benefit);

  return spell_adversary (game, with_loss);
}

gboolean
deid_cost_benefit_check_population (const DeidCostBenefit *game, const DeidModelInput *input,
                                    GError **error)
{
  return !game->is_journalist || deid_model_input_get_n_population (input) > 0
         || deid_privacy_model_fail (game->name, "the problem has no population table",
                                     "deid_problem_set_population() to be called", error);
}

guint64
deid_cost_benefit_count_people (const DeidCostBenefit *game, const DeidClass *judged)
{
  return game->is_journalist ? MAX (deid_class_get_n_population (judged), 1)
                             : deid_class_get_n_persons (judged);
}
