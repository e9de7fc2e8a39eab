/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "privacy/parameter.h"
#include "privacy/privacy-model-private.h"
#include "privacy/record-risk.h"

#define MAX_HALVES 8

typedef struct
{
  DeidParameter threshold;
  guint halves; /* twice the exponent */
  DeidRiskScale scale;
  DeidUnmatchedRecords unmatched;
} Limit;

static char *
describe (gpointer data)
{
  const Limit *limit = data;
  g_autofree char *threshold = deid_parameter_spell (&limit->threshold, "risk");
  char gamma[DEID_DECIMAL_SIZE];

  deid_double_to_decimal (limit->halves / 2.0, gamma);
  return g_strconcat (threshold, limit->halves == 2 ? "" : ":", limit->halves == 2 ? "" : gamma,
                      limit->scale == DEID_RISK_SCALE_MEAN ? ":mean" : "",
                      limit->unmatched == DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES ? ":self" : "",
                      NULL);
}

/* There is no state. */
static gpointer
prepare (const DeidModelInput *input, gpointer data, GError **error)
{
  if (deid_model_input_get_n_population (input) > 0
      && ((const Limit *) data)->unmatched == DEID_UNMATCHED_RECORDS_ERROR)
    deid_model_input_check_matches (input, error);
  return NULL;
}

/* Returns: the integer part of @n p / q 2^64, or the greatest there is if it is less. */
static DeidWide
scale_threshold (const DeidParameter *threshold, guint64 n)
{
  const DeidWide product = (DeidWide) n * threshold->numerator;
  const DeidWide whole = product / threshold->denominator;
  const DeidWide rest = product % threshold->denominator;

  return whole > G_MAXUINT64
             ? ~(DeidWide) 0
             : whole * DEID_RISK_ONE + rest * DEID_RISK_ONE / threshold->denominator;
}

static gboolean
accept_table (const DeidTableView *table, gpointer state, gpointer data, GError **error)
{
  const Limit *limit = data;
  guint32 n_classes, n_matched;
  const guint64 *sizes = deid_table_view_get_sizes (table, &n_classes);
  const guint64 *matches = deid_table_view_get_populations (table, &n_matched);
  DeidWide risk = 0;

  (void) state;
  (void) error;
  if (matches == NULL)
    matches = sizes;
  for (guint32 i = 0; i < n_classes; i++)
    risk += sizes[i] * deid_record_risk (MAX (matches[i], 1), limit->halves);
  return risk <= scale_threshold (&limit->threshold, limit->scale == DEID_RISK_SCALE_MEAN
                                                         ? deid_table_view_get_n_persons (table)
                                                         : 1);
}

static gboolean
set_gamma (Limit *limit, double gamma, GError **error)
{
  char text[DEID_DECIMAL_SIZE];

  for (limit->halves = 1; limit->halves <= MAX_HALVES; limit->halves++)
    if (gamma == limit->halves / 2.0)
      return TRUE;
  deid_double_to_decimal (gamma, text);
  return deid_privacy_model_fail ("risk", text, "an exponent from 0.5 to 4, a multiple of 0.5",
                                  error);
}

DeidPrivacyModel *
deid_population_risk_new (double threshold, double gamma, DeidRiskScale scale,
                          DeidUnmatchedRecords unmatched, GError **error)
{
  static const DeidModelSlots slots = {
    .describe = describe,
    .prepare = prepare,
    .accept_table = accept_table,
    .withholding = DEID_WITHHOLDING_RAREST_FIRST,
    .is_table_monotone = TRUE,
  };
  Limit limit = { .scale = scale, .unmatched = unmatched };

  if (!deid_parameter_init (&limit.threshold, threshold, FALSE, "risk", error)
      || !set_gamma (&limit, gamma, error))
    return NULL;
  if (scale > DEID_RISK_SCALE_MEAN || unmatched > DEID_UNMATCHED_RECORDS_COUNT_THEMSELVES)
    {
      deid_privacy_model_fail ("risk", "no such scale, or way with unmatched records",
                               "those of the header", error);
      return NULL;
    }
  return deid_privacy_model_new_of_slots (&slots, g_memdup2 (&limit, sizeof limit), g_free, NULL,
                                          error);
}
