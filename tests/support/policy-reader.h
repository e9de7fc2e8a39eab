/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/cut-problem.h"

/* Reads what deid_policy_describe() writes by the grammar that its header states, with labels by
 * their definition. @levels are those of the baseline at first, and of the policy in the end;
 * @unchanged is what is said of the rest, such as `in the baseline`. Fails the test if there is
 * anything else. */
void read_policy_words (const CutProblem *problem, const char *text, const char *unchanged,
                        guint *levels);

/* Levels below a merged node are not told: clears them. */
void clear_hidden_levels (const CutProblem *problem, guint *levels);
