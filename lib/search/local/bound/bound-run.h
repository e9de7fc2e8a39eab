/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"

/* The part of a run, of its time and of its work, that is left to a bound: one of so many. */
#define DEID_LOCAL_BOUND_PARTS 4

/* Finds prices by so many rises, as long as the run lets it, raises the lower bound of the run to
 * what they prove, and has the run keep them. Where the run has to end first it does, with the
 * greatest bound so far. Does nothing where prices cannot bound the problem, whose rows must not be
 * merged. What fails ends the run. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_local_bound_run (DeidRun *run, guint n_rises, GError **error);
