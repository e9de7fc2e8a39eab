/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/models.h"
#include "privacy/privacy-model-private.h"
#include "privacy/table-view.h"

/* The risks of the n records of a class are 1 / n each. */
static gboolean
count_class (const DeidClassSize *class_size, gpointer state, gpointer data, guint64 *high,
             guint64 *low, GError **error)
{
  *high = 0;
  *low = 1;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_average_risk (double threshold, GError **error)
{
  static const DeidModelSlots slots = {
    .accept_table = deid_parameter_admit_sum,
    .class_term = count_class,
    .size_only = TRUE,
    .suppression_order = DEID_SUPPRESSION_ORDER_SMALLEST_FIRST,
    .is_table_monotone = TRUE,
    .sentence = "The average risk of the released $# is at most $1$+",
  };

  return deid_privacy_model_new_of_share (&slots, "avg", threshold, FALSE, error);
}

static gboolean
count_unique (const DeidClassSize *class_size, gpointer state, gpointer data, guint64 *high,
              guint64 *low, GError **error)
{
  *high = 0;
  *low = class_size->size == 1 ? 1 : 0;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_sample_uniqueness (double threshold, GError **error)
{
  static const DeidModelSlots slots = {
    .accept_table = deid_parameter_admit_sum,
    .class_term = count_unique,
    .size_only = TRUE,
    .suppression_order = DEID_SUPPRESSION_ORDER_SMALLEST_FIRST,
    .is_table_monotone = TRUE,
    .sentence = "At most a share of $1 of the released $# is alone in its group$+",
  };

  return deid_privacy_model_new_of_share (&slots, "uniq", threshold, TRUE, error);
}

typedef struct
{
  const char *name; /* of the model */
  DeidParameter risk;
  DeidParameter share;
  guint64
      fewest; /* records that a class, or its match in the population, has if it is not at risk */
} RecordsAtRiskLimits;

static char *
records_at_risk_describe (gpointer data)
{
  const RecordsAtRiskLimits *limits = data;
  g_autofree char *risk = deid_parameter_spell (&limits->risk, limits->name);

  return deid_parameter_spell (&limits->share, risk);
}

/* The state is the parameters. */
static gboolean
records_at_risk_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state,
                         GError **error)
{
  *state = data;
  return deid_privacy_model_check_population (((const RecordsAtRiskLimits *) data)->name, input,
                                              error);
}

/* The model for the prosecutor sees no population: the size takes its place. */
static gboolean
records_at_risk_count_at_risk (const DeidClassSize *class_size, gpointer state, gpointer data,
                               guint64 *high, guint64 *low, GError **error)
{
  *high = 0;
  *low = class_size->n_population < ((const RecordsAtRiskLimits *) data)->fewest ? class_size->size
                                                                                 : 0;
  return TRUE;
}

static gboolean
records_at_risk_accept_table (const DeidTableView *table, gpointer state, gpointer data,
                              gboolean *passes, GError **error)
{
  return deid_parameter_admit_sum (table, state, &((RecordsAtRiskLimits *) data)->share, passes,
                                   error);
}

/* A class of n is at risk if 1 / n > p / q, that is if n < q / p. */
static gboolean
set_limits (RecordsAtRiskLimits *limits, const char *name, double risk, double share,
            GError **error)
{
  limits->name = name;
  if (!deid_parameter_init_share (&limits->risk, risk, FALSE, name, error)
      || !deid_parameter_init_share (&limits->share, share, TRUE, name, error))
    return FALSE;
  limits->fewest = (limits->risk.denominator - 1) / limits->risk.numerator + 1;
  return TRUE;
}

DeidPrivacyModel *
deid_privacy_model_new_records_at_risk (DeidAttacker attacker, double risk, double share,
                                        GError **error)
{
  const gboolean is_journalist = attacker == DEID_JOURNALIST;
  const DeidModelSlots slots = {
    .describe = records_at_risk_describe,
    .prepare = is_journalist ? records_at_risk_prepare : NULL,
    .accept_table = records_at_risk_accept_table,
    .class_term = records_at_risk_count_at_risk,
    .size_only = !is_journalist,
    .suppression_order
    = is_journalist ? DEID_SUPPRESSION_ORDER_RAREST_FIRST : DEID_SUPPRESSION_ORDER_SMALLEST_FIRST,
    .is_table_monotone = TRUE,
    .sentence
    = is_journalist
          ? "At most a share of $2 of the released $# has a risk in the population above $1$+"
          : "At most a share of $2 of the released $# has a risk above $1$+",
  };
  RecordsAtRiskLimits limits;

  return set_limits (&limits, is_journalist ? "jatrisk" : "atrisk", risk, share, error)
             ? deid_privacy_model_new_of_slots (&slots, g_memdup2 (&limits, sizeof limits), g_free,
                                                NULL, error)
             : NULL;
}
