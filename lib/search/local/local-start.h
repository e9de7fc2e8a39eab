/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"

/* Looks for a policy by a few evaluations of the optimal search, and gives the run the partition
 * that it makes, if there is one: a local recoding is then not worse than that. Errors: those of
 * deid_search_improve(). Complexity: O(rows) for each evaluation. */
gboolean deid_local_start_from_policy (DeidRun *run, GError **error);
