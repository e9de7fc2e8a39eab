/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/prepared-problem.h"

/* Fails with %DEID_ERROR_INVALID_ARGUMENT unless every generalization of a solution is a solution;
 * @search is the name of what relies on it. */
gboolean deid_prepared_problem_check_monotone (const DeidPreparedProblem *prepared,
                                               const char *search, GError **error);
