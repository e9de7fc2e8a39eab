/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "plain-check.h"

/* Checks each policy of a problem, the exhaustive and the optimal search, the tables they release
 * and their verification, and in turn one of the other searches that prove the optimum, against a
 * plain recomputation. Sets @at_threshold if some class meets or misses some model by
 * equality.
 *
 * Returns: whether the problem is worth anything: some policies are solutions, some are not. */
gboolean checked_problem (const RandomProblem *problem, gboolean *at_threshold);
