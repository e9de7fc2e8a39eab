/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/engine-case.h"

/* Checks a random problem in combinations of @counted against one in the table itself, and what the
 * engine makes of @released as @output, by itself and by a script. If these are one table, the
 * engine may generalize it before it counts, which @table is then told. */
void engine_trial_run (EngineCase *table, const SqlClient *client, DeidEngineTable *counted,
                       DeidEngineTable *released, GRand *rand, const char *output);

/* Counts a table, and evaluates the policy of these levels, 0 or 1 for hidden, or if they are %NULL
 * the one that leaves all values as they are, with any number of suppressed records. Returns:
 * (transfer full): the result by k:2. */
DeidResult *engine_trial_solve (DeidEngineTable *table, const char *const *names, guint n,
                                const guint *levels);
