/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <deid/deid.h>

/* Returns: (transfer full): a problem on a table of 300 random rows with its quasi-identifiers, or
 * with six, at most a tenth of the records being suppressed. */
DeidProblem *make_skewed_problem_of (guint n_attributes, const char *models);
DeidProblem *make_skewed_problem (const char *models);

/* The same with a population that has each row of the table twice, and models that ask for it. */
DeidProblem *make_skewed_problem_with_population (void);

/* Returns: (transfer full): the optimal search. */
DeidSearch *make_search_of_threads (guint n_threads);

/* Lets each allocation fail in turn: those of preparing with some of what follows, then all of a
 * run of the problem that keeps what it prepared; several threads need more in one run than in
 * another. The test must be compiled with failing-allocations.c. Returns: about how many there
 * are. */
gint fail_in_turn (DeidSearch *search, DeidProblem *problem);
