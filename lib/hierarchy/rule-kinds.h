/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kinds of rules, each in a file of rules/. */
#pragma once

#include "hierarchy/rule.h"

extern const DeidRuleKind deid_rule_age;
extern const DeidRuleKind deid_rule_bands;
extern const DeidRuleKind deid_rule_capacity;
extern const DeidRuleKind deid_rule_date;
extern const DeidRuleKind deid_rule_groups;
extern const DeidRuleKind deid_rule_growing;
extern const DeidRuleKind deid_rule_intervals;
extern const DeidRuleKind deid_rule_keep;
extern const DeidRuleKind deid_rule_mask;
extern const DeidRuleKind deid_rule_order;
extern const DeidRuleKind deid_rule_prefix;
extern const DeidRuleKind deid_rule_quantiles;
extern const DeidRuleKind deid_rule_rare;
extern const DeidRuleKind deid_rule_suppress;
extern const DeidRuleKind deid_rule_time;
extern const DeidRuleKind deid_rule_zip;

extern const DeidRuleKind *const deid_rule_kinds[];
extern const guint deid_n_rule_kinds;
