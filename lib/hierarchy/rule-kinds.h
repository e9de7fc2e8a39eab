/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kinds of rules, each in a file of rules/. */
#pragma once

#include "hierarchy/rule.h"

extern const DeidRuleKind deid_rule_suppress;

extern const DeidRuleKind *const deid_rule_kinds[];
extern const guint deid_n_rule_kinds;
