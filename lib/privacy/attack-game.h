/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid-extend.h>

#include "privacy/models.h"
#include "privacy/privacy-model-private.h"

/* A game of a publisher and an adversary who may attack a record that is one of n: the attack
 * succeeds with probability 1 / n, and pays if gain / n - cost > 0. */
typedef struct
{
  const char *name; /* the specification of the model, without parameters */
  DeidAttacker attacker;
  DeidParameter benefit;
  DeidParameter loss;
  DeidParameter gain;
  DeidParameter cost;

  guint64 unattacked; /* the smallest n that is not attacked; G_MAXUINT64 if there is none */
  guint64 profitable; /* the smallest n > 0 with benefit - loss / n > 0 */
  guint64 benefit_part, loss_part; /* integers below 2^55, as benefit to loss */
} DeidAttackGame;

/* The adversary's side alone. Errors: %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_attack_game_init_adversary (DeidAttackGame *game, const char *name,
                                          DeidAttacker attacker, double gain, double cost,
                                          GError **error);

/* Both sides. */
gboolean deid_attack_game_init (DeidAttackGame *game, const char *name, DeidAttacker attacker,
                                double benefit, double loss, double gain, double cost,
                                GError **error);

/* The slots describe. */
char *deid_attack_game_describe_adversary (gpointer game);
char *deid_attack_game_describe (gpointer game);

/* Checks that there is a population for a journalist. */
gboolean deid_attack_game_check_population (const DeidAttackGame *game,
                                            const DeidPrivacyInput *input, GError **error);

/* Returns: how many people the records of a class may belong to, for the adversary: a journalist
 * counts as 1 what has no match in the population. */
guint64 deid_attack_game_count_people (const DeidAttackGame *game, const DeidClass *eq_class);
