/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>

#include "privacy/attack-game.h"
#include "privacy/privacy-model-private.h"
#include "privacy/models.h"

/* The state is the parameters. */
static gboolean
no_attack_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state, GError **error)
{
  *state = data;
  return deid_attack_game_check_population (data, input, error);
}

static gboolean
no_attack_accept (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                  GError **error)
{
  const DeidAttackGame *game = data;

  *passes = deid_attack_game_count_people (game, eq_class) >= game->unattacked;
  return TRUE;
}

/* By the adversary's payout. */
static gboolean
no_attack_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer data,
                   int *verdict, GError **error)
{
  const DeidAttackGame *game = data;
  const long double expected
      = game->gain.value / (long double) deid_attack_game_count_people (game, eq_class);
  const long double payout = expected - game->cost.value;

  *verdict = 0;
  if (fabsl (payout) <= 1e-12L * expected)
    return TRUE;
  *verdict = payout > 0 ? -1 : 1;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_no_attack (DeidAttacker attacker, double gain, double cost, GError **error)
{
  const DeidModelSlots slots = {
    .describe = deid_attack_game_describe_adversary,
    .prepare = no_attack_prepare,
    .accept = no_attack_accept,
    .recheck = no_attack_recheck,
    .closure = DEID_CLOSURE_SUPERSET,
    .size_only = attacker == DEID_PROSECUTOR,
    .sentence
    = attacker == DEID_JOURNALIST
          ? "An attacker who has the quasi-identifiers of the population gains nothing by an "
            "attack, on average: a gain of $1 a person against a cost of $2 an attempt ($:)"
          : "An attacker who knows the quasi-identifiers and who is in the table gains nothing by "
            "an attack, on average: a gain of $1 a person against a cost of $2 an attempt ($:)",
  };
  DeidAttackGame game;

  return deid_attack_game_init_adversary (&game,
                                          attacker == DEID_JOURNALIST ? "noattackmap" : "noattack",
                                          attacker, gain, cost, error)
             ? deid_privacy_model_new_of_slots (&slots, g_memdup2 (&game, sizeof game), g_free,
                                                NULL, error)
             : NULL;
}
