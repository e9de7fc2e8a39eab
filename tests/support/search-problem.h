/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "support/suite.h"

/* A lattice of 4^6 = 4096 policies over a random table: attributes a to f of 64 values each. */
#define N_POLICIES 4096

DeidLattice *make_lattice (guint n_rows, guint32 seed);

/* k-anonymity on that lattice. */
DeidProblem *make_problem (guint n_rows, guint64 k, double limit);

/* Returns: the optimal search for 0, the exhaustive one for 1. */
DeidSearch *make_search (int algorithm);

/* Runs a search that must have a result. */
DeidResult *run_search (DeidSearch *search, DeidProblem *problem, GCancellable *cancellable);

/* Runs a search, which is dropped then, to its end.
 * Returns: (nullable): the result, or NULL if it found no solution. */
DeidResult *solve_with (DeidSearch *search, DeidProblem *problem);

/* Checks what is true of any result, and that its policy is what it says. */
void check_result (DeidResult *result, DeidProblem *problem);
