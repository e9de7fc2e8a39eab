/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What releasing a record takes from the greatest payout, over benefit + loss: benefit IL, and loss
 * over the number of people if the record is attacked. Shares are integers in units of 2^-62, made
 * of logarithms in units of 2^-48, both rounded down, so that they are the same everywhere. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "privacy/attack-game.h"
#include "base/portable-math.h"
#include "base/text.h"
#include "quality/quality-model-private.h"
#include "quality/models.h"

#define PUBLISHER_PAYOUT_LOG_BITS 48
#define SHARE_BITS                62

/* The logarithm of how many leaves a label covers. */
typedef struct
{
  guint64 n_covered;
  guint64 logarithm;
} CoveredLog;

typedef struct
{
  CoveredLog *logs; /* of all that labels of the table cover, ascending */
  guint64 n_logs;
  DeidLabelTable covered; /* the same, of each label */
  DeidLabelTable rates;   /* what a record costs at least for one of its labels */
  guint64 log_leaves;     /* sum over the quasi-identifiers */
  guint64 benefit_share;  /* of benefit + loss */
  guint64 loss_share;
  guint64 n_records;
  guint bits; /* of a class's cost of one record */
} PublisherPayoutState;

static guint64
publisher_payout_get_log (guint64 n)
{
  return (guint64) (deid_fixed_log (n) >> (DEID_FIXED_BITS - PUBLISHER_PAYOUT_LOG_BITS));
}

static int
compare_covered (const void *a, const void *b)
{
  const guint64 left = ((const CoveredLog *) a)->n_covered;
  const guint64 right = ((const CoveredLog *) b)->n_covered;

  return left < right ? -1 : left > right;
}

static void
publisher_payout_free_state (gpointer data, gpointer user_data)
{
  PublisherPayoutState *state = data;

  deid_label_table_clear (&state->covered);
  deid_label_table_clear (&state->rates);
  g_free (state->logs);
  g_free (state);
}

/* Lists what the labels of an attribute cover. */
static gboolean
list_covered (PublisherPayoutState *state, guint64 *capacity, const DeidQualityInput *input,
              guint attribute, GError **error)
{
  const guint n_levels = deid_quality_input_get_n_levels (input, attribute);

  for (guint level = 0; level < n_levels; level++)
    {
      const guint32 n_labels = deid_quality_input_get_n_labels (input, attribute, level);

      if (!deid_grow ((gpointer *) &state->logs, capacity, state->n_logs + n_labels,
                      sizeof *state->logs, error))
        return FALSE;
      for (guint32 label = 0; label < n_labels; label++)
        state->logs[state->n_logs++].n_covered
            = deid_quality_input_get_n_covered (input, attribute, level, label);
    }
  return TRUE;
}

/* Leaves one of each number, and takes its logarithm. */
static void
take_logs (PublisherPayoutState *state)
{
  guint64 n_distinct = 0;

  qsort (state->logs, state->n_logs, sizeof *state->logs, compare_covered);
  for (guint64 i = 0; i < state->n_logs; i++)
    if (n_distinct == 0 || state->logs[n_distinct - 1].n_covered != state->logs[i].n_covered)
      state->logs[n_distinct++]
          = (CoveredLog){ .n_covered = state->logs[i].n_covered,
                          .logarithm = publisher_payout_get_log (state->logs[i].n_covered) };
  state->n_logs = n_distinct;
}

static guint64
find_log (guint64 n_covered, gconstpointer data)
{
  const PublisherPayoutState *state = data;
  const CoveredLog wanted = { .n_covered = n_covered };
  const CoveredLog *found
      = bsearch (&wanted, state->logs, state->n_logs, sizeof wanted, compare_covered);

  return found->logarithm;
}

/* Returns: what is lost of the benefit of a record, given the logarithm of what its class covers.
 */
static guint64
get_lost (const PublisherPayoutState *state, guint64 logs)
{
  guint64 information_loss;

  if (state->log_leaves == 0)
    return 0;
  information_loss = (guint64) (((DeidWide) logs << SHARE_BITS) / state->log_leaves);
  return (guint64) ((DeidWide) state->benefit_share * information_loss >> SHARE_BITS);
}

static guint64
find_rate (guint64 n_covered, gconstpointer data)
{
  const PublisherPayoutState *state = data;

  return get_lost (state, find_log (n_covered, state)) >> (SHARE_BITS - state->bits);
}

