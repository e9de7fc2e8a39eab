/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Of a class, let N be the product of how many leaves its labels cover, and D that of the sizes of
 * the domains. Its information loss is log N / log D, so that the publisher's payout per record,
 * with benefit and loss as b to l in integers, is above 0 if
 *
 *     b n (log D - log N) > l log D    or    D^(b n) > N^(b n) D^l    where the adversary attacks,
 *     N < D    elsewhere.
 *
 * The left form decides wherever the two sides differ by more than rounding can explain; the right
 * one, in integers, decides the rest. Where D = 1 nothing is lost. */
#include <math.h>

#include "base/memory.h"
#include "privacy/attack-game.h"
#include "base/big-number.h"
#include "privacy/privacy-model-private.h"
#include "privacy/models.h"

typedef struct
{
  guint n_attributes;
  guint64 *n_leaves; /* of each quasi-identifier */
  double log_leaves; /* of all */
} CostBenefitState;

static gboolean
cost_benefit_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *made, GError **error)
{
  CostBenefitState *state;

  if (!deid_attack_game_check_population (data, input, error))
    return FALSE;
  state = deid_alloc (1, sizeof *state, error);
  if (state == NULL)
    return FALSE;
  state->n_attributes = deid_privacy_input_get_n_attributes (input);
  state->n_leaves = deid_alloc (state->n_attributes, sizeof *state->n_leaves, error);
  if (state->n_leaves == NULL)
    {
      g_free (state);
      return FALSE;
    }
  for (guint a = 0; a < state->n_attributes; a++)
    {
      state->n_leaves[a] = deid_privacy_input_get_n_leaves (input, a);
      state->log_leaves += log ((double) state->n_leaves[a]);
    }
  *made = state;
  return TRUE;
}

static void
cost_benefit_free_state (gpointer data, gpointer user_data)
{
  CostBenefitState *state = data;

  g_free (state->n_leaves);
  g_free (state);
}

static gboolean
exceeds_exactly (const DeidAttackGame *game, const CostBenefitState *state,
                 const DeidClass *eq_class, guint64 n_people, gboolean *is_above, GError **error)
{
  const DeidWide gained = (DeidWide) game->benefit_part * n_people;
  DeidPowerProduct product;
  gboolean succeeds = TRUE;
  int sign = 0;

  deid_power_product_init (&product);
  for (guint a = 0; succeeds && a < state->n_attributes; a++)
    succeeds
        = deid_power_product_multiply (&product, state->n_leaves[a], gained, 1, error)
          && deid_power_product_multiply (&product, deid_class_get_n_covered (eq_class, a), gained,
                                          -1, error)
          && deid_power_product_multiply (&product, state->n_leaves[a], game->loss_part, -1, error);
  succeeds = succeeds && deid_power_product_compare_to_one (&product, &sign, error);
  deid_power_product_clear (&product);
  *is_above = sign > 0;
  return succeeds;
}

/* Tells whether the payout of a class that is attacked, of as many people as may make it
 * profitable, is above 0. */
static gboolean
cost_benefit_exceeds (const DeidAttackGame *game, const CostBenefitState *state,
                      const DeidClass *eq_class, guint64 n_people, gboolean *is_above,
                      GError **error)
{
  const double gained = (double) game->benefit_part * (double) n_people;
  const double lost = (double) game->loss_part * state->log_leaves;
  double log_covered = 0, difference, bound;

  for (guint a = 0; a < state->n_attributes; a++)
    log_covered += log ((double) deid_class_get_n_covered (eq_class, a));
  difference = gained * (state->log_leaves - log_covered) - lost;
  /* With logarithms good to 2 ulp of numbers that may have been rounded, which moves a logarithm by
   * less than 2^-52, a sum of m of them, each at least log 2 or 0, is off by at most (m + 6) x
   * 2^-53 of itself, and what is made of the sums by a few 2^-53 more. The bound is more than twice
   * that.
   */
  bound = ldexp ((double) state->n_attributes + 16.0, -52)
          * (gained * (state->log_leaves + log_covered) + lost);
  *is_above = difference > 0;
  return fabs (difference) > bound
         || exceeds_exactly (game, state, eq_class, n_people, is_above, error);
}

