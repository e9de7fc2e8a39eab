/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/engine-case.h"

/* Checks a random problem in combinations of @counted against one in the table itself, and what the
 * engine makes of @released as @output, by itself and by a script. If these are one table, the
 * engine may generalize it before it counts, which @table is then told. */
void engine_trial_run (EngineCase *table, const SqlClient *client, DeidEngineTable *counted,
                       DeidEngineTable *released, GRand *rand, const char *output);

/* Counts a table, and takes the policy that leaves all values of its quasi-identifiers as they are,
 * or if @hides the one that hides all, with any number of suppressed records. Returns: (transfer
 * full): the result by k:2. */
DeidResult *engine_trial_solve (DeidEngineTable *table, const char *const *names, guint n,
                                gboolean hides);
