/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Returns: (nullable): the optimum of a problem with this k in the place of its own, found by the
 * optimal search, and without a result of %NULL if there is no solution. */
DeidResult *frontier_check_solve_k (DeidProblem *problem, guint64 k);

/* The same with the problem's own models and a limit of so many records. */
DeidResult *frontier_check_solve_limit (DeidProblem *problem, guint64 limit);

/* Checks that a frontier has this optimum at a value, bit for bit, or no step if it is %NULL. */
void frontier_check_value (const DeidReport *frontier, guint64 value, DeidResult *optimum);

/* Checks that steps ascend without a gap, that neighbours differ, and that only the largest k or
 * the smallest limits are in none. */
void frontier_check_steps (const DeidReport *frontier);
