/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* So many bins of about equal counts. */
#include "hierarchy/numbers/number-rule.h"
#include "hierarchy/rule.h"

#define MAX_BINS 1000000

static gboolean
quantiles_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  g_autofree DeidBinRule *rule = deid_bin_rule_new (text, error);

  if (rule == NULL)
    return FALSE;
  if (rule->counts[0] > MAX_BINS)
    return deid_rule_text_fail (text, text->body, "at most 1000000 bins", error);
  for (guint level = 1; level < rule->n_levels; level++)
    if (rule->counts[level - 1] % rule->counts[level] != 0)
      return deid_rule_text_fail (text, text->body, "numbers that each divide the one before",
                                  error);
  *n_levels = rule->n_levels;
  *parameters = g_steal_pointer (&rule);
  return TRUE;
}

static gboolean
quantiles_make_bins (DeidBinning *binning, guint level, const DeidStop *stop, GError **error)
{
  const guint64 *counts = binning->rule->counts;
  const guint64 *weights = deid_tally_weigh (&binning->tally, error);

  return weights != NULL && deid_stop_check (stop, error)
         && deid_bins_init_quantiles (&binning->levels[level], &binning->sorted, weights, counts[0],
                                      counts[0] / counts[level], &binning->tails, error);
}

static char *
quantiles_freeze (gconstpointer parameters, const DeidRuleData *data, const DeidStop *stop,
                  GError **error)
{
  return deid_bin_rule_freeze (parameters, data, quantiles_make_bins, stop, error);
}

const DeidRuleKind deid_rule_quantiles = {
  .name = "quantiles",
  .form = "quantiles:BINS,...",
  .summary = "BINS ranges of numbers with about equal numbers of records",
  .parse = quantiles_parse,
  .free_parameters = g_free,
  .freeze = quantiles_freeze,
};
