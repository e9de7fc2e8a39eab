/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Problems over skewed tables of up to 6 attributes and 500 rows, with any of several models,
 * limits, aggregates, factors and weights. */
DeidProblem *skewed_problem_new (GRand *rand, guint max_policies);

gboolean skewed_problem_is_superset_closed (DeidProblem *problem);

/* Runs a search, which is taken.
 * Returns: (nullable): the optimum, or NULL if no policy is a solution. */
DeidResult *solve_problem (DeidProblem *problem, DeidSearch *search);

/* Asserts that a search proved an optimum to be the same to the bit. */
void assert_proven_alike (DeidResult *result, DeidResult *expected);
