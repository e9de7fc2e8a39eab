/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/run.h"

/* Policies that are enough to compare a local recoding with. */
#define DEID_LOCAL_FEW_POLICIES 500

/* Looks for a policy by the optimal search, which evaluates at most @max_policies, and gives the
 * run the partition that it makes, if there is one: a local recoding is then not worse than that.
 * Errors: those of deid_search_improve(). Complexity: O(rows) for each evaluation. */
gboolean deid_local_start_from_policy (DeidRun *run, guint64 max_policies, GError **error);

/* The same of the policy of the highest levels, which has fewer classes than any other: it is found
 * at once, also when the time is over. Errors: those of deid_evaluator_evaluate(), by a
 * cancellation alone. Complexity: O(rows x attributes). */
gboolean deid_local_start_from_top (DeidRun *run, GError **error);

/* Makes a partition no solution if a label of it forces a finer one where none may. Errors: those
 * of deid_partition_count_forced(). */
gboolean deid_local_run_allows (const DeidRun *run, const DeidPartition *partition,
                                gboolean *is_solution, const DeidStop *stop, GError **error);
