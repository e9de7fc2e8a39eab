/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/rule-kinds.h"

/* In the order in which they are listed. */
/* clang-format off */
const DeidRuleKind *const deid_rule_kinds[] = {
  &deid_rule_age,
  &deid_rule_bands,
  &deid_rule_capacity,
  &deid_rule_date,
  &deid_rule_groups,
  &deid_rule_growing,
  &deid_rule_intervals,
  &deid_rule_keep,
  &deid_rule_mask,
  &deid_rule_order,
  &deid_rule_prefix,
  &deid_rule_quantiles,
  &deid_rule_rare,
  &deid_rule_suppress,
  &deid_rule_time,
  &deid_rule_zip,
};
/* clang-format on */

const guint deid_n_rule_kinds = G_N_ELEMENTS (deid_rule_kinds);
