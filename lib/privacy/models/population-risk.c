/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/risk-sum.h"
#include "privacy/privacy-model-private.h"
#include "privacy/table-view.h"

typedef struct
{
  double threshold;
  DeidRational exact; /* the same */
  guint halves;       /* twice the exponent */
  DeidRiskScale scale;
  DeidUnmatchedRecords unmatched;
} Limit;

static char *
population_risk_describe (gpointer data)
{
  const Limit *limit = data;

  return g_strconcat ("risk:", DEID_DECIMAL (limit->threshold), limit->halves == 2 ? "" : ":",
                      limit->halves == 2 ? "" : DEID_DECIMAL (limit->halves / 2.0),
                      limit->scale == DEID_RISK_SCALE_MEAN ? ":mean" : "",
                      limit->unmatched == DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES ? ":self" : "",
                      NULL);
}

/* The state is the parameters. */
static gboolean
population_risk_prepare (const DeidPrivacyInput *input, gpointer data, gpointer *state,
                         GError **error)
{
  *state = data;
  return !deid_privacy_input_has_population (input)
         || ((const Limit *) data)->unmatched != DEID_UNMATCHED_RECORDS_ERROR
         || deid_privacy_input_check_matches (input, error);
}

static gboolean
set_risk (const DeidClassSize *class_size, gpointer state, gpointer data, guint64 *high,
          guint64 *low, GError **error)
{
  const DeidWide risk = deid_class_risk (class_size->size, class_size->n_population,
                                         ((const Limit *) data)->halves);

  *high = (guint64) (risk >> 64);
  *low = (guint64) risk;
  return TRUE;
}

/* What the threshold is multiplied by. */
static guint64
get_divisor (const Limit *limit, const DeidTableView *table)
{
  return limit->scale == DEID_RISK_SCALE_MEAN ? deid_table_view_get_n_persons (table) : 1;
}

/* The terms are rounded up, by less than 2^-64 a person. */
static gboolean
judge_sum (const DeidTableView *table, gpointer state, gpointer data, int *verdict, GError **error)
{
  const Limit *limit = data;
  guint64 high, low;

  deid_table_view_get_sum (table, &high, &low);
  *verdict = -deid_risk_compare_bounds ((DeidWide) high << 64 | low,
                                        deid_table_view_get_n_persons (table), &limit->exact,
                                        get_divisor (limit, table));
  return TRUE;
}

static gboolean
population_risk_accept_table (const DeidTableView *table, gpointer state, gpointer data,
                              gboolean *passes, GError **error)
{
  const Limit *limit = data;
  guint32 n_classes, n_populations;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n_classes);
  const guint64 *populations = deid_table_view_get_populations (table, &n_populations);
  gboolean success = TRUE;
  DeidRiskSum sum;

  deid_risk_sum_init (&sum, limit->halves);
  for (guint32 i = 0; success && i < n_classes; i++)
    success
        = deid_risk_sum_add (&sum, sizes[i], (populations != NULL ? populations : sizes)[i], error);
  success
      = success
        && deid_risk_sum_is_within (&sum, &limit->exact, get_divisor (limit, table), passes, error);
  deid_risk_sum_clear (&sum);
  return success;
}

static gboolean
population_risk_recheck_table (const DeidTableView *table, const DeidPrivacyInput *input,
                               gpointer data, int *verdict, GError **error)
{
  const Limit *limit = data;
  int sign = 0;
  const gboolean success
      = deid_plain_risk_compare (table, limit->halves, limit->threshold, &limit->exact,
                                 get_divisor (limit, table), &sign, error);

  *verdict = sign <= 0 ? 1 : -1;
  return success;
}

/* Returns: (transfer full): what is true with a population table and without one, where the risk
 * in the table is an upper bound. */
static char *
population_risk_make_sentence (const Limit *limit)
{
  const gboolean is_mean = limit->scale == DEID_RISK_SCALE_MEAN, is_power = limit->halves != 2;

  return g_strconcat ("For an attacker who knows the quasi-identifiers, but not who is in the "
                      "table, the risks of all released $#",
                      is_power ? ", each to the power of $2," : "",
                      is_mean ? " are on average at most $1$+" : " add up to at most $1$+",
                      is_mean || is_power ? ""
                                          : ": trying to find all of them, the attacker can expect "
                                            "to find no more",
                      " ($:)", NULL);
}

static gboolean
set_gamma (Limit *limit, double gamma, GError **error)
{
  limit->halves = deid_risk_find_halves (gamma);
  if (limit->halves > 0)
    return TRUE;
  return deid_privacy_model_fail ("risk", DEID_DECIMAL (gamma),
                                  "an exponent from 0.5 to 4, a multiple of 0.5", error);
}

DeidPrivacyModel *
deid_privacy_model_new_population_risk (double threshold, double gamma, DeidRiskScale scale,
                                        DeidUnmatchedRecords unmatched, GError **error)
{
  Limit limit = { .threshold = threshold, .scale = scale, .unmatched = unmatched };
  g_autofree char *sentence = NULL;
  DeidModelSlots slots = {
    .describe = population_risk_describe,
    .prepare = population_risk_prepare,
    .accept_table = population_risk_accept_table,
    .class_term = set_risk,
    .judge_sum = judge_sum,
    .recheck_table = population_risk_recheck_table,
    .suppression_order = DEID_SUPPRESSION_ORDER_RAREST_FIRST,
    .is_table_monotone = TRUE,
    /* what a rule reaches on all records, suppressed ones included, may be the limit */
    .public_sentence = "The risks of the released $# are within a limit that the custodian knows",
  };

  if (!deid_rational_from_double (threshold, "privacy model risk", &limit.exact, error)
      || !set_gamma (&limit, gamma, error))
    return NULL;
  if (limit.exact.numerator == 0)
    {
      deid_privacy_model_fail ("risk", "a threshold of 0", "a number above 0", error);
      return NULL;
    }
  if (scale > DEID_RISK_SCALE_MEAN || unmatched > DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES)
    {
      deid_privacy_model_fail ("risk", "no such scale, or way with unmatched records",
                               "those of the header", error);
      return NULL;
    }
  sentence = population_risk_make_sentence (&limit);
  slots.sentence = sentence;
  return deid_privacy_model_new_of_slots (&slots, g_memdup2 (&limit, sizeof limit), g_free, NULL,
                                          error);
}
