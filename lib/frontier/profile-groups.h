/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/refining-evaluator.h"

/* Counts what a policy suppresses of each group that has a limit, over k. Both counts only grow
 * with the strictness, so that each limit is exceeded from one piece of the profile on. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint64 *suppressed; /* records of each value of all columns with a limit, */
  guint64 *necessary;  /* and of these those in S° */
  gboolean may_solve;  /* no group exceeds its limit by what is suppressed, */
  gboolean may_go_on;  /* or by S° */
} DeidProfileGroups;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_profile_groups_init (DeidProfileGroups *groups, const DeidPreparedProblem *prepared,
                                   GError **error);
void deid_profile_groups_clear (DeidProfileGroups *groups);

/* Begins with what is suppressed at the least strictness. Complexity: O(rows x columns with a
 * limit). */
void deid_profile_groups_start (DeidProfileGroups *groups, const DeidRefiningEvaluator *refiner);

/* Adds rows that join S°. Complexity: O(rows x columns with a limit). */
void deid_profile_groups_join (DeidProfileGroups *groups, const DeidRefiningEvaluator *refiner,
                               const guint32 *rows, guint64 n_rows);