static gboolean
publisher_payout_prepare (const DeidQualityInput *input, gpointer user_data, gpointer *made,
                          GError **error)
{
  const DeidAttackGame *game = user_data;
  const guint64 whole = game->benefit_part + game->loss_part;
  guint64 capacity = 0;
  PublisherPayoutState *state;

  if (game->attacker == DEID_JOURNALIST && !deid_quality_input_has_population (input))
    return deid_fail (error, DEID_ERROR_INVALID_ARGUMENT,
                      "quality model %s: the problem has no population table, expected one",
                      game->name);
  state = g_new (PublisherPayoutState, 1);
  *state = (PublisherPayoutState){
    .n_records = deid_quality_input_get_n_records (input),
    .benefit_share = (guint64) (((DeidWide) game->benefit_part << SHARE_BITS) / whole),
    .loss_share = (guint64) (((DeidWide) game->loss_part << SHARE_BITS) / whole),
    .bits = SHARE_BITS,
  };
  while (state->n_records > G_MAXUINT64 >> 1 >> state->bits)
    state->bits--;
  for (guint a = 0; a < deid_quality_input_get_n_attributes (input); a++)
    {
      state->log_leaves += publisher_payout_get_log (deid_quality_input_get_n_leaves (input, a));
      if (!list_covered (state, &capacity, input, a, error))
        {
          publisher_payout_free_state (state, NULL);
          return FALSE;
        }
    }
  take_logs (state);
  if (deid_label_table_init (&state->covered, input, find_log, state, error)
      && deid_label_table_init (&state->rates, input, find_rate, state, error))
    {
      *made = state;
      return TRUE;
    }
  publisher_payout_free_state (state, NULL);
  return FALSE;
}

static guint64
cost_suppressed (const PublisherPayoutState *state, guint64 n_records)
{
  return (guint64) ((DeidWide) n_records * state->benefit_share >> (SHARE_BITS - state->bits));
}

static gboolean
publisher_payout_cost_class (const DeidClass *eq_class, gpointer data, gpointer user_data,
                             guint64 *cost, GError **error)
{
  const DeidAttackGame *game = user_data;
  const PublisherPayoutState *state = data;
  const guint64 n_records = deid_class_get_n_records (eq_class);

  if (deid_class_is_suppressed (eq_class))
    *cost = cost_suppressed (state, n_records);
  else
    {
      const guint64 n_people = deid_attack_game_count_people (game, eq_class);
      DeidWide sum = (DeidWide) n_records
                     * get_lost (state, deid_label_table_sum (&state->covered, eq_class));
      if (n_people < game->unattacked)
        sum += (DeidWide) n_records * state->loss_share / n_people;
      *cost = (guint64) (sum >> (SHARE_BITS - state->bits));
    }
  return TRUE;
}

/* Information loss grows upwards, and a suppressed record costs as much as one without any
 * information. Each step from logarithms to costs rounds down, so that what labels cost apart is no
 * more than what they cost together. */
static gboolean
publisher_payout_bound_class (const DeidClass *eq_class, gpointer data, gpointer user_data,
                              guint64 *bound, GError **error)
{
  const PublisherPayoutState *state = data;

  *bound = deid_class_get_n_records (eq_class) * deid_label_table_sum (&state->rates, eq_class);
  return TRUE;
}

static void
publisher_payout_add_suppressed (gconstpointer state, const guint64 *sizes, guint64 n,
                                 DeidWide *sum)
{
  for (guint64 i = 0; i < n; i++)
    *sum += cost_suppressed (state, sizes[i]);
}

static gboolean
publisher_payout_get_form (gconstpointer data, DeidClassForm *form)
{
  const PublisherPayoutState *state = data;

  *form = (DeidClassForm){ .add_sizes[DEID_COST_SUPPRESSED] = publisher_payout_add_suppressed,
                           .labels = &state->rates };
  return TRUE;
}

static gboolean
publisher_payout_finish (const DeidCostSum *sum, gpointer data, gpointer user_data, double *loss,
                         GError **error)
{
  const PublisherPayoutState *state = data;

  *loss = ldexp (deid_cost_sum_get_value (sum) / (double) state->n_records, -(int) state->bits);
  return TRUE;
}

DeidQualityModel *
deid_quality_model_new_publisher_payout (DeidAttacker attacker, double benefit, double loss,
                                         double gain, double cost, GError **error)
{
  g_autoptr (DeidQualityModelFuncs) funcs = NULL;
  DeidAttackGame game, *data;

  if (!deid_attack_game_init (&game, attacker == DEID_JOURNALIST ? "payoutmap" : "payout", attacker,
                              benefit, loss, gain, cost, error))
    return NULL;
  data = g_memdup2 (&game, sizeof game);
  funcs = deid_quality_model_funcs_new ();
  deid_quality_model_funcs_set_describe (funcs, deid_attack_game_describe, data, g_free);
  deid_quality_model_funcs_set_prepare (funcs, publisher_payout_prepare, data, NULL);
  deid_quality_model_funcs_set_free_state (funcs, publisher_payout_free_state, NULL, NULL);
  deid_quality_model_funcs_set_class_cost (funcs, publisher_payout_cost_class, data, NULL);
  deid_quality_model_funcs_set_class_bound (funcs, publisher_payout_bound_class, data, NULL);
  deid_quality_model_funcs_set_finish (funcs, publisher_payout_finish, NULL, NULL);
  deid_quality_model_funcs_set_sentence (
      funcs, attacker == DEID_JOURNALIST
                 ? "what the publisher is not paid, as a share of the most that can be lost, if "
                   "somebody attacks who has a register of the population, wherever that pays ($:)"
                 : "what the publisher is not paid, as a share of the most that can be lost, if "
                   "somebody attacks who knows who is in the table, wherever that pays ($:)");
  deid_quality_model_funcs_set_thread_safe (funcs, TRUE);
  funcs->get_form = publisher_payout_get_form;
  return deid_quality_model_new (funcs, error);
}