static gboolean
tells_something (const CostBenefitState *state, const DeidClass *eq_class)
{
  for (guint a = 0; a < state->n_attributes; a++)
    if (deid_class_get_n_covered (eq_class, a) < state->n_leaves[a])
      return TRUE;
  return state->log_leaves == 0;
}

/* What is not attacked passes whatever it loses, and what is attacked loses at least the
 * publisher's loss over the number of people. */
static gboolean
cost_benefit_necessary (const DeidClass *eq_class, gpointer state, gpointer data, gboolean *passes,
                        GError **error)
{
  const DeidAttackGame *game = data;

  *passes
      = deid_attack_game_count_people (game, eq_class) >= MIN (game->unattacked, game->profitable);
  return TRUE;
}

static gboolean
cost_benefit_accept (const DeidClass *eq_class, gpointer data, gpointer user_data, gboolean *passes,
                     GError **error)
{
  const DeidAttackGame *game = user_data;
  const CostBenefitState *state = data;
  guint64 n_people;

  cost_benefit_necessary (eq_class, data, user_data, passes, error);
  *passes = *passes && tells_something (state, eq_class);
  n_people = deid_attack_game_count_people (game, eq_class);
  return !*passes || n_people >= game->unattacked || state->log_leaves == 0
         || cost_benefit_exceeds (game, state, eq_class, n_people, passes, error);
}

/* By the payouts, in extended precision. */
static gboolean
cost_benefit_recheck (const DeidClass *eq_class, const DeidPrivacyInput *input, gpointer data,
                      int *verdict, GError **error)
{
  const DeidAttackGame *game = data;
  const long double n = (long double) deid_attack_game_count_people (game, eq_class);
  const long double adversary = game->gain.value / n - game->cost.value;
  long double covered = 0, leaves = 0, kept, payout;

  *verdict = 0;
  for (guint a = 0; a < deid_privacy_input_get_n_attributes (input); a++)
    {
      covered += logl ((long double) deid_class_get_n_covered (eq_class, a));
      leaves += logl ((long double) deid_privacy_input_get_n_leaves (input, a));
    }
  kept = game->benefit.value * (leaves > 0 ? 1 - covered / leaves : 1);
  payout = kept - (adversary > 0 ? game->loss.value / n : 0);
  if (fabsl (payout) <= 1e-12L * (game->benefit.value + game->loss.value)
      || fabsl (adversary) <= 1e-12L * game->cost.value)
    return TRUE;
  *verdict = payout > 0 ? 1 : -1;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_cost_benefit (DeidAttacker attacker, double benefit, double loss,
                                     double gain, double cost, GError **error)
{
  const DeidModelSlots slots = {
    .describe = deid_attack_game_describe,
    .prepare = cost_benefit_prepare,
    .free_state = cost_benefit_free_state,
    .accept = cost_benefit_accept,
    .necessary = cost_benefit_necessary,
    .recheck = cost_benefit_recheck,
    .closure = DEID_CLOSURE_NONE,
    .sentence
    = attacker == DEID_JOURNALIST
          ? "Releasing each group of records that look alike pays off: the benefit exceeds the "
            "expected loss by an attacker who has the quasi-identifiers of the population ($:)"
          : "Releasing each group of records that look alike pays off: the benefit exceeds the "
            "expected loss by an attacker who knows the quasi-identifiers and who is in the table "
            "($:)",
  };
  DeidAttackGame game;

  return deid_attack_game_init (&game, attacker == DEID_JOURNALIST ? "payoutmap" : "payout",
                                attacker, benefit, loss, gain, cost, error)
             ? deid_privacy_model_new_of_slots (&slots, g_memdup2 (&game, sizeof game), g_free,
                                                NULL, error)
             : NULL;
}
