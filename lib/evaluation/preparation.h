/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "evaluation/prepared-problem.h"

/* A problem made ready once, for whoever evaluates policies of it or works on what they make of the
 * table. The problem keeps it, and it points back without a reference: who uses one must hold the
 * problem. Read-only; the distinct rows are made when they are first asked for. */
struct DeidPreparation
{
  guint n_refs; /* of the problem, if it keeps this, and of each use; guarded by the
                   problem's mutex, as is the next */
  DeidPreparedProblem *distinct; /* or NULL; may be that of all rows */
  DeidPreparedProblem all;       /* its rows are those of the dataset */
};

/* Makes a problem immutable and ready, or takes what it keeps. Threads that do so at a time may
 * each prepare; the first one that is done has its preparation kept.
 *
 * Models that are not thread-safe must not be asked by two uses at a time: while one lasts, each
 * further one has a preparation of its own, which ends with it. So has every use where a model
 * prepares without returning a state: it may keep it in its user data, where the next one to
 * prepare overwrites it.
 *
 * Errors: those of deid_search_run() that do not come from searching, those of deid_stop_check();
 * nothing is kept then. Returns: (nullable): what to release after use. Complexity: O(1), or
 * O(rows x columns). */
DeidPreparation *deid_problem_prepare (DeidProblem *problem, const DeidStop *stop, GError **error);

/* Makes a problem immutable and ready for one use alone, which nothing that was prepared before is
 * taken for and of which nothing is kept. Errors and return value: the same. Complexity: O(rows x
 * columns). */
DeidPreparation *deid_problem_prepare_apart (DeidProblem *problem, const DeidStop *stop,
                                             GError **error);

/* Ends a use, of which the problem must still be there. */
void deid_preparation_release (DeidPreparation *preparation);

/* Returns: (nullable): the view of distinct rows, valid until the release. Errors: those of
 * deid_prepared_problem_init_distinct(); nothing is kept then. */
const DeidPreparedProblem *deid_preparation_get_distinct (DeidPreparation *preparation,
                                                          const DeidStop *stop, GError **error);

/* Frees what a problem kept, which nobody uses any more. */
void deid_preparation_free (DeidPreparation *preparation);
