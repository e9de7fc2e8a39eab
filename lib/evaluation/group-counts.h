/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "classes/class-reader.h"
#include "evaluation/verdict.h"

/* Counts what a policy suppresses of each group. Each thread has its own. */
typedef struct
{
  const DeidPreparedProblem *prepared;
  guint64 *suppressed; /* records of each value of all columns, */
  guint64 *necessary;  /* and of these those that every specialization suppresses too */
} DeidGroupCounts;

/* On failure it may be cleared, and nothing else. Errors: %DEID_ERROR_NO_MEMORY. */
gboolean deid_group_counts_init (DeidGroupCounts *counts, const DeidPreparedProblem *prepared,
                                 GError **error);
void deid_group_counts_clear (DeidGroupCounts *counts);

/* Judges a policy by the limits of groups: adds the first group that exceeds its limit to a verdict
 * that is otherwise made. The verdicts are those of the classes judged; the rows of others, which
 * have been removed, are suppressed by every specialization. Does nothing where the verdict settles
 * that no group can exceed its limit, or that it does not matter.
 *
 * Errors: those of deid_stop_check(). Complexity: O(rows x columns with a limit + their values). */
gboolean deid_group_counts_judge (DeidGroupCounts *counts, const DeidRows *rows,
                                  const DeidRowClasses *classes, const guint8 *verdicts,
                                  const DeidStop *stop, DeidVerdict *verdict, GError **error);
