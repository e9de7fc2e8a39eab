/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hierarchy/rule.h"

/* A rule that labels value after value, and what is above each label that it gave. */
typedef struct
{
  DeidRule *rule;
  guint n_levels;
  GHashTable **parents; /* of each level but the last: label to the one above */
  DeidRuleLabels labels;
} RuleTrial;

/* Of a specification that is right. */
RuleTrial *rule_trial_new (const char *specification);
RuleTrial *rule_trial_new_of_rule (DeidRule *rule);
void rule_trial_free (RuleTrial *trial);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RuleTrial, rule_trial_free)

/* Labels a value, and fails unless level 0 is the value itself, no label is empty, and each label
 * that was given before has the one above it that it had then: labels of a level say by their text
 * which node they are, and nodes are nested. Returns: whether the value is of the rule's kind. */
gboolean rule_trial_label (RuleTrial *trial, const char *value);

/* Returns: the label of the last value. */
const char *rule_trial_get (const RuleTrial *trial, guint level);

/* Fails unless the labels of a value from level 1 up, each followed by `|`, are @expected, or it
 * has none and that is NULL. */
void rule_trial_expect (RuleTrial *trial, const char *value, const char *expected);

/* A rule, a value and the labels that it has, as rule_trial_expect() takes them. */
typedef struct
{
  const char *rule;
  const char *value;
  const char *labels;
} RuleCase;

/* Checks each of them, with a trial of its own. */
void check_rule_cases (const RuleCase *cases, gsize n);

/* How many labels a level has got. */
guint rule_trial_count (const RuleTrial *trial, guint level);

/* Fails unless a specification is refused by a message that holds a text. */
void assert_refused_rule (const char *specification, const char *message);
