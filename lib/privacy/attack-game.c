/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/attack-game.h"
#include "base/text.h"

#define MAX_PART ((DeidWide) 1 << 55)

static gboolean
attack_game_fail (double value, const char *what, const char *expected, GError **error)
{
  return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT, "%s: %s, expected %s", what,
                    DEID_DECIMAL (value), expected);
}

static gboolean
read_amount (DeidParameter *amount, double value, gboolean may_be_0, const char *what,
             GError **error)
{
  DeidRational rational;

  if (!deid_rational_from_double (value, what, &rational, error))
    return FALSE;
  if (rational.numerator == 0 && !may_be_0)
    return attack_game_fail (value, what, "a number above 0", error);
  if (rational.denominator > G_MAXUINT64)
    return attack_game_fail (value, what, "fewer decimals", error);
  *amount = (DeidParameter){ .value = value,
                             .numerator = rational.numerator,
                             .denominator = (guint64) rational.denominator };
  return TRUE;
}

static DeidWide
attack_game_multiply (guint64 a, guint64 b)
{
  return (DeidWide) a * b;
}

gboolean
deid_attack_game_init_adversary (DeidAttackGame *game, const char *name, DeidAttacker attacker,
                                 double gain, double cost, GError **error)
{
  DeidWide gained, paid, least;

  *game = (DeidAttackGame){ .name = name, .attacker = attacker, .unattacked = G_MAXUINT64 };
  if (!read_amount (&game->gain, gain, TRUE, "gain of the adversary", error)
      || !read_amount (&game->cost, cost, TRUE, "cost of an attack", error))
    return FALSE;
  gained = attack_game_multiply (game->gain.numerator, game->cost.denominator);
  paid = attack_game_multiply (game->cost.numerator, game->gain.denominator);
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
deid_attack_game_init (DeidAttackGame *game, const char *name, DeidAttacker attacker,
                       double benefit, double loss, double gain, double cost, GError **error)
{
  DeidWide gained, lost, divisor;

  if (!deid_attack_game_init_adversary (game, name, attacker, gain, cost, error)
      || !read_amount (&game->benefit, benefit, FALSE, "benefit of the publisher", error)
      || !read_amount (&game->loss, loss, TRUE, "loss of the publisher", error))
    return FALSE;
  gained = attack_game_multiply (game->benefit.numerator, game->loss.denominator);
  lost = attack_game_multiply (game->loss.numerator, game->benefit.denominator);
  divisor = deid_greatest_common_divisor (gained, lost);
  if (MAX (gained, lost) / divisor >= MAX_PART)
    return attack_game_fail (benefit, "benefit of the publisher",
                             "it and the loss to have fewer digits", error);
  game->benefit_part = (guint64) (gained / divisor);
  game->loss_part = (guint64) (lost / divisor);
  game->profitable = game->loss_part / game->benefit_part + 1;
  return TRUE;
}

static char *
spell_adversary (const DeidAttackGame *game, const char *name)
{
  g_autofree char *with_gain = deid_parameter_spell (&game->gain, name);

  return deid_parameter_spell (&game->cost, with_gain);
}

char *
deid_attack_game_describe_adversary (gpointer data)
{
  const DeidAttackGame *game = data;

  return spell_adversary (game, game->name);
}

char *
deid_attack_game_describe (gpointer data)
{
  const DeidAttackGame *game = data;
  g_autofree char *with_benefit = deid_parameter_spell (&game->benefit, game->name);
  g_autofree char *with_loss = deid_parameter_spell (&game->loss, with_benefit);

  return spell_adversary (game, with_loss);
}

gboolean
deid_attack_game_check_population (const DeidAttackGame *game, const DeidPrivacyInput *input,
                                   GError **error)
{
  return game->attacker == DEID_PROSECUTOR
         || deid_privacy_model_check_population (game->name, input, error);
}

guint64
deid_attack_game_count_people (const DeidAttackGame *game, const DeidClass *eq_class)
{
  return game->attacker == DEID_JOURNALIST ? MAX (deid_class_get_n_population (eq_class), 1)
                                           : deid_class_get_n_persons (eq_class);
}
