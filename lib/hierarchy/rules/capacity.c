/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bins that hold enough records, as narrow as that allows. */
#include "hierarchy/numbers/number-rule.h"
#include "hierarchy/rule.h"

static gboolean
capacity_parse (DeidRuleText *text, gpointer *parameters, guint *n_levels, GError **error)
{
  g_autofree DeidBinRule *rule = deid_bin_rule_new (text, error);

  if (rule == NULL)
    return FALSE;
  for (guint level = 1; level < rule->n_levels; level++)
    if (rule->counts[level] < rule->counts[level - 1])
      return deid_rule_text_fail (text, text->body, "capacities that do not fall", error);
  *n_levels = rule->n_levels;
  *parameters = g_steal_pointer (&rule);
  return TRUE;
}

static gboolean
capacity_make_bins (DeidBinning *binning, guint level, const DeidStop *stop, GError **error)
{
  DeidBins distinct = { 0 };
  const DeidBins *from = level > 0 ? &binning->levels[level - 1] : &distinct;
  const gboolean success
      = (level > 0 || deid_bins_init_distinct (&distinct, &binning->sorted, &binning->tails, error))
        && deid_bins_init_capacity (&binning->levels[level], from, &binning->tally,
                                    binning->rule->counts[level], &binning->tails, stop, error);

  deid_bins_clear (&distinct);
  return success;
}

static char *
capacity_freeze (gconstpointer parameters, const DeidRuleData *data, const DeidStop *stop,
                 GError **error)
{
  return deid_bin_rule_freeze (parameters, data, capacity_make_bins, stop, error);
}

const DeidRuleKind deid_rule_capacity = {
  .name = "capacity",
  .form = "capacity:RECORDS,...",
  .summary = "ranges of numbers that hold RECORDS records each: narrow where records are dense",
  .parse = capacity_parse,
  .free_parameters = g_free,
  .freeze = capacity_freeze,
};
