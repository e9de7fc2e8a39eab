/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "hierarchy/rule-kinds.h"

/* In the order in which they are listed. */
const DeidRuleKind *const deid_rule_kinds[] = {
  &deid_rule_suppress,
};

const guint deid_n_rule_kinds = G_N_ELEMENTS (deid_rule_kinds);
