/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/plain-check.h"

/* Checks a policy that the library evaluates against what is expected of it.
 * Returns: its loss, infinite for what is no solution. */
double checked_policy (const RandomProblem *problem, DeidProblem *built, guint rank,
                       const PlainVerdict *expected);

/* Checks that a result can be released, and its release verified. */
void checked_release (DeidResult *result);

/* Checks that a search, which it takes, proves an optimum of this loss, and its release.
 * Returns: the rank of the policy. */
guint64 checked_optimum (DeidProblem *built, DeidSearch *search, double least);

/* Checks each policy of a problem, the exhaustive and the optimal search, the tables they release
 * and their verification, and in turn one of the other searches that prove the optimum, against a
 * plain recomputation. Sets @at_threshold if some class meets or misses some model by
 * equality.
 *
 * Returns: whether the problem is worth anything: some policies are solutions, some are not. */
gboolean checked_problem (const RandomProblem *problem, gboolean *at_threshold);
