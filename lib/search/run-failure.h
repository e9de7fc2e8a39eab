/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"

/* Sets the error of a run that was complete and found no solution: why the nearest of the policies
 * evaluated is none, or what kept it from being told. A run that is
 * no search was given the one policy. */
void deid_run_explain_no_solution (const DeidRun *run, gboolean is_search, GError **error);

/* Sets the error of a run of a problem that was cancelled before it found a solution. */
void deid_run_fail_cancelled (const DeidProblem *problem, GError **error);

/* Sets the error of a run that ended before it found a solution. */
void deid_run_explain_end (DeidRun *run, GError **error);
